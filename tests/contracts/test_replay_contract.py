"""A match that runs is watched again without telling anything that is hidden."""

from __future__ import annotations

import pytest

from tests.contracts.cases import REGISTERED, Contestant, at_most
from tests.contracts.replay_twins import compare

STEPS = at_most(100, 12)
"""Steps of each game; ``python -m tests.contracts.replay_twins`` compares more."""


@pytest.mark.parametrize("game", REGISTERED, ids=str)
async def test_a_step_of_a_twin_looks_the_same(game: Contestant) -> None:
    _, differed = await compare(game, STEPS)
    assert differed or not game.face.has_hand, "twins differ from what they stand for"
