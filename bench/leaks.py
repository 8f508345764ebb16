"""Games in which everybody who looks, at every position, is shown a redealt twin as well.

``python -m bench.leaks [GAMES] [--game KEY …] [--first N]`` plays so many games of each, form after form, by
random and by greedy players. Views, moves, every text, suggestions, menus, refusals and alternative texts of
the twins are compared at every position, their pictures at every 50th. A game may look closer than all can
(``Trial.closer_look``). What differs by one byte ends it with the place.
"""

from __future__ import annotations

import argparse
import sys
import time

from engine.games import resolved
from tests.contracts.cases import REGISTERED, Contestant
from tests.contracts.leaks import CloserLook, Tally, look_through

GAMES = 8
DRAWN = 50


def closely(game: Contestant, numbers: range) -> None:
    """What the game looks at beyond that, where it does."""
    look: CloserLook = resolved(game.trial.closer_look)()
    began = time.process_time()
    for number in numbers:
        look.through(number, DRAWN)
        seconds = time.process_time() - began
        print(f"{game}: game {number} tells nothing ({seconds:.0f} s)", file=sys.stderr)
    print(f"{game}: {look.report()}\n")


def any_game(game: Contestant, numbers: range) -> None:
    """What every game's face tells, by the means that all have."""
    tally, began = Tally(), time.process_time()
    for number in numbers:
        round, form = divmod(number, len(game.cases))
        look_through(game.cases[form], number, tally, DRAWN, greedy=round % 2 == 1)
        seconds = time.process_time() - began
        print(f"{game}: game {number} tells nothing ({seconds:.0f} s)", file=sys.stderr)
    print(
        f"{game}: {tally.games} games, {tally.positions:,} positions, {tally.looks:,} views, of which"
        f" {tally.differ:,} of another position; {tally.texts:,} texts and {tally.pictures:,} pictures"
        " compared, nothing differs"
    )


def main() -> None:
    """Look through the games and print what was looked at."""
    keys = [game.key for game in REGISTERED]
    parser = argparse.ArgumentParser(
        prog="python -m bench.leaks", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("games", nargs="?", type=int, default=GAMES)
    parser.add_argument("--game", nargs="+", choices=keys, default=keys)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.games)
    for game in REGISTERED:
        if game.key not in asked.game:
            continue
        (closely if game.trial.closer_look else any_game)(game, numbers)


if __name__ == "__main__":
    main()
