"""Waiting for what tells nobody: files, processes, another program's state."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

__all__ = ["until"]


async def until(
    check: Callable[[], Awaitable[Any] | Any], within: float = 60.0, interval: float = 0.01
) -> Any:
    """The first true thing that `check` gives. Raises `TimeoutError`."""
    async with asyncio.timeout(within):
        while True:
            found = check()
            if inspect.isawaitable(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(interval)
