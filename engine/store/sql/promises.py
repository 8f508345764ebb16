"""Promises, as `engine.store.protocol.promises` has them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from engine.store.protocol.promises import Promise
from engine.store.sql.known import NOTHING
from engine.store.sql.rows import marks, number
from engine.store.sql.statements import Connection, Statements

__all__ = ["SqlPromiseStore"]

_COLUMNS = "interaction, token, person, until, holder"
_AT_ONCE = 100


class SqlPromiseStore(Statements):
    """The SQL of `PromiseStore`."""

    async def promise(
        self, begun: Sequence[Promise], now: datetime, until: datetime, kept: Collection[int]
    ) -> None:
        rows = [(each.interaction, each.token, each.person, number(until), self.holder) for each in begun]

        async def work(connection: Connection) -> None:
            await connection.executemany(
                f"INSERT INTO promises ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (interaction) DO NOTHING",
                rows,
            )
            await connection.execute_fetchall(
                f"DELETE FROM promises WHERE until <= ? OR (holder = ? AND interaction IN ({marks(kept)}))",
                (number(now), self.holder, *kept),
            )

        await self._write_lightly(work, NOTHING)

    async def take_promises(self, now: datetime) -> list[Promise]:
        # A dead process answers no more. On SQLite no other process lives.
        orphaned = (
            "holder <> ? AND NOT EXISTS (SELECT 1 FROM processes"
            f" WHERE CAST(id AS TEXT) = promises.holder AND processes.until >= {self.dialect.clock})"
        )
        if not await self._poll(f"SELECT 1 FROM promises WHERE {orphaned} LIMIT 1", (self.holder,)):
            return []

        async def work(connection: Connection) -> list[Promise]:
            await connection.execute_fetchall("DELETE FROM promises WHERE until <= ?", (number(now),))
            rows = await connection.execute_fetchall(
                "UPDATE promises SET holder = ? WHERE interaction IN (SELECT interaction FROM promises"
                f" WHERE {orphaned} ORDER BY interaction LIMIT ?{self.dialect.skip})"
                " RETURNING interaction, token, person",
                (self.holder, self.holder, _AT_ONCE),
            )
            return [Promise(*row) for row in rows]

        return await self._write(work, NOTHING)
