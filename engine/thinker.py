"""A robot's move, chosen in a process of its own: ``python -m engine.thinker GAME PLAYER SEAT ENTRY``.

The standard input has the robot's key in hexadecimal digits on a line, and the position as the seat may know
it; the move is written to the standard output in the game's notation, and on a second line how it was made.
It gives way to everything else on the machine.
"""

from __future__ import annotations

import os
import sys

from engine.game import Seat
from engine.games import GAMES
from engine.robots.choosing import Question

__all__ = ["main"]

_NICENESS = 10


def main(game_key: str, player: str, seat: str, after: str) -> None:
    """Read, think, write. Raises `LookupError` for what is unknown, `BadPosition`, `ValueError`."""
    os.nice(_NICENESS)
    game = GAMES[game_key]
    key, _, position = sys.stdin.read().partition("\n")
    question = Question(game, game.read_position(position), Seat(int(seat)), int(after), bytes.fromhex(key))
    thought = question.choose(player)
    sys.stdout.write(f"{thought.text}\n{thought.made}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
