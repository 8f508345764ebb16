"""Choices at once, turns in steps, secret orders and short clocks, as people see them on Discord."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.pages.log import LogPlace, log_page
from cogs.text.text import Markup, text_for
from engine.matches import Viewpoint
from harness.playing import controls, in_full
from sandbox import Sandbox
from sandbox.people import People
from tests.whole.fair import Fair, Stall, Time, at_the_fair, mentioned, opened

pytestmark = pytest.mark.usefixtures("quiet")

LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])
TIME = re.compile(r"<t:(\d+):R>")


@pytest.fixture(autouse=True)
def commands_have_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bazaar has no commands, so no catalogue names them."""
    for module in ("cogs.services.services", "cogs.delivery.direct_messages"):
        monkeypatch.setattr(f"{module}.command_named", lambda text, game, verb: Markup(f"`{game} {verb}`"))


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def bot(box: Sandbox, database: Path, time: Time) -> AsyncIterator[Fair]:
    async with at_the_fair(box, database, time) as fair:
        yield fair


def chosen(language: str, n: int, seats: int) -> str:
    return text_for(language)("turn.chosen", n=n, seats=seats)


async def trading(bot: Fair, people: People, *names: str, **given: Any) -> Stall:
    """A match in which all have picked, and the first is to trade."""
    stall = await opened(bot, people, *names, **given)
    for name in reversed(names):
        await stall.play(name, "pick 1")
    return stall


# Choices at once.


@LANGUAGES
async def test_a_round_is_one_message_that_counts(bot: Fair, people: People, language: str) -> None:
    stall = await opened(bot, people, "ada", "basile", "chloe", robots=1, language=language)
    (message,) = await stall.messages()
    everybody = [people[name].id for name in ("ada", "basile", "chloe")]
    assert mentioned(message) == everybody
    assert chosen(language, 1, 4) in message.text, "the automatic player has chosen"
    assert not TIME.search(message.text), "nothing tells when"
    for count, name in ((2, "chloe"), (3, "ada")):
        await stall.play(name, "pick 1")
        (after,) = await stall.messages()
        assert after.id == message.id
        assert chosen(language, count, 4) in after.text
        assert mentioned(after) == everybody, "who has chosen is nobody's business"
        assert [each.custom_id for each in after.buttons] == [each.custom_id for each in message.buttons]
    await stall.play("basile", "pick 2")
    old, new = await stall.messages()
    assert (old.id, old.buttons) == (message.id, [])
    assert chosen(language, 3, 4) not in old.text, "what was so then is not kept"
    assert "opened" in new.text
    assert mentioned(new) == [people["ada"].id]
    assert await stall.pings("ada") == [message.id, new.id]
    assert await stall.pings("basile") == [message.id]
    assert await stall.pings("chloe") == [message.id]


async def test_a_choice_can_be_changed_and_nobody_sees_it(bot: Fair, people: People) -> None:
    stall = await opened(bot, people, "ada", "basile")
    panel = await stall.play("ada", "pick 1")
    assert text_for("en")("panel.sealed") in panel.text
    assert chosen("en", 1, 2) in panel.text
    before = await stall.as_sent()
    panel = await stall.play("ada", "pick 3")
    assert "Stalls: (3, None)" in panel.text
    again = await stall.opened("ada")
    assert again.private
    assert "Stalls: (3, None)" in again.text
    assert "already been answered" not in again.text
    await stall.play("ada", "pick 0", again)
    assert "Stalls: (0, None)" in (await stall.panel("ada")).text, "the direct message follows"
    assert await stall.as_sent() == before


async def test_others_are_told_the_count_alone(bot: Fair, people: People) -> None:
    stall = await opened(bot, people, "ada", "basile", "chloe")
    await stall.play("ada", "pick 1")
    turn = await stall.turn()
    basile, dan = people["basile"], people["dan"]
    hand = await in_full(basile, basile.press(turn, controls(turn, "hand")[0]))
    show = dan.command("match show", {"match": stall.match}, channel=stall.thread)
    shown = await in_full(dan, show)
    listed = await people["basile"].command("turns", channel=stall.thread)
    for answer in (hand, shown):
        assert answer.message is not None
        last = answer.message.text
        assert chosen("fr" if answer is hand else "en", 1, 3) in last
        assert "Ada" not in re.sub(r"\*\*\d\.\*\*.*|.*#1.*", "", last)
    assert listed.message is not None
    assert text_for("fr")("turns.mine", n=1) in listed.message.text
    listed = await people["ada"].command("turns", channel=stall.thread)
    assert listed.message is not None
    assert text_for("en")("turns.others", n=1) in listed.message.text
    assert "**Basile** and **Chloé**" in listed.message.text, "who is asked, whether they have chosen or not"
    await stall.play("basile", "pick 1")
    again = await people["ada"].command("turns", channel=stall.thread)
    assert again.message is not None
    assert again.message.text == listed.message.text


async def test_a_closed_inbox_chooses_by_the_button(bot: Fair, people: People) -> None:
    await people["basile"].set(inbox="closed")
    stall = await opened(bot, people, "ada", "basile")
    assert await people["basile"].direct_messages() == []
    panel = await stall.opened("basile")
    panel = await stall.play("basile", "pick 1", panel)
    panel = await stall.play("basile", "pick 2", panel)
    assert "Stalls: (None, 2)" in panel.text
    assert chosen("en", 1, 2) in (await stall.turn()).text
    await stall.play("ada", "pick 0")
    assert "opened" in (await stall.turn()).text
    assert len(await stall.pings("basile")) == 1


async def test_round_after_round_each_person_is_called_once(bot: Fair, people: People) -> None:
    names = ("ada", "basile")
    stall = await opened(bot, people, *names, days=3)
    for _ in range(2):
        for name in names:
            await stall.play(name, "pick 1")
        for _ in range(2):
            for name in names:
                await stall.play(name, "end")
    thread = await stall.messages()
    # Two days of picks, Ada's turn, Basile's turn and the evening; then the third day's picks.
    assert [len(mentioned(message)) for message in thread] == [2, 1, 1, 2, 2, 1, 1, 2, 2]
    assert [message.id for message in thread if controls(message, "play")] == [thread[-1].id]
    pings = {name: await stall.pings(name) for name in names}
    assert all(len(set(each)) == len(each) for each in pings.values()), "nobody is called twice"
    # Whose own move has led to the next question has it at hand: Basile always answers last. After a choice
    # in secret he is called all the same, for all would see by that who was last.
    assert pings["ada"] == [thread[number].id for number in (0, 1, 3, 4, 5, 7, 8)]
    assert pings["basile"] == [thread[number].id for number in (0, 2, 4, 6, 8)]
    for name in names:
        assert len([each for each in await people[name].direct_messages() if controls(each, "go")]) == 1


# Step by step.


@pytest.mark.parametrize("private", ["direct", "thread"])
async def test_a_turn_in_steps_is_one_message(bot: Fair, people: People, private: str) -> None:
    stall = await trading(bot, people, "ada", "basile")
    before = await stall.as_sent()
    turn = await stall.turn()
    panel = await (stall.panel("ada") if private == "direct" else stall.opened("ada"))
    pictures: set[bytes] = set()
    for count in (1, 2, 3):
        panel = await stall.play("ada", "buy", panel)
        assert panel.private is (private == "thread")
        assert f"Goods ({count}, 0)" in panel.pictures[0].alt
        pictures.add(await people["ada"].picture(panel))
        shown = await stall.turn()
        assert shown.id == turn.id
        assert shown.text.count("ada bought") == count
        assert f"Goods ({count}, 0)" in shown.pictures[0].alt
        assert f"Goods ({count}, 0)" in (await stall.panel("ada")).pictures[0].alt
    assert len(pictures) == 3
    assert len(await stall.as_sent()) == len(before)
    assert await stall.pings("basile") == [before[0]["id"]]
    await stall.play("ada", "end", panel)
    told = await stall.turn()
    assert told.id != turn.id
    assert told.text.count("ada bought") == 3
    assert mentioned(told) == [people["basile"].id]
    assert len(await stall.as_sent()) == len(before) + 1
    assert await stall.pings("basile") == [before[0]["id"], told.id]
    assert await stall.pings("ada") == [before[0]["id"], turn.id], "that she chose last was her secret"


async def test_the_threads_button_serves_for_every_step(
    bot: Fair, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    stall = await trading(bot, people, "ada", "basile")
    # As if another process had answered each: none shrinks when a newer one comes.
    monkeypatch.setattr(bot.services.open_panels, "note", lambda *panel: None)
    old = await stall.opened("ada")
    for count in (1, 2):
        panel = await stall.opened("ada")
        assert "already been answered" not in panel.text
        assert f"Goods ({count - 1}, 0)" in panel.pictures[0].alt
        await stall.play("ada", "buy", panel)
    ada = people["ada"]
    stale = await in_full(ada, ada.press(old, controls(old, "go")[1], locale="en-US"))
    assert "already been answered" in stale.text, "what was played from an older panel moves nothing"
    assert "Goods (2, 0)" in (await stall.turn()).pictures[0].alt


# In secret.


@pytest.mark.parametrize("when", ["picking", "picked", "trading", "raided"])
async def test_an_order_leaves_no_trace(bot: Fair, people: People, when: str) -> None:
    stall = await (opened if when.startswith("pick") else trading)(bot, people, "ada", "basile")
    if when == "picked":
        await stall.play("ada", "pick 1")
    elif when == "raided":
        await stall.play("ada", "end")
        await stall.play("basile", "raid 0")
    told = [await log(stall, name) for name in ("basile", "dan")]
    before = await stall.as_sent()
    since = (await people.requests())[-1]["number"]
    panel = await stall.play("ada", "order guard")
    assert "Guards: True" in panel.text
    await stall.play("ada", "order guard", await stall.opened("ada"))
    assert "Guards: True" in (await stall.panel("ada")).text
    assert await stall.as_sent() == before
    assert [await log(stall, name) for name in ("basile", "dan")] == told
    written = [each for each in await people.requests(since) if each["method"] != "GET"]
    assert not [each for each in written if f"/channels/{stall.thread}" in each["path"]]


async def log(stall: Stall, name: str) -> str:
    """Return the text that `/… log` shows this person."""
    services, person = stall.bot.services, int(stall[name].id)
    walk = await stall.bot.matches.replays.walk(stall.match, person, Viewpoint.OWN)
    page = await log_page(services, walk, LogPlace(stall.match), await services.reader(person))
    return "\n".join(item.content for item in page.items if isinstance(item, discord.ui.TextDisplay))


async def test_the_log_counts_what_all_may_know(bot: Fair, people: People) -> None:
    stall = await trading(bot, people, "ada", "basile")
    for move in ("order guard", "buy", "order ask", "buy"):
        await stall.play("ada", move)
    numbers = {
        name: sorted(map(int, re.findall(r"^`(.+?)`", await log(stall, name), re.MULTILINE)))
        for name in ("ada", "basile", "dan")
    }
    assert numbers["dan"] == [2, 3, 4], "the first step is the beginning"
    assert numbers["basile"] == [2, 3, 4, 5], "his own choice of a stall"
    assert numbers["ada"] == [2, 3, 4, 5, 6], "her choice, which opened the bazaar, her order, and so on"


# Short clocks.


@LANGUAGES
async def test_a_reaction_shows_until_when_and_lapses(
    bot: Fair, people: People, time: Time, language: str
) -> None:
    stall = await trading(bot, people, "ada", "basile", language=language)
    await stall.play("ada", "buy")
    await stall.play("ada", "raid 1")
    due = (await bot.matches.queries.situation(stall.match, None)).deadline
    assert due is not None
    seconds = int(due.timestamp())
    turn, panel, opened_panel = await stall.turn(), await stall.panel("basile"), await stall.opened("basile")
    assert text_for(language)("turn.deadline", left=Markup(f"<t:{seconds}:R>")) in turn.text
    for shown in (panel, opened_panel):
        text = text_for("fr")  # Basile's own language, in private
        assert text("panel.deadline", left=Markup(f"<t:{seconds}:R>")) in shown.text
    assert mentioned(turn) == [people["basile"].id]
    time.more += timedelta(hours=12)
    await bot.settle()
    after = await stall.turn()
    assert "basile reacted" in after.text.lower()
    assert mentioned(after) == [people["ada"].id]
    assert not TIME.search((await people["dan"].again(turn)).text)
    assert not TIME.search(after.text)
    assert controls(await people["basile"].again(panel), "go") == [], "nothing is asked there any more"
    basile = people["basile"]
    late = await in_full(basile, basile.press(opened_panel, controls(opened_panel, "go")[0]))
    assert text_for("fr")("refusal.stale") in late.text
    assert (await bot.matches.loader.get(stall.match)).entries == 6


@LANGUAGES
async def test_time_away_is_credited_and_said(
    box: Sandbox, database: Path, people: People, bot: Fair, time: Time, language: str
) -> None:
    stall = await trading(bot, people, "ada", "basile", language=language)
    await bot.matches.timekeeper.beat()
    await stall.play("ada", "raid 1")
    before = (await bot.matches.queries.situation(stall.match, None)).deadline
    assert before is not None
    await bot.close()
    await bot.matches.store.close()
    time.more += timedelta(hours=30)
    async with at_the_fair(box, database, time) as back:
        await people.bot_online()
        await back.matches.timekeeper.beat()
        time.more += timedelta(minutes=10)  # over which what is said of it is spread
        await back.settle()
        after = (await back.matches.queries.situation(stall.match, None)).deadline
        assert after is not None
        assert timedelta(hours=30) <= after - before < timedelta(hours=30, minutes=1)
        thread = await stall.messages()
        turn, told = thread[-2:]
        seconds = int(after.timestamp())
        assert text_for(language)(
            "clock.stood",
            who="basile",
            until=Markup(f"<t:{seconds}:f>"),
            left=Markup(f"<t:{seconds}:R>"),
        ) in told.text.replace("Basile", "basile")
        assert f"<t:{seconds}:R>" in turn.text
        assert f"<t:{seconds}:R>" in (await stall.panel("basile")).text
        assert len(await stall.pings("basile")) == 2
        assert (await back.matches.loader.get(stall.match)).entries == 4


# When somebody leaves.


async def test_who_leaves_a_round_is_called_no_more(bot: Fair, people: People) -> None:
    stall = await opened(bot, people, "ada", "basile", "chloe")
    (round_,) = await stall.messages()
    sure = await people["chloe"].command("match resign", channel=stall.thread)
    assert sure.message is not None
    await people["chloe"].press(sure.message, controls(sure.message, "leave")[0])
    await bot.settle()
    after = await people["dan"].again(round_)
    assert mentioned(after) == [people["ada"].id, people["basile"].id]
    assert chosen("en", 1, 3) in after.text
    assert len(await stall.pings("ada")) == 1


async def test_a_deleted_message_comes_back_without_a_call(bot: Fair, people: People) -> None:
    stall = await opened(bot, people, "ada", "basile")
    (round_,) = await stall.messages()
    await people["ada"].delete(round_)
    await stall.play("basile", "pick 1")
    (again,) = await stall.messages()
    assert chosen("en", 1, 2) in again.text
    assert await stall.pings("ada") == [round_.id]
