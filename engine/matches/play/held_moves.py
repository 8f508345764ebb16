"""Held moves: a move that passes the turn, draws or reveals is entered a little later; a slip costs nothing.

Until then only its person knows of it. It counts as made at the tap, and is entered earlier where its
deadline comes before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.game import Event, Refusal, Seat
from engine.match import seating
from engine.match.answer_delays import apparent_age
from engine.match.changes import Change, NewNotice, NewTimer, StoredMatch, Timer
from engine.match.clock import Held
from engine.match.held_moves import drop_change, held_move_of, still_answers, with_held_move
from engine.match.limits import Limits
from engine.match.log import Log
from engine.match.preview import MovePreview, preview_move
from engine.match.timer_kinds import TimerKind
from engine.match.values import Match, Played, Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match, when_due
from engine.matches.core.consequences import hold_time, short_clocks
from engine.matches.core.deadlines import Deadlines
from engine.matches.core.loader import Loader
from engine.matches.core.writer import Writer
from engine.matches.play.moves import Moves, check_asked
from engine.matches.seats.presence import Presence
from engine.store import Store

__all__ = ["HeldAnswer", "HeldMoves"]

_MAX_TAP_AGE = timedelta(seconds=3)
"""Longest time for which a planned move seems to have been held when its person sends it early."""


@dataclass(frozen=True, slots=True)
class HeldAnswer:
    """The answer to a move that is held."""

    match: Match
    held: Held


class HeldMoves(Changing):
    """Moves that are held until they are entered or dropped."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        writer: Writer,
        moves: Moves,
        presence: Presence,
        deadlines: Deadlines,
        limits: Limits,
    ) -> None:
        self._store = store
        super().__init__(loader, writer)
        self._moves = moves
        self._presence = presence
        self._deadlines = deadlines
        self._limits = limits

    @on_match
    async def submit(
        self,
        cached: CachedMatch,
        person: int,
        text: str,
        asked: int | None,
        click: int,
        *,
        seen: bool = False,
    ) -> Played | HeldAnswer:
        """Make a move as `Moves.play` does, or hold it where it passes the turn, draws or reveals.

        A move whose effects its person has `seen` in a preview is not held: it was looked at already.
        A move replaces another one that is held; the same one changes nothing. Raises as `Moves.play`, and
        `Refusal` ``held_gone`` for a click whose held move is gone.
        """
        if (click, "play") in cached.clicks:
            return await self._moves.play_loaded(cached, cached.stored.id, person, text, asked, click)
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        log = await self._loader.log(cached)
        check_asked(log, seat, text, asked, cached.stored.id)
        text_ = str(log.game.parse(log.fold.state, seat, text))
        earlier = held_move_of(cached.stored, seat)
        same = earlier is not None and earlier.text == text_ and not earlier.planned
        if earlier is not None and (same or (click, "hold") in cached.clicks):
            return HeldAnswer(cached.public, earlier)
        if (click, "hold") in cached.clicks:
            raise Refusal("held_gone", match=cached.stored.id)
        wait = timedelta(0) if seen else await hold_time(self._store, self._limits, cached.stored, person)
        if not wait or not _outlook(log, seat, text_).affects_others:
            return await self._moves.play_loaded(cached, cached.stored.id, person, text, asked, click)
        if cached.stored.row_state.is_asleep or cached.stored.clock(seat).is_played_for:
            await self._presence.prepare_to_play(cached, seat, person)
            log = await self._loader.log(cached)
        held = await self._hold(cached, log, seat, text_, wait, click)
        return HeldAnswer(cached.public, held)

    async def tap_time(self, stored: StoredMatch, log: Log, seat: Seat, person: int, text: str) -> datetime:
        """Return when a person would have tapped a move that is entered now.

        The house's moves count from then: everybody can compare an entry's time with that of its message, and
        would otherwise see which was no tap.
        """
        now = self._deadlines.now()
        wait = await hold_time(self._store, self._limits, stored, person)
        return now - wait if wait and _outlook(log, seat, text).affects_others else now

    async def _send_time(self, stored: StoredMatch, log: Log, seat: Seat, person: int, text: str) -> datetime:
        """Return the tap time of a planned move that its person sends now.

        A tap is held for a moment at least.
        """
        now = self._deadlines.now()
        return now - apparent_age(
            min(now - await self.tap_time(stored, log, seat, person, text), _MAX_TAP_AGE)
        )

    async def _hold(
        self, cached: CachedMatch, log: Log, seat: Seat, text: str, wait: timedelta, click: int
    ) -> Held:
        stored, now = cached.stored, self._deadlines.now()
        reckoning = await self._deadlines.reckoning(stored)
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
        """Return the known effects of the person's move. Raises as `Queries.understand`."""
        cached, log = await self._loader.load_started(match)
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        check_asked(log, seat, text, asked, match)
        return _outlook(log, seat, text)

    async def foresee(self, match: int, person: int, text: str) -> tuple[Event, ...]:
        """Return the events of the person's move that are known before anything is drawn or revealed.

        Raises as `Queries.understand`.
        """
        return (await self.outlook(match, person, text)).events

    @on_match
    async def send(self, cached: CachedMatch, person: int, question: int) -> Played:
        """Enter the person's held move now.

        Raises `Refusal` ``held_gone``, ``not_seated``, or as `Moves.play` for a match that is not running.
        """
        held = self._held_by_button(cached, person, question)
        await self.enter(cached, held)
        if (held.click, "play") not in cached.clicks:
            raise Refusal("held_gone", match=cached.stored.id)
        played = await self._moves.play_loaded(cached, cached.stored.id, person, held.text, None, held.click)
        return replace(played, is_repeat=False)

    @on_match
    async def outcome(self, cached: CachedMatch, person: int, held: Held) -> Played | None:
        """Return the move that this held one of the person's has become; `None` where it is no entry.

        Nothing is changed.
        """
        if (held.click, "play") not in cached.clicks:
            return None
        return await self._moves.play_loaded(cached, cached.stored.id, person, held.text, None, held.click)

    @on_match
    async def drop(self, cached: CachedMatch, person: int, question: int) -> Match:
        """Drop the person's held move, which nobody has seen. Raises as `send`."""
        held = self._held_by_button(cached, person, question)
        await self._writer.commit(cached, drop_change(cached.stored, held))
        return cached.public

    def _held_by_button(self, cached: CachedMatch, person: int, question: int) -> Held:
        """Return the held move that the button of that question means. Raises as `send`."""
        seating.require_running(cached.stored)
        held = held_move_of(cached.stored, seating.seat_of(cached.stored, person))
        if held is None or held.question != question:
            raise Refusal("held_gone", match=cached.stored.id)
        return held

    async def enter(self, cached: CachedMatch, held: Held, timer: int | None = None) -> None:
        """Enter a held move, within a change; `timer` has caused it.

        A tap counts from when it was made; a plan counts as if it had been tapped (`tap_time`), because it
        may have waited until people could press. A move that no question asks for any more is dropped, and
        its person is told.
        """
        stored, seat = cached.stored, Seat(held.seat)
        person, log = stored.occupants[seat].person, await self._loader.log(cached)
        if person is not None and still_answers(held, log.fold.seats[seat]):
            click, text = (held.click, "play"), held.text
            try:
                log.game.parse(log.fold.state, seat, text)
            except Refusal:
                pass  # the rules have changed since
            else:
                due = held.planned and timer is not None
                at = held.at
                if held.planned:
                    when = self.tap_time if due else self._send_time
                    at = await when(stored, log, seat, person, text)
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
        """Enter the held move whose time is over; return `False` where none is held any more."""
        stored = cached.stored
        held = held_move_of(stored, timer.seat)
        if stored.status is not Status.RUNNING or held is None:
            return False
        if held.due > self._deadlines.now():
            await self._store.set_timer(timer.id, held.due)  # a newer move has taken its place
            return True
        await self.enter(cached, held, timer.id)
        return True


def _outlook(log: Log, seat: Seat, text: str) -> MovePreview:
    return preview_move(log.game, log.fold, len(log.entries), seat, text)
