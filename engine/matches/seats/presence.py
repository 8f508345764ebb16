"""Presence: coming back from a steward, from a pause, from sleep."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta

import msgspec

from engine.game import Refusal, Seat
from engine.match import clock as clocks
from engine.match import seating
from engine.match.changes import Change, NewNotice, NewTimer, StoredMatch
from engine.match.clock import RowState, SeatClock, Span
from engine.match.fold import apply_seat_change, round_calls
from engine.match.limits import Limits
from engine.match.timer_kinds import TimerKind
from engine.match.values import SUMMARY, Status
from engine.matches.core import consequences
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match, once
from engine.matches.core.consequences import ASLEEP
from engine.matches.core.deadlines import Deadlines, with_clocks
from engine.matches.core.loader import Loader
from engine.matches.core.writer import Step, Writer
from engine.matches.seats.seat_clocks import look_at
from engine.store import Store

__all__ = ["IDLE", "Presence"]

IDLE = timedelta(days=30)
"""Time without a person's act after which a match sleeps."""


class Presence(Changing):
    """Coming back to a match, and the sleep of whole matches."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        writer: Writer,
        deadlines: Deadlines,
        limits: Limits,
        note_seen: Callable[[int], Awaitable[None]],
    ) -> None:
        """`note_seen` notes that a person has done something."""
        self._store = store
        self._limits = limits
        self.note_seen = note_seen
        super().__init__(loader, writer)
        self._deadlines = deadlines

    @once("back")
    async def come_back(self, cached: CachedMatch, person: int, click: int) -> None:
        """Bring the person back: the steward gets up, and a request for the seat ends.

        An offer of the seat is withdrawn, and a match that sleeps wakes. Raises `Refusal` ``not_seated``,
        ``not_away``.
        """
        await self.note_seen(person)
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        clock, asleep = cached.stored.clock(seat), cached.stored.row_state.is_asleep
        returns = clock.is_played_for or clock.offered or clock.request is not None
        if not returns and not asleep:
            raise Refusal("not_away")
        if asleep:
            await self._wake(cached, seat, None if returns else (click, "back"))
        if returns:
            await self._return(cached, seat, person, (click, "back"))

    async def prepare_to_play(self, cached: CachedMatch, seat: Seat, person: int) -> None:
        """Bring a person back who is about to play: a match that sleeps wakes, and a steward gets up.

        It is called within a change of the match.
        """
        await self.note_seen(person)
        if cached.stored.row_state.is_asleep:
            await self._wake(cached, seat, None)
        if cached.stored.clock(seat).is_played_for:
            await self._return(cached, seat, person, None)

    async def _return(
        self, cached: CachedMatch, seat: Seat, person: int, click: tuple[int, str] | None
    ) -> None:
        stored = cached.stored
        log = await self._loader.log(cached)
        clock, number = stored.clock(seat), len(log.entries)
        reckoning = await self._deadlines.reckoning(stored)
        habits, calendar = reckoning.habits(seat), reckoning.calendar(seat)
        if clock.is_absent:
            back = clocks.with_return(clock, stored.timing, calendar, reckoning.now, habits)
        else:  # no time is gained: offering the seat and keeping it, again and again, would stop the clock
            back = msgspec.structs.replace(
                clock, playing=False, is_moderated=False, offered=False, request=None
            )
        changed = {seat: back}
        timers = look_at(replace(reckoning, stored=with_clocks(stored, changed)), seat)
        stops = ((TimerKind.CLOCK, seat), (TimerKind.PLAYER, seat), (TimerKind.SIT, seat))
        kind = "back" if clock.is_absent else "stays"
        # A person who answers before a moderator's robot was never away.
        notices = [NewNotice(kind, seat, number)] if clock.is_absent or clock.offered else []
        if clock.request is not None:
            notices.append(NewNotice(kind, seat, number, person=clock.request.person))
        asked = log.fold.seats[seat].question_entry
        if click is not None and clock.is_absent and asked is not None:
            # The person got no panel while a robot played.
            notices.append(NewNotice("turn", seat, asked, person=person))
        if clock.is_absent:
            fold, events = apply_seat_change(log.game, log.fold, number, seat, "return")
            step = Step(log.game, fold, events, "seat", seat, "return", by=person)
            await self._writer.append(
                cached, step, click=click, notices=tuple(notices), clocks=changed, timers=timers, stops=stops
            )
        else:
            change = Change(
                stored.id,
                click=click,
                notices=tuple(notices),
                timers=timers,
                stops=stops,
                clocks=tuple(changed.items()),
            )
            await self._writer.commit(cached, change)

    # Sleep

    @on_match
    async def sleep(self, cached: CachedMatch) -> bool:
        """Let the match sleep where no person has done anything for 30 days; return whether it does by this.

        A pause that all have agreed to is no sleep, and the days count from its end. A table of a league ends
        with its season.
        """
        stored, now = cached.stored, self._deadlines.now()
        acted = max((stored.acted, *(each.end for each in stored.row_state.pauses)))
        if stored.status is not Status.RUNNING or stored.row_state.is_asleep or acted > now - IDLE:
            return False
        if stored.row_state.is_league:
            return False
        await self._writer.sleep(cached, ASLEEP)
        return True

    @once("wake")
    async def wake(self, cached: CachedMatch, person: int, click: int) -> None:
        """Wake the match as a person who sits there; an absent person is back by this.

        Raises `Refusal` ``not_seated``, ``awake``.
        """
        await self.note_seen(person)
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        absent = cached.stored.clock(seat).is_absent
        if cached.stored.row_state.is_asleep:
            await self._wake(cached, seat, None if absent else (click, "wake"))
        elif not absent:
            raise Refusal("awake", match=cached.stored.id)
        if absent:
            await self._return(cached, seat, person, (click, "wake"))

    async def _wake(self, cached: CachedMatch, seat: Seat, click: tuple[int, str] | None) -> None:
        """Wake the match for the seat's person, who gets one credit at least; others are called if asked."""
        stored, now = cached.stored, self._deadlines.now()
        log = await self._loader.log(cached)
        reckoning = await self._deadlines.reckoning(stored)
        clock, changed = stored.clock(seat), dict[Seat, SeatClock]()
        if clock.number is not None and not clock.is_absent:
            left = max(clocks.bank_left(clock, reckoning.calendar(seat), now), stored.timing.credit)
            clock = msgspec.structs.replace(clock, left=left)
            changed[seat] = clocks.with_call(clock, clock.number or 0, now, reckoning.habits(seat))
        after = replace(with_clocks(stored, changed), row_state=_woken(stored.row_state, now))
        last = replace(log.entries[-1], at=now)
        _, lacking = await consequences.missing_consequences(
            self._store, self._limits, after, log.game, log.fold, last, log.entries[:-1]
        )
        calls = [
            NewNotice(SUMMARY, each, called, person=person)
            for each in (round_calls(log.fold) if log.fold.pending else ())
            if each != seat and not stored.clock(each).is_absent
            if (person := stored.occupants[each].person) is not None
            if (called := log.fold.seats[each].call_entry) is not None
        ]
        await self._writer.commit(
            cached,
            Change(
                stored.id,
                after,
                click=click,
                notices=(NewNotice("woken", None, stored.entries), *calls),
                stops=tuple(
                    (kind, Seat(each))
                    for kind in (TimerKind.CLOCK, TimerKind.SIT)
                    for each in range(stored.size)
                ),
                timers=(
                    *_set_anew(after, now),
                    *(timer for timer in lacking if timer.kind not in (TimerKind.CLOCK, TimerKind.SIT)),
                ),
                clocks=tuple(changed.items()),
            ),
        )


def _woken(state: RowState, now: datetime) -> RowState:
    """Return the row's state with its sleep ended. Nothing falls due at once: sleep counts as an outage."""
    *before, last = state.sleeps
    return msgspec.structs.replace(state, sleeps=(*before, Span(last.begin, now)))


def _set_anew(stored: StoredMatch, now: datetime) -> list[NewTimer]:
    timers: list[NewTimer] = []
    for number in range(stored.size):
        seat, clock = Seat(number), stored.clock(number)
        if clock.number is not None and clock.since is not None:
            timers.append(NewTimer(TimerKind.CLOCK, seat, clock.number, now))
        if clock.request is not None:
            timers.append(NewTimer(TimerKind.SIT, seat, 0, max(clock.request.due, now + clocks.ABSENT_TIME)))
    return timers
