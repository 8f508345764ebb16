"""Games in which everybody who looks, at every position, is shown a redealt twin as well.

``python -m bench.leaks [GAMES] [--game KEY …] [--first N]`` plays so many games of each, form after form, by
random and by greedy players. Views, moves, every text, suggestions, menus, refusals and alternative texts of
the twins are compared at every position, their pictures at every 50th. Of Genesia the news of every move are
compared as well, and it is told how often each phase and each secret was looked at. What differs by one byte
ends it with the place.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.cogs.genesia import genesia_twins
from tests.contracts.cases import REGISTERED, Contestant
from tests.contracts.leaks import Tally, look_through

GAMES = 8
DRAWN = 50


def table(title: str, columns: dict[str, Counter[str]]) -> None:
    """Counters side by side, and their sums."""
    print(f"\n{title:16}" + "".join(f"{name:>22}" for name in columns))
    rows = [*dict.fromkeys(key for counter in columns.values() for key in counter)]
    for row in rows:
        print(f"{row:16}" + "".join(f"{counter[row]:22,}" for counter in columns.values()))
    print(f"{'all':16}" + "".join(f"{counter.total():22,}" for counter in columns.values()))


def genesia(numbers: range) -> None:
    """Genesia, with the news of every move."""
    tally, began = genesia_twins.Tally(), time.process_time()
    for number in numbers:
        genesia_twins.look_through(number, tally, drawn=DRAWN)
        print(f"genesia: game {number} tells nothing ({time.process_time() - began:.0f} s)", file=sys.stderr)
    print(f"genesia: {tally.games} games, {tally.texts:,} texts compared, nothing differs")
    print(f"genesia: {tally.turned:,} views with their sets in another order: the same texts and pictures")
    phases = {
        "positions": tally.positions,
        "views": tally.looks,
        "of another position": tally.differ,
        "with pictures": tally.pictures,
    }
    table("phase", phases)
    table("secret", {"differs in the twin": tally.secrets})
    table("news of a move", {"compared": tally.told, "no such twin": tally.untold})
    print()


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
        if game.key == "genesia" and game.key in asked.game:
            genesia(numbers)
        elif game.key in asked.game:
            any_game(game, numbers)


if __name__ == "__main__":
    main()
