"""The pace of robots: at once where one person plays, after a human while where several do."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from engine.matches import Limits
from engine.matches.core.consequences import pause_of
from engine.store.sqlite import SqliteStore
from tests.engine.matches.test_matches import BOB, CEE, Table

PAUSE = timedelta(seconds=2)


async def waits(table: Table, match: int) -> list[timedelta]:
    """Return how long a robot of the match would wait after each of many entries."""
    cached, log = await table.matches.loader.load_started(match)
    entries = [replace(log.entries[0], number=number) for number in range(50)]
    return [pause_of(table.matches.limits, cached.stored, entry) for entry in entries]


@pytest.mark.parametrize("others", [("steady",), ("steady", "steady")])
async def test_with_one_person_a_robot_moves_at_once(store: SqliteStore, others: tuple[str, ...]) -> None:
    table = Table(store, limits=Limits(steps=timedelta(), robot_pause=PAUSE))
    match = await table.started(*others)
    assert set(await waits(table, match)) == {timedelta()}
    await table.automatic()
    assert (await table.matches.loader.get(match)).entries == 1 + len(others)


async def test_where_several_people_play_it_takes_a_human_while(store: SqliteStore) -> None:
    table = Table(store, limits=Limits(steps=timedelta(), robot_pause=PAUSE))
    found = await waits(table, await table.started(BOB, "steady"))
    assert all(PAUSE / 2 <= each <= PAUSE * 1.5 for each in found)
    assert len(set(found)) > 20, "not always as long"


async def test_a_robot_that_waits_has_moved_after_its_pause(store: SqliteStore) -> None:
    table = Table(store, limits=Limits(steps=timedelta(), robot_pause=PAUSE))
    match = await table.started(BOB, CEE, "steady")
    await table.automatic()
    assert (await table.matches.loader.get(match)).entries == 1
    table.clock.pass_(3)
    await table.automatic()
    assert (await table.matches.loader.get(match)).entries == 2
