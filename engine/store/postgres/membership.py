"""This process among those that share a database: it says every two seconds that it lives.

Whoever has not said so for ten seconds, by the database's clock, is dead for the others: they take over what
it held. It stops two seconds earlier by itself, by its own clock. What a lease protects is right without it:
what is written for somebody who was taken for dead finds another version, or another holder.
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
from engine.store.protocol.processes import LEVEL, Levels
from engine.store.refusals import StoreError, Unreachable
from engine.store.sql.rows import living
from engine.store.sql.rows import time as time_of
from engine.store.sql.statements import NOBODY

__all__ = ["BEAT", "FENCE", "LEASE", "Membership", "process_name"]

_logger = logging.getLogger(__name__)

BEAT = 2.0
"""Seconds between two signs of life."""
LEASE = 10.0
"""Seconds, by the database's clock, after which whoever gives none is dead."""
FENCE = 8.0
"""Seconds, by its own clock, after which a process that was not heard holds still."""
_HOST = 30
"""Characters of a machine's name: a session's name has 63 bytes."""
_PATIENCE = 4.0
"""Seconds in which the database has to answer a sign of life, and before that whoever wants a line to it."""
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
    "UPDATE timers SET taker = NULL, free_at = 0 WHERE free_at > 0 AND taker = $1",
    "UPDATE shards SET holder = NULL, up = 0 WHERE holder = $1",
    "UPDATE shards SET heir = NULL WHERE heir = $1",
)
"""What somebody held is there for the others."""


def process_name() -> str:
    """A name for this process: where it runs, for people, and digits that no other has."""
    return f"{socket.gethostname()[:_HOST]}:{os.getpid()}:{secrets.token_hex(4)}"


class Membership:
    """The place of one process. It has a connection of its own, which nobody else's work holds up."""

    def __init__(
        self,
        servers: Servers,
        connection: asyncpg.Connection[Any],
        name: str,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`name` is that of the process (`process_name`), `monotonic` counts its seconds."""
        self.id = 0
        """By this it takes things; another once it was taken for dead."""
        self.invalid: Callable[[], int] = lambda: 0
        """How many of its requests within ten minutes count against a ban."""
        self.levels = Levels(LEVEL, LEVEL, LEVEL)
        self._servers = servers
        self._url = servers.url
        self._connection = connection
        self._monotonic = monotonic
        self._name = name
        self._heard = -FENCE
        self._base: tuple[int, float] | None = None
        """The database's clock, and one's own then."""
        self._last = 0
        self._turn = asyncio.Lock()
        self._beating: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None

    def alive(self) -> bool:
        """Whether the others count on this process."""
        return self.id > 0 and self._monotonic() - self._heard < FENCE

    def now(self) -> datetime:
        """The database's time as it was last heard, counted on since. It never goes back."""
        assert self._base is not None
        base, then = self._base
        self._last = max(self._last, base + round((self._monotonic() - then) * 1_000_000))
        return time_of(self._last)

    async def begin(self) -> None:
        """Join the others, and say from now on that this process lives. Raises `StoreError`."""
        await self.beat()
        self._beating = asyncio.create_task(self._beat_on(), name="membership")

    async def end(self) -> None:
        """Leave: the others need not wait for what this process held."""
        for task in (self._beating, self._asking):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        async with self._turn:
            with contextlib.suppress(*UNREACHABLE, asyncpg.PostgresError):
                async with asyncio.timeout(_PATIENCE):
                    gone, *free = await self._prepared("DELETE FROM processes WHERE id = $1", *_FREE)
                    async with self._connection.transaction():
                        await gone.fetch(self.id)
                        for each in free:
                            await each.fetch(str(self.id))
            self._connection.terminate()

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            with contextlib.suppress(StoreError):
                await self._asked()

    async def beat(self) -> None:
        """Say that this process lives; take what the dead have held from them. Raises `StoreError`."""
        async with self._turn:
            with as_store_errors(self._url):
                if not self._connection.is_closed():
                    try:
                        await self._be_heard()
                    except UNREACHABLE as error:
                        if isinstance(error, TimeoutError):
                            raise
                        # Whoever took this process for dead has ended its line: that is seen only now.
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
            # Nobody knows what the server does with it: this line is not used again.
            self._connection.terminate()
            raise

    async def ensure(self) -> None:
        """Return when the others count on this process. Raises `Unreachable`.

        Who comes while somebody asks the server already hears what it says to that one.
        """
        if self.alive():
            return
        await self._asked()
        if not self.alive():
            raise Unreachable("store_unreachable", path=without_password(self._url))

    async def _asked(self) -> None:
        """Ask the server, or hear what it says to whoever asks already. Raises `StoreError`."""
        if self._asking is None:
            self._asking = asyncio.create_task(self.beat(), name="membership, asked for")
            self._asking.add_done_callback(self._answered)
        await asyncio.shield(self._asking)

    def _answered(self, asking: asyncio.Task[None]) -> None:
        self._asking = None
        if not asking.cancelled():
            asking.exception()  # whoever waits for it hears of it

    async def _live(self) -> None:
        begun = self._monotonic()
        row = await self._connection.fetchrow(
            f"UPDATE processes SET until = {_UNTIL}, invalid = $2 WHERE id = $1"
            f" RETURNING id, {_CLOCK}, {_LEVELS}",
            *(self.id, self.invalid()),
        )
        if row is None:
            row = await self._joined()
        self.id, clock, *others = row
        own = self.levels.own
        there = [own, *(level for level in others if level is not None)]
        self.levels = Levels(own, min(there), max(there))
        self._heard = begun
        self._base = (clock, self._monotonic())

    async def _joined(self) -> Any:
        """A new place: the first, or one in place of that which the others have taken from this process."""
        if self.id:
            _logger.warning("this process was not heard for %.0f seconds, and begins anew", LEASE)
        lives, joins = await self._prepared(
            f"SELECT EXISTS (SELECT 1 FROM processes WHERE {living(_CLOCK)})",
            f"INSERT INTO processes (name, level, until) VALUES ($1, $2, {_UNTIL})"
            f" RETURNING id, {_CLOCK}, {_LEVELS}",
        )
        dead = await self._connection.fetch(f"SELECT name FROM processes WHERE NOT ({living(_CLOCK)})")
        for (name,) in dead:
            await self._connection.execute(_END, settings_of(name)["application_name"])
        async with self._connection.transaction():
            # Who joins at the same time waits: one of them is the first.
            await joining(self._connection, self._url)
            await self._connection.execute("LOCK TABLE processes IN SHARE ROW EXCLUSIVE MODE")
            if not await lives.fetchval():
                for statement in NOBODY:
                    await self._connection.execute(statement)
            return await joins.fetchrow(self._name, self.levels.own)

    async def _prepared(self, *statements: str) -> list[PreparedStatement[Any]]:
        """Made ready before a lock is taken for which all wait: then nothing of it is ever half sent.

        The server ends no session that stands still in the middle of a statement, only one between two.
        """
        return [await self._connection.prepare(each) for each in statements]

    async def _bury(self) -> None:
        """Take from the dead what they held: lanes and timers are due, shards free.

        Their sessions are ended first: one that stands still in the middle of a statement keeps its rows.
        """
        async with self._connection.transaction():
            dead = await self._connection.fetch(
                "DELETE FROM processes WHERE id IN (SELECT id FROM processes"
                f" WHERE NOT ({living(_CLOCK)}) FOR UPDATE SKIP LOCKED) RETURNING id, name"
            )
            for id, name in dead:
                _logger.warning("process %s (%s) is not heard any more: what it held is taken over", id, name)
                await self._connection.execute(_END, settings_of(name)["application_name"])
                for each in _FREE:
                    await self._connection.execute(each, str(id))
        # What somebody has taken after it was buried: it was stopped between the look and the act.
        for (holder,) in await self._connection.fetch(
            "SELECT sayer FROM matches WHERE sayer IS NOT NULL UNION"
            " SELECT taker FROM timers WHERE free_at > 0 AND taker IS NOT NULL UNION"
            " SELECT holder FROM shards WHERE holder IS NOT NULL UNION"
            " SELECT heir FROM shards WHERE heir IS NOT NULL"
            " EXCEPT SELECT CAST(id AS text) FROM processes"
        ):
            if holder.isdecimal():
                for each in _FREE:
                    await self._connection.execute(each, holder)
