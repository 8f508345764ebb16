"""Automatic players' turns: a robot's move is chosen outside the match's lock and entered under it."""

from __future__ import annotations

from engine.game import Seat
from engine.match import seating
from engine.match.changes import Timer
from engine.match.log import Log
from engine.match.values import Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, when_due
from engine.matches.core.loader import Loader
from engine.matches.core.writer import Writer
from engine.matches.play.moves import Moves
from engine.matches.play.thinking import Thinking
from engine.robots.choosing import Position, Thought

__all__ = ["Robots"]


class Robots(Changing):
    """Automatic players' turns."""

    def __init__(self, loader: Loader, writer: Writer, moves: Moves, thinking: Thinking) -> None:
        super().__init__(loader, writer)
        self._moves = moves
        self._thinking = thinking

    async def play(self, timer: Timer) -> bool:
        """Make the automatic player's move; return `False` when nothing is asked of the player any more."""
        cached, log = await self._loader.load_started(timer.match)
        asked = _asked_player(cached, log, timer)
        if asked is None:
            return False
        if cached.stored.row_state.is_asleep or seating.is_deserted(cached.stored):
            return await self._rest(timer)
        seat, player = asked
        # A robot may think for seconds; the match stays open to everybody else meanwhile.
        position = Position(log.game, log.fold.state, seat, log.fold.counted, log.key)
        thought = await self._thinking.move(position, player, timer.match)
        return await self._enter(timer, seat, thought)

    @when_due
    async def _rest(self, cached: CachedMatch, timer: Timer) -> bool:
        return await self._writer.let_rest(cached, timer)

    @when_due
    async def _enter(self, cached: CachedMatch, timer: Timer, seat: Seat, thought: Thought) -> bool:
        log = await self._loader.log(cached)
        if _asked_player(cached, log, timer) is None:
            return False
        if await self._writer.let_rest(cached, timer):
            return True
        await self._moves.make(cached, log, seat, thought.text, timer=timer.id, made=str(thought.made))
        return True


def _asked_player(cached: CachedMatch, log: Log, timer: Timer) -> tuple[Seat, str] | None:
    """Return the timer's seat and its automatic player while the timer's question is open."""
    stored, seat = cached.stored, timer.seat
    if stored.status is not Status.RUNNING or seat is None or not 0 <= seat < stored.size:
        return None
    player = stored.robot(seat)
    if player is None or log.fold.seats[seat].question_entry != timer.number:
        return None
    return seat, player
