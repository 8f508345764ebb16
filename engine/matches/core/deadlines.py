"""Deadlines: the clocks of a match at an instant, and the effect of a log entry on them."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.game import AnyGame, Seat
from engine.match import clock as clocks
from engine.match.changes import StoredMatch
from engine.match.clock import Calendar, Habits, Hours, Pace, RowState, SeatClock, Span, pace_of
from engine.match.fold import Fold, round_calls
from engine.match.values import Entry, SeatTime, Status
from engine.matches.core.timekeeper import Timekeeper
from engine.record import goes_back
from engine.store import Seated, Store

_logger = logging.getLogger(__name__)

__all__ = ["Deadlines", "Reckoning", "leave_until", "several_asked", "spends_bank", "with_clocks"]


def with_clocks(stored: StoredMatch, changed: Mapping[Seat, SeatClock]) -> StoredMatch:
    """Return the match with these clocks."""
    if not changed:
        return stored
    kept = stored.clocks or (None,) * stored.size
    return replace(stored, clocks=tuple(changed.get(Seat(seat), one) for seat, one in enumerate(kept)))


def spends_bank(stored: StoredMatch, game: AnyGame, fold: Fold, seat: Seat) -> bool:
    """Return whether the seat's person is asked something that spends the bank: short clocks do not."""
    return (
        seat in fold.pending
        and stored.occupants[seat].person is not None
        and game.defaults(fold.state, seat).timeout is None
    )


def several_asked(stored: StoredMatch, fold: Fold) -> bool:
    """Return whether several persons choose at once.

    Anything done for one of them would tell the others who has not chosen yet.
    """
    return sum(stored.robot(seat) is None for seat in round_calls(fold)) > 1


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The clocks of a match at one instant."""

    stored: StoredMatch
    now: datetime
    hours: Mapping[int, Hours]
    """The hours of the match's persons."""
    outages: tuple[Span, ...] = ()
    zone: str | None = None
    """The time zone of the match's server."""

    def habits(self, seat: int) -> Habits:
        """Return the quiet hours and zone of the seat's person, as they count at this match."""
        own = self.hours.get(self.stored.occupants[seat].person or 0, Hours())
        return own.habits.at(self.zone)

    def calendar(self, seat: int) -> Calendar:
        """Return the times in which the seat's deadline cannot fall or its clock stands."""
        stored, clock = self.stored, self.stored.clock(seat)
        return _calendar(
            clock, stored.timing, stored.row_state, self.leaves(seat), self.outages, clock.since or self.now
        )

    def leaves(self, seat: int) -> tuple[Span, ...]:
        """Return the spans in which the seat's clock stands because its person is on leave."""
        stored = self.stored
        own = self.hours.get(stored.occupants[seat].person or 0, Hours())
        return _leaves(stored.clock(seat), stored.timing, stored.row_state, stored.opened_at, own)

    def deadline(self, seat: int) -> datetime | None:
        """Return the instant at which the seat's time runs out; `None` where no clock runs."""
        clock = self.stored.clock(seat)
        if clock.since is None:
            return None
        return _deadline(clock, self.stored.row_state, self.calendar(seat), self._outages_since_opening)

    def is_short(self, seat: int) -> bool:
        """Return whether the seat's call has only half a day because its league's season ends."""
        return self.stored.row_state.is_short(self.stored.clock(seat).since, self._outages_since_opening)

    @property
    def _outages_since_opening(self) -> tuple[Span, ...]:
        return _since(self.outages, self.stored.opened_at)

    def reminder(self, seat: int) -> datetime | None:
        """Return the instant at which the seat's person is reminded; `None` without a reminder."""
        return clocks.reminder(self.stored.clock(seat), self.calendar(seat))

    def is_late(self, seat: int) -> bool:
        """Return whether the seat's time has run out."""
        due = self.deadline(seat)
        return due is not None and due <= self.now

    def seats_waited_for(self, game: AnyGame, fold: Fold, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats that the table waits for: with time left, on leave, or not called yet."""
        return tuple(
            each
            for each in fold.pending
            if each != seat
            and self.stored.robot(each) is None
            and spends_bank(self.stored, game, fold, each)
            and not self.is_late(each)
        )

    def time(self, seat: Seat, short: datetime | None = None) -> SeatTime:
        """Return the seat's time as everybody may know it. `short` is the end of its short clock."""
        stored, clock = self.stored, self.stored.clock(seat)
        if stored.status is not Status.RUNNING:
            return SeatTime(seat)
        resigned = stored.occupants[seat].player is not None and bool(stored.occupants[seat].name)
        due = self.deadline(seat)
        return SeatTime(
            seat,
            deadline=short or due,
            leave_until=next(
                (each.end for each in self.leaves(seat) if each.begin <= self.now < each.end), None
            ),
            grace=bool(clock.grace) and not clock.is_absent,
            is_absent=clock.is_absent,
            playing=clock.playing,
            robot=clock.playing or (clock.is_absent and stored.timing.is_timed),
            may_wait=due is not None and bool(clock.grace or clock.turns) and not clock.waited,
            is_open=not stored.row_state.is_league and (resigned or clocks.is_open(clock)),
            offered=clock.offered,
            request=clock.request,
        )

    # Effects of a log entry

    def clock_changes(
        self, game: AnyGame, before: Fold | None, fold: Fold, entry: Entry
    ) -> dict[Seat, SeatClock]:
        """Return the clocks that an entry changes: of seats whose questions end, and of seats that it calls.

        The clock of a new call begins to run when the call is delivered.
        """
        changed: dict[Seat, SeatClock] = {}
        for each in range(self.stored.size):
            seat = Seat(each)
            was = self.stored.clock(seat)
            if before is not None and goes_back(entry.kind, entry.text) is not None:
                after = self._taken_back(game, before, fold, seat, was)
            else:
                at = entry.at if seat == entry.seat and entry.kind == "move" else self.now
                after = self._after(game, before, fold, seat, was, at)
            if after != was:
                changed[seat] = after
        return changed

    def _after(
        self, game: AnyGame, before: Fold | None, fold: Fold, seat: Seat, clock: SeatClock, at: datetime
    ) -> SeatClock:
        """Return the seat's clock after an entry; `at` is the time of its answer, if the entry is one."""
        pace, calls = self.stored.timing, spends_bank(self.stored, game, fold, seat)
        timed = pace.is_timed or clock.playing
        called = fold.seats[seat].call_entry
        if clock.number is not None and (not calls or clock.number != called):
            known = before is None or before.seats[seat].call_entry == clock.number
            if known:
                clock = clocks.with_answer(clock, pace, self.calendar(seat), at)
            else:
                # An older backup was put back, and the seat's question is asked anew.
                clock = self._called(clock, seat, called or 0)
        if calls and timed and clock.number != called and called is not None:
            clock = self._called(clock, seat, called)
        elif not calls and clock.number is not None:
            clock = clocks.without_call(clock)
        return clock

    def _taken_back(self, game: AnyGame, before: Fold, fold: Fold, seat: Seat, clock: SeatClock) -> SeatClock:
        """Return the seat's clock after an undo.

        A seat that was asked, or whose turn was undone, has the time that it had; a seat whose call stays
        goes on.
        """
        called, calls = fold.seats[seat].call_entry, spends_bank(self.stored, game, fold, seat)
        own = before.seats[seat].last_move != fold.seats[seat].last_move
        if called == before.seats[seat].call_entry and calls:
            return clock
        if own or clock.number is not None or calls:
            clock = clocks.with_undo(clock, own=own)
        if calls and called is not None and self.stored.timing.is_timed:
            clock = self._called(clock, seat, called)
        return clock

    def _called(self, clock: SeatClock, seat: int, number: int) -> SeatClock:
        """Return the clock of a seat that was called just now: it runs at once where a robot plays."""
        return clocks.with_call(clock, number, self.now if clock.turns else None, self.habits(seat))


def leave_until(stored: StoredMatch, person: int, hours: Hours, now: datetime) -> datetime | None:
    """Return the end of the person's leave as it counts in the match; `None` where there is none now."""
    seat = next((seat for seat, one in enumerate(stored.occupants) if one.person == person), None)
    if seat is None:
        return None
    spans = _leaves(stored.clock(seat), stored.timing, stored.row_state, stored.opened_at, hours)
    return next((each.end for each in spans if each.begin <= now < each.end), None)


def _leaves(
    clock: SeatClock, pace: Pace, state: RowState, opened: datetime, hours: Hours
) -> tuple[Span, ...]:
    """Return the spans of leave in which the clock stands. An absent person cannot announce any."""
    if not hours.leaves or clock.is_absent or not pace.leave:
        return ()
    most = clocks.LEAVE_DAYS_PER_SEASON if state.is_league else clocks.LEAVE_DAYS_PER_MATCH
    return clocks.leave_in_match(hours.leaves, state.started or opened, most)


def _calendar(
    clock: SeatClock,
    pace: Pace,
    state: RowState,
    leaves: tuple[Span, ...],
    outages: tuple[Span, ...],
    since: datetime,
) -> Calendar:
    """Return the times in which a call's deadline cannot fall, or in which its clock stands.

    The call was delivered at `since`.
    """
    later = tuple(each for each in (*outages, *state.sleeps) if each.end > since)
    return Calendar(clock.habits, pace.weekends, (*leaves, *state.pauses), later)


def _since(outages: Sequence[Span], opened: datetime) -> tuple[Span, ...]:
    """Return the outages that a match has gone through that was opened then."""
    return tuple(each for each in outages if each.end > opened)


def _deadline(
    clock: SeatClock, state: RowState, calendar: Calendar, outages: Sequence[Span]
) -> datetime | None:
    """Return the deadline of a call; `outages` are those that the match has gone through."""
    if clock.playing or state.is_asleep:
        return None
    if state.is_league and clock.turns >= clocks.TURNS_UNTIL_OPEN:
        # Nobody may sit down there, and nights of somebody who is not there would only make others wait.
        return clocks.deadline(clock, Calendar(outages=calendar.outages))
    due = clocks.deadline(clock, calendar)
    if due is None or clock.since is None or not state.is_short(clock.since, outages):
        return due
    # Without leave; nights move it as everywhere.
    nights = Calendar(clock.habits, outages=calendar.outages)
    return min(due, nights.first_open(nights.add(clock.since, clocks.SHORT_CALL)))


class Deadlines:
    """The deadlines of matches, with everything read from which they are worked out."""

    def __init__(self, store: Store, timekeeper: Timekeeper) -> None:
        self._store = store
        self._timekeeper = timekeeper
        self.now = timekeeper.now

    async def reckoning(self, stored: StoredMatch) -> Reckoning:
        """Return the clocks of the match now."""
        persons = [one.person for one in stored.occupants if one.person is not None]
        hours, guild = await self._store.hours(persons), stored.venue.guild
        zone = (await self._store.server(guild)).zone if guild else None
        outages = await self._timekeeper.outages(guild)
        return Reckoning(stored, self._timekeeper.now(), hours, outages, zone)

    async def deadlines_in(
        self, guild: int, matches: Collection[StoredMatch]
    ) -> Mapping[int, Mapping[Seat, datetime]]:
        """Return the deadlines of the seats that are asked, by match, of matches of one server.

        More matches need no more queries.
        """
        persons = {
            one.person
            for each in matches
            for seat, one in enumerate(each.occupants)
            if one.person is not None and each.clock(seat).since is not None
        }
        hours = await self._store.hours(persons) if persons else {}
        zone = (await self._store.server(guild)).zone if guild else None
        outages, now = await self._timekeeper.outages(guild), self._timekeeper.now()
        found: dict[int, Mapping[Seat, datetime]] = {}
        for each in matches:
            reckoning = Reckoning(each, now, hours, outages, zone)
            try:
                due = {Seat(seat): reckoning.deadline(seat) for seat in range(len(each.occupants))}
            except Exception as error:  # a row that cannot be read must not hide the other deadlines
                _logger.error("match %d: its clocks cannot be read: %r", each.id, error)
                continue
            found[each.id] = {seat: until for seat, until in due.items() if until is not None}
        return found

    async def deadlines(self, person: int, seats: Sequence[Seated]) -> Mapping[int, datetime]:
        """Return the person's own deadlines, by match. More matches need no more queries."""
        running = [(one, clock) for one in seats if (clock := one.clock) is not None and clock.since]
        if not running:
            return {}
        own = (await self._store.hours((person,))).get(person, Hours())
        now = self._timekeeper.now()
        found: dict[int, datetime] = {}
        for one, clock in running:
            outages = await self._timekeeper.outages(one.guild)
            try:
                pace, state = pace_of(one.pace), one.row_state
                leaves = _leaves(clock, pace, state, one.opened_at, own)
                calendar = _calendar(clock, pace, state, leaves, outages, clock.since or now)
                due = _deadline(clock, state, calendar, _since(outages, one.opened_at))
            except Exception as error:  # a row that cannot be read must not hide the other deadlines
                _logger.error("match %d: its clocks cannot be read: %r", one.match, error)
                continue
            if due is not None:
                found[one.match] = due
        return found
