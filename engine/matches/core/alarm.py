"""Waiting for what falls due."""

from __future__ import annotations

import asyncio
import contextlib

__all__ = ["SHARED", "Alarm"]

_LONGEST = 60.0
SHARED = 1.0
"""Seconds after which what another process has set is seen."""


class Alarm(asyncio.Event):
    """Set when something may fall due earlier than whoever sleeps has known."""

    def __init__(self, longest: float = _LONGEST) -> None:
        """Nobody sleeps for more than `longest` seconds: another process may have set what falls due."""
        super().__init__()
        self._longest = longest

    async def sleep(self, seconds: float = _LONGEST) -> None:
        """Return after so many seconds, a minute at most, or when it is set."""
        if seconds > 0:
            # Not `asyncio.wait_for`: before Python 3.12 it swallows a cancellation that meets the waking.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(seconds, self._longest)):
                    await self.wait()
