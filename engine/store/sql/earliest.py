"""The first of many due times, known without reading it again at each change."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Hashable
from datetime import datetime

__all__ = ["Earliest"]


class Earliest:
    """The first due time among rows, for each condition on them that is asked for.

    What is kept may be earlier than the truth, never later: a write that lets a row fall due says so, and one
    that deletes or delays a row need not. Once a kept time has come, it is read anew.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`seconds` is the time after which it is read again, `clock` a monotonic clock in seconds."""
        self._seconds = seconds
        self._clock = clock
        self._kept: dict[Hashable, tuple[float, datetime | None]] = {}
        self._readings: list[list[datetime | None]] = []
        """The times written since each reading began; `None` stands for one that is not known."""

    async def of(
        self, key: Hashable, now: datetime, read: Callable[[], Awaitable[datetime | None]]
    ) -> datetime | None:
        """Return the time under this condition; `None` if there is no such row. `read` reads it."""
        at = self._clock()
        known = self._kept.get(key)
        if known is not None and at - known[0] < self._seconds and (known[1] is None or known[1] > now):
            return known[1]
        written: list[datetime | None] = []
        self._readings.append(written)
        try:
            due = await read()
        finally:
            self._readings = [each for each in self._readings if each is not written]
        if None in written:
            self._kept.pop(key, None)
        else:
            self._kept[key] = at, min((each for each in (due, *written) if each is not None), default=None)
        return due

    def lower(self, due: datetime) -> None:
        """Note that a row is written that falls due then."""
        for each in self._readings:
            each.append(due)
        for key, (at, kept) in self._kept.items():
            if kept is None or due < kept:
                self._kept[key] = at, due

    def drop(self) -> None:
        """Drop everything: rows may fall due at any time now."""
        for each in self._readings:
            each.append(None)
        self._kept.clear()
