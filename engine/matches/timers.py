"""Timers: rows of the database that fall due; each kind has a handler in the part that does the work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta
from functools import partial

from engine.game import Refusal
from engine.match.changes import Timer
from engine.match.timer_kinds import TimerKind
from engine.matches.core.alarm import Alarm
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.news.recovery import Recovery
from engine.store import Busy, Store, StoreError, Unreachable

__all__ = ["Timers"]

_logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=10)
"""Time for which a timer is leased: longer than a batch of automatic players thinks."""
SLOW_KINDS = (
    TimerKind.CLOCK,
    TimerKind.SIT,
    TimerKind.PAUSE,
    TimerKind.OFFER,
    TimerKind.CLOSE,
    TimerKind.ROBOT_REMINDER,
)
"""Kinds of which thousands may fall due in one minute. Robots' timers go first: people wait for them."""
MAX_SLOW_AT_ONCE = 4
RETRY_DELAY = timedelta(seconds=5)
"""Time until the next try where the database was held up or out of reach."""
MAX_TIMERS_AT_ONCE = 16
"""Timers that are handled at the same time: one that takes long does not hold up the others."""

Handler = Callable[[Timer], Awaitable[bool]]
"""A function that does what a due timer is for; it returns `False` where nothing is to be done any more."""


class Timers:
    """The loop that leases due timers and calls the handlers of their kinds."""

    def __init__(
        self,
        store: Store,
        timekeeper: Timekeeper,
        recovery: Recovery,
        alarm: Alarm,
        holder: Callable[[], str],
    ) -> None:
        """`alarm` is set when something may fall due earlier; timers are leased to what `holder` names."""
        self.alarm = alarm
        self._store = store
        self._timekeeper = timekeeper
        self._recovery = recovery
        self._holder = holder
        self._handlers: dict[str, Handler] = {}

    def handle(self, kind: str, handler: Handler) -> None:
        """Call `handler` for each due timer of this kind, in place of an earlier handler."""
        self._handlers[kind] = handler

    async def run(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Handle due timers until cancelled; `pulse` is called at each turn.

        One task serves all matches, and sleeps until the earliest timer is due.
        """
        busy: set[asyncio.Task[None]] = set()
        keeper = self._timekeeper
        try:
            while True:
                pulse()
                self.alarm.clear()
                try:
                    due = await keeper.beat()
                    begun: list[Timer] = []
                    next_ = await self._next() if len(busy) < MAX_TIMERS_AT_ONCE else None
                    if next_ is not None and next_ <= keeper.now():
                        begun = await self._take(MAX_TIMERS_AT_ONCE - len(busy))
                    for timer in begun:
                        task = asyncio.create_task(self.fire(timer), name=f"timer-{timer.id}")
                        busy.add(task)
                        task.add_done_callback(busy.discard)
                        task.add_done_callback(lambda _: self.alarm.set())
                    if begun and len(busy) < MAX_TIMERS_AT_ONCE:
                        continue
                    if len(busy) < MAX_TIMERS_AT_ONCE:
                        due = due if next_ is None else min(due, next_)
                except StoreError as error:
                    _logger.error("timers have to wait: %s", error)
                    due = keeper.now() + RETRY_DELAY
                await self.alarm.sleep((due - keeper.now()).total_seconds())
        finally:
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)

    async def _next(self) -> datetime | None:
        """Return the instant at which the first timer is due."""
        keeper = self._timekeeper
        return await self._store.next_timer(
            keeper.now(),
            among=self._among,
            besides=keeper.waiting_kinds,
            still=keeper.waiting_kinds_without_session,
            shards=keeper.shards,
            roughly=True,
        )

    @property
    def _among(self) -> Collection[str] | None:
        """Return the kinds that this process handles; `None` for all.

        While a process with newer code runs, timers of unknown kinds are left to it.
        """
        return self._handlers.keys() if self._store.code_levels.has_newer else None

    async def run_due_timers(self) -> int:
        """Handle the timers that are due now, and return their number.

        Timers that they set, such as the next automatic player's turn, are taken by the next call.
        """
        timers = await self._take(MAX_TIMERS_AT_ONCE)
        await asyncio.gather(*map(self.fire, timers))
        return len(timers)

    async def _take(self, limit: int) -> list[Timer]:
        if limit <= 0:
            return []
        now, still = self._timekeeper.now(), self._timekeeper.waiting_kinds
        keeper = self._timekeeper
        take = partial(
            self._store.take_timers,
            among=self._among,
            still=keeper.waiting_kinds_without_session,
            shards=keeper.shards,
        )
        holder, until = self._holder(), now + LEASE
        timers, broken = await take(holder, now, until, limit, besides=(*still, *SLOW_KINDS))
        if (room := min(limit - len(timers), MAX_SLOW_AT_ONCE)) > 0:
            slow, more = await take(holder, now, until, room, besides=still)
            timers, broken = [*timers, *slow], [*broken, *more]
        for match in broken:
            _logger.error("match %d: a timer that cannot be read was set aside", match)
            await self._recovery.revive(match)
        return timers

    async def fire(self, timer: Timer) -> None:
        """Handle a due timer, or put it off."""
        self._store.look_anew()
        try:
            await self._happen(timer, self._handlers.get(timer.kind))
        except StoreError as error:
            _logger.error("match %d: its %s timer comes again: %s", timer.match, timer.kind, error)

    async def _happen(self, timer: Timer, handler: Handler | None) -> None:
        try:
            if handler is None:
                _logger.error("match %d: nothing is known of its %s timer", timer.match, timer.kind)
                await self._put_off(timer, timedelta(hours=1))
            elif not await handler(timer):
                await self._store.put_off_timer(timer.id, None)  # the question was answered
        except StoreError as error:
            # On a full disk putting it off fails too: the timer comes again when its lease ends.
            wait = RETRY_DELAY if isinstance(error, Busy | Unreachable) else timedelta(minutes=1)
            _logger.error("match %d waits for %s: %s", timer.match, wait, error)
            await self._put_off(timer, wait)
        except Refusal as refusal:
            wait = timedelta(minutes=1) if refusal.code == "not_now" else timedelta(hours=1)
            _logger.error("match %d waits for %s: %s", timer.match, wait, refusal)
            await self._put_off(timer, wait)
        except Exception:
            _logger.exception("match %d: its %s timer failed and waits an hour", timer.match, timer.kind)
            await self._put_off(timer, timedelta(hours=1))

    async def _put_off(self, timer: Timer, wait: timedelta) -> None:
        await self._store.put_off_timer(timer.id, self._timekeeper.now() + wait)
