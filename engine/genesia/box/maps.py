"""The maps: regions, what they are worth, which touch, and where they lie. A file holds one sector, turned.

Continents are lettered A to E by people, the island is G. Of each continent region 0 is the home land.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

__all__ = ["CONTINENTS", "ISLAND", "VALUES", "Map", "Region", "Shape"]

CONTINENTS = "ABCDE"
ISLAND = "G"
VALUES = (1, 2, 3, 4, 5, 7, 12, 15)
"""What a region can be worth: the rows of the score sheet. Home lands are worth 0."""


class Shape(NamedTuple):
    """Where a region lies: part of a ring round the middle of the island.

    Lengths in units of the map's radius (0 the middle, 1 the rim), angles in turns clockwise from the top.
    The middle region is a whole disc: ``Shape(0, r, 0, 1)``.
    """

    inner: float
    outer: float
    start: float
    end: float
    """May be above 1 where the region lies across the top."""


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the map."""

    index: int
    """Its place in every tuple by region."""
    code: str
    """``"B4"``: what people type."""
    value: int
    continent: int | None
    """People whose continent it belongs to; `None` on the island."""
    is_home: bool
    shape: Shape


@dataclass(frozen=True)
class Map:
    """The board for a number of peoples."""

    peoples: int
    regions: tuple[Region, ...]
    """Continents first, people by people, the home land leading; then the island."""
    touching: tuple[frozenset[int], ...]
    """By region, those that share a border with it."""
    ferries: tuple[frozenset[int], ...]
    """By region, those that an arrow across water joins it to."""

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """By region, all adjacent ones, ascending."""
        return tuple(tuple(sorted(land | sea)) for land, sea in zip(self.touching, self.ferries, strict=True))

    @cached_property
    def named(self) -> dict[str, int]:
        """Regions by their codes."""
        return {region.code: region.index for region in self.regions}

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The home land of each people."""
        return tuple(region.index for region in self.regions if region.is_home)

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """Steps between any two regions."""
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
