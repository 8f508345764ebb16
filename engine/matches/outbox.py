"""The outbox: what must be said after a change, at least once, in order within each match."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.matches.keeper import Keeper
from engine.table import Notice

__all__ = ["Outbox"]


class Outbox(Keeper):
    """The part of `Matches` for whoever speaks to people."""

    async def next_notices(self, limit: int) -> Sequence[Notice]:
        """What must be said now: the oldest notice of each match, oldest first.

        Each is handed out to one caller, who says it and then calls `done` or `failed`; the next of its match
        waits until then. After a crash it is handed out again, with `attempts` above 0.
        """
        async with self._taking:
            self._outbox_changed.clear()
            notices = await self._store.take_notices(self._now(), limit, frozenset(self._said.values()))
            self._said.update((notice.id, notice.match) for notice in notices)
            return notices

    async def wait_for_notices(self) -> None:
        """Return when `next_notices` may have something: now, after a change, or when a retry is due."""
        if not self._outbox_changed.is_set():
            due = await self._store.next_notice(frozenset(self._said.values()))
            await self._sleep(self._outbox_changed, due)

    async def done(self, notice: Notice) -> None:
        """It has been said."""
        await self._store.put_off_notice(notice.id, None)
        self._said.pop(notice.id, None)
        self._outbox_changed.set()

    async def failed(self, notice: Notice, retry_at: datetime) -> None:
        """It could not be said; hand it out again then."""
        await self._store.put_off_notice(notice.id, retry_at)
        self._said.pop(notice.id, None)
        self._outbox_changed.set()
