"""Pauses of a match by agreement: all its clocks stand still until a day, or until all want to go on."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import msgspec

from engine.game import Refusal, Seat
from engine.match import seating
from engine.match.changes import EPOCH, Change, NewNotice, NewTimer, StoredMatch, Timer
from engine.match.clock import SeatClock, Span
from engine.match.fold import round_calls
from engine.match.timer_kinds import TimerKind
from engine.match.values import SUMMARY, Match, Status
from engine.matches.core import consequences
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match, when_due
from engine.matches.core.deadlines import Deadlines, with_clocks
from engine.matches.core.loader import Loader
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Writer
from engine.store import Store

__all__ = ["Pauses"]

LONGEST_PAUSE = timedelta(days=60)


class Pauses(Changing):
    """Beginning, changing and ending pauses."""

    def __init__(
        self, store: Store, loader: Loader, writer: Writer, deadlines: Deadlines, timekeeper: Timekeeper
    ) -> None:
        self._store = store
        super().__init__(loader, writer)
        self._deadlines = deadlines
        self._timekeeper = timekeeper

    @on_match
    async def pause(self, cached: CachedMatch, person: int, until: datetime | None, click: int) -> Match:
        """Agree that all clocks stand still until then; with `None`, that a pause ends now.

        It is so once everybody who is not absent has agreed to the same. Raises `Refusal` ``not_seated``,
        ``no_clocks``, ``asleep``, ``not_paused``, ``pause_past``, ``pause_long``, ``league_table``.
        """
        stored, now = cached.stored, self._timekeeper.now()
        if (click, "pause") in cached.clicks:
            return cached.public
        seating.require_running(stored)
        seating.require_no_league(stored)
        seat = seating.seat_of(stored, person)
        if not stored.timing.is_timed:
            raise Refusal("no_clocks", match=stored.id)
        if stored.row_state.is_asleep:
            raise Refusal("asleep", match=stored.id)
        state, running = stored.row_state, stored.row_state.pause(now)
        wish = EPOCH if until is None else until
        if running is None and until is None:
            raise Refusal("not_paused", match=stored.id)
        if until is not None and until <= now:
            raise Refusal("pause_past")
        if until is not None and until > now + LONGEST_PAUSE:
            raise Refusal("pause_long", most=LONGEST_PAUSE.days)
        if running is not None and running.end == until:
            return cached.public  # nothing would change
        agreed = {person, *(state.pause_agreed if state.pause_until == wish else ())}
        needed = {
            one.person
            for number, one in enumerate(stored.occupants)
            if one.person is not None and not stored.clock(number).is_absent
        }
        notice = NewNotice("pause", seat, stored.entries)
        if agreed >= needed:
            span = Span(now if running is None else running.begin, max(now, wish))
            change = await self._pause_change(cached, span, agreed)
        else:
            state = msgspec.structs.replace(state, pause_until=wish, pause_agreed=tuple(sorted(agreed)))
            change = Change(stored.id, replace(stored, row_state=state))
        change = replace(change, click=(click, "pause"), notices=(notice, *change.notices))
        await self._writer.commit(cached, change)
        return cached.public

    async def _pause_change(self, cached: CachedMatch, pause: Span, agreed: set[int]) -> Change:
        """Return the change by which this is the match's latest pause from now on.

        No deadline of an absent person, who has not agreed, comes nearer by it.
        """
        stored, now = cached.stored, self._timekeeper.now()
        before = [each for each in stored.row_state.pauses if each.begin != pause.begin]
        state = msgspec.structs.replace(
            stored.row_state, pauses=(*before, pause), pause_until=None, pause_agreed=()
        )
        after, changed = replace(stored, row_state=state), dict[Seat, SeatClock]()
        was, is_ = await self._deadlines.reckoning(stored), await self._deadlines.reckoning(after)
        for number in range(stored.size):
            seat, clock = Seat(number), stored.clock(number)
            due, shown = is_.deadline(seat), was.deadline(seat)
            if stored.occupants[number].person not in agreed and due and shown and due < shown:
                changed[seat] = msgspec.structs.replace(clock, given=clock.given + (shown - due))
        running = [
            (Seat(each), number)
            for each in range(stored.size)
            if (number := stored.clock(each).number) is not None and stored.clock(each).since is not None
        ]
        over, until = pause.end <= now, stored.row_state.pause(now)
        longer = pause.end - (now if until is None else until.end)
        short = await consequences.short_clocks_moved(self._store, stored, longer, now)
        return Change(
            stored.id,
            with_clocks(after, changed),
            notices=tuple(await self._calls(cached)) if over else (),
            stops=(
                (TimerKind.PAUSE, None),
                *((TimerKind.CLOCK, seat) for seat, _ in running),
                *((TimerKind.LAPSE, each.seat) for each in short),
            ),
            timers=(
                *short,
                *(NewTimer(TimerKind.CLOCK, seat, number, now) for seat, number in running),
                *(() if over else (NewTimer(TimerKind.PAUSE, None, 0, pause.end),)),
            ),
            clocks=tuple(changed.items()),
        )

    @when_due
    async def call_after_pause(self, cached: CachedMatch, timer: Timer) -> bool:
        """Call those who are asked, as the pause is over; return `False` where none has just ended."""
        stored, now = cached.stored, self._timekeeper.now()
        state = stored.row_state
        if stored.status is not Status.RUNNING or state.is_asleep or state.pause(now) is not None:
            return False
        notices = (NewNotice("pause", None, stored.entries), *await self._calls(cached))
        await self._writer.commit(
            cached, Change(stored.id, _without_wish(stored), notices=notices, timer_done=timer.id)
        )
        return True

    async def _calls(self, cached: CachedMatch) -> list[NewNotice]:
        """Return the notices that call again those who are asked.

        In a round of several, those who have chosen are called too: everybody can see who is called, and
        would otherwise know who has not chosen.
        """
        stored, fold = cached.stored, (await self._loader.log(cached)).fold
        return [
            NewNotice(SUMMARY, seat, number, person=person)
            for seat in (round_calls(fold) if fold.pending else ())
            if (person := stored.occupants[seat].person) is not None
            and stored.robot(seat) is None
            and not stored.clock(seat).is_absent
            and (number := fold.seats[seat].call_entry) is not None
        ]


def _without_wish(stored: StoredMatch) -> StoredMatch | None:
    """Return the match without a wish to change the pause that is over; `None` where there was no wish."""
    if stored.row_state.pause_until is None:
        return None
    state = msgspec.structs.replace(stored.row_state, pause_until=None, pause_agreed=())
    return replace(stored, row_state=state)
