"""Checks and figures of a SQLite database on which a bot runs. All functions block, and none writes."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.store.copying import wrong_values
from engine.store.files import beside
from engine.store.generation import reading
from engine.store.sql.digesting import fault_of
from engine.store.sqlite.at_once import at_once

__all__ = [
    "Figures",
    "Outbox",
    "count_rows",
    "count_running",
    "damage_in",
    "damage_in_file",
    "damaged_logs",
    "damaged_logs_in",
    "figures",
    "log_size",
    "match_numbers",
    "outbox",
    "unsound",
]

_STEPS = 100_000
"""Instructions of SQLite between two pauses."""


@dataclass(frozen=True, slots=True)
class Outbox:
    """The notices that wait to be sent."""

    size: int
    oldest: int | None
    """The number of the oldest notice."""
    newest: int
    """The highest number given so far."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures for the operator that are quickly read."""

    database: int
    """Bytes of the database."""
    log: int
    """Bytes of its write-ahead log."""
    free: int | None
    """Free bytes on the database's disk; `None` if that is not known."""
    outbox: Outbox
    aside: int
    """Rows that could not be read and were set aside."""


def unsound(path: Path, sleep: Callable[[float], object] = time.sleep, share: float = 0.25) -> list[str]:
    """Return the faults of the database, checked table by table, working for `share` of the time.

    Each table is read in a connection of its own: between them the log can be moved into the file.
    """
    found: list[str] = []
    with reading(path) as connection:
        listed = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (table,) in (("sqlite_schema",), *listed):
        with _slowly(path, sleep, share) as connection:
            quoted = table.replace("'", "''")
            try:
                said = connection.execute(f"PRAGMA integrity_check('{quoted}')").fetchall()
                if said != [("ok",)]:
                    found += [f"{table}: {one}" for (one,) in said]
                lost = connection.execute(f"PRAGMA foreign_key_check('{quoted}')").fetchmany(9)
                found += [f"{table}: row {row} belongs to nothing in {parent}" for _, row, parent, _ in lost]
            except sqlite3.DatabaseError as error:
                if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
                    found.append(f"{table}: {error}")
                else:
                    raise
    return found


@contextlib.contextmanager
def _slowly(path: Path, sleep: Callable[[float], object], share: float) -> Generator[sqlite3.Connection]:
    """Open a connection for reading that works for `share` of the time and pauses in between."""
    worked = time.monotonic()

    def rest() -> int:
        nonlocal worked
        sleep((time.monotonic() - worked) * (1 / share - 1))
        worked = time.monotonic()
        return 0

    with reading(path) as connection:
        connection.set_progress_handler(rest, _STEPS)
        yield connection
    rest()


def damaged_logs(path: Path, sleep: Callable[[float], object] = time.sleep, share: float = 0.25) -> list[str]:
    """Return the logs whose digest does not fit, by match and entry, working for `share` of the time."""
    found: list[str] = []
    for match in match_numbers(path):
        began = time.monotonic()
        with reading(path) as connection:
            fault = _fault_of(connection, match)
        if fault is not None:
            found.append(f"match {match}: {fault}")
        sleep((time.monotonic() - began) * (1 / share - 1))
    return found


def damaged_logs_in(connection: sqlite3.Connection) -> list[str]:
    """Return the logs whose digest does not fit, by match and entry."""
    numbers = connection.execute("SELECT id FROM matches ORDER BY id").fetchall()
    faults = ((match, _fault_of(connection, match)) for (match,) in numbers)
    return [f"match {match}: {fault}" for match, fault in faults if fault is not None]


def damage_in(connection: sqlite3.Connection) -> list[str]:
    """Return the damaged logs, by match and entry, and the impossible values of a database with sound pages.

    Logs of a schema without digests are not checked.
    """
    columns = connection.execute("SELECT name FROM pragma_table_info('matches')").fetchall()
    logs = damaged_logs_in(connection) if ("digest",) in columns else []
    return [*logs, *wrong_values(connection)]


def damage_in_file(path: Path) -> list[str]:
    """Return the same as `damage_in`, for a copy that nobody writes to."""
    with reading(path, alone=True) as connection:
        return damage_in(connection)


def _exactly(text: bytes) -> str:
    """Decode a text so that two texts with different bytes differ, even if some bytes are not UTF-8."""
    return text.decode(errors="surrogateescape")


def _fault_of(connection: sqlite3.Connection, match: int) -> str | None:
    before = connection.text_factory
    connection.text_factory = _exactly
    try:
        return at_once(connection, lambda each: fault_of(each.execute_fetchall, match))
    finally:
        connection.text_factory = before


def figures(path: Path) -> Figures:
    """Return the figures of the database. Raises `sqlite3.Error` and `OSError`."""
    disk = os.statvfs(path.parent)
    with reading(path) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema").fetchall()}
        aside = connection.execute("SELECT count(*) FROM aside").fetchone()[0] if "aside" in tables else 0
        waiting = outbox(connection)
    return Figures(path.stat().st_size, log_size(path), disk.f_bavail * disk.f_frsize, waiting, aside)


def outbox(connection: sqlite3.Connection) -> Outbox:
    ((size, oldest),) = connection.execute("SELECT count(*), min(id) FROM outbox").fetchall()
    given = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").fetchall()
    return Outbox(size, oldest, given[0][0] if given else 0)


def log_size(path: Path) -> int:
    """Return the bytes of the write-ahead log."""
    try:
        return beside(path, "-wal").stat().st_size
    except FileNotFoundError:
        return 0


def count_rows(path: Path) -> dict[str, int]:
    """Return the number of rows of each table, and of matches of each status. It reads whole indexes."""
    found: dict[str, int] = {}
    with _slowly(path, time.sleep, 0.5) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        ).fetchall()
        for (table,) in tables:
            found[table] = connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
        counted = connection.execute("SELECT status, count(*) FROM matches GROUP BY status").fetchall()
        found |= {f"matches_{status}": number for status, number in counted}
    return found


def count_running(path: Path) -> int:
    """Return the number of running matches."""
    with reading(path) as connection:
        return connection.execute("SELECT count(*) FROM matches WHERE status = 'running'").fetchone()[0]


def match_numbers(path: Path) -> Iterator[int]:
    """Yield the numbers of all matches, in order."""
    with reading(path) as connection:
        for (match,) in connection.execute("SELECT id FROM matches ORDER BY id"):
            yield match
