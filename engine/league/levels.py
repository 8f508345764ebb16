"""The levels of a league: who plays where in the next season, after the standings of the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.league.sizes import FEWEST, NEWCOMERS_APART, divisions, levels

__all__ = ["NEWCOMER", "Former", "Place", "estimated", "falling", "placed"]


NEWCOMER = -0.4
"""The strength of somebody of whom nothing is known."""
_WEIGHT = 0.4
"""The part of a new estimate that the last season makes."""
_REACH = 3.0
"""The strength between somebody who wins everything in a division and somebody who loses everything."""
NOBODY_KNOWS = 99.0
"""An order behind everybody whose strength is known."""


@dataclass(frozen=True, slots=True)
class Former:
    """The outcome of the last season that a member has played."""

    level: int
    """From 0, the highest."""
    place: int
    """The place in the division, from 1, after ties have been drawn."""
    size: int
    """Members of the division."""
    rises: bool
    falls: bool
    share: float
    """Points of those that could be had, 0 to 1."""
    first: bool
    """It was the member's first season."""
    sat_out: bool = False
    """A season has gone by since, and only one."""
    strength: float = 0.0
    """An estimate of the member's strength from all seasons in a row, in deviations of people's strengths."""


@dataclass(frozen=True, slots=True)
class Place:
    """A division of the next season."""

    level: int
    members: tuple[int, ...]
    newcomers: bool
    """It is kept for people who play their first season."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """The level for which a member is meant, and its order among those who are meant for the same."""

    member: int
    level: int
    rises: bool
    order: tuple[float, float, float, int]
    """Smaller is better: the strength, turned round; the place in the old division; points that were left to
    others; the order drawn."""


def falling(division: int, divisions_below: int, divisions_here: int, size: int) -> int:
    """Return how many members of a division fall: as many as rise into it, and never half of it.

    `division` is its number within the level, from 0. The first of each division below rises.
    """
    share, over = divmod(divisions_below, divisions_here)
    return min(share + (division < over), (size - 1) // 2)


def estimated(before: float, division: float, share: float) -> float:
    """Return a member's strength after a season: `before` it, in a division with that mean, with that share
    of the points.
    """
    shown = division + _REACH * (share - 0.5)
    return before + _WEIGHT * (shown - before)


def placed(
    members: Sequence[int], former: Mapping[int, Former], seats: int, drawn: Mapping[int, int]
) -> tuple[Place, ...]:
    """Return the divisions of a season, highest first.

    `members` have signed up; `former` knows those who have played the last season or the one before; `drawn`
    is the order that the season's seed has drawn, for whatever nothing else decides. Raises `ValueError`
    below `FEWEST` members.
    """
    new = sorted((each for each in members if each not in former), key=drawn.__getitem__)
    known = [each for each in members if each in former]
    apart = len(new) >= NEWCOMERS_APART and len(known) >= FEWEST
    sizes = divisions(len(members) - len(new) * apart, seats)
    ladder = levels(len(sizes))
    claims = [_claim(each, former[each], len(ladder), drawn[each]) for each in known]
    if not apart:
        claims += [_Claim(each, len(ladder) - 1, False, (NOBODY_KNOWS, 0, 0, drawn[each])) for each in new]
    places: list[Place] = []
    for level, group in enumerate(_filled(claims, sizes, ladder)):
        first = sum(ladder[:level])
        for part in _dealt(group, sizes[first : first + ladder[level]]):
            places.append(Place(level, part, False))
    if apart:
        places += [Place(len(ladder) - 1, part, True) for part in _dealt(new, divisions(len(new), seats))]
    return tuple(places)


def _claim(member: int, was: Former, height: int, drawn: int) -> _Claim:
    lowest = height - 1
    level = min(was.level, lowest)
    place = float(was.place)
    rises = False
    if was.first and was.share >= 3 / 5:
        up = height // 2 if was.share >= 4 / 5 else (height + 1) // 4
        level, rises = max(0, level - max(up, int(was.rises))), up > 0 or was.rises
    elif was.rises:
        level, rises = max(0, level - 1), level > 0
    elif was.falls:
        # Among equally strong ones the second of the level below takes a place that is left empty before.
        level, place = min(lowest, level + 1), 2.5
    return _Claim(member, level, rises, (-was.strength, place, 1 - was.share, drawn))


def _filled(claims: Sequence[_Claim], sizes: Sequence[int], ladder: Sequence[int]) -> list[list[int]]:
    """Return the members of each level, best first: too many go down, the best from below come up."""
    pools = [[each for each in claims if each.level == level] for level in range(len(ladder))]
    filled: list[list[int]] = []
    for level, width in enumerate(ladder):
        first = sum(ladder[:level])
        room = sum(sizes[first : first + width])
        pool = sorted(pools[level], key=lambda each: (not each.rises, each.order))
        if len(pool) > room:
            pools[level + 1] = pool[room:] + pools[level + 1]
            pool = pool[:room]
        for below in range(level + 1, len(ladder)):
            for each in sorted(pools[below], key=lambda each: (each.rises, each.order))[: room - len(pool)]:
                pools[below].remove(each)
                pool.append(each)
        filled.append([each.member for each in sorted(pool, key=lambda each: each.order)])
    return filled


def _dealt(group: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Deal the members of a level out to its divisions, to and fro, so that all are about as strong."""
    parts: list[list[int]] = [[] for _ in sizes]
    queue = list(group)
    forth = True
    while queue:
        order = range(len(sizes)) if forth else range(len(sizes) - 1, -1, -1)
        for part in order:
            if queue and len(parts[part]) < sizes[part]:
                parts[part].append(queue.pop(0))
        forth = not forth
    return [tuple(part) for part in parts]
