"""Count the reads and the transactions of a store, by caller.

In one process, ``with counted() as calls``. For a bot that is a process of its own, ``python -m
harness.store_calls FILE bot.py ...`` runs a program that adds a line to the file for each of them, and
``Tally(file)`` reads what was added. A bot that is not started so has nothing of this in it.
"""

from __future__ import annotations

import contextlib
import os
import runpy
import sys
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore

__all__ = ["READ", "TRANSACTION", "Calls", "Tally", "counted"]

READ, TRANSACTION = "read", "transaction"
LATER = "what waited for a transaction"
"""The caller of a transaction that had no other cause."""
_KINDS = {
    "_read": READ,
    "_poll": READ,
    "_write": TRANSACTION,
    "_write_lightly": TRANSACTION,
    "_write_beside": TRANSACTION,
    "_write_one": TRANSACTION,
    "_write_where": TRANSACTION,
    "_write_waiting": TRANSACTION,
}
_STORE = os.path.join("engine", "store") + os.sep
_CONNECTIONS = tuple(f"{_STORE}{os.path.join(name, 'connection.py')}" for name in ("sqlite", "postgres"))
_BETWEEN = f"{_STORE}{os.path.join('sql', 'statements.py')}"

Note = Callable[[str, str], None]
"""A function that is given `READ` or `TRANSACTION`, and the caller."""


@dataclass
class Calls:
    """Reads and transactions, by caller."""

    reads: Counter[str] = field(default_factory=Counter[str])
    transactions: Counter[str] = field(default_factory=Counter[str])

    def note(self, kind: str, caller: str) -> None:
        """Count one."""
        (self.reads if kind == READ else self.transactions)[caller] += 1

    def clear(self) -> None:
        """Begin anew."""
        self.reads.clear()
        self.transactions.clear()

    def lines(self, turns: int) -> list[str]:
        """Return the counts a turn, and each caller's, the largest first."""
        lines: list[str] = []
        for name, counter in (("reads", self.reads), ("transactions", self.transactions)):
            lines.append(f"{counter.total() / turns:.2f} {name} a turn")
            lines += [f"  {count / turns:.2f} {caller}" for caller, count in counter.most_common()]
        return lines


class Tally(Calls):
    """Reads and transactions of a program that `main` runs."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._at = 0

    def read(self) -> None:
        """Count what came since the last reading."""
        with self._file.open("rb") as lines:
            lines.seek(self._at)
            fresh = lines.read()
        whole = fresh[: fresh.rfind(b"\n") + 1]
        self._at += len(whole)
        for line in whole.decode().splitlines():
            self.note(*line.split("\t", 1))


@contextlib.contextmanager
def counted() -> Generator[Calls]:
    """Count the calls of every store of this process until the end of the block."""
    calls = Calls()
    former = _watch(calls.note)
    try:
        yield calls
    finally:
        for kind, name, method in former:
            setattr(kind, name, method)


def _watch(note: Note) -> list[tuple[type[Any], str, Any]]:
    """Let the stores call `note`; return what is to be put back."""
    former: list[tuple[type[Any], str, Any]] = []
    for kind in (base for store in (SqliteStore, PostgresStore) for base in store.__mro__):
        for name in _KINDS.keys() & vars(kind).keys():
            if getattr(vars(kind)[name], "__isabstractmethod__", False):
                continue
            former.append((kind, name, vars(kind)[name]))
            setattr(kind, name, _noted(vars(kind)[name], _KINDS[name], note))
    return former


def _noted(method: Any, kind: str, note: Note) -> Any:
    async def noted(*given: Any, **named: Any) -> Any:
        if method.__name__ == "_write_waiting":
            callers = "" if len(given) > 2 else LATER  # with a statement of its own, that is counted
        else:
            callers = _callers(sys._getframe(1))  # pyright: ignore[reportPrivateUsage]
        if callers:
            note(kind, callers)
        return await method(*given, **named)

    return noted


def _callers(frame: FrameType | None) -> str:
    """Return the store's method and who called it; empty for a call of the connection's own."""
    names: list[str] = []
    while frame is not None and len(names) < 3:
        code = frame.f_code
        if code.co_filename.endswith(_CONNECTIONS):
            return LATER if code.co_name == "_flush" else ""
        if code.co_filename.endswith(_BETWEEN):
            frame = frame.f_back
            continue
        within = _STORE in code.co_filename
        if code.co_filename.endswith(("asyncio" + os.sep + "events.py", "runners.py")):
            break
        if code.co_filename != __file__ and (not within or not names):
            names.append(code.co_qualname)
        frame = frame.f_back
    return " < ".join(names)


def main(arguments: Sequence[str]) -> None:
    """Run a program with its arguments; its calls are added to a file."""
    file, *program = arguments
    out = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(kind: str, callers: str) -> None:
        os.write(out, f"{kind}\t{callers}\n".encode())

    _watch(note)
    sys.argv = program
    sys.path[0] = str(Path(program[0]).parent.resolve())
    runpy.run_path(program[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
