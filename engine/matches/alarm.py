"""Waiting for what falls due."""

from __future__ import annotations

import asyncio
import contextlib

__all__ = ["Alarm"]

_LONGEST = 60.0


class Alarm(asyncio.Event):
    """Set when something may fall due earlier than whoever sleeps has known."""

    async def sleep(self, seconds: float = _LONGEST) -> None:
        """Return after so many seconds, a minute at most, or when it is set."""
        if seconds > 0:
            # Not `asyncio.wait_for`: before Python 3.12 it swallows a cancellation that meets the waking.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(seconds, _LONGEST)):
                    await self.wait()
