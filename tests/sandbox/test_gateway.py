"""Sessions, dropped lines, resuming, intents, rate limits and other misfortune."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from sandbox.people import WAIT_SECONDS, People, Person
from tests.sandbox.trial import Trial, online


async def heard(bot: Trial, event: str, within: float = WAIT_SECONDS) -> None:
    """Wait until the client has dispatched an event of this name since it was asked."""
    await bot.wait_for(event, timeout=within)


async def test_a_wrong_token_is_refused(box: Sandbox) -> None:
    bot = Trial()
    async with online(box):
        with pytest.raises(discord.LoginFailure):
            await bot.login("not the token")
    await bot.close()


async def test_privileged_intents_are_refused(box: Sandbox) -> None:
    intents = discord.Intents(guilds=True, message_content=True)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with online(box, Trial(intents)):
            pass


async def test_the_world_as_the_bot_finds_it(box: Sandbox, bot: Trial) -> None:
    guild = bot.guilds[0]
    assert (guild.name, guild.preferred_locale) == ("The Long Table", discord.Locale.american_english)
    assert [channel.name for channel in guild.text_channels] == ["welcome", "table-talk", "games", "salon"]
    assert guild.member_count == 5
    assert [member.name for member in guild.members] == ["Longtable"]
    assert not guild.me.guild_permissions.administrator
    assert box.gateway.online


async def test_members_are_found_by_name_and_id(ada: Person, bot: Trial) -> None:
    by_name = await bot.guilds[0].query_members("bas")
    assert [member.name for member in by_name] == ["basile"]
    by_id = await bot.guilds[0].query_members(user_ids=[int(ada.id), 5])
    assert [member.display_name for member in by_id] == ["Ada"]


async def test_what_people_write_is_hidden_without_the_content_intent(ada: Person, box: Sandbox) -> None:
    async with online(box, Trial(discord.Intents(guilds=True, messages=True))) as bot:
        waiting = asyncio.create_task(heard(bot, "message"))
        await asyncio.sleep(0)
        await ada.say("my secret", "games")
        await waiting
        assert bot.events == [("message", "")]


async def test_no_messages_without_the_intent(ada: Person, bot: Trial) -> None:
    await ada.say("hello", "games")
    await ada.command("trial free", channel="games")
    assert bot.events == []


@pytest.mark.parametrize("how", ["drop", "reconnect"])
async def test_missed_clicks_arrive_after_resuming(ada: Person, people: People, bot: Trial, how: str) -> None:
    resumed = asyncio.create_task(heard(bot, "resumed"))
    await asyncio.sleep(0)
    mark = len(ada.frames)
    await people.gateway_fault(how)
    await ada.event(lambda frame: frame == {"type": "bot", "online": False}, since=mark)
    answer = await ada.command("trial play", move="during the gap")
    await resumed
    assert answer.state == "answered"
    assert bot.seen[-1].namespace.move == "during the gap"
    assert len(bot.seen) == 1


async def test_an_ended_session_begins_anew(ada: Person, people: People, bot: Trial) -> None:
    ready = asyncio.create_task(heard(bot, "ready"))
    await asyncio.sleep(0)
    await people.gateway_fault("invalid_session")
    await ready
    assert (await ada.command("trial play", move="x")).state == "answered"
    assert ("resumed", None) not in bot.events


async def test_a_silent_gateway_is_left_and_found_again(people: People, ada: Person) -> None:
    quiet = Sandbox(first_response=WAIT_SECONDS)
    quiet.heartbeat_ms = 100
    async with (
        quiet,
        online(quiet, Trial(heartbeat_timeout=0.3)) as bot,
        People(quiet.url) as others,
    ):
        resumed = asyncio.create_task(heard(bot, "resumed"))
        await asyncio.sleep(0)
        await others.gateway_fault("silence")
        await resumed
        assert (await others["ada"].command("trial play", move="x")).state == "answered"


@pytest.mark.parametrize(
    ("frame", "close"),
    [
        ("not json", 4002),
        ('{"op": 2, "d": {"token": "wrong", "intents": 1}}', 4004),
        ('{"op": 2, "d": {"token": "TOKEN", "intents": -1}}', 4013),
        ('{"op": 3, "d": {}}', 4003),
        ('{"op": 2, "d": null}', 4002),
        ("[1]", 4002),
        ('{"op": 1, "d": "' + "x" * 4096 + '"}', 4002),
        ('{"op": 2, "d": {"token": "TOKEN", "intents": 1, "shard": [1, 1]}}', 4010),
        ('{"op": 2, "d": {"token": "TOKEN", "intents": 1, "shard": "0"}}', 4010),
        ('{"op": 2, "d": {"token": "TOKEN", "intents": 131072}}', 4013),
        ('{"op": 2, "d": {"token": "TOKEN"}}', 4013),
        ('{"op": 2, "d": {"token": "TOKEN", "intents": 32768}}', 4014),
        ('{"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 1}}', 4004),
    ],
)
async def test_close_codes(box: Sandbox, frame: str, close: int) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(box.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_str(frame.replace("TOKEN", box.token))
        received = await socket.receive()
        assert received.type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == close


async def identified(box: Sandbox, session: aiohttp.ClientSession, **more: Any) -> Any:
    socket = await session.ws_connect(box.gateway_url)
    await socket.receive_json()
    # Some clients send their JSON in binary frames.
    await socket.send_bytes(json.dumps({"op": 2, "d": {"token": box.token, "intents": 1, **more}}).encode())
    return socket, await socket.receive_json()


async def closed_with(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    while (received := await socket.receive()).type is aiohttp.WSMsgType.TEXT:
        pass
    assert received.type is aiohttp.WSMsgType.CLOSE
    return socket.close_code


async def test_close_codes_of_a_session(box: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        for frame, code in (({"op": 2, "d": {}}, 4005), ({"op": 99, "d": {}}, 4001)):
            socket, ready = await identified(box, session)
            assert ready["t"] == "READY"
            await socket.send_json(frame)
            assert await closed_with(socket) == code
        socket, ready = await identified(box, session)
        async with session.ws_connect(box.gateway_url) as other:
            await other.receive_json()
            resume = {"token": box.token, "session_id": ready["d"]["session_id"], "seq": 1000}
            await other.send_json({"op": 6, "d": resume})
            assert await closed_with(other) == 4007
        for _ in range(121):
            await socket.send_json({"op": 3, "d": {}})
        assert await closed_with(socket) == 4008
        async with session.ws_connect(f"{box.gateway_url}?v=5") as old:
            assert await closed_with(old) == 4012


async def test_a_shard_carries_its_own_servers(box: Sandbox) -> None:
    guild = next(iter(box.world.guilds))
    mine = (int(guild) >> 22) % 2
    async with aiohttp.ClientSession() as session:
        found = [(await identified(box, session, shard=[number, 2]))[1]["d"] for number in (mine, 1 - mine)]
    assert [[item["id"] for item in ready["guilds"]] for ready in found] == [[guild], []]
    assert [ready["shard"] for ready in found] == [[mine, 2], [1 - mine, 2]]


async def test_an_unknown_session_cannot_be_resumed(box: Sandbox) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(box.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": {"token": box.token, "session_id": "gone", "seq": 3}})
        assert await socket.receive_json() == {"op": 9, "t": None, "s": None, "d": False}


# Requests that fare badly


async def test_a_rate_limit_is_waited_for(people: People, bot: Trial, box: Sandbox) -> None:
    await people.fault("POST", "/channels/*/messages", status=429, retry_after=0.2)
    began = time.perf_counter()
    await bot.text_channel("games").send("patience")
    assert time.perf_counter() - began >= 0.2
    assert [item["status"] for item in box.ledger.requests][-2:] == [429, 200]


async def test_a_global_rate_limit_holds_everything_back(people: People, bot: Trial) -> None:
    await people.fault("POST", "/channels/*/messages", status=429, retry_after=0.3, scope="global")
    channel = bot.text_channel("games")
    began = time.perf_counter()
    first = asyncio.create_task(channel.send("one"))
    while bot.http._global_over.is_set():  # noqa: ASYNC110  # the client has no event for the beginning
        await asyncio.sleep(0)
    await bot.fetch_channel(channel.id)
    assert time.perf_counter() - began >= 0.3
    await first


async def test_server_errors_are_tried_again(people: People, ada: Person, bot: Trial) -> None:
    await people.fault("POST", "/channels/*/messages", status=502)
    await bot.text_channel("games").send("at last")
    assert [message.text for message in await ada.messages("games")] == ["at last"]


async def test_an_answer_may_be_lost_after_the_deed(people: People, ada: Person, bot: Trial) -> None:
    await people.fault("POST", "/channels/*/messages", status=500, after=True)
    await bot.text_channel("games").send("twice?", nonce="9:1")
    assert [message.text for message in await ada.messages("games")] == ["twice?"]


async def test_the_line_may_be_cut(people: People, bot: Trial) -> None:
    await people.fault("POST", "/channels/*/messages", drop=True)
    with pytest.raises(aiohttp.ClientError):
        await bot.text_channel("games").send("cut")


async def test_any_refusal_can_be_injected(people: People, bot: Trial) -> None:
    await people.fault("POST", "/channels/*/messages", code=50013)
    with pytest.raises(discord.Forbidden) as raised:
        await bot.text_channel("games").send("x")
    assert raised.value.code == 50013


async def test_real_rate_limits_refuse_a_flood() -> None:
    now = time.time()
    async with Sandbox(clock=lambda: now) as box, aiohttp.ClientSession() as session:
        box.rates.enforce()
        channel = next(iter(box.world.channels))
        statuses: list[int] = []
        for number in range(6):
            async with session.post(
                f"{box.api_url}/channels/{channel}/messages",
                json={"content": str(number)},
                headers={"Authorization": f"Bot {box.token}"},
            ) as response:
                statuses.append(response.status)
                if response.status == 429:
                    body = await response.json()
                    assert 0 < body["retry_after"] <= 5
                    assert response.headers["X-RateLimit-Remaining"] == "0"
                    assert "Via" in response.headers
        assert statuses == [200] * 5 + [429]


async def test_every_answer_tells_the_limits(box: Sandbox) -> None:
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session,
        session.get(f"{box.api_url}/users/@me") as response,
    ):
        names = {"Limit", "Remaining", "Reset", "Reset-After", "Bucket"}
        assert {f"X-RateLimit-{name}" for name in names} <= set(response.headers)
        assert response.headers["Content-Type"] == "application/json"
