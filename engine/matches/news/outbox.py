"""The outbox: what must be said after a change, at least once, in order at each place.

Each match has a lane. Whoever speaks takes lanes, says what is in them, and gives them back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta

from engine.game import Refusal, Seat
from engine.match.changes import EPOCH, NewNotice
from engine.match.values import Notice, Post
from engine.matches.core.lanes import Lanes
from engine.matches.core.locks import Locks
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.news.recovery import Recovery
from engine.store import LONGEST, CallOutcome, Kinds, Lane, Said, Store, StoreError

__all__ = ["LEASE", "Outbox"]

_logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
"""For how long a lane is taken, unless it is kept."""


class Outbox:
    """What is to be said, for whoever speaks to people."""

    def __init__(
        self,
        store: Store,
        locks: Locks,
        lanes: Lanes,
        recovery: Recovery,
        timekeeper: Timekeeper,
        holder: Callable[[], str],
        called: Callable[[int, Seat, int], Awaitable[bool]],
    ) -> None:
        """Lanes are taken for whom `holder` says.

        `called` starts the clock of a seat's call, which has that entry.
        """
        self._called = called
        self._store = store
        self._locks = locks
        self._lanes = lanes
        self._recovery = recovery
        self._timekeeper = timekeeper
        self._holder = holder
        self._taking = asyncio.Lock()
        self._next: datetime | None = None
        """When the first lane is due, as far as the last look has told; `None` where none is."""

    async def next_lanes(
        self, fresh: int, overdue: int, known: Kinds | None = None
    ) -> tuple[Sequence[Lane], Sequence[Lane]]:
        """Matches of which something is to be said: at most so many just changed, and longest due.

        Each is handed out to one caller, who ends with `give_back`. One that was handed out already comes
        again when there is something new in it. Where what is to be said is not all `known`, if that is
        given, one that had to wait is left to somebody else.
        """
        async with self._taking:
            self._lanes.alarm.clear()
            changed: list[Lane] = []
            due: list[Lane] = []
            try:
                while self._lanes.fresh and len(changed) < fresh:
                    lane = await self._fresh_lane()
                    if lane is not None:
                        changed.append(lane)
                now = self._next = self._timekeeper.now()
                if overdue > 0:
                    self._next = await self._store.next_lane(known)
                    if self._next is not None and self._next <= now:
                        until = now + LEASE
                        due = await self._store.take_lanes(self._holder(), now, until, overdue, known)
                        self._lanes.held.update(lane.match for lane in due)
            except BaseException:
                self._lanes.put_back(lane.match for lane in changed)
                raise
            return changed, due

    async def _fresh_lane(self) -> Lane | None:
        match = next(iter(self._lanes.fresh))
        if match not in self._lanes.held:
            now = self._timekeeper.now()
            if not await self._store.take_lane(self._holder(), match, now, now + LEASE):
                self._lanes.fresh.pop(match, None)
                return None
            self._lanes.held.add(match)
        self._lanes.fresh.pop(match, None)
        return Lane(match, 0)

    async def wait_for_lanes(self) -> None:
        """Return when `next_lanes`, which was asked just before, may have something.

        That is after a change, or when a lane is due.
        """
        if not self._lanes.alarm.is_set():
            if self._next is None:
                await self._lanes.alarm.sleep()
            else:
                await self._lanes.alarm.sleep((self._next - self._timekeeper.now()).total_seconds())

    async def wait_for_fresh_lanes(self) -> None:
        """Return when there may be a match that has just changed."""
        await self._lanes.alarm.sleep()

    async def pause(self, seconds: float) -> None:
        """Return after so many seconds, or once there is a match that has just changed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._lanes.fresh:
                    self._lanes.alarm.clear()  # whoever pauses asks for lanes next
                    await self._lanes.alarm.wait()

    async def keep_lanes(self, matches: Collection[int]) -> None:
        """Whoever took these lanes is still at it: to be called well within `LEASE`. All others fall due."""
        if matches:
            await self._store.renew_lanes(self._holder(), matches, self._timekeeper.now() + LEASE)

    async def notices(self, matches: Collection[int]) -> Sequence[Notice]:
        """What is to be said of these matches, in order; some of it may have to wait until `due`.

        What would wait for longer than anything does is set aside, and what is missing then said anew.
        """
        found = await self._store.notices(matches)
        for match in matches:
            # What is committed may be here before the memory follows: nothing is said of what was.
            await self._locks.wait_for(match)
        if not self._too_late(found):
            return found
        await self._timekeeper.keep_step()  # the clock may have been put back
        found = await self._store.notices(matches)
        for notice in self._too_late(found):
            if await self.set_aside(notice, "its time cannot be"):
                _logger.error(
                    "match %d: a %s notice that cannot be read was set aside", notice.match, notice.kind
                )
                await self._recovery.revive(notice.match)
        return await self._store.notices(matches)

    async def pressing(self, matches: Collection[int]) -> set[int]:
        """Those of these matches that cannot all wait for their channel.

        Somebody is to be told something in private, or something would wait for longer than anything does.
        """
        return await self._store.pressing(matches, self._timekeeper.now() + LONGEST)

    async def notices_to(self, person: int, kind: str) -> Sequence[Notice]:
        """What of that kind is to be said to the person, of all matches at which that person sits."""
        return await self._store.notices_to(person, kind)

    def _too_late(self, notices: Sequence[Notice]) -> list[Notice]:
        last = (self._timekeeper.now() + LONGEST - EPOCH) // timedelta(microseconds=1)
        return [notice for notice in notices if notice.due > last]

    async def give_back(self, matches: Collection[int], due: datetime | None = None) -> None:
        """No more of these for now; with `due`, not before then."""
        async with self._taking:
            await self._store.release_lanes(self._holder(), matches, due)
            self._lanes.held.difference_update(matches)
            self._lanes.alarm.set()

    # What whoever has taken a lane notes of it. Each returns `False`, and nothing is written, where the lane
    # has passed to somebody else meanwhile.

    async def intend(self, notice: Notice, intent: str) -> bool:
        """Note what is about to be begun for it, so that whoever tries again can look for it."""
        return self._still(notice.match, await self._store.intend(self._holder(), notice.id, intent))

    async def claim(self, notice: Notice) -> bool:
        """Take it on to say this for all of the person's notices of its kind; `False`: another does, or may.

        Where a lane has passed to somebody else, what is noted next says so.
        """
        assert notice.person is not None
        return await self._store.claim(self._holder(), notice.id, notice.person, notice.kind)

    async def note_said(self, said: Said) -> bool:
        """Note that it was said, or has become void; start the clocks of the calls that go with it.

        Raises `ValueError` where a call goes of which nobody says what becomes of its clock.
        """
        for call, outcome in said.calls():
            await self._call_ends(call, outcome)
        return self._still(said.notice.match, await self._store.note_said(self._holder(), said))

    async def _call_ends(self, call: Notice, outcome: CallOutcome) -> None:
        if outcome is CallOutcome.PASSED_ON or call.seat is None:
            return
        try:
            await self._called(call.match, call.seat, call.number)
        except StoreError:
            raise
        except Refusal as refusal:
            _logger.error("match %d: no clock can start: %s", call.match, refusal)

    async def note_failed(self, notice: Notice, retry_at: datetime, intent: str | None = None) -> bool:
        """It could not be said; try again then."""
        noted = await self._store.put_off_notice(self._holder(), notice.id, retry_at, intent)
        return self._still(notice.match, noted)

    async def say(self, match: int, *notices: NewNotice, posts: Sequence[Post] = ()) -> bool:
        """Let something more be said of the match; `posts` are shown from now on."""
        noted = await self._store.add_notices(self._holder(), match, notices, posts)
        if noted:
            self._lanes.note_change(match)
        return self._still(match, noted)

    async def set_aside(self, notice: Notice, why: str) -> bool:
        """Nothing can be made of it: it is kept apart for the host."""
        noted = await self._store.set_aside(self._holder(), notice.id, why, self._timekeeper.now())
        return self._still(notice.match, noted)

    async def merge(self, match: int, notices: Collection[Notice]) -> bool:
        """Others that stay stand for these."""
        noted = await self._store.merge_notices(self._holder(), match, [notice.id for notice in notices])
        return self._still(match, noted)

    def _still(self, match: int, noted: bool) -> bool:
        if not noted:
            self._lanes.held.discard(match)
        return noted

    async def hurry(self, match: int) -> None:
        """What was refused may be said now."""
        if await self._store.hurry(match, self._timekeeper.now()):
            self._lanes.note_change(match)

    def look_again(self, match: int | None = None) -> None:
        """There may be something to say that nobody has taken; of this match, if one is named."""
        if match is None:
            self._lanes.alarm.set()
        else:
            self._lanes.note_change(match)
