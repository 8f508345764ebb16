"""Timers, as `engine.store.protocol.timers` has them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from engine.match.changes import Timer
from engine.store.sql.known import NOTHING, Effect
from engine.store.sql.rows import Row, in_range, marks, number, seat_of, time
from engine.store.sql.statements import Connection, Statements

__all__ = ["SqlTimerStore"]

_TIMER = "id, match, kind, seat, number, due, payload"
_NONE = "''"
"""A kind that no timer has."""


class SqlTimerStore(Statements):
    """The SQL of `TimerStore`."""

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
            await self._set_rows_aside(
                connection, "timers", [row[:1] for row in broken], "its time cannot be", now
            )
            return [row for row in taken if row not in broken], [row[1] for row in broken]

        # The leases end some time.
        effect = Effect((), lambda _: self._known.timers.lower(until))
        taken, broken = await self._write(work, effect)
        return [_timer(row) for row in sorted(taken, key=lambda row: (row[5], row[0]))], broken

    async def next_timer(
        self,
        now: datetime,
        *,
        among: Collection[str] | None = None,
        besides: Collection[str] = (),
        still: Collection[str] = (),
        shards: int = 1,
        roughly: bool = False,
    ) -> datetime | None:
        kinds, values = _meant(among, besides, still, shards)
        at = (number(now), *values)

        async def read() -> datetime | None:
            found = await self._read(
                f"SELECT min(due) FROM timers WHERE free_at <= ? AND {kinds} UNION ALL"
                f" SELECT min({self.dialect.greatest}(due, free_at)) FROM timers"
                f" WHERE free_at > 0 AND free_at > ? AND {kinds}",
                at + at,
            )
            return min((time(due) for (due,) in found if due is not None), default=None)

        return await self._known.timers.of((kinds, values), now, read) if roughly else await read()

    async def put_off_timer(self, timer: int, due: datetime | None) -> None:
        if due is None:
            await self._write_one("DELETE FROM timers WHERE id = ?", (timer,), NOTHING)
        else:
            await self._write_one(
                "UPDATE timers SET free_at = ?, taker = NULL WHERE id = ?",
                (number(due), timer),
                Effect((), lambda _: self._known.timers.lower(due)),
            )

    async def set_timer(self, timer: int, due: datetime) -> None:
        await self._write_one(
            "UPDATE timers SET due = ?, free_at = 0, taker = NULL WHERE id = ?",
            (number(due), timer),
            Effect((), lambda _: self._known.timers.lower(due)),
        )


def _meant(
    among: Collection[str] | None, besides: Collection[str], still: Collection[str], shards: int
) -> tuple[str, tuple[Any, ...]]:
    """Return a condition for the timers that are meant, and its values."""
    condition, kinds = f"kind NOT IN ({marks(besides, _NONE)})", tuple(besides)
    if among is not None:
        condition, kinds = f"kind IN ({marks(among, _NONE)}) AND {condition}", (*among, *kinds)
    if not still:
        return condition, kinds
    without_session = (
        "EXISTS (SELECT 1 FROM matches JOIN shards ON shards.id = (guild >> 22) % ?"
        " WHERE matches.id = timers.match AND up = 0)"
    )
    return (
        f"{condition} AND NOT (kind IN ({marks(still)}) AND {without_session})",
        (*kinds, *still, shards),
    )


def _timer(row: Sequence[Any]) -> Timer:
    id, match, kind, seat, number, due, payload = row
    return Timer(id, match, kind, seat_of(seat), number, time(due), payload)
