"""Another program holds the database: all is answered or deferred at once, and answered for real later."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from bot import Longtable
from harness.playing import WITHIN, controls, opened_table
from sandbox.people import Answer, People
from tests.whole.watching import Watch

IN_TIME = {"answered", "deferred", "updated"}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot waits for the database for much longer than anything in a test takes, or an answer may."""
    monkeypatch.setattr("engine.store.sqlite.connection.BUSY_SECONDS", 3 * WITHIN)


@asynccontextmanager
async def locked(database: Path) -> AsyncIterator[None]:
    """Nobody else can write, for as long as it lasts. What the bot has begun may end first."""
    connection = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    try:
        await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
        yield
    finally:
        connection.close()


def needed(command: app_commands.Command[Any, ..., Any], somebody: str) -> dict[str, Any]:
    """Values for the options without which a command cannot be given."""
    values = {AppCommandOptionType.integer: 1, AppCommandOptionType.user: somebody}
    return {
        each.display_name: each.choices[0].value if each.choices else values.get(each.type, "A1")
        for each in command.parameters
        if each.required
    }


async def test_a_move_is_deferred_while_the_database_is_held_and_played_afterwards(
    people: People, bot: Longtable, database: Path, monkeypatch: pytest.MonkeyPatch, watch: Watch
) -> None:
    """The language is one in which nobody has been seen before: it, too, would have to be written."""
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    mover, chloe, dan = table.person(turn), people["chloe"], people["dan"]
    await chloe.command("genial new", players="3", channel="games")
    lobby = await chloe.sees(lambda message: bool(controls(message, "change")), "games", within=WITHIN)
    form = await chloe.press(lobby, controls(lobby, "change")[0])
    offers = await mover.complete("genial play", "move", "", channel=table.thread)
    await watch.all_said()
    monkeypatch.setattr("cogs.answering.answers.PATIENCE", 0.05)
    async with locked(database):
        for name, option in (("genial play", "move"), ("match show", "match")):
            assert await mover.complete(name, option, "", channel=table.thread, locale="fr")
        played = await mover.command("genial play", move=offers[0][1], channel=table.thread, locale="fr")
        joined = await dan.press(lobby, controls(lobby, "join")[0], locale="fr")
        added = await chloe.submit(form, {form.fields[1].custom_id: "steady"}, locale="fr")
        assert [each.state for each in (played, joined, added)] == ["deferred"] * 3
        assert watch.count("entries") == 1
        for shown in (
            await dan.command("match board", channel=table.thread, locale="fr"),
            await dan.press(turn, controls(turn, "text")[0], locale="fr"),
            await dan.command("match show", match=1, locale="fr"),
        ):
            message = await dan.final_message(shown, WITHIN) if shown.state == "deferred" else shown.message
            assert message is not None
            assert message.text, "what is only read needs no right to write"
    assert (await mover.final_message(played, WITHIN)).text
    assert "2" in (await dan.final_message(joined, WITHIN)).text
    assert watch.count("entries") >= 2
    await bot.services.close()
    assert (await bot.matches.people.person(int(dan.id))).locale == "fr"


async def test_every_command_and_button_is_answered_in_time(
    people: People,
    bot: Longtable,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    watch: Watch,
) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    mover = table.person(turn)
    await watch.all_said()
    monkeypatch.setattr("cogs.answering.answers.PATIENCE", 0)
    late: list[tuple[str, Answer]] = []
    async with locked(database):
        commands = [each for each in bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
        assert len(commands) > 30
        for command in commands:
            answer = await mover.command(
                command.qualified_name,
                needed(command, people["chloe"].id),
                channel=table.thread,
                force=True,
                locale="fr",
            )
            late += [(command.qualified_name, answer)] * (answer.state not in IN_TIME)
        for button in turn.buttons:
            answer = await mover.press(turn, button.custom_id, locale="fr")
            late += [(button.custom_id, answer)] * (answer.state not in IN_TIME)
    assert late == []
