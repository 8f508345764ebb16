"""Moves that the house makes for a person: a clock has run out, an order stands, or it is the only move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import AnyGame, Seat
from engine.match.changes import STEWARD, Timer
from engine.match.held_moves import held_move_of
from engine.match.values import Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, when_due
from engine.matches.core.consequences import only_move
from engine.matches.core.deadlines import Deadlines
from engine.matches.core.loader import Loader
from engine.matches.core.writer import Writer
from engine.matches.play.held_moves import HeldMoves
from engine.matches.play.moves import Moves
from engine.matches.play.thinking import Thinking
from engine.robots.choosing import Position, Thought
from engine.store import Store

__all__ = ["HouseMoves"]

_Answer = Callable[[AnyGame, Any, Seat], Any]
"""A function that returns the move for a seat in a state; `None` where there is none."""


class HouseMoves(Changing):
    """Answers to persons' open questions when a timer falls due."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        writer: Writer,
        moves: Moves,
        held_moves: HeldMoves,
        deadlines: Deadlines,
        thinking: Thinking,
    ) -> None:
        self._store = store
        super().__init__(loader, writer)
        self._moves = moves
        self._held_moves = held_moves
        self._deadlines = deadlines
        self._thinking = thinking

    async def lapse(self, timer: Timer) -> bool:
        """Make the move that stands for no answer, as a short clock has run out.

        A robot chooses for a person who is absent or on leave. Return `False` when the question was answered.
        """
        cached, log = await self._loader.load_started(timer.match)
        thought: Thought | None = None
        if timer.seat is not None and 0 <= timer.seat < cached.stored.size:
            time = (await self._deadlines.reckoning(cached.stored)).time(timer.seat)
            if (time.is_absent or time.leave_until) and log.fold.seats[
                timer.seat
            ].question_entry == timer.number:
                position = Position(log.game, log.fold.state, timer.seat, log.fold.counted, log.key)
                thought = await self._thinking.move(position, STEWARD, timer.match)

        def answer(game: AnyGame, state: Any, seat: Seat) -> Any:
            move = game.defaults(state, seat).timeout
            return move if move is None or thought is None else thought.text

        return await self._answer(timer, answer, made="" if thought is None else str(thought.made))

    async def follow_order(self, timer: Timer) -> bool:
        """Make the move of a standing order, or the only one there is.

        Return `False` when there is no such move any more, or the question was answered.
        """
        cached, log = await self._loader.load_started(timer.match)
        only: Any = None
        if timer.seat is not None and 0 <= timer.seat < cached.stored.size:
            person = cached.stored.occupants[timer.seat].person
            if person is not None and timer.seat in log.fold.pending:
                only = await only_move(self._store, log.game, log.fold, timer.seat, person)

        def answer(game: AnyGame, state: Any, seat: Seat) -> Any:
            # The only move stays the only one as long as the question does.
            defaults = game.defaults(state, seat)
            return next((each for each in (defaults.forced, defaults.ordered) if each is not None), only)

        return await self._answer(timer, answer, tapped=True)

    @when_due
    async def _answer(
        self, cached: CachedMatch, timer: Timer, answer: _Answer, *, tapped: bool = False, made: str = ""
    ) -> bool:
        """Answer the person's open question with the move that `answer` returns; a held move goes first.

        With `tapped` the move counts as if the person had tapped it. `made` is the value of `Entry.made`.
        Return `False` where nothing was done.
        """
        seat, stored = timer.seat, cached.stored
        if stored.status is not Status.RUNNING or seat is None or not 0 <= seat < stored.size:
            return False
        log = await self._loader.log(cached)
        if log.fold.seats[seat].question_entry != timer.number or seat not in log.fold.pending:
            return False
        if await self._writer.let_rest(cached, timer):
            return True
        if (held := held_move_of(stored, seat)) is not None:
            await self._held_moves.enter(cached, held, timer.id)
            return True
        move, person = answer(log.game, log.fold.state, seat), stored.occupants[seat].person
        if move is None or person is None:
            return False
        text, at = str(move), None
        defaults = log.game.defaults(log.fold.state, seat)
        if tapped and defaults.forced is None and not defaults.soon:
            at = await self._held_moves.tap_time(stored, log, seat, person, text)
        await self._moves.make(cached, log, seat, text, timer=timer.id, at=at, made=made)
        return True
