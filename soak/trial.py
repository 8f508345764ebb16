"""The parts that the trials share: options, findings, the last look at what people saw, and the report."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Protocol

import aiohttp

from harness.waiting import until
from sandbox.people import People, Refused
from soak.playing import Bout, Unmoved
from soak.reading import Reading
from soak.tracing import Trace, Watching, orphans, trace_all

__all__ = [
    "BROKEN",
    "Trial",
    "all_said",
    "bold",
    "count_logs",
    "describe_error",
    "describe_traceback",
    "finish",
    "last_traceback_lines",
    "table",
    "trial_options",
]

BROKEN = (Unmoved, TimeoutError, Refused, aiohttp.ClientError, ConnectionError, LookupError)
"""Exceptions of a step that fails because a bot, a connection or the sandbox was struck; it is retried."""


class Reporting(Protocol):
    """A trial that is over."""

    @property
    def sound(self) -> bool:
        """Return true if nothing went wrong."""
        ...

    def report(self) -> str:
        """Return the result as Markdown."""
        ...


class Trial(ABC):
    """Matches of scripted people at bots that are struck, and the findings."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.trace = Trace()
        self.wrong: list[str] = []
        """Moves lost or doubled, matches that did not end, and other errors, one a line."""
        self.orphans: list[str] = []
        """Messages that still ask though nothing is asked any more, one a line."""
        self.seconds = 0.0

    @property
    def sound(self) -> bool:
        """Return true if nothing went wrong."""
        return not (self.wrong or self.orphans or self.trace.missing)

    def collect(self, bout: Bout) -> None:
        """Move the counts and errors of a match into these findings."""
        self.counts.update(bout.counts)
        bout.counts.clear()
        self.wrong += bout.wrong
        bout.wrong.clear()

    async def look_back(
        self,
        people: People,
        reading: Reading,
        watching: Watching,
        channels: Collection[str],
        spoilt: Collection[int] = (),
    ) -> None:
        """Compare every call with the messages that people saw, and look for orphans.

        Orphans are looked for in the threads of all matches and in `channels`. In the matches `spoilt` a call
        may have been sent twice.
        """
        trace, threads = await trace_all(people, reading, watching, spoilt)
        self.trace.add(trace)
        self.orphans = await orphans(people, reading, [*threads, *channels])

    @abstractmethod
    def rows(self) -> Mapping[str, object]:
        """Return the figures by their names."""

    def details(self) -> list[str]:
        """Return further lines of the report."""
        return []

    def call_rows(self) -> dict[str, object]:
        """Return the figures that every trial has: what became of the calls, and what went wrong."""
        trace = self.trace
        return {
            "calls": trace.calls,
            "shown in the thread": len(trace.shown),
            "shown by direct message alone": len(trace.private),
            "never shown, answered before by the person's own move": len(trace.answered),
            "never shown, closed before by another entry": len(trace.closed),
            "open and never shown": len(trace.missing),
            "said twice": len(trace.again),
            "orphans": len(self.orphans),
            "moves lost or doubled, and other errors": len(self.wrong),
            "minutes": f"{self.seconds / 60:.1f}",
        }

    def report(self) -> str:
        """Return the result as Markdown."""
        lines = [
            table(self.rows()),
            *bold((*self.wrong, *self.orphans)),
            *bold(self.trace.missing, "never shown: "),
            *bold((f"{call}: {messages}" for call, messages in self.trace.again), "said twice: "),
            *self.details(),
            *(f"\n{count} × {name}" for name, count in sorted(self.counts.items())),
        ]
        return "\n".join(lines)


async def all_said(reading: Reading, within: float) -> None:
    """Return once the outbox is empty and stays so. Raises `TimeoutError` after so many seconds."""
    for _ in range(2):
        await until(lambda: not reading.unsaid(), within, 0.05)
        await asyncio.sleep(0.2)


# The report


def table(rows: Mapping[str, object]) -> str:
    """Return a Markdown table of these figures."""
    return "\n".join(
        ["| what | figure |", "|---|---|", *(f"| {what} | {figure} |" for what, figure in rows.items())]
    )


def bold(found: Iterator[object] | Collection[object], before: str = "") -> list[str]:
    """Return a bold line for each finding."""
    return [f"\n**{before}{each}**" for each in found]


def last_traceback_lines(log: str) -> Counter[str]:
    """Count the tracebacks in a log by their last lines."""
    found: Counter[str] = Counter()
    inside = False
    for line in log.splitlines():
        if line.startswith("Traceback"):
            inside = True
        elif inside and line and not line.startswith((" ", "\t")):
            found[line[:120]] += 1
            inside = False
    return found


# The log of a bot in this process


class _LogCounter(logging.Handler):
    """A log handler that counts records by their description."""

    def __init__(self, counts: Counter[str], describe: Callable[[logging.LogRecord], str | None]) -> None:
        super().__init__()
        self._counts = counts
        self._describe = describe

    def emit(self, record: logging.LogRecord) -> None:
        description = self._describe(record)
        if description is not None:
            self._counts[description] += 1


@contextlib.contextmanager
def count_logs(counts: Counter[str], describe: Callable[[logging.LogRecord], str | None]) -> Iterator[None]:
    """Count what is logged meanwhile; records that `describe` gives no description are left out."""
    handler = _LogCounter(counts, describe)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def describe_error(record: logging.LogRecord) -> str | None:
    """Describe a record of level ERROR or above, or with a traceback."""
    if record.levelno < logging.ERROR and not record.exc_info:
        return None
    kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    return f"{record.levelname} {record.name}: {str(record.msg)[:80]} {kind}"


def describe_traceback(record: logging.LogRecord) -> str | None:
    """Describe a record with a traceback, and the line that raised; records of level DEBUG are left out."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None or record.levelno <= logging.DEBUG:
        return None
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    at = f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where is not None else "nowhere"
    return f"{record.name}: {record.msg!s:.60}: {type(error).__name__}: {error!s:.60} at {at}"


# The command


def trial_options(name: str, description: str) -> argparse.ArgumentParser:
    """Return a parser with the options of every trial: ``--seed`` and ``--result``."""
    parser = argparse.ArgumentParser(prog=f"python -m soak.{name}", description=description)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--result", type=Path, help="Markdown file for the result")
    return parser


def finish(trial: Reporting, result: Path | None) -> int:
    """Print the report, write it to `result` if given, and return the exit status."""
    print(trial.report())
    if result is not None:
        result.write_text(f"{trial.report()}\n", encoding="utf-8")
    return 0 if trial.sound else 1
