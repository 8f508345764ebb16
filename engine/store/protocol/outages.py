"""Times during which nobody could press. SQL: `engine/store/sql/outages.py`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Protocol

from engine.match.clock import Span

__all__ = ["OutageStore"]


class OutageStore(Protocol):
    """Sessions of shards over time, and the timers that are moved on after an outage."""

    async def served_until(self, shard: int) -> datetime | None:
        """Return the latest instant for which the shard's session was reported up."""
        ...

    async def note_session_up(self, shard: int, now: datetime) -> None:
        """Report that the shard's session is up."""
        ...

    async def note_session_lost(self, shard: int) -> None:
        """Report that the shard's session is lost, unless another process holds the shard."""
        ...

    async def put_off_timers(
        self,
        kinds: Mapping[str, str | None],
        shard: int,
        shards: int,
        since: datetime,
        now: datetime,
        *,
        outage: bool = False,
    ) -> int:
        """Put off the shard's timers of these kinds, due after `since`, by the time from `since` to `now`.

        Nothing happens unless the shard was last served at `since`. The same transaction reports it as served
        `now`, and stores the time as an outage, for seats' clocks, if `outage` is given. Each match with such
        a timer gets the kind's notice, if the kind has one; they are spread over some minutes.

        Returns the number of timers that were put off. A match's shard is its guild's: the guild's id divided
        by 2 ** 22, modulo `shards`.
        """
        ...

    async def shift_clock(self, since: datetime, by: timedelta, kind: str, notice: str | None) -> None:
        """Follow a clock that was moved by that much: move all times after `since` with it.

        The times for which shards were served are moved as well. Matches with timers of that kind get a
        `notice`. A clock that jumped ahead leaves an outage of that length; one that was set back takes
        back the outages that now lie ahead of it.
        """
        ...

    async def outages(self, shard: int, since: datetime) -> list[Span]:
        """Return the shard's outages that ended after then."""
        ...
