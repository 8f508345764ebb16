"""Messages, threads, channels and permissions that go away: what can be said is said; the match goes on."""

from __future__ import annotations

from typing import Any

import pytest

from bot import Longtable
from cogs.services.services import command_named
from cogs.text.text import text_for
from engine.games import GAMES
from engine.record import verify
from harness.playing import Table, control, controls, opened_table
from sandbox import Sandbox
from sandbox.people import Message, People
from tests.whole.watching import LOCALES, Watch, play_on, sentence

pytestmark = pytest.mark.usefixtures("quiet")

RIGHTS = {
    "VIEW_CHANNEL": "view_channel",
    "SEND_MESSAGES": "send_messages",
    "CREATE_PUBLIC_THREADS": "create_public_threads",
    "SEND_MESSAGES_IN_THREADS": "send_messages_in_threads",
    "ATTACH_FILES": "attach_files",
    "READ_MESSAGE_HISTORY": "read_message_history",
}


async def plays(people: People, table: Table, turn: Message) -> None:
    """Whoever's turn it is plays by a typed command in another channel."""
    person = table.person(turn)
    offers = await person.complete("genial play", "move", "", {"match": int(table.match)}, channel="games")
    answer = await person.command("genial play", move=offers[0][1], match=int(table.match), channel="games")
    assert (await table.shown(person, answer)).text


async def test_the_turns_message_is_deleted(people: People) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    await people["ada"].delete(turn)
    await plays(people, table, turn)
    after = await table.next()
    assert table.person(after) is not table.person(turn)
    await table.settle(table.person(after), await table.tap_a_move(table.person(after), after))
    await table.next()


@pytest.mark.parametrize("slow", [False, True], ids=["at once", "deferred"])
async def test_the_panel_is_deleted_while_it_is_answered(
    people: People, monkeypatch: pytest.MonkeyPatch, slow: bool
) -> None:
    """Deleted or dismissed in the moment in which the bot would change it: the answer comes anew."""
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    person = table.person(turn)
    panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
    panel = await table.shown(person, await person.press(panel, controls(panel, "menu")[0]))
    place = controls(panel, "go")[0]
    if slow:
        monkeypatch.setattr("cogs.answering.answers.PATIENCE", 0)
        await people.fault("PATCH", "/webhooks/*", code=10008)
    else:
        await people.fault("POST", "/interactions/*/callback", code=10008)
    since = len(person.frames)
    answer = await person.press(panel, place)
    assert answer.state == "deferred", answer
    new = set[str]()

    def told(frame: dict[str, Any]) -> bool:
        if frame["type"] == "message_create":
            new.add(frame["message"]["id"])
        if (frame.get("message") or {}).get("id") not in new:
            return False
        message = Message(frame["message"])
        return message.private and bool(message.text)

    await person.event(told, since=since)
    assert (await table.next()).id != turn.id


@pytest.mark.parametrize("started", [False, True])
async def test_the_tables_message_is_deleted(people: People, bot: Longtable, started: bool) -> None:
    ada, basile = people["ada"], people["basile"]
    if started:
        table = await opened_table(people, ("ada", "basile"), "2")
        turn = await table.next()
        for message in await ada.messages("games"):
            if controls(message, "fairness"):
                await ada.delete(message)
        await plays(people, table, turn)
        assert (await table.next()).id != turn.id
        return
    await ada.command("genial new", channel="games")
    lobby = await ada.sees(lambda message: bool(controls(message, "join")), "games")
    await ada.delete(lobby)
    tables = await Table.shown(basile, await basile.command("tables", channel="games"))
    assert (await basile.press(tables, controls(tables, "join")[0])).state == "answered"
    again = await ada.sees(lambda message: bool(controls(message, "start")), "games")
    assert again.id != lobby.id
    await ada.delete(again)
    await bot.matches.lobbies.start(1, int(ada.id), 99)
    opened = await ada.event(lambda frame: frame["type"] == "channel_create")
    table = Table([ada, basile], "1", opened["channel"]["id"])
    await table.next()


async def test_the_thread_is_deleted(people: People) -> None:
    """The next turn opens another one."""
    ada = people["ada"]
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    since = len(ada.frames)
    await ada.delete_channel(table.thread)
    await plays(people, table, turn)
    opened = await ada.event(lambda frame: frame["type"] == "channel_create", since=since)
    table = Table(table.people, "1", opened["channel"]["id"])
    turn = await table.next()
    await table.settle(table.person(turn), await table.tap_a_move(table.person(turn), turn))
    assert (await table.next()).id != turn.id


def lost_sentence(locale: str) -> str:
    """Return the sentence that players are told, with commands in their language."""
    text = text_for(locale[:2])
    named = (("genial", "play"), ("match", "board"), ("genial", "hand"))
    commands = [command_named(text, group, name) for group, name in named]
    said = text("lost.player", commands=text.list(commands))
    return str(text("about", game="Génial", match=1, said=said))


@pytest.mark.parametrize("inbox", ["open", "closed"])
async def test_the_channel_is_deleted(people: People, bot: Longtable, inbox: str) -> None:
    """Both players are told once in private, in their language; the match goes on by commands to its end."""
    ada, basile = people["ada"], people["basile"]
    await basile.set(inbox=inbox)
    table = await opened_table(people, ("ada", "basile"), "2", "table-talk")
    await table.next()
    await ada.delete_channel("table-talk")
    for _ in range(3):
        (seat,) = (await bot.matches.queries.situation(1, None)).pending
        occupant = (await bot.matches.loader.get(1)).occupants[seat]
        person = next(each for each in table.people if int(each.id) == occupant.person)
        offers = await person.complete("genial play", "move", "", {"match": 1}, channel="games")
        answer = await person.command("genial play", move=offers[0][1], match=1, channel="games")
        assert (await table.shown(person, answer)).text
    for person in table.people:
        if person is basile and inbox == "closed":
            assert await person.direct_messages() == []
            continue
        lost = lost_sentence(person.raw["locale"])
        await person.sees(lambda message, lost=lost: lost in message.text, "dm")
        told = [each for each in await person.direct_messages() if lost in each.text]
        assert len(told) == 1
    assert (await bot.matches.loader.get(1)).entries == 4
    await play_on(bot, 1)
    end = await ada.sees(table.over, "dm", within=20)
    verify(await table.record(end), GAMES["genial"])
    if inbox == "closed":
        assert await basile.direct_messages() == []
    else:
        await basile.sees(table.over, "dm", within=20)


@pytest.mark.parametrize("denied", RIGHTS)
async def test_permissions_that_are_missing_before(people: People, watch: Watch, denied: str) -> None:
    """Nothing is opened, and what is missing is named as Discord names it."""
    ada = people["ada"]
    channel = await ada.place("games")
    await people.deny(channel, denied)
    for locale in LOCALES:
        answer = await ada.command("genial new", channel=channel, locale=locale)
        assert answer.message is not None
        assert answer.message.private
        assert text_for(locale[:2])(f"permission.{RIGHTS[denied]}") in answer.text
    assert watch.count("matches") == 0
    await people.deny(channel)
    await ada.command("genial new", channel=channel)
    assert watch.count("matches") == 1


@pytest.mark.parametrize(
    "denied", ["VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS", "ATTACH_FILES", "READ_MESSAGE_HISTORY"]
)
async def test_permissions_that_are_taken_in_the_middle(
    box: Sandbox, people: People, bot: Longtable, denied: str
) -> None:
    """The players hear of it in private; with the permissions back, the thread goes on."""
    ada = people["ada"]
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    channel = await ada.place("games")
    await people.deny(channel, denied)
    person = table.person(turn)
    await table.settle(person, await table.tap_a_move(person, turn))
    if denied != "READ_MESSAGE_HISTORY":
        lost = lost_sentence("en")
        told = await ada.sees(lambda message: lost in message.text, "dm")
        assert str(text_for("en")("lost.host")) in told.text
    await people.deny(channel)
    other = next(each for each in table.people if each is not person)
    answer = await other.command("genial play", channel="games", match=1)
    await table.settle(other, await table.tap_through(other, await table.shown(other, answer)))
    # The call that was lost, or the next one where it is answered before it is tried again.
    await ada.sees(
        lambda message: any(int(control(each)[1]) >= 2 for each in controls(message, "play")), table.thread
    )


async def test_a_table_opened_in_a_thread(people: People, watch: Watch) -> None:
    table = await opened_table(people, ("ada",), "solo")
    before = watch.count("matches")
    for locale in LOCALES:
        answer = await people["ada"].command("genial new", channel=table.thread, locale=locale)
        assert answer.text == sentence(locale, "no_thread_here")
    assert watch.count("matches") == before
