"""The measure of robots that think beside play."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench import robot_load
from bench.robot_load import Seen, told
from engine.games import GAMES
from engine.matches import Limits, Matches
from engine.matches.core.steady_clock import SteadyClock
from engine.store.sqlite import SqliteStore

QUIET = Seen(own=[0.010] * 9, robots=[0.1] * 9, seconds=9)
GOOD = Seen(own=[0.010] * 100, robots=[0.2] * 96 + [9.0] * 4, seconds=30)


def test_the_figures_are_said_and_judged() -> None:
    text, is_good = told(GOOD, QUIET)
    assert is_good
    assert "100 robots' answers, 200 a minute, 0 lost" in text
    assert "96.0% within 5 s" in text
    assert "1.00 times" in text


@pytest.mark.parametrize(
    "seen",
    [
        replace(GOOD, own=[0.012] * 100),
        replace(GOOD, robots=[0.2] * 94 + [9.0] * 6),
        replace(GOOD, lost=1),
    ],
)
def test_slow_robots_slow_people_and_lost_moves_are_not_good(seen: Seen) -> None:
    assert not told(seen, QUIET)[1]


async def test_moves_of_robots_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robot_load, "_LEVELS", ("steady", "casual"))
    monkeypatch.setattr(robot_load, "_TABLES", 1)
    monkeypatch.setattr(robot_load, "_PHASE", 0.05)
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        limits = Limits(hold=timedelta())
        matches = Matches(store, GAMES, SteadyClock(lambda: datetime.now(UTC)), limits=limits)
        play = robot_load.Play(matches, ["familienbande"], 600)
        await play.run(0.002)
    assert play.seen["steady"].robots
    assert len(play.seen["steady"].own) == len(play.seen["steady"].robots)
