"""The time of an order's answer, which must not tell that it was an order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from engine.store.sql import SqlStore
from tests.engine.matches.test_matches import ANN, BOB
from tests.engine.matches.test_rounds import Bazaars


@pytest.fixture
async def table(store: SqlStore) -> AsyncIterator[Bazaars]:
    table = Bazaars(store)
    yield table
    await table.matches.close()


async def ordered(table: Bazaars) -> int:
    """Return a match on its second day: Bob's order will pick for him, Ann has picked."""
    match = await table.started(BOB, target=2)
    table.clock.pass_(60)
    await table.moves(
        match, (ANN, "pick 1"), (BOB, "pick 1"), (ANN, "end"), (BOB, "order usual"), (BOB, "end")
    )
    await table.moves(match, (ANN, "end"), (BOB, "end"))
    await table.moves(match, (ANN, "pick 0"))
    return match


async def test_an_order_does_not_answer_in_whole_seconds(table: Bazaars) -> None:
    asked = [await ordered(table) for _ in range(10)]
    left = set[int]()
    for match in asked:
        entries = await table.store.entries(match)
        question = next(each.at for each in reversed(entries) if each.text == "end")
        (timer,) = [each for each in await table.store.timers(match) if each.kind == "order"]
        left.add((timer.due - question).microseconds)
    assert left != {0}


async def test_an_order_does_not_answer_while_nobody_can_press(table: Bazaars) -> None:
    match = await ordered(table)
    table.matches.timekeeper.attend(lambda: False)
    await table.matches.timekeeper.beat()
    table.clock.pass_(3600)
    await table.matches.timekeeper.beat()
    await table.matches.timers.run_due_timers()
    entries = await table.store.entries(match)
    assert entries[-1].by is not None, "an answer that no person can have given"


@pytest.mark.parametrize("seconds", [0, 30, 60])
async def test_an_order_counts_from_when_its_person_would_have_tapped(table: Bazaars, seconds: int) -> None:
    """A tapped move is entered a while later: everybody could compare the entry's time with its message's."""
    match = await ordered(table)
    await table.matches.hours.set_hold(BOB, seconds)
    (timer,) = [each for each in await table.store.timers(match) if each.kind == "order"]
    table.clock.time = timer.due + timedelta(hours=1)
    await table.automatic()
    entry = (await table.store.entries(match))[-1]
    assert (entry.text.split()[0], entry.by) == ("pick", None)
    assert table.clock() - entry.at == timedelta(seconds=seconds)
