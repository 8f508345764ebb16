"""Discord has troubles: errors, limits, slowness, broken lines. Nothing is lost, nothing said twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot import Longtable
from harness.playing import WITHIN, Table, control, controls, opened_table, rung
from sandbox.people import Message, People, Person
from tests.whole.watching import LOCALES, Watch, loud, sentence


def asked(messages: list[Message]) -> Counter[str]:
    """Count the messages that ask each question."""
    return Counter(control(each)[1] for message in messages for each in controls(message, "play"))


async def one_turn(table: Table, taps: bool = True) -> Message:
    """Play a turn; the thread's next question."""
    turn = await table.next()
    person = table.person(turn)
    await table.settle(person, await (table.tap_a_move(person, turn) if taps else table.type_a_move(person)))
    return turn


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/channels/*/messages"),
        ("PATCH", "/channels/*/messages/*"),
        ("POST", "/channels/*/messages/*/threads"),
        ("POST", "/users/@me/channels"),
    ],
)
@pytest.mark.parametrize(
    "do",
    [
        {"status": 503},
        {"status": 429, "retry_after": 0.1},
        {"drop": True},
        {"status": 503, "after": True},
        {"drop": True, "after": True},
    ],
    ids=["503", "429", "cut", "answer lost to 503", "answer cut"],
)
async def test_what_the_bot_says_is_said_once(
    people: People,
    bot: Longtable,
    caplog: pytest.LogCaptureFixture,
    method: str,
    path: str,
    do: dict[str, Any],
) -> None:
    """Some request fails once; all is said all the same, and in order."""
    bot.courier._wait = 0.02  # pyright: ignore[reportPrivateUsage]
    await people.fault(method, path, **do)
    table = await opened_table(people, ("ada", "basile"), "2")
    for taps in (True, False, True, False):
        await one_turn(table, taps)
    turn = await table.next()
    assert (await people.ask("GET", "/faults"))["faults"] == [], "it has struck"
    thread = await people["ada"].messages(table.thread)
    assert asked(thread)[control(controls(turn, "play")[0])[1]] == 1
    assert sum(bool(controls(each, "fairness")) for each in await people["ada"].messages("games")) == 1
    pings = rung(table.thread, people["ada"], people["basile"])
    assert len(pings) == len(set(pings)) == len({each.id for each in table.told})
    for person in table.people:
        panels = [
            each
            for each in await person.direct_messages()
            if controls(each, "menu") or controls(each, "pick")
        ]
        assert len(panels) <= 1 or method == "DELETE"
    assert not [line for line in loud(caplog) if line.startswith(("ERROR longtable", "CRITICAL"))]


async def picking(table: Table) -> tuple[Person, Message, str]:
    """Return the person who is asked, the panel on which places can be pressed, and the best place."""
    turn = await table.next()
    person = table.person(turn)
    panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
    panel = await table.shown(person, await person.press(panel, controls(panel, "menu")[0]))
    return person, panel, controls(panel, "go")[0]


@pytest.mark.parametrize("do", [{"code": 10062}, {"drop": True}], ids=["too late", "cut"])
async def test_a_press_that_cannot_be_acknowledged_moves_nothing(
    people: People, watch: Watch, do: dict[str, Any]
) -> None:
    """Nobody is told that nothing came of a move that was made; pressing again makes it."""
    table = await opened_table(people, ("ada", "basile"), "2")
    person, panel, place = await picking(table)
    await people.fault("POST", "/interactions/*/callback", **do)
    answer = asyncio.create_task(person.press(panel, place))
    async with asyncio.timeout(WITHIN):
        while (await people.ask("GET", "/faults"))["faults"]:
            pass
    again = await table.shown(person, await person.press(panel, place))
    assert place not in controls(again, "go")
    assert watch.count("entries") == 2
    await table.next()
    assert not answer.done()
    answer.cancel()


async def test_an_acknowledgement_that_fails_is_tried_again_in_time(people: People, watch: Watch) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    person, panel, place = await picking(table)
    await people.fault("POST", "/interactions/*/callback", status=503)
    answer = await table.shown(person, await person.press(panel, place))
    assert place not in controls(answer, "go")
    assert watch.count("entries") == 2


async def test_an_answer_of_which_nothing_is_heard(people: People, watch: Watch) -> None:
    """It was acknowledged, and the line is cut then: the move is made once, and pressing again tells so."""
    table = await opened_table(people, ("ada", "basile"), "2")
    person, panel, place = await picking(table)
    await people.fault("PATCH", "/webhooks/*", drop=True)
    await person.press(panel, place)
    await table.next()
    assert watch.count("entries") == 2
    again = await table.shown(person, await person.press(panel, place, locale="fr"))
    assert again.text.startswith(sentence("fr", "stale"))
    assert watch.count("entries") == 2


@pytest.mark.usefixtures("quiet")
async def test_every_answer_deferred(people: People, monkeypatch: pytest.MonkeyPatch, watch: Watch) -> None:
    """However slow the bot is: the answer is deferred, and comes."""
    monkeypatch.setattr("cogs.answering.answers.PATIENCE", 0)
    table = await opened_table(people, ("ada", "basile"), "2")
    await one_turn(table, taps=False)
    turn = await table.next()
    person = table.person(turn)
    panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
    tiles = [each.custom_id for each in panel.buttons]
    await person.press(panel, controls(panel, "menu")[0])
    panel = await person.sees(
        lambda message: message.id == panel.id and [each.custom_id for each in message.buttons] != tiles,
        table.thread,
    )
    await table.settle(person, panel)
    turn = await table.next()
    for command in (
        "genial hand",
        "match board",
        "match log",
        "match rules",
        "turns",
        "match show",
        "genial play",
    ):
        answer = await people["ada"].command(command, channel=table.thread)
        assert (await table.shown(people["ada"], answer)).components, command
    for locale in LOCALES:
        before = watch.rows()
        answer = await people["dan"].press(turn, controls(turn, "hand")[0], locale=locale)
        shown = await table.shown(people["dan"], answer)
        assert shown.text == sentence(locale, "not_seated", match=1)
        assert watch.rows() == before


@pytest.mark.usefixtures("quiet")
async def test_slow_lines(people: People) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    await people.fault("POST", "/channels/*", times=3, delay=0.2)
    await people.fault("POST", "/interactions/*", times=3, delay=0.2)
    await one_turn(table)
    await one_turn(table, taps=False)
    await table.next()


async def test_suggestions_that_come_too_late(people: People, caplog: pytest.LogCaptureFixture) -> None:
    """A person who types on has left the first suggestions behind; nobody is to be told."""
    table = await opened_table(people, ("ada",), "solo")
    await people.fault("POST", "/interactions/*/callback", code=10062)
    typing = asyncio.create_task(people["ada"].complete("genial play", "move", "", channel=table.thread))
    async with asyncio.timeout(WITHIN):
        while not any(each["status"] == 404 for each in await people.requests()):
            pass
    assert loud(caplog) == []
    typing.cancel()


@pytest.mark.parametrize(
    ("trouble", "moment"),
    [
        ("drop", "between clicks"),
        ("drop", "while the answer is made"),
        ("reconnect", "between clicks"),
        ("reconnect", "while the answer is made"),
        ("invalid_session", "while the answer is made"),  # discord.py waits 5 seconds before it comes back
    ],
)
async def test_the_gateway_breaks(
    people: People, bot: Longtable, watch: Watch, caplog: pytest.LogCaptureFixture, trouble: str, moment: str
) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    person = table.person(turn)
    panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
    if moment == "between clicks":
        await people.gateway_fault(trouble)
        await back(people)
        panel = await table.shown(person, await person.press(panel, controls(panel, "menu")[0]))
        answer = await table.tap_through(person, panel)
    else:
        panel = await table.shown(person, await person.press(panel, controls(panel, "menu")[0]))
        await people.fault("POST", "/interactions/*/callback", delay=0.1)
        tap = asyncio.create_task(table.tap_through(person, panel))
        async with asyncio.timeout(WITHIN):
            while (await people.ask("GET", "/faults"))["faults"]:
                pass
        await people.gateway_fault(trouble)
        answer = await tap
        await back(people)
    if answer.state == "failed":
        answer = await table.tap_a_move(person, turn)
    await table.settle(person, answer)
    after = await table.next()
    assert watch.count("entries") == 2
    other = table.person(after)
    assert other is not person
    await table.settle(other, await table.tap_a_move(other, after))
    await table.next()
    assert not [line for line in loud(caplog) if "longtable" in line]


async def back(people: People) -> None:
    """Wait until the bot answers again."""
    await people.bot_online(WITHIN)
    async with asyncio.timeout(WITHIN):
        while (await people["ada"].command("turns", channel="games")).state == "failed":
            pass
