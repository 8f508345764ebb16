"""Settings about time, as `engine.store.protocol.hours` has them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import msgspec

from engine.match.clock import Habits, Hours, Server, pace_of
from engine.match.values import SUMMARY, Status
from engine.store.refusals import Conflict
from engine.store.sql.known import NOTHING
from engine.store.sql.rows import LATEST, PRIVATE, marks, number
from engine.store.sql.statements import Connection, Statements, upsert

__all__ = ["SqlHoursStore"]

_APART = 500_000
"""Microseconds between the notices at one person's matches, so that neither they nor others wait long."""


class SqlHoursStore(Statements):
    """The SQL of `HoursStore`."""

    async def hours(self, persons: Collection[int], *, uncached: bool = False) -> dict[int, Hours]:
        if uncached and not self.sole:
            return await self._read_hours(persons)
        return {
            person: own
            for person, own in (await self._hours.of(persons, self._read_hours)).items()
            if own is not None
        }

    async def _read_hours(self, persons: Collection[int]) -> dict[int, Hours]:
        rows = await self._read(
            f"SELECT person, value FROM hours WHERE person IN ({marks(persons)})", tuple(persons)
        )
        return {
            person: self._read_or(_hours_of, value, Hours(), "somebody's hours", person)
            for person, value in rows
        }

    async def save_hours(
        self,
        person: int,
        hours: Hours,
        now: datetime,
        notice: str | None = None,
        *,
        look: bool = False,
        before: Hours | None = None,
    ) -> int:
        async def work(connection: Connection) -> int:
            await self._put(connection, "hours", "person", person, hours, before)
            at, least = number(now), self.dialect.least
            if look:
                await connection.execute_fetchall(
                    f"UPDATE timers SET due = {least}(due, ?), free_at = 0, taker = NULL WHERE kind = 'clock'"
                    " AND (match, seat) IN (SELECT match, seat FROM seats WHERE person = ?)",
                    (at, person),
                )
                await connection.execute_fetchall(
                    f"UPDATE outbox SET due = {least}(due, ?) WHERE person = ? AND kind = ?"
                    " AND match IN (SELECT match FROM seats WHERE person = ?)",
                    (at, person, SUMMARY, person),
                )
            if notice is None:
                return 0
            told = await connection.execute_fetchall(
                "INSERT INTO outbox (match, kind, seat, number) SELECT match, ?, seat, 0"
                " FROM seats JOIN matches ON id = match WHERE person = ? AND status = ? AND asleep = 0"
                f" AND NOT {PRIVATE}"
                " RETURNING match",
                (notice, person, Status.RUNNING.value),
            )
            matches = sorted(row[0] for row in told)
            await connection.executemany(
                "UPDATE matches SET say_due = CASE WHEN sayer IS NULL"
                f" THEN {least}(coalesce(say_due, ?), ?) ELSE say_due END WHERE id = ?",
                [(LATEST, at + place * _APART, match) for place, match in enumerate(matches)],
            )
            return len(matches)

        with self._hours.changing(person):
            return await self._write(work, None if look or notice is not None else NOTHING)

    async def _put(
        self,
        connection: Connection,
        table: str,
        key: str,
        id: int,
        value: msgspec.Struct,
        before: Hours | Server | None,
    ) -> None:
        """Write the row. Raises `Conflict` if `before` is given and the row has another value."""
        text = msgspec.json.encode(value).decode()
        if before is not None:
            # Another transaction that writes the same row waits here.
            await connection.execute_fetchall(
                f"INSERT INTO {table} ({key}, value) VALUES (?, ?) ON CONFLICT ({key}) DO NOTHING",
                (id, msgspec.json.encode(before).decode()),
            )
            ((found,),) = await connection.execute_fetchall(
                f"SELECT value FROM {table} WHERE {key} = ?{self.dialect.lock}", (id,)
            )
            kind = type(before)
            read = _hours_of if kind is Hours else _server_of
            if self._read_or(read, found, kind(), table, id) != before:
                raise Conflict("store_conflict", path=self.name)
        await connection.execute_fetchall(upsert(table, key, f"{key}, value"), (id, text))

    async def server(self, guild: int, *, uncached: bool = False) -> Server:
        if uncached and not self.sole:
            return (await self._read_servers((guild,))).get(guild) or Server()
        return (await self._servers.of((guild,), self._read_servers))[guild] or Server()

    async def _read_servers(self, guilds: Collection[int]) -> dict[int, Server]:
        rows = await self._read(
            f"SELECT guild, value FROM servers WHERE guild IN ({marks(guilds)})", tuple(guilds)
        )
        return {
            guild: self._read_or(_server_of, value, Server(), "a server's settings", guild)
            for guild, value in rows
        }

    async def save_server(self, guild: int, server: Server, before: Server | None = None) -> None:
        with self._servers.changing(guild):
            await self._write(
                lambda connection: self._put(connection, "servers", "guild", guild, server, before), NOTHING
            )


def _hours_of(column: str) -> Hours:
    """Return the hours in a column. Raises an error if it cannot be read."""
    hours = msgspec.json.decode(column, type=Hours)
    hours.habits.check()
    if hours.digest is not None and not 0 <= hours.digest < 24 * 60:
        raise ValueError(hours.digest)
    for each in hours.leaves:
        Habits(each.zone).check()
    return hours


def _server_of(column: str) -> Server:
    """Return a server's settings in a column. Raises an error if it cannot be read."""
    server = msgspec.json.decode(column, type=Server)
    Habits(server.zone).check()
    if server.pace is not None:
        pace_of(server.pace)
    return server
