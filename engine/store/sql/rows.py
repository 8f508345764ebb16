"""Conversion of values to columns, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec

from engine.game import Refusal, Seat
from engine.match.changes import EPOCH
from engine.match.clock import RowState, SeatClock
from engine.match.lobby import Lobby
from engine.match.values import Entry, Notice

__all__ = [
    "ENTRY",
    "LATEST",
    "LENGTH",
    "MANY",
    "NEXT_VERSION",
    "NOTICE",
    "NUMBERS",
    "POST",
    "PRIVATE",
    "READABLE",
    "Row",
    "Unsure",
    "clock_of",
    "clocks_of",
    "entry_of",
    "in_range",
    "living",
    "lobby_column",
    "lobby_of",
    "marks",
    "notice_of",
    "number",
    "row_state_column",
    "row_state_of",
    "seat_of",
    "time",
    "whole",
]

T = TypeVar("T")

Row = tuple[Any, ...]

_MICROSECOND = timedelta(microseconds=1)
MANY = 1 << 62
"""The highest number that we count up to; room above it is for numbers that a wrong bit has raised."""
NUMBERS = 1 << 63
"""The first number that is too large for SQLite."""
LATEST = 7000 * 366 * 86400 * 10**6
"""The latest time that we write, in microseconds since 1970; there is room above it to count on."""
LENGTH = (
    f"coalesce((SELECT CASE WHEN max(number) < {MANY} THEN max(number) + 1"
    f" WHEN max(number) >= {MANY} THEN 0 END"
    " FROM entries WHERE entries.match = {match}),"
    " (SELECT entries FROM archive WHERE archive.match = {match}), 0)"
)
"""Expression in SQL for the number of entries of a match's log."""
NEXT_VERSION = f"CASE WHEN version < {MANY} THEN version + 1 ELSE 0 END"
"""Expression in SQL for the next version of a match."""
PRIVATE = """house LIKE '%"private":true%'"""
"""The condition that a match's row is that of a private table."""
READABLE = f"posts.number BETWEEN 0 AND {LENGTH.format(match='posts.match')}"
"""Condition in SQL for a post that shows an entry of the log, and not a missing one."""
ENTRY = "number, kind, seat, text, drawn, at, by, hash, made"
"""Columns of an entry that the archive has, and of which its digest is made. Archives of older versions lack
the last one."""
POST = "match, kind, person, channel, message, number, shown"
NOTICE = "id, match, kind, seat, number, attempts, continues, person, due, nonce, intent"


def living(clock: str) -> str:
    """Return the condition in SQL that a process lives, by its column `until` and the database's `clock`.

    An `until` more than a day ahead is damaged, and does not count: its process would hold shards for ever.
    """
    return f"until BETWEEN {clock} AND {clock} + 86400000000"


def number(at: datetime) -> int:
    """Return the time as microseconds since 1970."""
    return (at - EPOCH) // _MICROSECOND


def in_range(column: int) -> bool:
    """Return True if the column can be a time."""
    return 0 <= column <= LATEST


def time(column: int) -> datetime:
    """Return the time of a column that `number` wrote; the nearest possible one for an impossible value."""
    return EPOCH + min(max(column, 0), LATEST) * _MICROSECOND


def whole(text: str) -> int:
    """Return the number that the text writes; 0 if it is none, or too large for a column."""
    return int(text) if len(text) < 19 and text.isascii() and text.isdecimal() else 0


def seat_of(column: int | None) -> Seat | None:
    return None if column is None else Seat(column)


def marks(values: Collection[object], none: str = "NULL") -> str:
    """Return placeholders for the values, to stand after IN; `none` if there are no values.

    NOT IN needs a `none` that is not NULL.
    """
    return ", ".join("?" * len(values)) or none


class Unsure:
    """Reader of a row's columns, one by one. Unreadable columns are listed, and other rows are read."""

    def __init__(self) -> None:
        self.unreadable: list[str] = []

    def read(self, column: str, reading: Callable[[], T], otherwise: T) -> T:
        """Return the column's value; `otherwise` if it cannot be read."""
        try:
            return reading()
        except Exception:  # whatever is in the column, the other rows are read
            self.unreadable.append(column)
            return otherwise


def entry_of(row: Sequence[Any]) -> Entry:
    number, kind, seat, text, drawn, at, by, digest, *rest = row
    made = rest[0] or "" if rest else ""
    return Entry(number, kind, seat_of(seat), text, tuple(json.loads(drawn)), time(at), by, digest, made)


def notice_of(row: Sequence[Any]) -> Notice:
    id, match, kind, seat, number, attempts, continues, person, due, nonce, begun = row
    due = min(max(due, 0), LATEST)
    return Notice(
        id, match, kind, seat_of(seat), number, attempts, bool(continues), person, due, nonce, begun
    )


def clocks_of(size: int, column: str) -> tuple[SeatClock | None, ...]:
    """Return the clocks in a column of ``[seat, since, value]``, by seat."""
    found: list[SeatClock | None] = [None] * size
    rows: list[tuple[int, int | None, str]] = json.loads(column)
    for seat, since, value in rows:
        if seat < size:
            found[seat] = clock_of(since, value)
    return tuple(found) if rows else ()


def clock_of(since: int | None, value: str) -> SeatClock | None:
    """Return the clock in these columns; `None` if it cannot be read, which counts as a full clock."""
    try:
        clock = msgspec.json.decode(value, type=SeatClock)
        clock.habits.check()
    except (msgspec.DecodeError, UnicodeError, Refusal):
        return None
    return clock if since is None else msgspec.structs.replace(clock, since=time(since))


def row_state_of(column: str) -> RowState:
    return msgspec.json.decode(column, type=RowState) if column else RowState()


def row_state_column(state: RowState) -> str:
    return "" if state == RowState() else msgspec.json.encode(state).decode()


def lobby_of(column: str) -> Lobby:
    return msgspec.json.decode(column, type=Lobby) if column else Lobby()


def lobby_column(lobby: Lobby) -> str:
    return "" if lobby == Lobby() else msgspec.json.encode(lobby).decode()
