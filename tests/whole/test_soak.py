"""Samples of the long trials in ``soak/``: see docs/soak.md."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from soak.faults import Storm
from soak.hostile import Attack
from soak.kills import Soak
from soak.playing import FORMS
from soak.points import one_pass

# Whoever dies closes nothing.
pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

KILLS = 20
CALLS, CLICKS = 2_000, 100
STORMY = ["genesis_life", "genial", "genesis", "genesis_life"]
ACTS = 8
STEPS = {"genial": 5, "genesis": 8, "genesis_life": 10, "familienbande": 14, "genesia": 12}
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
    # Whoever is answering when the sandbox dies may say so at length.
    cut = ("ConnectionRefusedError", "ConnectionResetError", "aiohttp.client_exceptions.Client")
    assert [each for each in soak.tracebacks if not each.startswith(cut)] == [], soak.report()


async def test_whole_matches_in_random_faults() -> None:
    storm = Storm(seed=1)
    await storm.run(list(STORMY), pause=1.0)
    assert storm.sound, storm.report()
    assert storm.counts["ended"] == len(STORMY), storm.report()
    assert storm.faults.total() >= 10, storm.report()


async def test_hostile_inputs() -> None:
    attack = Attack(seed=1)
    attack.parsers(CALLS // 2)
    await attack.service(CALLS // 2)
    await attack.clicks(CLICKS)
    assert attack.sound, attack.report()
    assert attack.counts["refused"] > CALLS // 4, "most of it is refused in words"
    assert attack.counts["changes"], "and some of it is somebody's right"
