"""Played matches for the tests of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from engine.chance import SeededChance
from engine.game import Options
from engine.games import GAMES
from engine.genial.model import Form, GenialOptions

FORMS = ((Form.FREE, 2), (Form.FREE, 3), (Form.FREE, 4), (Form.TEAM, 4), (Form.SOLO, 1))


@cache
def states(game: str, options: Options, players: Sequence[str], seed: int = 1) -> tuple[Any, ...]:
    """Return every state of a match between these automatic players, from the first to the last."""
    rules, key = GAMES[game], bytes([seed]) * 32
    played = [rules.setup(options, len(players), SeededChance(key, 0))]
    while pending := rules.pending(played[-1]):
        state, seat, entry = played[-1], pending[0], len(played)
        view, moves = rules.view(state, seat), rules.moves(state, seat)
        imagine = partial(rules.redeal, state, seat)
        move = rules.players[players[seat]].choose(view, moves, imagine, SeededChance(key, 10_000 + entry))
        played.append(rules.play(state, seat, move, SeededChance(key, entry))[0])
    return tuple(played)


def genial_states(form: Form, seats: int, seed: int = 1) -> tuple[Any, ...]:
    """Return every state of a match of Génial."""
    return states("genial", GenialOptions(form=form), ("steady",) * seats, seed)
