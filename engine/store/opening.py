"""Opening a database: one bot at a time, nothing foreign, damaged or newer, brought up to date.

Everything here blocks; `SqliteStore.open` runs it in a thread.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from pathlib import Path

from engine.store import (
    Busy,
    Conflict,
    Corrupt,
    Failed,
    Foreign,
    Full,
    InUse,
    Newer,
    StoreError,
    Unwritable,
)

__all__ = ["BUSY_SECONDS", "MIGRATIONS", "Lock", "prepare", "trouble"]

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"
BUSY_SECONDS = 5.0
"""How long to wait for another program, a backup say, that holds the database."""

_APPLICATION = int.from_bytes(b"LTBL", "big")
_CHECKED_BYTES = 64 * 2**20
"""Files up to this size are checked whole; beyond, starting would take longer as matches pile up."""

_TROUBLES: tuple[tuple[str, type[StoreError], str], ...] = (
    ("SQLITE_FULL", Full, "store_full"),
    ("SQLITE_READONLY", Unwritable, "store_unwritable"),
    ("SQLITE_CANTOPEN", Unwritable, "store_unwritable"),
    ("SQLITE_PERM", Unwritable, "store_unwritable"),
    ("SQLITE_CORRUPT", Corrupt, "store_corrupt"),
    ("SQLITE_NOTADB", Corrupt, "store_corrupt"),
    ("SQLITE_BUSY", Busy, "store_busy"),
    ("SQLITE_LOCKED", Busy, "store_busy"),
    ("SQLITE_CONSTRAINT", Conflict, "store_conflict"),
)


def trouble(error: sqlite3.Error, path: Path) -> StoreError:
    """What an error of SQLite means to us."""
    name: str = getattr(error, "sqlite_errorname", type(error).__name__)
    for prefix, kind, code in _TROUBLES:
        if name.startswith(prefix):
            return kind(code, path=str(path))
    return Failed("store_failed", path=str(path), error=name)


class Lock:
    """The right to be the only bot on a database. The operating system takes it back when the process dies.

    It is held on a file beside the database, whichever links lead there, so that backups of the database
    itself are never in the way.
    """

    def __init__(self, path: Path) -> None:
        """Take it. Raises `InUse` or `Unwritable`."""
        try:
            real = path.resolve()
        except (OSError, RuntimeError) as error:  # links in a ring
            raise Unwritable("store_unwritable", path=str(path)) from error
        beside = real.with_name(real.name + ".lock")
        try:
            self._held = sqlite3.connect(beside, isolation_level=None, timeout=0, check_same_thread=False)
        except sqlite3.Error as error:
            raise trouble(error, path) from error
        try:
            self._held.execute("BEGIN EXCLUSIVE").fetchall()
        except sqlite3.Error as error:
            self._held.close()
            refusal = trouble(error, path)
            if isinstance(refusal, Busy):
                refusal = InUse("store_in_use", path=str(path))
            raise refusal from error

    def release(self) -> None:
        self._held.close()


def prepare(path: Path, migrations: Path) -> Lock:
    """Leave a sound database of this version at `path`, and return the lock on it. Raises `StoreError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unwritable("store_unwritable", path=str(path)) from error
    if path.is_dir():
        raise Unwritable("store_unwritable", path=str(path))
    lock = Lock(path)
    try:
        with contextlib.closing(
            sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
        ) as connection:
            version = _recognise(connection, path, steps := _steps(migrations))
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
            for number, script in steps[version:]:
                _migrate(connection, number, script)
            _write_something(connection)
    except sqlite3.Error as error:
        lock.release()
        raise trouble(error, path) from error
    except BaseException:
        lock.release()
        raise
    return lock


def _steps(migrations: Path) -> list[tuple[int, str]]:
    """The migrations in order, numbered from 1 without a gap."""
    steps: list[tuple[int, str]] = []
    for path in sorted(migrations.glob("*.sql")):
        named = re.fullmatch(r"(\d{4})_\w+\.sql", path.name)
        if named is None or int(named[1]) != len(steps) + 1:
            raise ValueError(f"{path.name} is not migration number {len(steps) + 1:04}")
        steps.append((len(steps) + 1, path.read_text(encoding="utf-8")))
    return steps


def _recognise(connection: sqlite3.Connection, path: Path, steps: list[tuple[int, str]]) -> int:
    """The number of migrations that have been applied to the database: 0 when it is new and empty."""
    ((version,),) = connection.execute("PRAGMA user_version").fetchall()
    ((application,),) = connection.execute("PRAGMA application_id").fetchall()
    ((things,),) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    if application != _APPLICATION and (application or version or things):
        raise Foreign("store_foreign", path=str(path))
    if version > len(steps):
        raise Newer("store_newer", path=str(path), found=version, known=len(steps))
    if path.stat().st_size <= _CHECKED_BYTES:
        checked = connection.execute("PRAGMA quick_check(1)").fetchall()
        if checked != [("ok",)]:
            raise Corrupt("store_corrupt", path=str(path))
    return version


def _migrate(connection: sqlite3.Connection, number: int, script: str) -> None:
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
    except sqlite3.Error:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK").fetchall()
        raise


def _write_something(connection: sqlite3.Connection) -> None:
    """Find out now, not at the first move, that the file cannot be written."""
    ((version,),) = connection.execute("PRAGMA user_version").fetchall()
    connection.executescript(f"BEGIN IMMEDIATE; PRAGMA user_version = {version}; COMMIT;")
