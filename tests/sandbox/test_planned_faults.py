"""Planned faults: lost answers, requests that hang, limited places, a bot that is shut out."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.people import People, Person
from tests.sandbox.trial import png

Json = dict[str, Any]


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def box(clock: Clock) -> AsyncIterator[Sandbox]:
    async with Sandbox(clock=clock) as sandbox:
        yield sandbox


def session(box: Sandbox) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"})


@pytest.fixture
async def http(box: Sandbox) -> AsyncIterator[aiohttp.ClientSession]:
    async with session(box) as client:
        yield client


def place(box: Sandbox, name: str) -> str:
    return next(key for key, item in box.world.channels.items() if item.get("name") == name)


async def say(box: Sandbox, http: aiohttp.ClientSession, channel: str, **body: Any) -> tuple[int, Json]:
    url = f"{box.api_url}/channels/{place(box, channel)}/messages"
    async with http.post(url, json=body) as response:
        answer = await response.json() if response.content_type == "application/json" else {}
        return response.status, answer


async def test_the_line_is_cut_after_the_deed(
    people: People, ada: Person, box: Sandbox, http: aiohttp.ClientSession
) -> None:
    await people.fault("POST", f"/channels/{place(box, 'games')}/messages", drop=True, after=True)
    with pytest.raises(aiohttp.ClientError):
        await say(box, http, "games", content="once", nonce="1", enforce_nonce=True)
    status, answer = await say(box, http, "games", content="once", nonce="1", enforce_nonce=True)
    assert (status, answer["content"]) == (200, "once")
    assert [message.id for message in await ada.messages("games")] == [answer["id"]]


async def test_a_nonce_is_the_authors_for_a_few_minutes(
    ada: Person, box: Sandbox, http: aiohttp.ClientSession, clock: Clock
) -> None:
    first = (await say(box, http, "games", content="a", nonce="7", enforce_nonce=True))[1]["id"]
    assert (await say(box, http, "games", content="b", nonce=7, enforce_nonce=True))[1]["id"] == first
    assert (await say(box, http, "games", content="c", nonce="7"))[1]["id"] != first
    clock.now += 301
    assert (await say(box, http, "games", content="d", nonce="7", enforce_nonce=True))[1]["content"] == "d"
    assert (await say(box, http, "salon", content="e", nonce="7", enforce_nonce=True))[1]["content"] == "e"
    assert [message.text for message in await ada.messages("games")] == ["a", "c", "d"]


async def test_the_nonce_of_a_deleted_message_counts_as_long_as_the_others(
    tmp_path: Path, clock: Clock
) -> None:
    file = tmp_path / "world.db"
    async with Sandbox(file, clock=clock) as box, session(box) as http:
        first = (await say(box, http, "games", content="a", nonce="7", enforce_nonce=True))[1]["id"]
        async with http.delete(f"{box.api_url}/channels/{place(box, 'games')}/messages/{first}") as gone:
            assert gone.status == 204
        status, told = await say(box, http, "games", content="b", nonce="7", enforce_nonce=True)
        assert (status, told["code"]) == (404, 10008)
        assert (await say(box, http, "salon", content="c", nonce="7", enforce_nonce=True))[0] == 200
    clock.now += 299
    async with Sandbox(file, clock=clock) as box, session(box) as http:
        status, told = await say(box, http, "games", content="d", nonce="7", enforce_nonce=True)
        assert (status, told["code"]) == (404, 10008)
        clock.now += 2
        assert (await say(box, http, "games", content="e", nonce="7", enforce_nonce=True))[0] == 200


@pytest.mark.parametrize("after", [False, True])
async def test_a_request_hangs_until_it_is_cut_off(
    people: People, ada: Person, box: Sandbox, http: aiohttp.ClientSession, after: bool
) -> None:
    fault = await people.fault("POST", "/channels/*/messages", hang=True, after=after)
    hanging = asyncio.create_task(say(box, http, "games", content="slow"))
    while box.faults.planned:  # noqa: ASYNC110  # that a request hangs is no event
        await asyncio.sleep(0)
    assert (await say(box, http, "salon", content="elsewhere"))[0] == 200
    assert not hanging.done()
    await people.forget(fault)
    with pytest.raises(aiohttp.ClientError):
        await hanging
    assert [message.text for message in await ada.messages("games")] == (["slow"] if after else [])


async def test_a_sandbox_ends_though_a_request_hangs(http: aiohttp.ClientSession) -> None:
    async with Sandbox() as other, People(other.url) as others:
        await others.fault("GET", "/gateway", hang=True)
        hanging = asyncio.create_task(http.get(f"{other.api_url}/gateway"))
        while other.faults.planned:  # noqa: ASYNC110  # that a request hangs is no event
            await asyncio.sleep(0)
    with pytest.raises(aiohttp.ClientError):
        await hanging


async def test_one_place_alone_is_limited_until_its_time(
    people: People, box: Sandbox, http: aiohttp.ClientSession, clock: Clock
) -> None:
    path = f"/channels/{place(box, 'games')}/messages"
    await people.fault("POST", path, seconds=40, status=429, scope="shared")
    clock.now += 10
    async with http.post(f"{box.api_url}{path}", json={"content": "x"}) as response:
        assert response.status == 429
        assert await response.json() == {
            "message": "You are being rate limited.",
            "retry_after": 30.0,
            "global": False,
        }
        limited = dict(response.headers)
    async with http.get(f"{box.api_url}{path}") as response:
        assert response.status == 200
    async with http.post(
        f"{box.api_url}/channels/{place(box, 'salon')}/messages", json={"content": "x"}
    ) as ok:
        assert ok.status == 200
        assert ok.headers["X-RateLimit-Bucket"] == limited["X-RateLimit-Bucket"]
    assert limited["X-RateLimit-Scope"] == "shared"
    assert limited["X-RateLimit-Remaining"] == "0"
    assert limited["X-RateLimit-Reset-After"] == "30.000"
    assert limited["X-RateLimit-Reset"] == f"{clock.now + 30:.3f}"
    assert limited["Retry-After"] == "30"
    clock.now += 31
    assert (await say(box, http, "games", content="again"))[0] == 200


async def test_errors_for_a_while_or_until_they_are_forgotten(
    people: People, box: Sandbox, http: aiohttp.ClientSession, clock: Clock
) -> None:
    await people.fault("*", "*", seconds=60, status=503)
    for _ in range(3):
        assert (await say(box, http, "games", content="x"))[0] == 503
    clock.now += 61
    assert (await say(box, http, "games", content="x"))[0] == 200
    fault = await people.fault("POST", "*", times=0, status=502)
    for _ in range(3):
        assert (await say(box, http, "games", content="x"))[0] == 502
    await people.forget(fault)
    assert (await say(box, http, "games", content="x"))[0] == 200


async def test_a_fault_finds_the_request_by_its_number_and_its_words(
    people: People, box: Sandbox, http: aiohttp.ClientSession
) -> None:
    await people.fault("POST", "/channels/*/messages", skip=1, body="turn", status=500)
    statuses = [
        (await say(box, http, "games", content=text))[0]
        for text in ("Your turn", "hello", "Your turn", "Your turn")
    ]
    assert statuses == [200, 200, 500, 200]


async def greeted(box: Sandbox, http: aiohttp.ClientSession, token: str) -> Json | int:
    """Identify, and return the first answer: a frame, or the code with which the line was closed."""
    async with http.ws_connect(box.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": token, "intents": 1}})
        received = await socket.receive()
        return received.json() if received.type is aiohttp.WSMsgType.TEXT else socket.close_code or 0


async def test_the_gateway_lets_nobody_in_for_a_while(
    people: People, box: Sandbox, http: aiohttp.ClientSession, clock: Clock
) -> None:
    async with http.ws_connect(box.gateway_url) as socket:
        await socket.receive_json()
        await people.gateway_fault("refuse", seconds=120)
        assert (await socket.receive()).type in (aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR)
    with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
        await greeted(box, http, box.token)
    assert (await say(box, http, "games", content="HTTP goes on"))[0] == 200
    clock.now += 121
    assert isinstance(await greeted(box, http, box.token), dict)
    await people.gateway_fault("refuse")
    clock.now += 1_000_000
    with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
        await greeted(box, http, box.token)
    await people.gateway_fault("accept")
    assert isinstance(await greeted(box, http, box.token), dict)


async def test_a_withdrawn_token_is_good_for_nothing(
    people: People, box: Sandbox, http: aiohttp.ClientSession
) -> None:
    old = box.token
    async with http.ws_connect(box.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": old, "intents": 1}})
        assert (await socket.receive_json())["t"] == "READY"
        await people.renew_token()
        while (received := await socket.receive()).type is aiohttp.WSMsgType.TEXT:
            pass
        assert received.type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == 4004
    assert box.token != old
    assert await say(box, http, "games", content="x") == (401, {"message": "401: Unauthorized", "code": 0})
    assert await greeted(box, http, old) == 4004
    assert isinstance(await greeted(box, http, box.token), dict)
    await people.renew_token(old)
    assert (await say(box, http, "games", content="x"))[0] == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"do": {"status": "many"}},
        {"do": {}, "skip": -1},
        {"do": {}, "times": 0},
        {"do": {}, "seconds": "long"},
        {"do": {"scope": "mine"}},
        {"do": []},
        {"do": {}, "match": "all"},
    ],
)
async def test_faults_are_checked(people: People, wrong: Json) -> None:
    with pytest.raises(Exception, match=r"number|least once|says what|scope"):
        await people.ask("POST", "/faults", wrong)
    assert (await people.ask("GET", "/faults"))["faults"] == []


async def test_old_messages_can_be_changed_a_few_times_only(
    box: Sandbox, http: aiohttp.ClientSession, clock: Clock
) -> None:
    old = (await say(box, http, "games", content="old"))[1]["id"]
    beside = (await say(box, http, "welcome", content="old"))[1]["id"]
    clock.now += 3601
    fresh = (await say(box, http, "games", content="fresh"))[1]["id"]
    elsewhere = (await say(box, http, "salon", content="fresh"))[1]["id"]

    async def edit(message: str, channel: str = "games") -> tuple[int, Json]:
        url = f"{box.api_url}/channels/{place(box, channel)}/messages/{message}"
        async with http.patch(url, json={"content": "changed"}) as response:
            return response.status, await response.json()

    assert [(await edit(old))[0] for _ in range(5)] == [200] * 5, "unless it is switched on"
    box.rates.old_edits = True
    assert [(await edit(old))[0] for _ in range(3)] == [200] * 3
    clock.now += 2
    status, told = await edit(old)
    assert (status, told["code"], told["retry_after"], told["global"]) == (429, 30046, 4.0, False)
    assert (await edit(fresh))[0] == 200
    assert (await edit(elsewhere, "salon"))[0] == 200
    assert (await edit(beside, "welcome"))[0] == 200, "each channel has its own limit"
    clock.now += 4
    assert [(await edit(old))[0] for _ in range(4)] == [200, 200, 200, 429]
    clock.now += 3700
    assert (await edit(elsewhere, "salon"))[0] == 200


async def test_a_limit_with_a_code_of_its_own_can_be_planned(
    people: People, box: Sandbox, http: aiohttp.ClientSession
) -> None:
    await people.fault("POST", "/channels/*/messages", code=30046, retry_after=1.5)
    status, told = await say(box, http, "games", content="x")
    assert (status, told["code"], told["retry_after"]) == (429, 30046, 1.5)


async def test_so_many_emojis_in_an_hour(
    people: People, box: Sandbox, http: aiohttp.ClientSession, clock: Clock
) -> None:
    image = "data:image/png;base64," + base64.b64encode(png(8, 8)).decode()
    emojis = f"{box.api_url}/applications/{box.world.meta['application_id']}/emojis"

    async def make(number: int) -> tuple[int, Json]:
        async with http.post(emojis, json={"name": f"tile_{number}", "image": image}) as response:
            return response.status, await response.json() if response.status != 500 else {}

    box.rates.emoji_limit = 50
    await people.fault("POST", "/applications/*/emojis", skip=59, status=500)
    for number in range(50):
        assert (await make(number))[0] == 201
        clock.now += 1
    status, told = await make(50)
    assert (status, told["retry_after"], told["global"]) == (429, 3550.0, False)
    async with http.get(emojis) as response:
        assert len((await response.json())["items"]) == 50, "reading is not limited"
    clock.now += 3551
    statuses = [(await make(number))[0] for number in (50, 51)]
    assert statuses == [201, 201], "the first two have left the hour"
    assert (await make(52))[0] == 429
    clock.now += 3600
    statuses = [(await make(number))[0] for number in range(52, 60)]
    assert statuses == [201] * 5 + [500] + [201] * 2, "request number 60 fails as planned"
