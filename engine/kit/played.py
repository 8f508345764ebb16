"""Positions made by playing moves, for sample pictures, lessons and tests."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from engine.chance import SeededChance
from engine.game import Game, IllegalStep, Refusal, Seat

__all__ = ["play_moves"]

S = TypeVar("S")
_BY_SEAT = re.compile(r"([0-9]{1,3})\s*:(.+)", re.DOTALL)
"""A move with its seat before it: ``1:42``."""


def play_moves(
    game: Game[Any, S, Any, Any],
    moves: str,
    *,
    after: S | None = None,
    options: Any = None,
    seats: int = 2,
    seed: int = 1,
) -> S:
    """Return the state after these moves, which are written ``C4; D5``.

    Each move is made by the first of the seats that must decide, or by the seat that stands before it, as in
    ``3:C4``; seats are counted from 0. The first move is made in a new game, or in the state `after`. `seed`
    decides all draws. Raises `IllegalStep` for a move that is refused, and whatever
    `Game.setup` raises.
    """
    key = seed.to_bytes(32, "big")
    state = after
    if state is None:
        state = game.setup(options or game.Options(), seats, SeededChance(key, 0))
    texts = [text.strip() for text in moves.split(";")]
    for number, text in enumerate([each for each in texts if each], 1):
        named = _BY_SEAT.fullmatch(text)
        seat = Seat(int(named[1])) if named else next(iter(game.pending(state)), Seat(0))
        try:
            move = game.parse(state, seat, named[2] if named else text)
        except Refusal as refusal:
            raise IllegalStep(number, text, refusal) from refusal
        state, _ = game.play(state, seat, move, SeededChance(key, number))
    return state
