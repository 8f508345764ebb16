"""Departures: leaving a match, and ending one before the rules do."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.game import Refusal, Seat
from engine.match import seating
from engine.match.changes import STEWARD, Change, NewNotice, StoredMatch
from engine.match.clock import SeatClock
from engine.match.fold import Fold, apply_ruling, apply_seat_change
from engine.match.log import Log
from engine.match.timer_kinds import TimerKind
from engine.match.values import Match, Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match, once
from engine.matches.core.consequences import DESERTED
from engine.matches.core.loader import Loader
from engine.matches.core.rulebook import decode_options
from engine.matches.core.writer import Step, Writer
from engine.outcome import Gone

__all__ = ["Departures"]


class Departures(Changing):
    """Leaving matches, before the start and after it."""

    def __init__(self, loader: Loader, writer: Writer) -> None:
        super().__init__(loader, writer)

    @once("leave")
    async def leave(self, cached: CachedMatch, person: int, click: int, *, resigning: bool = True) -> None:
        """Leave the seat. Before the start it is free again; later it is resigned, if `resigning` is meant.

        Between two sides that each have a person the other side wins once all persons of one have resigned,
        unless the table was opened to play on. Otherwise a robot plays on, and a person who has resigned has
        not won. The next person becomes host; the match is cancelled when no person remains, and sleeps when
        none is left who is there. A person who has asked for the seat sits down in it. Raises `Refusal`
        ``not_seated``, ``started`` where the match has begun and nobody meant to resign.
        """
        if cached.stored.status is not Status.RUNNING or not resigning:
            after = seating.without_person(cached.stored, person)
            await self._writer.reseat(cached, after, (click, "leave"), person)
            return
        stored = cached.stored
        seat = seating.seat_of(stored, person)
        after = seating.with_takeover(stored, person, STEWARD)
        if after.status is Status.CANCELLED:
            await self._writer.cancel(cached, after, (click, "leave"))
            return
        log = await self._loader.log(cached)
        number = len(log.entries)
        fold, events = apply_seat_change(log.game, log.fold, number, seat, "resigned")
        step = Step(log.game, fold, events, "seat", seat, "resigned", by=person)
        if won := _won_by_resigning(log, after):
            await self._end_won(cached, log, fold, won, (step,), person, (click, "leave"))
            return
        notices = (NewNotice("seat", seat, number), NewNotice("settle", seat, number, person=person))
        await self._writer.append(
            cached,
            step,
            stored=after,
            click=(click, "leave"),
            notices=notices,
            clocks={seat: _resigned_clock(stored.clock(seat), person)},
            stops=((TimerKind.CLOCK, seat),),
        )
        after = cached.stored
        if after.status is Status.RUNNING and not after.row_state.is_asleep and seating.is_deserted(after):
            await self._writer.sleep(cached, DESERTED)

    async def resign(self, match: int, person: int, click: int) -> Match:
        """Resign a running match. Raises `Refusal` ``not_started``, or as `leave`."""
        if (await self._loader.get(match)).status is Status.LOBBY:
            raise Refusal("not_started", match=match)
        return await self.leave(match, person, click)

    async def winners_by_resigning(self, match: int, person: int) -> tuple[Seat, ...]:
        """Return the seats that would win as the person resigns; none where nobody would win by it.

        Raises `Refusal` ``not_seated``, or as `leave`.
        """
        cached, log = await self._loader.load_started(match)
        after = seating.with_takeover(cached.stored, person, STEWARD)
        return _won_by_resigning(log, after) if after.status is Status.RUNNING else ()

    @once("cancel")
    async def cancel(
        self, cached: CachedMatch, person: int, click: int, departed: Collection[int] = ()
    ) -> None:
        """Cancel the match: before the start as its host, later by agreement of all persons.

        The agreement of absent persons whose seats are open, and of those who have `departed` and cannot give
        it, is not needed; at a rated match that of absent persons is, once they have moved: otherwise whoever
        is behind could call it off alone. `Match.agreed` tells who has agreed. The next move by a person
        withdraws all agreements.
        """
        stored = cached.stored
        if stored.status is Status.LOBBY:
            await self._writer.cancel(cached, seating.with_cancellation(stored, person), (click, "cancel"))
            return
        seating.require_no_league(stored)
        bound = _movers(await self._loader.log(cached)) if stored.row_state.is_rated else ()
        after = seating.with_agreement(stored, person, departed, bound)
        if after.status is Status.CANCELLED:
            await self._writer.cancel(cached, after, (click, "cancel"))
        elif after != stored:
            vote = NewNotice("vote", seating.seat_of(stored, person), stored.entries)
            change = Change(stored.id, after, click=(click, "cancel"), notices=(vote,))
            await self._writer.commit(cached, change)

    @once("end")
    async def end_absent(
        self, cached: CachedMatch, person: int, click: int, *, won: bool, shut_out: Collection[int] = ()
    ) -> None:
        """End a match of two sides whose other side is absent: as won, or without result.

        It is possible from the steward's first turn on. Nobody wins over persons who are `shut_out`, perhaps
        by a moderator, or who were so when the steward sat down, even if they have been let in since. A rated
        match ends without result only over such persons, or over those who have never moved. Raises `Refusal`
        ``not_seated``, ``not_two_sides``, ``still_away``, ``no_opponent``, ``not_absent``, ``put_away``,
        ``rated_result``.
        """
        stored = cached.stored
        seating.require_running(stored)
        seating.require_no_league(stored)
        seat = seating.seat_of(stored, person)
        log = await self._loader.log(cached)
        sides = log.game.sides(decode_options(log.game, stored.options), stored.size)
        if len(sides) != 2:
            raise Refusal("not_two_sides", match=stored.id)
        own, other = sorted(sides, key=lambda side: seat not in side)
        if stored.clock(seat).is_absent:
            raise Refusal("still_away", match=stored.id)
        _check_gone(stored, log, other)
        uncounted = [
            each
            for each in other
            if stored.occupants[each].person in shut_out or log.fold.gone.get(each) is Gone.UNCOUNTED
        ]
        if won and uncounted:
            raise Refusal("put_away", match=stored.id)
        movers = _movers(log) if stored.row_state.is_rated else frozenset[int]()
        if not won and not uncounted and any(stored.occupants[each].person in movers for each in other):
            raise Refusal("rated_result", match=stored.id)
        if not won:
            after = replace(stored, status=Status.CANCELLED)
            await self._writer.cancel(cached, after, (click, "end"))
            return
        await self._end_won(cached, log, log.fold, own, (), person, (click, "end"))

    @on_match
    async def end_resigned(self, cached: CachedMatch) -> bool:
        """End a match in which one of two sides has resigned, as `leave` does; return whether it did."""
        stored = cached.stored
        if stored.status is not Status.RUNNING:
            return False
        log = await self._loader.log(cached)
        won = _won_by_resigning(log, stored)
        if not won:
            return False
        await self._end_won(cached, log, log.fold, won, (), None, None)
        return True

    async def _end_won(
        self,
        cached: CachedMatch,
        log: Log,
        fold: Fold,
        won: Collection[Seat],
        earlier: Sequence[Step],
        person: int | None,
        click: tuple[int, str] | None,
    ) -> None:
        """Write that the match is over and won by these seats, and tell the others at it in private.

        Persons who have resigned have their seats again: it is the match of all of them that has ended.
        """
        after = _seated_again(cached.stored)
        text = f"won {','.join(str(each) for each in sorted(won))}"
        fold, events = apply_ruling(fold, "end", None, text)
        step = Step(log.game, fold, events, "end", None, text, by=person, ends=Status.OVER)
        number = len(log.entries) + len(earlier)
        told = tuple(
            NewNotice("over", Seat(seat), number, person=one.person)
            for seat, one in enumerate(after.occupants)
            if one.person is not None and one.person > 0 and one.person != person
        )
        await self._writer.append(cached, step, earlier=earlier, stored=after, click=click, notices=told)


def _movers(log: Log) -> frozenset[int]:
    """Return the persons who have moved."""
    return frozenset(each.by for each in log.entries if each.kind == "move" and each.by is not None)


def _resigned_clock(clock: SeatClock, person: int) -> SeatClock:
    """Return the clock of a seat whose person has resigned; it remembers who has seen the seat's hand."""
    former = (*clock.former, person)
    return SeatClock(clock.left, former=former, objected=clock.objected, request=clock.request)


def _seated_again(stored: StoredMatch) -> StoredMatch:
    """Return the match with the persons who have resigned in their seats, where robots play in these."""
    occupants = tuple(
        replace(one, person=one.resigned, player=None)
        if one.person is None and one.resigned is not None and one.resigned not in stored.persons
        else one
        for one in stored.occupants
    )
    return replace(stored, occupants=occupants)


def _won_by_resigning(log: Log, after: StoredMatch) -> tuple[Seat, ...]:
    """Return the side that wins as all persons of the other have resigned; empty without a winner."""
    sides = log.game.sides(decode_options(log.game, after.options), after.size)
    if len(sides) != 2 or after.row_state.play_on:
        return ()
    left = [any(after.occupants[seat].person is not None for seat in side) for side in sides]
    had = [any(after.occupants[seat].name for seat in side) for side in sides]
    if not all(had) or all(left) or not any(left):
        return ()
    return tuple(sorted(sides[left.index(True)]))


def _check_gone(stored: StoredMatch, log: Log, side: Collection[Seat]) -> None:
    """Check that all persons of the side have resigned or are absent, after a first turn of the robot's.

    A moderator's replacement is no absence: the log tells. Raises `Refusal` ``no_opponent``, ``not_absent``.
    """
    persons = [
        each for each in side if stored.occupants[each].person is not None or stored.occupants[each].name
    ]
    if not persons:
        raise Refusal("no_opponent", match=stored.id)
    for each in persons:
        why = log.fold.gone.get(each)
        if why is None or (why is not Gone.RESIGNED and not stored.clock(each).turns):
            raise Refusal("not_absent", match=stored.id)
