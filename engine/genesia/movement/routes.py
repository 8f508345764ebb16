"""Routes over the board: the regions in reach of each source, with steps and tolls.

They are computed once for every source and cached, whatever a people can pay for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.genesia.board import neighbours
from engine.genesia.model import MAPS

__all__ = ["Destinations", "destinations", "route"]


class Destinations(NamedTuple):
    """Regions that are reached from one source at the same cost."""

    front: tuple[tuple[int, int], ...]
    """``(steps, tolls)`` of the routes worth taking (the Pareto front), fewest steps first.

    A route with more tolls is worth taking only if it has fewer steps.
    """
    regions: int
    """The regions, as bits."""


@lru_cache(maxsize=1 << 14)
def destinations(seats: int, closed: int, tolled: int, source: int) -> tuple[Destinations, ...]:
    """Return the destinations of clans from a region, in ascending number of steps.

    No route ends in a region of `closed`; each crossing of a region of `tolled` costs a toll. Both are bits.
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
    """Return the groups after these regions were also reached over `cost`, a pair of steps and tolls."""
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
    """Return the route of exactly `steps` steps and at most `tolls` tolls; there must be one.

    Of several it is the one whose regions come first on the map.
    """
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
