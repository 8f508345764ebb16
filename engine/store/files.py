"""Files that only their owner can read, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Generator
from pathlib import Path

__all__ = ["PRIVATE", "SUFFIXES", "beside", "draft", "private", "sync", "sync_folder", "write_whole"]

PRIVATE = 0o600
SUFFIXES = ("-wal", "-shm")
"""Suffixes of the files that SQLite has beside an open database, or one whose program was killed."""


def beside(path: Path, suffix: str) -> Path:
    """Return the path of the file whose name is the database's with that suffix."""
    return path.with_name(path.name + suffix)


def private(path: Path, *, make: bool = False) -> None:
    """Forbid the file to everybody but its owner; create it first if `make` says so.

    Files of another user are left as they are.
    """
    if make:
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    with contextlib.suppress(FileNotFoundError, PermissionError):
        if path.stat().st_mode & 0o077:
            path.chmod(PRIVATE)
        _as_folder(path)


def _as_folder(path: Path) -> None:
    """Give a file that the superuser has made to the folder's owner, who could not open it otherwise."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        if owner.st_uid != 0:
            os.chown(path, owner.st_uid, owner.st_gid)


def sync(path: Path) -> None:
    """Wait until the file is on the disk.

    A database that is open in this process would lose its locks by this.
    """
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Wait until the names in the file's folder are on the disk, if the system can do that."""
    with contextlib.suppress(OSError):
        sync(path.parent)


@contextlib.contextmanager
def draft(path: Path) -> Generator[Path]:
    """Make a new private file in the folder of `path`; delete it at the end, unless it was renamed."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    os.close(descriptor)
    made = Path(name)
    with contextlib.suppress(PermissionError):
        _as_folder(made)
    try:
        yield made
    finally:
        for suffix in ("", "-journal", *SUFFIXES):
            beside(made, suffix).unlink(missing_ok=True)


def write_whole(path: Path, text: str) -> None:
    """Write a small private file. Even after a power cut it holds either the old text or the new one."""
    with draft(path) as made:
        made.write_text(text, encoding="utf-8")
        sync(made)
        made.replace(path)
    sync_folder(path)
