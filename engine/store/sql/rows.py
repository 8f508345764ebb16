"""Values as columns hold them, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec

from engine.game import Refusal, Seat
from engine.match.changes import EPOCH
from engine.match.clock import House, SeatClock
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
    "READABLE",
    "Row",
    "Unsure",
    "clock_of",
    "clocks_of",
    "entry_of",
    "house_column",
    "house_of",
    "in_range",
    "living",
    "lobby_column",
    "lobby_of",
    "marks",
    "notice_of",
    "number",
    "seat_of",
    "time",
    "whole",
]

T = TypeVar("T")

Row = tuple[Any, ...]

_MICROSECOND = timedelta(microseconds=1)
MANY = 1 << 62
"""No number that we count up is higher: beyond is room to count on, for what a bit has made of one."""
NUMBERS = 1 << 63
"""Numbers from here on SQLite does not know."""
LATEST = 7000 * 366 * 86400 * 10**6
"""No time that we write is later: there is room above it to count on."""
LENGTH = (
    f"coalesce((SELECT CASE WHEN max(number) < {MANY} THEN max(number) + 1"
    f" WHEN max(number) >= {MANY} THEN 0 END"
    " FROM entries WHERE entries.match = {match}),"
    " (SELECT entries FROM archive WHERE archive.match = {match}), 0)"
)
"""Entries of the log of a match."""
NEXT_VERSION = f"CASE WHEN version < {MANY} THEN version + 1 ELSE 0 END"
"""The version of a match that is changed."""
READABLE = f"posts.number BETWEEN 0 AND {LENGTH.format(match='posts.match')}"
"""Whether what is shown can be: nothing shows an entry that there is not."""
ENTRY = "number, kind, seat, text, drawn, at, by, hash"
"""Columns of an entry that the archive keeps, and of which its digest is made."""
NOTICE = "id, match, kind, seat, number, attempts, continues, person, due, nonce, intent"


def living(clock: str) -> str:
    """In SQL, whether a process lives whose `until` is meant, by that clock of the database.

    None says that it lives for as long as a day: what says so is no time of ours, and would hold its shards.
    """
    return f"until BETWEEN {clock} AND {clock} + 86400000000"


def number(at: datetime) -> int:
    """Microseconds since 1970."""
    return (at - EPOCH) // _MICROSECOND


def in_range(column: int) -> bool:
    """Whether the column can be a time."""
    return 0 <= column <= LATEST


def time(column: int) -> datetime:
    """The inverse of `number`; what cannot be a time is the nearest one that can."""
    return EPOCH + min(max(column, 0), LATEST) * _MICROSECOND


def whole(text: str) -> int:
    """The number that a text writes; 0 where it is none that a column could hold."""
    return int(text) if len(text) < 19 and text.isascii() and text.isdecimal() else 0


def seat_of(column: int | None) -> Seat | None:
    return None if column is None else Seat(column)


def marks(values: Collection[object], none: str = "NULL") -> str:
    """Placeholders for the values, to stand behind IN; `none` where there are none. NOT IN needs another."""
    return ", ".join("?" * len(values)) or none


class Unsure:
    """Reads the columns of a row one by one: what cannot be read is noted, and hinders no other row."""

    def __init__(self) -> None:
        self.unreadable: list[str] = []

    def read(self, column: str, reading: Callable[[], T], otherwise: T) -> T:
        """Return what the column says; `otherwise` where nothing can be made of it."""
        try:
            return reading()
        except Exception:  # whatever stands there, the other rows are read
            self.unreadable.append(column)
            return otherwise


def entry_of(row: Sequence[Any]) -> Entry:
    number, kind, seat, text, drawn, at, by, digest = row
    return Entry(number, kind, seat_of(seat), text, tuple(json.loads(drawn)), time(at), by, digest)


def notice_of(row: Sequence[Any]) -> Notice:
    id, match, kind, seat, number, attempts, continues, person, due, nonce, intent = row
    due = min(max(due, 0), LATEST)
    return Notice(
        id, match, kind, seat_of(seat), number, attempts, bool(continues), person, due, nonce, intent
    )


def clocks_of(size: int, column: str) -> tuple[SeatClock | None, ...]:
    """By seat the clocks in a column of ``[seat, since, value]``."""
    found: list[SeatClock | None] = [None] * size
    rows: list[tuple[int, int | None, str]] = json.loads(column)
    for seat, since, value in rows:
        if seat < size:
            found[seat] = clock_of(since, value)
    return tuple(found) if rows else ()


def clock_of(since: int | None, value: str) -> SeatClock | None:
    """The clock in these columns; `None` where it cannot be read: a full one stands for it."""
    try:
        clock = msgspec.json.decode(value, type=SeatClock)
        clock.habits.check()
    except (msgspec.DecodeError, UnicodeError, Refusal):
        return None
    return clock if since is None else msgspec.structs.replace(clock, since=time(since))


def house_of(column: str) -> House:
    return msgspec.json.decode(column, type=House) if column else House()


def house_column(house: House) -> str:
    return "" if house == House() else msgspec.json.encode(house).decode()


def lobby_of(column: str) -> Lobby:
    return msgspec.json.decode(column, type=Lobby) if column else Lobby()


def lobby_column(lobby: Lobby) -> str:
    return "" if lobby == Lobby() else msgspec.json.encode(lobby).decode()
