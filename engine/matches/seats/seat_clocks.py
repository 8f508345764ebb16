"""Seats' clocks as they run: calls, reminders, the day in reserve, and time given by others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from functools import partial

import msgspec

from engine.game import Refusal, Seat
from engine.match import clock as clocks
from engine.match import seating
from engine.match.changes import Change, NewNotice, NewTimer, Timer
from engine.match.clock import Held, SeatClock
from engine.match.fold import apply_seat_change
from engine.match.held_moves import held_move_of
from engine.match.log import Log
from engine.match.timer_kinds import TimerKind
from engine.match.values import ROBOT_REMINDER, Match, Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match, when_due
from engine.matches.core.consequences import DESERTED, WEEK
from engine.matches.core.deadlines import Deadlines, Reckoning, several_asked, spends_bank, with_clocks
from engine.matches.core.loader import Loader
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Step, Writer
from engine.outcome import STEWARD_SITS, UNCOUNTED_SITS
from engine.store import UNCOUNTED_CODE_LEVEL, Store

__all__ = ["SeatClocks", "look_at"]

_logger = logging.getLogger(__name__)

_HELD_RETRY_DELAY = timedelta(minutes=1)
"""Time until a seat whose held move is about to be entered is looked at again."""
_LATE_RETRY_DELAY = timedelta(hours=6)
"""Time until a late seat is looked at again, where the table waits for another without a deadline."""
_UNKNOWN_RETRY_DELAY = timedelta(minutes=10)
"""Time until a late seat is looked at again, where nobody can tell whether its person is shut out."""


def look_at(reckoning: Reckoning, seat: Seat) -> tuple[NewTimer, ...]:
    """Return the timer by which the seat's clock is looked at next; none where no clock runs."""
    clock, due = reckoning.stored.clock(seat), reckoning.deadline(seat)
    if due is None or clock.number is None:
        return ()
    remind = reckoning.reminder(seat)
    return (NewTimer(TimerKind.CLOCK, seat, clock.number, due if remind is None else min(due, remind)),)


def _nothing() -> None:
    pass


class SeatClocks(Changing):
    """Seats' clocks, while they run and when they run out."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        writer: Writer,
        deadlines: Deadlines,
        timekeeper: Timekeeper,
        enter: Callable[[CachedMatch, Held, int], Awaitable[None]],
    ) -> None:
        """`enter` enters a held move, within a change, when a timer is due."""
        self._enter = enter
        self._store = store
        super().__init__(loader, writer)
        self._deadlines = deadlines
        self._timekeeper = timekeeper
        self._again: set[asyncio.Task[None]] = set()
        self._is_shut_out: Callable[[Match, int], Awaitable[bool]] | None = None

    def ask_who_is_shut_out(self, asking: Callable[[Match, int], Awaitable[bool]]) -> None:
        """Ask this, as a steward sits down, whether the seat's person cannot come to the table.

        It raises `Refusal` while nobody can tell. Where this is never called nobody counts as shut out.
        """
        self._is_shut_out = asking

    @on_match
    async def note_delivered(
        self, cached: CachedMatch, seat: Seat, number: int, at: datetime | None = None
    ) -> bool:
        """Start the seat's clock, as the call of that entry, or of a later step, was delivered to its person.

        The clock runs from `at` on, by default now. Return whether this started it: a call known as
        delivered, one that was answered, and a match without clocks change nothing.
        """
        stored = cached.stored
        if stored.status is not Status.RUNNING or not stored.timing.is_timed or stored.row_state.is_asleep:
            return False
        log = await self._loader.log(cached)
        called, clock = log.fold.seats[seat].call_entry, stored.clock(seat)
        person = stored.occupants[seat].person
        if person is None or clock.playing or not spends_bank(stored, log.game, log.fold, seat):
            return False
        if called is None or number < called or (clock.number == called and clock.since is not None):
            return False
        now = self._timekeeper.now()
        habits = clock.habits
        if clock.number != called:  # the seat was asked before its table had clocks
            habits = (await self._deadlines.reckoning(stored)).habits(seat)
        clock = clocks.with_call(clock, called, min(at or now, now), habits)
        # Until it is written the call's notice is not dropped either, and would start the clock again.
        await self._set(cached, {seat: clock}, lost=partial(self._deliver_again, stored.id, seat, number, at))
        return True

    def _deliver_again(self, match: int, seat: Seat, number: int, at: datetime | None) -> None:
        async def deliver() -> None:
            try:
                await self.note_delivered(match, seat, number, at)
            except Refusal as refusal:
                _logger.error("match %d: no clock can start: %s", match, refusal)

        task = asyncio.create_task(deliver(), name=f"delivered-{match}")
        self._again.add(task)
        task.add_done_callback(self._again.discard)

    @on_match
    async def note_look(self, cached: CachedMatch, person: int) -> bool:
        """Note that the person has opened the panel; return whether that gave another half hour.

        Where several choose at once the table is not told: that would tell who has not chosen yet.
        """
        stored = cached.stored
        if stored.status is not Status.RUNNING:
            return False
        seat = seating.seat_of(stored, person)
        before = stored.clock(seat)
        if before.since is None or (before.looked is not None and before.half_hour):
            return False
        reckoning = await self._deadlines.reckoning(stored)
        after = clocks.with_look(before, reckoning.calendar(seat), reckoning.now)
        if after == before:
            return False
        told = after.half_hour and not several_asked(stored, (await self._loader.log(cached)).fold)
        notices = (NewNotice("time", seat, stored.entries),) if told else ()
        # Nobody is told of a look that gives no more time: it may be lost.
        lost = None if after.half_hour or told else _nothing
        await self._set(cached, {seat: after}, notices=notices, lost=lost)
        return after.half_hour

    async def give_day(self, match: int, person: int, seat: Seat, click: int) -> Match:
        """Give an opponent's seat one day, once for each call.

        It is refused while several choose at once, because it would tell who has not chosen yet. Raises
        `Refusal` ``not_seated``, ``own_seat``, ``asleep``, ``several_asked``, ``nothing_asked``,
        ``day_given``.
        """

        def give(clock: SeatClock, reckoning: Reckoning) -> SeatClock:
            if clock.number is None or clock.playing:
                raise Refusal("nothing_asked", match=match)
            if person in clock.givers:
                raise Refusal("day_given", match=match)
            clock = clocks.with_more_time(clock, reckoning.calendar(seat), clocks.DAY, reckoning.now)
            return msgspec.structs.replace(clock, givers=(*clock.givers, person))

        return await self._by_another(match, person, seat, (click, "day"), give, alone=True)

    async def wait(self, match: int, person: int, seat: Seat, click: int) -> Match:
        """Let the table wait three days for the seat's person, once an absence.

        Raises `Refusal` ``not_seated``, ``own_seat``, ``asleep``, ``has_waited``, ``nothing_to_wait``.
        """

        def wait(clock: SeatClock, reckoning: Reckoning) -> SeatClock:
            if clock.waited:
                raise Refusal("has_waited", match=match)
            if not reckoning.time(seat).may_wait:
                raise Refusal("nothing_to_wait", match=match)
            return msgspec.structs.replace(clock, waits=True, waited=True)

        return await self._by_another(match, person, seat, (click, "wait"), wait)

    @on_match
    async def _by_another(
        self,
        cached: CachedMatch,
        person: int,
        seat: Seat,
        click: tuple[int, str],
        changed: Callable[[SeatClock, Reckoning], SeatClock],
        *,
        alone: bool = False,
    ) -> Match:
        stored = cached.stored
        if click in cached.clicks:
            return cached.public
        seating.require_running(stored)
        seating.require_no_league(stored)
        if seating.seat_of(stored, person) == seat:
            raise Refusal("own_seat", match=stored.id)
        if stored.row_state.is_asleep:
            raise Refusal("asleep", match=stored.id)
        if not 0 <= seat < stored.size:
            raise Refusal("nothing_asked", match=stored.id)
        if alone and several_asked(stored, (await self._loader.log(cached)).fold):
            raise Refusal("several_asked", match=stored.id)
        reckoning = await self._deadlines.reckoning(stored)
        clock = changed(stored.clock(seat), reckoning)
        notice = NewNotice("time", seat, stored.entries)
        await self._set(cached, {seat: clock}, notices=(notice,), click=click)
        return cached.public

    async def _set(
        self,
        cached: CachedMatch,
        changed: Mapping[Seat, SeatClock],
        *,
        notices: tuple[NewNotice, ...] = (),
        click: tuple[int, str] | None = None,
        timer: int | None = None,
        lost: Callable[[], object] | None = None,
    ) -> None:
        """Commit these clocks, with the timers by which they are looked at next, as `Writer.commit` does."""
        reckoning = await self._deadlines.reckoning(with_clocks(cached.stored, changed))
        change = Change(
            cached.stored.id,
            click=click,
            notices=notices,
            timers=tuple(timer for seat in changed for timer in look_at(reckoning, seat)),
            stops=tuple((TimerKind.CLOCK, seat) for seat in changed),
            clocks=tuple(changed.items()),
            timer_done=timer,
        )
        await self._writer.commit(cached, change, lost=lost)

    # Timers

    async def look(self, timer: Timer) -> bool:
        """Do what is due for a seat's clock; return `False` where its call is over.

        Before a steward sits down, Discord is asked whether the seat's person is shut out. That happens
        between two changes, so that no press waits for Discord. While nobody can tell, no steward sits down,
        because a wrong answer would stay in the log, against one side or the other. A late person may answer
        until then.
        """
        done = await self._look_once(timer, None)
        if done is not None:
            return done
        try:
            shut_out = await self._shut_out_at(timer)
        except Refusal as refusal:
            _logger.info("match %d: its steward waits: %s", timer.match, refusal)
            await self._store.set_timer(timer.id, self._timekeeper.now() + _UNKNOWN_RETRY_DELAY)
            return True
        return await self._look_once(timer, shut_out) is not False

    async def _shut_out_at(self, timer: Timer) -> frozenset[int]:
        """Return the person of the timer's seat, if that person is shut out. Raises `Refusal`."""
        if self._is_shut_out is None or timer.seat is None:
            return frozenset()
        match = await self._loader.get(timer.match)
        person = match.occupants[timer.seat].person
        if person is None or person < 0 or not await self._is_shut_out(match, person):
            return frozenset()
        return frozenset((person,))

    @when_due
    async def _look_once(
        self, cached: CachedMatch, timer: Timer, shut_out: frozenset[int] | None
    ) -> bool | None:
        """Do the work of `look`, with the persons who are known to be `shut_out`.

        Return `None`, with nothing done, where that is not known and a steward is to sit down.
        """
        stored, seat = cached.stored, timer.seat
        if stored.status is not Status.RUNNING or seat is None or not 0 <= seat < stored.size:
            return False
        log = await self._loader.log(cached)
        clock = stored.clock(seat)
        if clock.number != timer.number or clock.playing or not spends_bank(stored, log.game, log.fold, seat):
            return False
        reckoning = await self._deadlines.reckoning(stored)
        due, now = reckoning.deadline(seat), reckoning.now
        if due is None:
            return False  # the match sleeps, or the call was not delivered: waking and delivery set the timer
        remind, held = reckoning.reminder(seat), held_move_of(stored, seat)
        if held is not None:
            if now >= due:
                await self._enter(cached, held, timer.id)
            else:
                # The held move's own timer enters it, and stands still while nobody can press.
                await self._store.set_timer(timer.id, min(due, max(held.due, now + _HELD_RETRY_DELAY)))
            return True
        if now >= due:
            # A robot that plays already waits for nobody: its person may come back and change its choice,
            # and the seat opens the sooner.
            held = () if clock.is_absent else reckoning.seats_waited_for(log.game, log.fold, seat)
            if not held:
                if shut_out is None and _steward_sits(reckoning, seat):
                    return None
                await self._run_out(cached, log, seat, timer, shut_out or frozenset())
                return True
            others = [reckoning.deadline(each) for each in held]
            due = min((each for each in others if each is not None), default=now + _LATE_RETRY_DELAY)
        elif remind is not None and remind <= now:
            notice = NewNotice("reminder", seat, timer.number, person=stored.occupants[seat].person)
            reminded = msgspec.structs.replace(clock, reminded=True)
            await self._set(cached, {seat: reminded}, notices=(notice,), timer=timer.id)
            return True
        elif remind is not None:
            due = min(due, remind)
        await self._store.set_timer(timer.id, due)
        if (await self._deadlines.reckoning(stored)).hours != reckoning.hours:
            # The person came back from leave at this very moment.
            await self._store.set_timer(timer.id, now)
        return True

    @on_match
    async def play_out(self, cached: CachedMatch) -> bool:
        """Let stewards answer, at once, whatever the match's persons are asked; return whether it runs still.

        It is for a league's table at the end of its season, and is called again until the match is over.
        """
        stored = cached.stored
        if stored.status is not Status.RUNNING:
            return False
        log = await self._loader.log(cached)
        for seat in log.fold.pending:
            clock, question = stored.clock(seat), log.fold.seats[seat].question_entry
            if stored.occupants[seat].person is None or clock.playing or question is None:
                continue
            plays = NewTimer(TimerKind.PLAYER, seat, question, self._timekeeper.now())
            playing = msgspec.structs.replace(clock, number=log.fold.seats[seat].call_entry, playing=True)
            stops = ((TimerKind.CLOCK, seat), (TimerKind.HOLD, seat))
            if log.fold.gone.get(seat) is not None:
                change = Change(stored.id, timers=(plays,), clocks=((seat, playing),), stops=stops)
                await self._writer.commit(cached, change)
                return True
            fold, events = apply_seat_change(log.game, log.fold, len(log.entries), seat, STEWARD_SITS)
            step = Step(log.game, fold, events, "seat", seat, STEWARD_SITS)
            await self._writer.append(cached, step, clocks={seat: playing}, timers=(plays,), stops=stops)
            return True
        return True

    @when_due
    async def remind_of_robot(self, cached: CachedMatch, timer: Timer) -> bool:
        """Remind a person once a week that a robot plays; return `False` where none does any more."""
        stored, seat = cached.stored, timer.seat
        if stored.status is not Status.RUNNING or seat is None or not 0 <= seat < stored.size:
            return False
        person = stored.occupants[seat].person
        if person is None or person < 0 or not stored.clock(seat).is_absent:
            return False
        again = NewTimer(TimerKind.ROBOT_REMINDER, seat, timer.number, self._timekeeper.now() + WEEK)
        notices = (
            ()
            if stored.row_state.is_asleep
            else (NewNotice(ROBOT_REMINDER, seat, stored.entries, person=person),)
        )
        change = Change(stored.id, notices=notices, timers=(again,), timer_done=timer.id)
        await self._writer.commit(cached, change)
        return True

    async def _run_out(
        self, cached: CachedMatch, log: Log, seat: Seat, timer: Timer, shut_out: frozenset[int]
    ) -> None:
        """Give a late seat one more day, if it has any left; otherwise let its steward play.

        No robot plays where nobody else is there: the match sleeps. The absence of a person who is `shut_out`
        does not count, and the log says so: a moderator who lets the person in later changes nothing.
        """
        stored, number = cached.stored, len(log.entries)
        clock, person = stored.clock(seat), stored.occupants[seat].person
        reckoning = await self._deadlines.reckoning(stored)
        if _has_grace(reckoning, seat):
            notices = (
                NewNotice("grace", seat, timer.number, person=person),
                NewNotice("grace", seat, timer.number),
            )
            clock = clocks.with_grace(clock, reckoning.calendar(seat), reckoning.now)
            await self._set(cached, {seat: clock}, notices=notices, timer=timer.id)
            return
        if seating.is_deserted(stored, besides=seat):
            await self._writer.sleep(cached, DESERTED, timer=timer.id)
            return
        asked_at = log.fold.seats[seat].question_entry
        assert asked_at is not None
        plays = NewTimer(TimerKind.PLAYER, seat, asked_at, self._timekeeper.now())
        playing = msgspec.structs.replace(clock, playing=True)
        if clock.turns:
            change = Change(stored.id, timers=(plays,), clocks=((seat, playing),), timer_done=timer.id)
            await self._writer.commit(cached, change)
            return
        uncounted = person in shut_out and self._store.code_levels.lowest >= UNCOUNTED_CODE_LEVEL
        text = UNCOUNTED_SITS if uncounted else STEWARD_SITS
        fold, events = apply_seat_change(log.game, log.fold, number, seat, text)
        step = Step(log.game, fold, events, "seat", seat, text)
        await self._writer.append(cached, step, clocks={seat: playing}, timers=(plays,), timer=timer.id)


def _has_grace(reckoning: Reckoning, seat: Seat) -> bool:
    """Return whether the late seat gets one more day for its call: not shortly before a season ends."""
    if reckoning.is_short(seat):
        return False
    clock = reckoning.stored.clock(seat)
    return not clock.is_absent and not clock.grace and clock.graces < clocks.MAX_GRACES


def _steward_sits(reckoning: Reckoning, seat: Seat) -> bool:
    """Return whether the late seat's steward sits down now: no day in reserve, no sleep, no further turn."""
    stored = reckoning.stored
    if stored.clock(seat).turns or _has_grace(reckoning, seat):
        return False
    return not seating.is_deserted(stored, besides=seat)
