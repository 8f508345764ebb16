"""Lanes of servers, as `engine.store.protocol.server_lanes` has them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from engine.match.changes import Change
from engine.store.protocol.server_lanes import GATHER, NEWS, Bulletin, BulletinKind, ServerLane
from engine.store.sql.known import NOTHING
from engine.store.sql.rows import Row, in_range, number, time
from engine.store.sql.statements import HELD, Connection, Dialect, Statement, Statements

__all__ = ["SqlServerLaneStore", "bulletins_put"]

_LANE = "id, guild, kind, channel, locale, chosen_by, state, rests, begun"
_OPEN, _CLOSED = "open", "closed"
_MINE = "id = ? AND sayer = ? AND channel = ?"
"""The condition that the lane is still the sayer's, and the same."""
_GATHER = timedelta(seconds=GATHER)


class SqlServerLaneStore(Statements):
    """The SQL of `ServerLaneStore`."""

    async def open_server_lane(
        self, guild: int, kind: str, channel: int, locale: str, chosen_by: int
    ) -> ServerLane:
        async def work(connection: Connection) -> ServerLane:
            run = connection.execute_fetchall
            rows = await run(
                "INSERT INTO server_lanes (guild, kind, channel, locale, chosen_by) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (guild, kind) DO UPDATE SET channel = excluded.channel,"
                " locale = excluded.locale, chosen_by = excluded.chosen_by, state = ?, say_due = NULL,"
                f" sayer = NULL, begun = 0 RETURNING {_LANE}",
                (guild, kind, channel, locale, chosen_by, _OPEN),
            )
            lane = _lane(next(iter(rows)))
            await run("DELETE FROM bulletins WHERE lane = ?", (lane.id,))
            return lane

        return await self._write(work, NOTHING)

    async def close_server_lane(self, guild: int, kind: str) -> None:
        async def work(connection: Connection) -> None:
            rows = await connection.execute_fetchall(
                f"SELECT id FROM server_lanes WHERE guild = ? AND kind = ?{self.dialect.lock}", (guild, kind)
            )
            for (lane,) in list(rows):
                await _drop(connection, lane)

        await self._write(work, NOTHING)

    async def forget_server(self, guild: int) -> None:
        async def work(connection: Connection) -> None:
            rows = await connection.execute_fetchall(
                f"SELECT id FROM server_lanes WHERE guild = ? ORDER BY id{self.dialect.lock}", (guild,)
            )
            for (lane,) in list(rows):
                await _drop(connection, lane)
            await connection.execute_fetchall("DELETE FROM wishes WHERE guild = ?", (guild,))

        await self._write(work, NOTHING)

    async def server_lane(self, guild: int, kind: str) -> ServerLane | None:
        rows = await self._read(
            f"SELECT {_LANE} FROM server_lanes WHERE guild = ? AND kind = ?", (guild, kind)
        )
        return _lane(rows[0]) if rows else None

    async def take_server_lanes(
        self, sayer: str, now: datetime, until: datetime, limit: int
    ) -> list[ServerLane]:
        if not await self._poll("SELECT 1 FROM server_lanes WHERE say_due <= ? LIMIT 1", (number(now),)):
            return []
        rows = await self._write_one(
            "UPDATE server_lanes SET sayer = ?, say_due = ? WHERE id IN (SELECT id FROM server_lanes"
            f" WHERE say_due <= ? ORDER BY say_due, id LIMIT ?{self.dialect.skip}) RETURNING {_LANE}",
            (sayer, number(until), number(now), limit),
            NOTHING,
        )
        return [_lane(row) for row in rows]

    async def next_server_lane(self) -> datetime | None:
        for (due,) in await self._poll("SELECT min(say_due) FROM server_lanes"):
            return None if due is None else time(due)
        return None

    async def bulletins(self, lane: int, limit: int) -> list[Bulletin]:
        rows = await self._read(
            "SELECT id, kind, match, at FROM bulletins WHERE lane = ? ORDER BY id DESC LIMIT ?", (lane, limit)
        )
        found: list[Bulletin] = []
        for id, kind, match, at in reversed(rows):
            with contextlib.suppress(ValueError, OverflowError):
                found.append(Bulletin(id, BulletinKind(kind), match, time(at)))
        return found

    async def note_bulletins_begun(self, sayer: str, lane: ServerLane, last: int) -> bool:
        return await self._changed(
            f"UPDATE server_lanes SET begun = ? WHERE {_MINE} RETURNING 1",
            (last, lane.id, sayer, lane.channel),
        )

    async def note_bulletins_said(
        self, sayer: str, lane: ServerLane, last: int, rests_until: datetime | None
    ) -> bool:
        rests = None if rests_until is None else number(rests_until)

        async def work(connection: Connection) -> bool:
            run = connection.execute_fetchall
            # Changes that are adding bulletins must be among those that remain: the row waits for them.
            rows = list(
                await run(
                    "UPDATE server_lanes SET begun = 0, sayer = NULL, say_due = NULL,"
                    f" rests = coalesce(?, rests) WHERE {_MINE} RETURNING rests",
                    (rests, lane.id, sayer, lane.channel),
                )
            )
            if not rows:
                return False
            await run("DELETE FROM bulletins WHERE lane = ? AND id <= ?", (lane.id, last))
            await run(
                "UPDATE server_lanes SET say_due = rests WHERE id = ?"
                " AND EXISTS (SELECT 1 FROM bulletins WHERE lane = server_lanes.id)",
                (lane.id,),
            )
            return True

        return await self._write(work, NOTHING)

    async def put_off_server_lane(self, sayer: str, lane: ServerLane, due: datetime) -> bool:
        return await self._changed(
            f"UPDATE server_lanes SET say_due = ?, sayer = NULL WHERE {_MINE} RETURNING 1",
            (number(due), lane.id, sayer, lane.channel),
        )

    async def note_lane_closed(self, sayer: str, lane: ServerLane) -> bool:
        async def work(connection: Connection) -> bool:
            rows = await connection.execute_fetchall(
                f"UPDATE server_lanes SET state = ?, begun = 0 WHERE {_MINE} RETURNING 1",
                (_CLOSED, lane.id, sayer, lane.channel),
            )
            if not list(rows):
                return False
            await connection.execute_fetchall("DELETE FROM bulletins WHERE lane = ?", (lane.id,))
            return True

        return await self._write(work, NOTHING)

    async def drop_server_lane(self, sayer: str, lane: ServerLane) -> bool:
        async def work(connection: Connection) -> bool:
            rows = await connection.execute_fetchall(
                f"SELECT 1 FROM server_lanes WHERE {_MINE} AND state = ?{self.dialect.lock}",
                (lane.id, sayer, lane.channel, _CLOSED),
            )
            if not list(rows):
                return False
            await _drop(connection, lane.id)
            return True

        return await self._write(work, NOTHING)

    async def _changed(self, sql: str, values: Sequence[object]) -> bool:
        return bool(await self._write_one(sql, values, NOTHING))


async def _drop(connection: Connection, lane: int) -> None:
    await connection.execute_fetchall("DELETE FROM bulletins WHERE lane = ?", (lane,))
    await connection.execute_fetchall("DELETE FROM server_lanes WHERE id = ?", (lane,))


def bulletins_put(dialect: Dialect, match: int, change: Change) -> list[Statement]:
    """Return the statements that add the change's bulletins to its server's lane, if there is an open one.

    The lane's row comes first: whoever says the lane waits there, and finds the bulletins afterwards.
    """
    if not change.bulletins:
        return []
    there = f"guild = (SELECT guild FROM matches WHERE id = ?) AND kind = ? AND state = ? AND {HELD}"
    lane, due = (match, NEWS, _OPEN), number(change.at + _GATHER)
    wakes = Statement(
        "UPDATE server_lanes SET say_due = CASE WHEN sayer IS NULL"
        f" THEN coalesce(say_due, {dialect.greatest}(rests, ?)) ELSE say_due END WHERE {there}",
        (due, *lane),
    )
    return [
        wakes,
        *(
            Statement(
                "INSERT INTO bulletins (lane, kind, match, at)"
                f" SELECT id, ?, ?, ? FROM server_lanes WHERE {there}",
                (kind, match, number(change.at), *lane),
            )
            for kind in change.bulletins
        ),
    ]


def _lane(row: Row) -> ServerLane:
    id, guild, kind, channel, locale, chosen_by, state, rests, begun = row
    until = time(rests) if rests and in_range(rests) else None
    return ServerLane(id, guild, kind, channel, locale, chosen_by, state != _OPEN, until, begun)
