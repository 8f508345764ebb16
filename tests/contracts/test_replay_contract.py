"""A match that runs is watched again without telling anything that is hidden."""

from __future__ import annotations

import pytest

from tests.contracts.cases import REGISTERED, Contestant, at_most
from tests.contracts.replay_twins import compare, compare_films

FILMS = at_most(8, 3)
STEPS = at_most(100, 12)
"""Steps of each game; ``python -m tests.contracts.replay_twins`` compares more."""


@pytest.mark.parametrize("game", REGISTERED, ids=str)
async def test_a_step_of_a_twin_looks_the_same(game: Contestant) -> None:
    _, differed = await compare(game, STEPS)
    assert differed or not game.face.has_hand, "twins differ from what they stand for"


@pytest.mark.parametrize("game", REGISTERED, ids=str)
def test_a_film_of_a_twin_is_the_same_to_the_byte(game: Contestant) -> None:
    _, steps, differed = compare_films(game, FILMS)
    assert steps > FILMS
    assert differed or not game.face.has_hand, "twins differ from what they stand for"
