"""Genesia's `expert` against `steady`: ``python -m bench.experts [--games N] [--seats N] [--worlds N]``.

One `expert`, in every seat in turn, against `steady` in all others. Printed are its first places, shared ones
as parts, with their 95 % interval, both sides' mean scores, and the processor time that a decision took it:
of all that it decided, and of the turns of growth and expansion, which it plans as a whole.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from engine.chance import SeededChance, match_key
from engine.game import Seat
from engine.genesia.balance import interval
from engine.genesia.model import GenesiaOptions, Phase
from engine.genesia.players.expert import Expert
from engine.genesia.rules import GENESIA
from engine.selfplay import match_seed

__all__ = ["Outcome", "main", "outcome"]


_TURNS = frozenset({Phase.GROWTH, Phase.EXPANSION})


class Outcome(NamedTuple):
    """One game."""

    won: float
    """1 for the first place, shared ones as parts."""
    points: int
    best_rival: int
    seconds: float
    """Processor time of the expert's decisions."""
    decisions: int
    turns: tuple[float, ...]
    """Those seconds turn by turn, without what it decided outside of growth and expansion."""


def outcome(seats: int, worlds: int, seed: int, number: int) -> Outcome:
    """Play game `number` of the run."""
    expert, greedy = Expert(lambda: GENESIA, worlds), GENESIA.players["steady"]
    key = match_key(match_seed(seed, number), range(1, seats + 1))
    own, me = match_key(key, ()), Seat(number % seats)
    state = GENESIA.setup(GenesiaOptions(), seats, SeededChance(key, 0))
    entry, decisions, seconds = 0, 0, 0.0
    turns: list[float] = []
    while pending := GENESIA.pending(state):
        entry += 1
        seat = pending[0]
        move = GENESIA.defaults(state, seat).ordered
        if move is None:
            began = time.process_time()
            move = (expert if seat == me else greedy).choose(
                GENESIA.view(state, seat),
                GENESIA.moves(state, seat),
                partial(GENESIA.redeal, state, seat),
                SeededChance(own, entry),
            )
            if seat == me:
                took = time.process_time() - began
                seconds, decisions = seconds + took, decisions + 1
                turns += [took] if state.phase in _TURNS else []
        state, _ = GENESIA.play(state, seat, move, SeededChance(key, entry))
    result = GENESIA.result(state)
    assert result is not None
    won = (result.ranks[me] == 1) / result.ranks.count(1)
    points = [scores[0] for scores in result.scores]
    best = max((each for seat, each in enumerate(points) if seat != me), default=0)
    return Outcome(won, points[me], best, seconds, decisions, tuple(turns))


def main() -> None:
    """Print the figures."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=40)
    given.add_argument("--seats", type=int, default=2)
    given.add_argument("--worlds", type=int, default=3)
    given.add_argument("--processes", type=int, default=os.cpu_count())
    given.add_argument("--seed", type=int, default=11)
    read = given.parse_args()
    with ProcessPoolExecutor(read.processes) as pool:
        found = list(pool.map(partial(outcome, read.seats, read.worlds, read.seed), range(read.games)))
    games, won = len(found), sum(each.won for each in found)
    low, high = interval(won, games)
    print(f"{read.seats} players, {games} games, {read.worlds} redealt tables a decision")
    print(f"expert wins {won / games:.0%} [{low:.0%}–{high:.0%}] (share {1 / read.seats:.0%})")
    points, best = (sum(each) / games for each in zip(*[each[1:3] for each in found], strict=True))
    print(f"mean score {points:.1f}, best of the others {best:.1f}")
    seconds, decisions = sum(each.seconds for each in found), sum(each.decisions for each in found)
    turns = [took for each in found for took in each.turns]
    print(f"{seconds / decisions:.3f} s of processor a decision, {decisions / games:.0f} decisions a game")
    print(f"{sum(turns) / len(turns):.3f} s a turn of growth or expansion, {max(turns):.2f} s the longest")


if __name__ == "__main__":
    main()
