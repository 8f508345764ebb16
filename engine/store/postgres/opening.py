"""Opening a PostgreSQL database: one bot at a time, nothing foreign or newer, brought up to date."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Generator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from engine.store.refusals import (
    Busy,
    Conflict,
    Failed,
    Foreign,
    Full,
    InUse,
    Newer,
    StoreError,
    TooOld,
    Unreachable,
    Unwritable,
)

__all__ = [
    "BUSY_SECONDS",
    "MIGRATIONS",
    "UNREACHABLE",
    "alone",
    "connect",
    "connected",
    "prepare",
    "shown",
    "trouble",
    "version_of",
]

MIGRATIONS = Path(__file__).resolve().parents[3] / "migrations" / "postgres"
BUSY_SECONDS = 10.0
"""How long to wait for the database."""
OLDEST = 14
"""The oldest PostgreSQL whose SQL is ours."""
UNREACHABLE = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # of a line that ended within an answer
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
"""How a line that is lost, or a server that stops, shows."""
_ALONE = int.from_bytes(b"LTBL", "big")
"""The advisory lock of the one bot on a database."""
_SCHEMA = "schema"
"""The note that says which migration came last."""

_TROUBLES: tuple[tuple[str, type[StoreError], str], ...] = (
    ("53100", Full, "store_full"),
    ("25006", Unwritable, "store_read_only"),
    ("42501", Unwritable, "store_read_only"),
    ("53", Busy, "store_busy"),  # too many connections, no memory
    ("40", Busy, "store_busy"),  # two transactions stopped each other, again and again
    ("55P03", Busy, "store_busy"),
    ("57014", Busy, "store_busy"),
    ("23", Conflict, "store_conflict"),
    ("08", Unreachable, "store_unreachable"),
    ("57", Unreachable, "store_unreachable"),  # it is stopping, or starting
    ("3D000", Foreign, "store_unknown"),
    ("28", Foreign, "store_unknown"),
)
"""By the beginnings of SQLSTATE codes."""


def shown(url: str) -> str:
    """What a host may read of the address: neither name nor password; nothing of one that is none."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", f":{parts.port}" if parts.port else ""
    except ValueError:
        return "postgresql://…"
    return f"{parts.scheme}://{host}{port}{parts.path}"


def trouble(error: BaseException, url: str) -> StoreError:
    """What an error of the database, its client or the line to it means to us."""
    path = shown(url)
    if isinstance(error, asyncpg.PostgresError):
        code = error.sqlstate or ""
        for prefix, kind, said in _TROUBLES:
            if code.startswith(prefix):
                return kind(said, path=path)
        return Failed("store_failed", path=path, error=f"{type(error).__name__} {code}")
    if isinstance(error, UNREACHABLE) and not isinstance(error, asyncpg.DataError):
        return Unreachable("store_unreachable", path=path)
    return Failed("store_failed", path=path, error=type(error).__name__)


@contextlib.contextmanager
def connected(url: str) -> Generator[None]:
    """What goes wrong in here is a `StoreError`."""
    try:
        yield
    except (asyncpg.PostgresError, ValueError, *UNREACHABLE) as error:
        raise trouble(error, url) from error


async def connect(url: str) -> asyncpg.Connection[Any]:
    """A connection of one's own. Raises `StoreError`."""
    with connected(url):
        connection = await asyncpg.connect(url, timeout=BUSY_SECONDS, command_timeout=BUSY_SECONDS)
    if connection.get_server_version().major < OLDEST:
        connection.terminate()
        raise TooOld(
            "store_too_old", path=shown(url), found=connection.get_server_version().major, known=OLDEST
        )
    return connection


async def alone(connection: asyncpg.Connection[Any], url: str, before: int | None = None) -> None:
    """Be the only bot on the database, as long as this connection lives. Raises `InUse`.

    `before` is the server's process of an earlier connection of ours that may still have the place.
    """
    if before is not None:
        # Only where it has the place: after a restart of the server that number may be anybody's.
        await connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            " AND pid = $1 AND classid = 0 AND objid = $2"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            before,
            _ALONE,
        )
    if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", _ALONE):
        raise InUse("store_in_use", path=shown(url))


async def prepare(connection: asyncpg.Connection[Any], url: str, migrations: Path = MIGRATIONS) -> None:
    """Apply each migration that is new in a transaction of its own. Raises `Foreign`, `Newer`."""
    steps = steps_of(migrations)
    version = await version_of(connection, url)
    known = max(steps)
    if version > known:
        raise Newer("store_newer", path=shown(url), found=version, known=known)
    if await connection.fetchval(
        "SELECT current_setting('default_transaction_read_only') = 'on' OR pg_is_in_recovery()"
    ):
        raise Unwritable("store_read_only", path=shown(url))
    for number, script in sorted(steps.items()):
        if number <= version:
            continue
        async with connection.transaction():
            await connection.execute(script, timeout=None)
            await connection.execute(
                "INSERT INTO notes (key, value) VALUES ($1, $2)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                _SCHEMA,
                str(number),
            )


async def version_of(connection: asyncpg.Connection[Any], url: str) -> int:
    """The number of the last migration: 0 where the database is empty. Raises `Foreign`."""
    tables = {
        row[0]
        for row in await connection.fetch(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
        )
    }
    if not tables:
        return 0
    note = None
    if {"notes", "matches", "outbox"} <= tables:
        note = await connection.fetchval("SELECT value FROM notes WHERE key = $1", _SCHEMA)
    if note is None or not note.isdecimal():
        raise Foreign("store_foreign", path=shown(url))
    return int(note)


def steps_of(migrations: Path) -> dict[int, str]:
    """The migrations by their numbers; the first stands for all before it."""
    steps: dict[int, str] = {}
    for path in sorted(migrations.glob("*.sql")):
        named = re.fullmatch(r"(\d{4})_\w+\.sql", path.name)
        if named is None or (steps and int(named[1]) != max(steps) + 1):
            raise ValueError(f"{path.name} has not the next number")
        steps[int(named[1])] = path.read_text(encoding="utf-8")
    return steps
