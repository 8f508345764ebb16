"""Values as columns hold them, and back."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from engine.game import Seat
from engine.match import Entry, Notice
from engine.store import EPOCH

__all__ = [
    "ENTRY",
    "LATEST",
    "LENGTH",
    "NOTICE",
    "NUMBERS",
    "READABLE",
    "Row",
    "entry_of",
    "in_range",
    "marks",
    "notice_of",
    "number",
    "seat_of",
    "time",
]

Row = tuple[Any, ...]

_MICROSECOND = timedelta(microseconds=1)
NUMBERS = 1 << 63
"""Numbers from here on SQLite does not know."""
LATEST = 7000 * 366 * 86400 * 10**6
"""No time that we write is later: there is room above it to count on."""
LENGTH = (
    "coalesce((SELECT max(number) + 1 FROM entries WHERE entries.match = {match}),"
    " (SELECT entries FROM archive WHERE archive.match = {match}), 0)"
)
"""Entries of the log of a match."""
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


def seat_of(column: int | None) -> Seat | None:
    return None if column is None else Seat(column)


def marks(values: Collection[object], none: str = "NULL") -> str:
    """Placeholders for the values, to stand behind IN; `none` where there are none. NOT IN needs another."""
    return ", ".join("?" * len(values)) or none


def entry_of(row: Sequence[Any]) -> Entry:
    number, kind, seat, text, drawn, at, by, digest = row
    return Entry(number, kind, seat_of(seat), text, tuple(json.loads(drawn)), time(at), by, digest)


def notice_of(row: Sequence[Any]) -> Notice:
    id, match, kind, seat, number, attempts, continues, person, due, nonce, intent = row
    due = min(max(due, 0), LATEST)
    return Notice(
        id, match, kind, seat_of(seat), number, attempts, bool(continues), person, due, nonce, intent
    )
