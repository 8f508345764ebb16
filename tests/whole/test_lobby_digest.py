"""A table that many join and leave in a moment: every answer comes at once, its message is changed seldom."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from harness.playing import WITHIN, controls, get_up, running, with_emojis
from sandbox import Sandbox
from sandbox.people import People, Person

TWO_HOURS = 7200.0


class Clock:
    """The sandbox's time, behind by so many seconds."""

    def __init__(self) -> None:
        self.behind = TWO_HOURS

    def __call__(self) -> float:
        return time.time() - self.behind


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def box(clock: Clock) -> AsyncIterator[Sandbox]:
    async with Sandbox(first_response=WITHIN, clock=clock) as sandbox:
        with_emojis(sandbox)
        sandbox.rates.old_edits = True
        yield sandbox


async def test_an_old_table_is_changed_as_often_as_discord_allows(
    box: Sandbox, clock: Clock, database: Path, luck: None
) -> None:
    async with running(box, database), People(box.url) as people:
        await people.bot_online()
        ada, others = people["ada"], [people[name] for name in ("basile", "chloe")]
        await ada.command("genial new", {"players": "4"}, channel="games")
        table = await ada.sees(lambda message: bool(controls(message, "join")), "games", within=WITHIN)
        clock.behind = 0.0
        began = time.monotonic()

        async def in_and_out(person: Person) -> None:
            for verb in ("join", "leave") * 4 + ("join",):
                joining = verb == "join"
                pressed = person.press(table, controls(table, verb)[0]) if joining else get_up(person, table)
                answer = await pressed
                said = await person.final_message(answer, WITHIN) if answer.state == "deferred" else answer
                assert said.text

        await asyncio.gather(*map(in_and_out, others))
        pressed = time.monotonic() - began
        await ada.sees(
            lambda message: (
                message.id == table.id and all(other.raw["global_name"] in message.text for other in others)
            ),
            "games",
            within=WITHIN,
        )
        passed = time.monotonic() - began
        path = f"/channels/{table.channel}/messages/{table.id}"
        edits = [each for each in box.ledger.requests if (each["method"], each["path"]) == ("PATCH", path)]
        assert {each["status"] for each in edits} == {200}
        assert len(edits) <= passed / 2 + 1
        assert pressed < WITHIN
