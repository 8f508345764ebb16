"""Locks: one task at a time does the work of a key, and does it to its end."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

from engine.store import Conflict

__all__ = ["TRIES", "Locks"]

T = TypeVar("T")

TRIES = 3
"""Times that a change is tried in all, where another process changes the same match or row."""


class Locks:
    """Locks by key. Work under a key is finished even when its caller is cancelled."""

    def __init__(self) -> None:
        self._locks: weakref.WeakValueDictionary[Hashable, asyncio.Lock] = weakref.WeakValueDictionary()
        self._begun: set[asyncio.Task[Any]] = set()

    async def alone(self, key: Hashable, work: Callable[[], Awaitable[T]], *, again: int = 1) -> T:
        """Run `work` once nobody else holds the key, and to its end even when the caller is cancelled.

        Where another process was faster it is run again, `again` times in all. Raises `Conflict` after that.
        """
        lock = self._locks.setdefault(key, asyncio.Lock())

        async def run() -> T:
            async with lock:
                for _ in range(again - 1):
                    with contextlib.suppress(Conflict):
                        return await work()
                return await work()

        task = asyncio.create_task(run())
        self._begun.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    async def wait_for(self, key: Hashable) -> None:
        """Wait until the task that holds the key now has finished."""
        lock = self._locks.get(key)
        if lock is not None and lock.locked():
            async with lock:
                pass

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # read it, as a cancelled caller cannot: asyncio would warn

    async def finish(self) -> None:
        """Wait until all work that was begun is finished."""
        while self._begun:
            await asyncio.wait(self._begun)
