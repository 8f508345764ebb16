"""Positions by the moves that lead to them: for samples, lessons and tests."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.chance import SeededChance
from engine.game import Game, IllegalStep, Refusal, Seat

__all__ = ["played"]

S = TypeVar("S")


def played(
    game: Game[Any, S, Any, Any],
    moves: str,
    *,
    after: S | None = None,
    options: Any = None,
    seats: int = 2,
    seed: int = 1,
) -> S:
    """The state to which moves lead, written as ``C4; D5``: each is made by the seat that must decide first.

    They begin with the game, or `after` another state. What chance draws hangs on `seed`. Raises
    `IllegalStep` for a move that is refused, and as `Game.setup`.
    """
    key = seed.to_bytes(32, "big")
    state = after
    if state is None:
        state = game.setup(options or game.Options(), seats, SeededChance(key, 0))
    texts = [text.strip() for text in moves.split(";")]
    for number, text in enumerate([each for each in texts if each], 1):
        seat = next(iter(game.pending(state)), Seat(0))
        try:
            move = game.parse(state, seat, text)
        except Refusal as refusal:
            raise IllegalStep(number, text, refusal) from refusal
        state, _ = game.play(state, seat, move, SeededChance(key, number))
    return state
