"""The benchmarks' ways of playing work at every turn of a match: else they would wait for ever."""

from __future__ import annotations

import itertools

import pytest

import bench.backlog
from bench.weeks import World, report
from engine.store.sqlite import SqliteStore
from harness.playing import WITHIN, opened_table
from sandbox.people import People
from soak.reading import FileReading
from tests.whole.watching import Watch

MOVES = 24
"""Timed moves of one match, in which somebody earns a bonus tile."""


async def test_a_bonus_tile_is_placed_before_the_next_call_is_timed(
    people: People, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench.backlog, "LONGEST", WITHIN)
    table = await opened_table(people, ("ada", "basile"), "2")
    for _ in range(MOVES):
        answered, called = await bench.backlog.timed_move(table)
        assert 0 < answered <= called
    log = FileReading(watch.database).log(int(table.match))
    assert any(a.seat == b.seat for a, b in itertools.pairwise(log[1:])), "nobody has earned a bonus tile"


async def test_weeks_of_people_have_nothing_to_complain_of(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pause in ("SLICE_DELAY", "REST_FACTOR"):
        monkeypatch.setattr(f"engine.matches.upkeep.{pause}", 0)
    figures = await World(store, 1, 1, people=6, matches=2).live()
    assert dict(figures.wrong) == {}, figures.examples
    assert figures.checked > 100
    assert figures.pushes <= 1.5 * figures.calls, "reminders and words of absence ring too"
    assert "| matches stuck | 0 | 0 |" in report(figures, 1.0, "a test")
