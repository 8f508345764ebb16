"""Places for workers on a machine: however many bots run there, so many of their workers live at once.

A place is a locked file. The lock belongs to the worker and to the bot that has begun it, and the system
frees it once both have ended, however that was.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from contextlib import suppress
from pathlib import Path

__all__ = ["WORKERS", "Slots", "Wish"]

WORKERS = 2
"""Workers on a machine, at most."""


class Slots:
    """The places of the machine's workers, as one bot sees them."""

    def __init__(self, folder: Path | None = None, count: int = WORKERS) -> None:
        """`folder` is shared by all bots of one user on the machine. By default it is a temporary one."""
        self._folder = folder or _shared() / f"longtable-robots-{os.getuid()}"
        self._count = count

    def take(self) -> int | None:
        """Return an open file whose lock is a free place; `None` if there is none. Raises `OSError`."""
        self._make_folder()
        for number in range(self._count):
            file = self._open(f"worker-{number}")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
            except BaseException:
                os.close(file)
                raise
            else:
                return file
        return None

    def wish(self) -> Wish:
        """Return a wish for a place: while it is open, others give up idle workers. Raises `OSError`."""
        self._make_folder()
        return Wish(self._open("wanted"))

    def is_wanted(self) -> bool:
        """Return True if somebody waits for a place. Nobody does where that cannot be found out."""
        try:
            file = self._open("wanted")
        except OSError:
            return False
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        finally:
            os.close(file)
        return False

    def _make_folder(self) -> None:
        with suppress(FileExistsError):
            self._folder.mkdir(mode=0o700)
        found = self._folder.stat(follow_symlinks=False)
        if found.st_uid != os.getuid():
            raise PermissionError(f"{self._folder} belongs to somebody else")

    def _open(self, name: str) -> int:
        return os.open(self._folder / name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)


def _shared() -> Path:
    """Return a folder that all services of the machine see: systemd often gives each a `/tmp` of its own."""
    memory = Path("/dev/shm")
    return memory if os.access(memory, os.W_OK | os.X_OK) else Path(tempfile.gettempdir())


class Wish:
    """A wish for a place, until it is closed."""

    def __init__(self, file: int) -> None:
        self._file = file
        # Several may wait: the lock is shared. Who looks whether anybody waits holds it for an instant.
        fcntl.flock(file, fcntl.LOCK_SH)

    def __enter__(self) -> Wish:
        return self

    def __exit__(self, *failure: object) -> None:
        os.close(self._file)
