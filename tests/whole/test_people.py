"""People with unruly names, in private messages, with closed inboxes."""

from __future__ import annotations

import asyncio

import pytest

from bot import Longtable
from cogs.text.text import text_for
from harness.playing import WITHIN, Table, controls, open_panel, opened_table, rung, seat_robots
from sandbox import Sandbox
from sandbox.people import Message, People, Person
from tests.whole.watching import LOCALES, Watch

pytestmark = pytest.mark.usefixtures("quiet")

NAMES = (
    "@everyone",
    "**bold** `code` ||x|| [a](https://example.org)",
    "<@1> <#2> <:x:3> </genial new:4>",
    "\u202egnirts\u202c \u2066rtl\u2069 مرحبا",
    "x" * 200,
    "👨‍👩‍👧‍👦" * 30,
    "\u200b\u200b",
    "```\n# big\n> quote\n- list```",
    "{who} {0} %s",
    "z̴̧̛̪" * 20,
)


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
async def test_names_ping_nobody_and_break_nothing(
    box: Sandbox, people: People, bot: Longtable, name: str
) -> None:
    ada, basile, dan = people["ada"], people["basile"], people["dan"]
    for person in (ada, basile):
        box.world.users[person.id]["global_name"] = name
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    mover = table.person(turn)
    for command, options in (
        ("turns", {}),
        ("match show", {"match": 1}),
        ("genial hand", {}),
        ("match board", {"text": True}),
        ("match log", {}),
        ("match resign", {}),
        ("match cancel", {}),
    ):
        answer = await mover.command(command, options, channel=table.thread)
        text = (await table.shown(mover, answer)).text
        assert "https://example.org" not in text or "[a](" not in text
    assert (await mover.complete("match show", "match", "", channel=table.thread))[0][1] == 1
    await table.settle(mover, await table.tap_a_move(mover, turn))
    after = await table.next()
    assert dan.pings == []
    async with asyncio.timeout(WITHIN):
        while len(pinged := rung(table.thread, ada, basile)) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
    assert len(basile.pings) == len(rung(table.thread, basile))
    # The host may have heard that the table is full, unless it began before that was said.
    assert len(ada.pings) - len(rung(table.thread, ada)) in (0, 1)
    assert sorted(pinged) == sorted([turn.id, after.id])
    for message in [*await dan.messages("games"), *await dan.messages(table.thread)]:
        assert not message.raw["mention_everyone"]
        for line in message.text.splitlines():
            assert not line.startswith(("# big", "> quote", "- list"))
            assert "<#2>" not in line.replace("\\<#2>", "")
            assert "<@1>" not in line.replace("\\<@1>", "")


async def test_in_private_messages(people: People, watch: Watch) -> None:
    """Commands about the player alone work there; tables are opened in servers."""
    ada, basile = people["ada"], people["basile"]
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    mover, other = (ada, basile) if table.person(turn) is ada else (basile, ada)
    await mover.wait_for(mover.dm)
    await watch.refused(lambda locale: mover.command("genial new", channel="dm", locale=locale), "not_here")
    for command in ("genial hand", "match board", "match log", "match rules", "turns", "match show"):
        assert await text_of(mover, command)
    assert await mover.complete("genial play", "move", "", channel="dm")
    answer = await mover.command("genial play", channel="dm")
    await table.settle(mover, await table.tap_through(mover, await table.shown(mover, answer)))
    turn = await table.next()
    assert table.person(turn) is other
    await watch.refused(
        lambda locale: mover.command("genial play", move="BR E5 F5", channel="dm", locale=locale),
        "not_your_turn",
    )


async def text_of(person: Person, command: str) -> str:
    return (await shown(person, command)).text


async def shown(person: Person, command: str) -> Message:
    answer = await person.command(command, channel="dm")
    assert answer.message is not None, answer
    return await person.final_message(answer) if answer.state == "deferred" else answer.message


async def against_a_robot(people: People) -> Table:
    ada = people["ada"]
    await ada.command("genial new", channel="games")
    lobby = await ada.sees(lambda message: bool(controls(message, "change")), "games")
    await seat_robots(ada, lobby, 1)
    ready = await ada.sees(lambda message: bool(controls(message, "start")), "games")
    await ada.press(ready, controls(ready, "start")[0])
    opened = await ada.event(lambda frame: frame["type"] == "channel_create")
    return Table([ada], "1", opened["channel"]["id"])


async def turns(table: Table, count: int) -> list[Message]:
    """Play as many turns by tapping; returns all that was shown meanwhile."""
    ada, shown = table.people[0], []
    for _ in range(count):
        turn = await table.next()
        answer = await table.tap_a_move(ada, turn)
        shown.append(await table.shown(ada, answer))
        await table.settle(ada, answer)
    return shown


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_closed_inbox(people: People, bot: Longtable, locale: str) -> None:
    """It is said once, in private, and all goes on by private answers."""
    ada = people["ada"]
    await ada.set(inbox="closed", locale=locale)
    table = await against_a_robot(people)
    turn = await table.next()
    note = str(text_for(locale[:2])("inbox.closed"))
    table.told.clear()
    await turns(table, 3)
    await table.next()
    assert (
        "rack" in (await table.shown(ada, await ada.command("genial hand", channel=turn))).text
        or locale == "fr"
    )
    told = {
        frame["message"]["id"]
        for frame in ada.frames
        if frame["type"] in {"message_create", "message_update"} and note in Message(frame["message"]).text
    }
    assert len(told) == 1
    assert not any(note in each.text for each in await people["dan"].messages(table.thread))
    assert await ada.direct_messages() == []


async def test_an_inbox_closed_in_the_middle_and_opened_again(people: People, bot: Longtable) -> None:
    ada = people["ada"]
    table = await against_a_robot(people)
    await table.next()
    await ada.wait_for(ada.direct_messages)
    table.told.clear()
    await ada.set(inbox="closed")
    await turns(table, 2)
    await ada.set(inbox="open")
    # Whoever uses the bot in private messages shows that they are open again.
    assert (await table.shown(ada, await ada.command("genial hand", channel="dm"))).text
    await turns(table, 1)
    await table.next()
    panel = await open_panel(bot, table, ada)
    await table.settle(ada, await table.tap_through(ada, panel))


async def test_a_new_match_tries_a_closed_inbox_again(people: People) -> None:
    ada = people["ada"]
    await ada.set(inbox="closed")
    table = await opened_table(people, ("ada",), "solo")
    answer = await table.tap_a_move(ada, await table.next())
    await table.shown(ada, answer)
    assert await ada.direct_messages() == []
    await ada.set(inbox="open")
    await opened_table(people, ("ada",), "solo")
    await ada.wait_for(ada.direct_messages)
