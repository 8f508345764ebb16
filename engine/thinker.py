"""One move of an automatic player in a process of its own: ``python -m engine.thinker KEY PLAYER SEAT``.

The position is read from the standard input, the move is written to the standard output in the game's
notation. It gives way to everything else on the machine.
"""

from __future__ import annotations

import os
import sys

from engine.chance import SeededChance, new_seed
from engine.game import Seat
from engine.games import GAMES

__all__ = ["main"]

_NICENESS = 10


def main(key: str, player: str, seat: str) -> None:
    """Read, think, write. Raises `LookupError` for what is unknown, `BadPosition`."""
    os.nice(_NICENESS)
    game, mover = GAMES[key], Seat(int(seat))
    state = game.read_position(sys.stdin.read())
    move = game.players[player].choose(
        game.view(state, mover),
        game.moves(state, mover),
        lambda dealt: game.redeal(state, mover, dealt),
        SeededChance(new_seed(), 0),
    )
    sys.stdout.write(f"{move}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
