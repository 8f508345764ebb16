"""The lengths of matches: turns and decisions of one seat, as automatic players play with the usual options.

``python -m bench.lengths --write`` writes ``cogs/text/lengths.csv``, from which the page of all games tells
a newcomer how long a match is.
"""

from __future__ import annotations

import statistics
import sys
from functools import partial
from pathlib import Path

from engine.chance import SeededChance
from engine.game import AnyGame, Seat
from engine.games import GAMES

MATCHES = 15
"""Matches measured for each game."""
PLAYER = "steady"
FILE = Path(__file__).parents[1] / "cogs" / "text" / "lengths.csv"


def played(game: AnyGame, seats: int, number: int) -> tuple[int, int]:
    """Play one match; return the turns of seat 0, runs of its moves in a row, and its decisions.

    A forced move is no decision: the house makes it.
    """
    chance = partial(SeededChance, number.to_bytes(32))
    state, player = game.setup(game.Options(), seats, chance(0)), game.players[PLAYER]
    turns = decisions = entry = 0
    last: Seat | None = None
    while (pending := game.pending(state)) and game.result(state) is None:
        entry += 1
        seat = pending[0]
        moves = game.moves(state, seat)
        if seat == 0 and game.defaults(state, seat).forced is None:
            decisions += len(moves) > 1
            turns += last != seat
        last = seat
        imagine = partial(game.redeal, state, seat)
        move = player.choose(game.view(state, seat), moves, imagine, chance(entry))
        state, _ = game.play(state, seat, move, chance(entry))
    return turns, decisions


def main() -> None:
    """Measure all games at the fewest seats for two, and print or write the medians."""
    lines = ["game,seats,matches,turns,decisions"]
    for key, game in GAMES.items():
        seats = min(each for each in game.seats(game.Options()) if each > 1)
        found = [played(game, seats, number) for number in range(1, 1 + MATCHES)]
        turns, decisions = (round(statistics.median(each)) for each in zip(*found, strict=True))
        lines.append(f"{key},{seats},{MATCHES},{turns},{decisions}")
        print(lines[-1], flush=True)
    if "--write" in sys.argv:
        FILE.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
