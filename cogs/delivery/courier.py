"""The courier: carries the outbox to Discord after the commit, at least once, in order in each queue.

Whatever fails, the match is right: what fails for now is tried again. Each match has a lane, and each queue
in it has a task of its own: a queue whose channel is limited, slow or gone delays itself alone. A notice goes
when it was said, or has become void. One with which nothing can be done is set aside for the operator, and
what is missing then is said anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import aiohttp
import discord

from cogs.answering.failures import is_refused, retry_delay
from cogs.delivery.announcements import Announcer
from cogs.delivery.attempts import Attempt, PassedOn, Resting, Undeliverable
from cogs.delivery.breakers import Breakers
from cogs.services.posts import LOST
from cogs.services.services import Services
from engine.game import Refusal
from engine.match.changes import BESIDE, EPOCH
from engine.match.values import LOBBY_QUEUE
from engine.matches import Notice
from engine.store import LONGEST, CallOutcome, Kinds, Lane, StoreError

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
LOOKS = 4
"""Times at most that waiting lanes are looked for, within the time after which a failure is retried.

New notices are known without looking.
"""
IDLE = 9
"""Lanes of dead channels rest nine times as long as it took to put them off: they get a tenth of the time."""
TRIES = 12
"""Tries of a notice that fails for a reason other than an answer of Discord's."""
TRIES_UNDELIVERABLE = 120
"""Tries of a notice that reaches nobody, once its match has ended: about a month."""
LONGEST_WAIT = 600.0
UNDELIVERABLE_WAIT = 600.0
LONGEST_UNDELIVERABLE = 6 * 3600.0
CLOSED_WAIT = 3600.0
STORE_WAIT = 5.0
FAULT_WAIT = 60.0
OLD = timedelta(hours=1)
"""Age of messages beyond which Discord allows about three changes in six seconds in a channel."""
REST = timedelta(seconds=2)
"""Time between two changes of such an old message of a table."""
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
_DOWN = (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError)
"""Errors that mean that a channel does not work, not that the message is wrong."""
Work = Callable[[], Awaitable[object]]


class Courier:
    """Takes lanes from the outbox until cancelled."""

    def __init__(self, bot: Any, services: Services, wait: float = 1.0) -> None:
        """`wait` is in seconds: how soon what failed is tried again, doubled each time."""
        self.bot = bot
        self.services = services
        self.matches = services.matches
        self.is_throttled: Callable[[], bool] = lambda: False
        """A check that is true while nothing may be sent unasked."""
        self._announcer = Announcer(bot, services)
        self._announcer.watch_channels(self._channel)
        self._wait = wait
        self._lanes: dict[int, asyncio.Event] = {}
        self._rests: dict[int, datetime] = {}
        self._faults: dict[int, int] = {}
        """Failures by notice, for reasons other than an answer of Discord's."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._backs: set[asyncio.Task[None]] = set()
        """Tasks that retire messages of this process which another one has sent too."""
        self._overdue = 0
        self._next = 0.0
        """The event loop's time at which waiting lanes are looked at again."""
        self._closed: dict[int, datetime] = {}
        self._breakers = Breakers(wait)
        self._reopened: dict[int, float] = {}
        """The event loop's time, by match, at which refused messages may have been allowed again."""

    def inboxes_rest(self) -> float:
        """Seconds for which nobody is written to in private, because Discord lets the bot write to nobody."""
        return self._announcer.direct_messages.breaker.seconds

    async def run(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Carry, many matches at once, until cancelled. `pulse` is called at each turn."""
        keeping = asyncio.create_task(self._keep(), name="lanes")
        try:
            while True:
                pulse()
                await self._surely(self._take)
        finally:
            keeping.cancel()
            tasks = [*self._tasks, *self._backs]
            for task in tasks:
                task.cancel()
            await asyncio.gather(keeping, *tasks, return_exceptions=True)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(KEEP)
            try:
                await self._surely(lambda: self.matches.outbox.renew_lanes(tuple(self._lanes)))
            except Exception:
                log.exception("what is being said cannot be kept")

    async def _take(self) -> None:
        """Begin to say what is there, or wait until something is."""
        if self.is_throttled():
            await asyncio.sleep(self._wait)
            return
        loop = asyncio.get_running_loop()
        began = loop.time()
        free = LANES - len(self._lanes)
        due = min(free, OVERDUE - self._overdue, BATCH) if began >= self._next else 0
        changed, overdue = await self.matches.outbox.next_lanes(free, due, self._known)
        for lane in changed:
            self._begin(lane, overdue=False)
        open_ = await self._surely(partial(self._open_lanes, overdue))
        for lane in open_:
            self._begin(lane, overdue=True)
        if len(open_) < len(overdue):
            # Many wait for a channel that lets nothing in: only so much of the time is theirs.
            self._next = loop.time() + max(self._wait / 20, (loop.time() - began) * IDLE)
        elif due > 0 and not overdue:
            self._next = loop.time() + self._wait / LOOKS
        if len(self._lanes) >= LANES:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        elif not changed and not open_:
            if (wait := self._next - loop.time()) > 0:
                await self.matches.outbox.wait_for_change(wait)
            elif self._overdue < OVERDUE:
                await self.matches.outbox.wait_for_lanes()
            else:
                await self.matches.outbox.wait_for_changed_lanes()

    async def _open_lanes(self, lanes: Sequence[Lane]) -> list[Lane]:
        """Those of which something can be said; the others wait together for their channel."""
        now = self.matches.now()
        closed = {lane.match for lane in lanes if self._closed.get(lane.channel, now) > now}
        if closed:
            # Of the others not even the players have heard.
            closed &= {post.match for post in await self.matches.posts.posts_of(tuple(closed), LOST)}
        resting: defaultdict[tuple[datetime, float], set[int]] = defaultdict(set)
        for lane in lanes:
            if (
                lane.match not in closed
                and (back_off := self._breakers.back_off(lane.channel, now)) is not None
            ):
                resting[back_off].add(lane.match)
        shut = closed.union(*resting.values())
        if shut:
            shut -= await self.matches.outbox.pressing(shut)
        if closed & shut:
            due = now + timedelta(seconds=CLOSED_WAIT * random.uniform(1, 2))
            await self.matches.outbox.release_lanes(closed & shut, due)
        for (until, seconds), matches in resting.items():
            if matches & shut:
                due = until + timedelta(seconds=seconds * random.random())
                await self.matches.outbox.release_lanes(matches & shut, due)
        return [lane for lane in lanes if lane.match not in shut]

    def _channel(self, channel: int, closed: bool) -> None:
        """A channel lets nothing in for now, or does again."""
        if closed:
            self._closed[channel] = self.matches.now() + timedelta(seconds=CLOSED_WAIT / 2)
            while len(self._closed) > LANES * 8:
                del self._closed[next(iter(self._closed))]
        else:
            self._closed.pop(channel, None)
            self._breakers.works(channel, self.matches.now())

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
        self.matches.outbox.look_again()

    async def say(self, match: int) -> int:
        """Say all that is due in a lane that was taken, and give it back; return how much was tried."""
        news = self._lanes.setdefault(match, asyncio.Event())
        try:
            try:
                tried, due = await self._said(match, news)
            except PassedOn:
                log.info("match %s: somebody else says it now", match)
                tried, due = 0, None
            except Exception:
                log.exception("match %s: what is to be said of it cannot be looked at now", match)
                tried, due = 0, self.matches.now() + timedelta(seconds=FAULT_WAIT)
            await self._surely(partial(self.matches.outbox.release_lanes, (match,), due))
        finally:
            self._lanes.pop(match, None)
        if news.is_set():
            self.matches.outbox.look_again(match)  # it came while the lane was given back
        return tried

    @property
    def _known(self) -> Kinds | None:
        """The kinds this process can send, while a newer process lives that takes the rest; else `None`."""
        return self._announcer.kinds if self.matches.store.code_levels.has_newer else None

    async def _said(self, match: int, news: asyncio.Event) -> tuple[int, datetime | None]:
        """Say all that is due; return how much was tried, and when the next is due.

        A lane in which something is unknown is left, where somebody newer lives who can say all in its order.
        """
        sending: dict[int, asyncio.Task[int]] = {}
        tried = 0
        self.matches.store.look_anew()
        try:
            while True:
                news.clear()
                notices = await self._read(match)
                queues, due = _queues(notices, self.matches.now(), self._rests.get(match))
                known = self._known
                if known and not all(known.has(each.kind, each.person) for each in notices):
                    queues, due = {}, None
                for key, queue in queues.items():
                    if key not in sending:
                        said_so = _said_so(queue, notices)
                        saying = self._send_queue([each for each in queue if each not in said_so], said_so)
                        sending[key] = asyncio.create_task(saying, name=f"queue-{match}")
                if not sending:
                    return tried, due
                waking = asyncio.create_task(news.wait())
                await asyncio.wait({waking, *sending.values()}, return_when=asyncio.FIRST_COMPLETED)
                waking.cancel()
                for key in [key for key, task in sending.items() if task.done()]:
                    tried += sending.pop(key).result()
        except PassedOn:
            # What is under way ends by itself, or nobody would know of a message that was just sent.
            await asyncio.gather(*sending.values(), return_exceptions=True)
            raise
        finally:
            for task in sending.values():
                task.cancel()
            await asyncio.gather(*sending.values(), return_exceptions=True)

    async def _read(self, match: int) -> Sequence[Notice]:
        return await self._surely(partial(self.matches.outbox.notices, (match,)))

    async def _send_queue(self, queue: Sequence[Notice], said_so: Collection[Notice]) -> int:
        """Send the notices of one queue, in order; return how much was tried.

        `said_so` goes first: what is in the queue is made from what is there now, and stands for it.
        """
        if said_so and not await self._surely(
            partial(self.matches.outbox.merge_notices, queue[0].match, said_so)
        ):
            raise PassedOn
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

    async def note_reopened(self, channel: int) -> None:
        """Something has changed there: what was refused may be said now."""
        self._closed.pop(channel, None)
        self._breakers.forget(channel)
        if len(self._reopened) > LANES:
            self._reopened.clear()
        for kind in ("thread", LOST):
            for post in await self._surely(partial(self.matches.posts.posted_in, channel, kind)):
                self._reopened[post.match] = asyncio.get_running_loop().time()
                await self._surely(partial(self.matches.outbox.hurry, post.match))

    async def carry(self, notice: Notice) -> bool:
        """Say one thing, or see to it that it is tried again. Whether what comes after it may be said."""
        try:
            return await self._carried(notice)
        except PassedOn:
            return False

    async def _carried(self, notice: Notice) -> bool:
        attempts: list[Attempt] = []
        try:
            outcome, passes = await self._outcome(notice, attempts)
            await self._surely(outcome)
        except PassedOn:
            for attempt in attempts:
                self._take_back(attempt)
            raise
        return passes

    def _take_back(self, attempt: Attempt) -> None:
        async def take_back() -> None:
            with contextlib.suppress(*_LATER):
                await attempt.take_back(self._wait)

        task = asyncio.create_task(take_back(), name=f"back-{attempt.match.id}")
        self._backs.add(task)
        task.add_done_callback(self._backs.discard)

    async def _outcome(self, notice: Notice, attempts: list[Attempt]) -> tuple[Work, bool]:
        """Say it, as a new one of these; return what is then to be noted, and whether later ones may pass."""
        if not self._announcer.kinds.has(notice.kind, notice.person):
            log.error("match %s: nothing is known of %s notices", notice.match, notice.kind)
            return partial(self._again, notice, UNDELIVERABLE_WAIT, BESIDE), True
        began = asyncio.get_running_loop().time()
        attempt: Attempt | None = None
        try:
            match = await self.matches.loader.get(notice.match)
            attempt = Attempt(self.bot, self.services, self._announcer.messenger, notice, match)
            attempts.append(attempt)
            try:
                await self._announcer.say(attempt)
            except Undeliverable:
                return self._undeliverable(attempt, began), True
            attempt.result.calls()
        except PassedOn:
            raise
        except Resting as rest:
            return partial(self._wait_for_inboxes, notice, rest), True
        except Exception as error:
            if attempt is not None and notice.person is None and isinstance(error, _DOWN):
                self._breakers.fails(attempt.match.venue.channel, notice.match, self.matches.now())
            return self._trouble(notice, error)
        return partial(self._done, attempt), True

    async def _done(self, attempt: Attempt) -> None:
        self._faults.pop(attempt.notice.id, None)
        if not await self.matches.outbox.note_said(attempt.result, partial(self._take_back, attempt)):
            raise PassedOn
        if attempt.changed is not None:
            self._let_rest(attempt.match.id, attempt.changed)
        if attempt.found:
            await self.matches.outbox.hurry(
                attempt.match.id
            )  # what was to be told in private instead is void now

    def _let_rest(self, match: int, message: int) -> None:
        """Discord lets old messages be changed a few times only: what comes meanwhile is shown together."""
        now = self.matches.now()
        if now - discord.utils.snowflake_time(message) < OLD:
            return
        self._rests.pop(match, None)
        self._rests[match] = now + REST
        while len(self._rests) > LANES * 8:
            del self._rests[next(iter(self._rests))]

    def _undeliverable(self, attempt: Attempt, began: float) -> Work:
        notice = attempt.notice
        log.info("match %s: %s has reached nobody", notice.match, notice.kind)
        if notice.attempts >= TRIES_UNDELIVERABLE and attempt.match.status.has_ended:
            attempt.call_ends(CallOutcome.VOID)
            return partial(self._done, attempt)
        seconds = min(UNDELIVERABLE_WAIT * 2 ** min(notice.attempts, 8), LONGEST_UNDELIVERABLE)
        if self._reopened.get(notice.match, 0.0) >= began:
            seconds = self._wait  # meanwhile
        return partial(self._again, notice, seconds, _beside(notice))

    def _trouble(self, notice: Notice, error: Exception) -> tuple[Work, bool]:
        seconds = min(self._wait * 2 ** min(notice.attempts, 16), LONGEST_WAIT)
        seconds = max(seconds, retry_delay(error))
        if isinstance(error, Refusal) and not isinstance(error, StoreError):
            log.error("match %s: %s cannot be said now: %s", notice.match, notice.kind, error)
            seconds = max(seconds, 60.0 if error.code == "not_now" else LONGEST_WAIT)
        elif isinstance(error, _LATER) and not is_refused(error):
            log.warning(
                "match %s: %s has to wait: %s", notice.match, notice.kind, error or type(error).__name__
            )
        else:
            log.error("match %s: %s failed", notice.match, notice.kind, exc_info=error)
            if self._failed(notice) >= TRIES:
                return partial(self._aside, notice, error), True
        return partial(self._again, notice, seconds), False

    def _failed(self, notice: Notice) -> int:
        """Count a failure of the notice that is none of Discord's answers, and return how many there were."""
        faults = self._faults.pop(notice.id, 0) + 1
        self._faults[notice.id] = faults
        while len(self._faults) > LANES * 8:
            del self._faults[next(iter(self._faults))]
        return faults

    async def _again(self, notice: Notice, seconds: float, begun: str | None = None) -> None:
        # Not all at once: what failed together comes again spread out.
        wait = min(timedelta(seconds=seconds * random.uniform(0.8, 1.2)), LONGEST / 2)
        due = self.matches.now() + wait
        if not await self.matches.outbox.put_off_notice(notice, due, begun):
            raise PassedOn

    async def _wait_for_inboxes(self, notice: Notice, rest: Resting) -> None:
        """Not all at once when the back-off is over."""
        seconds = rest.seconds * random.random()
        if not await self.matches.outbox.put_off_notice(
            notice, rest.until + timedelta(seconds=seconds), _beside(notice)
        ):
            raise PassedOn

    async def _aside(self, notice: Notice, error: Exception) -> None:
        self._faults.pop(notice.id, None)
        log.error("match %s: a %s notice was set aside", notice.match, notice.kind)
        if not await self.matches.outbox.set_aside(notice, repr(error)):
            raise PassedOn
        await self.matches.recovery.revive(notice.match)


def _beside(notice: Notice) -> str:
    """Nothing waits for it from now on; where an earlier try may have left a message is not forgotten."""
    return f"{BESIDE}:{notice.begun_in}" if notice.begun_in else BESIDE


def _queues(
    notices: Sequence[Notice], now: datetime, rests: datetime | None
) -> tuple[dict[int, list[Notice]], datetime | None]:
    """Return the notices that can be tried now, by queue and in order, and when the first other one can be.

    What may have left a message there is first, as it was when that was begun: an older one that had been put
    off until now would say the same once more. Where that has to wait, so has all else that is said there,
    older or not. The table's message rests until `rests`.
    """
    microsecond = timedelta(microseconds=1)
    at = (now - EPOCH) // microsecond
    until = at if rests is None else (rests - EPOCH) // microsecond
    queues: defaultdict[int, list[Notice]] = defaultdict(list)
    begun = [each for each in notices if each.begun_in and not each.beside and each.due > at]
    later = [each.due for each in begun]
    shut = {each.queue for each in begun}
    for notice in notices:
        if notice.queue in shut:
            continue
        if notice.queue == LOBBY_QUEUE and max(notice.due, at) < until:
            later.append(until)
            shut.add(LOBBY_QUEUE)
            continue
        if notice.due <= at:
            queues[notice.queue].append(notice)
            continue
        later.append(notice.due)
        if not notice.beside:
            shut.add(notice.queue)
    for queue in queues.values():
        queue.sort(key=lambda notice: not notice.begun_in)
    return queues, EPOCH + timedelta(microseconds=min(later)) if later else None


def _said_so(queue: Sequence[Notice], notices: Sequence[Notice]) -> list[Notice]:
    """Those among the notices for which another in the queue stands.

    What may have left a message somewhere stands for others, and nothing for it.
    """
    stands: dict[tuple[object, ...], Notice] = {}
    for notice in sorted(queue, key=lambda notice: not notice.begun_in):
        if (sense := _sense(notice)) is not None:
            stands.setdefault(sense, notice)
    return [
        each for each in notices if stands.get(_sense(each) or (), each) is not each and not each.begun_in
    ]


def _sense(notice: Notice) -> tuple[object, ...] | None:
    """Return a key that is equal for notices of which one is enough, as of a table; `None` for all others."""
    if notice.kind == "lobby":
        return (notice.kind,)
    if notice.kind in ("turn", "late") and notice.person is not None:
        return notice.kind, notice.seat, notice.number, notice.person
    return None
