"""Answers that people were promised, kept for whoever takes over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta

from engine.store import Promise, Store

__all__ = ["Promises"]

LASTS = timedelta(minutes=14)
"""For how long a promise can be kept: the outside world takes no answer after a quarter of an hour."""


class Promises:
    """Remembers for the outside world which answers are owed."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def promise(self, begun: Sequence[Promise], kept: Collection[int]) -> None:
        """Note these promises as owed by this process, and drop those that were `kept`, by interaction."""
        now = self._now()
        await self._store.promise(begun, now, now + LASTS, kept)

    async def take_promises(self) -> Sequence[Promise]:
        """Some of the promises of processes that have ended, which this one owes from now on."""
        return await self._store.take_promises(self._now())
