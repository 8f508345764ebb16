"""Upkeep of the database beside the play: shortening its log, checking its pages, reading its figures."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TypeVar

from engine.match.values import Status
from engine.store import Store, StoreError, backup, checking
from engine.store.checking import Figures, Outbox
from engine.store.copying import is_of_values
from engine.store.generation import turn
from engine.store.opening import open_connection
from ops.supervision import Pulse

__all__ = ["LEAST_FREE", "AnyUpkeep", "ServerUpkeep", "Upkeep"]

T = TypeVar("T")
log = logging.getLogger("longtable.upkeep")

LEAST_FREE = 512 * 2**20
"""Bytes of free disk below which the operator is warned, long before moves are refused."""
LONGEST_LOG = 4 * 2**20
"""Bytes of the write-ahead log from which on it is moved into the database."""
_LOOK = 15.0
"""Seconds between two looks at a file's figures and log."""
_LOOK_ON_SERVER = 60.0
"""Seconds between two looks at a server's figures."""
_COUNT = 3600.0
"""Seconds between two counts of rows."""
_SETTLED = 60.0
"""Seconds after the start until the pages are checked."""
_DAILY = 86_400.0
"""Seconds between two checks of the pages."""
_OLDEST_LOG = 3600.0
"""Seconds after which a log of any length is moved into the database."""


Loops = Mapping[str, Callable[[Pulse], Awaitable[None]]]


class AnyUpkeep(Protocol):
    """Upkeep of one database. Its loops are run by a supervisor."""

    figures: Figures | None
    rows: dict[str, int]
    """The number of rows by table, and of matches by status; counted now and then."""
    unsound: list[str] | None
    """Faults of the database; `None` until it has been checked."""
    backup: datetime | None
    """The instant at which the last good backup was made; `None` if that is not known."""
    served: bool
    """True if a database server takes care of the log, the disk and the backups."""
    altered: list[str]
    """Logs whose digest does not fit, by match and entry, and impossible values; checked only in files."""
    trouble: Callable[[], str | None]
    """Returns the code of the trouble that keeps the database from being written, if there is one."""
    processes: int
    """The number of processes that run on the database."""

    @property
    def oldest_notice(self) -> float:
        """Seconds for which the oldest notice has waited."""
        ...

    async def running(self) -> int:
        """Return the number of running matches."""
        ...

    def loops(self) -> Loops:
        """Return the loops, by name."""
        ...


class ServerUpkeep:
    """Upkeep of a database on a server, which does most of it."""

    served = True

    def __init__(self, store: Store) -> None:
        self.figures: Figures | None = None
        self.rows: dict[str, int] = {}
        self.unsound: list[str] | None = None
        self.backup: datetime | None = None
        self.altered: list[str] = []
        self.trouble: Callable[[], str | None] = lambda: store.trouble
        self.processes = 1
        self._store = store
        self._since: datetime | None = None

    @property
    def oldest_notice(self) -> float:
        return 0.0 if self._since is None else max(0.0, (datetime.now(UTC) - self._since).total_seconds())

    async def running(self) -> int:
        return await self._store.count([Status.RUNNING])

    def loops(self) -> Loops:
        return {"figures": self.look}

    async def look(self, pulse: Pulse) -> None:
        """Read the figures for as long as the bot runs."""
        while True:
            await self.look_once()
            pulse()
            await asyncio.sleep(_LOOK_ON_SERVER)

    async def look_once(self) -> None:
        """Read the figures once."""
        try:
            sizes, cluster = await self._store.sizes(), await self._store.cluster()
        except StoreError as error:
            log.warning("the figures of the database could not be read: %s", error)
            return
        waiting = Outbox(sizes.rows["outbox"], None, 0)
        self.figures = Figures(sizes.bytes, sizes.log_bytes, None, waiting, sizes.aside)
        self.rows, self._since, self.processes = dict(sizes.rows), sizes.oldest_notice, cluster.processes


class Upkeep:
    """Upkeep of a database in one file."""

    served = False
    processes = 1

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.monotonic,
        trouble: Callable[[], str | None] = lambda: None,
    ) -> None:
        self.figures: Figures | None = None
        self.rows: dict[str, int] = {}
        """The number of rows by table, and of matches by status; counted every hour."""
        self.unsound: list[str] | None = None
        """Faults of the database; `None` until it has been checked."""
        self.backup: datetime | None = None
        """The instant at which the last good backup was made; `None` if that is not known."""
        self.altered: list[str] = []
        """Logs whose digest does not fit, by match and entry, and impossible values."""
        self.trouble = trouble
        self._path = path.resolve()
        self._clock = clock
        self._heads: deque[tuple[float, int]] = deque()
        self._turned = clock()
        self._warned = False

    @property
    def oldest_notice(self) -> float:
        """Seconds since the number of the oldest notice was first seen to be given."""
        if self.figures is None or self.figures.outbox.oldest is None or not self._heads:
            return 0.0
        return self._clock() - self._heads[0][0]

    async def running(self) -> int:
        """Return the number of running matches."""
        return await in_thread(lambda: checking.count_running(self._path))

    def loops(self) -> Loops:
        return {"figures": self.look, "log": self.shorten, "check": self.check}

    async def look(self, pulse: Pulse) -> None:
        """Read the figures for as long as the bot runs."""
        counted = self._clock()
        while True:
            await self.look_once()
            if self._clock() >= counted:
                counted = self._clock() + _COUNT
                self.rows = await in_thread(lambda: checking.count_rows(self._path))
            pulse()
            await asyncio.sleep(_LOOK)

    async def look_once(self) -> None:
        """Read the figures once, and warn if the disk is nearly full."""
        try:
            self.figures = figures = await in_thread(lambda: checking.figures(self._path))
        except (sqlite3.Error, OSError) as error:
            log.warning("the figures of the database could not be read: %s", error)
            return
        self.backup = backup.last_backup(self._path)
        waiting = figures.outbox
        if not self._heads or waiting.newest > self._heads[-1][1]:
            self._heads.append((self._clock(), waiting.newest))
        while self._heads and (waiting.oldest is None or self._heads[0][1] < waiting.oldest):
            self._heads.popleft()
        low = figures.free is not None and figures.free < LEAST_FREE
        if low and not self._warned:
            log.warning(
                "only %s MiB are free on the disk of %s: make room before moves are refused",
                (figures.free or 0) >> 20,
                self._path,
            )
        self._warned = low

    async def shorten(self, pulse: Pulse) -> None:
        """Move the write-ahead log into the database whenever it has grown long or old."""
        while True:
            with contextlib.suppress(sqlite3.OperationalError):  # held by another program: later
                await self.shorten_once()
            pulse()
            await asyncio.sleep(_LOOK)

    async def shorten_once(self, least: int | None = None) -> bool:
        """Move the log if it is long or old enough; return True if that was done.

        `least` replaces the number of bytes that is long enough.
        """
        if least is None:
            least = LONGEST_LOG if self._clock() - self._turned < _OLDEST_LOG else 1
        if checking.log_size(self._path) < least:
            return False

        def work() -> bool:
            with open_connection(self._path) as connection:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()  # delays no writer
                return turn(self._path, connection)

        self._turned = self._clock()
        return await in_thread(work)

    async def check(self, pulse: Pulse) -> None:
        """Check every page after the start and daily, slowly."""
        await asyncio.sleep(_SETTLED)
        while True:
            await self.check_once()
            pulse()
            await asyncio.sleep(_DAILY)

    async def check_once(self) -> None:
        """Check every page and every log once, and log the faults with advice."""
        found = await in_daemon(lambda: checking.unsound(self._path))
        self.unsound = [each for each in found if not is_of_values(each)]
        if self.unsound:
            log.critical(
                "the database %s is damaged: %s. Restore the newest backup that `bot.py check` finds sound;"
                " keep the damaged file.",
                self._path,
                "; ".join(self.unsound[:5]),
            )
        values = [each for each in found if is_of_values(each)]
        before = self.altered
        self.altered = [*await in_daemon(lambda: checking.damaged_logs(self._path)), *values]
        for each in self.altered:
            if each not in before:
                log.error(
                    "%s. An older backup may have it right: `bot.py check FILE` tells; all else goes on.",
                    each,
                )


async def in_thread(work: Callable[[], T]) -> T:
    """Run `work` in a thread, to its end even if the caller is cancelled; the store stays open meanwhile."""
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait({running})
        raise


async def in_daemon(work: Callable[[], T]) -> T:
    """Run `work` in a thread of the lowest priority, for which the end of the program does not wait."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # pyright: ignore[reportArgumentType]  # of the same call

    def run() -> None:
        result, error = None, None
        with contextlib.suppress(AttributeError, OSError):  # not every system has priorities of threads
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
        try:
            result = work()
        except BaseException as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name="check", daemon=True).start()
    return await done
