"""Which write-ahead log belongs to which database.

SQLite replays any log that stands beside a file, a stranger's too. So each log has a generation: a random
text that the database held, in its own file, when the log was begun. It stands in `notes`, and in a small
file beside the database. A log is only begun anew by `turn`: it writes both generations down, gives the
database the new one and moves all of the log into it. Whenever the process is killed, the file holds one that
is written down.
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
    "noted",
    "read",
    "reading",
    "refuse_foreign_log",
    "turn",
]

log = logging.getLogger(__name__)

GENERATION = "generation"
COPY = "copy"
"""The note that marks a backup, with what is known of it."""
MARGIN = 10_000
"""By how much numbers go on where it is not known which have been given."""
_LEAST = 32
"""Bytes of the header of a write-ahead log: a shorter one holds nothing."""
_NUMBERED = ("matches", "outbox", "timers", RESTORES)
"""Tables whose numbers are never given twice."""


@dataclass(frozen=True, slots=True)
class Held:
    """What is written down beside a database."""

    generations: tuple[str, ...]
    """Those its own file may hold."""
    numbers: Mapping[str, int] = field(default_factory=dict[str, int])
    """The highest number each table had given then."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the file itself holds, without its log."""

    readable: bool
    generation: str | None = None
    copy: str | None = None


@contextlib.contextmanager
def reading(path: Path, *, alone: bool = False) -> Generator[sqlite3.Connection]:
    """Read without ever writing. `alone` leaves the write-ahead log out: nothing is replayed."""
    how = "mode=ro&immutable=1" if alone else "mode=ro"
    quoted = path.resolve().as_uri()
    one = sqlite3.connect(f"{quoted}?{how}", uri=True, isolation_level=None)
    with contextlib.closing(one):
        one.text_factory = legible
        yield one


def noted(connection: sqlite3.Connection, key: str) -> str | None:
    rows = connection.execute("SELECT value FROM notes WHERE key = ?", (key,)).fetchall()
    return rows[0][0] if rows else None


def look(path: Path) -> Seen:
    """What the file itself holds."""
    try:
        with reading(path, alone=True) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'notes'").fetchall():
                return Seen(True)
            return Seen(True, noted(connection, GENERATION), noted(connection, COPY))
    except sqlite3.Error:
        return Seen(False)


def read(path: Path) -> Held | None:
    """What is written down beside the database; `None` when nothing is, or nothing that can be read."""
    try:
        given: Any = json.loads(_file(path).read_text(encoding="utf-8"))
        numbers = {str(table): int(number) for table, number in given["numbers"].items()}
        return Held(tuple(map(str, given["generations"])), numbers)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _write(path: Path, held: Held) -> None:
    write_whole(_file(path), json.dumps({"generations": held.generations, "numbers": dict(held.numbers)}))


def expect(path: Path, generation: str) -> None:
    """A file of that generation is about to take the database's place."""
    held = read(path) or Held(())
    _write(path, Held(tuple(dict.fromkeys([*held.generations, generation])), held.numbers))


def _file(path: Path) -> Path:
    return beside(path, ".generation")


def has_log(path: Path) -> bool:
    """Whether a write-ahead log that holds something stands beside the file."""
    try:
        return beside(path, "-wal").stat().st_size > _LEAST
    except FileNotFoundError:
        return False


def refuse_foreign_log(path: Path) -> None:
    """Make sure, before SQLite opens it, that the file is the one that was here, and its log its own.

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
    # Written by an older version, or moved here without what was written down: seen by trying.
    if has_log(path) and not _fits(path):
        raise Corrupt("store_stale", path=str(path))


def _fits(path: Path) -> bool:
    """Whether file and log make a sound database, tried on a copy; it is believed where there is no room."""
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
    """The highest number that each table has given."""
    given = dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    return {table: given.get(table, 0) for table in _NUMBERED}


def begin(connection: sqlite3.Connection) -> str:
    """Give the database that is being made a generation, and return it."""
    new = secrets.token_hex(16)
    connection.execute("INSERT OR REPLACE INTO notes (key, value) VALUES (?, ?)", (GENERATION, new))
    return new


def turn(path: Path, connection: sqlite3.Connection) -> bool:
    """Move the log into the file and begin a new one; `False` when a reader is in the way for now.

    The connection writes, is in no transaction, and is ours for as long as that takes.
    """
    held = read(path)
    now = noted(connection, GENERATION)
    before = () if held is None else held.generations
    # What an attempt before could not finish goes on: the file holds one of these already.
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
    """Let each table go on after the number given with it, if it is not further already."""
    for table, number in numbers.items():
        changed = connection.execute(
            "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, table)
        ).rowcount
        if not changed:
            connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))
