"""Run a bot that tells its own figures when it is asked: ``python bench/metered.py FD TREE/bot.py``.

For every byte on the standard input one line of JSON goes to the descriptor FD. The bot may be another
tree's, of another time: nothing of this tree is imported here, and what that tree does not have is left out.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import runpy
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

READ, TRANSACTION, PICTURE, BYTES = "reads", "transactions", "pictures", "bytes"
STORES = (
    ("engine.store.sqlite.connection", "Connected"),
    ("engine.store.postgres.connection", "Connected"),
)
"""Module and class of what runs statements."""
ASKS = {
    "_read": READ,
    "_write": TRANSACTION,
    "_write_lightly": TRANSACTION,
    "_write_beside": TRANSACTION,
    "_write_one": TRANSACTION,
    "_write_where": TRANSACTION,
}
"""Methods by which a store is asked, in every tree."""
ENCODERS = (("render.kit.canvas", "palette_png"), ("render.kit.canvas", "png"), ("render.kit.film", "film"))
"""Module and name of what makes a file of a picture."""

figures: dict[str, float] = {}
_lock = threading.Lock()


def _count(name: str, number: int = 1) -> None:
    with _lock:
        figures[name] = figures.get(name, 0) + number


def watch_store() -> None:
    """Count reads and transactions. One that another one of them makes is not counted again."""
    for module, name in STORES:
        try:
            kind: Any = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError):
            continue
        for each, what in ASKS.items():
            if each in vars(kind):
                setattr(kind, each, _asked(vars(kind)[each], what))
        figures.setdefault(READ, 0)
        figures.setdefault(TRANSACTION, 0)


def _asked(method: Callable[..., Any], what: str) -> Callable[..., Any]:
    own = method.__code__.co_filename

    def asked(*given: Any, **named: Any) -> Any:
        if sys._getframe(1).f_code.co_filename != own:  # pyright: ignore[reportPrivateUsage]
            _count(what)
        return method(*given, **named)

    return asked


def watch_pictures() -> None:
    """Count the pictures that are made, and their bytes."""
    for module, name in ENCODERS:
        try:
            home = importlib.import_module(module)
            encoder = getattr(home, name)
        except (ImportError, AttributeError):
            continue
        setattr(home, name, _encoded(encoder))
        figures.setdefault(PICTURE, 0)
        figures.setdefault(BYTES, 0)


def _encoded(encoder: Callable[..., Any]) -> Callable[..., Any]:
    def encoded(*given: Any, **named: Any) -> Any:
        made = encoder(*given, **named)
        _count(PICTURE)
        _count(BYTES, len(getattr(made, "data", made)))
        return made

    return encoded


def resident() -> float:
    """Return the resident memory of this process in MB."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    raise OSError("no resident memory in /proc/self/status")


def processor() -> float:
    """Return the processor seconds of this process and of all that it has started, living or ended."""
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system + _living(os.getpid())


def _living(process: int) -> float:
    """Return the processor seconds of what a process has started and what that has started."""
    found = 0.0
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            for child in map(int, children.read_text(encoding="ascii").split()):
                told = Path(f"/proc/{child}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                found += sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK") + _living(child)
        except OSError:  # it has just ended
            continue
    return found


def kept() -> float:
    """Return the seconds for which other programs, or each other, kept this one's threads from a core."""
    found = 0
    for told in Path("/proc/self/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):  # it has just ended
            found += int(told.read_text(encoding="ascii").split()[1])
    return found / 1e9


def _tell(out: int) -> None:
    """Answer until nobody asks any more; a read of `os` leaves nothing locked when the process ends."""
    while os.read(0, 1):
        with _lock:
            told = {**figures, "processor": processor(), "kept": kept(), "resident": resident()}
        os.write(out, json.dumps(told).encode() + b"\n")


def main() -> None:
    """Run the bot."""
    out, program = int(sys.argv[1]), sys.argv[2]
    sys.argv = [program]
    sys.path[0] = str(Path(program).parent.resolve())
    watch_store()
    watch_pictures()
    threading.Thread(target=_tell, args=(out,), daemon=True).start()
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main()
