"""Several shards, in one process and in several that share a database."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import threading
from collections.abc import AsyncIterator, Collection
from datetime import UTC, datetime
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket

from bot import Longtable
from cogs.gateway import leases
from cogs.gateway.endpoints import point_at
from cogs.gateway.sessions import ALONE, Shards, shard_of
from engine.games import GAMES
from engine.matches import Matches
from engine.store import Misfit, Store
from engine.store.postgres import PostgresStore
from engine.store.sql.statements import Statements
from engine.store.sqlite import SqliteStore
from harness.playing import AT_ONCE, WITHIN, controls, in_full, opened_table, with_emojis
from harness.postgres import database as server_database
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import People, Person


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    """Sessions of eight shards may begin at once, so that nothing is waited for; emojis are there already."""
    async with Sandbox(first_response=WITHIN) as sandbox:
        sandbox.starts.enforce(1000, 8)
        point_at(sandbox.api_url, sandbox.gateway_url, sandbox.cdn_url)
        with_emojis(sandbox)
        yield sandbox
        assert sandbox.ledger.violations == []


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot defers an answer because the machine is slow."""
    monkeypatch.setattr("cogs.answering.answers.PATIENCE", WITHIN)
    monkeypatch.setattr("cogs.gateway.interaction_guard.LATEST", WITHIN)


@pytest.fixture
async def people(box: Sandbox) -> AsyncIterator[People]:
    async with People(box.url) as everybody:
        yield everybody


@contextlib.asynccontextmanager
async def running(box: Sandbox, store: Store, shards: Shards) -> AsyncIterator[Longtable]:
    """A bot with these shards; its store is closed with it."""
    matches = Matches(store, GAMES, lambda: datetime.now(UTC), limits=AT_ONCE)
    try:
        async with Longtable(matches, shards=shards) as bot:
            task = asyncio.create_task(bot.start(box.token))
            try:
                yield bot
            finally:
                await bot.close()
                with contextlib.suppress(Misfit):
                    await task
    finally:
        await store.close()


def up(bot: Longtable) -> list[int]:
    return [shard for shard, there in bot.sessions.served_shards.items() if there]


def lines_of(box: Sandbox) -> list[int]:
    """Return the shards of all lines."""
    every = box.gateway.sessions.values()
    return sorted(each.shard[0] for each in every if each.connection is not None)


async def spread(people: People, count: int) -> dict[int, str]:
    """A channel for tables in a server of each shard."""
    guilds = await people.crowd(count, people["ada"], people["basile"])
    by_shard = {shard_of(int(guild), count): guild for guild in guilds}
    channels = {item["guild_id"]: item["id"] for item in await people["ada"].channels() if item["guild_id"]}
    return {shard: channels[guild] for shard, guild in by_shard.items()}


async def opens(person: Person, channel: str) -> None:
    """A table is opened there, and its message comes."""
    answer = await person.command("genial new", channel=channel)
    assert answer.state in {"answered", "deferred"}, answer
    await person.sees(lambda message: bool(controls(message, "join")), channel, within=WITHIN)


async def test_one_process_serves_several_shards(
    box: Sandbox, people: People, database: Path, luck: None
) -> None:
    places = await spread(people, 3)
    async with running(box, await SqliteStore.open(database), Shards(3, (0, 1, 2))) as bot:
        await until(lambda: up(bot) == [0, 1, 2])
        for channel in places.values():
            await opens(people["ada"], channel)
        assert (await people["basile"].command("turns", channel=places[1])).state == "answered"
        # What is pressed while the line of one is down comes once it is resumed; the others go on.
        await people.gateway_fault("drop", shard=1)
        await opens(people["basile"], places[1])
        await opens(people["basile"], places[2])
        assert sorted(session.shard[0] for session in box.gateway.sessions.values()) == [0, 1, 2]
        assert box.starts.used == 3


async def test_a_shard_that_is_refused_is_told_and_found_again(
    box: Sandbox, people: People, database: Path, luck: None
) -> None:
    async with running(box, await SqliteStore.open(database), Shards(2, (0, 1))) as bot:
        await until(lambda: up(bot) == [0, 1])
        await people.gateway_fault("refuse", shard=1)
        await until(lambda: up(bot) == [0])
        assert bot.sessions.served_shards == {0: True, 1: False}
        await people.gateway_fault("accept", shard=1)
        await until(lambda: up(bot) == [0, 1])


@pytest.fixture
def prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards are looked after without a pause."""
    monkeypatch.setattr(leases, "LOOK", 0.05)
    monkeypatch.setattr(leases, "OFFER", 0.2)
    monkeypatch.setattr("engine.store.sql.shards._APART", 0)


async def test_two_processes_share_out_the_shards_and_one_takes_over(
    box: Sandbox, people: People, prompt: None, luck: None
) -> None:
    box.starts.enforced = False
    places = await spread(people, 4)
    free = Shards(4, None)
    async with server_database() as url, running(box, await PostgresStore.open(url), free) as one:
        await until(lambda: up(one) == [0, 1, 2, 3])
        async with running(box, await PostgresStore.open(url), free) as other:
            await until(lambda: len(up(one)) == len(up(other)) == 2)
            assert sorted(up(one) + up(other)) == [0, 1, 2, 3]
            for bot in (one, other):
                mine = {int(guild) for guild in box.world.guilds if shard_of(int(guild), 4) in up(bot)}
                await until(lambda: {guild.id for guild in bot.guilds} == mine)  # noqa: B023
            for channel in places.values():
                await opens(people["ada"], channel)
        await until(lambda: up(one) == [0, 1, 2, 3])
        for channel in places.values():
            await opens(people["basile"], channel)


TURNS = 4


def taken_elsewhere(box: Sandbox) -> int:
    """Count the answers that came when another process had acknowledged the interaction."""
    return sum(each["code"] == 40060 for each in box.ledger.requests)


class Pressing:
    """Somebody presses on every shard all along."""

    def __init__(self, person: Person, places: Collection[str]) -> None:
        self.unanswered: list[str] = []
        self.pressed = 0
        self.over = False
        self._person, self._places = person, places

    async def run(self) -> None:
        for place in itertools.cycle(self._places):
            if self.over:
                return
            answer = await self._person.command("turns", channel=place)
            self.pressed += 1
            if answer.state != "answered":
                self.unanswered.append(f"{place}: {answer}")


@contextlib.asynccontextmanager
async def pressing(person: Person, places: Collection[str]) -> AsyncIterator[Pressing]:
    """Every press within this is answered, and some press there is."""
    presses = Pressing(person, places)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(presses.run())
        yield presses
        await until(lambda: presses.pressed > len(places))
        presses.over = True
    assert presses.unanswered == []


async def test_no_press_is_lost_while_shards_change_hands(
    box: Sandbox, people: People, prompt: None, luck: None
) -> None:
    """Shards go to a process that joins, and from one that is told to end."""
    box.starts.enforced = False
    places = (await spread(people, 4)).values()
    free = Shards(4, None)
    async with server_database() as url, running(box, await PostgresStore.open(url), free) as one:
        await until(lambda: up(one) == [0, 1, 2, 3])
        async with contextlib.AsyncExitStack() as ends:
            async with pressing(people["ada"], places):
                other = await ends.enter_async_context(running(box, await PostgresStore.open(url), free))
                await until(lambda: len(up(one)) == len(up(other)) == 2)
                await one.hand_on()
                assert (up(one), up(other)) == ([], [0, 1, 2, 3])
                # The sandbox hears of a closed line a little later.
                await until(lambda: lines_of(box) == [0, 1, 2, 3])
            # Where all are to end nobody waits for another.
            await other.hand_on()
            assert up(other) == [0, 1, 2, 3]


async def test_what_is_offered_and_taken_over_by_nobody_is_served_on(
    box: Sandbox, people: People, prompt: None, luck: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is told which shards to serve takes no other: it has a share all the same."""
    offers, offer = list[Collection[int]](), PostgresStore.offer_shards

    async def counted(store: PostgresStore, shards: Collection[int]) -> None:
        offers.append(shards)
        await offer(store, shards)

    box.starts.enforced = False
    monkeypatch.setattr(PostgresStore, "offer_shards", counted)
    async with server_database() as url, running(box, await PostgresStore.open(url), Shards(3, None)) as one:
        await until(lambda: up(one) == [0, 1, 2])
        async with await PostgresStore.open(url):
            await until(lambda: len(offers) >= 3)
            assert offers == [[2]] * len(offers)
            assert up(one) == [0, 1, 2]


async def test_what_comes_to_two_processes_is_done_once(
    box: Sandbox,
    people: People,
    prompt: None,
    luck: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two sessions of one shard, as long as it is being handed on: both hear all that is pressed."""

    async def never(store: Statements, shard: int) -> None:
        return None

    box.starts.enforced = False
    monkeypatch.setattr(PostgresStore, "inherit", never)
    ada = people["ada"]
    free = Shards(1, None)
    async with server_database() as url, running(box, await PostgresStore.open(url), free) as one:
        await until(lambda: up(one) == [0])
        async with running(box, await PostgresStore.open(url), free) as other:
            await one.matches.store.retire()
            await one.matches.store.offer_shards([0])
            await until(lambda: up(one) == up(other) == [0])
            table = await opened_table(people, ("ada", "basile"), "2", game="familienbande")
            for turn in range(TURNS):
                called = await table.next()
                person = table.person(called)
                move = table.tap_a_move(person, called) if turn % 2 else table.type_a_move(person)
                await table.settle(person, await move)
            called = await table.next()
            await table.asking(called.id)
            lobbies = [each for each in await ada.messages("games") if controls(each, "fairness")]
            assert (len(lobbies), len(table.told)) == (1, TURNS + 1)
            # What is changed back by doing it twice.
            for muted in (True, False, True):
                before = taken_elsewhere(box)
                await in_full(ada, ada.command("me", mute=int(table.match)))
                await until(lambda: taken_elsewhere(box) > before)  # noqa: B023
                hours = await one.matches.store.hours((int(ada.id),), uncached=True)
                assert (int(table.match) in hours[int(ada.id)].muted) is muted
            assert up(one) == up(other) == [0]


@pytest.mark.parametrize("count", [1, 2])
async def test_no_session_begins_when_none_is_left(
    box: Sandbox, people: People, database: Path, prompt: None, caplog: pytest.LogCaptureFixture, count: int
) -> None:
    """Discord would take the token away: the bot says so, and begins once it may. Alone, too."""
    token = box.token
    await people.limits(total=0)
    shards = ALONE if count == 1 else Shards(count, tuple(range(count)))
    with caplog.at_level(logging.ERROR, "longtable.leases"):
        async with running(box, await SqliteStore.open(database), shards) as bot:
            for shard in range(count):
                await until(lambda: f"Shard {shard} waits" in caplog.text)  # noqa: B023
            assert "Discord lets no session begin" in caplog.text
            assert (box.starts.used, up(bot)) == (0, [])
            await people.limits(total=1000)
            await until(lambda: up(bot) == list(range(count)))
    assert box.starts.used == count
    assert box.token == token


async def test_what_another_process_serves_is_refused(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch, prompt: None, luck: None
) -> None:
    monkeypatch.setattr(leases, "BURIED", 0.0)
    async with (
        server_database() as url,
        running(box, await PostgresStore.open(url), Shards(4, (0, 1))) as one,
    ):
        await until(lambda: up(one) == [0, 1])
        for shards, code in ((Shards(4, (1, 2)), "store_shard_taken"), (Shards(3, None), "store_shards")):
            store = await PostgresStore.open(url)
            matches = Matches(store, GAMES, lambda: datetime.now(UTC), limits=AT_ONCE)
            async with Longtable(matches, shards=shards) as second:
                with pytest.raises(Misfit) as refused:
                    await second.start(box.token)
                assert refused.value.code == code
            await store.close()
        assert up(one) == [0, 1]


async def test_a_line_that_bears_no_session_leaves_no_heart_beating(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A heart is a thread: one that beats on after the bot has closed has no loop to beat in."""
    identify, lines = DiscordWebSocket.identify, list[DiscordWebSocket]()

    async def once_broken(line: DiscordWebSocket) -> None:
        lines.append(line)
        if len(lines) == 1:
            raise OSError("cut off")
        await identify(line)

    def hearts() -> int:
        return sum(each.name.startswith("keep-alive-handler") for each in threading.enumerate())

    monkeypatch.setattr(DiscordWebSocket, "identify", once_broken)
    await until(lambda: hearts() == 0)
    async with running(box, await SqliteStore.open(tmp_path / "longtable.db"), ALONE) as bot:
        await until(lambda: bot.sessions.served_shards[0])
        assert len(lines) == 2
        assert [line.socket.closed for line in lines] == [True, False]
        await until(lambda: hearts() == 1)
