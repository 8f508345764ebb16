"""One task at a time, to its end."""

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
"""Of a change, where another process changes the same at the same time."""


class Locks:
    """Work under a key is done by one task at a time, and finished even when its caller is cancelled."""

    def __init__(self) -> None:
        self._locks: weakref.WeakValueDictionary[Hashable, asyncio.Lock] = weakref.WeakValueDictionary()
        self._begun: set[asyncio.Task[Any]] = set()

    async def alone(self, key: Hashable, work: Callable[[], Awaitable[T]], *, again: int = 1) -> T:
        """Run `work` when nobody else holds the key, and to its end even when the caller is cancelled.

        Where another process was faster it is run `again`, so many times in all. Raises `Conflict` then.
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
        """Return when whoever holds the key now has finished."""
        lock = self._locks.get(key)
        if lock is not None and lock.locked():
            async with lock:
                pass

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # a cancelled caller is not there to be told

    async def finish(self) -> None:
        """Return when all that was begun is finished."""
        while self._begun:
            await asyncio.wait(self._begun)
