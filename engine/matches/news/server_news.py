"""The lane that tells a server its news: where it leads, and its bulletins. Matches' changes add those."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from engine.game import Refusal
from engine.matches.core.alarm import Alarm
from engine.matches.core.timekeeper import Timekeeper
from engine.store import CLUB_CODE_LEVEL, NEWS, Bulletin, ServerLane, Store

__all__ = ["APART", "ServerNews"]

APART = timedelta(minutes=15)
"""Least time between two messages of news in a server."""
LEASE = timedelta(seconds=90)
"""Time for which a lane is leased: one message takes two requests of twenty seconds at most."""
MAX_READ = 200
"""Bulletins that one message is made of, at most; older ones are left out."""


class ServerNews:
    """The news of servers."""

    def __init__(self, store: Store, timekeeper: Timekeeper, alarm: Alarm, holder: Callable[[], str]) -> None:
        """Lanes are leased to what `holder` names."""
        self.alarm = alarm
        self._store = store
        self._timekeeper = timekeeper
        self._holder = holder

    async def choose(self, guild: int, channel: int, locale: str, person: int) -> ServerLane:
        """Tell the server its news in that channel from now on.

        Raises `Refusal` ``no_news_yet`` while older code runs on the database: it would say none.
        """
        if self._store.code_levels.lowest < CLUB_CODE_LEVEL:
            raise Refusal("no_news_yet")
        return await self._store.open_server_lane(guild, NEWS, channel, locale, person)

    async def switch_off(self, guild: int) -> None:
        """Tell the server no news any more."""
        await self._store.close_server_lane(guild, NEWS)

    async def leave(self, guild: int) -> None:
        """Forget the lanes of a server that the bot has left, and the wishes to hear of its tables."""
        await self._store.forget_server(guild)

    async def lane(self, guild: int) -> ServerLane | None:
        """Return the lane of the server's news; `None` if it is told none."""
        lane = await self._store.server_lane(guild, NEWS)
        return None if lane is None or lane.is_closed else lane

    async def take(self, limit: int) -> Sequence[ServerLane]:
        """Lease lanes that are due, the longest due first."""
        now = self._timekeeper.now()
        return await self._store.take_server_lanes(self._holder(), now, now + LEASE, limit)

    async def wait(self) -> None:
        """Wait until a lane may be due."""
        self.alarm.clear()
        due = await self._store.next_server_lane()
        await self.alarm.sleep(60.0 if due is None else (due - self._timekeeper.now()).total_seconds())

    async def bulletins(self, lane: ServerLane) -> Sequence[Bulletin]:
        """Return the latest bulletins of the lane, oldest first."""
        return await self._store.bulletins(lane.id, MAX_READ)

    # Notes by the process that has leased the lane. Each returns False where another process has it now, or
    # the server's moderators have chosen otherwise meanwhile.

    async def note_begun(self, lane: ServerLane, last: int) -> bool:
        """Note that a message with the bulletins up to the `last` is about to be sent."""
        return await self._store.note_bulletins_begun(self._holder(), lane, last)

    async def note_said(self, lane: ServerLane, last: int, *, was_sent: bool) -> bool:
        """Note that the bulletins up to the `last` were told, or that nothing is to be told of them."""
        rests = self._timekeeper.now() + APART if was_sent else None
        noted = await self._store.note_bulletins_said(self._holder(), lane, last, rests)
        self.alarm.set()
        return noted

    async def put_off(self, lane: ServerLane, wait: timedelta) -> bool:
        """Try again later."""
        due: datetime = self._timekeeper.now() + wait
        return await self._store.put_off_server_lane(self._holder(), lane, due)

    async def note_closed(self, lane: ServerLane) -> bool:
        """Note that the channel lets nothing in any more."""
        return await self._store.note_lane_closed(self._holder(), lane)

    async def drop(self, lane: ServerLane) -> bool:
        """Delete the lane of a channel that lets nothing in."""
        return await self._store.drop_server_lane(self._holder(), lane)
