"""Queries: everything that people may know about matches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from engine.game import AnyGame, Event, Refusal, Result, Seat
from engine.match import seating
from engine.match.changes import StoredMatch
from engine.match.clock import Held, SeatClock, pace_of, with_call
from engine.match.course import Scene, scenes, unveiled_scenes
from engine.match.export import record_of
from engine.match.fold import current_round, last_answered
from engine.match.held_moves import held_move_of
from engine.match.log import Log
from engine.match.plans import plan_of
from engine.match.replay import Shot, views_since
from engine.match.undo import way_back
from engine.match.values import Ahead, Entry, Match, Round, SearchWord, SeatTime, Situation, Status
from engine.match.visibility import visible_entries
from engine.matches.core.cache import CachedMatch
from engine.matches.core.consequences import only_move, short_clocks
from engine.matches.core.deadlines import Deadlines, Reckoning, with_clocks
from engine.matches.core.loader import Loader
from engine.matches.play.moves import check_asked
from engine.outcome import STEWARDS, forfeited_seats, ranking, winners, won_by
from engine.record import write
from engine.store import Store, StoreError, losses

__all__ = ["End", "Queries", "end_of", "events_shown"]

FIRST_PAUSE, LONGEST_PAUSE, PAUSE_GROWTH = 0.03, 1.0, 1.1
"""Seconds between two looks at a match whose robots are waited for: at first, at most; and the factor between
two pauses. Several processes on one database ask it each time."""
_ROBOT_BEGINS = (*(("seat", text) for text in STEWARDS), ("host", "replace"))
"""Kinds and texts of the entries after which a robot plays for a seat's person."""


def _last_by_person(entries: Sequence[Entry], seat: Seat, last: int) -> int:
    """Return the seat's last move by its person, or its last one at all if there is none.

    What the house or a steward has played for the seat since is news.
    """
    for entry in reversed(entries):
        if entry.seat == seat and (entry.kind, entry.text) in _ROBOT_BEGINS:
            moves = (one for one in reversed(entries[: entry.number]) if one.seat == seat)
            return next((one.number for one in moves if one.kind == "move" and one.by is not None), 0)
        if entry.seat == seat and entry.by is not None and entry.kind == "move":
            return min(last, entry.number)
    return last


def _all_forced(log: Log) -> bool:
    """Return whether every seat that is asked has one move only, as everybody can see."""
    fold, game = log.fold, log.game
    return bool(fold.pending) and all(
        game.defaults(fold.state, seat).forced is not None for seat in fold.pending
    )


def _known_until(log: Log, seat: Seat | None, asking: Round | None) -> int:
    """Return the entry up to which the viewer knows everything.

    A private series is one message from beginning to end: it tells all that has happened since it began.
    """
    last = tuple(own.last_move for own in log.fold.seats)
    if seat is not None:
        return _last_by_person(log.entries, seat, last[seat])
    if asking is None:
        return min(last)
    if asking.private and asking.ringing_entry is not None:
        return min(asking.news_since, asking.ringing_entry)
    return asking.news_since


def _may_step_back(log: Log, seat: Seat, person: int | None, match: Match) -> bool:
    try:
        return way_back(log, seat, person or 0, match.id, before_chance=match.before_chance).alone
    except Refusal:
        return False


def _may_plan(stored: StoredMatch, log: Log, seat: Seat) -> bool:
    if stored.row_state.is_asleep or stored.clock(seat).is_absent:
        return False
    return log.game.anticipate(log.fold.state, seat) is not None


@dataclass(frozen=True, slots=True)
class End:
    """The end of a match; of a running one, the end it would have now."""

    result: Result | None
    """The ranking among those who count."""
    rules: Result | None
    """The ranking by the game's rules alone."""
    forfeited: frozenset[Seat]
    won: tuple[Seat, ...]

    @property
    def differs(self) -> bool:
        """Return whether the ranking differs from that by the rules."""
        return self.result != self.rules


def end_of(cached: CachedMatch, log: Log) -> End:
    known, game = cached.public, log.game
    persons = {Seat(seat) for seat, one in enumerate(known.occupants) if one.person is not None or one.name}
    lost = forfeited_seats(game.sides(cached.options, known.size), persons, log.fold.gone)
    won = won_by(log.entries[-1]) if known.status is Status.OVER else ()
    rules = game.result(log.fold.state)
    counted = ranking(rules, known.size, lost, won) if known.status is Status.OVER else rules
    return End(counted, rules, lost, won)


def events_shown(
    game: AnyGame, entries: Sequence[tuple[Event, ...]], end: End
) -> Sequence[tuple[Event, ...]]:
    """Return the events by entry, with the winners of the ranking in place of those by the rules."""
    if not end.differs or end.result is None or end.won:
        return entries
    named = {f"{game.key}.won", f"{game.key}.drawn"}
    instead = Event("won_among", None, {"seats": winners(end.result), "lost": tuple(sorted(end.forfeited))})
    return [
        tuple(instead if event.code in named else event for event in events)
        if any(event.code in named for event in events)
        else events
        for events in entries
    ]


def _expected(reckoning: Reckoning, time: SeatTime, clock: SeatClock) -> datetime | None:
    """Return the deadline of a seat whose call is delivered as soon as quiet hours and leave let it."""
    stored, seat = reckoning.stored, time.seat
    if clock.number is None or stored.occupants[seat].person is None:
        return None
    heard = time.leave_until or reckoning.now
    delivered = with_call(clock, clock.number, clock.habits.quiet_until(heard) or heard, clock.habits)
    return replace(reckoning, stored=with_clocks(stored, {seat: delivered})).deadline(seat)


def _timeless(cached: CachedMatch, log: Log, seat: Seat | None, after: int | None) -> Situation:
    """Return what a seat may know of a match, without what goes by time and by person."""
    game, fold, known = log.game, log.fold, cached.public
    ended = known.status is not Status.RUNNING
    asking = None if ended else current_round(fold)
    if asking is not None:
        # Whose move is made at once is not called, however soon the others' message is sent.
        calls = [one for one in asking.calls if game.defaults(fold.state, one.seat).forced is None]
        calling = game.calling(fold.state)
        asking = replace(asking, calls=tuple(calls), daily=calling.daily, private=calling.private)
    last = tuple(own.last_move for own in fold.seats)
    after = _known_until(log, seat, asking) if after is None else after
    open_question = (
        None if seat is None or ended or fold.seats[seat].question_entry is None else fold.seats[seat]
    )
    end = end_of(cached, log)
    view = game.view(fold.state, seat)
    if end.differs and end.result is not None:
        view = game.concluded(view, end.result)
    return Situation(
        match=known,
        seat=seat,
        pending=() if ended else fold.pending,
        question_entry=open_question and open_question.question_entry,
        view=view,
        moves=() if seat is None or open_question is None else game.moves(fold.state, seat),
        news=visible_entries(
            log.entries, events_shown(game, log.events, end), seat, after + 1, ended, fold.undone_entries
        ),
        last_moves=last,
        round=asking,
        forced=seat is None and asking is not None and _all_forced(log),
        question_number=open_question and open_question.question_number,
        last_answered=0 if seat is None else last_answered(fold.seats[seat]),
        call_entry=open_question and open_question.call_entry,
        call_number=open_question and open_question.call_number,
        result=end.result,
        forfeited=end.forfeited,
        gone=fold.gone,
        won=end.won,
        lost_calls=fold.lost_calls,
        lost_questions=() if seat is None else fold.seats[seat].lost_questions,
    )


class Queries:
    """Answers to questions about matches, by the rules of who may know what."""

    def __init__(self, store: Store, loader: Loader, deadlines: Deadlines) -> None:
        self._store = store
        self._loader = loader
        self._deadlines = deadlines

    async def find(
        self,
        person: int,
        statuses: Sequence[Status],
        game: str | None = None,
        words: Sequence[SearchWord] = (),
        *,
        limit: int,
    ) -> Sequence[Match]:
        """Return the newest matches in which the person sits, of that game, that contain all the words."""
        found = await self._store.find_matches(person, statuses, game, words, limit)
        return [self._loader.public_match(stored) for stored in found]

    async def match_count(self, person: int, statuses: Sequence[Status]) -> int:
        """Return the number of matches in which the person sits."""
        return await self._store.count(statuses, person=person)

    async def open_lobbies(self, channel: int, game: str, person: int, *, limit: int) -> Sequence[Match]:
        """Return the newest lobbies shown in that channel that the person can join."""
        found = await self._store.open_lobbies(channel, game, person, limit)
        return [self._loader.public_match(stored) for stored in found]

    async def lobbies_at(self, guild: int, *, limit: int) -> Sequence[Match]:
        """Return the newest lobbies of that server."""
        return [self._loader.public_match(stored) for stored in await self._store.lobbies_at(guild, limit)]

    async def waiting_for(self, person: int, game: str | None = None) -> frozenset[int]:
        """Return the running matches that wait for the person. `Store.waiting_for` spares rebuilding most."""
        found: set[int] = set()
        for match, waits in (await self._store.waiting_for(person, game)).items():
            if waits is None:
                waits = await self.is_waiting_for(match, person)
            if waits:
                found.add(match)
        return frozenset(found)

    async def is_waiting_for(self, match: int, person: int) -> bool:
        """Return whether the match waits for the person, by its log."""
        try:
            situation = await self.situation(match, person)
        except StoreError:
            raise
        except Refusal:
            return False  # damaged, or its rules are gone
        return situation.seat in situation.pending and situation.held is None

    async def wait_for_robots(self, match: int, person: int, longest: timedelta) -> bool:
        """Wait until the person must decide or nothing is asked any more, at most so long; return whether so.

        A move that the house makes in the person's place is waited for too.
        """
        end, pause = time.monotonic() + longest.total_seconds(), FIRST_PAUSE
        while not await self._is_persons_turn(match, person):
            if time.monotonic() >= end:
                return False
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, pause * PAUSE_GROWTH)
        return True

    async def wait_for_hold(self, match: int, person: int, held: Held, longest: timedelta) -> bool:
        """Wait until this held move of the person's is due and held no longer; return whether it is so.

        It takes at most `longest`. A hold that ends early is noticed when it would have been due.
        """
        end, pause = time.monotonic() + longest.total_seconds(), FIRST_PAUSE
        due = (held.due - self._deadlines.now()).total_seconds()
        await asyncio.sleep(max(0.0, min(due, longest.total_seconds())))
        while await self._held(match, person) == held:
            if time.monotonic() >= end:
                return False
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, pause * PAUSE_GROWTH)
        return True

    async def _held(self, match: int, person: int) -> Held | None:
        cached, _ = await self._loader.load_started(match)
        return held_move_of(cached.stored, cached.public.seat_of(person))

    async def _is_persons_turn(self, match: int, person: int) -> bool:
        cached, log = await self._loader.load_started(match)
        stored = cached.stored
        if stored.status is not Status.RUNNING or stored.row_state.is_asleep:
            return True
        seat = next((Seat(seat) for seat, one in enumerate(stored.occupants) if one.person == person), None)
        if seat is None or not log.fold.pending:
            return True
        return seat in log.fold.pending and log.game.defaults(log.fold.state, seat).forced is None

    async def situation(self, match: int, person: int | None, after: int | None = None) -> Situation:
        """Return the match as the person's seat may know it; without a seat or a person, as a spectator.

        `news` begins after entry `after`, by default after the viewer's own last move. For a spectator it has
        the news of those who are asked (`Round.news_since`), or after the end everything after the seats'
        last moves. Raises `Refusal` ``not_started`` for a match that never started.
        """
        return await self._situation(*await self._loader.load_started(match), person, after)

    async def _situation(
        self, cached: CachedMatch, log: Log, person: int | None, after: int | None = None
    ) -> Situation:
        """Return the match as `situation` does, as it was loaded."""
        game, fold, known = log.game, log.fold, cached.public
        seat = known.seat_of(person)
        situation = cached.shown.get(
            cached.stored, fold, (seat, after), lambda: _timeless(cached, log, seat, after)
        )
        if situation.match.status is not Status.RUNNING:
            return situation
        reckoning = await self._deadlines.reckoning(cached.stored)
        short = await short_clocks(self._store, cached.stored, game, fold)
        times = [reckoning.time(Seat(each), short.get(Seat(each))) for each in range(known.size)]
        for one in times:
            clock = cached.stored.clock(one.seat)
            waits = clock.number is not None and clock.since is None and one.deadline is None
            if waits and (expected := _expected(reckoning, one, clock)) is not None:
                times[one.seat] = replace(one, expected=expected)
        asked = fold.pending if seat is None or seat not in fold.pending else (seat,)
        due = [times[each].deadline for each in asked]
        state = cached.stored.row_state
        pause = state.pause(reckoning.now)
        return replace(
            situation,
            deadline=min((each for each in due if each is not None), default=None),
            held=None if seat is None else held_move_of(cached.stored, seat),
            plan=plan_of(cached.stored, seat),
            may_plan=seat is not None and _may_plan(cached.stored, log, seat),
            can_step_back=seat is not None and _may_step_back(log, seat, person, known),
            has_standing_order=seat is not None and game.defaults(fold.state, seat).ordered is not None,
            answers_soon=seat is not None and game.defaults(fold.state, seat).soon,
            has_only_move=person is not None
            and seat is not None
            and seat in fold.pending
            and await only_move(self._store, game, fold, seat, person) is not None,
            at=reckoning.now,
            times=tuple(times),
            paused_until=None if pause is None else pause.end,
            was_paused=bool(state.pauses),
            pace_asked=None if state.pace_wish is None else (pace_of(state.pace_wish), state.pace_agreed),
            paced=state.paced,
            pause_asked=None if state.pause_until is None else (state.pause_until, state.pause_agreed),
        )

    async def playback(
        self, match: int, person: int | None, lingering: Collection[str] = ()
    ) -> tuple[Situation, list[Shot]]:
        """Return the situation, and the views that the person has had since their last move, oldest first.

        The first view is the one after that move. If one of the `lingering` events followed from the move,
        all its stages come first. Where nothing was seen since, that turn is shown too. Raises as
        `situation`.
        """
        cached, log = await self._loader.load_started(match)
        # Both change with the match: text and film are of one moment, whatever is played while they are made.
        cached, log = replace(cached), replace(log, entries=[*log.entries], events=[*log.events])
        situation = await self._situation(cached, log, person)
        seat, entries = situation.seat, log.entries
        since = _known_until(log, seat, situation.round)
        own = log.fold.seats if seat is None else (log.fold.seats[seat],)
        turn = min(each.turn_start for each in own)
        first: list[Shot] = []
        for start in dict.fromkeys((since, min(since, turn), 0)):
            first, later = await asyncio.to_thread(
                views_since, log.game, cached.options, cached.stored.size, entries, start, seat
            )
            if not any(code in lingering for shot in first for code in shot.codes):
                del first[:-1]
            last = later or first
            if situation.match.status.has_ended:
                last[-1] = last[-1]._replace(view=situation.view)
            elif last[-1].view != situation.view:
                later.append(Shot(situation.view, frozenset()))
            if later:  # the news tell also of a move of which more than the result is shown
                told = start - 1 if len(first) > 1 else start
                return await self._situation(cached, log, person, told), [*first, *later]
        return situation, first

    async def course(
        self, match: int, person: int | None, *, unveiled: bool = False, recent: bool = False
    ) -> tuple[Situation, list[Scene]]:
        """Return the situation, and every step of the match that the person has seen, oldest first.

        `unveiled` shows what was secret at its true moment too, once the match has ended: a running one shows
        nobody more than their seat has seen. `recent` begins after the person's last move. The last step is
        the present. Raises as `situation`.
        """
        cached, log = await self._loader.load_started(match)
        cached, log = replace(cached), replace(log, entries=[*log.entries], events=[*log.events])
        situation = await self._situation(cached, log, person)
        given = log.game, cached.options, cached.stored.size, log.entries
        ended = situation.match.status.has_ended
        if unveiled and ended:
            found = await asyncio.to_thread(unveiled_scenes, *given)
            if situation.result is not None:
                view = log.game.concluded(found[-1].view, situation.result)
                found[-1] = found[-1]._replace(view=view)
            return situation, found
        since = _known_until(log, situation.seat, situation.round) if recent else 0
        found = await asyncio.to_thread(scenes, *given, situation.seat, since)
        if ended:
            found[-1] = found[-1]._replace(view=situation.view)
        elif found[-1].view != situation.view:
            found.append(Scene(log.entries[-1].number, situation.view, ()))
        return situation, found

    async def robot_matches(self, person: int) -> tuple[int, ...]:
        """Return the matches in which a robot plays for the absent person, the lowest number first."""
        return tuple(
            sorted(
                each.match
                for each in await self._store.seats_of(person)
                if each.clock is not None and each.clock.is_absent and not each.row_state.is_asleep
            )
        )

    async def deadlines(self, person: int) -> Mapping[int, datetime]:
        """Return the deadlines of the person's open questions, by match."""
        return await self._deadlines.deadlines(person, await self._store.seats_of(person))

    async def understand(self, match: int, person: int, text: str, asked: int | None = None) -> Any:
        """Return the legal move that `text` means for the person's seat now. Nothing is played.

        `asked` and the refusals are as in `Moves.play`, but a click that has already played is refused too.
        """
        cached, log = await self._loader.load_started(match)
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        check_asked(log, seat, text, asked, match)
        return log.game.parse(log.fold.state, seat, text)

    async def preview(
        self, match: int, person: int, text: str, asked: int | None = None
    ) -> tuple[Any, Sequence[Ahead]]:
        """Return the legal move of `text`, and its effects (`Game.foresee`). Raises as `understand`."""
        cached, log = await self._loader.load_started(match)
        move = await self.understand(match, person, text, asked)
        seat = seating.seat_of(cached.stored, person)
        return move, [
            Ahead(
                ahead.step,
                log.game.view(ahead.state, seat),
                tuple(each for each in ahead.events if each.to is None or seat in each.to),
            )
            for ahead in log.game.foresee(log.fold.state, seat, move)
        ]

    async def log(self, match: int, person: int | None) -> Sequence[tuple[Entry, tuple[Event, ...]]]:
        """Return the log as that person may know it, oldest first; the whole log once the match has ended."""
        cached, log = await self._loader.load_started(match)
        known = cached.public
        told = events_shown(log.game, log.events, end_of(cached, log))
        return visible_entries(
            log.entries, told, known.seat_of(person), 0, known.status is not Status.RUNNING
        )

    async def record(self, match: int) -> str:
        """Return an ended match as a text for `engine.record`. Raises `Refusal` ``not_over``."""
        if not (await self._loader.get(match)).status.has_ended:
            raise Refusal("not_over", match=match)
        cached, log = await self._loader.load_started(match)
        return write(record_of(cached.stored, log.entries, published=True))

    async def has_restored_backup(self) -> bool:
        """Return whether an older backup has ever been put back."""
        return await self._store.note(losses.NOTE) is not None
