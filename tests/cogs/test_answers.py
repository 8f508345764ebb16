"""Answers come in time, once, and in words whatever happens."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import opened
from cogs import answers
from cogs.answers import Page, answer, words
from cogs.text import text_for
from engine.store import StoreError
from settings import Settings
from tests.cogs.simulated import Town, controls, said


class Response:
    """What discord.py offers to answer with; it writes down what was done."""

    def __init__(self, done: asyncio.Event, error: discord.HTTPException | None = None) -> None:
        self.calls: list[str] = []
        self._deferred = done
        self._error = error

    def is_done(self) -> bool:
        return bool(self.calls)

    async def defer(self, *, ephemeral: bool, thinking: bool) -> None:
        self.calls.append(f"defer ephemeral={ephemeral} thinking={thinking}")
        self._deferred.set()

    async def send_message(self, **given: Any) -> None:
        if self._error is not None:
            raise self._error
        self.calls.append(f"send ephemeral={given['ephemeral']}")

    async def edit_message(self, **given: Any) -> None:
        self.calls.append("edit")


def interaction(deferred: asyncio.Event, error: discord.HTTPException | None = None) -> Any:
    response = Response(deferred, error)

    async def edit_original_response(**given: Any) -> None:
        response.calls.append("edit original")

    return SimpleNamespace(id=1, response=response, edit_original_response=edit_original_response)


def refused(code: int) -> discord.HTTPException:
    reply: Any = SimpleNamespace(status=400, reason="")
    return discord.HTTPException(reply, {"code": code, "message": ""})


def test_a_message_holds_as_much_text_as_discord_takes() -> None:
    line = "x" * 99
    page = Page().say("question").say("\n".join([line] * 60)).note("\n".join([line] * 60)).say("late")
    told = [each["content"] for each in page.layout().to_components()]
    assert told[0] == "question"
    assert told[1].endswith(f"{line}\n…")
    assert sum(map(len, told)) <= 4000
    assert sum(map(len, told)) > 3900


async def test_a_full_disk_is_told_to_the_player_kindly_and_to_the_host_exactly(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "longtable.db"
    async with opened(Settings(database=database)) as matches:
        writer: Any = matches._store._writer  # pyright: ignore[reportPrivateUsage,reportAttributeAccessIssue]
        await writer.execute_fetchall("PRAGMA max_page_count = 1")
        with pytest.raises(StoreError) as refused:
            await matches.save_note("long", "x" * 1_000_000)
    player = text_for("en").refusal(refused.value)
    assert str(database) not in player
    assert "Nothing was lost" in player
    assert [record.getMessage() for record in caplog.records if record.name == "longtable"] == [
        f"The disk is full. Nothing was lost; make room on the disk of {database}, then try again."
    ]


@pytest.mark.parametrize(
    ("edit", "calls"),
    [
        (False, ["defer ephemeral=True thinking=True", "edit original"]),
        (True, ["defer ephemeral=True thinking=False", "edit original"]),
    ],
)
async def test_a_slow_page_is_deferred(edit: bool, calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "PATIENCE", 0.0)
    deferred = asyncio.Event()

    async def slow() -> Page:
        await deferred.wait()
        return words("here")

    asked = interaction(deferred)
    await answer(asked, slow(), edit=edit)
    assert asked.response.calls == calls


async def test_a_quick_page_is_the_answer() -> None:
    asked = interaction(asyncio.Event())

    async def quick() -> Page:
        return words("here")

    await answer(asked, quick())
    assert asked.response.calls == ["send ephemeral=True"]


@pytest.mark.parametrize("code", [10062, 40060, 50001, 50013, 50083])
async def test_an_answer_that_nobody_waits_for_is_no_trouble(code: int) -> None:
    await answer(interaction(asyncio.Event(), refused(code)), words("late"))


async def test_other_trouble_is_not_hidden() -> None:
    with pytest.raises(discord.HTTPException):
        await answer(interaction(asyncio.Event(), refused(50035)), words("wrong"))


async def test_what_nobody_caused_is_logged_and_said(place: Town, caplog: pytest.LogCaptureFixture) -> None:
    await place.open(2)
    await place.start()

    async def broken(*_: object) -> None:
        raise RuntimeError("boom")

    place.bot.house.verbs["play"] = broken
    with caplog.at_level(logging.ERROR, "longtable"):
        pressed = (await place.mover().click(place.turn, custom_id=controls(place.turn, "play")[0])).response
    code = re.search(r"`([0-9a-f]{6})`", said(pressed))
    assert code is not None
    assert pressed.ephemeral
    assert "boom" not in said(pressed)
    assert [record for record in caplog.records if code[1] in record.message and "match 1" in record.message]


async def test_what_people_cause_leaves_no_traceback(place: Town, caplog: pytest.LogCaptureFixture) -> None:
    await place.open(2)
    await place.start()
    with caplog.at_level(logging.INFO):
        await place.people[3].click(place.turn, custom_id=controls(place.turn, "play")[0])
        await place.mover().slash(place.thread, "genial play", move="???")
        await place.people[0].slash(place.square, "match show", match=4096)
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.WARNING]
