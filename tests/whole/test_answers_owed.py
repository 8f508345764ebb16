"""Killed before its final answer: whoever takes over gives it, in the reader's language, once."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cogs.text.text import text_for
from harness.playing import WITHIN, opened_table, with_emojis
from harness.postgres import Line
from harness.postgres import database as server_database
from harness.processes import Process, apart
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import Answer, People, Person

FINAL = ("PATCH", "/webhooks/*/*/messages/@original")
FURTHER = ("POST", "/webhooks/*/*")


@pytest.fixture
async def process(box: Sandbox, tmp_path: Path) -> AsyncIterator[Process]:
    with_emojis(box)
    running = apart(box, tmp_path)
    await running.start()
    yield running
    await running.end()
    assert "Traceback" not in running.said(), running.said()


def owed(database: Path) -> list[tuple[int, str]]:
    """The answers that are on record: interaction and token."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT interaction, token FROM promises").fetchall()


async def waits(person: Person, people: People, command: str = "match board", **given: Any) -> Answer:
    """A command whose final answer hangs on its way: the person sees that the bot is thinking."""
    await people.fault(*FINAL, times=1, hang=True)
    answer = await person.command(command, **given)
    assert answer.state == "deferred"
    return answer


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_next_start_answers(box: Sandbox, process: Process, tmp_path: Path, language: str) -> None:
    database = tmp_path / "longtable.db"
    async with People(box.url) as people:
        await people.bot_online(WITHIN)
        table = await opened_table(people, ("ada", "basile"), "2")
        await table.next()
        ada = people["ada"]
        answer = await waits(ada, people, channel=table.thread, locale=language)
        await until(lambda: owed(database), WITHIN)
        ((_, token),) = owed(database)
        since = len(ada.frames)
        await process.kill()
        await ada.event(lambda frame: frame["type"] == "bot" and not frame["online"], since=since)
        await process.start()
        shown = await ada.final_message(answer, 3 * WITHIN)
        assert text_for(language)("answer.restarted") in shown.text
        await until(lambda: not owed(database), WITHIN)
        assert token not in process.said()
        assert (await ada.command("match board", channel=table.thread)).state in ("answered", "deferred")


async def test_what_was_answered_after_all_is_left_as_it_is(
    box: Sandbox, process: Process, tmp_path: Path
) -> None:
    """Killed after the answer, before that was on record."""
    database = tmp_path / "longtable.db"
    async with People(box.url) as people:
        await people.bot_online(WITHIN)
        table = await opened_table(people, ("ada", "basile"), "2")
        await table.next()
        ada = people["ada"]
        fault = await people.fault(*FINAL, times=1, hang=True, after=True)
        answer = await ada.command("match board", channel=table.thread)
        board = await ada.final_message(answer, WITHIN)
        await until(lambda: owed(database), WITHIN)
        await process.kill()
        await people.forget(fault)
        await process.start()
        await people.bot_online(WITHIN)
        await until(lambda: not owed(database), WITHIN)
        assert "restarted" not in board.text
        (again,) = [each for each in await ada.messages(table.thread) if each.id == board.id] or [board]
        assert again.text == board.text


async def test_what_is_answered_at_once_costs_no_transaction(
    process: Process, box: Sandbox, tmp_path: Path
) -> None:
    database = tmp_path / "longtable.db"
    async with People(box.url) as people:
        await people.bot_online(WITHIN)
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("CREATE TABLE counted (interaction)")
            connection.execute(
                "CREATE TRIGGER counting AFTER INSERT ON promises BEGIN"
                " INSERT INTO counted VALUES (new.interaction); END"
            )
            connection.commit()
            for command in ("turns", "tables", "me"):
                # A busy machine may be so slow that the bot defers, as it should: then once more.
                while True:
                    connection.execute("DELETE FROM counted")
                    connection.commit()
                    answer = await people["ada"].command(command, channel="games")
                    if answer.state == "answered":
                        break
                    await people["ada"].final_message(answer, WITHIN)
                assert connection.execute("SELECT count(*) FROM counted").fetchone() == (0,), command


async def test_another_process_answers(box: Sandbox, tmp_path: Path) -> None:
    """The first is killed, the second goes on: it answers once it has taken over."""
    async with server_database() as url:
        with_emojis(box)
        bots: list[Process] = []
        for name in ("first", "second"):
            (tmp_path / name).mkdir()
            bots.append(apart(box, tmp_path / name))
            bots[-1].settings(LONGTABLE_DATABASE=url)
        first, second = bots
        line = Line(url, WITHIN)
        try:
            await first.start()
            async with People(box.url) as people:
                await people.bot_online(WITHIN)
                table = await opened_table(people, ("ada", "basile"), "2")
                await table.next()
                answer = await waits(people["ada"], people, channel=table.thread)
                await until(lambda: line.rows("SELECT 1 FROM promises"), WITHIN)
                await second.start()
                await until(lambda: len(line.rows("SELECT 1 FROM processes")) == 2, 2 * WITHIN)
                assert line.rows("SELECT count(DISTINCT holder) FROM promises") == [(1,)]
                await first.kill()
                shown = await people["ada"].final_message(answer, 3 * WITHIN)
                assert text_for("en")("answer.restarted") in shown.text
                await until(lambda: not line.rows("SELECT 1 FROM promises"), WITHIN)
        finally:
            line.close()
            await second.end()
            assert "Traceback" not in first.said() + second.said()
