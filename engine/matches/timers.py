"""Timers: automatic players' turns, short clocks, standing orders, and whatever else falls due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from engine.game import AnyGame, Refusal, Seat
from engine.match import seating
from engine.match.changes import STEWARD, Timer
from engine.match.held_moves import held_move_of
from engine.match.log import Log
from engine.match.timer_kinds import TimerKind
from engine.match.values import Status
from engine.matches.core.alarm import Alarm
from engine.matches.core.cache import CachedMatch
from engine.matches.core.consequences import DESERTED, forced_move
from engine.matches.core.deadlines import Clockwork
from engine.matches.core.loader import Loader
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Writer
from engine.matches.news.recovery import Recovery
from engine.matches.play.held_moves import Holding
from engine.matches.play.moves import Moves
from engine.matches.play.robots import Thinking
from engine.matches.play.undo import Undoing
from engine.matches.seats.lobbies import Lobbies
from engine.matches.seats.seat_clocks import SeatClocks
from engine.matches.seats.standstill import Standstill
from engine.matches.seats.substitutes import Substitutes
from engine.store import Busy, Store, StoreError, Unreachable

__all__ = ["Timers"]

_logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=10)
"""For how long a timer is taken: longer than so many automatic players think, a few at a time."""
SLOW = (TimerKind.CLOCK, TimerKind.SIT, TimerKind.PAUSE, TimerKind.OFFER, TimerKind.CLOSE, TimerKind.AWAY)
"""Kinds of which thousands may fall due in one minute: whoever waits for a robot goes before them."""
SLOW_AT_ONCE = 4
PASSING = timedelta(seconds=5)
"""After how long it is tried again where the database was held up or out of reach."""
AT_ONCE = 16
"""Timers that happen at once: one that takes long holds up no other."""


class Timers:
    """Lets happen what falls due."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        writer: Writer,
        moves: Moves,
        recovery: Recovery,
        thinking: Thinking,
        lobbies: Lobbies,
        seat_clocks: SeatClocks,
        substitutes: Substitutes,
        standstill: Standstill,
        undoing: Undoing,
        holding: Holding,
        clockwork: Clockwork,
        timekeeper: Timekeeper,
        alarm: Alarm,
        holder: Callable[[], str],
    ) -> None:
        """`alarm` is set when something may fall due earlier; timers are taken for whom `holder` says."""
        self.alarm = alarm
        self._store = store
        self._loader = loader
        self._writer = writer
        self._moves = moves
        self._recovery = recovery
        self._thinking = thinking
        self._clockwork = clockwork
        self._holding = holding
        self._doing: Mapping[str, Callable[[Timer], Awaitable[bool]]] = {
            TimerKind.PLAYER: self._automatic,
            TimerKind.LAPSE: self._lapsed,
            TimerKind.ORDER: self._ordered,
            TimerKind.CLOCK: seat_clocks.look,
            TimerKind.AWAY: seat_clocks.remind_of_robot,
            TimerKind.SIT: substitutes.sit,
            TimerKind.PAUSE: standstill.ends,
            TimerKind.BEGIN: lobbies.announce,
            TimerKind.OFFER: lobbies.offer,
            TimerKind.CLOSE: lobbies.close,
            TimerKind.UNDO: undoing.lapse,
            TimerKind.HOLD: holding.fall_due,
        }
        self._timekeeper = timekeeper
        self._holder = holder

    async def run(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Let what falls due happen, until cancelled. One task for all matches, asleep until the earliest.

        `pulse` is called at each turn.
        """
        busy: set[asyncio.Task[None]] = set()
        keeper = self._timekeeper
        try:
            while True:
                pulse()
                self.alarm.clear()
                try:
                    due = await keeper.beat()
                    begun: list[Timer] = []
                    next_ = await self._next() if len(busy) < AT_ONCE else None
                    if next_ is not None and next_ <= keeper.now():
                        begun = await self._take(AT_ONCE - len(busy))
                    for timer in begun:
                        task = asyncio.create_task(self.fire(timer), name=f"timer-{timer.id}")
                        busy.add(task)
                        task.add_done_callback(busy.discard)
                        task.add_done_callback(lambda _: self.alarm.set())
                    if begun and len(busy) < AT_ONCE:
                        continue
                    if len(busy) < AT_ONCE:
                        due = due if next_ is None else min(due, next_)
                except StoreError as error:
                    _logger.error("timers have to wait: %s", error)
                    due = keeper.now() + PASSING
                await self.alarm.sleep((due - keeper.now()).total_seconds())
        finally:
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)

    async def _next(self) -> datetime | None:
        """When the first timer is due."""
        keeper = self._timekeeper
        return await self._store.next_timer(
            keeper.now(),
            among=self._among,
            besides=keeper.standing_still,
            still=keeper.still_where_away,
            shards=keeper.shards,
        )

    @property
    def _among(self) -> Collection[str] | None:
        """What is unknown here is left to who knows more, where such a one lives."""
        return self._doing.keys() if self._store.levels.newer else None

    async def run_due_timers(self) -> int:
        """Let everything happen that is due now, and return how many timers that were.

        What follows from it at once, the next automatic player's turn for one, is due at the next call.
        """
        timers = await self._take(AT_ONCE)
        await asyncio.gather(*map(self.fire, timers))
        return len(timers)

    async def _take(self, limit: int) -> list[Timer]:
        if limit <= 0:
            return []
        now, still = self._timekeeper.now(), self._timekeeper.standing_still
        keeper = self._timekeeper
        take = partial(
            self._store.take_timers, among=self._among, still=keeper.still_where_away, shards=keeper.shards
        )
        holder, until = self._holder(), now + LEASE
        timers, broken = await take(holder, now, until, limit, besides=(*still, *SLOW))
        if (room := min(limit - len(timers), SLOW_AT_ONCE)) > 0:
            slow, more = await take(holder, now, until, room, besides=still)
            timers, broken = [*timers, *slow], [*broken, *more]
        for match in broken:
            _logger.error("match %d: a timer that cannot be read was set aside", match)
            await self._recovery.revive(match)
        return timers

    async def fire(self, timer: Timer) -> None:
        """Let happen what is due, or put the timer off."""
        try:
            await self._happen(timer, self._doing.get(timer.kind))
        except StoreError as error:
            _logger.error("match %d: its %s timer comes again: %s", timer.match, timer.kind, error)

    async def _happen(self, timer: Timer, doing: Callable[[Timer], Awaitable[bool]] | None) -> None:
        try:
            if doing is None:
                _logger.error("match %d: nothing is known of its %s timer", timer.match, timer.kind)
                await self._put_off(timer, timedelta(hours=1))
            elif not await doing(timer):
                await self._store.put_off_timer(timer.id, None)  # its question was answered
        except StoreError as error:
            # On a full disk this fails too: the timer comes again when its lease ends.
            wait = PASSING if isinstance(error, Busy | Unreachable) else timedelta(minutes=1)
            _logger.error("match %d waits for %s: %s", timer.match, wait, error)
            await self._put_off(timer, wait)
        except Refusal as refusal:
            wait = timedelta(minutes=1) if refusal.code == "not_now" else timedelta(hours=1)
            _logger.error("match %d waits for %s: %s", timer.match, wait, refusal)
            await self._put_off(timer, wait)
        except Exception:
            _logger.exception("match %d: its %s timer failed and waits an hour", timer.match, timer.kind)
            await self._put_off(timer, timedelta(hours=1))

    async def _put_off(self, timer: Timer, wait: timedelta) -> None:
        await self._store.put_off_timer(timer.id, self._timekeeper.now() + wait)

    async def _lapsed(self, timer: Timer) -> bool:
        """Whether the move was made that stands for no answer: `False` when the question was answered.

        For somebody who is absent or on leave a robot chooses.
        """
        cached, log = await self._loader.load_started(timer.match)
        text: str | None = None
        if timer.seat is not None and 0 <= timer.seat < cached.stored.size:
            time = (await self._clockwork.reckoning(cached.stored)).time(timer.seat)
            if (time.absent or time.away_until) and log.fold.seats[timer.seat].question_entry == timer.number:
                text = await self._thinking.move(log.game, log.fold.state, timer.seat, STEWARD, timer.match)

        def answer(game: AnyGame, state: Any, seat: Seat) -> Any:
            return game.lapse(state, seat) and (text or game.lapse(state, seat))

        return await self._answered(timer, answer)

    async def _ordered(self, timer: Timer) -> bool:
        """Whether the standing order has answered, or what is forced was done.

        `False` when it is gone, or the question was answered.
        """
        cached, log = await self._loader.load_started(timer.match)
        only: Any = None
        if timer.seat is not None and 0 <= timer.seat < cached.stored.size:
            person = cached.stored.occupants[timer.seat].person
            if person is not None and timer.seat in log.fold.pending:
                only = await forced_move(self._store, log.game, log.fold, timer.seat, person)

        def answer(game: AnyGame, state: Any, seat: Seat) -> Any:
            # The only move stays the only one as long as the question does.
            return game.forced(state, seat) or game.standing(state, seat) or only

        return await self._answered(timer, answer, tapped=True)

    async def _answered(
        self, timer: Timer, answer: Callable[[AnyGame, Any, Seat], Any], *, tapped: bool = False
    ) -> bool:
        """Whether the person's open question was answered by the move that `answer` gives.

        It may count as if the person had `tapped` it.
        """

        async def work(cached: CachedMatch) -> bool:
            seat, stored = timer.seat, cached.stored
            if stored.status is not Status.RUNNING or seat is None or not 0 <= seat < stored.size:
                return False
            log = await self._loader.log(cached)
            if log.fold.seats[seat].question_entry != timer.number or seat not in log.fold.pending:
                return False
            if await self._rests(cached, timer):
                return True
            if (held := held_move_of(stored, seat)) is not None:
                await self._holding.enter(cached, held, timer.id)
                return True
            move, person = answer(log.game, log.fold.state, seat), stored.occupants[seat].person
            if move is None or person is None:
                return False
            text, at = str(move), None
            if tapped and log.game.forced(log.fold.state, seat) is None:
                at = await self._holding.tap_time(log, seat, person, text)
            await self._moves.make(cached, log, seat, text, timer=timer.id, at=at)
            return True

        return await self._writer.change(timer.match, work)

    async def _automatic(self, timer: Timer) -> bool:
        """Whether the automatic player's move was made: `False` when nothing is asked of it any more."""
        cached, log = await self._loader.load_started(timer.match)
        asked = _asked_player(cached, log, timer)
        if asked is None:
            return False
        if cached.stored.house.asleep or seating.is_deserted(cached.stored):
            return await self._writer.change(timer.match, lambda cached: self._rests(cached, timer))
        seat, player = asked
        # Thinking takes its time; the match stays open to everybody else meanwhile.
        text = await self._thinking.move(log.game, log.fold.state, seat, player, timer.match)

        async def work(cached: CachedMatch) -> bool:
            log = await self._loader.log(cached)
            if _asked_player(cached, log, timer) is None:
                return False
            if await self._rests(cached, timer):
                return True
            await self._moves.make(cached, log, seat, text, timer=timer.id)
            return True

        return await self._writer.change(timer.match, work)

    async def _rests(self, cached: CachedMatch, timer: Timer) -> bool:
        """Return whether nothing plays there now: the match sleeps, or does so by this, as nobody is there.

        Waking sets the timer anew.
        """
        if cached.stored.house.asleep:
            await self._store.put_off_timer(timer.id, None)
            return True
        if not seating.is_deserted(cached.stored):
            return False
        await self._writer.sleep(cached, DESERTED, timer=timer.id)
        return True


def _asked_player(cached: CachedMatch, log: Log, timer: Timer) -> tuple[Seat, str] | None:
    """The seat and the automatic player of whom the timer's question is still asked."""
    stored, seat = cached.stored, timer.seat
    if stored.status is not Status.RUNNING or seat is None or not 0 <= seat < stored.size:
        return None
    player = stored.robot(seat)
    if player is None or log.fold.seats[seat].question_entry != timer.number:
        return None
    return seat, player
