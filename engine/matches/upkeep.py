"""What the house looks after beside the play: lost calls, rows that cannot be, what nobody needs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta

from engine.matches.playing import Playing
from engine.store import Sizes, StoreError

__all__ = ["Upkeep"]

_logger = logging.getLogger(__name__)

ROUND = timedelta(hours=1)
"""How often everything is looked at."""
PAUSE = 0.05
"""Seconds between two slices: the play goes first."""
SLICE = 100


class Upkeep(Playing):
    """The part of `Matches` that keeps the house in order."""

    async def tend(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Look after everything now and every hour, until cancelled. `pulse` is called at each turn."""
        while True:
            pulse()
            try:
                await self.reconcile(pulse)
                await self.tidy(pulse)
            except StoreError as error:
                _logger.error("upkeep has to wait: %s", error)
            left = ROUND.total_seconds()
            while left > 0:
                pulse()
                await asyncio.sleep(min(left, 15.0))
                left -= 15.0

    async def reconcile(self, pulse: Callable[[], None] = lambda: None) -> int:
        """Find running matches that wait without a call; call again. Returns how many they were."""
        found = 0
        for match in await self._store.set_aside_unreadable(self._now()):
            _logger.error("match %d: rows that cannot be read were set aside", match)
            found += await self.revive(match)
        after: int | None = 0
        while after is not None:
            matches, after = await self._store.uncalled(after, SLICE)
            for each in matches:
                if await self.revive(each.match):
                    found += 1
                    _logger.warning("match %d waited without a call: it is called again", each.match)
            pulse()
            await asyncio.sleep(PAUSE if after is not None else 0)
        return found

    async def tidy(self, pulse: Callable[[], None] = lambda: None) -> int:
        """Drop what nobody needs any more; return how many rows that were."""
        gone = 0
        while rows := await self._store.tidy(self._now() - self._limits.clicks, SLICE * 10):
            gone += rows
            pulse()
            await asyncio.sleep(PAUSE)
        return gone

    async def sizes(self) -> Sizes:
        """How much the store holds."""
        return await self._store.sizes()
