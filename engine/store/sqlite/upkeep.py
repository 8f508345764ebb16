"""What keeps the file sound and small: calls that are missing, rows that cannot be, what nobody needs."""

from __future__ import annotations

import json
import os
import zlib
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import aiosqlite

from engine.store import Sizes, Uncalled
from engine.store.sqlite.connection import Connected
from engine.store.sqlite.rows import LATEST, Row, number, time
from engine.store.sqlite.timers import laid_aside
from engine.table import Status

__all__ = ["Upkeep", "unpacked"]

_COUNTED = (
    "matches",
    "entries",
    "archive",
    "clicks",
    "timers",
    "outbox",
    "people",
    "posts",
    "notes",
    "aside",
)
_ENTRY = "number, kind, seat, text, drawn, at, by, hash"
_COUNTED_TO = 200_000
LONGEST = timedelta(days=1)
"""No lane is put off for longer."""
_SLICE = 500
"""Matches looked at in one go."""


class Upkeep(Connected):
    """The part of the store that a host never sees."""

    async def uncalled(self, after: int, limit: int) -> tuple[list[Uncalled], int | None]:
        ids = await self._read("SELECT id FROM matches WHERE id > ? ORDER BY id LIMIT ?", (after, _SLICE))
        if not ids:
            return [], None
        rows = await self._read(
            "SELECT id, called FROM matches WHERE id > ? AND id <= ? AND status = ?"
            " AND NOT EXISTS (SELECT 1 FROM outbox WHERE match = matches.id AND kind = 'turn')"
            " AND CASE WHEN called IS NULL THEN NOT EXISTS (SELECT 1 FROM timers WHERE match = matches.id)"
            " ELSE NOT EXISTS (SELECT 1 FROM posts WHERE match = matches.id AND number >= called"
            " AND (kind = 'turn' OR kind = 'hand' AND EXISTS"
            " (SELECT 1 FROM posts AS place WHERE place.match = matches.id AND place.kind = 'lost'))) END"
            " ORDER BY id LIMIT ?",
            (after, ids[-1][0], Status.RUNNING.value, limit),
        )
        last = rows[-1][0] if len(rows) == limit else ids[-1][0]
        return [Uncalled(*row) for row in rows], last

    async def set_aside_unreadable(self, now: datetime) -> list[int]:
        async def work(connection: aiosqlite.Connection) -> list[int]:
            matches: list[int] = []
            for table in ("timers", "outbox"):
                rows = await connection.execute_fetchall(
                    f"SELECT id, match FROM {table} WHERE due < 0 OR due > {LATEST}"
                )
                broken = [tuple(row) for row in rows]
                await laid_aside(connection, table, [row[0] for row in broken], "its time cannot be", now)
                matches += [row[1] for row in broken]
            await connection.execute_fetchall(
                "UPDATE matches SET say_due = (SELECT min(due) FROM outbox WHERE match = matches.id)"
                " WHERE say_due > ?",
                (LATEST,),
            )
            await connection.execute_fetchall(
                "UPDATE matches SET say_due = ? WHERE sayer IS NULL AND say_due IS NULL"
                " AND id IN (SELECT match FROM outbox)",
                (number(now),),
            )
            await connection.execute_fetchall(
                "UPDATE matches SET say_due = ? WHERE sayer IS NULL AND say_due > ?",
                (number(now), number(now + LONGEST)),
            )
            return list(dict.fromkeys(matches))

        return await self._write(work)

    async def tidy(self, before: datetime, limit: int) -> int:
        ended = await self._read(
            "SELECT id FROM matches WHERE kept = 0 AND status IN ('over', 'cancelled') AND say_due IS NULL"
            " ORDER BY id LIMIT ?",
            (max(1, limit // 50),),
        )
        gone = 0
        for (match,) in ended:
            gone += await self._put_together(match)
        rows = await self._write_one(
            "DELETE FROM clicks WHERE (match, click, verb) IN"
            " (SELECT match, click, verb FROM clicks WHERE at < ? ORDER BY at LIMIT ?) RETURNING 1",
            (number(before), limit),
        )
        return gone + len(rows)

    async def _put_together(self, match: int) -> int:
        """Replace the entries of a match that has ended by one row."""

        async def work(connection: aiosqlite.Connection) -> int:
            rows = [
                tuple(row)
                for row in await connection.execute_fetchall(
                    f"SELECT {_ENTRY} FROM entries WHERE match = ? ORDER BY number", (match,)
                )
            ]
            await connection.execute_fetchall("UPDATE matches SET kept = 1 WHERE id = ?", (match,))
            if rows:
                await connection.execute_fetchall(
                    "INSERT INTO archive (match, entries, start, log) VALUES (?, ?, ?, ?)",
                    (match, len(rows), rows[0][3], packed(rows)),
                )
            await connection.execute_fetchall("DELETE FROM entries WHERE match = ?", (match,))
            await connection.execute_fetchall(
                "DELETE FROM posts WHERE match = ? AND kind NOT IN ('thread', 'lobby')", (match,)
            )
            return 1 + len(rows)

        return await self._write(work)

    async def sizes(self) -> Sizes:
        rows: dict[str, int] = {}
        for table in _COUNTED:
            rows[table] = await self._about(table)
        oldest = await self._read(
            "SELECT say_due FROM matches WHERE say_due IS NOT NULL AND sayer IS NULL ORDER BY say_due LIMIT 1"
        )
        return Sizes(
            rows=rows,
            bytes=_size(self._path),
            log_bytes=_size(self._path.with_name(self._path.name + "-wal")),
            oldest_notice=time(oldest[0][0]) if oldest else None,
            aside=rows["aside"],
        )

    async def _about(self, table: str) -> int:
        """How many rows there are, as far as that can be told at once."""
        if table == "matches":
            found = await self._read("SELECT coalesce(max(id), 0) FROM matches")
        else:
            found = await self._read(f"SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT {_COUNTED_TO})")
        return found[0][0]


def packed(rows: list[Row]) -> bytes:
    """Columns of entries, small."""
    return zlib.compress(json.dumps(rows, separators=(",", ":")).encode(), 9)


def unpacked(log: bytes) -> list[Any]:
    """The inverse of `packed`."""
    return json.loads(zlib.decompress(log))


def _size(path: Path) -> int:
    with suppress(OSError):
        return os.stat(path).st_size
    return 0
