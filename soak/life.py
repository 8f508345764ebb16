"""The real bot in a thread and an event loop of its own, which can be made to die at any step.

A step is a commit or a request to Discord. Dying is what SIGKILL does to a process: from that instant nothing
that the bot begins reaches the database or the network, its transactions are rolled back, its lines are cut
and its lock is free. The loop is stopped at once; what it still holds is cleared away later, when nothing it
does has any effect.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import re
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from bot import Longtable
from harness.playing import running

__all__ = ["Address", "Life", "Step", "mortal", "route"]

Step = Callable[[str], bool]
"""Told of each step by its name; whether the bot dies there."""
CLEARING = 10.0
_WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)
_COMMITS = re.compile(r"\s*(COMMIT|END)\b", re.IGNORECASE)


class Dead(BaseException):
    """The bot that goes on here is dead."""


@dataclass(frozen=True, slots=True)
class Address:
    """The addresses of Discord, and the bot's token."""

    api_url: str
    gateway_url: str
    cdn_url: str
    token: str


class _Loop(asyncio.SelectorEventLoop):
    """Knows its lines, so that they can be cut, and lets no thread fail that answers a dead bot."""

    def __init__(self, dead: threading.Event) -> None:
        super().__init__()
        self.lines: weakref.WeakSet[Any] = weakref.WeakSet()
        self._dead = dead

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        """Do nothing once the loop of a dead bot is closed.

        A process takes its threads with it. Here those of the database may still work at what was begun: who
        waits for them is cancelled, not they.
        """
        try:
            return super().call_soon_threadsafe(callback, *args, context=context)
        except RuntimeError:
            if not (self._dead.is_set() and self.is_closed()):
                raise
            return asyncio.Handle(callback, args, self, context)

    async def create_connection(self, *args: Any, **kwargs: Any) -> Any:
        made = await super().create_connection(*args, **kwargs)
        self.lines.add(made[0])
        return made


class Life:
    """One life of the bot, from start to death or a polite end."""

    _living: Life | None = None

    def __init__(self, address: Address, database: Path, step: Step) -> None:
        self.address = address
        self.database = database
        self.died = asyncio.Event()
        self.under_way = 0
        """Requests that were begun and have no answer yet."""
        self._step = step
        self._dead = threading.Event()
        self._home = asyncio.get_running_loop()
        self.sessions: weakref.WeakSet[aiohttp.ClientSession] = weakref.WeakSet()
        self._connections: list[_Connection] = []
        self._bot: Future[Longtable] = Future()
        self._ended: Future[None] = Future()
        self._gone = asyncio.Event()
        self.loop = _Loop(self._dead)
        self._thread = threading.Thread(target=self._live, name="life", daemon=True)

    async def start(self) -> Longtable:
        """Return once the process would be running; it is online a little later."""
        Life._living = self
        self._thread.start()
        return await asyncio.wrap_future(self._bot)

    async def ask(self, work: Callable[[Longtable], Any]) -> Any:
        """Await something of the bot's in its own loop."""
        bot = await asyncio.wrap_future(self._bot)
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work(bot), self.loop))

    async def end(self) -> None:
        """Stop it politely, or wait until what is left of the dead is cleared away."""
        if not self._dead.is_set():
            self.loop.call_soon_threadsafe(self._main.cancel)
        await asyncio.to_thread(self._thread.join)
        if self._ended.done() and not self._dead.is_set():
            self._ended.result()

    async def wait_until_buried(self) -> None:
        """Return once the world has noticed the death: lines cut, lock free."""
        await self._gone.wait()

    @property
    def _begun(self) -> bool:
        return self._bot.done() and not self._bot.cancelled() and self._bot.exception() is None

    @property
    def dead(self) -> bool:
        return self._dead.is_set()

    def kill(self) -> None:
        """Die now."""
        if self._dead.is_set():
            return
        self._dead.set()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._home.call_soon_threadsafe(self.died.set)

    def reach(self, name: str) -> None:
        """Take a step, or die. Raises `Dead`."""
        if self._dead.is_set():
            raise Dead
        if self._step(name):
            self.kill()
            raise Dead

    def living(self) -> None:
        """Raises `Dead`."""
        if self._dead.is_set():
            raise Dead

    # In the bot's own thread

    def _live(self) -> None:
        asyncio.set_event_loop(self.loop)
        self._main = self.loop.create_task(self._run())
        self._main.add_done_callback(self._stopped)
        self.loop.run_forever()
        if self._dead.is_set():
            self.loop.set_exception_handler(lambda loop, context: None)
            self._cut()
            self._home.call_soon_threadsafe(self._gone.set)
        self._clear()
        if not self._bot.done():
            self._bot.cancel()

    def _stopped(self, _: object) -> None:
        if not self._dead.is_set():
            self.loop.stop()

    async def _run(self) -> None:
        try:
            async with running(self.address, self.database) as bot:  # pyright: ignore[reportArgumentType]
                self._bot.set_result(bot)
                await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            self._ended.set_result(None)
        except BaseException as error:
            if self._dead.is_set():
                return
            self._ended.set_exception(error)
            if not self._bot.done():
                self._bot.set_exception(error)
        else:
            self._ended.set_result(None)

    def _cut(self) -> None:
        for connection in self._connections:
            connection.cut()
        for line in list(self.loop.lines):
            socket = line.get_extra_info("socket")
            if socket is not None:
                with contextlib.suppress(OSError):
                    socket.shutdown(2)

    def _clear(self) -> None:
        sockets = self._bot.result().sessions.sockets if self._begun else {}
        for socket in sockets.values():
            heart = getattr(socket, "_keep_alive", None)
            if heart is not None:
                heart.stop()  # a thread of discord.py's own

        async def clear() -> None:
            own = asyncio.current_task()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLEARING):
                    while tasks := [task for task in asyncio.all_tasks() if task is not own]:
                        for task in tasks:
                            task.cancel()
                        await asyncio.wait(tasks, timeout=0.2)
            for session in list(self.sessions):
                await session.close()
            await asyncio.sleep(0)
            await asyncio.get_running_loop().shutdown_default_executor()

        self.loop.run_until_complete(clear())
        self.loop.close()

    def fill(self) -> None:
        """Let the database's disk be full: what would make the file longer is refused."""
        for connection in self._connections:
            connection.limit_pages(1)

    def unfill(self) -> None:
        """Let there be room again."""
        for connection in self._connections:
            connection.limit_pages(2**31)

    def add_connection(self, connection: _Connection) -> None:
        self._connections.append(connection)


class _Connection(sqlite3.Connection):
    """A connection of a life's: its commits are steps."""

    life: Life

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "check_same_thread": False})
        self._busy = threading.RLock()

    def cut(self) -> None:
        with self._busy, contextlib.suppress(sqlite3.Error):
            super().close()

    def limit_pages(self, pages: int) -> None:
        """Allow the database so many pages at most, or as many as there are already."""
        with self._busy, contextlib.suppress(sqlite3.Error):
            super().execute(f"PRAGMA max_page_count = {pages:d}").fetchall()

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        return self._do(sql, lambda: super(_Connection, self).execute(sql, *values))

    def executemany(self, sql: str, values: Any) -> sqlite3.Cursor:
        return self._do(sql, lambda: super(_Connection, self).executemany(sql, values))

    def executescript(self, sql: str) -> sqlite3.Cursor:
        return self._do(sql, lambda: super(_Connection, self).executescript(sql))

    def commit(self) -> None:
        self._do("COMMIT", super().commit)

    def _do(self, sql: str, work: Callable[[], Any]) -> Any:
        alone = _WRITES.match(sql) is not None and not self.in_transaction
        commits = alone or (_COMMITS.match(sql) is not None and self.in_transaction)
        with self._busy:
            self.life.living()
            if not commits:
                return work()
            self.life.reach("before commit")
            done = work()
            if alone and hasattr(done, "fetchall") and done.description is None:
                done.fetchall()
            self.life.reach("after commit")
            return done


@contextlib.contextmanager
def mortal() -> Iterator[None]:
    """Let every `Life` begun meanwhile be stopped at its steps."""
    connect, request = sqlite3.connect, aiohttp.ClientSession._request
    lives: weakref.WeakValueDictionary[Any, Life] = weakref.WeakValueDictionary()

    def mortal_connect(database: Any, *args: Any, **kwargs: Any) -> sqlite3.Connection:
        life = Life._living
        if life is None or not str(database).startswith(str(life.database)):
            return connect(database, *args, **kwargs)
        connection = connect(database, *args, **kwargs, factory=_Connection)
        assert isinstance(connection, _Connection)
        connection.life = life
        life.add_connection(connection)
        return connection

    async def mortal_request(session: Any, method: str, url: Any, **kwargs: Any) -> Any:
        loop = asyncio.get_running_loop()
        life = lives.get(loop) or Life._living
        if life is None or life.loop is not loop:
            return await request(session, method, url, **kwargs)
        lives[loop] = life
        life.sessions.add(session)
        address = str(url)
        if not address.startswith(life.address.api_url):
            life.living()
            return await request(session, method, url, **kwargs)
        name = f"{method} {route(address.removeprefix(life.address.api_url))}"
        life.reach(f"before {name}")
        life.under_way += 1
        try:
            answer = await request(session, method, url, **kwargs)
        finally:
            life.under_way -= 1
        life.reach(f"after {name}")
        return answer

    async def keep_loaded(*_: Any, **__: Any) -> None:
        """Leave the extension as it is."""

    def alive(record: logging.LogRecord) -> bool:
        life = Life._living
        if record.threadName != "life":
            return True
        return life is not None and not life.dead and record.thread == life._thread.ident

    handlers = list(logging.getLogger().handlers)
    for handler in handlers:
        handler.addFilter(alive)
    # A process that ends unloads nothing, and the next one's modules are its own.
    Longtable.unload_extension = keep_loaded  # pyright: ignore[reportAttributeAccessIssue]
    sqlite3.connect = mortal_connect  # pyright: ignore[reportAttributeAccessIssue]
    aiohttp.ClientSession._request = mortal_request  # pyright: ignore[reportAttributeAccessIssue]
    try:
        yield
    finally:
        del Longtable.unload_extension
        sqlite3.connect = connect
        aiohttp.ClientSession._request = request
        for handler in handlers:
            handler.removeFilter(alive)
        Life._living = None


def route(path: str) -> str:
    """A request's path without its ids and tokens."""
    path = re.sub(r"/(callback|webhooks)/.*", r"/\1", path.partition("?")[0])
    path = re.sub(r"\d{15,}", "*", path)
    return re.sub(r"/[A-Za-z0-9_-]{40,}", "/*", path)
