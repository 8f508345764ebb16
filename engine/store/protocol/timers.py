"""Timers of matches. SQL: `engine/store/sql/timers.py`."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from engine.match.changes import Timer

__all__ = ["TimerStore"]


class TimerStore(Protocol):
    """Reading and leasing timers. `MatchStore.commit` sets and stops them."""

    async def timers(self, match: int) -> list[Timer]:
        """Return the match's timers that can be read, the first to fall due first."""
        ...

    async def take_timers(
        self,
        taker: str,
        now: datetime,
        until: datetime,
        limit: int,
        *,
        among: Collection[str] | None = None,
        besides: Collection[str] = (),
        still: Collection[str] = (),
        shards: int = 1,
    ) -> tuple[list[Timer], list[int]]:
        """Lease to the taker, `until` then, timers that are due `now` and free; the most overdue come first.

        `among`, if given, has the only kinds that are taken. Kinds in `besides` are left alone. Kinds in
        `still` are left alone if the match's shard, out of `shards` in all, has no session. The second list
        has the matches of timers that cannot be read; these timers are set aside.
        """
        ...

    async def next_timer(
        self,
        now: datetime,
        *,
        among: Collection[str] | None = None,
        besides: Collection[str] = (),
        still: Collection[str] = (),
        shards: int = 1,
        roughly: bool = False,
    ) -> datetime | None:
        """Return the instant at which `take_timers`, with the same kinds, next finds one.

        A leased timer counts from the end of its lease. With `roughly` it may be an earlier instant that is
        still to come `now`: timers that are deleted or delayed cost no reading.
        """
        ...

    async def put_off_timer(self, timer: int, due: datetime | None) -> None:
        """End the timer's lease and let it be taken again then; `None` drops the timer."""
        ...

    async def set_timer(self, timer: int, due: datetime) -> None:
        """Let the timer fall due then, and end its lease."""
        ...
