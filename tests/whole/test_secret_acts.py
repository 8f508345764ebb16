"""Secret acts stay secret: neither the time of a step nor the fate of an agreement shows them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from cogs.text.text import Markup
from engine.matches import Limits
from sandbox import Sandbox
from sandbox.people import People
from tests.whole import fair
from tests.whole.fair import Fair, Stall, Time, at_the_fair, opened


@pytest.fixture(autouse=True)
def commands_have_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("cogs.services.services", "cogs.delivery.direct_messages"):
        monkeypatch.setattr(f"{module}.command_named", lambda text, game, verb: Markup(f"`{game} {verb}`"))


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def bot(
    box: Sandbox, database: Path, time: Time, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[Fair]:
    monkeypatch.setattr(
        fair, "AT_ONCE", Limits(steps=timedelta(seconds=getattr(request, "param", 0)), hold=timedelta())
    )
    async with at_the_fair(box, database, time) as each:
        yield each


async def trading(bot: Fair, people: People, *names: str, days: int = 2) -> Stall:
    stall = await opened(bot, people, *names, days=days)
    for name in reversed(names):
        await stall.play(name, "pick 1")
    return stall


@pytest.mark.parametrize("bot", [100], indirect=True)
@pytest.mark.parametrize("secretly", [False, True])
async def test_a_step_is_shown_at_the_same_time_whatever_is_done_in_secret(
    bot: Fair, people: People, time: Time, secretly: bool
) -> None:
    stall = await trading(bot, people, "ada", "basile")
    situation = bot.matches.moves.play
    ada = int(people["ada"].id)
    await situation(stall.match, ada, "buy", None, 9001)
    await bot.settle()
    time.more += timedelta(seconds=60)
    if secretly:
        await situation(stall.match, ada, "order guard", None, 9002)
    await bot.settle()
    time.more += timedelta(seconds=60)
    await bot.settle()
    assert "ada bought" in (await stall.turn()).text


@pytest.mark.parametrize("how", ["by hand", "by order"])
async def test_an_agreement_does_not_tell_who_answered(
    bot: Fair, people: People, time: Time, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """An order's answer withdraws agreements exactly as its person's answer does.

    These people answer within no time; the order must not, so it learns nothing from them.
    """
    monkeypatch.setattr("engine.match.answer_delays.ENOUGH_ANSWERS", 100)
    names = ("ada", "basile", "chloe")
    stall = await trading(bot, people, *names)
    ada, basile, chloe = (int(people[name].id) for name in names)
    play = bot.matches.moves.play
    clicks = iter(range(9000, 9100))
    for person in (ada, basile, chloe):
        time.more += timedelta(minutes=4)
        await play(stall.match, person, "end", None, next(clicks))
    if how == "by order":
        await play(stall.match, basile, "order usual", None, next(clicks))
    for person in (ada, basile, chloe):
        time.more += timedelta(minutes=4)
        await play(stall.match, person, "end", None, next(clicks))
    for person in (ada, chloe):
        await play(stall.match, person, "pick 1", None, next(clicks))
    await bot.matches.departures.cancel(stall.match, chloe, next(clicks))
    await bot.settle()
    assert (await bot.matches.queries.situation(stall.match, None)).pending == (1,)
    if how == "by hand":
        await play(stall.match, basile, "pick 1", None, next(clicks))
    time.more += timedelta(minutes=20)
    await bot.settle()
    assert (await bot.matches.queries.situation(stall.match, None)).pending == (0,), "all has been revealed"
    assert (await bot.matches.loader.get(stall.match)).agreed == frozenset()


@pytest.mark.parametrize("bot", [100], indirect=True)
@pytest.mark.parametrize("secretly", [False, True])
async def test_a_choice_is_counted_at_once_whatever_is_done_in_secret(
    bot: Fair, people: People, secretly: bool
) -> None:
    stall = await opened(bot, people, "ada", "basile")
    ada, basile = (int(people[name].id) for name in ("ada", "basile"))
    await bot.matches.moves.play(stall.match, basile, "pick 1", None, 9001)
    if secretly:
        await bot.matches.moves.play(stall.match, ada, "order guard", None, 9002)
    await bot.settle()
    assert "1 of 2" in (await stall.turn()).text


@pytest.mark.parametrize("secretly", [False, True])
async def test_a_lost_place_is_told_once_whatever_is_done_in_secret(
    bot: Fair, people: People, secretly: bool
) -> None:
    stall = await opened(bot, people, "ada", "basile", "chloe")
    ada, basile = (int(people[name].id) for name in ("ada", "basile"))
    await stall.play("basile", "pick 1")
    # New messages are refused from now on; changes of old ones are not.
    await people.deny(await people["ada"].place("games"), "SEND_MESSAGES_IN_THREADS")
    await bot.matches.departures.cancel(stall.match, ada, 9001)
    await bot.settle()
    before = len(await people["chloe"].direct_messages())
    if secretly:
        await bot.matches.moves.play(stall.match, basile, "pick 2", None, 9002)
        await bot.settle()
    await bot.matches.departures.cancel(stall.match, basile, 9003)
    await bot.settle()
    told = (await people["chloe"].direct_messages())[before:]
    assert len(told) == 1, "the vote alone: that the venue is lost was said"


@pytest.mark.parametrize("bot", [10], indirect=True)
async def test_what_goes_on_is_shown_while_it_goes_on(bot: Fair, people: People, time: Time) -> None:
    stall = await trading(bot, people, "ada", "basile")
    ada = int(people["ada"].id)
    for click in range(9001, 9021):
        await bot.matches.moves.play(stall.match, ada, "buy", None, click)
        time.more += timedelta(seconds=9)
        await bot.settle()
    assert "ada bought" in (await stall.turn()).text, "three minutes of steps"
