"""What others hold shows nowhere: everything a person can be shown is the same for a redealt twin."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot import Longtable
from engine.chance import SeededChance
from engine.game import Seat
from engine.genial.rules import GENIAL
from sandbox.people import Answer, Message, People, Person
from tests.whole.playing import Table, controls, opened_table
from tests.whole.watching import play_on

pytestmark = pytest.mark.usefixtures("quiet")

TYPED = ("BR E5 F5", "OP F6 F7", "YY A1 A2", "nonsense", "swap", "keep", "", "G", "BR")
Seen = list[Any]


async def seen(person: Person, answer: Answer | Message) -> Seen:
    """All that reaches the person's machine, but for ids, addresses and times."""
    message = answer if isinstance(answer, Message) else await Table.shown(person, answer)
    raw = message.raw
    files = [(each["filename"], each["size"], each.get("description")) for each in raw["attachments"]]
    data = [await person.file(message, number) for number in range(len(raw["attachments"]))]
    parts = [
        {key: value for key, value in part.items() if key not in {"items", "id", "components", "file"}}
        for part in message.components
    ]
    alts = [picture.alt for picture in message.pictures]
    return [re.sub(r"<t:\d+:\w>", "", message.text), parts, files, alts, data]


async def everything(person: Person, table: Table, turn: Message) -> Seen:
    """What this person gets by every command, button and suggestion in the thread."""
    found: Seen = []
    for command, options in (
        ("genial hand", {}),
        ("genial board", {}),
        ("genial board", {"text": True}),
        ("genial log", {}),
        ("genial play", {}),
        ("genial rules", {}),
        ("match show", {"match": int(table.match)}),
    ):
        found.append(await seen(person, await person.command(command, options, channel=table.thread)))
    for verb in ("play", "hand", "text"):
        answer = await person.press(turn, controls(turn, verb)[0])
        found.append(await seen(person, answer))
        message = await Table.shown(person, answer)
        for menu in controls(message, "menu"):
            panel = await Table.shown(person, await person.press(turn, controls(turn, verb)[0]))
            found.append(await seen(person, await person.press(panel, menu)))
    for typed in TYPED:
        found.append(await person.complete("genial play", "move", typed, channel=table.thread))
    found.append(await seen(person, await person.again(turn)))
    return found


@pytest.mark.parametrize("viewer", ["mover", "other", "stranger"])
async def test_a_redealt_twin_looks_the_same(people: People, bot: Longtable, viewer: str) -> None:
    await bot.icons_known()
    table = await opened_table(people, ("ada", "basile"), "2")
    await play_on(bot, 1, lambda entries: entries >= 8)
    last = (await bot.matches.get(1)).entries - 1
    turn = await people["ada"].sees(
        lambda message: any(f":{last}:" in each for each in controls(message, "play")),
        table.thread,
        within=20,
    )
    mover = table.person(turn)
    other = next(each for each in table.people if each is not mover)
    person = {"mover": mover, "other": other, "stranger": people["dan"]}[viewer]
    seat = (await bot.matches.get(1)).seat_of(int(person.id))
    before = await everything(person, table, turn)
    refused = await refusals(person, table) if person is not mover else []

    log = (await bot.matches._look(1)).log  # pyright: ignore[reportPrivateUsage]
    assert log is not None
    real = log.fold.state
    for number in range(3):
        twin = GENIAL.redeal(real, seat, SeededChance(b"twin", number))
        assert GENIAL.position(twin) != GENIAL.position(real)
        log.fold = replace(log.fold, state=twin)
        assert await everything(person, table, turn) == before
        if person is not mover:
            assert await refusals(person, table) == refused
    if seat is not None:
        # What this person does hold shows: the comparison sees differences.
        log.fold = replace(log.fold, state=GENIAL.redeal(real, Seat(1 - seat), SeededChance(b"twin", 9)))
        assert await everything(person, table, turn) != before


async def refusals(person: Person, table: Table) -> Seen:
    return [
        await seen(person, await person.command("genial play", move=typed, channel=table.thread))
        for typed in TYPED
        if typed
    ]


async def test_nobody_else_sees_a_rack(people: People, bot: Longtable) -> None:
    """Neither in the thread nor by any button of it; private panels go to their owners only."""
    table = await opened_table(people, ("ada", "basile"), "2")
    await play_on(bot, 1, lambda entries: entries >= 4)
    last = (await bot.matches.get(1)).entries - 1
    await people["ada"].sees(
        lambda message: any(f":{last}:" in each for each in controls(message, "play")),
        table.thread,
        within=20,
    )
    for person in (*table.people, people["dan"]):
        for frame in person.frames:
            message = frame.get("message")
            if frame["type"] != "message_create" or not message:
                continue
            shown = Message(message)
            if person is people["dan"]:
                assert not shown.private
            if frame["channel_id"] == table.thread:
                assert not [name for name, _ in shown.files if name.startswith(("hand", "choice"))]
    assert await people["dan"].direct_messages() == []
