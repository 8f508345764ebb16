"""The outbox: notices that must be sent after a change, at least once, and in order in each queue.

Each match has a lane. A sender leases lanes, sends their notices, and releases the lanes.
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
"""Time for which a lane is leased, unless the lease is prolonged."""


class Outbox:
    """The notices that are to be sent."""

    def __init__(
        self,
        store: Store,
        locks: Locks,
        lanes: Lanes,
        recovery: Recovery,
        timekeeper: Timekeeper,
        called: Callable[[int, Seat, int], Awaitable[bool]],
    ) -> None:
        """`called` starts the clock of a seat's call, which has that entry."""
        self._called = called
        self._store = store
        self._locks = locks
        self._lanes = lanes
        self._recovery = recovery
        self._timekeeper = timekeeper
        self._taking = asyncio.Lock()
        self._next: datetime | None = None
        """The instant at which the first lane is due, as last read from the store; `None` where none is."""

    async def next_lanes(
        self, most_changed: int, most_overdue: int, known: Kinds | None = None
    ) -> tuple[Sequence[Lane], Sequence[Lane]]:
        """Lease lanes with notices: at most `most_changed` just changed ones, and `most_overdue` of the
        longest due.

        Each is given to one caller, who ends with `release_lanes`. A lane that was given already comes again
        when it has a new notice. With `known`, a lane that had to wait and has a notice of another kind is
        left to other processes.
        """
        async with self._taking:
            self._lanes.alarm.clear()
            changed: list[Lane] = []
            due: list[Lane] = []
            try:
                while self._lanes.changed and len(changed) < most_changed:
                    lane = await self._take_changed_lane()
                    if lane is not None:
                        changed.append(lane)
                now = self._next = self._timekeeper.now()
                if most_overdue > 0:
                    self._next = await self._store.next_lane(known, now=now)
                    if self._next is not None and self._next <= now:
                        until = now + LEASE
                        due = await self._store.take_lanes(
                            self._lanes.holder(), now, until, most_overdue, known
                        )
                        self._lanes.leased.update(lane.match for lane in due)
            except BaseException:
                self._lanes.put_back(lane.match for lane in changed)
                raise
            return changed, due

    async def _take_changed_lane(self) -> Lane | None:
        match = next(iter(self._lanes.changed))
        if match not in self._lanes.leased:
            now = self._timekeeper.now()
            if not await self._store.take_lane(self._lanes.holder(), match, now, now + LEASE):
                self._lanes.changed.pop(match, None)
                return None
            self._lanes.leased.add(match)
        self._lanes.changed.pop(match, None)
        return Lane(match, 0)

    async def wait_for_lanes(self) -> None:
        """Wait for a change or a due lane, after `next_lanes` was called."""
        if not self._lanes.alarm.is_set():
            if self._next is None:
                await self._lanes.alarm.sleep()
            else:
                await self._lanes.alarm.sleep((self._next - self._timekeeper.now()).total_seconds())

    async def wait_for_changed_lanes(self) -> None:
        """Wait until a match may have changed."""
        await self._lanes.alarm.sleep()

    async def wait_for_change(self, seconds: float) -> None:
        """Wait so many seconds, or until a match has changed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._lanes.changed:
                    self._lanes.alarm.clear()  # the caller asks for lanes next
                    await self._lanes.alarm.wait()

    async def renew_lanes(self, matches: Collection[int]) -> None:
        """Renew the leases of these lanes, well within `LEASE`. All other lanes fall due."""
        if matches:
            await self._store.renew_lanes(self._lanes.holder(), matches, self._timekeeper.now() + LEASE)

    async def notices(self, matches: Collection[int]) -> Sequence[Notice]:
        """Return the notices of these matches, in order; some may have to wait until they are `due`.

        A notice that would wait longer than any may is set aside, and what is then missing is sent anew.
        """
        found = await self._store.notices(matches)
        for match in matches:
            # A commit may be read here before the cache follows: no outdated state is sent.
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
        """Return those of these matches that cannot all wait for their channel.

        They have a private notice, or one that would wait longer than any may.
        """
        return await self._store.pressing(matches, self._timekeeper.now() + LONGEST)

    async def notices_to(self, person: int, kind: str) -> Sequence[Notice]:
        """Return the notices of that kind to the person, of all matches at which the person sits."""
        return await self._store.notices_to(person, kind)

    def _too_late(self, notices: Sequence[Notice]) -> list[Notice]:
        last = (self._timekeeper.now() + LONGEST - EPOCH) // timedelta(microseconds=1)
        return [notice for notice in notices if notice.due > last]

    async def release_lanes(self, matches: Collection[int], due: datetime | None = None) -> None:
        """End the leases of these lanes; with `due`, they are not taken before then."""
        async with self._taking:
            await self._store.release_lanes(self._lanes.holder(), matches, due)
            self._lanes.leased.difference_update(matches)
            self._lanes.alarm.set()

    # Notes by the process that has leased the lane. Each returns `False`, with nothing written, when another
    # process has the lane now.

    async def note_begun(self, notice: Notice, begun: str) -> bool:
        """Note which message is about to be sent for a notice, so that a retry can look for it."""
        return self._is_still_leased(
            notice.match, await self._store.note_begun(self._lanes.holder(), notice.id, begun)
        )

    async def claim(self, notice: Notice) -> bool:
        """Claim all of the person's notices of this kind for one message; `False` if another may have them.

        A lane that has passed to another process is noticed by the next note.
        """
        assert notice.person is not None
        return await self._store.claim(self._lanes.holder(), notice.id, notice.person, notice.kind)

    async def note_said(self, said: Said, lost: Callable[[], object] = lambda: None) -> bool:
        """Note that a notice was sent or is void, and start the clocks of the calls that it delivered.

        `lost` is called if it shows a moment later that another process has the lane. Raises `ValueError` for
        a call whose clock is not accounted for.
        """
        for call, outcome in said.calls():
            await self._call_ends(call, outcome)
        return self._is_still_leased(
            said.notice.match, await self._store.note_said(self._lanes.holder(), said, lost)
        )

    async def _call_ends(self, call: Notice, outcome: CallOutcome) -> None:
        if outcome is CallOutcome.PASSED_ON or call.seat is None:
            return
        try:
            await self._called(call.match, call.seat, call.number)
        except StoreError:
            raise
        except Refusal as refusal:
            _logger.error("match %d: no clock can start: %s", call.match, refusal)

    async def put_off_notice(self, notice: Notice, retry_at: datetime, begun: str | None = None) -> bool:
        """Put off a notice that could not be sent; it is tried again then."""
        noted = await self._store.put_off_notice(self._lanes.holder(), notice.id, retry_at, begun)
        return self._is_still_leased(notice.match, noted)

    async def add_notices(self, match: int, *notices: NewNotice, posts: Sequence[Post] = ()) -> bool:
        """Add notices to the match's lane; `posts` are shown from now on."""
        noted = await self._store.add_notices(self._lanes.holder(), match, notices, posts)
        if noted:
            self._lanes.note_change(match)
        return self._is_still_leased(match, noted)

    async def set_aside(self, notice: Notice, why: str) -> bool:
        """Set a notice that cannot be sent apart for the operator."""
        noted = await self._store.set_aside(self._lanes.holder(), notice.id, why, self._timekeeper.now())
        return self._is_still_leased(notice.match, noted)

    async def merge_notices(self, match: int, notices: Collection[Notice]) -> bool:
        """Delete these notices: others, which stay, stand for them."""
        ids = [notice.id for notice in notices]
        noted = await self._store.merge_notices(self._lanes.holder(), match, ids)
        return self._is_still_leased(match, noted)

    def _is_still_leased(self, match: int, noted: bool) -> bool:
        if not noted:
            self._lanes.leased.discard(match)
        return noted

    async def hurry(self, match: int) -> None:
        """Make the notices due now that were refused before."""
        if await self._store.hurry(match, self._timekeeper.now()):
            self._lanes.note_change(match)

    def look_again(self, match: int | None = None) -> None:
        """Wake the sender: there may be notices that nobody has taken; of this match, if one is named."""
        if match is None:
            self._lanes.alarm.set()
        else:
            self._lanes.note_change(match)
