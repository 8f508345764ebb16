"""The one remark on a season that is over: the first that is true of its champion."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.league.points import POINT, Standing
from engine.league.season import Division, divisions_of
from engine.league.values import Season

__all__ = ["Remark", "RemarkKind", "champions_of", "final_lines", "remark_of"]

FAR_AHEAD = 3 * POINT // 2
"""The lead, in 24ths of a point, from which on it is worth a remark before anything else is."""


class RemarkKind(StrEnum):
    """The things that can be remarked on a season, in the order in which they are looked for."""

    SHARED = "shared"
    """Several members came first, and no rule tells them apart."""
    ALL = "all"
    """The champion was ahead of everybody at all tables."""
    LEVEL = "level"
    """The second had as many points."""
    UNBEATEN = "unbeaten"
    """Nobody was ahead of the champion at any table."""
    FAR = "far"
    """The champion had a point and a half more than the second, or even more."""
    NEWCOMER = "newcomer"
    """It was the champion's first season, and not the league's."""
    AHEAD = "ahead"
    """The champion had more points than the second."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on the highest division of a season."""

    kind: RemarkKind
    champions: tuple[int, ...]
    second: int | None = None
    """The member with the second place, where it has one alone."""
    lead: int = 0
    """The points between the first two lines of the standings, in 24ths."""


def final_lines(season: Season, division: Division) -> tuple[Standing, ...]:
    """Return the standings of a division of a closed season, first place first.

    Whoever withdrew or was put out stands last, as `former_of` has noted when the season closed. Somebody who
    is forgotten later keeps the place.
    """
    former = season.former
    ordered = sorted(
        division.lines, key=lambda line: former[line.member].place if line.member in former else line.place
    )
    final: list[Standing] = []
    for number, line in enumerate(ordered):
        tied = bool(final) and ordered[number - 1].place == line.place
        final.append(replace(line, place=final[-1].place if tied else number + 1))
    return tuple(final)


def champions_of(season: Season) -> tuple[int, ...]:
    """Return the members with the first place of the highest division; none where nothing was played."""
    divisions = divisions_of(season)
    if not divisions or not any(line.played for line in divisions[0].lines):
        return ()
    return tuple(line.member for line in final_lines(season, divisions[0]) if line.place == 1)


def remark_of(season: Season) -> Remark | None:
    """Return the remark on a season that is closed; `None` where nothing was played."""
    champions = champions_of(season)
    if not champions:
        return None
    division = divisions_of(season)[0]
    if len(champions) > 1:
        return Remark(RemarkKind.SHARED, champions)
    first, second = final_lines(season, division)[:2]
    lead = first.points - second.points
    kind = _kind(season, division, first, lead)
    return Remark(kind, champions, second.member if second.place == 2 else None, lead)


def _kind(season: Season, division: Division, champion: Standing, lead: int) -> RemarkKind:
    if champion.points == POINT * champion.played:
        return RemarkKind.ALL
    if lead == 0:
        return RemarkKind.LEVEL
    if _is_unbeaten(division, champion.member):
        return RemarkKind.UNBEATEN
    if lead >= FAR_AHEAD:
        return RemarkKind.FAR
    former = season.former.get(champion.member)
    if season.number > 1 and former is not None and former.first:
        return RemarkKind.NEWCOMER
    return RemarkKind.AHEAD


def _is_unbeaten(division: Division, member: int) -> bool:
    """Return whether nobody was ahead of the member at any table."""
    for table in division.tables:
        if table.counts and table.result is not None and member in table.seats:
            own = table.result.ranks[table.seats.index(member)]
            if own > min(table.result.ranks):
                return False
    return True
