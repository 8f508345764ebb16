"""The time by which matches go, and the time in which nobody could press."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from engine.clock import Span
from engine.matches.alarm import Alarm
from engine.matches.prompts import BEGIN, CLOCKS, LAPSE, ORDER
from engine.matches.steady import SteadyClock
from engine.store import Store, StoreError

__all__ = ["Timekeeper"]

_logger = logging.getLogger(__name__)

BEAT = timedelta(seconds=15)
"""How often it is noted that people can press."""
AWAY = timedelta(minutes=1)
"""Who could not press for longer gets the time back."""
KEPT = timedelta(days=400)
"""No call that is still open was delivered before."""
MOVED = timedelta(minutes=1)
"""The tables are told when their clocks are moved by more."""


class Timekeeper:
    """Moves what falls due with the machine's clock, and by the time in which nobody could press."""

    def __init__(self, store: Store, clock: Callable[[], datetime], timers: Alarm, outbox: Alarm) -> None:
        """`timers` and `outbox` are set where it changes when something falls due, or is to be said."""
        self._store = store
        self._clock = clock
        self._timers = timers
        self._outbox = outbox
        self._up: Callable[[], bool] = lambda: True
        self._silence: Callable[[], timedelta] = timedelta
        self._seen: datetime | None = None
        self._served: datetime | None = None
        self._beaten: datetime | None = None
        self._outages: tuple[Span, ...] | None = None
        self._looking = asyncio.Lock()

    def now(self) -> datetime:
        """The time as matches go by it."""
        return self._clock()

    def attend(self, up: Callable[[], bool], silence: Callable[[], timedelta] = timedelta) -> None:
        """From now on `up` tells whether people can press; the short clocks stand still while they cannot.

        `silence` is for how long nothing was heard that shows it: a line may be dead before that is noticed.
        """
        self._up, self._silence = up, silence

    @property
    def standing_still(self) -> tuple[str, ...]:
        """Kinds of timers that wait until people can press again."""
        return () if self._up() else (*CLOCKS, BEGIN)

    async def keep_step(self) -> None:
        """Go with the machine's clock where somebody has moved it: nothing falls due by it, or waits for it.

        This is done before anything that is to fall due by the clock as it is now is written.
        """
        async with self._looking:
            if self._seen is None:
                self._seen = await self._store.served(0)
            clock = self._clock
            ahead = clock.ahead() if isinstance(clock, SteadyClock) else timedelta()
            if ahead and isinstance(clock, SteadyClock):
                now = clock()
                await self._shifted(min(now, now + ahead), ahead)
                clock.follow(ahead)
                if self._seen is not None:
                    self._seen += ahead
            now = clock()
            if self._seen is not None and now < self._seen:
                # It was put back while nobody ran.
                await self._shifted(now, now - self._seen)
            self._seen = now

    async def _shifted(self, since: datetime, by: timedelta) -> None:
        notice = "clock" if abs(by) > MOVED else None
        await self._store.shift(since, by, LAPSE, notice)
        self._outages = None
        if self._served is not None:
            self._served += by
        if self._beaten is not None:
            self._beaten += by
        _logger.warning("the clock was moved by %s; so is everything that falls due", by)
        self._timers.set()
        self._outbox.set()

    async def beat(self) -> datetime:
        """Note that people can press, and return when to do so again.

        Where they could not for more than a minute, because the bot was stopped or without Discord, the short
        clocks stood still meanwhile: they are moved on by as much before anything falls due, and the tables
        are told. They have been away since Discord was last heard, not since that was noticed. Where the
        machine's clock was moved, everything that falls due goes with it.
        """
        await self.keep_step()
        now = self.now()
        if not self._up():
            return now + BEAT
        heard = now - self._silence()
        before, beaten = self._served, self._beaten
        if before is not None and timedelta() <= heard - before < BEAT:
            self._beaten = now
            return now + BEAT - (heard - before)
        if before is None:
            before = await self._store.served(0)
        if before is None or heard - before <= BEAT:
            await self._store.serve(0, heard)
        elif heard - before > AWAY:
            await self._credit({ORDER: None, LAPSE: "clock"}, before, heard, outage=True)
        elif heard - (beaten or before) > BEAT:
            # An order that answered at the very moment in which the bot is back would be seen to be one.
            await self._credit({ORDER: None}, before, heard)
        else:
            await self._store.serve(0, heard)
        self._served, self._beaten = heard, now
        return now + BEAT

    async def _credit(
        self, kinds: Mapping[str, str | None], since: datetime, until: datetime, *, outage: bool = False
    ) -> None:
        if await self._store.credit(kinds, 0, 1, since, until, outage=outage):
            self._outbox.set()
        if outage:
            self._outages = None

    async def outages(self) -> tuple[Span, ...]:
        """When nobody could press for more than a minute, as far as it matters to a clock that runs."""
        if self._outages is None:
            self._outages = tuple(await self._store.outages(0, self.now() - KEPT))
        return self._outages

    async def stop(self) -> None:
        """Note until when people could press."""
        if self._served is not None and self._up():
            try:
                await self._store.serve(0, self.now() - self._silence())
            except StoreError as error:
                _logger.error("it cannot be noted that the bot stops: %s", error)
