"""A slow line: Discord waits three seconds for an answer, however long its picture takes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import Longtable
from cogs.text.text import text_for
from harness.playing import WITHIN, Table, controls, opened_table, running
from sandbox import Sandbox
from sandbox.people import Message, People, Person
from tests.whole.watching import Watch

pytestmark = pytest.mark.waits

PLAYED = 4
SLOW = 12_000
"""Bytes a second, of a line at home that is used for something else besides."""
HOME = 125_000
"""Bytes a second of a line of 1 Mbit/s."""
LATE = tuple(text_for(language)("inbox.late") for language in ("en", "fr"))


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("game", ["genial", "genesis"], ids=["hands", "none"])
async def test_no_first_answer_carries_a_file(
    people: People, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that did would never arrive: everything is answered all the same. Here no upload counts as fast."""
    monkeypatch.setattr("cogs.answering.upload_times.FAST", 0.0)
    await people.fault("POST", "/interactions/*/callback", times=0, body='"filename"', hang=True)
    table = await opened_table(people, ("ada", "basile"), "2", game=game)
    for number in range(PLAYED):
        turn = await table.next()
        person = table.person(turn)
        answer = await (table.tap_a_move(person, turn) if number % 2 else table.type_a_move(person))
        await table.settle(person, answer)
    for command in ("match board", f"{game} play", "match show"):
        answer = await people["ada"].command(command, channel=table.thread)
        assert (await table.shown(people["ada"], answer)).components, command


@pytest.mark.usefixtures("luck")
async def test_on_a_line_that_needs_longer_for_a_picture_than_discord_waits(tmp_path: Path) -> None:
    """Every press is answered all the same, by a bot that defers when it does by itself."""
    async with (
        Sandbox(first_response=WITHIN) as box,
        running(box, tmp_path / "longtable.db") as bot,
        People(box.url) as people,
    ):
        await people.bot_online()
        await bot.icons_known()
        table = await opened_table(people, ("ada", "basile"), "2")
        turn = await table.next()
        watch = Watch(tmp_path / "longtable.db")
        await watch.all_said()
        box.line.rate = SLOW
        person = table.person(turn)
        for answer in (
            await table.tap_a_move(person, turn),
            await people["ada"].command("match board", channel=table.thread),
        ):
            assert answer.state == "deferred"
        board = await people["ada"].final_message(answer, WITHIN)
        size = len(await people.fetch(board.pictures[0].url))
        assert size > 3 * SLOW, "it would not have come in time"
        box.line.rate = None
        await watch.all_said()


@pytest.mark.usefixtures("quiet")
async def test_a_whole_match_on_a_line_of_1_mbit(box: Sandbox, people: People, bot: Longtable) -> None:
    """It ends; each step of every move is answered, and nobody is called in vain."""
    await bot.icons_known()
    box.line.rate = HOME
    table = await opened_table(people, ("ada", "basile"), None, game="genesis-life", options={})
    assert table.over(await table.play_out(taps=True))
    box.line.rate = None


async def too_late(people: People, person: Person, table: Table, turn: Message) -> None:
    """The press on the table's button is answered when Discord waits no longer."""
    await people.fault("POST", "/interactions/*/callback", code=10062)
    press = asyncio.create_task(person.press(turn, controls(turn, "play")[0]))
    async with asyncio.timeout(WITHIN):
        while (await people.ask("GET", "/faults"))["faults"]:
            pass
    press.cancel()


async def panels(person: Person) -> list[Message]:
    return [each for each in await person.direct_messages() if controls(each, "menu")]


async def test_whoever_is_answered_too_late_gets_the_panel_in_private_once(
    people: People, watch: Watch, bot: Longtable
) -> None:
    """There was nothing else to go on with. The panel works, and goes with its question."""
    table = await opened_table(people, ("ada", "basile"), "2", game="genesis")
    turn = await table.next()
    person = table.person(turn)
    await too_late(people, person, table, turn)
    panel = await person.sees(lambda message: any(late in message.text for late in LATE), "dm", within=WITHIN)
    await too_late(people, person, table, turn)
    await bot.services.close()
    await watch.all_said()
    assert [each.id for each in await panels(person)] == [panel.id]
    await table.settle(person, await table.tap_through(person, panel))
    await table.next()
    assert watch.count("entries") == 2
    await watch.all_said()
    assert await panels(person) == []


async def test_who_has_the_panel_in_private_is_not_written_to(
    people: People, watch: Watch, bot: Longtable
) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    person = table.person(turn)
    await watch.all_said()
    before = [each.id for each in await person.direct_messages()]
    assert before
    await too_late(people, person, table, turn)
    await bot.services.close()
    await watch.all_said()
    assert [each.id for each in await person.direct_messages()] == before


async def test_a_closed_inbox_is_left_alone(people: People, watch: Watch, bot: Longtable) -> None:
    table = await opened_table(people, ("ada", "basile"), "2", game="genesis")
    turn = await table.next()
    person = table.person(turn)
    await bot.services.remember(int(person.id), dm_closed=True)
    await too_late(people, person, table, turn)
    await bot.services.close()
    await watch.all_said()
    assert await person.direct_messages() == []
