"""Games of Genesia in which everybody who looks, at every position, is shown a redealt twin as well.

``python -m bench.leaks [GAMES [FIRST]]`` compares view, moves, every text, suggestions, refusals and news of
the twins at every position, their pictures at every 50th and at the first of each phase of a game, and prints
how often each phase and each secret was looked at. What differs by one byte ends it with the place.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from tests.cogs.genesia.genesia_twins import Tally, look_through

GAMES = 8
DRAWN = 50


def table(title: str, columns: dict[str, Counter[str]]) -> None:
    """Counters side by side, and their sums."""
    print(f"\n{title:16}" + "".join(f"{name:>22}" for name in columns))
    rows = [*dict.fromkeys(key for counter in columns.values() for key in counter)]
    for row in rows:
        print(f"{row:16}" + "".join(f"{counter[row]:22,}" for counter in columns.values()))
    print(f"{'all':16}" + "".join(f"{counter.total():22,}" for counter in columns.values()))


def main(games: int = GAMES, first: int = 0) -> None:
    """Look through the games and print what was looked at."""
    tally, began = Tally(), time.process_time()
    for number in range(first, first + games):
        look_through(number, tally, drawn=DRAWN)
        print(f"leaks: game {number} tells nothing ({time.process_time() - began:.0f} s)", file=sys.stderr)
    print(f"leaks: {tally.games} games from number {first}, {tally.texts:,} texts compared, nothing differs")
    print(f"leaks: {tally.turned:,} views with their sets in another order: the same texts and pictures")
    phases = {
        "positions": tally.positions,
        "views": tally.looks,
        "of another position": tally.differ,
        "with pictures": tally.pictures,
    }
    table("phase", phases)
    table("secret", {"differs in the twin": tally.secrets})
    table("news of a move", {"compared": tally.told, "no such twin": tally.untold})


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
