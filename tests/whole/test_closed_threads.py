"""Threads that sleep, are locked, deleted, or cannot be opened: nobody waits for a call that never comes."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import Any

import pytest

from bot import Longtable
from cogs.delivery.attempts import Attempt
from cogs.services.services import command_named
from cogs.text.text import Markup, Text, text_for
from engine import games
from engine.matches import Status
from harness.playing import WITHIN, Table, control, controls, in_full, opened_table
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import Message, People, Person
from tests.whole.watching import loud, play_on

pytestmark = pytest.mark.usefixtures("quiet")

GAMES = ["genial", "genesis-life"]
"""A game with hands, and one without."""


async def pending(bot: Longtable, table: Table) -> Person:
    """Return the person whose turn it is."""
    (seat,) = (await bot.matches.queries.situation(int(table.match), None)).pending
    person = (await bot.matches.loader.get(int(table.match))).occupants[seat].person
    return next(each for each in table.people if int(each.id) == person)


async def moves(bot: Longtable, table: Table) -> Person:
    """Whoever's turn it is plays by a typed command in another channel, until it is another's."""
    match, mover = int(table.match), await pending(bot, table)
    while (await bot.matches.loader.get(match)).status is Status.RUNNING and await pending(
        bot, table
    ) is mover:
        command = f"{table.game} play"
        offers = await mover.complete(command, "move", "", {"match": match}, channel="table-talk")
        answer = await mover.command(command, move=offers[0][1], match=match, channel="table-talk")
        assert (await table.shown(mover, answer)).text
    return mover


async def called(bot: Longtable, person: Person, place: str) -> Message:
    """The message that asks this person, in a thread or in private, with buttons; and it rang."""
    situation = await bot.matches.queries.situation(1, int(person.id))
    asked = situation.question_number if place == "dm" else situation.call_number
    assert asked is not None

    def asks(message: Message) -> bool:
        found = [each for verb in ("play", "menu", "pick") for each in controls(message, verb)]
        return any(int(control(each)[1]) >= asked for each in found)

    async def rang() -> Message | None:
        # It is heard a moment after the message is there.
        rung = {message for _, message in person.pings}
        found = await (person.direct_messages() if place == "dm" else person.messages(place))
        return next((each for each in reversed(found) if each.id in rung and asks(each)), None)

    return await person.wait_for(rang, WITHIN)


async def without_controls(person: Person, message: Message) -> Message:
    """The message, once its controls are gone."""

    async def bare() -> Message | None:
        now = await person.again(message)
        return None if now.buttons else now

    return await person.wait_for(bare, WITHIN)


def lost_sentence(table: Table, person: Person) -> str:
    text = text_for(person.raw["locale"][:2])
    game = table.game.replace("-", "_")
    named = [(game, "play"), ("match", "board"), *([(game, "hand")] if game == "genial" else [])]
    commands = text.list(command_named(text, group, name) for group, name in named)
    return str(about(text, table, text("lost.player", commands=commands)))


def about(text: Text, table: Table, said: Markup) -> Markup:
    """A sentence as it is said unasked: it begins with the match."""
    title = games.GAMES[table.game.replace("-", "_")].title
    return text("about", game=title, match=int(table.match), said=said)


async def told_lost(table: Table, person: Person) -> int:
    """Count the messages that tell this person that the venue is lost."""
    sentence = lost_sentence(table, person)
    return sum(sentence in message.text for message in await person.direct_messages())


async def told_found(table: Table, person: Person) -> int:
    """Count the messages to this person about the lost venue that have been corrected."""
    text = text_for(person.raw["locale"][:2])
    sentence = str(about(text, table, text("lost.found", where=Markup(f"<#{table.thread}>"))))
    return sum(sentence in message.text for message in await person.direct_messages())


async def _stands(table: Table, person: Person, lost: int, found: int) -> bool:
    return (await told_lost(table, person), await told_found(table, person)) == (lost, found)


async def entries(bot: Longtable) -> int:
    return (await bot.matches.loader.get(1)).entries


# A thread in which nobody has written for a week


async def test_a_turn_in_an_archived_thread(people: People, bot: Longtable) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    await people["ada"].edit_thread(table.thread, archived=True)
    mover = await moves(bot, table)
    after = await table.next()
    assert table.person(after) is not mover
    await called(bot, table.person(after), table.thread)
    old = await without_controls(mover, turn)
    assert [picture.alt for picture in old.pictures] == [picture.alt for picture in turn.pictures]
    for picture in range(len(old.pictures)):
        assert await mover.picture(old, picture) == await mover.picture(turn, picture)
    assert [item["id"] for item in await mover.threads()] == [table.thread]
    assert await told_lost(table, mover) == 0


async def test_a_change_of_an_open_question_in_an_archived_thread(people: People, bot: Longtable) -> None:
    """A draw is offered in the middle of a turn: the same message says so, and nobody is called again."""
    table = await opened_table(people, ("ada", "basile"), None, "games", "genesis-life")
    turn = await table.next()
    await moves(bot, table)
    turn = await table.next()
    mover = table.person(turn)
    await people["ada"].edit_thread(table.thread, archived=True)
    await mover.command("genesis-life play", channel="table-talk", move="draw", match=1)
    await mover.sees(lambda each: each.id == turn.id and "offered a draw" in each.text, table.thread)
    newest = (await mover.messages(table.thread))[-1]
    assert newest.id == turn.id
    assert await told_lost(table, mover) == 0


async def test_sealed_choices_in_an_archived_thread(people: People, bot: Longtable) -> None:
    """“1 of 2 have chosen” is shown in the message that called both."""
    table = await opened_table(people, ("ada", "basile"), "2", game="genesia")
    turn = (await people["ada"].messages(table.thread))[-1]
    assert "0 of 2" in turn.text
    await people["ada"].edit_thread(table.thread, archived=True)
    offers = await people["ada"].complete("genesia play", "move", "", {"match": 1}, channel="table-talk")
    await people["ada"].command("genesia play", move=offers[0][1], match=1, channel="table-talk")
    await people["ada"].sees(lambda each: each.id == turn.id and "1 of 2" in each.text, table.thread)


async def test_the_end_in_an_archived_thread(people: People, bot: Longtable) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    await people["ada"].edit_thread(table.thread, archived=True)
    await play_on(bot, 1)
    await people["ada"].sees(table.over, table.thread, within=WITHIN)
    await without_controls(people["ada"], turn)


@pytest.mark.parametrize("again", [False, True], ids=["one", "twice archived"])
async def test_cancelling_in_an_archived_thread(people: People, bot: Longtable, again: bool) -> None:
    ada, basile = people["ada"], people["basile"]
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    await ada.edit_thread(table.thread, archived=True)
    await bot.matches.departures.cancel(1, int(ada.id), 91)
    await ada.sees(lambda message: bool(controls(message, "cancel")), table.thread, within=WITHIN)
    await ada.edit_thread(table.thread, archived=again)
    await bot.matches.departures.cancel(1, int(basile.id), 92)
    cancelled = str(text_for("en")("cancelled.title", game="Génial", match=1))
    await basile.sees(lambda message: cancelled in message.text, table.thread, within=WITHIN)
    await without_controls(ada, turn)


# A thread that a moderator has locked


@pytest.mark.parametrize("archived", [False, True], ids=["active", "archived"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_locked_thread(people: People, bot: Longtable, game: str, archived: bool) -> None:
    """All are told once in private and called there, with board and buttons.

    Unlocked, the thread goes on, and what was told in private is corrected.
    """
    table = await opened_table(people, ("ada", "basile"), None if game == "genesis-life" else "2", game=game)
    await table.next()
    await people["ada"].edit_thread(table.thread, locked=True, archived=archived)
    for _ in range(2):
        await moves(bot, table)
        person = await pending(bot, table)
        panel = await called(bot, person, "dm")
        assert f"<#{table.thread}>" not in panel.text
        push = panel.text.partition("\n")[0]
        assert games.GAMES[game.replace("-", "_")].title in push, "a push says where"
        assert re.search("your turn|à vous", push), "and what is asked"
        boards = [each.alt for each in panel.pictures if ("/board-" in each.url) is (game == "genial")]
        assert len(boards) == 1
        assert boards[0]
        assert (await person.picture(panel)).startswith((b"\x89PNG", b"RIFF"))
        before = await entries(bot)
        answer = await table.tap_through(person, panel)
        await table.settle(person, answer)
        assert await entries(bot) > before
    for each in table.people:
        await each.wait_for(partial(_stands, table, each, 1, 0), WITHIN)
    await people["ada"].edit_thread(table.thread, locked=False)
    await moves(bot, table)
    await called(bot, await pending(bot, table), table.thread)
    for each in table.people:
        await each.wait_for(partial(_stands, table, each, 0, 1), WITHIN)
    await people["ada"].edit_thread(table.thread, locked=True)
    await moves(bot, table)
    await called(bot, await pending(bot, table), "dm")
    for each in table.people:
        # A second loss is told again.
        await each.wait_for(partial(_stands, table, each, 1, 1), WITHIN)


async def test_what_began_before_the_loss_is_no_sign_that_the_thread_is_open(
    people: People, bot: Longtable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to a change of the table's message comes when the match has been played for a while."""
    edit, go = Attempt.edit, asyncio.Event()

    async def answered_late(attempt: Attempt, *given: Any, **more: Any) -> Any:
        changed = await edit(attempt, *given, **more)
        if attempt.notice.kind == "lobby" and attempt.match.status is Status.LOBBY:
            await go.wait()
        return changed

    async def said() -> bool:
        notices = await bot.matches.outbox.notices((1,))
        return not any(notice.kind in ("lobby", "found") for notice in notices)

    monkeypatch.setattr(Attempt, "edit", answered_late)
    table = await opened_table(people, ("ada", "basile"), "2")
    await table.next()
    await people["ada"].edit_thread(table.thread, locked=True)
    await moves(bot, table)
    await called(bot, await pending(bot, table), "dm")
    for each in table.people:
        await each.wait_for(partial(_stands, table, each, 1, 0), WITHIN)
    assert not await said()
    go.set()
    await until(said)
    assert [await _stands(table, each, 1, 0) for each in table.people] == [True, True]


async def test_the_end_and_the_vote_in_a_locked_thread(people: People, bot: Longtable) -> None:
    """Each player gets the public messages in private; the table’s message still tells the truth."""
    ada, basile = people["ada"], people["basile"]
    table = await opened_table(people, ("ada", "basile"), "2")
    await table.next()
    await ada.edit_thread(table.thread, locked=True)
    await bot.matches.departures.cancel(1, int(ada.id), 91)
    vote = await basile.sees(lambda message: bool(controls(message, "cancel")), "dm", within=WITHIN)
    await basile.press(vote, controls(vote, "cancel")[0])
    cancelled = str(text_for("en")("cancelled.title", game="Génial", match=1))
    sure = [each for each in await basile.direct_messages() if controls(each, "cancel")][-1]
    if (await bot.matches.loader.get(1)).status is Status.RUNNING:
        await basile.press(sure, controls(sure, "cancel")[-1])
    for person in (ada, basile):
        await person.sees(lambda message: cancelled in message.text, "dm", within=WITHIN)
    closed = str(text_for("en")("lobby.called_off"))
    await ada.sees(lambda message: closed in message.text, "games", within=WITHIN)


async def test_who_cannot_be_reached_is_called_once_the_thread_is_unlocked(
    people: People, bot: Longtable
) -> None:
    """Locked, and the inbox closed: the call waits, and comes without anybody doing anything."""
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    if table.person(turn) is not people["ada"]:
        await moves(bot, table)
        turn = await table.next()
    await people["basile"].set(inbox="closed")
    await people["ada"].edit_thread(table.thread, locked=True)
    await moves(bot, table)

    async def refused() -> bool:
        path = f"/channels/{table.thread}/messages"
        return any(each["path"] == path and each["status"] == 403 for each in await people.requests())

    async with asyncio.timeout(WITHIN):
        while not await refused():
            pass
    await people["ada"].edit_thread(table.thread, locked=False)
    await called(bot, people["basile"], table.thread)


async def test_a_command_in_a_locked_thread(
    people: People, bot: Longtable, caplog: pytest.LogCaptureFixture
) -> None:
    """A moderator may give it; the bot may not answer there. It is no incident."""
    ada = people["ada"]
    table = await opened_table(people, ("ada", "basile"), "2")
    await table.next()
    await ada.edit_thread(table.thread, locked=True)
    waiting = asyncio.create_task(ada.command("match board", channel=table.thread))
    async with asyncio.timeout(WITHIN):
        while not any(
            each["status"] == 403 and each["path"].endswith("/callback") for each in await people.requests()
        ):
            pass
    waiting.cancel()
    await ada.edit_thread(table.thread, locked=False)
    answer = await in_full(ada, ada.command("match board", channel=table.thread))
    assert answer.state == "answered"
    assert loud(caplog) == []


# A thread that is not there


@pytest.mark.parametrize("game", GAMES)
async def test_a_server_full_of_threads(people: People, bot: Longtable, game: str) -> None:
    """The match begins all the same, in private; once there is room a thread opens."""
    ada, basile = people["ada"], people["basile"]
    await people.fault("POST", "/channels/*/threads", times=1000, code=160006)
    await people.fault("POST", "/channels/*/messages/*/threads", times=1000, code=160006)
    await ada.command(f"{game} new", {"players": "2"} if game == "genial" else {}, channel="games")
    lobby = await ada.sees(lambda message: bool(controls(message, "join")), "games", within=WITHIN)
    await basile.press(lobby, controls(lobby, "join")[0])
    ready = await ada.sees(lambda message: bool(controls(message, "start")), "games", within=WITHIN)
    await ada.press(ready, controls(ready, "start")[0])
    table = Table([ada, basile], "1", "", game=game)
    started = str(text_for("en")("lobby.started"))
    await ada.sees(lambda each: each.id == lobby.id and started in each.text, "games", within=WITHIN)
    person = await pending(bot, table)
    panel = await called(bot, person, "dm")
    assert panel.pictures
    for each in table.people:
        # Each is written to alone, and may read it after the other was called.
        await each.wait_for(partial(_stands, table, each, 1, 0), WITHIN)
    await people.ask("DELETE", "/faults")
    since = len(ada.frames)
    await table.settle(person, await table.tap_through(person, panel))
    opened = await ada.event(lambda frame: frame["type"] == "channel_create", since=since, within=WITHIN)
    table.thread = opened["channel"]["id"]
    await called(bot, await pending(bot, table), table.thread)
    await ada.sees(lambda each: each.id == lobby.id and f"<#{table.thread}>" in each.text, "games")


async def test_a_thread_deleted_in_the_middle_of_a_turn(people: People, bot: Longtable) -> None:
    """The question comes at once in another thread, and calls, for nobody is in there yet."""
    ada = people["ada"]
    table = await opened_table(people, ("ada", "basile"), None, "games", "genesis-life")
    await table.next()
    await moves(bot, table)
    mover = table.person(await table.next())
    since = len(ada.frames)
    await ada.delete_channel(table.thread)
    await mover.command("genesis-life play", channel="table-talk", move="draw", match=1)
    opened = await ada.event(lambda frame: frame["type"] == "channel_create", since=since, within=WITHIN)
    again = await called(bot, mover, opened["channel"]["id"])
    assert "offered a draw" in again.text
    assert re.findall(r"<@(\d+)>", again.text) == [mover.id]
    assert await told_lost(table, mover) == 0


async def test_a_new_thread_among_announcements(people: People, bot: Longtable, box: Sandbox) -> None:
    """There threads are of another type."""
    ada = people["ada"]
    channel = box.world.channels[await ada.place("games")]
    channel["type"] = 5
    box.audience.channel_changed("update", box.world.put("channel", channel))
    table = await opened_table(people, ["ada"], "solo")
    assert box.world.channels[table.thread]["type"] == 10
    await table.next()
    since = len(ada.frames)
    await ada.delete_channel(table.thread)
    await moves_alone(bot)
    opened = await ada.event(lambda frame: frame["type"] == "channel_create", since=since, within=WITHIN)
    assert opened["channel"]["type"] == 10
    await called(bot, ada, opened["channel"]["id"])


async def moves_alone(bot: Longtable) -> None:
    before = await entries(bot)
    await play_on(bot, 1, lambda length: length > before)


async def test_the_table_and_the_thread_say_their_own(people: People, bot: Longtable) -> None:
    """A seat changes hands while the table's message is gone: what is said of both are two messages."""
    ada = people["ada"]
    table = await opened_table(people, ("ada", "basile", "chloe"), "3")
    await table.next()
    await bot.matches.posts.drop_post(1, "lobby")
    since = len(ada.frames)
    await bot.matches.departures.leave(1, int(people["chloe"].id), 77)
    games = await ada.place("games")
    shown = await ada.event(
        lambda frame: frame["type"] == "message_create" and frame["channel_id"] == games,
        since=since,
        within=WITHIN,
    )
    assert controls(Message(shown["message"]), "fairness")
