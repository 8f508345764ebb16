"""The time that matches go by, and the outages in which nobody could press."""

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

BEAT_INTERVAL = timedelta(seconds=15)
"""Time between two notes that people can press."""
MIN_OUTAGE = timedelta(minutes=1)
"""Length of an outage from which on the lost time is given back."""
EARLIEST_SERVICE = datetime(2020, 1, 1, tzinfo=UTC)
"""Instant before which nobody was served: an earlier note comes from a wrong clock."""
OUTAGES_KEPT = timedelta(days=400)
"""Age up to which outages are read: no call that is still open was delivered before."""


class Session(NamedTuple):
    """A shard that this process serves."""

    silence: timedelta | None
    """Time since Discord was last heard; `None` where people cannot press."""
    taken: int = 0
    """Number of times this process has leased the shard. After a new lease its earlier notes are void."""


Sessions = Callable[[], Mapping[int, Session]]


def _alone() -> Mapping[int, Session]:
    return {0: Session(timedelta())}


MIN_ANNOUNCED_SHIFT = timedelta(minutes=1)
"""Shift of the clocks from which on the tables are told."""


class Timekeeper:
    """The time that matches go by; after outages and clock changes it moves everything that falls due."""

    def __init__(self, store: Store, clock: Callable[[], datetime], timers: Alarm, outbox: Alarm) -> None:
        """`timers` and `outbox` are set when something falls due earlier, or there are new notices."""
        self._store = store
        self._clock = clock
        self._timers = timers
        self._outbox = outbox
        self.shards = 1
        """Number of shards that the servers are divided into."""
        self._sessions: Sessions = _alone
        self._shared = False
        self._seen: datetime | None = None
        self._served: dict[int, datetime] = {}
        self._beaten: dict[int, datetime] = {}
        self._taken: dict[int, int] = {}
        self._left: set[int] = set()
        """Shards whose sessions are lost, after that was noted in the store."""
        self._outages: dict[int, tuple[Span, ...]] = {}
        self._looking = asyncio.Lock()

    def now(self) -> datetime:
        """Return the time that matches go by."""
        return self._clock()

    def attend(self, up: Callable[[], bool], silence: Callable[[], timedelta] = timedelta) -> None:
        """Let `up` tell from now on whether people can press; short clocks stand still while they cannot.

        `silence` returns the time since Discord was last heard: a line may be dead before that is noticed.
        """
        self.shards, self._shared = 1, False
        self._sessions = lambda: {0: Session(silence() if up() else None)}

    def attend_shards(self, shards: int, sessions: Sessions) -> None:
        """Let `sessions` tell of each shard that this process serves; it may serve some of several, or none.

        The clocks of a shard that nobody serves stand still.
        """
        self.shards, self._shared = shards, True
        self._sessions = sessions

    @property
    def waiting_kinds(self) -> tuple[str, ...]:
        """Return the kinds of timers that wait until people can press again, in all matches."""
        lost = not self._shared and any(each.silence is None for each in self._sessions().values())
        return (*CLOCKS, TimerKind.HOLD, TimerKind.BEGIN) if lost else ()

    @property
    def waiting_kinds_without_session(self) -> tuple[str, ...]:
        """Return the kinds of timers that wait in matches whose shard has no session."""
        return (*CLOCKS, TimerKind.HOLD, TimerKind.BEGIN) if self._shared else ()

    async def keep_step(self) -> None:
        """Follow the machine's clock where somebody has moved it, and move everything that falls due with it.

        This is done before anything is written that falls due by the new time.
        """
        async with self._looking:
            if self._seen is None:
                self._seen = await self._store.served_until(0)
            clock = self._clock
            ahead = clock.ahead() if isinstance(clock, SteadyClock) else timedelta()
            if ahead and isinstance(clock, SteadyClock):
                now = clock()
                await self._shift(min(now, now + ahead), ahead)
                clock.follow(ahead)
                if self._seen is not None:
                    self._seen += ahead
            now = clock()
            # Another process may have noted a time a little ahead of the database's clock as known here.
            tolerated = timedelta() if self._store.sole else MIN_ANNOUNCED_SHIFT
            if self._seen is not None and self._seen - now > tolerated:
                # The clock was put back while no process ran.
                await self._shift(now, now - self._seen)
            self._seen = now

    async def _shift(self, since: datetime, by: timedelta) -> None:
        notice = "clock" if abs(by) > MIN_ANNOUNCED_SHIFT else None
        await self._store.shift_clock(since, by, TimerKind.LAPSE, notice)
        self._outages.clear()
        self._served = {shard: at + by for shard, at in self._served.items()}
        self._beaten = {shard: at + by for shard, at in self._beaten.items()}
        _logger.warning("the clock was moved by %s; so is everything that falls due", by)
        self._timers.set()
        self._outbox.set()

    async def beat(self) -> datetime:
        """Note that people can press, and return when to do so again.

        After an outage of more than a minute, of the bot or of Discord, the short clocks and the held moves
        are moved on by its length before anything falls due, and the tables are told. The outage begins when
        Discord was last heard, not when that was noticed. When the machine's clock was moved, everything that
        falls due moves with it.
        """
        await self.keep_step()
        sessions = self._sessions()
        for shard, taken in list(self._taken.items()):
            if shard not in sessions or sessions[shard].taken != taken:
                # Another process has the shard, or had it meanwhile: what was noted of it is void.
                del self._taken[shard]
                self._served.pop(shard, None)
                self._beaten.pop(shard, None)
                self._left.discard(shard)
        self._taken = {shard: session.taken for shard, session in sessions.items()}
        due = [await self._beat(shard, session.silence) for shard, session in sessions.items()]
        return min(due, default=self.now() + BEAT_INTERVAL)

    async def _beat(self, shard: int, silence: timedelta | None) -> datetime:
        now = self.now()
        if silence is None:
            if self._shared and shard not in self._left:
                await self._store.note_session_lost(shard)
                self._left.add(shard)
            return now + BEAT_INTERVAL
        heard = now - silence
        before, beaten = self._served.get(shard), self._beaten.get(shard)
        if before is not None and timedelta() <= heard - before < BEAT_INTERVAL and shard not in self._left:
            self._beaten[shard] = now
            return now + BEAT_INTERVAL - (heard - before)
        if before is None:
            before = await self._store.served_until(shard)
        if before is None or heard - before <= BEAT_INTERVAL or before < EARLIEST_SERVICE:
            await self._store.note_session_up(shard, heard)
        elif heard - before > MIN_OUTAGE:
            await self._put_off_timers(
                {TimerKind.ORDER: None, TimerKind.HOLD: None, TimerKind.LAPSE: "clock"},
                shard,
                before,
                heard,
                outage=True,
            )
        elif heard - (beaten or before) > BEAT_INTERVAL:
            # An order's answer at the very moment of the bot's return would be seen to be no person's.
            await self._put_off_timers({TimerKind.ORDER: None, TimerKind.HOLD: None}, shard, before, heard)
        else:
            await self._store.note_session_up(shard, heard)
        self._served[shard], self._beaten[shard] = heard, now
        self._left.discard(shard)
        return now + BEAT_INTERVAL

    async def _put_off_timers(
        self,
        kinds: Mapping[str, str | None],
        shard: int,
        since: datetime,
        until: datetime,
        *,
        outage: bool = False,
    ) -> None:
        if await self._store.put_off_timers(kinds, shard, self.shards, since, until, outage=outage):
            self._outbox.set()
        if outage:
            self._outages.pop(shard, None)

    async def outages(self, guild: int) -> tuple[Span, ...]:
        """Return the server's outages of more than a minute, as far back as a running clock may need them."""
        shard = (guild >> 22) % self.shards
        if shard not in self._outages or not self._store.sole:
            self._outages[shard] = tuple(await self._store.outages(shard, self.now() - OUTAGES_KEPT))
        return self._outages[shard]

    async def stop(self) -> None:
        """Note until when people could press."""
        for shard, (silence, taken) in self._sessions().items():
            if silence is not None and shard in self._served and self._taken.get(shard) == taken:
                try:
                    await self._store.note_session_up(shard, self.now() - silence)
                except StoreError as error:
                    _logger.error("it cannot be noted that the bot stops: %s", error)
