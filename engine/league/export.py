"""A season as tables to keep: separated values that no spreadsheet takes for formulas.

Excel parts a file at the list separator of its own language: where a comma parts whole numbers, as in
French, at semicolons. A line ``sep=`` before the others would tell it, but then it overlooks the mark of
UTF-8.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from engine.league.points import POINT, table_points
from engine.league.remarks import final_lines
from engine.league.season import divisions_of
from engine.league.values import MemberState, Season

__all__ = ["Separator", "shown_name", "standings_csv", "tables_csv"]


class Separator(StrEnum):
    """The character between the cells of a file."""

    COMMA = ","
    SEMICOLON = ";"
    """Numbers have a decimal comma then."""


FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")
"""Beginnings of a cell that spreadsheets take for a formula."""
_INSIDE = re.compile(rf"([;,\t][\s\"]*)(?=[{re.escape(''.join(FORMULA))}])")
"""Beginnings of a formula behind a character at which a spreadsheet of another language parts the cells."""


def shown_name(person: int, name: str) -> str:
    """Return a member's name as it may be shown; who was forgotten is called −1, −2 …"""
    return f"\N{MINUS SIGN}{-person}" if person < 0 else name


def standings_csv(season: Season, separator: Separator = Separator.COMMA) -> bytes:
    """Return the standings of all divisions of a closed season, one line a member."""
    members = {each.person: each for each in season.members}
    rows: list[Sequence[object]] = [
        ("season", "level", "division", "place", "name", "points", "tables", "outcome")
    ]
    for division in divisions_of(season):
        for line in final_lines(season, division):
            member, former = members[line.member], season.former.get(line.member)
            outcome = "rises" if former and former.rises else "falls" if former and former.falls else ""
            if member.state is not MemberState.IN and line.member > 0:
                outcome = member.state.value
            rows.append(
                (
                    *(season.number, division.level + 1, division.number + 1, line.place),
                    *(
                        _cell(shown_name(line.member, member.name)),
                        _points(line.points, separator),
                        line.played,
                    ),
                    outcome,
                )
            )
    return _encoded(rows, separator)


def tables_csv(season: Season, separator: Separator = Separator.COMMA) -> bytes:
    """Return the tables of a season, one line a seat."""
    names = {each.person: shown_name(each.person, each.name) for each in season.members}
    rows: list[Sequence[object]] = [
        ("season", "division", "match", "seat", "name", "rank", "points", "robot_turns", "annulled")
    ]
    for table in season.tables:
        ranks = {} if table.result is None else dict(zip(table.seats, table.result.ranks, strict=True))
        points, counts = table_points(ranks) if ranks else {}, table.annulled_by is None
        for seat, person in enumerate(table.seats):
            turns = "" if table.result is None else table.result.turns[seat]
            gained = _points(points[person], separator) if person in points and counts else ""
            rows.append(
                (
                    *(season.number, table.division + 1, table.match or "", seat + 1),
                    *(_cell(names.get(person, "")), ranks.get(person, ""), gained, turns),
                    "" if counts else "yes",
                )
            )
    return _encoded(rows, separator)


def _points(points: int, separator: Separator) -> str:
    number = f"{points / POINT:.4f}".rstrip("0").rstrip(".")
    return number if separator is Separator.COMMA else number.replace(".", ",")


def _cell(text: str) -> str:
    """Return a text as a cell: whatever a spreadsheet would take for a formula begins with an apostrophe.

    Spreadsheets leave out blanks before a formula.
    """
    text = _INSIDE.sub(r"\1'", text)
    return f"'{text}" if text.lstrip(" \u00a0\ufeff").startswith(FORMULA) else text


def _encoded(rows: Iterable[Sequence[object]], separator: Separator) -> bytes:
    """Return the rows as a file; its mark tells Excel that it is UTF-8."""
    file = io.StringIO()
    csv.writer(file, delimiter=separator.value, lineterminator="\r\n").writerows(rows)
    return file.getvalue().encode("utf-8-sig")
