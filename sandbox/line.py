"""The line over which the bot's requests come in, as slow as a test wants it."""

from __future__ import annotations

import asyncio

from aiohttp import web

__all__ = ["LINE", "Line"]


class Line:
    """A line that carries `rate` bytes of request bodies a second, `None` without a limit.

    Requests share it.
    """

    def __init__(self) -> None:
        self.rate: float | None = None
        self._turn = asyncio.Lock()
        self._free = 0.0

    async def carry(self, size: int) -> None:
        """Wait until the line has carried so many bytes."""
        if self.rate is None:
            return
        async with self._turn:
            now = asyncio.get_running_loop().time()
            self._free = max(self._free, now) + size / self.rate
            await asyncio.sleep(self._free - now)


LINE = web.AppKey("line", Line)
