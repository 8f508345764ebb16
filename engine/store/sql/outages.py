"""Times during which nobody could press, as `engine.store.protocol.outages` has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from engine.match.clock import Span
from engine.store.sql.known import NOTHING
from engine.store.sql.rows import LATEST, NEXT_VERSION, in_range, number, time
from engine.store.sql.statements import Connection, Statements, upsert

__all__ = ["SqlOutageStore"]

_MICROSECOND = timedelta(microseconds=1)
SPREAD = 600
"""Seconds over which the notices about an outage are spread."""


class SqlOutageStore(Statements):
    """The SQL of `OutageStore`."""

    async def served_until(self, shard: int) -> datetime | None:
        rows = await self._read("SELECT served FROM shards WHERE id = ?", (shard,))
        return time(rows[0][0]) if rows and rows[0][0] and in_range(rows[0][0]) else None

    async def note_session_up(self, shard: int, now: datetime) -> None:
        await self._write_one(
            "INSERT INTO shards (id, served) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET served = excluded.served, up = 1",
            (shard, number(now)),
            NOTHING,
        )

    async def note_session_lost(self, shard: int) -> None:
        await self._write_one(
            "UPDATE shards SET up = 0 WHERE id = ? AND (holder IS NULL OR holder = ?)",
            (shard, self.holder),
            NOTHING,
        )

    async def put_off_timers(
        self,
        kinds: Mapping[str, str | None],
        shard: int,
        shards: int,
        since: datetime,
        now: datetime,
        *,
        outage: bool = False,
    ) -> int:
        missed = number(now) - number(since)
        meant = (
            f"kind = ? AND due > ? AND due <= {LATEST}"
            " AND EXISTS (SELECT 1 FROM matches WHERE id = timers.match AND (guild >> 22) % ? = ?)"
        )

        async def work(connection: Connection) -> int:
            rows = await connection.execute_fetchall(
                "UPDATE shards SET served = ?, up = 1 WHERE id = ? AND served = ? RETURNING id",
                (number(now), shard, number(since)),
            )
            if not list(rows):
                return 0
            if outage:
                await connection.execute_fetchall(
                    upsert("outages", "shard, began", "shard, began, ended"),
                    (shard, number(since), number(now)),
                )
                await _move_seasons(
                    connection, missed, number(since), " AND (guild >> 22) % ? = ?", (shards, shard)
                )
            credited = 0
            for kind, notice in kinds.items():
                values = (kind, number(since), shards, shard)
                credited += await self._put_off(connection, meant, values, missed, notice, now)
            return credited

        return await self._write(work)

    async def shift_clock(self, since: datetime, by: timedelta, kind: str, notice: str | None) -> None:
        after, moved, greatest = number(since), by // _MICROSECOND, self.dialect.greatest

        async def work(connection: Connection) -> None:
            for table, column in (("timers", "free_at"), ("outbox", "due"), ("matches", "say_due")):
                await connection.execute_fetchall(
                    f"UPDATE {table} SET {column} = {column} + ?"
                    f" WHERE {column} > 0 AND {column} > ? AND {column} <= {LATEST}",
                    (moved, after),
                )
            await connection.execute_fetchall(
                f"UPDATE shards SET served = {greatest}(1, served + ?)"
                f" WHERE served > 0 AND served <= {LATEST}",
                (moved,),
            )
            # A timer of a seat's clock may fall due too early: the clock is then computed again.
            await connection.execute_fetchall(
                "UPDATE timers SET due = due + ? WHERE kind <> ?"
                f" AND (kind <> 'clock' OR CAST(? AS BIGINT) < 0) AND due > ? AND due <= {LATEST}",
                (moved, kind, moved, after),
            )
            for table, column in (("clocks", "since"), ("matches", "acted"), ("outages", "ended")):
                await connection.execute_fetchall(
                    f"UPDATE {table} SET {column} = {greatest}(0, {column} + ?)"
                    f" WHERE {column} > ? AND {column} <= {LATEST}",
                    (moved, after),
                )
            await _move_seasons(connection, moved, after)
            if moved > 0:
                await connection.execute_fetchall(
                    "INSERT INTO outages (shard, began, ended) SELECT id, ?, ? FROM shards WHERE served > 0"
                    " ON CONFLICT (shard, began) DO UPDATE SET ended = excluded.ended",
                    (after, after + moved),
                )
            else:
                await connection.execute_fetchall("DELETE FROM outages WHERE ended <= began")
            meant = f"kind = ? AND due > ? AND due <= {LATEST}"
            now = since + max(by, timedelta())
            await self._put_off(connection, meant, (kind, after), moved, notice, now)

        await self._write(work)

    async def outages(self, shard: int, since: datetime) -> list[Span]:
        found = (await self._outages.of((shard,), self._read_outages, self._since()))[shard]
        return [each for each in found or () if each.end > since]

    async def _read_outages(self, shards: Collection[int]) -> dict[int, list[Span]]:
        (shard,) = shards
        rows = await self._read("SELECT began, ended FROM outages WHERE shard = ? ORDER BY ended", (shard,))
        return {
            shard: [
                Span(time(began), time(ended))
                for began, ended in rows
                if in_range(ended) and 0 <= began <= ended
            ]
        }

    async def _put_off(
        self,
        connection: Connection,
        meant: str,
        values: Sequence[Any],
        by: int,
        notice: str | None,
        now: datetime,
    ) -> int:
        """Move these timers, with a notice about each, spread over some minutes; return their number."""
        if notice is not None:
            await connection.execute_fetchall(
                "INSERT INTO outbox (match, kind, seat, number) SELECT match, ?, min(seat), max(number)"
                f" FROM timers WHERE {meant} AND NOT EXISTS"
                " (SELECT 1 FROM outbox WHERE outbox.match = timers.match"
                " AND outbox.kind = ? AND outbox.person IS NULL AND outbox.intent = '') GROUP BY match",
                (notice, *values, notice),
            )
            await connection.execute_fetchall(
                f"UPDATE matches SET version = {NEXT_VERSION},"
                " say_due = CASE WHEN sayer IS NULL"
                f" THEN {self.dialect.least}(coalesce(say_due, ?), ? + (id % ?) * 1000000) ELSE say_due END"
                f" WHERE id IN (SELECT match FROM timers WHERE {meant})",
                (LATEST, number(now), SPREAD, *values),
            )
        rows = await connection.execute_fetchall(
            f"UPDATE timers SET due = due + ? WHERE {meant} RETURNING id", (by, *values)
        )
        return len(list(rows))


async def _move_seasons(
    connection: Connection, by: int, after: int, where: str = "", values: tuple[int, ...] = ()
) -> None:
    """Move what is due in leagues after that instant: the ends of seasons, the beginnings of others."""
    there = f"SELECT id FROM leagues WHERE 1 = 1{where}"
    for stage, column in (("playing", "ends"), ("sign_up", "begins")):
        rows = await connection.execute_fetchall(
            f"UPDATE seasons SET {column} = {column} + ? WHERE stage = ? AND {column} > ?"
            f" AND {column} <= {LATEST} AND league IN ({there}) RETURNING league",
            (by, stage, after, *values),
        )
        await connection.executemany(
            f"UPDATE leagues SET version = {NEXT_VERSION}, due = due + ? WHERE id = ?",
            [(by if by < 0 else 0, league) for (league,) in rows],
        )
