"""How a trial is told what to do, and what it leaves: a report, and an exit status."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Protocol

__all__ = ["arguments", "told", "tracebacks"]


class Trial(Protocol):
    """What was tried."""

    @property
    def sound(self) -> bool:
        """Whether nothing went wrong."""
        ...

    def report(self) -> str:
        """What came of it, in Markdown."""
        ...


def arguments(name: str, description: str) -> argparse.ArgumentParser:
    """What every trial can be told: ``--seed`` and ``--result``."""
    parser = argparse.ArgumentParser(prog=f"python -m soak.{name}", description=description)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--result", type=Path, help="Markdown file for the result")
    return parser


def tracebacks(log: str) -> Counter[str]:
    """Their last lines."""
    found: Counter[str] = Counter()
    inside = False
    for line in log.splitlines():
        if line.startswith("Traceback"):
            inside = True
        elif inside and line and not line.startswith((" ", "\t")):
            found[line[:120]] += 1
            inside = False
    return found


def told(trial: Trial, result: Path | None) -> int:
    """Print the report, and keep it where that is wanted; the exit status."""
    print(trial.report())
    if result is not None:
        result.write_text(f"{trial.report()}\n", encoding="utf-8")
    return 0 if trial.sound else 1
