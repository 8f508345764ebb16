"""Moves: by people, and for a seat."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import msgspec

from engine.chance import SeededChance
from engine.game import Refusal, Seat
from engine.match import seating
from engine.match.changes import NewNotice
from engine.match.fold import apply_move
from engine.match.held_moves import without_held_moves
from engine.match.log import Log
from engine.match.timer_kinds import TimerKind
from engine.match.values import ALONE, Entry, Played, Status
from engine.match.visibility import redact_entry
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match
from engine.matches.core.consequences import unasked_refusal
from engine.matches.core.loader import Loader
from engine.matches.core.writer import Step, Writer
from engine.matches.seats.presence import Presence

__all__ = ["Moves", "check_asked"]


class Moves(Changing):
    """Moves of people, and moves that are made for a seat."""

    def __init__(self, loader: Loader, writer: Writer, presence: Presence) -> None:
        super().__init__(loader, writer)
        self._presence = presence

    @on_match
    async def play(
        self, cached: CachedMatch, person: int, text: str, asked: int | None, click: int
    ) -> Played:
        """Make the move that `text` means for the person's seat.

        `asked` is the number that a button carries (`Situation.question`); `None` for a typed command, which
        answers the open question. The person is present by this: a steward gets up, and a match that sleeps
        wakes. Raises `Refusal` ``stale`` when that question has been answered, ``move_lost`` when it was lost
        as an older backup was put back, `NotYourTurn`, what the game's `parse` raises, ``not_seated``,
        ``not_started``, ``over``, ``cancelled``, ``no_match``, ``match_lost``, ``damaged``, ``rules_gone``.
        """
        return await self.play_loaded(cached, cached.stored.id, person, text, asked, click)

    async def play_loaded(
        self, cached: CachedMatch, match: int, person: int, text: str, asked: int | None, click: int
    ) -> Played:
        """Make the move as `play` does, within a change."""
        number = cached.clicks.get((click, "play"))
        if number is not None:
            log = await self._loader.log(cached)
            if log.entries[number].by == person:
                return _played(cached, log, number, again=True)
        seating.require_running(cached.stored)
        seat = seating.seat_of(cached.stored, person)
        log = await self._loader.log(cached)
        check_asked(log, seat, text, asked, match)
        if cached.stored.row_state.is_asleep or cached.stored.clock(seat).is_played_for:
            log.game.parse(log.fold.state, seat, text)
            await self._presence.prepare_to_play(cached, seat, person)
        await self._presence.note_seen(person)
        number = await self.make(cached, log, seat, text, by=person, click=(click, "play"))
        return _played(cached, log, number, again=False)

    async def make(
        self,
        cached: CachedMatch,
        log: Log,
        seat: Seat,
        text: str,
        *,
        by: int | None = None,
        click: tuple[int, str] | None = None,
        timer: int | None = None,
        at: datetime | None = None,
        planned: bool = False,
        made: str = "",
    ) -> int:
        """Make a move for a seat that is asked, within a change; return its entry.

        Each of several steps (`Game.steps`) is an entry; the last is returned. `timer` has caused the move;
        `at` is when it counts as made, by default now. After a `planned` move that leaves its turn open the
        person is called in private, because the question came without a call. In a series of questions
        (`Calling.series`) nobody is called, except the last one missing; one that calls in private calls the
        person like any other question, as a planned move's next panel comes in place of the one before.
        `made` is the value of `Entry.made`.
        """
        move = log.game.parse(log.fold.state, seat, text)
        fold, steps = log.fold, list[Step]()
        first = len(log.entries)
        for number, each in enumerate(log.game.steps(move), first):
            chance = SeededChance(log.key, number)
            fold, events = apply_move(log.game, fold, number, seat, each, chance)
            how = made if number == first else ""
            step = Step(log.game, fold, events, "move", seat, str(each), chance.draws, by, at=at, made=how)
            steps.append(step)
        told = any(event.to is None for each in steps for event in each.events)
        stored = cached.stored
        of_person = stored.robot(seat) is None
        wished = stored.row_state.undo
        stops: tuple[tuple[str, Seat], ...] = ()
        if by is not None and (mine := without_held_moves(stored, (seat,))) != stored:
            # The held move is this one, or its person has chosen another.
            stored, stops = mine, ((TimerKind.HOLD, seat),)
        if of_person and (stored.agreed or wished) and told:
            # A secret move withdraws no agreement: the others would notice. A move by an order does: they may
            # not see whether the person or an order has answered.
            state = msgspec.structs.replace(stored.row_state, undo=None)
            stored = replace(stored, agreed=frozenset(), row_state=state)
            stops = stops if wished is None else (*stops, (TimerKind.UNDO, Seat(wished.seat)))
        own, notices = fold.seats[seat], tuple[NewNotice, ...]()
        calling = log.game.calling(fold.state)
        goes_on = calling.series is not None and calling.series == log.game.calling(log.fold.state).series
        is_called = calling.private or not goes_on
        if planned and seat in fold.pending and own.call_entry is not None and is_called:
            notices = (NewNotice(ALONE, seat, own.call_entry, person=by),)
        return await self._writer.append(
            *(cached, steps[-1]),
            earlier=steps[:-1],
            stored=stored,
            click=click,
            notices=notices,
            timer=timer,
            stops=stops,
        )


def check_asked(log: Log, seat: Seat, text: str, asked: int | None, match: int) -> None:
    """Check that `text` answers a question of the seat. Raises as `Moves.play` where it does not."""
    own = log.fold.seats[seat]
    if asked is not None and (own.question_entry is None or asked != own.question_number):
        if any(asked in lost for lost in own.lost_questions):
            raise Refusal("move_lost", match=match)
        raise Refusal("stale", match=match)
    if own.question_entry is None:
        raise unasked_refusal(log.game, log.fold.state, seat, text, match)


def _played(cached: CachedMatch, log: Log, number: int, again: bool) -> Played:
    entry = log.entries[number]
    clicked, first = set(cached.clicks.values()), number
    while first - 1 not in clicked and _at_once(log.entries[first - 1], entry):
        first -= 1
    told = (event for events in log.events[first : number + 1] for event in events)
    seen = tuple(event for event in told if event.to is None or entry.seat in event.to)
    ended = cached.stored.status is not Status.RUNNING
    return Played(cached.public, entry if ended else redact_entry(entry, entry.seat), seen, again)


def _at_once(one: Entry, other: Entry) -> bool:
    """Return whether one click has made both entries, as steps of one move."""
    return (one.kind, one.seat, one.by, one.at) == (other.kind, other.seat, other.by, other.at)
