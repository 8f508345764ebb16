"""Somebody has left the server: the others hear of it, and can end the match without."""

from __future__ import annotations

import time
from typing import Any

import pytest

from bot import Longtable
from cogs.services.access import KEPT_SECONDS
from cogs.text.text import text_for
from engine.matches import Status
from harness.playing import Table, controls, opened_table
from sandbox.people import People, Person
from tests.whole.watching import Watch

pytestmark = pytest.mark.usefixtures("quiet")


def a_minute_later(bot: Longtable) -> None:
    """Let a minute pass, after which the bot asks Discord again."""
    access, later = bot.services.access, time.monotonic() + KEPT_SECONDS
    access._clock = lambda: later  # pyright: ignore[reportPrivateUsage]


async def agrees(person: Person, table: Table) -> str:
    """The person asks to cancel, and is sure; what is answered."""
    sure = await person.command("match cancel", channel=table.thread)
    assert sure.message is not None
    answer = await person.press(sure.message, controls(sure.message, "cancel")[0])
    assert answer.message is not None
    return answer.message.text


def without(*names: str) -> str:
    text = text_for("en")
    return text("cancel.without", who=text.list(text("name", who=name) for name in names), n=len(names))


async def test_who_has_left_need_not_agree(people: People, bot: Longtable) -> None:
    """And is named beside those who need to, to whom asks and to all."""
    table = await opened_table(people, ("ada", "chloe", "dan"), "3", game="genesis")
    await table.next()
    await people.leave(people["dan"])
    assert without("Dan") in await agrees(people["ada"], table)
    vote = await people["chloe"].sees(
        lambda message: "Chloé" in message.text and bool(controls(message, "cancel")), table.thread
    )
    assert without("Dan") in vote.text
    assert (await bot.matches.loader.get(1)).status is Status.RUNNING
    await agrees(people["chloe"], table)
    assert (await bot.matches.loader.get(1)).status is Status.CANCELLED


async def test_who_leaves_after_the_others_have_agreed_holds_up_nobody(
    people: People, bot: Longtable
) -> None:
    table = await opened_table(people, ("ada", "dan"), "2", game="genesis")
    await table.next()
    assert "Dan" in await agrees(people["ada"], table)
    await people.leave(people["dan"])
    a_minute_later(bot)
    await agrees(people["ada"], table)
    assert (await bot.matches.loader.get(1)).status is Status.CANCELLED


@pytest.mark.parametrize("trouble", [{"status": 503}, {"status": 403, "code": 50001}], ids=["503", "refused"])
async def test_who_may_still_be_there_has_to_agree(
    people: People, bot: Longtable, trouble: dict[str, Any]
) -> None:
    table = await opened_table(people, ("ada", "dan"), "2", game="genesis")
    await table.next()
    await people.leave(people["dan"])
    await people.fault("GET", "/guilds/*/members/*", times=0, **trouble)
    assert "cancel.without" not in await agrees(people["ada"], table)
    assert (await bot.matches.loader.get(1)).status is Status.RUNNING


@pytest.mark.parametrize("left", [True, False], ids=["left", "closed to members of the server"])
async def test_the_others_hear_that_somebody_who_is_called_has_left(
    people: People, bot: Longtable, watch: Watch, left: bool
) -> None:
    """Once; not of somebody who is there and only lets nobody write."""
    dan = people["dan"]
    await people.fault("POST", "/users/@me/channels", times=0, body=dan.id, status=403, code=50278)
    table = await opened_table(people, ("ada", "dan"), "2")
    if left:
        await people.leave(dan)
    for _ in range(4):
        await play_as_house(bot, table)
        await watch.all_said()
    assert (await bot.matches.people.person(int(dan.id))).dm_closed
    told = text_for("en")("gone.text", who="Dan")
    said = [each for each in await people["ada"].messages(table.thread, 200) if told in each.text]
    assert len(said) == left
    if left:
        sure = await people["ada"].press(said[0], controls(said[0], "cancel")[0])
        assert sure.message is not None
        await people["ada"].press(sure.message, controls(sure.message, "cancel")[0])
        assert (await bot.matches.loader.get(1)).status is Status.CANCELLED


async def play_as_house(bot: Longtable, table: Table) -> None:
    """Play for the seat that is asked, past Discord."""
    (seat,) = (await bot.matches.queries.situation(int(table.match), None)).pending
    person = (await bot.matches.loader.get(int(table.match))).occupants[seat].person
    assert person is not None
    situation = await bot.matches.queries.situation(int(table.match), person)
    await bot.matches.moves.play(
        int(table.match), person, str(situation.moves[0]), None, situation.match.entries
    )


async def test_who_is_there_again_is_asked_again(people: People, bot: Longtable) -> None:
    table = await opened_table(people, ("ada", "dan"), "2", game="genesis")
    await table.next()
    await people.leave(people["dan"])
    match = await bot.matches.loader.get(1)
    assert await bot.services.access.find_departed(match) == {int(people["dan"].id)}
    await people.join(people["dan"])
    a_minute_later(bot)
    assert await bot.services.access.find_departed(match) == frozenset()
