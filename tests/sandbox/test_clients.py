"""Unpatched clients of other makers do everything that docs/sandbox.md lists.

`make clients` installs them, away from the project's own packages. Each runs as a process with the sandbox's
address and the bot's token, and nothing else of ours.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sandbox import Sandbox
from sandbox.people import WAIT_SECONDS, People, Person
from tests.sandbox.trial import DESCRIPTION, png

HERE = Path(__file__).parent / "clients"
INSTALLED = Path(os.environ.get("LONGTABLE_CLIENTS") or Path(__file__).parents[2] / ".clients")
PYTHON = INSTALLED / "venv" / "bin" / "python"
RIGHTS = ("ADD_REACTIONS", "MANAGE_MESSAGES", "MANAGE_THREADS", "PIN_MESSAGES", "EMBED_LINKS")
STEPS = ["messages", "threads", "places", "emojis", "commands"]
# Kinds of violations that the clients commit themselves, and that Discord tolerates.
OWN_WAYS = {"openapi-id"}


def command(client: str) -> list[str]:
    """Return the command that runs the client. Skips the test if it is not installed."""
    if client == "discordjs":
        there = (INSTALLED / "node").exists() and (INSTALLED / "node_modules" / "discord.js").is_dir()
        found = [str(INSTALLED / "node"), str(HERE / "discordjs_bot.mjs")]
    else:
        there = any((INSTALLED / "venv").glob(f"lib/python*/site-packages/{client}"))
        found = [str(PYTHON), str(HERE / f"{client}_bot.py")]
    if not there:
        pytest.skip(f"{client} is not installed in {INSTALLED.name}/: `make clients` does that")
    return found


@contextlib.asynccontextmanager
async def running(client: str, box: Sandbox, said: Path) -> AsyncIterator[None]:
    """Run the client as a process. Any complaint of it fails the test."""
    arguments = [*command(client), box.api_url, box.token, png().hex()]
    environment = {**os.environ, "LONGTABLE_CLIENTS": str(INSTALLED)}
    with said.open("wb") as file:
        process = await asyncio.create_subprocess_exec(
            *arguments, env=environment, stdout=file, stderr=asyncio.subprocess.STDOUT
        )
    try:
        yield
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        complaints = said.read_text(encoding="utf-8")  # noqa: ASYNC240  # all is over by now
        sys.stderr.write(complaints)
    assert "Traceback" not in complaints
    assert "Error" not in complaints


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    description = DESCRIPTION if DESCRIPTION.exists() else None
    async with Sandbox(openapi=description, check_answers=True, first_response=WAIT_SECONDS) as sandbox:
        yield sandbox
        assert sandbox.ledger.unfaithful == []
        assert [item for item in sandbox.ledger.violations if item["kind"] not in OWN_WAYS] == []


@pytest.mark.parametrize("client", ["discordjs", "disnake", "hikari"])
async def test_it_does_everything_that_the_page_lists(
    client: str, box: Sandbox, people: People, tmp_path: Path
) -> None:
    async with running(client, box, tmp_path / "said.txt"):
        ada = people["ada"]
        await people.overwrite(await ada.place("games"), box.world.bot["id"], allow=RIGHTS)
        await ada.wait_for(lambda: synced(ada, box), within=60)
        await interactions(ada, people["basile"])
        for step in STEPS:
            answer = await ada.command("do", what=step)
            done = await ada.final_message(answer)
            assert done.text == f"{step} done"
        assert [message.text for message in await ada.direct_messages()] == ["in private, edited"]
        await misfortunes(people, ada, box)


async def synced(ada: Person, box: Sandbox) -> bool:
    return box.gateway.online and len(await ada.commands()) == 1 and len(await ada.menus()) == 2


async def interactions(ada: Person, basile: Person) -> None:
    assert [value for _, value in await ada.complete("do", "what", "me")] == ["messages"]
    hello = await ada.say("good morning", "games")
    assert (await ada.use("Quote", hello)).text == "> good morning"
    assert (await ada.use("Greet", basile)).text == "hello basile"
    classic = await ada.command("do", what="answer")
    message = classic.message
    assert message is not None
    assert message.text == "classic\nTitle\nText"
    assert await ada.picture(message) == png()
    assert (await ada.choose(message, "one", "two")).text == "chose one,two"
    form = await ada.press(message, "Form")
    assert (await ada.submit(form, {"name": "Ada"})).text == "named Ada"
    await thought(ada, message)
    later = await ada.press(message, "Later")
    assert (await ada.final_message(later)).text.startswith("changed later")
    changed = await ada.press(message, "Change")
    assert changed.message is not None
    assert (changed.text, changed.message.buttons, changed.message.files) == ("changed", [], [])
    layout = (await ada.command("do", what="layout")).message
    assert layout is not None
    assert layout.text == "layout\nbeside"
    assert [picture.alt for picture in layout.pictures] == ["", "alt"]
    assert (await ada.press(layout, "Change")).text == "relaid"


async def thought(ada: Person, message: Any) -> None:
    thinking = await ada.press(message, "Think")
    assert (await ada.final_message(thinking)).text == "thought"
    further = await ada.sees(lambda found: found.text == "further still")
    assert [name for name, _ in further.files] == ["d.png"]
    await ada.wait_for(lambda: any(frame["type"] == "message_delete" for frame in ada.frames))


async def misfortunes(people: People, ada: Person, box: Sandbox) -> None:
    """A line that is cut, a gateway that asks to reconnect or forgets the session, and a limited place."""
    for trouble in ("drop", "reconnect", "invalid_session"):
        mark = len(ada.frames)
        await people.gateway_fault(trouble)
        await ada.event(lambda frame: frame == {"type": "bot", "online": False}, since=mark)
        await ada.event(lambda frame: frame == {"type": "bot", "online": True}, since=mark, within=60)
        assert (await ada.use("Greet", ada)).text == "hello ada"
    await people.fault("POST", "/channels/*/messages", status=429, retry_after=0.05)
    await people.fault("POST", "/channels/*/messages", status=502)
    answer = await ada.command("do", what="messages")
    assert (await ada.final_message(answer, within=60)).text == "messages done"
