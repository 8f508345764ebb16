"""Matches that were lost when an older backup was restored: those opened after it was made.

Numbers are never given twice, so the number of a lost match can be recognised. A note has the losses of each
restore, as a JSON list of pairs in order: the lost matches are above the first number, up to the second.
"""

from __future__ import annotations

import json

import msgspec

__all__ = ["NOTE", "covers", "with_loss"]

NOTE = "lost"
"""Key of the note. A database into which no backup was ever restored has none."""


def with_loss(note: str | None, after: int, last: int) -> str:
    """Return the note with another loss: the matches above `after`, up to `last`."""
    return json.dumps([*_read(note), (after, last)])


def covers(note: str | None, match: int) -> bool:
    """Return True if the number is a lost match's."""
    return any(after < match <= last for after, last in _read(note))


def _read(note: str | None) -> list[tuple[int, int]]:
    """Return the pairs; none if the note cannot be read, so that a lost match only counts as missing."""
    try:
        return msgspec.json.decode(note, type=list[tuple[int, int]]) if note else []
    except (msgspec.DecodeError, UnicodeError):
        return []
