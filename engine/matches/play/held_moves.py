"""Held moves: what passes the turn, draws or reveals becomes an entry a little later: a slip costs nothing.

Until then it is its person's alone. It counts as made at the tap: where its deadline comes before, it is
entered then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.game import Event, Refusal, Seat
from engine.match import seating
from engine.match.answer_delays import apparent_age
from engine.match.changes import Change, NewNotice, NewTimer, Timer
from engine.match.clock import Held
from engine.match.held_moves import drop_change, held_move_of, still_answers, with_held_move
from engine.match.limits import Limits
from engine.match.log import Log
from engine.match.preview import MovePreview, preview_move
from engine.match.timer_kinds import TimerKind
from engine.match.values import Match, Played, Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match, when_due
from engine.matches.core.consequences import held_for, short_clocks
from engine.matches.core.deadlines import Clockwork
from engine.matches.core.loader import Loader
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Writer
from engine.matches.play.moves import Moves, check_asked
from engine.matches.seats.presence import Presence
from engine.store import Store

__all__ = ["Holding", "Kept"]

_MOMENT = timedelta(seconds=3)
"""So long at most who sends a planned move seems to have held it: it was asked for longer ago."""


@dataclass(frozen=True, slots=True)
class Kept(Changing):
    """The answer to a move that is held."""

    match: Match
    held: Held


class Holding(Changing):
    """Holds moves, enters them, lets them go."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        writer: Writer,
        moves: Moves,
        presence: Presence,
        clockwork: Clockwork,
        timekeeper: Timekeeper,
        limits: Limits,
    ) -> None:
        self._store = store
        super().__init__(loader, writer)
        self._moves = moves
        self._presence = presence
        self._clockwork = clockwork
        self._timekeeper = timekeeper
        self._limits = limits

    @on_match
    async def submit(
        self, cached: CachedMatch, person: int, text: str, asked: int | None, click: int
    ) -> Played | Kept:
        """Make a move as `Moves.play` does, or hold it where it passes the turn, draws or reveals.

        Another move takes the place of one that is held; the same one changes nothing. Raises as `play`, and
        `Refusal` ``held_gone`` for a click that has held what is held no more.
        """
        if (click, "play") in cached.clicks:
            return await self._moves.play_loaded(cached, cached.stored.id, person, text, asked, click)
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        log = await self._loader.log(cached)
        check_asked(log, seat, text, asked, cached.stored.id)
        text_ = str(log.game.parse(log.fold.state, seat, text))
        standing = held_move_of(cached.stored, seat)
        same = standing is not None and standing.text == text_ and not standing.planned
        if standing is not None and (same or (click, "hold") in cached.clicks):
            return Kept(cached.public, standing)
        if (click, "hold") in cached.clicks:
            raise Refusal("held_gone", match=cached.stored.id)
        wait = await held_for(self._store, self._limits, person)
        if not wait or not _outlook(log, seat, text_).affects_others:
            return await self._moves.play_loaded(cached, cached.stored.id, person, text, asked, click)
        if cached.stored.house.asleep or cached.stored.clock(seat).is_played_for:
            await self._presence.there(cached, seat, person)
            log = await self._loader.log(cached)
        held = await self._hold(cached, log, seat, text_, wait, click)
        return Kept(cached.public, held)

    async def tap_time(self, log: Log, seat: Seat, person: int, text: str) -> datetime:
        """When a person's move that is entered now would have been tapped: the house's counts from then.

        All can compare an entry's time with its message's: otherwise they would tell what was no tap.
        """
        now = self._timekeeper.now()
        wait = await held_for(self._store, self._limits, person)
        return now - wait if wait and _outlook(log, seat, text).affects_others else now

    async def _sent(self, log: Log, seat: Seat, person: int, text: str) -> datetime:
        """The same where its person lets a planned move count now: a tap is held for a moment at least."""
        now = self._timekeeper.now()
        return now - apparent_age(min(now - await self.tap_time(log, seat, person, text), _MOMENT))

    async def _hold(
        self, cached: CachedMatch, log: Log, seat: Seat, text: str, wait: timedelta, click: int
    ) -> Held:
        stored, now = cached.stored, self._timekeeper.now()
        reckoning = await self._clockwork.reckoning(stored)
        short = await short_clocks(self._store, stored, log.game, log.fold)
        ends = [due for due in (short.get(seat), reckoning.deadline(seat)) if due is not None and due > now]
        due = min((now + wait, *ends))
        held = Held(seat, text, log.fold.seats[seat].question_number, click, now, due)
        change = Change(
            stored.id,
            with_held_move(stored, held),
            click=(click, "hold"),
            timers=(NewTimer(TimerKind.HOLD, seat, held.question, due),),
            stops=((TimerKind.HOLD, seat),),
        )
        await self._writer.commit(cached, change)
        return held

    async def outlook(self, match: int, person: int, text: str, asked: int | None = None) -> MovePreview:
        """What comes of the person's move, as far as that is known. Raises as `Queries.understand`."""
        cached, log = await self._loader.load_started(match)
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        check_asked(log, seat, text, asked, match)
        return _outlook(log, seat, text)

    async def foresee(self, match: int, person: int, text: str) -> tuple[Event, ...]:
        """What comes of the person's move, as far as that is known before anything is drawn or revealed.

        Raises as `Queries.understand`.
        """
        return (await self.outlook(match, person, text)).events

    @on_match
    async def send(self, cached: CachedMatch, person: int, question: int) -> Played:
        """Enter the person's held move now.

        Raises `Refusal` ``held_gone``, ``not_seated``, or as `Moves.play` for a match that is not played.
        """
        held = self._meant(cached, person, question)
        await self.enter(cached, held)
        if (held.click, "play") not in cached.clicks:
            raise Refusal("held_gone", match=cached.stored.id)
        played = await self._moves.play_loaded(cached, cached.stored.id, person, held.text, None, held.click)
        return replace(played, is_repeat=False)

    @on_match
    async def drop(self, cached: CachedMatch, person: int, question: int) -> Match:
        """Hold the person's move no more: nobody has seen it. Raises as `send`."""
        held = self._meant(cached, person, question)
        await self._writer.commit(cached, drop_change(cached.stored, held))
        return cached.public

    def _meant(self, cached: CachedMatch, person: int, question: int) -> Held:
        """What the button of that question means. Raises as `send`."""
        seating.require_running(cached.stored)
        held = held_move_of(cached.stored, seating.seat_of(cached.stored, person))
        if held is None or held.question != question:
            raise Refusal("held_gone", match=cached.stored.id)
        return held

    async def enter(self, cached: CachedMatch, held: Held, timer: int | None = None) -> None:
        """The held move becomes an entry, within a change; `timer` has caused it.

        A tap counts from when it was made, a plan as if it had been tapped (`tapped`): it may have waited
        until people could press.
        Where nothing asks for it any more it is dropped with a word to its person.
        """
        stored, seat = cached.stored, Seat(held.seat)
        person, log = stored.occupants[seat].person, await self._loader.log(cached)
        if person is not None and still_answers(held, log.fold.seats[seat]):
            click, text = (held.click, "play"), held.text
            try:
                log.game.parse(log.fold.state, seat, text)
            except Refusal:
                pass  # other rules than those by which it was made
            else:
                due = held.planned and timer is not None
                at = held.at
                if held.planned:
                    when = self.tap_time if due else self._sent
                    at = await when(log, seat, person, text)
                await self._moves.make(
                    cached,
                    log,
                    seat,
                    text,
                    by=person,
                    click=click,
                    timer=timer,
                    at=at,
                    planned=due,
                )
                return
        said = () if person is None else (NewNotice("overtaken", seat, stored.entries, person=person),)
        await self._writer.commit(cached, drop_change(stored, held, notices=said, timer=timer))

    @when_due
    async def fall_due(self, cached: CachedMatch, timer: Timer) -> bool:
        """The time of a held move is over; `False` where none is held any more."""
        stored = cached.stored
        held = held_move_of(stored, timer.seat)
        if stored.status is not Status.RUNNING or held is None:
            return False
        if held.due > self._timekeeper.now():
            await self._store.set_timer(timer.id, held.due)  # it was made anew
            return True
        await self.enter(cached, held, timer.id)
        return True


def _outlook(log: Log, seat: Seat, text: str) -> MovePreview:
    return preview_move(log.game, log.fold, len(log.entries), seat, text)
