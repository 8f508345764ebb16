"""The types of the maps: regions with their values, neighbours and shapes.

Continents are lettered A to E by people, the island is G. Region 0 of each continent is the home land.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

__all__ = ["CONTINENTS", "ISLAND", "VALUES", "Map", "Region", "Shape"]

CONTINENTS = "ABCDE"
ISLAND = "G"
VALUES = (1, 2, 3, 4, 5, 7, 12, 15)
"""The points that a region can be worth, the rows of the score sheet. Home lands are worth 0."""


class Shape(NamedTuple):
    """The shape of a region: part of a ring round the middle of the island.

    Lengths are in units of the map's radius (0 the middle, 1 the rim), angles in turns clockwise from the
    top. The middle region is a whole disc: ``Shape(0, r, 0, 1)``.
    """

    inner: float
    outer: float
    start: float
    end: float
    """The angle where the region ends, above 1 if the region lies across the top."""


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the map."""

    index: int
    """The region's index in every tuple by region."""
    code: str
    """The text that people type: ``"B4"``."""
    value: int
    continent: int | None
    """The people whose continent the region belongs to; `None` on the island."""
    is_home: bool
    shape: Shape


@dataclass(frozen=True)
class Map:
    """The map for a number of peoples."""

    peoples: int
    regions: tuple[Region, ...]
    """The regions: continents first, people by people, each with its home land first; then the island."""
    touching: tuple[frozenset[int], ...]
    """The regions that share a border with each region."""
    ferries: tuple[frozenset[int], ...]
    """The regions that an arrow across water joins to each region."""

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """Return, by region, all adjacent regions, ascending."""
        return tuple(tuple(sorted(land | sea)) for land, sea in zip(self.touching, self.ferries, strict=True))

    @cached_property
    def indices(self) -> dict[str, int]:
        """Return the index of each region by its code."""
        return {region.code: region.index for region in self.regions}

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """Return the home land of each people."""
        return tuple(region.index for region in self.regions if region.is_home)

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """Return the steps between any two regions; -1 where no way leads."""
        rows: list[tuple[int, ...]] = []
        for start in range(len(self.regions)):
            steps = {start: 0}
            queue = [start]
            for here in queue:
                for there in self.near[here]:
                    if there not in steps:
                        steps[there] = steps[here] + 1
                        queue.append(there)
            rows.append(tuple(steps.get(region, -1) for region in range(len(self.regions))))
        return tuple(rows)
