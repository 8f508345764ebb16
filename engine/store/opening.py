"""Opening a SQLite database: lock it, refuse a foreign, damaged or newer one, and migrate it.

All functions here block; `SqliteStore.open` runs them in a thread.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import re
import sqlite3
from collections.abc import Generator
from pathlib import Path

from engine.store import (
    Busy,
    Conflict,
    Corrupt,
    Failed,
    Foreign,
    Full,
    InUse,
    Linked,
    Newer,
    StoreError,
    Unwritable,
)
from engine.store import generation as generations
from engine.store.copying import before_migration, is_of_values
from engine.store.files import SUFFIXES, beside, draft, private, sync, sync_folder
from engine.store.packing import legible
from engine.store.protocol.notes import UNFINISHED
from engine.store.sql.rows import MANY

__all__ = [
    "BUSY_SECONDS",
    "MIGRATIONS",
    "Lock",
    "bring_up_to_date",
    "finish_replacing",
    "open_connection",
    "prepare",
    "refuse_unfinished",
    "replace",
    "steps_of",
    "trouble",
]

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"
BUSY_SECONDS = 5.0
"""Seconds to wait for another program, such as a backup, that holds the database."""

_APPLICATION = int.from_bytes(b"LTBL", "big")
_CHECKED_BYTES = 64 * 2**20
"""Bytes up to which a file is checked whole at the start; larger ones would delay it more and more."""

_FAULTS = 100
"""The number of impossible values from which on the database counts as damaged as a whole."""

_OLDEST = "oldest"
"""Key of the note with the schema known to the oldest code that may run on this database."""

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
    """Return the `StoreError` for an error of SQLite."""
    name: str = getattr(error, "sqlite_errorname", type(error).__name__)
    for prefix, kind, code in _TROUBLES:
        if name.startswith(prefix):
            return kind(code, path=str(path))
    return Failed("store_failed", path=str(path), error=name)


class Lock:
    """The lock that makes this process the only bot on a database. It ends when the process dies.

    It is taken on a file beside the real database, whichever links lead there, so that backups of the
    database itself are never in the way.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises `InUse`, `Linked` or `Unwritable`."""
        try:
            real = path.resolve()
        except (OSError, RuntimeError) as error:  # links in a ring
            raise Unwritable("store_unwritable", path=str(path)) from error
        _refuse_second_name(real)
        held = beside(real, ".lock")
        try:
            private(held, make=True)
            self._connection = sqlite3.connect(held, isolation_level=None, timeout=0, check_same_thread=False)
        except OSError as error:
            raise Unwritable("store_unwritable", path=str(path)) from error
        except sqlite3.Error as error:
            raise trouble(error, path) from error
        try:
            self._connection.execute("BEGIN EXCLUSIVE").fetchall()
        except sqlite3.Error as error:
            self._connection.close()
            refusal = trouble(error, path)
            if isinstance(refusal, Busy):
                refusal = InUse("store_in_use", path=str(path))
            raise refusal from error

    def release(self) -> None:
        self._connection.close()


def _refuse_second_name(path: Path) -> None:
    """Check that the file has no second hard link. Raises `Linked`.

    Each name would have its own lock and write-ahead log, and two bots would overwrite each other.
    """
    try:
        names = path.stat().st_nlink
    except OSError:
        return  # not there, or not to be read: that is refused later
    if path.is_file() and names > 1:
        raise Linked("store_linked", path=str(path))


def prepare(path: Path, migrations: Path, *, moving: bool = False) -> Lock:
    """Make sure that a sound database of this version is at `path`; return the lock on it.

    Raises `StoreError`. A new database is made only in a folder that exists. With `moving` another database
    is to be moved into it, and nobody else can open it until that is done.
    """
    try:
        if path.is_dir():
            raise Unwritable("store_unwritable", path=str(path))
        folder = path.parent.resolve()
        if folder.exists() and not folder.is_dir():
            raise Unwritable("store_unwritable", path=str(path))
        if not folder.is_dir():
            raise Unwritable("store_nowhere", path=str(path), folder=str(folder))
    except (OSError, RuntimeError) as error:
        raise Unwritable("store_unwritable", path=str(path)) from error
    lock = Lock(path)
    try:
        _prepare(path.resolve(), steps_of(migrations), moving=moving)
    except sqlite3.Error as error:
        lock.release()
        raise trouble(error, path) from error
    except OSError as error:
        lock.release()
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        refusal = (
            Full("store_full", path=str(path)) if full else Unwritable("store_unwritable", path=str(path))
        )
        raise refusal from error
    except BaseException:
        lock.release()
        raise
    return lock


def _prepare(path: Path, steps: list[tuple[int, str]], *, moving: bool) -> None:
    finish_replacing(path)
    if not path.exists():
        if generations.has_log(path):
            raise Corrupt("store_stale", path=str(path))
        _create(path, steps, moving=moving)
    elif not path.stat().st_size:
        raise Corrupt("store_empty", path=str(path))
    generations.refuse_foreign_log(path)
    for suffix in ("", *SUFFIXES):
        private(beside(path, suffix))
    with open_connection(path) as connection:
        version = _recognise(connection, path, steps)
        refuse_unfinished(connection, path, moving=moving)
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
        if 0 < version < len(steps):
            before_migration(connection, path, version)
        _migrate(connection, version, steps)
        _lower_numbers(connection, path)
        # Every start begins a new log. This also shows early that the file can be written.
        generations.turn(path, connection)


def _lower_numbers(connection: sqlite3.Connection, path: Path) -> None:
    """Lower a table's counter if damage made it so high that no number could follow.

    Rows with such a number get a negative one, out of everybody's way.
    """
    held = generations.read(path)
    for table, given in connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
        numbered = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchall()
        highest = _highest(connection, table) if numbered else 0
        if max(given, highest) <= MANY:
            continue
        connection.execute("BEGIN IMMEDIATE")
        if numbered:
            connection.execute(f"UPDATE {table} SET id = -id WHERE id > ?", (MANY,))
            highest = _highest(connection, table)
        known = 0 if held is None else held.numbers.get(table, 0)
        number = max(highest, *(each for each in (known, given, 0) if each <= MANY)) + generations.MARGIN
        log.error("%s: the numbers of %s had come to an end: they go on from %d", path, table, number)
        connection.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (number, table))
        connection.execute("COMMIT")


def _highest(connection: sqlite3.Connection, table: str) -> int:
    ((highest,),) = connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchall()
    return highest


@contextlib.contextmanager
def open_connection(path: Path) -> Generator[sqlite3.Connection]:
    """Open a separate connection, in no transaction; close it at the end."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)) as connection:
        connection.text_factory = legible
        yield connection


def refuse_unfinished(connection: sqlite3.Connection, path: Path, *, moving: bool = False) -> None:
    """Check that no move of another database into this one was left unfinished. Raises `Corrupt`."""
    tables = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'notes'").fetchall()
    if tables and not moving and generations.read_note(connection, UNFINISHED) is not None:
        raise Corrupt("store_unfinished", path=str(path))


def _create(path: Path, steps: list[tuple[int, str]], *, moving: bool) -> None:
    """Make a new database, whole or not at all."""
    log.info("a new database begins: %s", path)
    held = generations.read(path)
    with draft(path) as made:
        with open_connection(made) as connection:
            connection.execute("PRAGMA synchronous = OFF")  # all of it is synchronised at the end
            _migrate(connection, 0, steps)
            if held is not None:  # a database of that name was here: its numbers are not given again
                given = {table: number + generations.MARGIN for table, number in held.numbers.items()}
                generations.forward(connection, given)
            if moving:
                connection.execute("INSERT INTO notes (key, value) VALUES (?, '')", (UNFINISHED,))
            generations.expect(path, generations.begin(connection))
        sync(made)
        made.replace(path)
    sync_folder(path)


def replace(path: Path, new: Path, stamp: str) -> None:
    """Put the finished file in the place of the database, which is renamed with `stamp`.

    A replacement that is interrupted is finished at the next start. The caller holds the lock; `new` has its
    own generation.
    """
    new.replace(beside(path, f".restored-{stamp}"))
    sync_folder(path)
    finish_replacing(path)


def finish_replacing(path: Path) -> None:
    """Finish a `replace` that was interrupted, if there is one."""
    for new in sorted(path.parent.glob(f"{path.name}.restored-*Z")):
        generation = generations.look(new).generation
        if generation is None:
            raise Corrupt("store_corrupt", path=str(new))
        generations.expect(path, generation)
        aside = beside(path, new.name.removeprefix(path.name).replace(".restored-", ".replaced-"))
        for suffix in ("", *SUFFIXES):
            if beside(path, suffix).exists():
                beside(path, suffix).replace(beside(aside, suffix))
        new.replace(path)
        sync_folder(path)


def steps_of(migrations: Path) -> list[tuple[int, str]]:
    """Return the migrations in order, numbered from 1 without a gap."""
    steps: list[tuple[int, str]] = []
    for path in sorted(migrations.glob("*.sql")):
        named = re.fullmatch(r"(\d{4})_\w+\.sql", path.name)
        if named is None or int(named[1]) != len(steps) + 1:
            raise ValueError(f"{path.name} is not migration number {len(steps) + 1:04}")
        steps.append((len(steps) + 1, path.read_text(encoding="utf-8")))
    return steps


def bring_up_to_date(connection: sqlite3.Connection, path: Path, steps: list[tuple[int, str]]) -> None:
    """Apply new migrations. Raises `StoreError` if the database is foreign, damaged or newer."""
    _migrate(connection, _recognise(connection, path, steps), steps)


def _recognise(connection: sqlite3.Connection, path: Path, steps: list[tuple[int, str]]) -> int:
    """Return the number of migrations that were applied to the database; 0 if it is empty."""
    ((version,),) = connection.execute("PRAGMA user_version").fetchall()
    ((application,),) = connection.execute("PRAGMA application_id").fetchall()
    ((things,),) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    if application != _APPLICATION and (application or version or things):
        raise Foreign("store_foreign", path=str(path))
    if version > len(steps) and not _oldest(connection, version) <= len(steps):
        raise Newer("store_newer", path=str(path), found=version, known=len(steps))
    ((pages, size),) = connection.execute("SELECT * FROM pragma_page_count, pragma_page_size").fetchall()
    if pages * size <= _CHECKED_BYTES:
        checked = [row[0] for row in connection.execute(f"PRAGMA quick_check({_FAULTS})").fetchall()]
        if checked != ["ok"]:
            if len(checked) == _FAULTS or not all(map(is_of_values, checked)):
                raise Corrupt("store_corrupt", path=str(path))
            for each in checked:
                log.error("%s: %s: all else goes on; `bot.py check` tells which backup is sound", path, each)
    return version


def _oldest(connection: sqlite3.Connection, version: int) -> int:
    """Return the schema known to the oldest code that may run on this database, by default its own schema."""
    of, _, oldest = (generations.read_note(connection, _OLDEST) or "").partition(":")
    return int(oldest) if of == str(version) and oldest.isdecimal() else version


def _migrate(connection: sqlite3.Connection, version: int, steps: list[tuple[int, str]]) -> None:
    """Apply each migration after `version` in a transaction of its own."""
    for number, script in steps[version:]:
        named = re.search(r"^-- Oldest code: (\d{4})\b", script, re.MULTILINE)
        oldest = f"{number}:{int(named[1]) if named else number}"
        note = f"INSERT OR REPLACE INTO notes (key, value) VALUES ('{_OLDEST}', '{oldest}');"
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{script}\n{note}\nPRAGMA user_version = {number};\nCOMMIT;"
            )
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK").fetchall()
            raise
