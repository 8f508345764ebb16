"""Membership of this process among those that share a database, renewed every two seconds.

A process that was not heard for ten seconds, by the database's clock, counts as dead: the others take over
its leases. It stops by itself two seconds earlier, by its own clock. Data stays correct without that: a write
for a dead process finds another version of the match, or another holder of the lease.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

import asyncpg
from asyncpg.prepared_stmt import PreparedStatement

from engine.store.postgres.opening import (
    UNREACHABLE,
    as_store_errors,
    connect,
    joining,
    settings_of,
    without_password,
)
from engine.store.postgres.servers import Servers
from engine.store.protocol.processes import CODE_LEVEL, CodeLevels
from engine.store.refusals import StoreError, Unreachable
from engine.store.sql.rows import living
from engine.store.sql.rows import time as time_of
from engine.store.sql.statements import NOBODY

__all__ = ["BEAT", "FENCE", "LEASE", "Membership", "process_name"]

_logger = logging.getLogger(__name__)

BEAT = 2.0
"""Seconds between two signs of life."""
LEASE = 10.0
"""Seconds, by the database's clock, after which a process without a sign of life counts as dead."""
FENCE = 8.0
"""Seconds, by its own clock, after which a process that was not heard by the server holds still."""
_HOST = 30
"""Characters of the machine's name that are used: a session's name has 63 bytes."""
_PATIENCE = 4.0
"""Seconds in which the database must answer a sign of life, or open the connection for it."""
_CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_UNTIL = f"{_CLOCK} + {round(LEASE * 1_000_000)}"
_LEVELS = ", ".join(
    f"(SELECT {which}(level) FROM processes WHERE {living(_CLOCK)})" for which in ("min", "max")
)
_END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = $1 AND datname = current_database() AND usename = current_user"
)
_FREE = (
    f"UPDATE matches SET sayer = NULL, say_due = {_CLOCK} - 1000000 WHERE sayer = $1",
    "UPDATE server_lanes SET sayer = NULL, say_due = 0 WHERE sayer = $1",
    "UPDATE timers SET taker = NULL, free_at = 0 WHERE free_at > 0 AND taker = $1",
    "UPDATE shards SET holder = NULL, up = 0 WHERE holder = $1",
    "UPDATE shards SET heir = NULL WHERE heir = $1",
)
"""Statements that free all leases of a process."""


def process_name() -> str:
    """Return a name for this process: its machine and number, for people, and random digits."""
    return f"{socket.gethostname()[:_HOST]}:{os.getpid()}:{secrets.token_hex(4)}"


class Membership:
    """The membership of one process. It has its own connection, so that no other work delays it."""

    def __init__(
        self,
        servers: Servers,
        connection: asyncpg.Connection[Any],
        name: str,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`name` is the process's name (`process_name`), `monotonic` its clock in seconds."""
        self.id = 0
        """The id under which the process takes leases; it gets a new one after it was taken for dead."""
        self.invalid: Callable[[], int] = lambda: 0
        """Returns the number of the process's requests, within ten minutes, that count against a ban."""
        self.code_levels = CodeLevels(CODE_LEVEL, CODE_LEVEL, CODE_LEVEL)
        self._servers = servers
        self._url = servers.url
        self._connection = connection
        self._monotonic = monotonic
        self._name = name
        self._heard = -FENCE
        self._base: tuple[int, float] | None = None
        """The database's clock at the latest answer, and the process's own clock then."""
        self._last = 0
        self._turn = asyncio.Lock()
        self._beating: asyncio.Task[None] | None = None
        self._renewal: asyncio.Task[None] | None = None

    def is_alive(self) -> bool:
        """Return True if the others count on this process."""
        return self.id > 0 and self._monotonic() - self._heard < FENCE

    def now(self) -> datetime:
        """Return the database's time as it was last heard, counted on since. It never goes back."""
        assert self._base is not None
        base, then = self._base
        self._last = max(self._last, base + round((self._monotonic() - then) * 1_000_000))
        return time_of(self._last)

    async def begin(self) -> None:
        """Join the others, and renew the membership from now on. Raises `StoreError`."""
        await self.beat()
        self._beating = asyncio.create_task(self._beat_on(), name="membership")

    async def end(self) -> None:
        """End the membership, and free all leases of this process for the others."""
        for task in (self._beating, self._renewal):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        async with self._turn:
            with contextlib.suppress(*UNREACHABLE, asyncpg.PostgresError):
                async with asyncio.timeout(_PATIENCE):
                    gone, *free = await self._prepare("DELETE FROM processes WHERE id = $1", *_FREE)
                    async with self._connection.transaction():
                        await gone.fetch(self.id)
                        for each in free:
                            await each.fetch(str(self.id))
            self._connection.terminate()

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            with contextlib.suppress(StoreError):
                await self._renew()

    async def beat(self) -> None:
        """Renew the membership, and free the leases of dead processes. Raises `StoreError`."""
        async with self._turn:
            with as_store_errors(self._url):
                if not self._connection.is_closed():
                    try:
                        await self._be_heard()
                    except UNREACHABLE as error:
                        if isinstance(error, TimeoutError):
                            raise
                        # Another process took this one for dead and ended its connection, which shows now.
                        self._connection.terminate()
                    else:
                        return
                async with asyncio.timeout(_PATIENCE):
                    self._connection = await connect(self._servers, self._name)
                await self._be_heard()

    async def _be_heard(self) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._live()
                await self._bury()
        except TimeoutError:
            # It is not known what the server does with the statement: this connection is not used again.
            self._connection.terminate()
            raise

    async def ensure(self) -> None:
        """Return once the others count on this process. Raises `Unreachable`.

        Calls at the same time share one question to the server.
        """
        if self.is_alive():
            return
        await self._renew()
        if not self.is_alive():
            raise Unreachable("store_unreachable", path=without_password(self._url))

    async def _renew(self) -> None:
        """Renew the membership, or wait for a renewal that is under way. Raises `StoreError`."""
        if self._renewal is None:
            self._renewal = asyncio.create_task(self.beat(), name="membership, asked for")
            self._renewal.add_done_callback(self._end_renewal)
        await asyncio.shield(self._renewal)

    def _end_renewal(self, asking: asyncio.Task[None]) -> None:
        self._renewal = None
        if not asking.cancelled():
            asking.exception()  # the waiting callers get it

    async def _live(self) -> None:
        begun = self._monotonic()
        row = await self._connection.fetchrow(
            f"UPDATE processes SET until = {_UNTIL}, invalid = $2 WHERE id = $1"
            f" RETURNING id, {_CLOCK}, {_LEVELS}",
            *(self.id, self.invalid()),
        )
        if row is None:
            row = await self._join()
        self.id, clock, *others = row
        own = self.code_levels.own
        there = [own, *(level for level in others if level is not None)]
        self.code_levels = CodeLevels(own, min(there), max(there))
        self._heard = begun
        self._base = (clock, self._monotonic())

    async def _join(self) -> Any:
        """Insert a new row for this process, at the start or after the others took it for dead; return it."""
        if self.id:
            _logger.warning("this process was not heard for %.0f seconds, and begins anew", LEASE)
        lives, joins = await self._prepare(
            f"SELECT EXISTS (SELECT 1 FROM processes WHERE {living(_CLOCK)})",
            f"INSERT INTO processes (name, level, until) VALUES ($1, $2, {_UNTIL})"
            f" RETURNING id, {_CLOCK}, {_LEVELS}",
        )
        dead = await self._connection.fetch(f"SELECT name FROM processes WHERE NOT ({living(_CLOCK)})")
        for (name,) in dead:
            await self._connection.execute(_END, settings_of(name)["application_name"])
        async with self._connection.transaction():
            # A process that joins at the same time waits: one of them is the first.
            await joining(self._connection, self._url)
            await self._connection.execute("LOCK TABLE processes IN SHARE ROW EXCLUSIVE MODE")
            if not await lives.fetchval():
                for statement in NOBODY:
                    await self._connection.execute(statement)
            return await joins.fetchrow(self._name, self.code_levels.own)

    async def _prepare(self, *statements: str) -> list[PreparedStatement[Any]]:
        """Prepare statements before a lock is taken for which all wait, so that none is ever half sent.

        The server ends a session that stands still between two statements, but not within one.
        """
        return [await self._connection.prepare(each) for each in statements]

    async def _bury(self) -> None:
        """Free the leases of dead processes: their lanes and timers are due, their shards free.

        Their sessions are ended first: one that stands still within a statement would keep its rows locked.
        """
        async with self._connection.transaction():
            dead = await self._connection.fetch(
                "DELETE FROM processes WHERE id IN (SELECT id FROM processes"
                f" WHERE NOT ({living(_CLOCK)}) FOR UPDATE SKIP LOCKED) RETURNING id, name"
            )
            for id, name in dead:
                _logger.warning("process %s (%s) is not heard any more: its leases are freed", id, name)
                await self._connection.execute(_END, settings_of(name)["application_name"])
                for each in _FREE:
                    await self._connection.execute(each, str(id))
        # Leases that a process took after it was removed, if it had been stopped between check and write.
        for (holder,) in await self._connection.fetch(
            "SELECT sayer FROM matches WHERE sayer IS NOT NULL UNION"
            " SELECT sayer FROM server_lanes WHERE sayer IS NOT NULL UNION"
            " SELECT taker FROM timers WHERE free_at > 0 AND taker IS NOT NULL UNION"
            " SELECT holder FROM shards WHERE holder IS NOT NULL UNION"
            " SELECT heir FROM shards WHERE heir IS NOT NULL"
            " EXCEPT SELECT CAST(id AS text) FROM processes"
        ):
            if holder.isdecimal():
                for each in _FREE:
                    await self._connection.execute(each, holder)
