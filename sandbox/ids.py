"""Snowflakes: Discord's ids, which grow with time."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """A source of ids, each larger than all before, even when the clock stands still or steps back.

    `last` is the largest id already in use (0 for a fresh world), `first` the smallest; `clock` gives seconds
    since 1970.
    """

    def __init__(
        self, last: int = 0, clock: Callable[[], float] = time.time, first: int | None = None
    ) -> None:
        self._last = last
        self._first = first
        self._clock = clock

    def next(self) -> str:
        stamp = (int(self._clock() * 1000) - EPOCH_MS) << 22
        self._last = max(self._last + 1, stamp)
        if self._first is None:
            self._first = self._last
        return str(self._last)

    def earlier(self) -> str:
        """Return an id that is older than all others, each time from an earlier millisecond."""
        if self._first is None:
            self.next()
        assert self._first is not None
        self._first = ((self._first >> 22) - 1) << 22
        return str(self._first)


def created_at(snowflake: str) -> float:
    """Return the time in which the id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """Return a time in ISO 8601 and UTC, as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
