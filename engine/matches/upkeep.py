"""Upkeep: repeated calls, rows that cannot be read, sleeping matches, and data that nobody needs."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta

from engine.game import Refusal
from engine.match.limits import Limits
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.history import History
from engine.matches.news.recovery import Recovery
from engine.matches.people.forgetting import Forgetting
from engine.matches.seats.departures import Departures
from engine.matches.seats.presence import IDLE, Presence
from engine.store import Sizes, Store, StoreError

__all__ = ["Upkeep"]

_logger = logging.getLogger(__name__)

INTERVAL = timedelta(hours=1)
"""Time between two runs of upkeep."""
SLICE_DELAY = 0.05
"""Seconds between two slices, so that moves go first."""
SLICE = 100
DIGESTS_AT_ONCE = 20
"""Matches whose logs get their digests in one transaction."""
REST_FACTOR = 3
"""Delay after a match's work, as a multiple of the time it took: upkeep takes a quarter of the time at most.
"""


class Upkeep:
    """Upkeep, every hour."""

    def __init__(
        self,
        store: Store,
        recovery: Recovery,
        presence: Presence,
        forgetting: Forgetting,
        departures: Departures,
        history: History,
        timekeeper: Timekeeper,
        limits: Limits,
    ) -> None:
        self._store = store
        self._recovery = recovery
        self._presence = presence
        self._forgetting = forgetting
        self._departures = departures
        self._history = history
        self._timekeeper = timekeeper
        self._limits = limits

    async def tend(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Do all upkeep now and every hour, until cancelled. `pulse` is called at each turn."""
        begun = False
        while True:
            pulse()
            try:
                if not begun:
                    await self.end_resigned(pulse)
                    begun = True
                await self._forgetting.give_up_seats()
                await self.give_digests(pulse)
                await self.reconcile(pulse)
                await self.rest(pulse)
                await self.tidy(pulse)
                await self.note_results(pulse)
            except StoreError as error:
                _logger.error("upkeep has to wait: %s", error)
            left = INTERVAL.total_seconds()
            while left > 0:
                pulse()
                await asyncio.sleep(min(left, 15.0))
                left -= 15.0

    async def reconcile(self, pulse: Callable[[], None] = lambda: None) -> int:
        """Find running matches that wait without a call, and call again. Return their number."""
        found = 0
        await self._timekeeper.keep_step()  # a row put off before the clock was put back is not late
        for match in await self._store.set_aside_unreadable(self._timekeeper.now()):
            _logger.error("match %d: rows that cannot be read were set aside", match)
            found += await _paced(self._recovery.revive(match), pulse)
        after: int | None = 0
        while after is not None:
            before = after
            matches, after = await self._store.find_uncalled(before, SLICE)
            for match in await self._store.set_aside_posts(before, after, self._timekeeper.now()):
                _logger.error("match %d: what is shown of it cannot be read and was set aside", match)
            for each in matches:
                if await self._recovery.waits_for_season(each.match):
                    continue
                if await _paced(self._recovery.revive(each.match), pulse):
                    found += 1
                    _logger.warning("match %d waited without a call: it is called again", each.match)
            pulse()
            await asyncio.sleep(SLICE_DELAY if after is not None else 0)
        return found

    async def end_resigned(self, pulse: Callable[[], None] = lambda: None) -> int:
        """End the matches in which one of two sides has resigned; return their number.

        Older code let a robot play on in them.
        """
        ended = 0
        for match in await self._store.with_resigned():
            try:
                ended += await _paced(self._departures.end_resigned(match), pulse)
            except StoreError:
                raise
            except Refusal as refusal:
                _logger.error("match %d cannot be ended: %s", match, refusal)
        return ended

    async def rest(self, pulse: Callable[[], None] = lambda: None) -> int:
        """Let matches sleep in which no person has done anything for 30 days; return their number."""
        asleep = awake = 0
        while matches := await self._store.idle_matches(self._timekeeper.now() - IDLE, SLICE, awake):
            for match in matches:
                sleeps = await _paced(self._presence.sleep(match), pulse)
                asleep += sleeps
                awake += not sleeps
            pulse()
            await asyncio.sleep(SLICE_DELAY)
        return asleep

    async def tidy(self, pulse: Callable[[], None] = lambda: None) -> int:
        """Delete rows that nobody needs any more; return their number."""
        deleted = 0
        while rows := await self._store.tidy(self._timekeeper.now() - self._limits.clicks, SLICE * 10):
            deleted += rows
            pulse()
            await asyncio.sleep(SLICE_DELAY)
        return deleted

    async def give_digests(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Give logs written by older versions their digests, some at a time."""
        while await self._store.give_digests(DIGESTS_AT_ONCE):
            pulse()
            await asyncio.sleep(SLICE_DELAY)

    async def note_results(self, pulse: Callable[[], None] = lambda: None) -> int:
        """Keep how matches came out of which nobody has asked that yet; return their number."""
        return await self._history.note_results(lambda work: _paced(work, pulse))

    async def sizes(self) -> Sizes:
        """Return the sizes of the store's tables."""
        return await self._store.sizes()


async def _paced(work: Awaitable[bool], pulse: Callable[[], None]) -> bool:
    """Do one match's share of the work, and rest in proportion, so that moves go first."""
    began = time.monotonic()
    done = await work
    pulse()
    await asyncio.sleep(REST_FACTOR * (time.monotonic() - began))
    return done
