"""Snowflakes: Discord's ids, which grow with time."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Hands out ids, each larger than all before, even when the clock stands still or steps back.

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
        """An id from a millisecond of its own, before all others: what is older than this world."""
        if self._first is None:
            self.next()
        assert self._first is not None
        self._first = ((self._first >> 22) - 1) << 22
        return str(self._first)


def created_at(snowflake: str) -> float:
    """Seconds since 1970 at which the id was made."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """ISO 8601 in UTC, as Discord writes times."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
