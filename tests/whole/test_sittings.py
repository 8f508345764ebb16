"""A sitting: all that waits, a way straight into it, and on to the next, in one private answer."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot import Longtable
from engine.matches import Limits
from harness.playing import Table, control, controls, opened_table, running
from sandbox import Sandbox
from sandbox.people import Message, People, Person

pytestmark = pytest.mark.usefixtures("quiet")

LIFE = "G6 E6 F4 D3 C6 G4 G5 C5 G3 D7 D6 F3 C4 xE7 xE4 xE6 xH3 xF4 xC6 xH5 xB6"
"""A match of Genesis (Brassinne) to its end."""


async def two_tables(people: People) -> tuple[Person, Person, list[Table]]:
    """Ada and Basile play Génial twice; who is asked in both comes first."""
    await people["basile"].set(locale="en-US")
    tables = [await opened_table(people, ("ada", "basile"), "2") for _ in range(2)]
    turns = [await table.next() for table in tables]
    if tables[0].person(turns[0]) is not tables[1].person(turns[1]):
        await tables[1].settle(mover := tables[1].person(turns[1]), await tables[1].type_a_move(mover))
        await tables[1].next()
    mover = tables[0].person(turns[0])
    other = next(each for each in tables[0].people if each is not mover)
    return mover, other, tables


def called(person: Person) -> str:
    return person.raw["global_name"]


async def into(person: Person, listed: Message, table: Table) -> Message:
    """The panel that the list leads to."""
    (play,) = [each for each in controls(listed, "panel") if control(each)[0] == table.match]
    return await table.shown(person, await person.press(listed, play))


async def last_of(table: Table, person: Person, panel: Message) -> Message:
    """Tap through a turn in one private answer; what it shows then."""
    while True:
        panel = await table.shown(person, await table.tap_through(person, panel))
        if not (controls(panel, "menu") or controls(panel, "pick") or controls(panel, "go")):
            return panel


@pytest.mark.parametrize("channel", ["games", "dm"])
async def test_a_sitting_in_one_private_answer(people: People, channel: str) -> None:
    mover, other, tables = await two_tables(people)
    await mover.wait_for(mover.dm)
    listed = await tables[0].shown(mover, await mover.command("turns", channel=channel))
    assert listed.private
    assert "2 matches wait for you" in listed.text
    assert listed.text.count(f"with {called(other)}") == 2
    panel = await into(mover, listed, tables[0])
    assert panel.id == listed.id, "in the same answer"
    assert "Génial #1" in panel.text, "which match it is"
    assert "tiles on the board" in panel.pictures[0].alt, "the board, which is not beside it"
    step = await tables[0].shown(mover, await mover.press(panel, controls(panel, "menu")[0]))
    assert "Génial #1" in step.text, "at every step"
    done = await last_of(tables[0], mover, step)
    assert done.id == listed.id
    (onward,) = controls(done, "next")
    assert done.button(onward).label == f"Next: Génial with {called(other)}"
    assert (await tables[0].next()).id, "it was played"
    panel = await tables[0].shown(mover, await mover.press(done, onward))
    assert panel.id == listed.id
    assert "Génial #2" in panel.text
    done = await last_of(tables[1], mover, panel)
    assert controls(done, "next") == [], "nothing else waits"
    listed = await tables[0].shown(mover, await mover.command("turns", channel=channel, locale="fr"))
    assert "Aucune partie n’attend votre coup" in listed.text
    assert listed.text.count(f"**{called(other)}**") == 2


async def test_what_was_next_has_been_answered_meanwhile(people: People) -> None:
    """Elsewhere, or by somebody else: then it is the one that waits, or the list."""
    mover, other, tables = await two_tables(people)
    listed = await tables[0].shown(mover, await mover.command("turns", channel="games"))
    done = await last_of(tables[0], mover, await into(mover, listed, tables[0]))
    (onward,) = controls(done, "next")
    await tables[1].settle(mover, await tables[1].type_a_move(mover))
    shown = await tables[0].shown(mover, await mover.press(done, onward))
    assert shown.id == listed.id
    assert "No match waits for your move" in shown.text
    # And back again: it waits once more.
    await tables[1].settle(other, await tables[1].type_a_move(other))
    again = await tables[0].shown(mover, await mover.command("turns", channel="games"))
    assert "Génial #2" in (await into(mover, again, tables[1])).text


async def test_a_panel_that_came_unasked_stays(box: Sandbox, database: Path, luck: None) -> None:
    """It is its match's: what is next comes beside it, in private."""
    async with running(box, database, Limits(hold=timedelta())), People(box.url) as people:
        await people.bot_online()
        mover, _, tables = await two_tables(people)
        first = await mover.sees(lambda message: "Génial #1" in message.text, "dm")
        done = await last_of(tables[0], mover, first)
        assert done.id == first.id
        (onward,) = controls(done, "further")
        shown = await tables[0].shown(mover, await mover.press(done, onward))
        assert shown.id != first.id
        assert shown.private
        assert "Génial #2" in shown.text
        assert "Génial #1" in (await mover.again(first)).text


async def test_a_typed_move_leads_on_too(people: People) -> None:
    mover, _, tables = await two_tables(people)
    answer = await tables[0].type_a_move(mover)
    done = await tables[0].shown(mover, answer)
    while controls(done, "menu") or controls(done, "go"):
        done = await tables[0].shown(mover, await tables[0].tap_through(mover, done))
    assert controls(done, "next")


async def test_the_list_tells_who_has_won(people: People) -> None:
    """Each is told the own result in words; the loser's line names the winner in bold."""
    await people["basile"].set(locale="en-US")
    table = await opened_table(people, ("ada", "basile"), None, game="genesis-life")
    for move in LIFE.split():
        person = table.person(await table.next())
        await person.command("genesis-life play", move=move, channel=table.thread)
    assert table.over(await table.next())
    told = [
        (await table.shown(each, await each.command("turns", channel="games"))).text for each in table.people
    ]
    assert sorted("you won" in each for each in told) == [False, True]
    assert sorted("you lost" in each for each in told) == [False, True]
    assert all("Ended in the last 7 days" in each for each in told)
    (lost,) = [each for each in told if "you lost" in each]
    assert "with **" in lost


async def test_the_list_is_there_on_every_server_and_in_every_private_channel(
    people: People, bot: Longtable
) -> None:
    """Installed for a person, also where the bot is not; and a move can be made from there."""
    mover, other, tables = await two_tables(people)
    elsewhere = await people.new_guild("Elsewhere", mover, channels=("street",))
    await people.leave(str(bot.application_id), guild=elsewhere)
    group = await people.group("Us", mover, people["dan"])
    await mover.set(installed=True)
    for table, channel in zip(tables, ("street", group), strict=True):
        listed = await table.shown(mover, await mover.command("turns", channel=channel))
        assert listed.private
        panel = await into(mover, listed, table)
        await last_of(table, mover, panel)
        assert table.person(await table.next()) is other
    assert await people["dan"].messages(group) == []


async def test_a_private_channel_is_not_the_inbox(people: People, bot: Longtable) -> None:
    """A command there does not mean that the person has opened the direct channel again."""
    ada = people["ada"]
    await bot.services.remember(int(ada.id), dm_closed=True)
    await ada.set(installed=True)
    group = await people.group("Us", ada, people["dan"])
    await ada.command("turns", channel=group)
    assert (await bot.services.person(int(ada.id))).dm_closed
    await ada.command("turns", channel="dm")
    assert not (await bot.services.person(int(ada.id))).dm_closed
