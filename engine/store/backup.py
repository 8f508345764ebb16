"""Backups: made while the bot runs, checked whole, and put back so that nothing is numbered or drawn twice.

Everything here blocks.
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
from engine.store.refreshing import refresh
from engine.store.sqlite.forgetting import forget_again

__all__ = ["BackedUp", "Restored", "back_up", "back_up_to", "copied_at", "copy_of", "last_backup", "restore"]


_NAMED = 9
"""What a refusal names at most of what is damaged."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What a backup has found."""

    damaged: Sequence[str]
    """Logs that are not as they were written, by match and entry, and values that cannot be."""
    kept: Path | None
    """Where the former backup is kept, whose logs were sound."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore has done."""

    made_at: datetime | None
    """When the backup was made; `None` when it was made without our command."""
    running: int
    """Running matches in it."""
    damaged: Sequence[str]
    """Logs that are not as they were written, by match and entry, and values that cannot be."""
    kept: Path | None
    """Where the database that it replaced is kept."""


def back_up(path: Path, target: Path) -> BackedUp:
    """Leave a copy of the database at `target`, a bot may run on it. Raises `StoreError`.

    Only a former backup is replaced; one whose logs are sound is kept beside a copy with damaged ones.
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
    _noted(path)
    return BackedUp(damaged, kept)


def _keep_sound(target: Path) -> Path | None:
    """Keep the former backup under another name, once, if all its logs are sound; return where."""
    kept = beside(target, ".sound")
    if not target.exists() or kept.exists() or damage_in_file(target):
        return None
    target.rename(kept)
    return kept


def copy_of(path: Path, target: Path) -> None:
    """Leave a copy at `target` that does not count as a backup. Raises `StoreError`."""
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
    _noted(path)
    return BackedUp(damaged, None)


def last_backup(path: Path) -> datetime | None:
    """When a whole, sound backup of the database was last made."""
    try:
        given = json.loads(_record(path).read_text(encoding="utf-8"))
        return datetime.fromisoformat(given["at"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _noted(path: Path) -> None:
    write_whole(_record(path), json.dumps({"at": datetime.now(UTC).isoformat(timespec="seconds")}))


def _record(path: Path) -> Path:
    return beside(path.resolve(), ".backup")


@contextlib.contextmanager
def _plainly(path: Path, unwritable: str = "store_unwritable") -> Generator[None]:
    """Raise what goes wrong as a `StoreError`; `unwritable` is the code for what must not be written."""
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
    """The database, to be read beside a bot; where none runs, none starts meanwhile."""
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
    """Put the backup in the place of the database, which is kept aside. Raises `StoreError`.

    `replacing` says that there may be one, `damaged` that some of the backup may be. The backup is checked
    whole first, and brought up to date. What the former database has numbered is not numbered again;
    something fresh is mixed into running matches, but not `only_to_look` at them.
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
            made_at, running, found = _prepared(
                path, made, name, migrations, fresh=not only_to_look, damaged=damaged or only_to_look
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
    """Copy the backup to `made`: with its own log, where it is no marked copy and has one."""
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


def _prepared(
    path: Path, made: Path, name: str, migrations: Path, *, fresh: bool, damaged: bool
) -> tuple[datetime | None, int, list[str]]:
    """Make the copied backup ready to be used.

    Returns when it was made, how many matches run in it, and what of it is damaged: that is refused unless
    some may be.
    """
    made_at = copied_at(made)
    numbers, held = _given(path), _written_down(path)
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
        note = losses.with_loss(generations.noted(connection, losses.NOTE), own["matches"], last)
        connection.execute("INSERT OR REPLACE INTO notes (key, value) VALUES (?, ?)", (losses.NOTE, note))
        running = refresh(connection, datetime.now(UTC), made_at, restores) if fresh else 0
        connection.execute("DELETE FROM notes WHERE key = ?", (generations.COPY,))
        generations.begin(connection)
        connection.execute("COMMIT")
    return made_at, running, found


def _given(path: Path) -> dict[str, int] | None:
    """The highest numbers that the database in its place has given; `None` when it cannot be read."""
    with contextlib.suppress(StoreError, sqlite3.Error, OSError):
        generations.refuse_foreign_log(path)
        with generations.reading(path) as connection:
            return generations.counters(connection)
    return None


def _written_down(path: Path) -> Mapping[str, int]:
    held = generations.read(path)
    return {} if held is None else held.numbers
