"""Substitutes: offering a seat, asking for one, objecting, sitting down."""

from __future__ import annotations

from datetime import timedelta

import msgspec

from engine.game import Refusal, Seat
from engine.match import seating
from engine.match.changes import Change, NewNotice, NewTimer, StoredMatch, Timer
from engine.match.clock import ABSENT_TIME, OPEN_SEAT_TIME, Calendar, Request, SeatClock, is_open
from engine.match.fold import apply_seat_change
from engine.match.limits import Limits
from engine.match.timer_kinds import TimerKind
from engine.match.values import Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, once, when_due
from engine.matches.core.loader import Loader
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Step, Writer
from engine.store import Store

__all__ = ["Substitutes"]

OBJECTION_TIME = timedelta(hours=24)
"""Time in which the table may object before a person sits down."""


class Substitutes(Changing):
    """Taking seats of running matches."""

    def __init__(
        self, store: Store, loader: Loader, writer: Writer, timekeeper: Timekeeper, limits: Limits
    ) -> None:
        self._store = store
        super().__init__(loader, writer)
        self._timekeeper = timekeeper
        self._limits = limits

    @once("offer")
    async def offer_seat(self, cached: CachedMatch, person: int, click: int) -> None:
        """Offer the person's own seat to others; the person plays on until somebody sits down.

        Raises `Refusal` ``not_seated``, ``seat_offered``, ``private_table``, ``league_table``.
        """
        stored = cached.stored
        seating.require_running(stored)
        seating.require_no_league(stored)
        seat = seating.seat_of(stored, person)
        if stored.row_state.private:
            raise Refusal("private_table", match=stored.id)
        clock = stored.clock(seat)
        if clock.offered:
            raise Refusal("seat_offered", match=stored.id)
        offered = msgspec.structs.replace(clock, offered=True)
        if clock.turns and clock.since is not None and not is_open(clock):
            # A deadline that was shown must not come nearer by this.
            offered = msgspec.structs.replace(offered, given=clock.given + ABSENT_TIME - OPEN_SEAT_TIME)
        change = Change(
            stored.id,
            click=(click, "offer"),
            notices=(NewNotice("open", seat, stored.entries),),
            clocks=((seat, offered),),
        )
        await self._writer.commit(cached, change)

    @once("ask")
    async def ask_seat(self, cached: CachedMatch, person: int, name: str, seat: Seat, click: int) -> None:
        """Ask for an open seat, to sit down 24 hours later.

        The request ends when the seat's own person comes back, or when somebody objects. The caller has made
        sure that the person may see the table. Raises `Refusal` ``asleep``, ``seat_not_open``, ``seated``,
        ``saw_hand``, ``seat_asked``, ``asks_already``, ``objected_before``, ``too_many_tables``,
        ``league_table``.
        """
        stored = cached.stored
        seating.require_running(stored)
        seating.require_no_league(stored)
        clock = _may_ask(stored, person, seat)
        most = self._limits.per_person
        if await self._store.count((Status.LOBBY, Status.RUNNING), person=person) >= most:
            raise Refusal("too_many_tables", limit=most)
        due = self._timekeeper.now() + OBJECTION_TIME
        request = Request(person, seating.clean_name(name), click, due)
        change = Change(
            stored.id,
            click=(click, "ask"),
            notices=_seat_notices(stored, "asked", seat),
            timers=(NewTimer(TimerKind.SIT, seat, stored.entries, due),),
            clocks=((seat, msgspec.structs.replace(clock, request=request)),),
        )
        await self._writer.commit(cached, change)

    @once("object")
    async def object(self, cached: CachedMatch, person: int, seat: Seat, click: int) -> None:
        """Object, as a person who sits there, to the request for a seat; the asking person may not ask again.

        Raises `Refusal` ``not_seated``, ``no_request``.
        """
        stored = cached.stored
        seating.require_running(stored)
        seating.seat_of(stored, person)
        clock = stored.clock(seat)
        if clock.request is None:
            raise Refusal("no_request", match=stored.id)
        asker, clock = clock.request.person, _without_request(clock)
        change = Change(
            stored.id,
            click=(click, "object"),
            notices=_seat_notices(stored, "objected", seat, asker),
            stops=((TimerKind.SIT, seat),),
            clocks=((seat, clock),),
        )
        await self._writer.commit(cached, change)

    @once("withdraw")
    async def withdraw(self, cached: CachedMatch, person: int, seat: Seat, click: int) -> None:
        """Withdraw one's own request for a seat. Raises `Refusal` ``no_request``."""
        stored = cached.stored
        seating.require_running(stored)
        if not 0 <= seat < stored.size:
            raise Refusal("no_request", match=stored.id)
        clock = stored.clock(seat)
        if clock.request is None or clock.request.person != person:
            raise Refusal("no_request", match=stored.id)
        change = Change(
            stored.id,
            click=(click, "withdraw"),
            notices=_seat_notices(stored, "withdrawn", seat),
            stops=((TimerKind.SIT, seat),),
            clocks=((seat, _without_request(clock)),),
        )
        await self._writer.commit(cached, change)

    @when_due
    async def sit(self, cached: CachedMatch, timer: Timer) -> bool:
        """Seat the person who has asked for the seat; return `False` without one, or in a sleeping match."""
        stored, seat = cached.stored, timer.seat
        if stored.status is not Status.RUNNING or seat is None or not 0 <= seat < stored.size:
            return False
        clock = stored.clock(seat)
        request = clock.request
        if request is None or stored.row_state.is_asleep:
            return False  # waking sets the timer of a match that sleeps anew
        if request.person in stored.persons or _saw_hand(stored, request.person):
            after = ((seat, msgspec.structs.replace(clock, request=None)),)
            await self._writer.commit(cached, Change(stored.id, clocks=after, timer_done=timer.id))
            return True
        now = self._timekeeper.now()
        due = Calendar(outages=await self._timekeeper.outages(stored.venue.guild)).first_open(now)
        if due > now:
            await self._store.set_timer(timer.id, due)
            return True
        await self._sit(cached, seat, clock, request, timer)
        return True

    async def _sit(
        self, cached: CachedMatch, seat: Seat, clock: SeatClock, request: Request, timer: Timer
    ) -> None:
        stored = cached.stored
        log = await self._loader.log(cached)
        number, before = len(log.entries), stored.occupants[seat].person
        former = clock.former if before is None else (*clock.former, before)
        after = seating.with_substitute(stored, seat, request.person, request.name)
        fold, events = apply_seat_change(log.game, log.fold, number, seat, "substitute")
        step = Step(log.game, fold, events, "seat", seat, "substitute", by=request.person)
        notices = [
            NewNotice("substitute", seat, number),
            NewNotice("substitute", seat, number, person=request.person),
        ]
        if before is not None:
            notices.append(NewNotice("settle", seat, number, person=before))
            notices.append(NewNotice("replaced", seat, number, person=before))
        await self._writer.append(
            cached,
            step,
            stored=after,
            notices=tuple(notices),
            clocks={seat: SeatClock(stored.timing.bank, former=former, objected=clock.objected)},
            stops=((TimerKind.CLOCK, seat), (TimerKind.PLAYER, seat)),
            timer=timer.id,
        )


def _seat_notices(stored: StoredMatch, kind: str, seat: Seat, *others: int) -> tuple[NewNotice, ...]:
    """Return the notices to the table, to the seat's own person and to these others."""
    own = stored.occupants[seat].person
    persons = [person for person in (own, *others) if person is not None and person > 0]
    private = [NewNotice(kind, seat, stored.entries, person=person) for person in persons]
    return (NewNotice(kind, seat, stored.entries), *private)


def _may_ask(stored: StoredMatch, person: int, seat: Seat) -> SeatClock:
    """Return the clock of the seat for which the person may ask. Raises as `Substitutes.ask_seat`."""
    match = stored.id
    if stored.row_state.is_asleep:
        raise Refusal("asleep", match=match)
    if not 0 <= seat < stored.size:
        raise Refusal("seat_not_open", match=match)
    clock, occupant = stored.clock(seat), stored.occupants[seat]
    left = occupant.player is not None and bool(occupant.name)
    if not left and not is_open(clock):
        raise Refusal("seat_not_open", match=match)
    if person in stored.persons:
        raise Refusal("seated", match=match)
    if _saw_hand(stored, person):
        raise Refusal("saw_hand", match=match)
    if clock.request is not None:
        raise Refusal("seat_asked", match=match)
    requests = (stored.clock(each).request for each in range(stored.size))
    if any(one is not None and one.person == person for one in requests):
        raise Refusal("asks_already", match=match)
    if stored.includes(clock.objected, person):
        raise Refusal("objected_before", match=match)
    return clock


def _saw_hand(stored: StoredMatch, person: int) -> bool:
    return any(stored.includes(stored.clock(each).former, person) for each in range(stored.size))


def _without_request(clock: SeatClock) -> SeatClock:
    """Return the clock without its request, whose person may not ask again: each request is announced."""
    assert clock.request is not None
    return msgspec.structs.replace(clock, request=None, objected=(*clock.objected, clock.request.person))
