"""A clock that runs evenly, whatever happens to the machine's clock: matches go by it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

__all__ = ["SteadyClock"]

_TOLERATED = timedelta(seconds=1)


def _wall() -> datetime:
    return datetime.now(UTC)


class SteadyClock:
    """A clock that starts with the machine's time and counts on by itself.

    When the machine's clock jumps, or the machine sleeps, `ahead` tells by how much. The timekeeper then
    moves everything that falls due, and calls `follow`. So nothing falls due because of the jump.
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
        """Return how far the machine's clock is ahead of this one; zero while that is less than a second."""
        by = self._wall() - self()
        return by if abs(by) >= _TOLERATED else timedelta()

    def follow(self, by: timedelta) -> None:
        """Set this clock forward by so much."""
        self._base += by
