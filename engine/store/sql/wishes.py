"""Wishes to hear of a table that opens, as `engine.store.protocol.wishes` has them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from engine.store.protocol.wishes import Wish
from engine.store.sql.known import NOTHING
from engine.store.sql.rows import Row, marks, number, time
from engine.store.sql.statements import Connection, Statements

__all__ = ["SqlWishStore"]

_WISH = "id, guild, person, game, pace, at, listed, match"


class SqlWishStore(Statements):
    """The SQL of `WishStore`."""

    async def add_wish(self, person: int, guild: int, game: str, pace: str, now: datetime, most: int) -> bool:
        async def work(connection: Connection) -> bool:
            run = connection.execute_fetchall
            again = await run(
                "UPDATE wishes SET at = ?, match = NULL WHERE person = ? AND guild = ? AND game = ?"
                " AND pace = ? RETURNING 1",
                (number(now), person, guild, game, pace),
            )
            if list(again):
                return True
            ((there,),) = await run("SELECT count(*) FROM wishes WHERE person = ?", (person,))
            if there >= most:
                return False
            await run(
                "INSERT INTO wishes (guild, person, game, pace, at, listed) VALUES (?, ?, ?, ?, ?, 0)"
                " ON CONFLICT (person, guild, game, pace) DO UPDATE SET at = excluded.at",
                (guild, person, game, pace, number(now)),
            )
            return True

        return await self._write(work, NOTHING)

    async def wishes_of(self, person: int, since: datetime) -> list[Wish]:
        return await self._wishes("person = ?", (person,), since)

    async def wishes_for(self, guild: int, game: str, pace: str, since: datetime) -> list[Wish]:
        return await self._wishes(
            "guild = ? AND game = ? AND pace IN (?, '') AND match IS NULL", (guild, game, pace), since
        )

    async def _wishes(self, where: str, values: tuple[object, ...], since: datetime) -> list[Wish]:
        rows = await self._read(
            f"SELECT {_WISH} FROM wishes WHERE {where} AND at >= ? ORDER BY id", (*values, number(since))
        )
        return [_wish(row) for row in rows]

    async def claim_wishes(self, person: int, wishes: Collection[int], notice: int) -> list[int]:
        rows = await self._write_one(
            f"UPDATE wishes SET notice = ? WHERE person = ? AND id IN ({marks(wishes)}) AND match IS NULL"
            " AND (notice IS NULL OR notice = ? OR NOT EXISTS"
            " (SELECT 1 FROM outbox WHERE outbox.id = wishes.notice)) RETURNING id",
            (notice, person, *wishes, notice),
            NOTHING,
        )
        return sorted(row[0] for row in rows)

    async def list_wish(self, person: int, wish: int, *, listed: bool) -> None:
        await self._write_one(
            "UPDATE wishes SET listed = ? WHERE person = ? AND id = ? RETURNING 1",
            (int(listed), person, wish),
            NOTHING,
        )

    async def end_wishes(self, person: int, wishes: Collection[int]) -> int:
        rows = await self._write_one(
            f"DELETE FROM wishes WHERE person = ? AND id IN ({marks(wishes)}) RETURNING 1",
            (person, *wishes),
            NOTHING,
        )
        return len(rows)


def _wish(row: Row) -> Wish:
    id, guild, person, game, pace, at, listed, match = row
    return Wish(id, guild, person, game, pace, time(at), bool(listed), match)
