"""Being back: from a steward, from a pause, from sleep."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import msgspec

from engine import clock as clocks
from engine.clock import FAR, House, Span
from engine.game import Refusal, Seat
from engine.match import Match, Status
from engine.matches import seating
from engine.matches.cache import CachedMatch
from engine.matches.clockwork import Clockwork, with_clocks
from engine.matches.fold import seated
from engine.matches.loader import Loader
from engine.matches.prompts import CLOCK, PLAYER, SIT
from engine.matches.seat_clocks import look_at
from engine.matches.timekeeper import Timekeeper
from engine.matches.writer import Step, Writer
from engine.store import Change, NewNotice, NewTimer, StoredMatch

__all__ = ["IDLE", "Presence"]

IDLE = timedelta(days=30)
"""After so long without a person's act a match sleeps."""
LONGEST_PAUSE = timedelta(days=60)


class Presence:
    """Knows who is back, and lets whole matches rest."""

    def __init__(self, loader: Loader, writer: Writer, clockwork: Clockwork, timekeeper: Timekeeper) -> None:
        self._loader = loader
        self._writer = writer
        self._clockwork = clockwork
        self._timekeeper = timekeeper

    async def back(self, match: int, person: int, click: int) -> Match:
        """The person plays again: the steward gets up, and who has asked for the seat does not sit down.

        An offer of the seat is withdrawn. Raises `Refusal` ``not_seated``, ``not_away``.
        """

        async def work(cached: CachedMatch) -> Match:
            if (click, "back") in cached.clicks:
                return cached.public
            seating.running(cached.stored)
            seat = seating.seat_of(cached.stored, person)
            clock = cached.stored.clock(seat)
            if not clock.is_played_for and not clock.offered and clock.request is None:
                raise Refusal("not_away")
            await self._return(cached, seat, person, (click, "back"))
            return cached.public

        return await self._writer.change(match, work)

    async def there(self, cached: CachedMatch, seat: Seat, person: int) -> None:
        """The person is about to play: a match that sleeps wakes, and a steward gets up.

        For whoever changes the match.
        """
        if cached.stored.house.asleep:
            await self._wake(cached, None)
        if cached.stored.clock(seat).is_played_for:
            await self._return(cached, seat, person, None)

    async def _return(
        self, cached: CachedMatch, seat: Seat, person: int, click: tuple[int, str] | None
    ) -> None:
        stored = cached.stored
        log = await self._loader.log(cached)
        clock, number = stored.clock(seat), len(log.entries)
        reckoning = await self._clockwork.reckoning(stored)
        habits = await self._clockwork.habits(stored, person)
        back = clocks.returned(clock, stored.timing, reckoning.calendar(seat), reckoning.now, habits)
        changed = {seat: back}
        timers = look_at(replace(reckoning, stored=with_clocks(stored, changed)), seat)
        stops = ((CLOCK, seat), (PLAYER, seat), (SIT, seat))
        notices = [NewNotice("back", seat, number)]
        if clock.request is not None:
            notices.append(NewNotice("back", seat, number, person=clock.request.person))
        if clock.absent:
            fold, events = seated(log.fold, number, seat, "return")
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

    # Pauses

    async def pause(self, match: int, person: int, until: datetime, click: int) -> Match:
        """Agree that all clocks stand until then; they do once everybody who is not absent has agreed.

        Raises `Refusal` ``not_seated``, ``no_clocks``, ``pause_past``, ``pause_long``.
        """

        async def work(cached: CachedMatch) -> Match:
            stored, now = cached.stored, self._timekeeper.now()
            if (click, "pause") in cached.clicks:
                return cached.public
            seating.running(stored)
            seat = seating.seat_of(stored, person)
            if not stored.timing.timed:
                raise Refusal("no_clocks", match=match)
            if until <= now:
                raise Refusal("pause_past")
            if until > now + LONGEST_PAUSE:
                raise Refusal("pause_long", most=LONGEST_PAUSE.days)
            house = stored.house
            same = house.pause_until == until
            agreed = {person, *(house.pause_agreed if same else ())}
            needed = {
                one.person
                for number, one in enumerate(stored.occupants)
                if one.person is not None and not stored.clock(number).absent
            }
            if agreed >= needed:
                pauses = (*house.pauses, Span(now, until))
                house = msgspec.structs.replace(house, pauses=pauses, pause_until=None, pause_agreed=())
            else:
                house = msgspec.structs.replace(house, pause_until=until, pause_agreed=tuple(sorted(agreed)))
            notice = NewNotice("pause", seat, stored.entries)
            await self._writer.commit(
                cached, Change(match, replace(stored, house=house), click=(click, "pause"), notices=(notice,))
            )
            return cached.public

        return await self._writer.change(match, work)

    # Sleep

    async def sleep(self, match: int) -> bool:
        """Let the match sleep where no person has done anything for 30 days; whether it does now."""

        async def work(cached: CachedMatch) -> bool:
            stored, now = cached.stored, self._timekeeper.now()
            if stored.status is not Status.RUNNING or stored.house.asleep or stored.acted > now - IDLE:
                return False
            house = msgspec.structs.replace(stored.house, sleeps=(*stored.house.sleeps, Span(now, FAR)))
            notice = NewNotice("asleep", None, stored.entries)
            await self._writer.commit(cached, Change(match, replace(stored, house=house), notices=(notice,)))
            return True

        return await self._writer.change(match, work)

    async def wake(self, match: int, person: int, click: int) -> Match:
        """Somebody seated wakes the match. Raises `Refusal` ``not_seated``, ``awake``."""

        async def work(cached: CachedMatch) -> Match:
            if (click, "wake") in cached.clicks:
                return cached.public
            seating.running(cached.stored)
            seating.seat_of(cached.stored, person)
            if not cached.stored.house.asleep:
                raise Refusal("awake", match=match)
            await self._wake(cached, (click, "wake"))
            return cached.public

        return await self._writer.change(match, work)

    async def _wake(self, cached: CachedMatch, click: tuple[int, str] | None) -> None:
        stored = cached.stored
        now = self._timekeeper.now()
        after = replace(stored, house=_woken(stored.house, now))
        await self._writer.commit(
            cached,
            Change(
                stored.id,
                after,
                click=click,
                notices=(NewNotice("woken", None, stored.entries),),
                stops=tuple((kind, Seat(seat)) for kind in (CLOCK, SIT) for seat in range(stored.size)),
                timers=tuple(_set_anew(stored, now)),
            ),
        )


def _woken(house: House, now: datetime) -> House:
    """Nothing falls due for a while after it: sleep counts as an outage."""
    *before, last = house.sleeps
    return msgspec.structs.replace(house, sleeps=(*before, Span(last.begin, now)))


def _set_anew(stored: StoredMatch, now: datetime) -> list[NewTimer]:
    timers: list[NewTimer] = []
    for number in range(stored.size):
        seat, clock = Seat(number), stored.clock(number)
        if clock.number is not None and clock.since is not None:
            timers.append(NewTimer(CLOCK, seat, clock.number, now))
        if clock.request is not None:
            timers.append(NewTimer(SIT, seat, 0, max(clock.request.due, now + clocks.ABSENT)))
    return timers
