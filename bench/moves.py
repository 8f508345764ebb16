"""Random play of every game; two-player Génial against MOMAland's `ingenious`, in the same run.

``python -m bench.moves``. Each side plays whole games, set-up included, the way its own interface makes a
random player do it: MOMAland by its documented loop (`last`, a legal action sampled with the mask, `step`),
ours by the legal moves, one of them, `play`, every tile drawn from verifiable chance. They take turns and
count processor time, so that a busy machine slows both alike.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from engine.chance import SeededChance
from engine.familienbande import FAMILIENBANDE
from engine.game import AnyGame
from engine.genesia.rules import GENESIA
from engine.genesis import GENESIS
from engine.genesis_life import GENESIS_LIFE
from engine.genial import GENIAL
from engine.selfplay import match_seed

GAMES = 5
ROUNDS = 6
PEER_ROUNDS = 20
"""More of them against the peer: a ratio of two short times would not stand still."""
TARGET = 10
OTHERS: tuple[tuple[AnyGame, int, int], ...] = (
    (GENESIS, 2, 40_000),
    (GENESIS_LIFE, 2, 15_000),
    (FAMILIENBANDE, 4, 40_000),
)
"""Game, seats, and the moves per second to reach."""
WHOLE: tuple[tuple[AnyGame, int, int], ...] = ((GENESIA, 4, 15),)
"""Game, seats, and the whole games per second to reach."""


def play_random(game: AnyGame, seats: int, seed: int, views: bool = False) -> int:
    """Play one random game of ours and return its moves. With `views` the mover's view is made too."""
    key = match_seed(seed, 0)
    pick = random.Random(seed).random
    state = game.setup(game.Options(), seats, SeededChance(key, 0))
    moves = 0
    while pending := game.pending(state):
        seat = pending[0]
        if views:
            game.view(state, seat)
        legal = game.moves(state, seat)
        moves += 1
        state, _ = game.play(state, seat, legal[int(pick() * len(legal))], SeededChance(key, moves))
    return moves


def genial(seed: int, views: bool = False) -> int:
    """One random game of Génial for two."""
    return play_random(GENIAL, 2, seed, views)


def momaland() -> Callable[[int], int]:
    """A function that plays one random game of MOMAland's environment; returns the number of moves."""
    from momaland.envs.ingenious import ingenious  # pyright: ignore

    environment: Any = ingenious.env(num_agents=2)

    def play(seed: int) -> int:
        environment.reset(seed=seed)
        moves = 0
        for agent in environment.agent_iter():
            observation, _, over, cut, _ = environment.last()
            if over or cut:
                environment.step(None)
                continue
            environment.step(environment.action_space(agent).sample(observation["action_mask"]))
            moves += 1
        return moves

    return play


class Pace:
    """Moves and seconds of one contender."""

    def __init__(self, play: Callable[[int], int], games: int) -> None:
        self._play = play
        self._games = games
        self.games = 0
        self.moves = 0
        self.seconds = 0.0

    def round(self, number: int) -> None:
        """Play some games."""
        began = time.process_time()
        self.moves += sum(self._play(number * self._games + game) for game in range(self._games))
        self.seconds += time.process_time() - began
        self.games += self._games

    @property
    def rate(self) -> float:
        """Moves per second of one core."""
        return self.moves / self.seconds


def others() -> None:
    """Print the rates of the games that have no peer to measure against."""
    for game, seats, wanted in OTHERS:
        rate = f"{measure_pace(game, seats).rate:,.0f} moves per second (to reach: {wanted:,})"
        print(f"moves: {game.title}, {seats} players, random: {rate}")
    for game, seats, wanted in WHOLE:
        pace = measure_pace(game, seats)
        rate = f"{pace.games / pace.seconds:.1f} whole games per second (to reach: {wanted})"
        each = f"{pace.moves / pace.games:.0f} moves each"
        print(f"moves: {game.title}, {seats} players, random: {rate}, {each}")


def measure_pace(game: AnyGame, seats: int) -> Pace:
    """Play a game of ours for a while and return its pace."""
    pace = Pace(lambda seed: play_random(game, seats, seed), 10 * GAMES)
    play_random(game, seats, 0)
    for number in range(ROUNDS):
        pace.round(number)
    return pace


def main() -> None:
    """Print the rates, and Génial's against its peer's."""
    others()
    try:
        other = momaland()
    except ImportError:
        print("moves: MOMAland is not installed (dependency group `bench`), nothing to compare with")
        return
    ours, viewing = Pace(genial, 10 * GAMES), Pace(lambda seed: genial(seed, views=True), 10 * GAMES)
    theirs = Pace(other, GAMES)
    genial(0)
    for number in range(PEER_ROUNDS):
        for pace in (ours, theirs, viewing):
            pace.round(number)
    print(f"moves: Génial, 2 players, random: {ours.rate:,.0f} moves per second")
    print(f"moves: the same, with a view made at every move: {viewing.rate:,.0f}")
    print(f"moves: MOMAland ingenious, 2 agents, random: {theirs.rate:,.0f}")
    print(f"moves: {ours.rate / theirs.rate:.1f} times its rate (to reach: {TARGET})")


if __name__ == "__main__":
    main()
