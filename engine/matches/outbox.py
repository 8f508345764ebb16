"""The outbox: what must be said after a change, at least once, in order at each place.

Each match has a lane. Whoever speaks takes lanes, says what is in them, and gives them back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from engine.matches.keeper import Keeper
from engine.store import Lane, NewNotice, Said
from engine.table import Notice, Post

__all__ = ["LEASE", "Outbox"]

LEASE = timedelta(seconds=60)
"""For how long a lane is taken, unless it is kept."""


class Outbox(Keeper):
    """The part of `Matches` for whoever speaks to people."""

    async def next_lanes(self, fresh: int, overdue: int) -> tuple[Sequence[Lane], Sequence[Lane]]:
        """Matches of which something is to be said: at most so many just changed, and longest due.

        Each is handed out to one caller, who ends with `give_back`. One that was handed out already comes
        again when there is something new in it.
        """
        async with self._taking:
            self._outbox_changed.clear()
            changed: list[Lane] = []
            due: list[Lane] = []
            try:
                while self._fresh and len(changed) < fresh:
                    lane = await self._fresh_lane()
                    if lane is not None:
                        changed.append(lane)
                if overdue > 0:
                    now = self._now()
                    due = await self._store.take_lanes(self._id, now, now + LEASE, overdue)
                    self._held.update(lane.match for lane in due)
            except BaseException:
                self._fresh = dict.fromkeys(lane.match for lane in changed) | self._fresh
                raise
            return changed, due

    async def _fresh_lane(self) -> Lane | None:
        match = next(iter(self._fresh))
        if match not in self._held:
            now = self._now()
            if not await self._store.take_lane(self._id, match, now, now + LEASE):
                self._fresh.pop(match, None)
                return None
            self._held.add(match)
        self._fresh.pop(match, None)
        return Lane(match, 0)

    async def wait_for_lanes(self) -> None:
        """Return when `next_lanes` may have something: now, after a change, or when a lane is due."""
        if not self._outbox_changed.is_set():
            await self._sleep(self._outbox_changed, await self._store.next_lane())

    async def wait_for_fresh_lanes(self) -> None:
        """Return when there may be a match that has just changed."""
        await self._sleep(self._outbox_changed, None)

    async def keep_lanes(self, matches: Collection[int]) -> None:
        """Whoever took these lanes is still at it: to be called well within `LEASE`. All others fall due."""
        if matches:
            await self._store.keep_lanes(self._id, matches, self._now() + LEASE)

    async def notices(self, matches: Collection[int]) -> Sequence[Notice]:
        """What is to be said of these matches, in order; some of it may have to wait until `due`."""
        return await self._store.notices(matches)

    async def give_back(self, matches: Collection[int], due: datetime | None = None) -> None:
        """No more of these for now; with `due`, not before then."""
        async with self._taking:
            await self._store.give_back(self._id, matches, due)
            self._held.difference_update(matches)
            self._outbox_changed.set()

    async def intend(self, notice: Notice, intent: str) -> None:
        """Note what is about to be begun for it, so that whoever tries again can look for it."""
        await self._store.intend(notice.id, intent)

    async def done(self, said: Said) -> bool:
        """It was said, or has become void. `False` where the lane has passed to somebody else meanwhile."""
        noted = await self._store.said(self._id, said)
        if not noted:
            self._held.discard(said.notice.match)
        return noted

    async def failed(self, notice: Notice, retry_at: datetime, intent: str | None = None) -> None:
        """It could not be said; try again then."""
        await self._store.put_off_notice(notice.id, retry_at, intent)

    async def say(self, match: int, *notices: NewNotice, posts: Sequence[Post] = ()) -> None:
        """Let something more be said of the match; `posts` are shown from now on."""
        await self._store.add_notices(match, notices, self._now(), posts)
        self._to_be_said(match)

    async def hurry(self, match: int) -> None:
        """What was refused may be said now."""
        if await self._store.hurry(match, self._now()):
            self._to_be_said(match)

    def look_again(self, match: int | None = None) -> None:
        """There may be something to say that nobody has taken; of this match, if one is named."""
        if match is not None:
            self._fresh[match] = None
        self._outbox_changed.set()

    async def set_aside(self, notice: Notice, why: str) -> None:
        """Nothing can be made of it: it is kept apart for the host."""
        await self._store.set_aside(notice.id, why, self._now())
