"""What falls due, and the clock by which it does."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from engine.match.changes import Timer
from engine.store.sql.rows import LATEST, NEXT_VERSION, Row, in_range, marks, number, seat_of, time
from engine.store.sql.statements import Connection, Statements, upsert

__all__ = ["Timers"]

_TIMER = "id, match, kind, seat, number, due, payload"
_MICROSECOND = timedelta(microseconds=1)
_NONE = "''"
"""No kind is called so."""
SPREAD = 600
"""Seconds over which the notices about an outage are spread."""


class Timers(Statements):
    """The part of the store about timers."""

    async def timers(self, match: int) -> list[Timer]:
        rows = await self._read(f"SELECT {_TIMER} FROM timers WHERE match = ? ORDER BY due, id", (match,))
        return [_timer(row) for row in rows if in_range(row[5])]

    async def take_timers(
        self,
        taker: str,
        now: datetime,
        until: datetime,
        limit: int,
        *,
        among: Collection[str] | None = None,
        besides: Collection[str] = (),
        still: Collection[str] = (),
        shards: int = 1,
    ) -> tuple[list[Timer], list[int]]:
        at = number(now)
        kinds, values = _meant(among, besides, still, shards)
        found = await self._read(
            f"SELECT 1 FROM timers WHERE due <= ? AND free_at <= ? AND {kinds} LIMIT 1", (at, at, *values)
        )
        if not found:
            return [], []

        async def work(connection: Connection) -> tuple[list[Row], list[int]]:
            rows = await connection.execute_fetchall(
                f"UPDATE timers SET taker = ?, free_at = ? WHERE id IN (SELECT id FROM timers WHERE due <= ?"
                f" AND free_at <= ? AND {kinds} ORDER BY due, id LIMIT ?"
                f"{self.dialect.skip}) RETURNING {_TIMER}",
                (taker, number(until), at, at, *values, limit),
            )
            taken = [tuple(row) for row in rows]
            broken = [row for row in taken if not in_range(row[5])]
            await self._laid_aside(
                connection, "timers", [row[:1] for row in broken], "its time cannot be", now
            )
            return [row for row in taken if row not in broken], [row[1] for row in broken]

        taken, broken = await self._write(work)
        return [_timer(row) for row in sorted(taken, key=lambda row: (row[5], row[0]))], broken

    async def next_timer(
        self,
        now: datetime,
        *,
        among: Collection[str] | None = None,
        besides: Collection[str] = (),
        still: Collection[str] = (),
        shards: int = 1,
    ) -> datetime | None:
        kinds, values = _meant(among, besides, still, shards)
        at = (number(now), *values)
        found = await self._read(
            f"SELECT min(due) FROM timers WHERE free_at <= ? AND {kinds} UNION ALL"
            f" SELECT min({self.dialect.greatest}(due, free_at)) FROM timers"
            f" WHERE free_at > 0 AND free_at > ? AND {kinds}",
            at + at,
        )
        return min((time(due) for (due,) in found if due is not None), default=None)

    async def put_off_timer(self, timer: int, due: datetime | None) -> None:
        if due is None:
            await self._write_one("DELETE FROM timers WHERE id = ?", (timer,))
        else:
            await self._write_one(
                "UPDATE timers SET free_at = ?, taker = NULL WHERE id = ?", (number(due), timer)
            )

    async def set_timer(self, timer: int, due: datetime) -> None:
        await self._write_one(
            "UPDATE timers SET due = ?, free_at = 0, taker = NULL WHERE id = ?", (number(due), timer)
        )

    async def served_until(self, shard: int) -> datetime | None:
        rows = await self._read("SELECT served FROM shards WHERE id = ?", (shard,))
        return time(rows[0][0]) if rows and rows[0][0] and in_range(rows[0][0]) else None

    async def serve(self, shard: int, now: datetime) -> None:
        await self._write_one(
            "INSERT INTO shards (id, served) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET served = excluded.served, up = 1",
            (shard, number(now)),
        )

    async def leave(self, shard: int) -> None:
        await self._write_one(
            "UPDATE shards SET up = 0 WHERE id = ? AND (holder IS NULL OR holder = ?)", (shard, self.holder)
        )

    async def credit(
        self,
        kinds: Mapping[str, str | None],
        shard: int,
        shards: int,
        since: datetime,
        now: datetime,
        *,
        outage: bool = False,
    ) -> int:
        away = number(now) - number(since)
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
            credited = 0
            for kind, notice in kinds.items():
                values = (kind, number(since), shards, shard)
                credited += await self._moved(connection, meant, values, away, notice, now)
            return credited

        return await self._write(work)

    async def shift(self, since: datetime, by: timedelta, kind: str, notice: str | None) -> None:
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
            # A look at a seat's clock may come too early: it is worked out anew.
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
            await self._moved(connection, meant, (kind, after), moved, notice, now)

        await self._write(work)

    async def _moved(
        self,
        connection: Connection,
        meant: str,
        values: Sequence[Any],
        by: int,
        notice: str | None,
        now: datetime,
    ) -> int:
        """Move these timers, with a notice about each, spread over some minutes; return how many."""
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


def _meant(
    among: Collection[str] | None, besides: Collection[str], still: Collection[str], shards: int
) -> tuple[str, tuple[Any, ...]]:
    """Which timers are meant: a condition, and its values."""
    condition, kinds = f"kind NOT IN ({marks(besides, _NONE)})", tuple(besides)
    if among is not None:
        condition, kinds = f"kind IN ({marks(among, _NONE)}) AND {condition}", (*among, *kinds)
    if not still:
        return condition, kinds
    away = (
        "EXISTS (SELECT 1 FROM matches JOIN shards ON shards.id = (guild >> 22) % ?"
        " WHERE matches.id = timers.match AND up = 0)"
    )
    return (
        f"{condition} AND NOT (kind IN ({marks(still)}) AND {away})",
        (*kinds, *still, shards),
    )


def _timer(row: Sequence[Any]) -> Timer:
    id, match, kind, seat, number, due, payload = row
    return Timer(id, match, kind, seat_of(seat), number, time(due), payload)
