"""Notes, as `engine.store.protocol.notes` has them."""

from __future__ import annotations

from engine.store.sql.known import NOTHING
from engine.store.sql.statements import Statements, upsert

__all__ = ["SqlNoteStore"]


class SqlNoteStore(Statements):
    """The SQL of `NoteStore`."""

    async def note(self, key: str) -> str | None:
        rows = await self._read("SELECT value FROM notes WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    async def save_note(self, key: str, value: str) -> None:
        await self._write_one(upsert("notes", "key", "key, value"), (key, value), NOTHING)
