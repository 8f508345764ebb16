"""Backups of a SQLite database: made while the bot runs, checked whole, and restored.

A restored database gives no number a second time, and no chance repeats. All functions here block.
"""

from __future__ import annotations

import contextlib
import errno
import json
import secrets
import shutil
import sqlite3
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from engine.store import Corrupt, Failed, Full, InUse, StoreError, Unwritable, losses
from engine.store import generation as generations
from engine.store.checking import damage_in, damage_in_file
from engine.store.copying import checked_copy, copied_at, problems, stamp, write_copy
from engine.store.files import beside, draft, private, sync, sync_folder, write_whole
from engine.store.generation import MARGIN
from engine.store.opening import (
    BUSY_SECONDS,
    MIGRATIONS,
    Lock,
    bring_up_to_date,
    finish_replacing,
    open_connection,
    replace,
    steps_of,
    trouble,
)
from engine.store.rekeying import rekey_running
from engine.store.sqlite.forgetting import forget_again

__all__ = ["BackedUp", "Restored", "back_up", "back_up_to", "copied_at", "copy_of", "last_backup", "restore"]


_NAMED = 9
"""The largest number of damaged logs and values that a refusal names."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """The result of making a backup."""

    damaged: Sequence[str]
    """Logs whose digest does not fit, by match and entry, and impossible values."""
    kept: Path | None
    """The new path of the former backup, if its logs were sound."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of restoring a backup."""

    made_at: datetime | None
    """The instant at which the backup was made; `None` if another program copied the file."""
    running: int
    """Running matches in it."""
    damaged: Sequence[str]
    """Logs whose digest does not fit, by match and entry, and impossible values."""
    kept: Path | None
    """The new path of the database that was replaced."""


def back_up(path: Path, target: Path) -> BackedUp:
    """Copy the database to `target`; a bot may run on it meanwhile. Raises `StoreError`.

    A file at `target` is replaced only if it is a backup. If its logs are sound and the new copy's are not,
    it is kept under another name.
    """
    with _plainly(target, "backup_unwritable"):
        folder = target.parent.resolve()
        if not folder.is_dir():
            raise Unwritable("backup_nowhere", path=str(target), folder=str(folder))
        same = target.resolve() == path.resolve()
        if same or target.is_dir() or (target.exists() and copied_at(target) is None):
            raise Unwritable("backup_taken", path=str(target))
    with (
        _source(path) as source,
        _plainly(target, "backup_unwritable"),
        checked_copy(source, target, path) as made,
    ):
        damaged = damage_in_file(made)
        kept = _keep_sound(target) if damaged else None
        made.replace(target)
        sync_folder(target)
    _record_backup(path)
    return BackedUp(damaged, kept)


def _keep_sound(target: Path) -> Path | None:
    """Rename the former backup if all its logs are sound and none was kept before; return its new path."""
    kept = beside(target, ".sound")
    if not target.exists() or kept.exists() or damage_in_file(target):
        return None
    target.rename(kept)
    return kept


def copy_of(path: Path, target: Path) -> None:
    """Copy the database to `target` without recording a backup. Raises `StoreError`."""
    with _source(path) as source:
        write_copy(source, target, path)


def back_up_to(path: Path, stream: BinaryIO) -> BackedUp:
    """Write a copy of the database to the stream, once it is checked. Raises `StoreError` and `OSError`."""
    with (
        _source(path) as source,
        checked_copy(source, path.resolve(), path) as made,
        made.open("rb") as finished,
    ):
        damaged = damage_in_file(made)
        shutil.copyfileobj(finished, stream, 1 << 20)
        stream.flush()
    _record_backup(path)
    return BackedUp(damaged, None)


def last_backup(path: Path) -> datetime | None:
    """Return the instant at which a backup of the database was last made; `None` if no record can be read."""
    try:
        given = json.loads(_record(path).read_text(encoding="utf-8"))
        return datetime.fromisoformat(given["at"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _record_backup(path: Path) -> None:
    write_whole(_record(path), json.dumps({"at": datetime.now(UTC).isoformat(timespec="seconds")}))


def _record(path: Path) -> Path:
    return beside(path.resolve(), ".backup")


@contextlib.contextmanager
def _plainly(path: Path, unwritable: str = "store_unwritable") -> Generator[None]:
    """Raise errors as `StoreError`; `unwritable` is the code for a path that cannot be written."""
    try:
        yield
    except sqlite3.Error as error:
        raise trouble(error, path) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Full("store_full", path=str(path)) from error
        raise Unwritable(unwritable, path=str(path), error=error.strerror or str(error)) from error
    except RuntimeError as error:  # links in a ring
        raise Unwritable(unwritable, path=str(path), error=str(error)) from error


@contextlib.contextmanager
def _source(path: Path) -> Generator[sqlite3.Connection]:
    """Open the database for reading beside a bot; if none runs, none can start meanwhile."""
    if not path.is_file():
        raise Failed("backup_missing", path=str(path))
    with contextlib.ExitStack() as stack, _plainly(path):
        try:
            lock = Lock(path)
        except InUse:
            pass
        else:
            stack.callback(lock.release)
            generations.refuse_foreign_log(path.resolve())
        connection = stack.enter_context(generations.reading(path))
        connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}").fetchall()
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        yield connection


def restore(
    path: Path,
    backup: Path | BinaryIO,
    *,
    replacing: bool = False,
    damaged: bool = False,
    only_to_look: bool = False,
    migrations: Path = MIGRATIONS,
) -> Restored:
    """Put the backup in the place of the database, which is renamed. Raises `StoreError`.

    `replacing` permits that there is a database, `damaged` that logs or values of the backup are damaged. The
    backup is first checked whole and migrated. Numbers that the former database has given are not given
    again. Fresh chance is mixed into running matches, unless the copy is `only_to_look` at them.
    """
    path = path.resolve()
    with _plainly(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    lock = Lock(path)
    try:
        with _plainly(path):
            finish_replacing(path)
        if not replacing and path.exists() and not (isinstance(backup, Path) and _same(path, backup)):
            raise Failed("restore_taken", path=str(path))
        name = str(backup) if isinstance(backup, Path) else "-"
        with _plainly(path), draft(path) as made:
            _fetch(path, backup, made)
            made_at, running, found = _prepare(
                path, made, name, migrations, rekeyed=not only_to_look, damaged=damaged or only_to_look
            )
            sync(made)
            now = stamp()
            kept = beside(path, f".replaced-{now}") if path.exists() else None
            replace(path, made, now)
        return Restored(made_at, running, found, kept)
    finally:
        lock.release()


def _same(path: Path, backup: Path) -> bool:
    return backup.exists() and backup.resolve() == path


def _fetch(path: Path, backup: Path | BinaryIO, made: Path) -> None:
    """Copy the backup to `made`, with its write-ahead log if it is no marked copy and has one."""
    if not isinstance(backup, Path):
        with made.open("wb") as file:
            shutil.copyfileobj(backup, file, 1 << 20)
        return
    if not backup.is_file() or not backup.stat().st_size:
        raise Failed("backup_missing", path=str(backup))
    marked = copied_at(backup) is not None
    if _same(path, backup):
        held = generations.read(path)
        if not marked and (held is None or generations.look(path).generation in held.generations):
            raise Failed("restore_itself", path=str(path))
    elif not marked and generations.has_log(backup):
        shutil.copyfile(beside(backup, "-wal"), beside(made, "-wal"))
    shutil.copyfile(backup, made)
    private(made)


def _prepare(
    path: Path, made: Path, name: str, migrations: Path, *, rekeyed: bool, damaged: bool
) -> tuple[datetime | None, int, list[str]]:
    """Make the copied backup ready to be used.

    Returns the instant at which it was made, the number of its running matches, and its damaged logs and
    values. Damage is refused unless `damaged` permits it.
    """
    made_at = copied_at(made)
    numbers, held = _numbers_given(path), _numbers_written_down(path)
    with open_connection(made) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE").fetchall()
            if problems(connection):
                raise Corrupt("backup_corrupt", path=name)
            bring_up_to_date(connection, Path(name), steps_of(migrations))
            found = damage_in(connection)
        except sqlite3.DatabaseError as error:
            if isinstance(refusal := trouble(error, Path(name)), Corrupt):
                raise Corrupt("backup_corrupt", path=name) from error
            raise refusal from error
        if found and not damaged:
            raise Corrupt("backup_altered", path=name, altered=len(found), found="; ".join(found[:_NAMED]))
        forget_again(connection, path)
        connection.execute("BEGIN")
        own = generations.counters(connection)
        guess = {table: max(last, held.get(table, 0)) + MARGIN for table, last in own.items()}
        # By the same margin it would be the same number each time.
        guess[generations.RESTORES] += secrets.randbelow(99)
        generations.forward(connection, guess if numbers is None else numbers)
        last = generations.counters(connection)["matches"]
        restores = generations.counters(connection)[generations.RESTORES] + 1
        generations.forward(connection, {generations.RESTORES: restores})
        note = losses.with_loss(generations.read_note(connection, losses.NOTE), own["matches"], last)
        connection.execute("INSERT OR REPLACE INTO notes (key, value) VALUES (?, ?)", (losses.NOTE, note))
        running = rekey_running(connection, datetime.now(UTC), made_at, restores) if rekeyed else 0
        connection.execute("DELETE FROM notes WHERE key = ?", (generations.COPY,))
        generations.begin(connection)
        connection.execute("COMMIT")
    return made_at, running, found


def _numbers_given(path: Path) -> dict[str, int] | None:
    """Return the highest numbers that the present database has given; `None` if it cannot be read."""
    with contextlib.suppress(StoreError, sqlite3.Error, OSError):
        generations.refuse_foreign_log(path)
        with generations.reading(path) as connection:
            return generations.counters(connection)
    return None


def _numbers_written_down(path: Path) -> Mapping[str, int]:
    held = generations.read(path)
    return {} if held is None else held.numbers
