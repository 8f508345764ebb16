"""An event that wakes a task before its time."""

from __future__ import annotations

import asyncio
import contextlib

__all__ = ["SHARED", "Alarm"]

_LONGEST = 60.0
SHARED = 1.0
"""Seconds after which a change by another process is noticed."""


class Alarm(asyncio.Event):
    """An event that is set when something may fall due earlier than a sleeping task knows."""

    def __init__(self, longest: float = _LONGEST) -> None:
        """Sleep at most `longest` seconds at a time: another process may have set something."""
        super().__init__()
        self._longest = longest

    async def sleep(self, seconds: float = _LONGEST) -> None:
        """Sleep for so many seconds, a minute at most, or until the alarm is set."""
        if seconds > 0:
            # Before Python 3.12 `asyncio.wait_for` swallows a cancellation at the moment of waking.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(seconds, self._longest)):
                    await self.wait()
