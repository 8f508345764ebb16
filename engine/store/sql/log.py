"""The logs of matches and their clicks, as `engine.store.protocol.log` has them."""

from __future__ import annotations

from engine.match.values import Entry
from engine.store.packing import unpack
from engine.store.sql.rows import ENTRY, entry_of
from engine.store.sql.statements import Statements

__all__ = ["SqlLogStore"]


class SqlLogStore(Statements):
    """The SQL of `LogStore`."""

    async def entries(self, match: int) -> list[Entry]:
        rows = await self._read(f"SELECT {ENTRY} FROM entries WHERE match = ? ORDER BY number", (match,))
        if not rows:
            kept = await self._read("SELECT log FROM archive WHERE match = ?", (match,))
            rows = [tuple(row) for row in unpack(kept[0][0])] if kept else []
        return [entry_of(row) for row in rows]

    async def clicks(self, match: int) -> dict[tuple[int, str], int | None]:
        rows = await self._read("SELECT click, verb, entry FROM clicks WHERE match = ?", (match,))
        return {(click, verb): entry for click, verb, entry in rows}

    async def opened_by(self, click: int) -> int | None:
        rows = await self._read("SELECT match FROM clicks WHERE click = ? AND verb = 'open'", (click,))
        return rows[0][0] if rows else None
