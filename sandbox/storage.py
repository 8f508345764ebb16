"""The sandbox's world on disk: one SQLite file, written through at every change."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import Json

PRIVATE = 0o600
MAX_ATTACHMENT_BYTES = 100 * 1024 * 1024
"""Bytes that all attachments together may take."""
ATTACHMENTS = "attachment/"
MARK = 0x4C_54_53_42
"""SQLite's application id of a world ("LTSB")."""


class StorageError(Exception):
    """The file cannot be used; the text says why."""


def _make_private(file: Path) -> None:
    """Make a new file for its owner alone: it holds hands and private messages.

    SQLite gives what it makes beside it the same permissions.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def _close_to_others(file: Path) -> None:
    """Leave a world, and what SQLite keeps beside it, to its owner alone."""
    for each in (file, *(file.with_name(file.name + suffix) for suffix in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):
            each.chmod(PRIVATE)


class Storage:
    """A store of things (JSON, by kind and id) and blobs (bytes, by id).

    A change is on disk when the call, or the surrounding `together()`, has returned: killing the process
    loses nothing that anybody was told. `file=None` keeps everything in memory.
    Attachments share `keep` bytes. Beyond that the oldest are deleted, so that the file stops growing.
    Raises StorageError when the file is no world of the sandbox, unwritable, or in use by another sandbox.
    """

    def __init__(self, file: Path | None, keep: int = MAX_ATTACHMENT_BYTES) -> None:
        self._keep = keep
        try:
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                _make_private(file)
            self._db = sqlite3.connect(file or ":memory:", isolation_level=None, timeout=0.5)
            # One process per world: the lock is held until this process ends, however it ends.
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
            self._claim()
            if file is not None:
                _close_to_others(file)
            self._db.execute("PRAGMA journal_mode = WAL").fetchall()
            self._db.execute("PRAGMA synchronous = NORMAL").fetchall()
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS thing"
                " (kind TEXT, id TEXT, body TEXT, PRIMARY KEY (kind, id)) STRICT"
            )
            self._db.execute("CREATE TABLE IF NOT EXISTS blob (id TEXT PRIMARY KEY, body BLOB) STRICT")
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            raise StorageError(_sentence(file, error)) from error
        self._depth = 0
        self._attached = self._sum_attached()

    def _sum_attached(self) -> int:
        query = "SELECT coalesce(sum(length(body)), 0) FROM blob WHERE id GLOB ?"
        return self._db.execute(query, (f"{ATTACHMENTS}*",)).fetchone()[0]

    def _claim(self) -> None:
        """Mark a new file as a world of the sandbox. Raises DatabaseError for another program's database."""
        mark = self._db.execute("PRAGMA application_id").fetchone()[0]
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if mark == MARK:
            return
        if tables:
            raise sqlite3.DatabaseError("it is a database of something else")
        self._db.execute(f"PRAGMA application_id = {MARK}")

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep all changes of the block, or none of them. The block must not await."""
        if self._depth == 0:
            self._db.execute("BEGIN")
        self._depth += 1
        try:
            yield
        except BaseException:
            self._depth -= 1
            if self._depth == 0:
                self._db.execute("ROLLBACK")
                self._attached = self._sum_attached()
            raise
        self._depth -= 1
        if self._depth == 0:
            self._db.execute("COMMIT")

    def load(self, kind: str) -> list[Json]:
        """Return all things of a kind, in the order of their numeric ids."""
        rows = self._db.execute("SELECT id, body FROM thing WHERE kind = ?", (kind,)).fetchall()
        rows.sort(key=lambda row: (len(row[0]), row[0]))
        return [_readable(body) for _, body in rows]

    def put(self, kind: str, key: str, body: Json) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO thing VALUES (?, ?, ?)",
            (kind, key, json.dumps(body, separators=(",", ":"))),
        )

    def drop(self, kind: str, key: str) -> None:
        self._db.execute("DELETE FROM thing WHERE kind = ? AND id = ?", (kind, key))

    def put_blob(self, key: str, body: bytes) -> None:
        self._db.execute("INSERT OR REPLACE INTO blob VALUES (?, ?)", (key, body))
        if key.startswith(ATTACHMENTS):
            self._attached += len(body)
            self._forget_oldest(key)

    def _forget_oldest(self, newest: str) -> None:
        """Delete the oldest attachments, but not `newest`, until the rest has room. Ids grow with time."""
        while self._attached > self._keep:
            query = "SELECT id FROM blob WHERE id GLOB ? ORDER BY length(id), id LIMIT 1"
            (oldest,) = self._db.execute(query, (f"{ATTACHMENTS}*",)).fetchone()
            if oldest == newest:
                return
            self.drop_blob(oldest)

    def blob(self, key: str) -> bytes | None:
        row = self._db.execute("SELECT body FROM blob WHERE id = ?", (key,)).fetchone()
        return row[0] if row else None

    def drop_blob(self, key: str) -> None:
        gone = self._db.execute("DELETE FROM blob WHERE id = ? RETURNING length(body)", (key,)).fetchall()
        if key.startswith(ATTACHMENTS):
            self._attached -= sum(size for (size,) in gone)

    def clear(self) -> None:
        with self.together():
            self._db.execute("DELETE FROM thing")
            self._db.execute("DELETE FROM blob")
        self._attached = 0

    def close(self) -> None:
        self._db.close()


def _readable(body: str) -> Json:
    """Return a stored thing. A lone surrogate, which older worlds let in, becomes a question mark."""
    thing = json.loads(body)
    if "\\ud" not in body.lower():
        return thing
    return json.loads(json.dumps(thing, ensure_ascii=False).encode(errors="replace"))


def _sentence(file: Path | None, error: OSError | sqlite3.Error) -> str:
    text = str(error)
    if isinstance(error, OSError):
        return f"The folder for the world file {file} cannot be made ({error.strerror}). Choose another file."
    if "locked" in text:
        return f"Another sandbox is using {file}. Stop it first, or choose another file."
    if "unable to open" in text or "readonly" in text:
        return f"The sandbox cannot write its world file {file}. Check the folder and its rights."
    return f"{file} is not a world of the sandbox ({text}). Move it away, or choose another file."
