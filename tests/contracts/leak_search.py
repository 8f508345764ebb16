"""Play many games, and show every viewer a redealt twin of every position as well.

``python -m tests.contracts.leak_search [GAMES] [--game KEY …] [--first N] [--processes N]`` plays `GAMES`
games of each, form after form, by random and by greedy players. A twin differs in what the viewer must not
know. Its views, moves, texts, suggestions, menus, refusals and alternative texts are compared at every
position, its pictures at every 50th. A game may compare more than that (``Trial.closer_look``). The first
byte that differs ends the search and names the position.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context

from engine.games import import_name
from tests.contracts.cases import REGISTERED, Contestant
from tests.contracts.leaks import CloserLook, Tally, look_through

GAMES = 8
DRAWN = 50
BY_KEY = {game.key: game for game in REGISTERED}


def looked(key: str, number: int) -> CloserLook | Tally:
    """Look through one game, and return the tally.

    Raises `AssertionError` with what a viewer could tell apart.
    """
    game, began = BY_KEY[key], time.process_time()
    tally = _closely(game, number) if game.trial.closer_look else _as_all(game, number)
    spent = time.process_time() - began
    print(f"{game}: game {number} tells nothing ({spent:.0f} s)", file=sys.stderr, flush=True)
    return tally


def _closely(game: Contestant, number: int) -> CloserLook:
    """Look through a game with the game's own `CloserLook`."""
    look: CloserLook = import_name(game.trial.closer_look)()
    look.through(number, DRAWN)
    return look


def _as_all(game: Contestant, number: int) -> Tally:
    """Look through a game by the means that all games have."""
    tally = Tally()
    round, form = divmod(number, len(game.cases))
    look_through(game.cases[form], number, tally, DRAWN, greedy=round % 2 == 1)
    return tally


def _every(key: str, numbers: range, processes: int) -> Iterator[CloserLook | Tally]:
    with ExitStack() as stack:
        look = partial(looked, key)
        if processes == 1:
            yield from map(look, numbers)
            return
        # Each has fonts, maps and pictures of its own: nothing hangs on which of them looks.
        pool = stack.enter_context(ProcessPoolExecutor(processes, get_context("spawn")))
        stack.callback(pool.shutdown, cancel_futures=True)
        yield from pool.map(look, numbers)


def main() -> None:
    """Look through the games and print what was looked at."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.contracts.leak_search", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("games", nargs="?", type=int, default=GAMES)
    parser.add_argument("--game", nargs="+", choices=[*BY_KEY], default=[*BY_KEY])
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if min(asked.games, asked.processes) < 1:
        parser.error("one game and one process at least")
    for key in asked.game:
        first, *others = _every(key, range(asked.first, asked.first + asked.games), asked.processes)
        for each in others:
            first.add(each)  # pyright: ignore[reportArgumentType] - all of a game's are of one kind
        print(f"{key}: {first.report()}\n", flush=True)


if __name__ == "__main__":
    main()
