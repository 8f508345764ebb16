"""Genesia's automatic player is the stronger one."""

from __future__ import annotations

import pytest

from engine.genesia.model import GenesiaOptions
from engine.genesia.rules import GENESIA
from engine.selfplay import match_seed, playout


@pytest.mark.parametrize(("seats", "games", "least"), [(2, 20, 18), (4, 12, 11)])
def test_greedy_beats_random(seats: int, games: int, least: int) -> None:
    won = 0.0
    for number in range(games):
        names = ["random"] * seats
        mine = number % seats
        names[mine] = "greedy"
        result = playout(GENESIA, GenesiaOptions(), seats, names, match_seed(9, number)).result
        won += (result.ranks[mine] == 1) / result.ranks.count(1)
    assert won >= least
