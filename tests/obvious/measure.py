"""The obvious, measured: ``python -m tests.obvious.measure [--positions N] [--levels LEVEL …]``.

Positions come from games of random players and of robots, at every number of seats; no game gives more than
two of a kind.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from engine.chance import SeededChance
from engine.game import Seat
from engine.games import GAMES
from engine.robots.choosing import Position
from engine.robots.levels import LEVELS
from tests.obvious.kinds import KINDS, Kind, Right

__all__ = ["positions", "share"]

_KEY = b"obvious positions of a game" + bytes(5)
_MOST_GAMES = 400


def positions(kind: Kind, number: int) -> list[tuple[Any, Seat, Right]]:
    """Return so many positions of the kind, fewer if they are not found."""
    found: list[tuple[Any, Seat, Right]] = []
    for state, seat, right in _found(kind):
        found.append((state, seat, right))
        if len(found) == number:
            break
    return found


def _found(kind: Kind) -> Iterator[tuple[Any, Seat, Right]]:
    game = GAMES[kind.game]
    sizes = sorted(game.seats(game.Options()))
    players = ("random", "novice", "casual", "steady")
    for number in range(_MOST_GAMES):
        seats, taken = sizes[number % len(sizes)], 0
        apart = 1 + number // len(players)  # each meets each, and itself
        names = [players[(number + apart * seat) % len(players)] for seat in range(seats)]
        state = game.setup(game.Options(), seats, SeededChance(_KEY, 1000 * number))
        for entry in count(1):
            pending = game.pending(state)
            if not pending or taken == 2:
                break
            seat = pending[0]
            if (right := kind.right(game, state, seat)) is not None:
                taken += 1
                yield state, seat, right
            thought = Position(game, state, seat, entry, _KEY).question().choose(names[seat])
            move = game.parse(state, seat, thought.text)
            state, _ = game.play(state, seat, move, SeededChance(_KEY, 1000 * number + entry))


def share(kind: Kind, level: str, asked: Sequence[tuple[Any, Seat, Right]]) -> float:
    """Return the share of these positions in which the level finds a right move."""
    game = GAMES[kind.game]
    right = 0
    for number, (state, seat, is_right) in enumerate(asked):
        thought = Position(game, state, seat, number, _KEY).question().choose(level)
        right += is_right(game.parse(state, seat, thought.text))
    return right / len(asked)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.obvious.measure", description=__doc__)
    parser.add_argument("--positions", type=int, default=50, metavar="N")
    parser.add_argument("--levels", nargs="+", default=list(LEVELS), choices=LEVELS)
    parser.add_argument("--only", nargs="+", choices=sorted(KINDS), default=sorted(KINDS))
    given = parser.parse_args(arguments)
    sys.stdout.write("| game | kind | positions | " + " | ".join(given.levels) + " |\n")
    sys.stdout.write("|---" * (3 + len(given.levels)) + "|\n")
    for key in given.only:
        for kind in KINDS[key]:
            asked = positions(kind, given.positions)
            shares = [f"{share(kind, level, asked):.0%}" for level in given.levels] if asked else []
            name = kind.name.replace("_", " ")
            row = [GAMES[key].title, name, str(len(asked)), *shares]
            sys.stdout.write("| " + " | ".join(row) + " |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
