"""The points of a table and the standings of a division, worked out from results alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

__all__ = ["POINT", "Played", "Standing", "behind_all", "standings", "table_points"]

POINT = 24
"""One point in the unit of `table_points`: halves of a seat at tables of two to five are whole numbers."""


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a table of a season, by member."""

    ranks: Mapping[int, int]
    """The rank of each member, from 1; equal members share a rank."""
    stewards_turns: Mapping[int, int]
    """Turns that a steward has played for a member, as far as there are any."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The line of a member in the standings of a division."""

    member: int
    place: int
    """From 1; members whom no rule tells apart share a place."""
    points: int
    """The points in 24ths (`POINT`)."""
    played: int
    """Tables that are over and count."""


def behind_all(ranks: Mapping[int, int], last: Iterable[int]) -> dict[int, int]:
    """Return the ranks after the `last` members have been put behind all others, where they are equal.

    Who is last says `engine.league.final`.
    """
    put_last = set(last) & set(ranks)
    others = sorted((rank, member) for member, rank in ranks.items() if member not in put_last)
    counted = {member: 1 + sum(other < rank for other, _ in others) for rank, member in others}
    return {**counted, **dict.fromkeys(put_last, len(others) + 1)}


def table_points(ranks: Mapping[int, int]) -> dict[int, int]:
    """Return the points of each member of a table, in 24ths.

    A member has 1 for each seat behind and a half for each equal one, divided by the number of the others.
    """
    others = len(ranks) - 1
    return {
        member: sum(
            POINT if rank < rival else POINT // 2 if rank == rival else 0
            for other, rival in ranks.items()
            if other != member
        )
        // others
        for member, rank in ranks.items()
    }


def standings(members: Sequence[int], played: Sequence[Played]) -> tuple[Standing, ...]:
    """Return the standings of a division, first place first.

    Equal points are told apart by the results between those who have them, if all of them have met equally
    often; then by the points of those whom each was ahead of; then by fewer turns of stewards.
    """
    points = dict.fromkeys(members, 0)
    tables = dict.fromkeys(members, 0)
    turns = dict.fromkeys(members, 0)
    for table in played:
        for member, gained in table_points(table.ranks).items():
            if member in points:
                points[member] += gained
                tables[member] += 1
                turns[member] += table.stewards_turns.get(member, 0)
    beaten = {member: _beaten(member, points, played) for member in members}
    groups: list[list[int]] = [list(members)]
    groups = _split(groups, lambda member, _: -points[member])
    groups = _split(groups, lambda member, group: -_between(member, group, played))
    groups = _split(groups, lambda member, _: -beaten[member])
    groups = _split(groups, lambda member, _: turns[member])
    lines: list[Standing] = []
    for group in groups:
        place = len(lines) + 1
        lines += [Standing(each, place, points[each], tables[each]) for each in group]
    return tuple(lines)


def _split(groups: Sequence[list[int]], key: Callable[[int, list[int]], int]) -> list[list[int]]:
    """Part each group of equal members by the key of a member within the group, smallest first."""
    parted: list[list[int]] = []
    for group in groups:
        keys = {member: key(member, group) for member in group}
        parted += [list(equal) for _, equal in groupby(sorted(group, key=keys.__getitem__), keys.__getitem__)]
    return parted


def _between(member: int, group: Sequence[int], played: Sequence[Played]) -> int:
    """Return what the member has scored against the rest of the group: 2 a win, 1 a tie; 0 unless all of the
    group have met equally often."""
    met = {(a, b): 0 for a in group for b in group if a < b}
    score = 0
    for table in played:
        there = [each for each in group if each in table.ranks]
        for a in there:
            for b in there:
                if a < b:
                    met[a, b] += 1
        if member in there:
            rank = table.ranks[member]
            score += sum((rank < table.ranks[o]) + (rank <= table.ranks[o]) for o in there if o != member)
    return score if len(set(met.values())) == 1 else 0


def _beaten(member: int, points: Mapping[int, int], played: Sequence[Played]) -> int:
    """Return twice the points of those whom the member was ahead of, once for those it was equal to."""
    return sum(
        ((rank < rival) + (rank <= rival)) * points.get(other, 0)
        for table in played
        if (rank := table.ranks.get(member)) is not None
        for other, rival in table.ranks.items()
        if other != member
    )
