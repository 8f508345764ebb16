"""Getting up, and ending a match before the rules do."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.clock import SeatClock
from engine.game import Refusal, Seat
from engine.match import Match, Status
from engine.matches import seating
from engine.matches.cache import CachedMatch
from engine.matches.fold import noted, seated
from engine.matches.loader import Loader
from engine.matches.prompts import CLOCK, DESERTED
from engine.matches.rulebook import decoded
from engine.matches.writer import Step, Writer
from engine.store import STEWARD, Change, NewNotice, StoredMatch

__all__ = ["Departures"]


class Departures:
    """Lets people leave matches, before the start and after it."""

    def __init__(self, loader: Loader, writer: Writer) -> None:
        self._loader = loader
        self._writer = writer

    async def leave(self, match: int, person: int, click: int) -> Match:
        """Get up. Before the start the seat is free again; later it is resigned: a robot plays on.

        Who has resigned has not won. The next person becomes host; the match is cancelled when no person
        remains, and sleeps when none is left who is there. Who has asked for the seat sits down in it.
        """

        async def work(cached: CachedMatch) -> Match:
            if (click, "leave") in cached.clicks:
                return cached.public
            if cached.stored.status is not Status.RUNNING:
                after = seating.left(cached.stored, person)
                await self._writer.reseat(cached, after, (click, "leave"), person)
                return cached.public
            stored = cached.stored
            seat = seating.seat_of(stored, person)
            after = seating.taken_over(stored, person, STEWARD)
            if after.status is Status.CANCELLED:
                await self._writer.cancel(cached, after, (click, "leave"))
                return cached.public
            log = await self._loader.log(cached)
            number = len(log.entries)
            fold, events = seated(log.fold, number, seat, "resigned")
            step = Step(log.game, fold, events, "seat", seat, "resigned", by=person)
            notices = (NewNotice("seat", seat, number), NewNotice("settle", seat, number, person=person))
            await self._writer.append(
                cached,
                step,
                stored=after,
                click=(click, "leave"),
                notices=notices,
                clocks={seat: _left(stored.clock(seat), person)},
                stops=((CLOCK, seat),),
            )
            if cached.stored.status is Status.RUNNING and seating.is_deserted(cached.stored):
                await self._writer.sleep(cached, DESERTED)
            return cached.public

        return await self._writer.change(match, work)

    async def resign(self, match: int, person: int, click: int) -> Match:
        """Get up from a match that is being played. Raises `Refusal` ``not_started``, or as `leave`."""
        if (await self._loader.get(match)).status is Status.LOBBY:
            raise Refusal("not_started", match=match)
        return await self.leave(match, person, click)

    async def cancel(self, match: int, person: int, click: int, gone: Collection[int] = ()) -> Match:
        """Call the match off. Before the start the host does it alone.

        A running match is cancelled once every person at it has agreed, but for those who are absent and
        whose seats are open, and for those who are `gone` and cannot: `Match.agreed` tells who has. The next
        move by a person withdraws all that.
        """

        async def work(cached: CachedMatch) -> Match:
            stored = cached.stored
            if (click, "cancel") in cached.clicks:
                return cached.public
            if stored.status is Status.LOBBY:
                await self._writer.cancel(cached, seating.called_off(stored, person), (click, "cancel"))
                return cached.public
            after = seating.agreed(stored, person, gone)
            if after.status is Status.CANCELLED:
                await self._writer.cancel(cached, after, (click, "cancel"))
            elif after != stored:
                vote = NewNotice("vote", seating.seat_of(stored, person), stored.entries)
                change = Change(match, after, click=(click, "cancel"), notices=(vote,))
                await self._writer.commit(cached, change)
            return cached.public

        return await self._writer.change(match, work)

    async def end_absent(self, match: int, person: int, click: int, *, won: bool) -> Match:
        """End a match of two sides whose other side is absent: as won, or without result.

        From the steward's first turn on. Raises `Refusal` ``not_seated``, ``not_two_sides``, ``not_absent``.
        """

        async def work(cached: CachedMatch) -> Match:
            stored = cached.stored
            if (click, "end") in cached.clicks:
                return cached.public
            seating.running(stored)
            seat = seating.seat_of(stored, person)
            log = await self._loader.log(cached)
            sides = log.game.sides(decoded(log.game, stored.options), stored.size)
            if len(sides) != 2:
                raise Refusal("not_two_sides", match=match)
            own, other = sorted(sides, key=lambda side: seat not in side)
            if not _all_absent(stored, other) or stored.clock(seat).absent:
                raise Refusal("not_absent", match=match)
            if not won:
                after = replace(stored, status=Status.CANCELLED)
                await self._writer.cancel(cached, after, (click, "end"))
                return cached.public
            text = f"won {','.join(str(each) for each in sorted(own))}"
            fold, events = noted(log.fold, "end", None, text)
            step = Step(log.game, fold, events, "end", None, text, by=person, ends=Status.OVER)
            await self._writer.append(cached, step, click=(click, "end"))
            return cached.public

        return await self._writer.change(match, work)


def _left(clock: SeatClock, person: int) -> SeatClock:
    """The clock of a seat whose person has resigned: who has seen its hand is kept."""
    former = (*clock.former, person)
    return SeatClock(clock.left, former=former, objected=clock.objected, request=clock.request)


def _all_absent(stored: StoredMatch, side: Collection[Seat]) -> bool:
    """Whether every person of the side is absent, and there is one; robots have no say."""
    persons = [each for each in side if stored.occupants[each].person is not None]
    return bool(persons) and all(stored.clock(each).turns > 0 for each in persons)
