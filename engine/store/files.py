"""Files for their owner alone, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Generator
from pathlib import Path

__all__ = ["PRIVATE", "SUFFIXES", "beside", "draft", "private", "sync", "sync_folder", "write_whole"]

PRIVATE = 0o600
SUFFIXES = ("-wal", "-shm")
"""What SQLite keeps beside a database while it is open, or after its program was killed."""


def beside(path: Path, suffix: str) -> Path:
    """The file that is called like the database, with something added."""
    return path.with_name(path.name + suffix)


def private(path: Path, *, make: bool = False) -> None:
    """Close the file to everybody but its owner. A file of somebody else's is left as it is."""
    if make:
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    with contextlib.suppress(FileNotFoundError, PermissionError):
        if path.stat().st_mode & 0o077:
            path.chmod(PRIVATE)
        _as_folder(path)


def _as_folder(path: Path) -> None:
    """Give what the superuser has made to whoever owns the folder: the bot could not open it."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        if owner.st_uid != 0:
            os.chown(path, owner.st_uid, owner.st_gid)


def sync(path: Path) -> None:
    """Have the file on the disk. Not for a database that is open here: this would drop its locks."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Have the names in the file's folder on the disk, where the system can do that."""
    with contextlib.suppress(OSError):
        sync(path.parent)


@contextlib.contextmanager
def draft(path: Path) -> Generator[Path]:
    """A new private file in the folder of `path`; gone at the end, unless it was renamed."""
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
    """Write a small private file: after a power cut too it holds the old text or the new."""
    with draft(path) as made:
        made.write_text(text, encoding="utf-8")
        sync(made)
        made.replace(path)
    sync_folder(path)
