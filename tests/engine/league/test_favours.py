"""Pairs that always give each other points, and pairs that do not."""

from __future__ import annotations

from itertools import combinations
from random import Random

from engine.league.favours import Favour, favours


def season(number: int, winner_of_pair: int, dice: Random) -> list[tuple[int, dict[int, int]]]:
    """A season of six, all of whom meet; smaller numbers are stronger, but 1 and 2 have an agreement."""
    tables: list[tuple[int, dict[int, int]]] = []
    for one, other in combinations(range(1, 7), 2):
        first = one if dice.random() < 0.9 else other
        if {one, other} == {1, 2}:
            first = winner_of_pair
        elif one in (1, 2):
            first = other if (one, other) == (2, 3 + number % 3) else one
        tables.append((number, {first: 1, (one if first == other else other): 2}))
    return tables


def test_a_pair_in_which_the_weaker_one_always_wins_stands_out() -> None:
    dice = Random(1)
    played = [table for number in range(4) for table in season(number, 2, dice)]
    assert favours(played) == (Favour(1, 2, 4),)
    assert favours(played[: 3 * 15]) == (), "three meetings say too little"


def test_who_was_forgotten_is_not_named() -> None:
    dice = Random(2)
    played = [table for number in range(5) for table in season(number, 2, dice)]
    renamed = [(number, {-1 if each == 1 else each: rank for each, rank in ranks.items()})
               for number, ranks in played]  # fmt: skip
    assert (1, 2) not in {(each.one, each.other) for each in favours(renamed)}
    assert all(each.one > 0 for each in favours(renamed))
    assert favours([]) == ()


def test_at_random_hardly_anybody_is_named() -> None:
    dice, named, pairs = Random(3), 0, 0
    for _ in range(60):
        played = [
            (number, dict(zip(dice.sample((one, other), 2), (1, 2), strict=True)))
            for number in range(4)
            for one, other in combinations(range(1, 7), 2)
        ]
        named += len(favours(played))
        pairs += 15
    assert named / pairs < 0.07
