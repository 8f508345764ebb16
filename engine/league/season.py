"""A season from its beginning to its end: divisions and tables, standings, what the next one knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from statistics import fmean

from engine.league.draws import drawn_order
from engine.league.levels import NEWCOMER, Former, estimated, falling, placed
from engine.league.points import POINT, Played, Standing, standings
from engine.league.prospects import Prospect, outlooks
from engine.league.schedule import schedule
from engine.league.values import Member, MemberState, Season, SeasonTable

__all__ = ["Division", "begun", "divisions_of", "former_of"]


@dataclass(frozen=True, slots=True)
class Division:
    """A division of a season as everybody sees it."""

    number: int
    """From 0, over all levels."""
    level: int
    lines: tuple[Standing, ...]
    """First place first."""
    prospects: Mapping[int, Prospect]
    """The prospect of each member."""
    rise: int
    fall: int
    tables: tuple[SeasonTable, ...]


def begun(season: Season, former: Mapping[int, Former], seats: int, most: int) -> Season:
    """Return the season with its members in divisions, and all of its tables.

    `former` knows how everybody did before; `seats` are those of a table, `most` those of the largest where
    sizes are mixed. Raises `ValueError` where too few people take part.
    """
    active = season.active
    drawn = drawn_order(season.seed, ((each.person, each.click) for each in active))
    places = placed([each.person for each in active], former, seats, drawn)
    members = {each.person: each for each in season.members}
    tables: list[SeasonTable] = []
    for division, place in enumerate(places):
        for person in place.members:
            members[person] = replace(members[person], level=place.level, division=division)
        seated = sorted(place.members, key=drawn.__getitem__)
        for table in schedule(len(seated), seats, most):
            tables.append(SeasonTable(len(tables), division, tuple(seated[each] for each in table)))
    return replace(season, members=tuple(members.values()), tables=tuple(tables))


def divisions_of(season: Season) -> tuple[Division, ...]:
    """Return the divisions of a season that has begun, highest first."""
    return _divisions(season.members, season.tables)


@lru_cache(maxsize=32)
def _divisions(members: tuple[Member, ...], season_tables: tuple[SeasonTable, ...]) -> tuple[Division, ...]:
    """Return the divisions, worked out once for the same members and tables: 400 people take a tenth of a
    second."""
    placed_members = [each for each in members if each.division is not None]
    by_division = sorted(placed_members, key=_division_of)
    groups = [(number, list(each)) for number, each in groupby(by_division, lambda one: one.division or 0)]
    levels = {number: group[0].level or 0 for number, group in groups}
    found: list[Division] = []
    for number, group in groups:
        level = levels[number]
        here = [each for each in sorted(levels) if levels[each] == level]
        below = sum(each == level + 1 for each in levels.values())
        fall = falling(here.index(number), below, len(here), len(group)) if below else 0
        found.append(_division(season_tables, number, level, group, int(level > 0), fall))
    return tuple(found)


def _division(
    season_tables: Sequence[SeasonTable],
    number: int,
    level: int,
    group: Sequence[Member],
    rise: int,
    fall: int,
) -> Division:
    persons = [each.person for each in group]
    tables = tuple(each for each in season_tables if each.division == number)
    lines = standings(persons, [_played(each) for each in tables if each.counts])
    points = {line.member: line.points for line in lines}
    left = [each.seats for each in tables if not each.is_done]
    return Division(number, level, lines, outlooks(points, left, rise, fall), rise, fall, tables)


def _division_of(member: Member) -> tuple[int, int]:
    return member.division or 0, member.person


def _played(table: SeasonTable) -> Played:
    assert table.result is not None
    return Played(
        dict(zip(table.seats, table.result.ranks, strict=True)),
        dict(zip(table.seats, table.result.turns, strict=True)),
    )


def former_of(season: Season, before: Season | None) -> dict[int, Former]:
    """Return what the next season knows of everybody, now that all tables are done.

    Who sat this season out, and played the one `before`, keeps the level, once. Whoever withdrew or was put
    out falls, if somebody can fall from there.
    """
    drawn = drawn_order(season.seed, ((each.person, each.click) for each in season.members))
    known: Mapping[int, Former] = {} if before is None else before.former
    found: dict[int, Former] = {}
    for division in divisions_of(season):
        gone = {each.person for each in season.members if each.state is not MemberState.IN}
        ordered = sorted(
            division.lines, key=lambda line: (line.member in gone, line.place, drawn[line.member])
        )
        strengths = {
            line.member: known[line.member].strength if line.member in known else NEWCOMER for line in ordered
        }
        mean = fmean(strengths.values())
        for rank, line in enumerate(ordered, start=1):
            share = line.points / (POINT * line.played) if line.played else 0.0
            strength = strengths[line.member]
            found[line.member] = Former(
                level=division.level,
                place=rank,
                size=len(ordered),
                rises=rank <= division.rise and line.member not in gone,
                falls=rank > len(ordered) - division.fall,
                share=share,
                first=line.member not in known,
                strength=round(estimated(strength, mean, share) if line.played else strength, 4),
            )
    for person, was in known.items():
        if person not in found and not was.sat_out:
            found[person] = replace(was, sat_out=True, rises=False, falls=False, level=_after(was))
    return found


def _after(was: Former) -> int:
    """Return the level that somebody keeps who sits a season out."""
    return max(0, was.level - was.rises + was.falls)
