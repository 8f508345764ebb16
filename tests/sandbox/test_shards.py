"""Shards: whose events go where, how often sessions may begin, thousands of servers, the global limit."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from sandbox.people import WAIT_SECONDS, People, Person, Refused
from tests.sandbox.trial import Trial, online


class Sharded(Trial, discord.AutoShardedClient):
    """The trial bot with several shards in one process, as discord.py has them."""


class Clock:
    """Seconds since 1970 that go on only when told to."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


def shard_of(guild: int | str, count: int) -> int:
    return (int(guild) >> 22) % count


class Raw:
    """A gateway client by hand."""

    def __init__(self, box: Sandbox, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.box = box
        self.socket = socket

    async def identify(self, shard: Any = None, intents: int = 1) -> dict[str, Any] | int:
        """Identify, and return the first frame that answers, or the code with which the line was closed."""
        data: dict[str, Any] = {"token": self.box.token, "intents": intents}
        await self.socket.send_json({"op": 2, "d": data if shard is None else {**data, "shard": shard}})
        return await self.frame()

    async def resume(self, session: str, seq: int) -> None:
        await self.socket.send_json(
            {"op": 6, "d": {"token": self.box.token, "session_id": session, "seq": seq}}
        )

    async def frame(self) -> dict[str, Any] | int:
        received = await self.socket.receive(WAIT_SECONDS)
        if received.type is aiohttp.WSMsgType.TEXT:
            return received.json()
        return self.socket.close_code or 0

    async def until(self, event: str) -> list[dict[str, Any]]:
        """Return the frames up to an event of this name."""
        frames: list[dict[str, Any]] = []
        while not frames or frames[-1]["t"] != event:
            frame = await self.frame()
            assert isinstance(frame, dict), frame
            frames.append(frame)
        return frames


@contextlib.asynccontextmanager
async def raw(box: Sandbox) -> AsyncIterator[Raw]:
    async with aiohttp.ClientSession() as session, session.ws_connect(box.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        yield Raw(box, socket)


def op(frame: dict[str, Any] | int) -> int:
    return frame["op"] if isinstance(frame, dict) else -frame


async def gateway_bot(box: Sandbox) -> Any:
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session,
        session.get(f"{box.api_url}/gateway/bot") as response,
    ):
        return await response.json()


# Whose events go where


async def test_a_client_of_several_shards_hears_of_every_server_once(
    box: Sandbox, people: People, ada: Person
) -> None:
    crowd = await people.crowd(6, ada)
    async with online(box, Sharded(shard_count=3)) as bot:
        assert sorted(guild.id for guild in bot.guilds) == sorted(map(int, box.world.guilds))
        assert {guild.shard_id for guild in bot.guilds} == {0, 1, 2}
        for guild in (*crowd[:3], await people.guild()):
            place = next(item for item in box.world.rooms(guild) if item["name"] == "games")["id"]
            assert (await ada.command("trial play", channel=place, move="x")).state == "answered"
            assert str(bot.seen[-1].guild_id) == guild
        assert len(bot.seen) == 4


async def test_a_client_hears_only_of_the_shards_that_it_serves(
    box: Sandbox, people: People, ada: Person
) -> None:
    crowd = await people.crowd(6, ada)
    async with (
        online(box, Sharded(shard_count=3, shard_ids=[0, 1])) as one,
        online(box, Sharded(shard_count=3, shard_ids=[2])) as other,
    ):
        for bot, served in ((one, {0, 1}), (other, {2})):
            there = {guild.id for guild in bot.guilds}
            assert there == {int(guild) for guild in box.world.guilds if shard_of(guild, 3) in served}
        for guild in crowd:
            place = box.world.rooms(guild)[0]["id"]
            await ada.command("trial play", channel=place, move="x")
            bot = other if shard_of(guild, 3) == 2 else one
            assert str(bot.seen[-1].guild_id) == guild
        assert len(one.seen) + len(other.seen) == len(crowd)


async def test_what_has_no_server_goes_to_shard_0(box: Sandbox, people: People, ada: Person) -> None:
    """Presses in direct messages, and in groups of people who have installed the bot for themselves."""
    await ada.set(installed=True)
    direct = box.world.direct(ada.id)
    assert direct is not None
    async with raw(box) as zero, raw(box) as one:
        for client, number in ((zero, 0), (one, 1)):
            assert op(await client.identify([number, 2])) == 0
        for place in (direct["id"], await people.group("friends", ada, people["basile"])):
            asked = box.desk.ask(box.world.person(ada.id), 2, box.world.channel(place), {"id": "1"})
            task = asyncio.create_task(asked)
            frame = (await zero.until("INTERACTION_CREATE"))[-1]["d"]
            assert (frame["channel_id"], "guild_id" in frame) == (place, False)
            task.cancel()
        # The other one hears of its own servers only, of which one appears now.
        await people.crowd(2, ada)
        heard = [frame["t"] for frame in await one.until("GUILD_CREATE")]
        assert "INTERACTION_CREATE" not in heard


async def test_two_sessions_of_one_shard_both_hear(box: Sandbox, people: People) -> None:
    number = shard_of(await people.guild(), 2)
    async with raw(box) as first, raw(box) as second:
        ready = [await client.identify([number, 2]) for client in (first, second)]
        assert all(isinstance(frame, dict) and frame["t"] == "READY" for frame in ready)
        await people.role("both")
        for client in (first, second):
            assert (await client.until("GUILD_ROLE_CREATE"))[-1]["d"]["role"]["name"] == "both"


async def test_each_session_resumes_its_own(box: Sandbox, people: People, ada: Person) -> None:
    crowd = await people.crowd(4, ada)
    sessions: dict[int, tuple[str, int]] = {}
    for number in (0, 1):
        async with raw(box) as client:
            ready = await client.identify([number, 2])
            assert isinstance(ready, dict)
            mine = [key for key in box.world.guilds if shard_of(key, 2) == number]
            assert {item["id"] for item in ready["d"]["guilds"]} == set(mine)
            assert ready["d"]["shard"] == [number, 2]
            for _ in mine:
                assert op(await client.frame()) == 0
            sessions[number] = ready["d"]["session_id"], 1 + len(mine)
            await people.gateway_fault("drop", shard=number)
    guild = crowd[0]
    await people.new_channel("missed", guild=guild)
    for number in (0, 1):
        async with raw(box) as client:
            await client.resume(*sessions[number])
            heard = [frame["t"] for frame in await client.until("RESUMED")]
            expected = ["CHANNEL_CREATE"] if number == shard_of(guild, 2) else []
            assert heard == [*expected, "RESUMED"]


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0, 0], [0], [0, 1, 2], "0", [True, 2], {}, [0.5, 2]])
async def test_an_invalid_shard_is_refused(box: Sandbox, shard: Any) -> None:
    async with raw(box) as client:
        assert await client.identify(shard) == 4010


async def test_trouble_of_one_shard(box: Sandbox, people: People) -> None:
    async with raw(box) as zero, raw(box) as one, raw(box) as again:
        await zero.identify([0, 2])
        await one.identify([1, 2])
        await people.gateway_fault("refuse", shard=1)
        assert op(await again.identify([1, 2])) < 0
        await people.gateway_fault("accept", shard=1)
        async with raw(box) as third:
            assert op(await third.identify([1, 2])) == 0
        assert box.gateway.online
        with pytest.raises(Refused, match="number"):
            await people.gateway_fault("drop", shard=-1)


# Thousands of servers


async def test_more_servers_than_a_session_carries(box: Sandbox, people: People, ada: Person) -> None:
    guilds = await people.crowd(2600, ada)
    assert len(set(guilds)) == 2600
    assert (await gateway_bot(box))["shards"] == 3
    async with raw(box) as client:
        assert await client.identify() == 4011
    per_shard = [sum(shard_of(key, 2) == number for key in box.world.guilds) for number in (0, 1)]
    assert all(1290 <= count <= 1311 for count in per_shard)
    async with raw(box) as client:
        ready = await client.identify([1, 2])
        assert isinstance(ready, dict)
        assert len(ready["d"]["guilds"]) == per_shard[1]


async def test_a_crowd_is_asked_for_in_whole_numbers(people: People, ada: Person) -> None:
    for count in (0, -1, True, "3", 10_001):
        with pytest.raises(Refused, match="whole number"):
            await people.crowd(count, ada)  # type: ignore[arg-type]


async def test_a_crowd_survives_a_restart(tmp_path: Any) -> None:
    async with Sandbox(tmp_path / "world.db") as box, People(box.url) as people:
        crowd = await people.crowd(3, people["ada"])
    async with Sandbox(tmp_path / "world.db") as box, People(box.url) as people:
        assert set(crowd) < set(box.world.guilds)
        assert not set(crowd) & set(await people.crowd(3, people["ada"]))


# How often sessions may begin


async def test_sessions_begin_five_seconds_apart() -> None:
    clock = Clock()
    async with Sandbox(clock=clock) as box, raw(box) as first, raw(box) as second:
        box.starts.enforce(1000, 2)
        assert op(await first.identify([0, 4])) == 0
        assert await second.identify([2, 4]) == {"op": 9, "t": None, "s": None, "d": False}
        async with raw(box) as beside:  # another remainder
            assert op(await beside.identify([1, 4])) == 0
        clock.now += 4.9
        assert op(await second.identify([2, 4])) == 9
        clock.now += 0.2
        assert op(await second.identify([2, 4])) == 0
        told = (await gateway_bot(box))["session_start_limit"]
        assert (told["total"], told["remaining"], told["max_concurrency"]) == (1000, 995, 2)
        assert 86_390_000 < told["reset_after"] < 86_400_000
        clock.now += 86_400
        told = (await gateway_bot(box))["session_start_limit"]
        assert (told["remaining"], told["reset_after"]) == (1000, 0)


async def test_too_many_sessions_cost_the_token() -> None:
    async with Sandbox(clock=(clock := Clock())) as box, raw(box) as first:
        box.starts.enforce(2, 1)
        token = box.token
        assert op(await first.identify()) == 0
        clock.now += 5
        async with raw(box) as second, raw(box) as third:
            assert op(await second.identify()) == 0
            assert (await gateway_bot(box))["session_start_limit"]["remaining"] == 0
            clock.now += 5
            await first.frame()
            assert await asyncio.gather(third.identify(), first.frame()) == [4004, 4004]
            assert box.token != token


async def test_resuming_is_not_counted() -> None:
    async with Sandbox() as box, raw(box) as first:
        box.starts.enforce(1, 1)
        ready = await first.identify()
        assert isinstance(ready, dict)
        await box.gateway.trouble("drop")
        async with raw(box) as second:
            await second.resume(ready["d"]["session_id"], 1)
            await second.until("RESUMED")
        assert (await gateway_bot(box))["session_start_limit"]["remaining"] == 0


async def test_limits_can_be_set_while_it_runs(box: Sandbox, people: People) -> None:
    told = await people.limits(total=7, used=3, max_concurrency=16, shards=9, per_second=50)
    assert told.pop("per_second") == 50
    assert (await gateway_bot(box))["shards"] == 9
    assert told["session_start_limit"]["max_concurrency"] == 16
    assert (await people.limits(shards=None))["shards"] == 1
    for wrong in ({"total": -1}, {"max_concurrency": 0}, {"nonsense": 1}, {"used": True}):
        with pytest.raises(Refused):
            await people.limits(**wrong)


async def test_one_client_with_shards_keeps_to_the_spacing() -> None:
    """discord.py waits five seconds before a second identify; here its hook waits for nothing."""
    async with Sandbox() as box, People(box.url) as people:
        box.starts.enforce(1000, 2)
        await people.crowd(3, people["ada"])
        bot = Sharded(shard_count=2)
        async with online(box, bot):
            assert sorted(bot.shards) == [0, 1]
            assert len(bot.guilds) == 4


# The global limit


async def test_the_global_limit_knows_no_routes() -> None:
    clock = Clock()
    async with (
        Sandbox(clock=clock) as box,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session,
    ):
        box.rates.per_second = 5
        guild = next(iter(box.world.guilds))
        paths = ["/users/@me", "/gateway/bot", f"/guilds/{guild}"] * 2
        answers: list[aiohttp.ClientResponse] = []
        body: Any = None
        for path in paths:
            async with session.get(box.api_url + path) as response:
                body = await response.json()
                answers.append(response)
        assert [response.status for response in answers] == [200] * 5 + [429]
        refused = answers[-1].headers
        assert (refused["X-RateLimit-Global"], refused["X-RateLimit-Scope"]) == ("true", "global")
        assert "X-RateLimit-Bucket" not in refused
        assert body["global"] is True
        assert 0 < body["retry_after"] <= 1
        # Answers to interactions are free of it: this one is refused for what it is.
        async with session.post(
            f"{box.api_url}/interactions/1/nobody/callback", json={"type": 5}
        ) as response:
            assert response.status == 404
        async with session.patch(f"{box.api_url}/webhooks/1/nobody/messages/@original", json={}) as response:
            assert response.status != 429
        clock.now += 1
        async with session.get(f"{box.api_url}/users/@me") as response:
            assert response.status == 200
