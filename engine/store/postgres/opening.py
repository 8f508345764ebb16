"""Opening a PostgreSQL database: refuse a foreign or newer one, and migrate it, one process at a time."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Generator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from engine.store.postgres.servers import Servers
from engine.store.protocol.notes import UNFINISHED
from engine.store.refusals import (
    Busy,
    Conflict,
    Corrupt,
    Failed,
    Foreign,
    Full,
    InUse,
    Misfit,
    Newer,
    StoreError,
    TooOld,
    Unreachable,
    Unwritable,
)
from engine.store.sql.rows import living

__all__ = [
    "BUSY_SECONDS",
    "MIGRATIONS",
    "SETTINGS",
    "UNREACHABLE",
    "WAIT_SECONDS",
    "alone",
    "as_store_errors",
    "connect",
    "joining",
    "leave_alone",
    "prepare",
    "readable",
    "settings_of",
    "trouble",
    "version_of",
    "without_password",
]

MIGRATIONS = Path(__file__).resolve().parents[3] / "migrations" / "postgres"
BUSY_SECONDS = 10.0
"""Seconds to wait for the database."""
SETTINGS = {"application_name": "longtable", "idle_in_transaction_session_timeout": "5s"}
"""Settings of each session. A process that is stopped between two statements of a transaction must not keep
others waiting for longer."""
OLDEST = 14
"""The oldest PostgreSQL version that can run our statements."""
UNREACHABLE = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # of a line that ended within an answer
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
"""Errors of a lost connection, or of a server that stops."""
WAIT_SECONDS = 60.0
"""Seconds to wait for another process that migrates the schema."""
_AGAIN = 0.5
_TRIES = 20
_PLACE = int.from_bytes(b"LTBL", "big")
"""Key of the advisory lock of a process that must be alone on a database, to migrate or to move it."""
_SCHEMA = "schema"
"""Key of the note with the number of the last migration."""
_OLDEST = "oldest"
"""Key of the note with the schema known to the oldest code that may run on this database."""

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
"""Errors of the store by the beginning of the SQLSTATE code."""


def without_password(url: str) -> str:
    """Return the address without name and password, for the operator; nothing of one that cannot be
    parsed."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", f":{parts.port}" if parts.port else ""
    except ValueError:
        return "postgresql://…"
    return f"{parts.scheme}://{host}{port}{parts.path}"


def trouble(error: BaseException, url: str) -> StoreError:
    """Return the `StoreError` for an error of the database, its client or the connection."""
    path = without_password(url)
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
def as_store_errors(url: str) -> Generator[None]:
    """Raise errors of the database as `StoreError`."""
    try:
        yield
    except (asyncpg.PostgresError, ValueError, *UNREACHABLE) as error:
        raise trouble(error, url) from error


def settings_of(process: str) -> dict[str, str]:
    """Return the settings for sessions of that process. The name lets the others end them once it is dead."""
    return {**SETTINGS, "application_name": f"{SETTINGS['application_name']} {process}"}


async def connect(servers: Servers, process: str = "") -> asyncpg.Connection[Any]:
    """Open a separate connection, named after the process if one is given. Raises `StoreError`."""
    url = servers.url
    settings = settings_of(process) if process else SETTINGS
    with as_store_errors(url):
        connection = await servers.connect(
            timeout=BUSY_SECONDS, command_timeout=BUSY_SECONDS, server_settings=settings
        )
    if connection.get_server_version().major < OLDEST:
        connection.terminate()
        raise TooOld(
            "store_too_old",
            path=without_password(url),
            found=connection.get_server_version().major,
            known=OLDEST,
        )
    return connection


async def alone(connection: asyncpg.Connection[Any], url: str) -> None:
    """Keep all other processes out of the database while this connection lives. Raises `InUse`."""
    if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", _PLACE):
        raise InUse("store_in_use", path=without_password(url))
    if await connection.fetchval(
        "SELECT EXISTS (SELECT 1 FROM processes WHERE "
        f"{living('(extract(epoch FROM clock_timestamp()) * 1000000)::bigint')})"
    ):
        raise InUse("store_in_use", path=without_password(url))


async def leave_alone(connection: asyncpg.Connection[Any]) -> None:
    """Let other processes in again, and end the connection.

    The lock is released first, because the server may notice the end only after a while.
    """
    with contextlib.suppress(asyncpg.PostgresError, *UNREACHABLE):
        await connection.fetchval("SELECT pg_advisory_unlock_all()", timeout=1)
    connection.terminate()


async def joining(connection: asyncpg.Connection[Any], url: str) -> None:
    """Wait until no process is alone on the database; none can be before this transaction ends.

    Raises `InUse` if one is for too long.
    """
    await _turn(connection, url, "SELECT pg_try_advisory_xact_lock_shared($1)")


async def _turn(connection: asyncpg.Connection[Any], url: str, asking: str) -> None:
    for _ in range(round(WAIT_SECONDS / _AGAIN)):
        if await connection.fetchval(asking, _PLACE):
            return
        await asyncio.sleep(_AGAIN)
    raise InUse("store_in_use", path=without_password(url))


async def prepare(
    connection: asyncpg.Connection[Any], url: str, migrations: Path = MIGRATIONS, *, moving: bool = False
) -> None:
    """Apply each new migration in its own transaction, while other processes wait.

    With `moving` another database is to be moved into it, and nobody else can open it until that is done.
    Raises `Foreign`, `Newer`, `InUse`, `Corrupt`, `Unwritable`.
    """
    steps = steps_of(migrations)
    known = max(steps)
    version = await version_of(connection, url)
    if version > known and not await _oldest(connection, version) <= known:
        raise Newer("store_newer", path=without_password(url), found=version, known=known)
    if await connection.fetchval(
        "SELECT current_setting('default_transaction_read_only') = 'on' OR pg_is_in_recovery()"
    ):
        raise Unwritable("store_read_only", path=without_password(url))
    tries = 0
    while version < known:
        try:
            async with connection.transaction():
                await _turn(connection, url, "SELECT pg_try_advisory_xact_lock($1)")
                version = await version_of(connection, url)
                if version < known:
                    begins = not version
                    version = min(number for number in steps if number > version)
                    await _migrate(connection, version, steps[version])
                    if begins and moving:
                        await connection.execute("INSERT INTO notes (key, value) VALUES ($1, '')", UNFINISHED)
        except asyncpg.LockNotAvailableError:
            # Waiting for a table would hold up all later statements on it: try again later instead.
            tries += 1
            if tries >= _TRIES:
                raise
            await asyncio.sleep(_AGAIN)
            version = await version_of(connection, url)
    if not moving:
        await _refuse_unfinished(connection, url)


async def _refuse_unfinished(connection: asyncpg.Connection[Any], url: str) -> None:
    """Check that no move of another database into this one was left unfinished. Raises `Corrupt`."""
    if await connection.fetchval("SELECT 1 FROM notes WHERE key = $1", UNFINISHED):
        raise Corrupt("store_unfinished", path=without_password(url))


async def readable(connection: asyncpg.Connection[Any], url: str, migrations: Path = MIGRATIONS) -> None:
    """Check that the schema is this code's. Raises `Foreign`, `Newer`, `Misfit`, `Corrupt`."""
    version, known = await version_of(connection, url), max(steps_of(migrations))
    if version > known:
        raise Newer("store_newer", path=without_password(url), found=version, known=known)
    if version < known:
        raise Misfit("store_older", path=without_password(url), found=version, known=known)
    await _refuse_unfinished(connection, url)


async def _migrate(connection: asyncpg.Connection[Any], number: int, script: str) -> None:
    await connection.execute("SET LOCAL lock_timeout = '2s'")
    await connection.execute(script, timeout=None)
    named = re.search(r"^-- Oldest code: (\d{4})\b", script, re.MULTILINE)
    notes = {_SCHEMA: str(number), _OLDEST: f"{number}:{int(named[1]) if named else number}"}
    for key, value in notes.items():
        await connection.execute(
            "INSERT INTO notes (key, value) VALUES ($1, $2)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            *(key, value),
        )


async def _oldest(connection: asyncpg.Connection[Any], version: int) -> int:
    """Return the schema known to the oldest code that may run on this database, by default its own schema."""
    note = await connection.fetchval("SELECT value FROM notes WHERE key = $1", _OLDEST)
    of, _, oldest = (note or "").partition(":")
    return int(oldest) if of == str(version) and oldest.isdecimal() else version


async def version_of(connection: asyncpg.Connection[Any], url: str) -> int:
    """Return the number of the last migration; 0 if the database is empty. Raises `Foreign`."""
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
        raise Foreign("store_foreign", path=without_password(url))
    return int(note)


def steps_of(migrations: Path) -> dict[int, str]:
    """Return the migrations by their numbers; the first stands for all before it."""
    steps: dict[int, str] = {}
    for path in sorted(migrations.glob("*.sql")):
        named = re.fullmatch(r"(\d{4})_\w+\.sql", path.name)
        if named is None or (steps and int(named[1]) != max(steps) + 1):
            raise ValueError(f"{path.name} has not the next number")
        steps[int(named[1])] = path.read_text(encoding="utf-8")
    return steps
