"""Requests that no client sends: refused with nothing kept, and the sandbox goes on for everybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import yarl

from sandbox import Sandbox
from sandbox.people import People, Person, Refused
from soak.malformed import DEEP, Malformed
from tests.sandbox.trial import Trial, online

HALF = "\ud800"


async def send_raw(box: Sandbox, method: str, path: str, body: str = "") -> int:
    """Send a request without any check, and return the status of its answer."""
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, yarl.URL(box.url + path, encoded=True), data=body) as response,
    ):
        return response.status


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(HALF),
        json.dumps(f"a{HALF}b"),
        json.dumps({HALF: 1}),
        '["x"]',
        "{}",
        "5",
        DEEP,
        "NaN",
        "1e999",
    ],
    ids=["half", "half within", "half a name", "list", "object", "number", "deep", "NaN", "endless"],
)
async def test_what_is_no_text_is_not_said(box: Sandbox, ada: Person, bot: Trial, content: str) -> None:
    place = await ada.place("games")
    path = f"/people/{ada.id}/channels/{place}/messages"
    assert await send_raw(box, "POST", path, f'{{"content": {content}}}') == 400
    assert await ada.messages("games") == []
    assert (await ada.say("hello", "games")).text == "hello"
    assert (await bot.fetch_channel(int(place))) is not None


@pytest.mark.parametrize("options", [{"move": HALF}, {"move": ["x"]}, {"move": {"a": 1}}, {"seats": [1]}])
async def test_an_option_that_nobody_can_send(ada: Person, bot: Trial, options: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        await ada.command("trial play", {"move": "GG A1 A2", **options}, channel="games")
    assert refused.value.status == 400
    assert (await ada.command("trial play", move="GG A1 A2", channel="games")).state != "failed"


@pytest.mark.parametrize("name", [HALF, ["x"], {"a": 1}, 5, "", "x" * 101])
async def test_a_name_that_is_none(box: Sandbox, people: People, name: Any) -> None:
    before = len(box.world.users), len(box.world.guilds)
    for path, body in (
        ("/people", {"username": name}),
        ("/people", {"username": "eve", "global_name": name}),
        ("/guilds", {"people": [people["ada"].id], "name": name}),
        ("/guilds", {"people": [name], "name": "there"}),
    ):
        with pytest.raises(Refused) as refused:
            await people.ask("POST", path, body)
        assert refused.value.status in (400, 404), body
    assert (len(box.world.users), len(box.world.guilds)) == before


@pytest.mark.parametrize(
    "path",
    ["/%00", "/js/%00.js", "/" + "x" * 5000, "/%ED%A0%80", "/%FF", "/people/%D9%A1/channels", "/people/%00"],
)
async def test_a_path_that_is_none(box: Sandbox, path: str) -> None:
    assert await send_raw(box, "GET", path) == 404


async def test_an_origin_that_is_no_address(box: Sandbox) -> None:
    headers = {"Origin": "http://["}
    async with aiohttp.ClientSession(headers=headers) as session, session.get(f"{box.url}/people") as answer:
        assert answer.status == 403


async def test_it_starts_on_a_world_in_which_half_a_character_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with Sandbox(file) as box:
        guild = next(iter(box.world.guilds.values()))
        box.world.put("guild", {**guild, "name": f"there {HALF} \N{PARTY POPPER}"})
        person = box.world.people[0]
        box.world.put("user", {**person, "global_name": HALF})
    async with Sandbox(file) as box, People(box.url) as people, online(box, Trial()) as bot:
        assert bot.guilds[0].name == "there ? \N{PARTY POPPER}"
        assert people["ada"].raw["global_name"] == "?"
        assert (await people["ada"].say("hello", "games")).text == "hello"


async def test_a_nonce_of_half_a_character_at_the_gateway(box: Sandbox, bot: Trial) -> None:
    """It would be sent back; the line is closed instead, and another session hears all."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{box.url}/gateway") as line:
        await line.receive_json()
        await line.send_json({"op": 2, "d": {"token": box.token, "intents": 1}})
        await line.receive_json()
        guild = next(iter(box.world.guilds))
        await line.send_json({"op": 8, "d": {"guild_id": guild, "user_ids": ["1"], "nonce": HALF}})
        while (await line.receive()).type is aiohttp.WSMsgType.TEXT:
            pass
        assert line.close_code == 4002
    assert [member.name for member in await bot.guilds[0].query_members("bas")] == ["basile"]


async def test_hostile_requests() -> None:
    hostile = Malformed(seed=1)
    await hostile.requests(600)
    assert hostile.sound, hostile.report()
    assert hostile.counts["refused"] > 300
