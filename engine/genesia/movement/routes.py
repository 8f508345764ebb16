"""Routes over the board: which regions can be reached over how many steps and how many tolls.

They are found once for every source and kept, whatever can be paid for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.genesia.board import neighbours
from engine.genesia.model import MAPS

__all__ = ["Destinations", "destinations", "route"]


class Destinations(NamedTuple):
    """Regions that are reached alike from one source."""

    front: tuple[tuple[int, int], ...]
    """``(steps, tolls)`` of the routes worth taking (the Pareto front): more tolls only for fewer steps.

    Fewest steps first.
    """
    regions: int
    """As bits."""


@lru_cache(maxsize=1 << 14)
def destinations(seats: int, closed: int, tolled: int, source: int) -> tuple[Destinations, ...]:
    """Where clans can go from a region: no end in `barred`, a toll for crossing one of `tolled`; as bits.

    What is reached in fewer steps comes first.
    """
    groups: list[Destinations] = []
    reached = 0
    seen = [1 << source]
    frontier = [1 << source]
    steps = 0
    while frontier:
        steps += 1
        known = 0
        after: list[int] = []
        for tolls in range(len(frontier) + 1):
            there = 0
            if tolls < len(frontier) and (here := frontier[tolls] & ~tolled):
                there = neighbours(seats, here)
            if tolls and (here := frontier[tolls - 1] & tolled):
                there |= neighbours(seats, here)
            if tolls == len(seen):
                seen.append(0)
            known |= seen[tolls]
            there &= ~known
            after.append(there)
            if not there:
                continue
            seen[tolls] |= there
            known |= there
            there &= ~closed
            if again := there & reached:
                groups = _split(groups, again, (steps, tolls))
                there ^= again
            if there:
                groups.append(Destinations(((steps, tolls),), there))
                reached |= there
        while after and not after[-1]:
            after.pop()
        frontier = after
    return tuple(groups)


def _split(groups: list[Destinations], there: int, cost: tuple[int, int]) -> list[Destinations]:
    """The groups, when these regions of theirs can also be reached over so many steps and tolls."""
    parted: list[Destinations] = []
    for group in groups:
        front, regions = group
        both = regions & there
        if not both:
            parted.append(group)
            continue
        parted.append(Destinations((*front, cost), both))
        if both != regions:
            parted.append(Destinations(front, regions ^ both))
    return parted


@lru_cache(maxsize=1 << 14)
def route(seats: int, tolled: int, source: int, end: int, steps: int, tolls: int) -> tuple[str, ...]:
    """The route of exactly so many steps and at most so many tolls whose regions come first on the map."""
    near = MAPS[seats].near
    distances = MAPS[seats].distances
    dead: set[tuple[int, int, int]] = set()

    def onward(here: int, steps: int, tolls: int) -> tuple[int, ...] | None:
        if here == end:
            return (here,) if not steps else None
        if tolls < 0 or distances[here][end] > steps or (here, steps, tolls) in dead:
            return None
        for there in near[here]:
            toll = tolled >> there & 1 if there != end else 0
            rest = onward(there, steps - 1, tolls - toll)
            if rest:
                return (here, *rest)
        dead.add((here, steps, tolls))
        return None

    found = onward(source, steps, tolls)
    assert found is not None, "only what can be reached is asked for"
    return tuple([MAPS[seats].regions[region].code for region in found])
