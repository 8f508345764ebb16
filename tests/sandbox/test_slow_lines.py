"""A line that carries little in a second: what comes over it too late is too late."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from sandbox.people import WAIT_SECONDS, People
from tests.sandbox.trial import Trial, online

PICTURE = bytes(range(256)) * 160
"""40,960 bytes."""


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox(first_response=0.2) as sandbox:
        sandbox.line.rate = 100_000
        yield sandbox


@pytest.fixture
async def bot(box: Sandbox) -> AsyncIterator[Trial]:
    async with online(box) as client:
        yield client


def picture() -> discord.File:
    return discord.File(io.BytesIO(PICTURE), "board.png")


async def test_a_picture_in_the_first_answer_comes_too_late(box: Sandbox, people: People, bot: Trial) -> None:
    codes: list[int] = []
    told = asyncio.Event()

    async def at_once(interaction: discord.Interaction) -> None:
        with pytest.raises(discord.NotFound) as raised:
            await interaction.response.send_message(file=picture())
        codes.append(raised.value.code)
        told.set()

    async def deferred(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send(file=picture())

    ada = people["ada"]
    bot.steps["free"] = at_once
    assert (await ada.command("trial free", channel="games")).state == "failed"
    await told.wait()
    bot.steps["free"] = deferred
    box.first_response = WAIT_SECONDS  # no measure of the machine: what defers sends next to nothing
    answer = await ada.command("trial free", channel="games")
    assert answer.state == "deferred"
    message = await ada.final_message(answer)
    assert await ada.picture(message) == PICTURE
    assert codes == [10062]


async def test_requests_share_the_line(box: Sandbox) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session:
        games = next(key for key, item in box.world.channels.items() if item.get("name") == "games")
        url = f"{box.api_url}/channels/{games}/messages"
        loop = asyncio.get_running_loop()
        began = loop.time()
        done: dict[str, float] = {}

        async def post(name: str, size: int) -> None:
            form = aiohttp.FormData()
            form.add_field("payload_json", "{}")
            form.add_field("files[0]", io.BytesIO(PICTURE[:size]), filename=f"{name}.png")
            async with session.post(url, data=form) as response:
                assert response.status == 200, await response.text()
            done[name] = loop.time() - began

        await asyncio.gather(post("large", 40_000), post("small", 4_000))
        assert done["large"] >= 0.44
        assert 0.04 <= done["small"] < done["large"], "a small one does not wait for all of a large one"
