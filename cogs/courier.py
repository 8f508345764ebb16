"""The courier: carries the outbox to Discord after the commit, at least once, in order at each place.

Whatever fails, the match is right: what fails for now is tried again. Each match has a lane, each place in it
a task of its own: a place that is limited, slow or gone delays itself alone. A notice goes when it was said,
or has become void. One with which nothing can be done is set aside for the host, and what is missing then is
said anew.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import aiohttp
import discord

from cogs.errands import Errand, Unheard
from cogs.house import House
from cogs.inbox import LOST
from cogs.posting import is_refused
from cogs.saying import Saying
from engine.game import Refusal
from engine.matches import Notice
from engine.store import BESIDE, EPOCH, Lane, StoreError

__all__ = ["Courier"]

log = logging.getLogger("longtable.courier")

LANES = 2048
"""Matches of which something is said at once: most of them wait for Discord."""
OVERDUE = 64
"""Those among them that had to wait before: what has just happened goes first."""
SLOW = 2.0
"""Seconds after which a lane that had to wait counts no more among those."""
BATCH = 256
"""Lanes looked through at once for channels that let nothing in."""
TRIES = 12
"""Of a notice with which something is wrong that is none of Discord's answers."""
TRIES_UNHEARD = 120
"""Of a word that its person cannot be told: about a month."""
LONGEST_WAIT = 600.0
UNHEARD_WAIT = 600.0
LONGEST_UNHEARD = 6 * 3600.0
CLOSED_WAIT = 3600.0
STORE_WAIT = 5.0
FAULT_WAIT = 60.0
KEEP = 20.0
"""Seconds between two renewals of what was taken."""
_LATER = (
    StoreError,
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
Work = Callable[[], Awaitable[object]]


class _PassedOnError(Exception):
    """The lane is somebody else's now."""


class Courier:
    """Takes lanes from the outbox until cancelled."""

    def __init__(self, bot: Any, house: House, wait: float = 1.0) -> None:
        """`wait` is in seconds: how soon what failed is tried again, doubled each time."""
        self.bot = bot
        self.house = house
        self.matches = house.matches
        self.paused: Callable[[], bool] = lambda: False
        """Whether nothing unasked may be sent at the moment."""
        self._saying = Saying(bot, house)
        self._saying.watch_channels(self._channel)
        self._wait = wait
        self._lanes: dict[int, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._overdue = 0
        self._closed: dict[int, datetime] = {}
        self._reopened: set[int] = set()

    async def run(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Carry, many matches at once, until cancelled. `pulse` is called at each turn."""
        keeping = asyncio.create_task(self._keep(), name="lanes")
        try:
            while True:
                pulse()
                await self._surely(self._take)
        finally:
            keeping.cancel()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(keeping, *self._tasks, return_exceptions=True)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(KEEP)
            try:
                await self._surely(lambda: self.matches.keep_lanes(tuple(self._lanes)))
            except Exception:
                log.exception("what is being said cannot be kept")

    async def _take(self) -> None:
        """Begin to say what is there, or wait until something is."""
        if self.paused():
            await asyncio.sleep(self._wait)
            return
        free = LANES - len(self._lanes)
        fresh, overdue = await self.matches.next_lanes(free, min(free, OVERDUE - self._overdue, BATCH))
        for lane in fresh:
            self._begin(lane, overdue=False)
        open_ = await self._surely(partial(self._open_lanes, overdue))
        for lane in open_:
            self._begin(lane, overdue=True)
        if len(self._lanes) >= LANES:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        elif not fresh and not open_:
            if overdue:
                await asyncio.sleep(self._wait / 20)  # many wait for a channel that lets nothing in
            elif self._overdue < OVERDUE:
                await self.matches.wait_for_lanes()
            else:
                await self.matches.wait_for_fresh_lanes()

    async def _open_lanes(self, lanes: Sequence[Lane]) -> list[Lane]:
        """Those of which something can be said; the others wait together for their channel."""
        now = self.matches.now()
        shut = {lane.match for lane in lanes if self._closed.get(lane.channel, now) > now}
        if shut:
            # Of the others not even the players have heard.
            shut &= {post.match for post in await self.matches.posts_of(tuple(shut), LOST)}
        if shut:
            for notice in await self.matches.notices(shut):
                if notice.person is not None:
                    shut.discard(notice.match)
        if shut:
            await self.matches.give_back(shut, now + timedelta(seconds=CLOSED_WAIT * random.uniform(1, 2)))
        return [lane for lane in lanes if lane.match not in shut]

    def _channel(self, channel: int, closed: bool) -> None:
        """A channel lets nothing in for now, or does again."""
        if closed:
            self._closed[channel] = self.matches.now() + timedelta(seconds=CLOSED_WAIT / 2)
            while len(self._closed) > LANES * 8:
                del self._closed[next(iter(self._closed))]
        else:
            self._closed.pop(channel, None)

    def _begin(self, lane: Lane, *, overdue: bool) -> None:
        running = self._lanes.get(lane.match)
        if running is not None:
            running.set()
            return
        self._lanes[lane.match] = asyncio.Event()
        self._overdue += overdue
        task = asyncio.create_task(self._lane(lane.match, overdue), name=f"lane-{lane.match}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _lane(self, match: int, overdue: bool) -> None:
        slow = asyncio.get_running_loop().call_later(SLOW, self._is_slow) if overdue else None
        try:
            await self.say(match)
        finally:
            if slow is not None and slow.when() > asyncio.get_running_loop().time():
                slow.cancel()
                self._overdue -= 1

    def _is_slow(self) -> None:
        """A lane takes long: the next one need not wait for it."""
        self._overdue -= 1
        self.matches.look_again()

    async def say(self, match: int) -> int:
        """Say all that is due in a lane that was taken, and give it back; return how much was tried."""
        news = self._lanes.setdefault(match, asyncio.Event())
        try:
            try:
                tried, due = await self._said(match, news)
            except _PassedOnError:
                log.info("match %s: somebody else says it now", match)
                tried, due = 0, None
            except Exception:
                log.exception("match %s: what is to be said of it cannot be looked at now", match)
                tried, due = 0, self.matches.now() + timedelta(seconds=FAULT_WAIT)
            await self._surely(partial(self.matches.give_back, (match,), due))
        finally:
            self._lanes.pop(match, None)
        if news.is_set():
            self.matches.look_again(match)  # it came while the lane was given back
        return tried

    async def _said(self, match: int, news: asyncio.Event) -> tuple[int, datetime | None]:
        """Say all that is due; return how much was tried, and when the next is due."""
        places: dict[int, asyncio.Task[int]] = {}
        tried = 0
        try:
            while True:
                news.clear()
                queues, due = _queues(await self._read(match), self.matches.now())
                for place, queue in queues.items():
                    if place not in places:
                        places[place] = asyncio.create_task(self._place(queue), name=f"place-{match}")
                if not places:
                    return tried, due
                waking = asyncio.create_task(news.wait())
                await asyncio.wait({waking, *places.values()}, return_when=asyncio.FIRST_COMPLETED)
                waking.cancel()
                for place in [place for place, task in places.items() if task.done()]:
                    tried += places.pop(place).result()
        finally:
            for task in places.values():
                task.cancel()
            await asyncio.gather(*places.values(), return_exceptions=True)

    async def _read(self, match: int) -> Sequence[Notice]:
        return await self._surely(partial(self.matches.notices, (match,)))

    async def _place(self, queue: Sequence[Notice]) -> int:
        """Say what waits for one place, in order; return how much was tried."""
        for tried, notice in enumerate(queue, 1):
            if not await self._carried(notice):
                return tried
        return len(queue)

    async def _surely(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do it, once the store can: a full disk or a busy database must not end the courier."""
        while True:
            try:
                return await work()
            except StoreError as error:
                log.error("the outbox has to wait: %s", error)
                await asyncio.sleep(self._wait * STORE_WAIT)

    async def reopened(self, channel: int) -> None:
        """Something has changed there: what was refused may be said now."""
        self._closed.pop(channel, None)
        if len(self._reopened) > LANES:
            self._reopened.clear()
        for kind in ("thread", LOST):
            for post in await self.matches.posted_in(channel, kind):
                self._reopened.add(post.match)
                await self.matches.hurry(post.match)

    async def carry(self, notice: Notice) -> bool:
        """Say one thing, or see to it that it is tried again. Whether what comes after it may be said."""
        try:
            return await self._carried(notice)
        except _PassedOnError:
            return False

    async def _carried(self, notice: Notice) -> bool:
        outcome, passes = await self._outcome(notice)
        await self._surely(outcome)
        return passes

    async def _outcome(self, notice: Notice) -> tuple[Work, bool]:
        """Say it; return what is then to be noted in the outbox, and whether later ones may pass."""
        if not self._saying.knows(notice.kind, notice.person):
            log.error("match %s: nothing is known of %s notices", notice.match, notice.kind)
            return partial(self._again, notice, UNHEARD_WAIT, BESIDE), True
        self._reopened.discard(notice.match)
        try:
            match = await self.matches.get(notice.match)
            errand = Errand(self.bot, self.house, self._saying.shelf, notice, match)
            try:
                await self._saying.say(errand)
            except Unheard:
                return self._unheard(errand), True
        except Exception as error:
            return self._trouble(notice, error)
        return partial(self._done, errand), True

    async def _done(self, errand: Errand) -> None:
        if not await self.matches.done(errand.said):
            raise _PassedOnError
        if errand.found:
            await self.matches.hurry(errand.match.id)  # what was to be told in private instead is void now

    def _unheard(self, errand: Errand) -> Work:
        notice = errand.notice
        log.info("match %s: %s has reached nobody", notice.match, notice.kind)
        if notice.attempts >= TRIES_UNHEARD and errand.match.status.ended:
            return partial(self._done, errand)
        seconds = min(UNHEARD_WAIT * 2 ** min(notice.attempts, 8), LONGEST_UNHEARD)
        if notice.match in self._reopened:
            seconds = self._wait  # meanwhile
        # Where an earlier try may have left a message is not forgotten.
        return partial(self._again, notice, seconds, f"{BESIDE}:{notice.begun}" if notice.begun else BESIDE)

    def _trouble(self, notice: Notice, error: Exception) -> tuple[Work, bool]:
        seconds = min(self._wait * 2 ** min(notice.attempts, 16), LONGEST_WAIT)
        if isinstance(error, discord.RateLimited):
            seconds = max(seconds, error.retry_after)
        if isinstance(error, Refusal) and not isinstance(error, StoreError):
            log.error("match %s: %s cannot be said now: %s", notice.match, notice.kind, error)
            seconds = max(seconds, 60.0 if error.code == "not_now" else LONGEST_WAIT)
        elif isinstance(error, _LATER) and not is_refused(error):
            log.warning(
                "match %s: %s has to wait: %s", notice.match, notice.kind, error or type(error).__name__
            )
        else:
            log.error("match %s: %s failed", notice.match, notice.kind, exc_info=error)
            if notice.attempts + 1 >= TRIES:
                return partial(self._aside, notice, error), True
        return partial(self._again, notice, seconds), False

    async def _again(self, notice: Notice, seconds: float, intent: str | None = None) -> None:
        # Not all at once: what failed together comes again spread out.
        due = self.matches.now() + timedelta(seconds=seconds * random.uniform(0.8, 1.2))
        await self.matches.failed(notice, due, intent)

    async def _aside(self, notice: Notice, error: Exception) -> None:
        log.error("match %s: a %s notice was set aside", notice.match, notice.kind)
        await self.matches.set_aside(notice, repr(error))
        await self.matches.revive(notice.match)


def _queues(notices: Sequence[Notice], now: datetime) -> tuple[dict[int, list[Notice]], datetime | None]:
    """What can be tried now, by place and in order; and when the first of the rest can."""
    at = (now - EPOCH) // timedelta(microseconds=1)
    queues: defaultdict[int, list[Notice]] = defaultdict(list)
    later: list[int] = []
    shut: set[int] = set()
    for notice in notices:
        if notice.place in shut:
            continue
        if notice.due <= at:
            queues[notice.place].append(notice)
            continue
        later.append(notice.due)
        if not notice.beside:
            shut.add(notice.place)
    return queues, EPOCH + timedelta(microseconds=min(later)) if later else None
