"""Estimates: the better move is found, play-outs are counted, and equal questions have equal answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.chance import Chance, SeededChance
from engine.game import Player
from engine.kit.random_player import RandomPlayer
from engine.robots.estimate import Draws, Outlook, Thinker, estimate


class Bets(Outlook[int, int, int]):
    """Moves are numbers, of which each wins that many times in ten on average."""

    def __init__(self) -> None:
        self.played: list[tuple[int, int]] = []

    def candidates(self, view: int, moves: Sequence[int], world: Any) -> Sequence[tuple[int, float]]:
        return [(move, 0.0) for move in moves if move >= 0]

    def world(self, view: int, state: Any, draws: Draws) -> int:
        return int(state)

    def play_out(self, world: int, move: int, draws: Draws) -> tuple[float, float]:
        self.played.append((world, move))
        won = draws.below(10) < move
        return float(won), 0.0


def imagine(chance: Chance) -> int:
    return chance.below(1 << 20)


def ask(outlook: Bets, candidates: Sequence[int], budget: int, seed: int = 1) -> list[Any]:
    named = [(move, 0.0) for move in candidates]
    return estimate(outlook, 0, named, budget, imagine, SeededChance(b"estimate", seed))


def test_the_better_move_is_found_and_its_share_is_said() -> None:
    found = ask(Bets(), [1, 8, 3, 5, 2], 600)
    assert found[0].move == 8
    assert found[0].share == pytest.approx(0.8, abs=3 * found[0].sure)
    assert 0.01 < found[0].sure < 0.06
    assert {each.move for each in found} == {1, 8, 3, 5, 2}
    assert found[0].tried > found[-1].tried, "the worse half was not given up"


@pytest.mark.parametrize("candidates", [[4], [4, 6], [*range(9)]])
def test_no_more_play_outs_are_spent_than_allowed(candidates: list[int]) -> None:
    bets = Bets()
    found = ask(bets, candidates, 100)
    assert 100 - len(candidates) <= len(bets.played) <= 100
    assert sum(each.tried for each in found) == len(bets.played)


def test_candidates_meet_the_same_redealt_positions() -> None:
    bets = Bets()
    ask(bets, [4, 6], 40)
    worlds = {move: [world for world, each in bets.played if each == move] for move in (4, 6)}
    assert worlds[4] == worlds[6]
    assert len({*worlds[4]}) > 15


def test_equal_questions_have_equal_answers() -> None:
    assert ask(Bets(), [1, 5, 6], 90) == ask(Bets(), [1, 5, 6], 90)
    assert ask(Bets(), [1, 5, 6], 90) != ask(Bets(), [1, 5, 6], 90, seed=2)


def test_draws_are_the_same_on_every_machine() -> None:
    draws = Draws(7)
    items = list(range(6))
    draws.shuffle(items)
    assert [*items, *(draws.below(100) for _ in range(5))] == DRAWN
    counted = [Draws(seed).below(6) for seed in range(6000)]
    assert all(900 < counted.count(face) < 1100 for face in range(6))


DRAWN = [2, 0, 1, 5, 3, 4, 88, 86, 39, 64, 7]


class Last(Player):
    def choose(self, view: Any, moves: Sequence[Any], imagine: Any, chance: Chance) -> Any:
        return moves[-1]


def test_a_thinker_without_candidates_leaves_the_move_to_the_plain_player() -> None:
    thinker = Thinker(Bets(), 50, plain=Last())
    assert thinker.choose(0, [-3, -2], imagine, SeededChance(b"none", 0)) == -2
    assert thinker.choose(0, [1, 9, -2], imagine, SeededChance(b"some", 0)) == 9
    assert thinker.budget == 50
    assert RandomPlayer().budget == 0
