"""Generations: random texts that show that a write-ahead log belongs to its database.

SQLite replays any log that stands beside a file, even one of another database. So each log has a generation:
a random text that the database file itself held when the log was begun. It stands in `notes`, and in a small
file beside the database. Only `turn` begins a new log: it writes the old and the new generation to the small
file, gives the database the new one, and moves the whole log into the database. Whenever the process is
killed, the database holds one of the generations in the small file.
"""

from __future__ import annotations

import contextlib
import json
import logging
import secrets
import shutil
import sqlite3
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.store import Corrupt
from engine.store.files import beside, draft, write_whole
from engine.store.packing import legible
from engine.store.protocol.notes import RESTORES

__all__ = [
    "COPY",
    "GENERATION",
    "MARGIN",
    "Held",
    "Seen",
    "begin",
    "counters",
    "expect",
    "forward",
    "has_log",
    "look",
    "read",
    "read_note",
    "reading",
    "refuse_foreign_log",
    "turn",
]

log = logging.getLogger(__name__)

GENERATION = "generation"
COPY = "copy"
"""Key of the note that marks a backup; it has the backup's time and schema."""
MARGIN = 10_000
"""The gap left in the numbers of a table when the last number given is not known."""
_LEAST = 32
"""Bytes of the header of a write-ahead log; a file without more than that holds nothing."""
_NUMBERED = ("matches", "outbox", "timers", RESTORES)
"""Tables, and the count of restores, whose numbers are never given twice."""


@dataclass(frozen=True, slots=True)
class Held:
    """The content of the small file beside a database."""

    generations: tuple[str, ...]
    """The generations that the database's own file may hold."""
    numbers: Mapping[str, int] = field(default_factory=dict[str, int])
    """The highest number that each table had given when the file was written."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The notes that a database file itself holds, without its log."""

    readable: bool
    generation: str | None = None
    copy: str | None = None


@contextlib.contextmanager
def reading(path: Path, *, alone: bool = False) -> Generator[sqlite3.Connection]:
    """Open the database for reading; nothing is ever written.

    With `alone` the write-ahead log is ignored and not replayed.
    """
    how = "mode=ro&immutable=1" if alone else "mode=ro"
    quoted = path.resolve().as_uri()
    one = sqlite3.connect(f"{quoted}?{how}", uri=True, isolation_level=None)
    with contextlib.closing(one):
        one.text_factory = legible
        yield one


def read_note(connection: sqlite3.Connection, key: str) -> str | None:
    rows = connection.execute("SELECT value FROM notes WHERE key = ?", (key,)).fetchall()
    return rows[0][0] if rows else None


def look(path: Path) -> Seen:
    """Return the notes that the file itself holds, without its log."""
    try:
        with reading(path, alone=True) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'notes'").fetchall():
                return Seen(True)
            return Seen(True, read_note(connection, GENERATION), read_note(connection, COPY))
    except sqlite3.Error:
        return Seen(False)


def read(path: Path) -> Held | None:
    """Return the content of the small file beside the database; `None` if it cannot be read."""
    try:
        given: Any = json.loads(_file(path).read_text(encoding="utf-8"))
        numbers = {str(table): int(number) for table, number in given["numbers"].items()}
        return Held(tuple(map(str, given["generations"])), numbers)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _write(path: Path, held: Held) -> None:
    write_whole(_file(path), json.dumps({"generations": held.generations, "numbers": dict(held.numbers)}))


def expect(path: Path, generation: str) -> None:
    """Write down the generation of a file that is about to take the database's place."""
    held = read(path) or Held(())
    _write(path, Held(tuple(dict.fromkeys([*held.generations, generation])), held.numbers))


def _file(path: Path) -> Path:
    return beside(path, ".generation")


def has_log(path: Path) -> bool:
    """Return True if a write-ahead log that is not empty stands beside the file."""
    try:
        return beside(path, "-wal").stat().st_size > _LEAST
    except FileNotFoundError:
        return False


def refuse_foreign_log(path: Path) -> None:
    """Check, before SQLite opens the file, that it is the one that was here, and that its log is its own.

    Raises `Corrupt`: ``store_copy`` for a backup, ``store_stale`` for another file's log, ``store_replaced``.
    """
    seen, held = look(path), read(path)
    if seen.copy is not None:
        raise Corrupt("store_copy", path=str(path))
    known = held is not None and seen.generation in held.generations
    if known:
        return
    if seen.readable and held is not None:
        raise Corrupt("store_stale" if has_log(path) else "store_replaced", path=str(path))
    # An older version wrote the file, or it was moved here alone: only a try shows whether the log fits.
    if has_log(path) and not _fits(path):
        raise Corrupt("store_stale", path=str(path))


def _fits(path: Path) -> bool:
    """Return True if a copy of file and log is a sound database, or if there is no room for a copy."""
    try:
        with draft(path) as tried:
            shutil.copyfile(path, tried)
            shutil.copyfile(beside(path, "-wal"), beside(tried, "-wal"))
            with contextlib.closing(sqlite3.connect(tried)) as connection:
                return connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    except sqlite3.DatabaseError:
        return False
    except OSError as error:
        log.warning("whether the log of %s is its own could not be tried: %s", path, error)
        return True


def counters(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the highest number that each table has given."""
    given = dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    return {table: given.get(table, 0) for table in _NUMBERED}


def begin(connection: sqlite3.Connection) -> str:
    """Give a new database its generation, and return it."""
    new = secrets.token_hex(16)
    connection.execute("INSERT OR REPLACE INTO notes (key, value) VALUES (?, ?)", (GENERATION, new))
    return new


def turn(path: Path, connection: sqlite3.Connection) -> bool:
    """Move the log into the database and begin a new one; return False if a reader is in the way.

    The connection must be in no transaction, and must be used by nobody else meanwhile.
    """
    held = read(path)
    now = read_note(connection, GENERATION)
    before = () if held is None else held.generations
    # An earlier attempt did not finish: the file already holds the new generation, which is used again.
    new = before[-1] if len(before) > 1 and now == before[-1] else secrets.token_hex(16)
    numbers = counters(connection)
    kept = tuple(dict.fromkeys((*before, new) if now is None else (*before, now, new)))
    _write(path, Held(kept, numbers))
    if now != new:
        connection.execute("INSERT OR REPLACE INTO notes (key, value) VALUES (?, ?)", (GENERATION, new))
    ((busy, _, _),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    if busy:
        return False
    _write(path, Held((new,), numbers))
    return True


def forward(connection: sqlite3.Connection, numbers: Mapping[str, int]) -> None:
    """Let each table give only numbers above the one here, unless it is further already."""
    for table, number in numbers.items():
        changed = connection.execute(
            "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, table)
        ).rowcount
        if not changed:
            connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))
