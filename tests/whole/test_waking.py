"""Threads of running matches do not stay in the archive, in which no command works; others do."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot import Longtable
from harness.playing import WITHIN, Table, opened_table, running, with_emojis
from sandbox import Sandbox
from sandbox.people import People, Person
from tests.whole.watching import Watch, play_on

DAY = 86400.0


class Clock:
    """The sandbox's time, behind by so many seconds."""

    def __init__(self) -> None:
        self.behind = 8 * DAY

    def __call__(self) -> float:
        return time.time() - self.behind


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def box(clock: Clock) -> AsyncIterator[Sandbox]:
    async with Sandbox(first_response=WITHIN, clock=clock) as sandbox:
        with_emojis(sandbox)
        yield sandbox


@pytest.fixture
async def bot(
    box: Sandbox, database: Path, luck: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Longtable]:
    monkeypatch.setattr("cogs.answering.answers.PATIENCE", WITHIN)
    monkeypatch.setattr("cogs.delivery.waking.REQUEST_DELAY", 0)
    async with running(box, database) as longtable:
        yield longtable


async def archived(person: Person, thread: str) -> bool:
    found = await person.threads(archived=True)  # whatever has been silent for too long falls asleep here
    return next(each["archived"] for each in found if each["id"] == thread)


async def woken(people: People, thread: str) -> int:
    """Count the times that the bot has taken the thread out of the archive."""
    path = f"/channels/{thread}"
    return sum((each["method"], each["path"]) == ("PATCH", path) for each in await people.requests())


async def table_of(people: People, watch: Watch) -> Table:
    table = await opened_table(people, ("ada", "basile"), "2")
    await table.next()
    await watch.all_said()
    return table


async def test_a_thread_that_falls_asleep_is_woken(people: People, watch: Watch, clock: Clock) -> None:
    table, ada = await table_of(people, watch), people["ada"]
    clock.behind = DAY
    await archived(ada, table.thread)
    await ada.wait_for(lambda: awake(ada, table), WITHIN)
    assert await woken(people, table.thread) == 1
    answer = await ada.command("match rules", channel=table.thread)
    assert (await table.shown(ada, answer)).text
    clock.behind = 0.0
    assert not await archived(ada, table.thread), "a week more"


async def awake(person: Person, table: Table) -> bool:
    return not await archived(person, table.thread)


async def test_one_that_fell_asleep_while_the_bot_was_away_is_woken_by_the_hourly_look(
    people: People, bot: Longtable, watch: Watch, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a day at most: where it was awake, nothing has changed."""

    async def unseen(thread: object) -> bool:
        return False

    monkeypatch.setattr(bot.waking, "wake_if_archived", unseen)
    table, ada = await table_of(people, watch), people["ada"]
    assert await bot.waking.look() == 0, "something was played there just now"
    clock.behind = 0.0
    assert await archived(ada, table.thread)
    now = bot.matches.now
    monkeypatch.setattr(bot.matches, "now", lambda: now() + timedelta(days=8))
    assert await bot.waking.look() == 1
    assert not await archived(ada, table.thread)
    assert await bot.waking.look() == 0
    monkeypatch.setattr(bot.matches, "now", lambda: now() + timedelta(days=9, seconds=1))
    assert await bot.waking.look() == 1
    await play_on(bot, int(table.match))
    assert await bot.waking.look() == 0, "it is over"


@pytest.mark.parametrize("how", ["by hand", "locked", "over"])
async def test_one_that_is_to_sleep_stays_so(
    people: People, bot: Longtable, watch: Watch, clock: Clock, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada = await table_of(people, watch), people["ada"]
    if how == "by hand":
        clock.behind = 5 * DAY
        now = bot.matches.now
        monkeypatch.setattr(bot.matches, "now", lambda: now() - timedelta(days=5))
        await ada.edit_thread(table.thread, archived=True)
    elif how == "locked":
        clock.behind = 0.0
        await ada.edit_thread(table.thread, archived=True, locked=True)
    else:
        await play_on(bot, int(table.match))
        await watch.all_said()
        clock.behind = -8 * DAY
    assert await archived(ada, table.thread)
    await ada.command("turns", channel="games")
    assert await archived(ada, table.thread)
    assert await woken(people, table.thread) == 0
