"""Values as columns hold them, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from engine.game import Seat
from engine.match.changes import EPOCH
from engine.match.values import Entry, Notice
from engine.store.values import MANY

__all__ = [
    "ENTRY",
    "LATEST",
    "LENGTH",
    "NEXT_VERSION",
    "NOTICE",
    "NUMBERS",
    "READABLE",
    "Row",
    "Unsure",
    "entry_of",
    "in_range",
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
