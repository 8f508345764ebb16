"""Real matches of Génial for the pictures' tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.chance import SeededChance
from engine.games import GAMES
from engine.genial.model import Form, GenialOptions

GAME = GAMES["genial"]
FORMS = ((Form.FREE, 2), (Form.FREE, 3), (Form.FREE, 4), (Form.TEAM, 4), (Form.SOLO, 1))


def states(form: Form, seats: int, seed: int = 1) -> Iterator[Any]:
    """Every state of a match between greedy players, from the first to the last."""
    key = bytes([seed]) * 32
    state = GAME.setup(GenialOptions(form=form), seats, SeededChance(key, 0))
    yield state
    entry = 1
    while pending := GAME.pending(state):
        seat = pending[0]
        view, moves = GAME.view(state, seat), GAME.moves(state, seat)
        imagine = partial(GAME.redeal, state, seat)
        move = GAME.players["greedy"].choose(view, moves, imagine, SeededChance(key, 10_000 + entry))
        state, _ = GAME.play(state, seat, move, SeededChance(key, entry))
        yield state
        entry += 1
