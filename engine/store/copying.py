"""Copies of a SQLite database: consistent while a bot writes, checked whole, and marked as copies."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import sqlite3
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path

from engine.store import Corrupt, Full
from engine.store.files import beside, draft, sync, sync_folder
from engine.store.generation import COPY, GENERATION, look

__all__ = [
    "SPARE_BYTES",
    "before_migration",
    "checked_copy",
    "copied_at",
    "is_of_values",
    "problems",
    "stamp",
    "write_copy",
    "wrong_values",
]

SPARE_BYTES = 16 * 2**20
"""Bytes that a copy leaves free on the disk."""
_WORST = 1000
"""The largest number of problems that are read: there may be one for each page."""
_OF_VALUES = re.compile(
    r"(CHECK constraint failed|(NULL|TEXT|NUMERIC|non-\w+) value) in |belongs to nothing in "
)


def is_of_values(problem: str) -> bool:
    """Return True if a problem reported by SQLite concerns single values: all others can be read."""
    return _OF_VALUES.search(problem) is not None


def problems(connection: sqlite3.Connection) -> list[str]:
    """Return the faults of pages and indexes; a database that has any is not to be relied on."""
    found = [row[0] for row in connection.execute(f"PRAGMA integrity_check({_WORST})").fetchall()]
    return [each for each in found if each != "ok" and not is_of_values(each)]


def wrong_values(connection: sqlite3.Connection) -> list[str]:
    """Return the impossible values, and the rows that refer to a missing row."""
    found = [row[0] for row in connection.execute(f"PRAGMA quick_check({_WORST})").fetchall()]
    lost = connection.execute("PRAGMA foreign_key_check").fetchmany(_WORST)
    return [
        *filter(is_of_values, found),
        *(f"{table}: row {row} belongs to nothing in {parent}" for table, row, parent, _ in lost),
    ]


@contextlib.contextmanager
def checked_copy(source: sqlite3.Connection, target: Path, origin: Path) -> Generator[Path]:
    """Make a checked and marked copy in the folder of `target`, under another name; delete it at the end.

    Raises `Corrupt` if the copied database is damaged, `Full` if there is no room.
    """
    ((pages,),) = source.execute("PRAGMA page_count").fetchall()
    ((size,),) = source.execute("PRAGMA page_size").fetchall()
    if shutil.disk_usage(target.parent).free < pages * size + SPARE_BYTES:
        raise Full("store_full", path=str(target))
    with draft(target) as made:
        with contextlib.closing(sqlite3.connect(made, isolation_level=None)) as new:
            source.backup(new)
            new.execute("PRAGMA synchronous = OFF")  # all of it is synchronised at the end
            new.execute("PRAGMA journal_mode = DELETE").fetchall()
            if problems(new):
                raise Corrupt("store_corrupt", path=str(origin))
            ((version,),) = new.execute("PRAGMA user_version").fetchall()
            mark = json.dumps({"at": datetime.now(UTC).isoformat(timespec="seconds"), "schema": version})
            new.execute("BEGIN")
            new.execute("DELETE FROM notes WHERE key = ?", (GENERATION,))
            new.execute("INSERT OR REPLACE INTO notes (key, value) VALUES (?, ?)", (COPY, mark))
            new.execute("COMMIT")
        sync(made)
        yield made


def write_copy(source: sqlite3.Connection, target: Path, origin: Path) -> None:
    """Write a checked and marked copy to `target`. Raises the same errors as `checked_copy`."""
    with checked_copy(source, target, origin) as made:
        made.replace(target)
    sync_folder(target)


def copied_at(path: Path) -> datetime | None:
    """Return the instant at which the file was copied; `None` if it is no marked copy."""
    mark = look(path).copy
    return None if mark is None else datetime.fromisoformat(json.loads(mark)["at"])


def stamp() -> str:
    """Return the present time as it stands in names of files."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")


def before_migration(source: sqlite3.Connection, path: Path, version: int, kept: int = 3) -> None:
    """Copy the database, with its old schema, to a file beside it; keep the newest such copies only."""
    write_copy(source, beside(path, f".schema{version:04}-{stamp()}"), path)
    copies = path.parent.glob(f"{path.name}.schema[0-9][0-9][0-9][0-9]-*Z")
    for old in sorted(copies, key=lambda one: (one.name[-16:], one.name))[:-kept]:
        old.unlink(missing_ok=True)
