"""The time by which matches go, and the time in which nobody could press."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from engine.match.clock import Span
from engine.match.timer_kinds import CLOCKS, TimerKind
from engine.matches.core.alarm import Alarm
from engine.matches.core.steady_clock import SteadyClock
from engine.store import Store, StoreError

__all__ = ["Session", "Timekeeper"]

_logger = logging.getLogger(__name__)

BEAT = timedelta(seconds=15)
"""How often it is noted that people can press."""
AWAY = timedelta(minutes=1)
"""Who could not press for longer gets the time back."""
FIRST = datetime(2020, 1, 1, tzinfo=UTC)
"""Nobody was served before: what says so is no time of ours."""
KEPT = timedelta(days=400)
"""No call that is still open was delivered before."""


class Session(NamedTuple):
    """A shard that this process serves."""

    silence: timedelta | None
    """For how long nothing was heard; `None` where people cannot press."""
    taken: int = 0
    """How often this process had taken the shard: what it knew of it before does not hold any more."""


Sessions = Callable[[], Mapping[int, Session]]


def _alone() -> Mapping[int, Session]:
    return {0: Session(timedelta())}


MOVED = timedelta(minutes=1)
"""The tables are told when their clocks are moved by more."""


class Timekeeper:
    """Moves what falls due with the machine's clock, and by the time in which nobody could press."""

    def __init__(self, store: Store, clock: Callable[[], datetime], timers: Alarm, outbox: Alarm) -> None:
        """`timers` and `outbox` are set where it changes when something falls due, or is to be said."""
        self._store = store
        self._clock = clock
        self._timers = timers
        self._outbox = outbox
        self.shards = 1
        """Into how many the servers are divided."""
        self._sessions: Sessions = _alone
        self._shared = False
        self._seen: datetime | None = None
        self._served: dict[int, datetime] = {}
        self._beaten: dict[int, datetime] = {}
        self._taken: dict[int, int] = {}
        self._left: set[int] = set()
        """Shards whose sessions are lost, and of which that is noted."""
        self._outages: dict[int, tuple[Span, ...]] = {}
        self._looking = asyncio.Lock()

    def now(self) -> datetime:
        """The time as matches go by it."""
        return self._clock()

    def attend(self, up: Callable[[], bool], silence: Callable[[], timedelta] = timedelta) -> None:
        """From now on `up` tells whether people can press; the short clocks stand still while they cannot.

        `silence` is for how long nothing was heard that shows it: a line may be dead before that is noticed.
        """
        self.shards, self._shared = 1, False
        self._sessions = lambda: {0: Session(silence() if up() else None)}

    def attend_shards(self, shards: int, sessions: Sessions) -> None:
        """The same where there are several shards, of which this process may serve some, or none.

        `sessions` tells of each shard that it serves. The clocks of a shard that nobody serves stand still
        likewise.
        """
        self.shards, self._shared = shards, True
        self._sessions = sessions

    @property
    def standing_still(self) -> tuple[str, ...]:
        """Kinds of timers that wait until people can press again."""
        away = not self._shared and any(each.silence is None for each in self._sessions().values())
        return (*CLOCKS, TimerKind.HOLD, TimerKind.BEGIN) if away else ()

    @property
    def still_where_away(self) -> tuple[str, ...]:
        """Kinds of timers that wait where the match's shard has no session."""
        return (*CLOCKS, TimerKind.HOLD, TimerKind.BEGIN) if self._shared else ()

    async def keep_step(self) -> None:
        """Go with the machine's clock where somebody has moved it: nothing falls due by it, or waits for it.

        This is done before anything that is to fall due by the clock as it is now is written.
        """
        async with self._looking:
            if self._seen is None:
                self._seen = await self._store.served_until(0)
            clock = self._clock
            ahead = clock.ahead() if isinstance(clock, SteadyClock) else timedelta()
            if ahead and isinstance(clock, SteadyClock):
                now = clock()
                await self._shifted(min(now, now + ahead), ahead)
                clock.follow(ahead)
                if self._seen is not None:
                    self._seen += ahead
            now = clock()
            # What others have noted may be a little ahead of when this process heard the database's clock.
            tolerated = timedelta() if self._store.sole else MOVED
            if self._seen is not None and self._seen - now > tolerated:
                # It was put back while nobody ran.
                await self._shifted(now, now - self._seen)
            self._seen = now

    async def _shifted(self, since: datetime, by: timedelta) -> None:
        notice = "clock" if abs(by) > MOVED else None
        await self._store.shift(since, by, TimerKind.LAPSE, notice)
        self._outages.clear()
        self._served = {shard: at + by for shard, at in self._served.items()}
        self._beaten = {shard: at + by for shard, at in self._beaten.items()}
        _logger.warning("the clock was moved by %s; so is everything that falls due", by)
        self._timers.set()
        self._outbox.set()

    async def beat(self) -> datetime:
        """Note that people can press, and return when to do so again.

        Where they could not for more than a minute, because the bot was stopped or without Discord, the short
        clocks stood still meanwhile, and so did what is held: they are moved on by as much before anything
        falls due, and the tables are told. They have been away since Discord was last heard, not since
        that was noticed. Where the machine's clock was moved, everything that falls due goes with it.
        """
        await self.keep_step()
        sessions = self._sessions()
        for shard, taken in list(self._taken.items()):
            if shard not in sessions or sessions[shard].taken != taken:
                # Somebody else has it now, or has had it: it is noted anew that people can press.
                del self._taken[shard]
                self._served.pop(shard, None)
                self._beaten.pop(shard, None)
                self._left.discard(shard)
        self._taken = {shard: session.taken for shard, session in sessions.items()}
        due = [await self._beat(shard, session.silence) for shard, session in sessions.items()]
        return min(due, default=self.now() + BEAT)

    async def _beat(self, shard: int, silence: timedelta | None) -> datetime:
        now = self.now()
        if silence is None:
            if self._shared and shard not in self._left:
                await self._store.leave(shard)
                self._left.add(shard)
            return now + BEAT
        heard = now - silence
        before, beaten = self._served.get(shard), self._beaten.get(shard)
        if before is not None and timedelta() <= heard - before < BEAT and shard not in self._left:
            self._beaten[shard] = now
            return now + BEAT - (heard - before)
        if before is None:
            before = await self._store.served_until(shard)
        if before is None or heard - before <= BEAT or before < FIRST:
            await self._store.serve(shard, heard)
        elif heard - before > AWAY:
            await self._credit(
                {TimerKind.ORDER: None, TimerKind.HOLD: None, TimerKind.LAPSE: "clock"},
                shard,
                before,
                heard,
                outage=True,
            )
        elif heard - (beaten or before) > BEAT:
            # What answered at the very moment in which the bot is back would be seen to be no person.
            await self._credit({TimerKind.ORDER: None, TimerKind.HOLD: None}, shard, before, heard)
        else:
            await self._store.serve(shard, heard)
        self._served[shard], self._beaten[shard] = heard, now
        self._left.discard(shard)
        return now + BEAT

    async def _credit(
        self,
        kinds: Mapping[str, str | None],
        shard: int,
        since: datetime,
        until: datetime,
        *,
        outage: bool = False,
    ) -> None:
        if await self._store.credit(kinds, shard, self.shards, since, until, outage=outage):
            self._outbox.set()
        if outage:
            self._outages.pop(shard, None)

    async def outages(self, guild: int) -> tuple[Span, ...]:
        """When nobody could press there for more than a minute, as far as it matters to a clock that runs."""
        shard = (guild >> 22) % self.shards
        if shard not in self._outages or not self._store.sole:
            self._outages[shard] = tuple(await self._store.outages(shard, self.now() - KEPT))
        return self._outages[shard]

    async def stop(self) -> None:
        """Note until when people could press."""
        for shard, (silence, taken) in self._sessions().items():
            if silence is not None and shard in self._served and self._taken.get(shard) == taken:
                try:
                    await self._store.serve(shard, self.now() - silence)
                except StoreError as error:
                    _logger.error("it cannot be noted that the bot stops: %s", error)
