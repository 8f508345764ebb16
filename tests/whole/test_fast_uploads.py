"""A fast line: an answer with a picture is one request, until an upload is slow or fails."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from bot import Longtable
from cogs.answering.upload_times import IN_A_ROW
from harness.playing import WITHIN, Table, controls, opened_table
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import Answer, Message, People, Person
from tests.whole.watching import Watch, loud

PICTURE = '"filename"'
"""A text that only requests with files contain."""
CALLBACK, ORIGINAL = ("POST", "callback"), ("PATCH", "@original")
"""The requests that answer at once, and later."""
SHORT = 0.3
"""Seconds that an upload gets where it hangs."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make uploads count as fast, and answers as early, on a slow machine too."""
    monkeypatch.setattr("cogs.answering.upload_times.FAST", WITHIN)
    monkeypatch.setattr("cogs.answering.answers.UPLOAD_BEGINS", WITHIN)


@pytest.fixture
async def table(people: People, bot: Longtable) -> Table:
    """A match of Génial, whose players have looked at the board so often that the line is known."""
    opened = await opened_table(people, ("ada", "basile"), "2")
    for _ in range(IN_A_ROW):
        answer = await board(opened)
        assert answer.state == "deferred"
        assert (await people["ada"].final_message(answer, WITHIN)).pictures
    await line_known(bot)
    return opened


async def board(table: Table) -> Answer:
    return await table.people[0].command("match board", channel=table.thread)


async def answers(people: People, since: int, count: int) -> list[tuple[str, str]]:
    """Requests by which people were answered after that one, once there are so many.

    They are noted when they have been answered, which may be after people have seen what came of them.
    """

    async def noted() -> list[tuple[str, str]] | None:
        found = [
            (each["method"], each["path"].rpartition("/")[2])
            for each in await people.requests(since)
            if each["path"].startswith(("/interactions/", "/webhooks/"))
        ]
        return found if len(found) >= count else None

    return await until(noted)


async def answered(people: People, since: int, *wanted: tuple[str, str]) -> None:
    """People were answered by these requests since that one. One that was given up may be noted last."""
    assert sorted(await answers(people, since, len(wanted))) == sorted(wanted)


async def line_known(bot: Longtable) -> None:
    """Return once the bot has heard that its last uploads were fast: people may see them before."""
    uploads = bot.services.uploads
    await until(lambda: len(uploads._fast) == IN_A_ROW)  # pyright: ignore[reportPrivateUsage]


async def last(people: People) -> int:
    return (await people.requests())[-1]["number"]


async def known(person: Person, answer: Answer) -> Message:
    """The message that came with the first answer, its picture with it."""
    assert answer.state in ("answered", "updated")
    assert answer.message is not None
    assert answer.message.pictures
    assert len(await person.picture(answer.message)) > 1000
    return answer.message


async def deferred(people: People, table: Table) -> None:
    """The next answer with a picture is deferred, and comes."""
    since = await last(people)
    answer = await board(table)
    assert answer.state == "deferred"
    assert (await people["ada"].final_message(answer, WITHIN)).pictures
    await answered(people, since, CALLBACK, ORIGINAL)


@pytest.mark.usefixtures("quiet")
async def test_a_command_is_answered_with_its_picture_by_one_request(people: People, table: Table) -> None:
    since = await last(people)
    assert (await known(people["ada"], await board(table))).private
    await answered(people, since, CALLBACK)


@pytest.mark.usefixtures("quiet")
async def test_a_panel_goes_on_by_one_request_a_tap(people: People, table: Table, watch: Watch) -> None:
    """The panel comes, and changes in place; the move itself is acknowledged before it is made."""
    turn = await table.next()
    person = table.person(turn)
    await watch.all_said()
    since = await last(people)
    panel = await known(person, await person.press(turn, controls(turn, "play")[0]))
    assert panel.private
    answer = await person.press(panel, controls(panel, "menu")[0])
    assert answer.state == "updated"
    chosen = await known(person, answer)
    assert chosen.id == panel.id
    await answered(people, since, CALLBACK, CALLBACK)
    made = await table.tap_through(person, chosen)
    assert made.state == "deferred"
    await table.settle(person, await person.final_message(made, WITHIN))
    assert watch.count("entries") > 1


@pytest.mark.usefixtures("quiet")
async def test_a_classic_panel_stays_one(people: People, table: Table, watch: Watch) -> None:
    person = table.person(await table.next())
    panel = await person.sees(lambda message: bool(controls(message, "menu")), "dm", within=WITHIN)
    await watch.all_said()
    since = await last(people)
    answer = await person.press(panel, controls(panel, "menu")[0])
    assert answer.state == "updated"
    shown = await known(person, answer)
    assert shown.id == panel.id
    assert shown.raw["content"]
    await answered(people, since, CALLBACK)


@pytest.mark.usefixtures("quiet")
async def test_after_a_slow_upload_everything_is_deferred_again(
    people: People, bot: Longtable, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as slow:
        slow.setattr("cogs.answering.upload_times.FAST", 0.0)
        await known(people["ada"], await board(table))
        await until(lambda: not bot.services.uploads._fast)  # pyright: ignore[reportPrivateUsage]
    for _ in range(IN_A_ROW):
        await deferred(people, table)
    await line_known(bot)
    await known(people["ada"], await board(table))


@pytest.mark.usefixtures("quiet")
async def test_the_watch_does_not_meet_an_upload_under_way(
    people: People, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fires while the picture is on its way, and finds that all is done."""
    monkeypatch.setattr("cogs.answering.answers.PATIENCE", 0.05)
    await people.fault("POST", "/interactions/*/callback", body=PICTURE, delay=0.3)
    since = await last(people)
    await known(people["ada"], await board(table))
    await answered(people, since, CALLBACK)


async def in_vain(people: People, table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """A press whose answer does not get through: nothing else is sent, and the log says so once, quietly."""
    since = await last(people)
    with caplog.at_level(logging.INFO, "longtable"):
        pressing = asyncio.create_task(board(table))
        async with asyncio.timeout(WITHIN):
            while "not taken" not in caplog.text:  # noqa: ASYNC110 - the log tells nobody
                await asyncio.sleep(0.01)
    pressing.cancel()
    await answered(people, since, CALLBACK)
    await people.forget()
    assert caplog.text.count("not taken") == 1
    assert [each for each in loud(caplog) if "longtable" in each] == []


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("watched", [False, True], ids=["", "and the watch waits"])
async def test_an_upload_that_hangs_is_given_up_and_deferred(
    people: People, table: Table, watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture comes after all, by a request of its own. The sandbox heard nothing of the first."""
    with monkeypatch.context() as hurried:
        hurried.setattr("cogs.answering.answers.UPLOAD_ENDS", SHORT)
        if watched:
            hurried.setattr("cogs.answering.answers.PATIENCE", SHORT / 3)
        await people.fault("POST", "/interactions/*/callback", body=PICTURE, hang=True)
        await deferred(people, table)
    await deferred(people, table)


@pytest.mark.parametrize(
    "trouble",
    [{"drop": True}, {"code": 40060}],
    ids=["the line is cut", "answered elsewhere"],
)
async def test_an_upload_that_fails_is_the_last_at_once(
    people: People, table: Table, trouble: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    await people.fault("POST", "/interactions/*/callback", body=PICTURE, **trouble)
    await in_vain(people, table, caplog)
    await deferred(people, table)


@pytest.mark.parametrize(
    "trouble", [{"status": 503}, {"status": 429, "retry_after": 60.0}], ids=["503", "429"]
)
async def test_what_the_library_would_try_again_is_deferred_in_time(
    people: People, table: Table, trouble: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    since = await last(people)
    with monkeypatch.context() as hurried:
        hurried.setattr("cogs.answering.answers.UPLOAD_ENDS", SHORT)
        await people.fault("POST", "/interactions/*/callback", body=PICTURE, **trouble)
        answer = await board(table)
    assert answer.state == "deferred"
    assert (await people["ada"].final_message(answer, WITHIN)).pictures
    await answered(people, since, CALLBACK, CALLBACK, ORIGINAL)
    await deferred(people, table)


@pytest.mark.usefixtures("quiet")
async def test_what_was_pressed_is_gone(people: People, table: Table) -> None:
    """The answer comes in a message of its own, as on any line."""
    turn = await table.next()
    person = table.person(turn)
    panel = await known(person, await person.press(turn, controls(turn, "play")[0]))
    await people.fault("POST", "/interactions/*/callback", body=PICTURE, code=10008)
    since = await last(people)
    answer = await person.press(panel, controls(panel, "menu")[0])
    shown = await person.final_message(answer, WITHIN)
    assert shown.id != panel.id
    assert shown.pictures
    found = await answers(people, since, 3)  # the third is the message of its own
    assert found.count(CALLBACK) == 2
    await deferred(people, table)


async def test_whoever_is_answered_too_late_gets_the_panel_in_private(
    people: People, bot: Longtable, box: Sandbox, watch: Watch
) -> None:
    """Also where a picture came too late, in a match whose players have nothing else to press."""
    table = await opened_table(people, ("ada", "basile"), "2", game="genesis")
    turn = await table.next()
    person = table.person(turn)
    for _ in range(IN_A_ROW):
        answer = await person.command("match board", channel=table.thread)
        await person.final_message(answer, WITHIN)
    await line_known(bot)
    await people.fault("POST", "/interactions/*/callback", body=PICTURE, code=10062)
    pressing = asyncio.create_task(person.press(turn, controls(turn, "play")[0]))
    panel = await person.sees(lambda message: bool(controls(message, "menu")), "dm", within=WITHIN)
    assert panel.pictures
    pressing.cancel()
    await bot.services.close()
    await watch.all_said()


async def test_a_bot_that_stops_while_a_picture_is_on_its_way(
    people: People, table: Table, bot: Longtable, caplog: pytest.LogCaptureFixture
) -> None:
    """It does not wait for it, nor complain."""
    await people.fault("POST", "/interactions/*/callback", body=PICTURE, hang=True)
    pressing = asyncio.create_task(board(table))
    async with asyncio.timeout(WITHIN):
        while (await people.ask("GET", "/faults"))["faults"]:
            pass
    async with asyncio.timeout(WITHIN / 2):
        await bot.close()
    pressing.cancel()
    assert loud(caplog) == []
