"""Databases whose program is killed by SIGKILL at every step, or at random instants, and that are opened
again.

``python -m tests.engine.store.killed_files SCENARIO FOLDER [STRIDE]`` runs each try in a separate process;
with a stride, only one step in that many. Steps are counted before and after every call by which the store
touches a file or SQLite. The number of the last step is printed.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from engine.store import backup
from engine.store.generation import turn
from engine.store.opening import MIGRATIONS, open_connection, prepare

CALLS = {
    *("execute", "executescript", "executemany", "backup", "commit", "connect", "close"),
    *("fsync", "replace", "rename", "unlink", "open", "mkstemp", "write", "chmod", "mkdir"),
}
ROUNDS = 20
Check = Callable[[Path], None]
STRIDE = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def die_at(step: int) -> None:
    """Let this process kill itself at that step."""
    steps = 0

    def watch(frame: FrameType, event: str, called: Any) -> None:
        nonlocal steps
        if event in ("c_call", "c_return") and getattr(called, "__name__", "") in CALLS:
            steps += 1
            if steps == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(watch)


def note(path: Path, key: str, acknowledged: Path | None = None) -> None:
    """Commit a row, and only then print it."""
    with open_connection(path) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute(
            "INSERT OR REPLACE INTO notes (key, value) VALUES (?, hex(randomblob(3000)))", (key,)
        )
        if acknowledged is not None:
            with acknowledged.open("a") as said:
                said.write(f"{key}\n")
        # The process dies here and leaves its log.
        if key == "last":
            os.kill(os.getpid(), signal.SIGKILL)


def apart(work: Callable[[], None], wait: float | None = None) -> bool:
    """Run it in a separate process, killed after `wait` seconds; return True if it came to its end."""
    child = os.fork()
    if not child:
        try:
            work()
        except BaseException:
            os._exit(9)
        os._exit(0)
    if wait is not None:
        time.sleep(wait)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), f"a child ended with {status}"
    return status == 0


def kept(path: Path) -> set[str]:
    prepare(path, MIGRATIONS).release()
    with open_connection(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return {key for (key,) in connection.execute("SELECT key FROM notes")}


def playing(path: Path, acknowledged: Path) -> None:
    """Do the work of a bot: open, write, move the log into the file, write, close."""
    lock = prepare(path, MIGRATIONS)
    with open_connection(path) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        for number in range(3):
            note(path, f"{os.getpid()}-{number}", acknowledged)
            turn(path, connection)
        note(path, f"{os.getpid()}-end", acknowledged)
    lock.release()


def steps(
    folder: Path, template: Path | None, work: Callable[[Path], None], check: Callable[[Path], None]
) -> int:
    """Kill `work` at each of its steps, each time in a fresh folder; return the number of steps."""
    step = 0
    while True:
        step += STRIDE
        tried = folder / f"try-{step}"
        if template is None:
            tried.mkdir()
        else:
            shutil.copytree(template, tried)

        def dying(step: int = step, tried: Path = tried) -> None:
            die_at(step)
            work(tried)

        ended = apart(dying)
        check(tried)
        shutil.rmtree(tried)
        if ended:
            return step


def scenario(name: str, folder: Path) -> int:
    template = folder / "template"
    template.mkdir()
    path = template / "longtable.db"

    def acknowledged_are_kept(tried: Path) -> None:
        said = tried / "acknowledged"
        wanted = set(said.read_text().split()) if said.exists() else set[str]()
        assert wanted <= kept(tried / "longtable.db")

    def play(tried: Path) -> None:
        playing(tried / "longtable.db", tried / "acknowledged")

    if name == "new":
        return steps(folder, None, play, acknowledged_are_kept)
    first = folder / "first"
    if name == "upgrade":
        first.mkdir()
        shutil.copy(next(MIGRATIONS.glob("0001_*")), first)
    prepare(path, first if name == "upgrade" else MIGRATIONS).release()
    if name == "restore":
        note(path, "backed up")
        backup.back_up(path, folder / "backup.db")
    apart(lambda: note(path, "last"))
    assert path.with_name("longtable.db-wal").stat().st_size > 0, "the log was to stay behind"
    if name in ("play", "upgrade"):
        return steps(folder, template, play, acknowledged_are_kept)
    if name == "restore":

        def restored_or_not(tried: Path) -> None:
            whole = kept(tried / "longtable.db")
            assert "backed up" in whole
            aside = [each for each in tried.iterdir() if ".replaced-" in each.name]
            assert ("last" in whole) != bool(aside), "the old one, or the restored one and the old one aside"
            if aside:
                (old,) = [each for each in aside if each.name.endswith("Z")]
                assert "last" in {key for (key,) in sqlite3.connect(old).execute("SELECT key FROM notes")}

        def restore(tried: Path) -> None:
            backup.restore(tried / "longtable.db", folder / "backup.db", replacing=True)

        return steps(folder, template, restore, restored_or_not)
    assert name == "random"
    luck = random.Random(7)

    def on_and_on() -> None:
        for _ in range(100):
            play(template)

    for _ in range(ROUNDS):
        apart(on_and_on, luck.uniform(0.0, 0.15))
        acknowledged_are_kept(template)
    return ROUNDS


if __name__ == "__main__":
    sys.stdout.write(str(scenario(sys.argv[1], Path(sys.argv[2]))))
