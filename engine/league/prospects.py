"""The prospects of a division's members while tables are not over.

Between two it is exact: results are shared out over the open tables as a flow, since every table gives one
point in all. At larger tables it is a bound by the points to be had, which never says "sure" or "safe" too
early.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from engine.league.points import POINT

__all__ = ["Outlook", "Prospect", "outlooks"]


class Outlook(StrEnum):
    """The state of a member in the standings."""

    SURE = "sure"
    """Rises, whatever happens."""
    RISING = "rising"
    """Can rise, and cannot fall."""
    OPEN = "open"
    """Can rise and can fall."""
    SAFE = "safe"
    """Stays, whatever happens."""
    FALLING = "falling"
    """Can fall, and cannot rise."""
    FALLS = "falls"
    """Falls, whatever happens."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """The outlook of a member, and the points it can have at the end, in 24ths."""

    outlook: Outlook
    least: int
    most: int


def outlooks(
    points: Mapping[int, int], open_tables: Sequence[Iterable[int]], rise: int, fall: int
) -> dict[int, Prospect]:
    """Return the prospect of each member of a division.

    `points` are those of now, in 24ths; `rise` members rise and `fall` fall. Equal points at the end count
    for both: the rules for ties decide then.
    """
    division = _Division(points, tuple(tuple(table) for table in open_tables))
    return {member: division.prospect(member, rise, fall) for member in points}


@dataclass(frozen=True, slots=True)
class _Division:
    points: Mapping[int, int]
    open_tables: tuple[tuple[int, ...], ...]

    def prospect(self, member: int, rise: int, fall: int) -> Prospect:
        size = len(self.points)
        can_rise = rise > 0 and self._some_stay_behind(member, size - rise)
        can_fall = fall > 0 and self._some_catch_up(member, size - fall)
        if can_rise and not self._some_catch_up(member, rise):
            outlook = Outlook.SURE
        elif can_fall and not self._some_stay_behind(member, fall):
            outlook = Outlook.FALLS
        elif can_rise:
            outlook = Outlook.OPEN if can_fall else Outlook.RISING
        else:
            outlook = Outlook.FALLING if can_fall else Outlook.SAFE
        return Prospect(outlook, self.points[member], self.points[member] + self._left(member))

    def _left(self, member: int) -> int:
        return POINT * sum(member in table for table in self.open_tables)

    @property
    def _duels(self) -> bool:
        return all(len(table) == 2 for table in self.open_tables)

    def _some_stay_behind(self, member: int, number: int) -> bool:
        """Return True if that many others can end without more points than the member's most."""
        most = self.points[member] + self._left(member)
        room = {other: most - points for other, points in self.points.items() if other != member}
        near = [other for other, free in room.items() if free >= 0]
        if not self._duels:
            return len(near) >= number
        tables = [table for table in self.open_tables if member not in table]
        unbounded = POINT * len(tables)
        free = dict.fromkeys(room, unbounded)
        return any(
            _flow(tables, {**free, **{each: room[each] for each in behind}}) == unbounded
            for behind in combinations(near, number)
        )

    def _some_catch_up(self, member: int, number: int) -> bool:
        """Return True if that many others can end with as many points as the member has now, or more."""
        need = {
            other: self.points[member] - points for other, points in self.points.items() if other != member
        }
        near = [other for other, more in need.items() if more <= self._left(other)]
        if not self._duels:
            return len(near) >= number
        tables = [tuple(each for each in table if each != member) for table in self.open_tables]
        return any(
            _flow(tables, wanted := {other: max(0, need[other]) for other in ahead}) == sum(wanted.values())
            for ahead in combinations(near, number)
        )


def _flow(tables: Sequence[Sequence[int]], room: Mapping[int, int]) -> int:
    """Return the most points, in 24ths, that the tables can give to members who take no more than `room`.

    A table gives one point in all, in halves.
    """
    half = POINT // 2
    halves = [table for table in tables for _ in range(2)]
    given: dict[int, list[int]] = {member: [] for member, free in room.items() if free >= half}

    def give(number: int, seen: set[int]) -> bool:
        """Give that half point, and move others where there is no room for it."""
        for member in halves[number]:
            if member in seen or member not in given:
                continue
            seen.add(member)
            if len(given[member]) < room[member] // half:
                given[member].append(number)
                return True
            for place, other in enumerate(given[member]):
                if give(other, seen):
                    given[member][place] = number
                    return True
        return False

    return half * sum(give(number, set()) for number in range(len(halves)))
