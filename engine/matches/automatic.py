"""Automatic players' turns: what one of them does with its seat. Blocks; the service runs it in a thread."""

from __future__ import annotations

import logging
from typing import Any

from engine.chance import SeededChance, new_seed
from engine.game import AnyGame, Seat

__all__ = ["choose"]

_log = logging.getLogger(__name__)


def choose(game: AnyGame, state: Any, seat: Seat, player: str, match: int) -> str:
    """The notation of the automatic player's move: a random one when the player fails.

    Its randomness is its own, not the match's: nobody's dice depend on how a player thinks.
    """
    moves = game.moves(state, seat)
    chance = SeededChance(new_seed(), 0)
    try:
        move = game.players[player].choose(
            game.view(state, seat), moves, lambda dealt: game.redeal(state, seat, dealt), chance
        )
        text = str(move)
        game.parse(state, seat, text)
    except Exception:
        # A weak move instead of a match that stands still.
        _log.exception("match %d: the automatic player %s failed in seat %d", match, player, seat)
        return str(chance.choice(moves))
    return text
