"""Lanes, as `engine.store.protocol.lanes` has them.

The end of a lease stands in the column of the due time: the lane of a sayer that died falls due by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import partial

from engine.store.protocol.lanes import Kinds, Lane
from engine.store.sql.known import NOTHING, Effect
from engine.store.sql.rows import Row, marks, number, time
from engine.store.sql.statements import WRITTEN, Connection, Statement, Statements

__all__ = ["SqlLaneStore"]

_GIVE_BACK = (
    "UPDATE matches SET sayer = NULL, say_due ="
    " (SELECT {greatest}(min(due), ?) FROM outbox WHERE match = matches.id HAVING count(*) > 0)"
    " WHERE sayer = ? AND id IN ({marks}) RETURNING say_due"
)


class SqlLaneStore(Statements):
    """The SQL of `LaneStore`."""

    async def take_lanes(
        self, sayer: str, now: datetime, until: datetime, limit: int, known: Kinds | None = None
    ) -> list[Lane]:
        meant, values = _known_alone(known)
        rows = await self._write_one(
            "UPDATE matches SET sayer = ?, say_due = ? WHERE id IN"
            f" (SELECT id FROM matches WHERE say_due <= ?{meant} ORDER BY say_due, id"
            f" LIMIT ?{self.dialect.skip}) RETURNING id, channel",
            (sayer, number(until), number(now), *values, limit),
            Effect((), lambda rows: self._note_taken(sayer, [row[0] for row in rows], until)),
        )
        return [Lane(*row) for row in rows]

    async def take_lane(self, sayer: str, match: int, now: datetime, until: datetime) -> bool:
        rows = await self._write_one(
            "UPDATE matches SET sayer = ?, say_due = ? WHERE id = ? AND say_due IS NOT NULL"
            " AND (sayer IS NULL OR sayer = ? OR say_due <= ?) RETURNING id",
            (sayer, number(until), match, sayer, number(now)),
            Effect((), lambda rows: self._note_taken(sayer, [row[0] for row in rows], until)),
        )
        return bool(rows)

    def _note_taken(self, sayer: str, matches: Collection[int], until: datetime) -> None:
        self._lessees.update(dict.fromkeys(matches, sayer))
        self._known.lanes.lower(until)

    async def renew_lanes(self, sayer: str, matches: Collection[int], until: datetime) -> None:
        await self._write_one(
            f"UPDATE matches SET say_due = ? WHERE sayer = ? AND id IN ({marks(matches)})",
            (number(until), sayer, *matches),
            NOTHING,
        )

    async def release_lanes(self, sayer: str, matches: Collection[int], due: datetime | None = None) -> None:
        least = 0 if due is None else number(due)
        sql = _GIVE_BACK.format(greatest=self.dialect.greatest, marks=marks(matches))
        # Notices that another transaction is adding must be among those that remain: wait for it.
        taken = f"SELECT id FROM matches WHERE sayer = ? AND id IN ({marks(matches)}) ORDER BY id"
        locked = f"{taken}{self.dialect.lock}"
        leased = [match for match in matches if self._lessees.get(match) == sayer]
        for match in leased:
            del self._lessees[match]
        if len(leased) == len(matches) and self._known.are_told(matches):
            for match in matches:
                for notice in self._known.notices.peek(match) or ():
                    self._known.lanes.lower(time(max(least, notice.due)))
            effect = Effect(tuple(matches), lambda _: None)
            if self.dialect.lock:
                await self._write_later(Statement(locked, (sayer, *matches)), (), effect)
            told = Effect(tuple(matches), partial(self._note_released, len(matches) == 1, time(least)))
            await self._write_later(Statement(sql, (least, sayer, *matches)), (), told)
            return

        async def work(connection: Connection) -> list[Row]:
            if self.dialect.lock:
                await connection.execute_fetchall(locked, (sayer, *matches))
            return list(await connection.execute_fetchall(sql, (least, sayer, *matches)))

        await self._write(work, Effect((), self._note_lanes))

    def _note_released(self, alone: bool, least: datetime, row: Row | None) -> None:
        """Write through the due time of lanes that were given back, with the first one's `row`.

        A change that was being written meanwhile may have added notices of which nothing was known here. Its
        lease counted until then; with the lane given back they are due at once.
        """
        if row is None or row == WRITTEN:
            return
        if not alone:
            self._known.lanes.lower(least)
        elif row[0] is not None:
            self._known.lanes.lower(time(row[0]))

    def _note_lanes(self, rows: Iterable[Row]) -> None:
        """Write through that lanes have these due times now, the last column of each row."""
        for row in rows:
            if row[-1] is not None:
                self._known.lanes.lower(time(row[-1]))

    async def next_lane(self, known: Kinds | None = None, *, now: datetime | None = None) -> datetime | None:
        meant, values = _known_alone(known)

        async def read() -> datetime | None:
            rows = await self._read(
                f"SELECT say_due FROM matches WHERE say_due IS NOT NULL{meant} ORDER BY say_due LIMIT 1",
                values,
            )
            return time(rows[0][0]) if rows else None

        if known is not None or now is None:
            return await read()
        return await self._known.lanes.of((), now, read)


def _known_alone(known: Kinds | None) -> tuple[str, tuple[str, ...]]:
    """Return a condition on matches, with its values: every notice is of a known kind."""
    if known is None:
        return "", ()
    public, private = tuple(known.public), tuple(known.private)
    unknown = (
        f"CASE WHEN person IS NULL THEN kind NOT IN ({marks(public)}) ELSE kind NOT IN ({marks(private)}) END"
    )
    return (
        f" AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.match = matches.id AND {unknown})",
        (*public, *private),
    )
