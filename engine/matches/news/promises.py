"""Promises: answers that people wait for, kept for the process that takes over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta

from engine.store import Promise, Store

__all__ = ["Promises"]

PROMISE_TIME = timedelta(minutes=14)
"""Time in which a promise can be kept: Discord takes no answer after a quarter of an hour."""


class Promises:
    """Answers that are owed, kept for the code that speaks to people."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def promise(self, begun: Sequence[Promise], kept: Collection[int]) -> None:
        """Note these promises as owed by this process, and delete those that were `kept`, by interaction."""
        now = self._now()
        await self._store.promise(begun, now, now + PROMISE_TIME, kept)

    async def take_promises(self) -> Sequence[Promise]:
        """Take over some of the promises of processes that have ended, and return them."""
        return await self._store.take_promises(self._now())
