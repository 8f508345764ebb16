"""The courier says what it has taken, or it comes again, whatever fails; what it has lost it leaves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.answering.answers import Page
from cogs.delivery.attempts import Attempt, PassedOn, Undeliverable
from cogs.delivery.courier import TRIES, Courier
from cogs.delivery.messenger import marker
from engine.game import Seat
from engine.match.changes import NewNotice
from engine.match.values import Notice, Post, Venue
from engine.store import Busy, Said
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AuctionOptions
from tests.engine.matches.test_matches import ANN, Table


class Heard:
    """A courier that says into the air, and what was heard."""

    def __init__(self, table: Table, wait: float = 0.0) -> None:
        services: Any = SimpleNamespace(matches=table.matches)
        self.courier = Courier(None, services, wait=wait)
        self.courier._announcer.say = self.say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
        self.matches: list[int] = []
        self.notices: list[tuple[str, int | None, int]] = []
        self.event = asyncio.Event()

    async def say(self, attempt: Attempt) -> None:
        self.matches.append(attempt.notice.match)
        self.notices.append((attempt.notice.kind, attempt.notice.person, attempt.notice.number))
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


@pytest.mark.parametrize("step", ["take_lanes", "notices", "release_lanes"])
async def test_what_was_handed_out_is_not_lost_where_the_store_fails(
    table: Table, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    match, heard = await table.open(), Heard(table)
    fails_once(monkeypatch, table.store, step, Busy("store_busy", path="x"))
    async with heard.running():
        await heard.event.wait()
    assert heard.matches == [match]


@pytest.mark.parametrize("step", ["posted_in", "hurry"])
async def test_a_channel_that_opens_again_is_heard_of_though_the_store_fails(
    table: Table, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    match, heard = await table.open(), Heard(table)
    await table.matches.posts.save_post(Post(match, "thread", 0, 5, 6))
    assert (await table.matches.outbox.next_lanes(9, 9))[0]
    (notice,) = await table.matches.outbox.notices((match,))
    await table.matches.outbox.put_off_notice(notice, table.clock.time + timedelta(hours=1))
    await table.matches.outbox.release_lanes((match,), table.clock.time + timedelta(hours=1))
    fails_once(monkeypatch, table.store, step, Busy("store_busy", path="x"))
    await heard.courier.note_reopened(5)
    async with heard.running():
        await heard.event.wait()
    assert heard.matches == [match]


async def test_a_lane_that_nobody_says_is_not_kept(table: Table) -> None:
    """The lane falls due and is taken again, whatever became of the process that had it."""
    match, other = await table.open(), await table.open()
    fresh, _ = await table.matches.outbox.next_lanes(9, 9)
    assert [lane.match for lane in fresh] == [match, other]
    table.clock.pass_(59)
    await table.matches.outbox.renew_lanes((other,))
    table.clock.pass_(1)
    assert [lane.match for lane in (await table.matches.outbox.next_lanes(9, 9))[1]] == [match]


async def test_a_lane_that_cannot_be_looked_at_comes_again(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, heard = await table.open(), Heard(table)
    fails_once(monkeypatch, table.store, "notices", MemoryError())
    fresh, _ = await table.matches.outbox.next_lanes(9, 9)
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
    await table.notices()
    await table.wrote(match, notices=(NewNotice("started"), NewNotice("cancelled")))
    assert len(await table.matches.outbox.notices((match,))) == 2
    heard, other = Heard(table), table.again()
    await table.matches.outbox.next_lanes(9, 9)

    async def passed_on(attempt: Attempt) -> None:
        heard.matches.append(attempt.notice.match)
        assert len(heard.matches) == 1
        table.clock.pass_(60)
        await other.outbox.next_lanes(9, 9)

    heard.courier._announcer.say = passed_on  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with asyncio.timeout(20):
        assert await heard.courier.say(match) == 0
    assert heard.matches == [match]
    assert len(await other.outbox.notices((match,))) == 2


@pytest.mark.parametrize("said", ["elsewhere", "by the same message", "in a moment"])
async def test_what_a_process_sends_on_waking_asks_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    """It was stopped before its request left. Another has said the notice meanwhile, or is about to."""
    match = await table.open()
    await table.notices()
    await table.wrote(match, notices=(NewNotice("started"),))
    heard, other = Heard(table, wait=0.1), table.again()
    await table.matches.outbox.next_lanes(9, 9)
    retired: list[int] = []

    async def send(*_: Any, **__: Any) -> int:
        table.clock.pass_(60)
        await other.outbox.next_lanes(9, 9)
        (notice,) = await other.outbox.notices((match,))
        if said != "in a moment":
            message = 70 if said == "by the same message" else 69
            assert await other.outbox.note_said(Said(notice, (Post(match, "turn", 0, 5, message),)))
        return 70

    async def retire(_: Any, message: int) -> bool:
        retired.append(message)
        return True

    async def say(attempt: Attempt) -> None:
        channel: Any = SimpleNamespace(id=5)
        attempt.bot = SimpleNamespace(get_partial_messageable=lambda id: id)
        monkeypatch.setattr(attempt.messenger, "send", send)
        monkeypatch.setattr(attempt.messenger, "retire", retire)
        await attempt.send(channel, Page())

    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with asyncio.timeout(20):
        assert await heard.courier.say(match) == 0
        backs = heard.courier._backs  # pyright: ignore[reportPrivateUsage]
        if said == "in a moment":
            for _ in range(5):
                await asyncio.sleep(0)
            assert retired == [], "whoever has the lane may find it"
            (notice,) = await other.outbox.notices((match,))
            assert await other.outbox.note_said(Said(notice, (Post(match, "turn", 0, 5, 69),)))
        await asyncio.gather(*backs)
    assert retired == ([] if said == "by the same message" else [70])
    assert await other.outbox.notices((match,)) == []


async def test_what_is_under_way_elsewhere_is_taken_back_too_where_a_lane_was_lost(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One task notices that another process has the lane, while a second one is sending to another place."""
    match = await table.open()
    await table.notices()
    await table.wrote(match, notices=(NewNotice("started"), NewNotice("turn", Seat(0), 0, person=ANN)))
    heard, other = Heard(table), table.again()
    await table.matches.outbox.next_lanes(9, 9)
    noticed, retired = asyncio.Event(), list[int]()

    async def send(*_: Any, **__: Any) -> int:
        await noticed.wait()
        return 70

    async def retire(_: Any, message: int) -> bool:
        retired.append(message)
        return True

    async def say(attempt: Attempt) -> None:
        if attempt.notice.person is None:
            attempt.bot = SimpleNamespace(get_partial_messageable=lambda id: id)
            monkeypatch.setattr(attempt.messenger, "send", send)
            monkeypatch.setattr(attempt.messenger, "retire", retire)
            channel: Any = SimpleNamespace(id=5)
            await attempt.send(channel, Page())
        else:
            table.clock.pass_(60)
            await other.outbox.next_lanes(9, 9)
            for notice in await other.outbox.notices((match,)):
                assert await other.outbox.note_said(Said(notice))
            asyncio.get_running_loop().call_soon(noticed.set)
            raise PassedOn

    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with asyncio.timeout(20):
        assert await heard.courier.say(match) == 0
        await asyncio.gather(*heard.courier._backs)  # pyright: ignore[reportPrivateUsage]
    assert retired == [70]


async def test_what_was_left_where_nothing_can_be_read_now_is_retired_later(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to a call was lost, then the channel closed, and what was asked has been answered since."""
    match = await table.open()
    await table.notices()
    await table.wrote(match, notices=(NewNotice("started"),))
    heard = Heard(table)
    await table.matches.outbox.next_lanes(9, 9)
    tries, closed, retired = list[str](), [True], list[int]()

    async def history(limit: int) -> AsyncIterator[Any]:
        if closed[0]:
            response: Any = SimpleNamespace(status=403, reason="")
            raise discord.Forbidden(response, {"code": 50001, "message": "Missing Access"})
        mark = f"lt:{match}:1:0:play:~{marker(tries[0])}"
        button = SimpleNamespace(custom_id=mark)
        yield SimpleNamespace(id=70, author=SimpleNamespace(id=1), content="", components=[button])

    async def retire(_: Any, message: int) -> bool:
        retired.append(message)
        return True

    async def say(attempt: Attempt) -> None:
        place = SimpleNamespace(history=history)
        attempt.bot = SimpleNamespace(user=SimpleNamespace(id=1), get_partial_messageable=lambda id: place)
        monkeypatch.setattr(attempt.messenger, "retire", retire)
        tries.append(attempt.notice.nonce)
        if len(tries) == 1:
            await attempt.begin("5")
            raise TimeoutError
        await attempt.end()

    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with asyncio.timeout(20):
        for _ in range(2):
            await heard.courier.say(match)
            table.clock.pass_(1)
            await table.matches.outbox.next_lanes(9, 9)
    assert len(tries) == 2
    assert len(await table.matches.outbox.notices((match,))) == 1, "it is looked for again"
    closed[0] = False
    table.clock.pass_(3600)
    await table.matches.outbox.next_lanes(9, 9)
    await heard.courier.say(match)
    assert retired == [70]
    assert await table.matches.outbox.notices((match,)) == []


async def test_what_was_refused_just_before_a_place_opened_is_said_soon_whatever_else_begins(
    table: Table,
) -> None:
    """Its next try is not put off for ten minutes, though another word of the same match was begun since."""
    match = await table.open()
    await table.notices()
    await table.matches.posts.save_post(Post(match, "thread", 0, 5, 6))
    words = NewNotice("turn", Seat(0), 0, person=ANN), NewNotice("over", person=ANN)
    await table.wrote(match, notices=(NewNotice("started"), *words))
    heard = Heard(table)
    await table.matches.outbox.next_lanes(9, 9)
    opened, begun, tries = asyncio.Event(), asyncio.Event(), list[int]()

    async def say(attempt: Attempt) -> None:
        if attempt.notice.kind == "started":
            tries.append(attempt.notice.attempts)
            if len(tries) == 1:
                await heard.courier.note_reopened(5)
                opened.set()
                await begun.wait()
                raise Undeliverable
        await opened.wait()
        if attempt.notice.kind == "over":
            begun.set()

    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with asyncio.timeout(20):
        await heard.courier.say(match)
    assert tries == [0, 1], "the clock stands still"
    assert await table.matches.outbox.notices((match,)) == []


async def test_however_many_places_hang_others_that_waited_are_heard(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than wait at once for Discord, all overdue, as after a restart; none of them ever ends."""
    monkeypatch.setattr("cogs.delivery.courier.OVERDUE", 4)
    monkeypatch.setattr("cogs.delivery.courier.SLOW", 0.01)
    table = Table(store)
    stuck = {await table.open() for _ in range(12)}
    other = await table.open()
    table.matches = table.again()
    heard = Heard(table)

    async def say(attempt: Attempt) -> None:
        if attempt.notice.match in stuck:
            await asyncio.Event().wait()
        await heard.say(attempt)

    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with heard.running():
        await heard.event.wait()
    assert heard.matches == [other]
    await table.matches.close()


async def test_what_discord_or_the_database_could_not_do_is_no_fault_of_a_notice(table: Table) -> None:
    """However often that was, a fault that passes sets nothing aside."""
    match, heard = await table.open(4), Heard(table)
    troubles = [OSError("away")] * 2 * TRIES + [Busy("store_busy", path="")] * TRIES + [MemoryError()]
    await table.matches.outbox.next_lanes(9, 9)

    async def say(attempt: Attempt) -> None:
        if troubles:
            raise troubles.pop(0)
        await heard.say(attempt)

    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    await heard.courier.say(match)
    assert heard.matches == [match]
    assert (await table.matches.upkeep.sizes()).aside == 0


async def test_what_fails_by_itself_again_and_again_is_set_aside_for_the_host(table: Table) -> None:
    match, heard, tried = await table.open(4), Heard(table), 0
    await table.matches.outbox.next_lanes(9, 9)

    async def say(attempt: Attempt) -> None:
        nonlocal tried
        tried += 1
        raise ZeroDivisionError

    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    await heard.courier.say(match)
    assert tried == TRIES
    assert (await table.matches.upkeep.sizes()).aside == 1
    assert await table.matches.outbox.notices((match,)) == []


# What waits for the same is said once.


async def test_changes_of_a_table_that_wait_are_shown_together(table: Table) -> None:
    match, heard = await table.open(4), Heard(table)
    for person in (2, 3):
        await table.matches.lobbies.join(match, person, f"Person {person}", table.click)
    assert len(await table.matches.outbox.notices((match,))) == 3
    await table.matches.outbox.next_lanes(9, 9)
    assert await heard.courier.say(match) == 1
    assert heard.notices == [("lobby", None, 0)]
    assert await table.matches.outbox.notices((match,)) == []


async def test_what_comes_while_a_table_is_changed_is_shown_with_one_change_more(table: Table) -> None:
    match, heard = await table.open(4), Heard(table)
    await table.matches.outbox.next_lanes(9, 9)

    async def meanwhile(attempt: Attempt) -> None:
        if not heard.notices:
            for person in (2, 3):
                await table.matches.lobbies.join(match, person, f"Person {person}", table.click)
        await heard.say(attempt)

    heard.courier._announcer.say = meanwhile  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    assert await heard.courier.say(match) == 2
    assert heard.notices == [("lobby", None, 0)] * 2


async def test_an_old_tables_message_rests_between_its_changes(table: Table) -> None:
    """Changes that come meanwhile wait in the outbox, and are shown by one edit."""
    match, heard = await table.open(4), Heard(table)
    message = discord.utils.time_snowflake(table.clock() - timedelta(hours=2))

    async def changes(attempt: Attempt) -> None:
        attempt.changed = message
        await heard.say(attempt)

    heard.courier._announcer.say = changes  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    await table.matches.outbox.next_lanes(9, 9)
    assert await heard.courier.say(match) == 1
    for person in (2, 3):
        await table.matches.lobbies.join(match, person, f"Person {person}", table.click)
        await table.matches.outbox.next_lanes(9, 9)
        assert await heard.courier.say(match) == 0
    table.clock.pass_(1.9)
    assert await table.taken() == []
    table.clock.pass_(0.1)
    assert await table.taken() == [match]
    assert await heard.courier.say(match) == 1
    assert len(heard.notices) == 2
    assert await table.matches.outbox.notices((match,)) == []


async def test_the_same_question_is_asked_once_in_private(table: Table) -> None:
    match = await table.started(2)
    await table.notices()
    asked, other = NewNotice("turn", Seat(0), 0, person=1), NewNotice("turn", Seat(1), 0, person=2)
    later = replace(asked, continues=True, due=table.clock() + timedelta(minutes=5))
    lost = NewNotice("lost", person=1)
    await table.wrote(match, notices=(later, asked, other, lost, asked, NewNotice("turn", Seat(0), 0)))
    table.matches = table.again()
    heard = Heard(table)
    assert await table.taken() == [match]
    assert await heard.courier.say(match) == 4
    assert sorted(heard.notices, key=repr) == sorted(
        [("turn", 1, 0), ("lost", 1, 0), ("turn", 2, 0), ("turn", None, 0)], key=repr
    )
    assert await table.matches.outbox.notices((match,)) == []


async def test_what_may_have_left_a_message_stands_for_the_others(table: Table) -> None:
    match, heard = await table.open(4), Heard(table)
    await table.matches.lobbies.join(match, 2, "Bob", table.click)
    await table.matches.outbox.next_lanes(9, 9)
    _, second = await table.matches.outbox.notices((match,))
    assert await table.matches.outbox.note_begun(second, "6")
    said: list[int] = []

    async def say(attempt: Attempt) -> None:
        said.append(attempt.notice.id)

    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    assert await heard.courier.say(match) == 1
    assert said == [second.id]


async def test_however_many_wait_for_a_dead_channel_few_are_tried(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All overdue, as after a restart; once the channel is back all of them are said."""
    monkeypatch.setattr("cogs.delivery.courier.OVERDUE", 4)
    monkeypatch.setattr("cogs.delivery.breakers.MANY", 4)
    table = Table(store)
    dead = {await table.open() for _ in range(24)}
    opened = await table.matches.lobbies.open(
        "auction", AuctionOptions(3), 2, ANN, "Ann", Venue(5, 7, "en"), table.click
    )
    other = opened.id
    table.matches = table.again()
    heard, tried, works = Heard(table, wait=1.0), list[int](), False
    read, notices = set[int](), table.matches.outbox.notices

    async def noted(matches: Collection[int]) -> Sequence[Notice]:
        read.update(matches)
        return await notices(matches)

    async def say(attempt: Attempt) -> None:
        if attempt.notice.match in dead and not works:
            tried.append(attempt.notice.match)
            raise OSError("the channel is dead")
        heard.courier._channel(attempt.match.venue.channel, closed=False)  # pyright: ignore[reportPrivateUsage]
        await heard.say(attempt)

    monkeypatch.setattr(table.matches.outbox, "notices", noted)
    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with heard.running():
        while not heard.event.is_set():
            await time_goes_on(table)
        assert heard.matches == [other]
        assert len(tried) < len(dead)
        assert read == {*tried, other}, "of those that wait nothing is read to put them off"
        works = True
        while set(heard.matches) != dead | {other}:
            await time_goes_on(table)
    await table.matches.close()


async def time_goes_on(table: Table) -> None:
    """A little time passes for all that waits."""
    table.clock.pass_(0.05)
    table.matches.outbox.look_again()
    await asyncio.sleep(0.01)


async def test_where_no_answer_is_known_one_tries_alone(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are not even begun, after a restart, before something is known of their channel."""
    table = Table(store)
    waiting = {await table.open() for _ in range(24)}
    table.matches = table.again()
    heard, tried, answered = Heard(table, wait=1.0), list[int](), asyncio.Event()
    back, release = set[int](), table.matches.outbox.release_lanes

    async def noted(matches: Collection[int], due: datetime | None = None) -> None:
        back.update(matches)
        await release(matches, due)

    async def say(attempt: Attempt) -> None:
        tried.append(attempt.notice.match)
        await answered.wait()
        heard.courier._channel(attempt.match.venue.channel, closed=False)  # pyright: ignore[reportPrivateUsage]
        await heard.say(attempt)

    monkeypatch.setattr(table.matches.outbox, "release_lanes", noted)
    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with heard.running():
        while not tried or back != waiting - set(tried):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert len(tried) == 1
        answered.set()
        while set(heard.matches) != waiting:
            await time_goes_on(table)
    assert sorted(tried) == sorted(waiting), "each once"
    await table.matches.close()


async def test_what_has_just_changed_is_known_without_a_look_for_what_had_to_wait(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(store)
    heard, looks, next_lane = Heard(table, wait=10_000.0), 0, store.next_lane

    async def counted(*given: Any, **named: Any) -> datetime | None:
        nonlocal looks
        looks += 1
        return await next_lane(*given, **named)

    monkeypatch.setattr(store, "next_lane", counted)
    async with heard.running():
        for _ in range(8):
            heard.event.clear()
            await table.open()
            await heard.event.wait()
    assert len(heard.matches) == 8
    assert looks <= 1
    await table.matches.close()


async def test_what_has_just_changed_does_not_wait_behind_a_dead_channel(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long those that had to wait are then left alone."""
    monkeypatch.setattr("cogs.delivery.courier.OVERDUE", 4)
    monkeypatch.setattr("cogs.delivery.breakers.MANY", 4)
    table = Table(store)
    dead = {await table.open() for _ in range(12)}
    table.matches = table.again()
    heard, pausing, pause = Heard(table, wait=10_000.0), asyncio.Event(), table.matches.outbox.wait_for_change

    async def paused(seconds: float) -> None:
        pausing.set()
        await pause(seconds)

    async def say(attempt: Attempt) -> None:
        if attempt.notice.match in dead:
            raise OSError("the channel is dead")
        await heard.say(attempt)

    monkeypatch.setattr(table.matches.outbox, "wait_for_change", paused)
    heard.courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    async with heard.running():
        await pausing.wait()
        match = await table.open()
        await heard.event.wait()
    assert heard.matches == [match]
    await table.matches.close()
