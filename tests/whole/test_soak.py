"""Samples of the long trials in ``soak/``: see docs/soak.md."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from soak.kills import Soak
from soak.playing import FORMS
from soak.points import one_pass

KILLS = 20
ACTS = 8
STEPS = {"genial": 5, "genesis": 8, "genesis_life": 10, "familienbande": 14, "genesia": 18}
"""By game, at which step the bot dies after everything that is done."""


@pytest.mark.parametrize("game", FORMS)
async def test_death_at_a_step(game: str) -> None:
    passed = await one_pass(game, STEPS[game], limit=ACTS)
    assert passed.sound, (passed.wrong, passed.orphans, passed.trace.missing)
    assert passed.deaths >= ACTS // 2, "it died after most of what was done"
    assert passed.trace.calls >= 2


async def test_kills_at_random_instants(tmp_path: Path) -> None:
    soak = Soak(tmp_path, seed=1)
    await soak.run(KILLS, time.monotonic() + 120)
    assert soak.sound, soak.report()
    assert soak.tally.kills >= KILLS, "so many fit into two minutes"
    assert soak.tally.counts["moves"] > KILLS, soak.report()
    assert not soak.tracebacks, soak.report()
