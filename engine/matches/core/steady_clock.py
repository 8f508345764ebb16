"""The time of day as matches go by it: it runs evenly, whatever somebody does to the machine's clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

__all__ = ["SteadyClock"]

_TOLERATED = timedelta(seconds=1)


def _wall() -> datetime:
    return datetime.now(UTC)


class SteadyClock:
    """Starts with the machine's clock and counts on by itself.

    Where the machine's clock jumps, or the machine sleeps, `ahead` tells; whoever has moved all that falls
    due by as much then calls `follow`. So nothing falls due because of it.
    """

    def __init__(
        self, wall: Callable[[], datetime] = _wall, elapsed: Callable[[], float] = time.monotonic
    ) -> None:
        """`wall` is the machine's clock; `elapsed` counts seconds and never jumps."""
        self._wall = wall
        self._elapsed = elapsed
        self._base = wall()
        self._since = elapsed()

    def __call__(self) -> datetime:
        return self._base + timedelta(seconds=self._elapsed() - self._since)

    def ahead(self) -> timedelta:
        """How far the machine's clock is ahead of this one; nothing while it is less than a second."""
        by = self._wall() - self()
        return by if abs(by) >= _TOLERATED else timedelta()

    def follow(self, by: timedelta) -> None:
        """Go by so much ahead from now on."""
        self._base += by
