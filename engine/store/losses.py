"""Which matches were lost when an older backup was put back: those opened after it was made.

Numbers are never given twice, so a lost match's number is known to be one. A note of the database keeps what
each restore has lost: a JSON list of pairs, in order, after the first number and up to the second one.
"""

from __future__ import annotations

import json

import msgspec

__all__ = ["NOTE", "covers", "with_loss"]

NOTE = "lost"
"""Key of the note. There is none where no backup was ever put back."""


def with_loss(note: str | None, after: int, last: int) -> str:
    """The note once matches numbered above `after`, up to `last`, are lost as well, if there were any."""
    return json.dumps([*_read(note), (after, last)])


def covers(note: str | None, match: int) -> bool:
    """Whether the number is one of a lost match."""
    return any(after < match <= last for after, last in _read(note))


def _read(note: str | None) -> list[tuple[int, int]]:
    """Return the pairs; none where the note cannot be read: then a lost match is only one there is not."""
    try:
        return msgspec.json.decode(note, type=list[tuple[int, int]]) if note else []
    except (msgspec.DecodeError, UnicodeError):
        return []
