"""What the courier has taken is said, or comes again, whatever fails between; what it has lost it leaves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.courier import Courier
from cogs.errands import Errand
from engine.store import Busy
from engine.store.sqlite import SqliteStore
from tests.engine.test_matches import Table


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with await SqliteStore.open(tmp_path / "longtable.db") as opened:
        yield opened


@pytest.fixture
async def table(store: SqliteStore) -> AsyncIterator[Table]:
    table = Table(store)
    yield table
    await table.matches.close()


class Heard:
    """A courier that says into the air, and what was heard."""

    def __init__(self, table: Table) -> None:
        house: Any = SimpleNamespace(matches=table.matches)
        self.courier = Courier(None, house, wait=0.0)
        self.courier._saying.say = self.say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
        self.matches: list[int] = []
        self.event = asyncio.Event()

    async def say(self, errand: Errand) -> None:
        self.matches.append(errand.notice.match)
        self.event.set()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self.courier.run())
        try:
            async with asyncio.timeout(20):
                yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def fails_once(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, error: Exception) -> None:
    work, errors = getattr(owner, name), [error]

    async def first(*given: Any) -> Any:
        if errors:
            raise errors.pop()
        return await work(*given)

    monkeypatch.setattr(owner, name, first)


@pytest.mark.parametrize("step", ["take_lanes", "notices", "give_back"])
async def test_what_was_handed_out_is_not_lost_where_the_store_fails(
    table: Table, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    match, heard = await table.open(), Heard(table)
    fails_once(monkeypatch, table.store, step, Busy("store_busy", path="x"))
    async with heard.running():
        await heard.event.wait()
    assert heard.matches == [match]


async def test_a_lane_that_nobody_says_is_not_kept(table: Table) -> None:
    """Whatever became of who had it: it falls due, and is taken again."""
    match, other = await table.open(), await table.open()
    fresh, _ = await table.matches.next_lanes(9, 9)
    assert [lane.match for lane in fresh] == [match, other]
    table.clock.pass_(59)
    await table.matches.keep_lanes((other,))
    table.clock.pass_(1)
    assert [lane.match for lane in (await table.matches.next_lanes(9, 9))[1]] == [match]


async def test_a_lane_that_cannot_be_looked_at_comes_again(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, heard = await table.open(), Heard(table)
    fails_once(monkeypatch, table.store, "notices", MemoryError())
    fresh, _ = await table.matches.next_lanes(9, 9)
    assert [lane.match for lane in fresh] == [match]
    assert await heard.courier.say(match) == 0
    assert f"match {match}" in caplog.text
    table.clock.time += timedelta(minutes=1)
    async with heard.running():
        await heard.event.wait()
    assert heard.matches == [match]


async def test_who_has_lost_a_lane_says_no_more_of_it(table: Table) -> None:
    """Neither what comes next, nor the same once more."""
    match = await table.open()
    await table.matches.join(match, 2, "Bob", table.click)
    assert len(await table.matches.notices((match,))) == 2
    heard, other = Heard(table), table.again()
    await table.matches.next_lanes(9, 9)

    async def passed_on(errand: Errand) -> None:
        heard.matches.append(errand.notice.match)
        assert len(heard.matches) == 1
        table.clock.pass_(60)
        await other.next_lanes(9, 9)

    heard.courier._saying.say = passed_on  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with asyncio.timeout(20):
        assert await heard.courier.say(match) == 0
    assert heard.matches == [match]
    assert len(await other.notices((match,))) == 2


async def test_however_many_places_hang_others_that_waited_are_heard(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than wait at once for Discord, all overdue, as after a restart; none of them ever ends."""
    monkeypatch.setattr("cogs.courier.OVERDUE", 4)
    monkeypatch.setattr("cogs.courier.SLOW", 0.01)
    table = Table(store)
    stuck = {await table.open() for _ in range(12)}
    other = await table.open()
    table.matches = table.again()
    heard = Heard(table)

    async def say(errand: Errand) -> None:
        if errand.notice.match in stuck:
            await asyncio.Event().wait()
        await heard.say(errand)

    heard.courier._saying.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with heard.running():
        await heard.event.wait()
    assert heard.matches == [other]
    await table.matches.close()
