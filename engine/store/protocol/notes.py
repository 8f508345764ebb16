"""Notes: single values that belong to no match. SQL: `engine/store/sql/notes.py`."""

from __future__ import annotations

from typing import Protocol

__all__ = ["RESTORES", "UNFINISHED", "NoteStore"]

RESTORES = "restores"
"""Key of the number of backups that were ever restored into this database.

It stands in `notes` on PostgreSQL, and in `sqlite_sequence` on SQLite."""
UNFINISHED = "unfinished"
"""Key of the note that marks a database into which another one is being moved, until all of it is here."""


class NoteStore(Protocol):
    """Single values by their keys."""

    async def note(self, key: str) -> str | None:
        """Return the value with that key, or `None`."""
        ...

    async def save_note(self, key: str, value: str) -> None:
        """Store the value in place of the former one."""
        ...
