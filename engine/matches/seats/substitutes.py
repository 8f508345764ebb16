"""Seats that are free for somebody else: offering one, asking for one, objecting, sitting down."""

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

NOTICE = timedelta(hours=24)
"""So long the table may object before somebody sits down."""


class Substitutes(Changing):
    """Lets other people take seats of matches that are being played."""

    def __init__(
        self, store: Store, loader: Loader, writer: Writer, timekeeper: Timekeeper, limits: Limits
    ) -> None:
        self._store = store
        super().__init__(loader, writer)
        self._timekeeper = timekeeper
        self._limits = limits

    @once("offer")
    async def offer_seat(self, cached: CachedMatch, person: int, click: int) -> None:
        """The person would rather somebody else sat there, and plays on until somebody does.

        Raises `Refusal` ``not_seated``, ``seat_offered``.
        """
        stored = cached.stored
        seating.require_running(stored)
        seat = seating.seat_of(stored, person)
        clock = stored.clock(seat)
        if clock.offered:
            raise Refusal("seat_offered", match=stored.id)
        offered = msgspec.structs.replace(clock, offered=True)
        if clock.turns and clock.since is not None and not is_open(clock):
            # A deadline that was shown comes no nearer by it.
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
        """Ask for an open seat: the person sits down 24 hours later, unless its own is back or one objects.

        The caller has made sure that the person may see the table. Raises `Refusal` ``asleep``,
        ``seat_not_open``, ``seated``, ``saw_hand``, ``seat_asked``, ``asks_already``, ``objected_before``,
        ``too_many_tables``.
        """
        stored = cached.stored
        seating.require_running(stored)
        clock = _may_ask(stored, person, seat)
        most = self._limits.per_person
        if await self._store.count((Status.LOBBY, Status.RUNNING), person=person) >= most:
            raise Refusal("too_many_tables", limit=most)
        due = self._timekeeper.now() + NOTICE
        request = Request(person, seating.clean_name(name), click, due)
        change = Change(
            stored.id,
            click=(click, "ask"),
            notices=_told(stored, "asked", seat),
            timers=(NewTimer(TimerKind.SIT, seat, stored.entries, due),),
            clocks=((seat, msgspec.structs.replace(clock, request=request)),),
        )
        await self._writer.commit(cached, change)

    @once("object")
    async def object(self, cached: CachedMatch, person: int, seat: Seat, click: int) -> None:
        """Somebody seated would rather that who has asked did not sit down; that person may not ask again.

        Raises `Refusal` ``not_seated``, ``no_request``.
        """
        stored = cached.stored
        seating.require_running(stored)
        seating.seat_of(stored, person)
        clock = stored.clock(seat)
        if clock.request is None:
            raise Refusal("no_request", match=stored.id)
        asker, clock = clock.request.person, _refused(clock)
        change = Change(
            stored.id,
            click=(click, "object"),
            notices=_told(stored, "objected", seat, asker),
            stops=((TimerKind.SIT, seat),),
            clocks=((seat, clock),),
        )
        await self._writer.commit(cached, change)

    @once("withdraw")
    async def withdraw(self, cached: CachedMatch, person: int, seat: Seat, click: int) -> None:
        """Who has asked for the seat would rather not sit down there. Raises `Refusal` ``no_request``."""
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
            notices=_told(stored, "withdrawn", seat),
            stops=((TimerKind.SIT, seat),),
            clocks=((seat, _refused(clock)),),
        )
        await self._writer.commit(cached, change)

    @when_due
    async def sit(self, cached: CachedMatch, timer: Timer) -> bool:
        """Let somebody sit down who has asked for the seat; `False` where nobody does."""
        stored, seat = cached.stored, timer.seat
        if stored.status is not Status.RUNNING or seat is None or not 0 <= seat < stored.size:
            return False
        clock = stored.clock(seat)
        request = clock.request
        if request is None or stored.house.asleep:
            return False  # where it sleeps, waking sets it anew
        if request.person in stored.persons or _saw_hand(stored, request.person):
            gone = ((seat, msgspec.structs.replace(clock, request=None)),)
            await self._writer.commit(cached, Change(stored.id, clocks=gone, timer_done=timer.id))
            return True
        now = self._timekeeper.now()
        due = Calendar(outages=await self._timekeeper.outages(stored.place.guild)).first_open(now)
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
        number, gone = len(log.entries), stored.occupants[seat].person
        former = clock.former if gone is None else (*clock.former, gone)
        after = seating.with_substitute(stored, seat, request.person, request.name)
        fold, events = apply_seat_change(log.game, log.fold, number, seat, "substitute")
        step = Step(log.game, fold, events, "seat", seat, "substitute", by=request.person)
        notices = [
            NewNotice("substitute", seat, number),
            NewNotice("substitute", seat, number, person=request.person),
        ]
        if gone is not None:
            notices.append(NewNotice("settle", seat, number, person=gone))
            notices.append(NewNotice("replaced", seat, number, person=gone))
        await self._writer.append(
            cached,
            step,
            stored=after,
            notices=tuple(notices),
            clocks={seat: SeatClock(stored.timing.bank, former=former, objected=clock.objected)},
            stops=((TimerKind.CLOCK, seat), (TimerKind.PLAYER, seat)),
            timer=timer.id,
        )


def _told(stored: StoredMatch, kind: str, seat: Seat, *others: int) -> tuple[NewNotice, ...]:
    """What the table, the seat's own person and these others are told."""
    own = stored.occupants[seat].person
    persons = [person for person in (own, *others) if person is not None and person > 0]
    private = [NewNotice(kind, seat, stored.entries, person=person) for person in persons]
    return (NewNotice(kind, seat, stored.entries), *private)


def _may_ask(stored: StoredMatch, person: int, seat: Seat) -> SeatClock:
    """The clock of the seat for which the person may ask. Raises as `Substitutes.ask_seat`."""
    match = stored.id
    if stored.house.asleep:
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


def _refused(clock: SeatClock) -> SeatClock:
    """The clock without who asks for the seat, who may not ask again: each time its person is told."""
    assert clock.request is not None
    return msgspec.structs.replace(clock, request=None, objected=(*clock.objected, clock.request.person))
