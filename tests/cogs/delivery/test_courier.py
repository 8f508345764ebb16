"""The courier: what fails on Discord is tried again, said once, or told in private; the match stays right."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.answering.answers import classic_page, words
from cogs.answering.controls import MARK, Control, button, without_mark
from cogs.answering.failures import is_refused
from cogs.delivery.attempts import Attempt
from cogs.delivery.breakers import MANY
from cogs.delivery.courier import Courier
from cogs.delivery.messenger import Messenger, custom_ids
from cogs.text.text import Markup, text_for
from engine.game import Seat
from engine.match.changes import BESIDE, EPOCH
from engine.matches import Notice, Status
from engine.store import Busy, CodeLevels, Lane, Said
from tests.cogs.simulated import Town, controls, parts, said
from tests.cogs.test_matches_in_simcord import tap_through


async def play_once(place: Town) -> None:
    mover, turn = place.mover(), place.turn
    panel = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    await tap_through(mover, panel)


async def test_a_notice_said_twice_makes_one_message(place: Town) -> None:
    await place.open(2)
    await place.start()
    before = [message.id for message in place.thread.history()]
    match = await place.bot.matches.loader.get(1)
    seat = match.seat_of(place.mover().id)
    again = Notice(id=999, match=1, kind="turn", seat=seat, number=0, attempts=1)
    await place.bot.courier.carry(again)
    assert [message.id for message in place.thread.history()] == before


@contextlib.contextmanager
def lost_answers(place: Town, channel: int) -> Iterator[list[int]]:
    """The next message to that channel is sent, and nothing is heard of it."""
    send, lost = Messenger.send, list[int]()

    async def unheard(self: Messenger, to: Any, *args: Any, **given: Any) -> int:
        message = await send(self, to, *args, **given)
        if to.id == channel and not lost:
            lost.append(message)
            raise OSError("the line is cut")
        return message

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Messenger, "send", unheard)
        yield lost
    assert lost


async def test_a_message_of_which_nothing_was_heard_is_found_again(place: Town) -> None:
    await place.open(2)
    await place.start()
    mover = place.mover()
    with lost_answers(place, place.thread.id) as lost:
        await moves(place, mover)
    before = [message.id for message in place.thread.history()]
    assert before[-1:] == lost
    await place.bot.matches.outbox.hurry(1)
    await place.settle()
    assert [message.id for message in place.thread.history()] == before
    post = await place.bot.matches.posts.post(1, "turn")
    assert post is not None
    assert post.message == before[-1]
    assert controls(place.turn, "play")


@pytest.mark.parametrize("waits", [False, True])
async def test_a_message_of_which_nothing_was_heard_is_not_said_again_by_what_was_put_off(
    place: Town, waits: bool
) -> None:
    """An older notice that shows the table as it is falls due between: one phone rings once.

    It `waits` where the message can be looked for only later.
    """
    await place.open(2)
    await place.start()
    mover = place.mover()
    seat = (await place.bot.matches.loader.get(1)).seat_of(mover.id)
    store: Any = place.bot.matches.store
    later = (datetime.now(UTC) + timedelta(hours=1) - EPOCH) // timedelta(microseconds=1)
    await store._write_one(
        "INSERT INTO outbox (match, kind, seat, number, continues, due, intent)"
        " VALUES (1, 'turn', ?, 0, 1, ?, ?)",
        (seat, later, BESIDE),
    )
    with lost_answers(place, place.thread.id) as lost:
        await moves(place, mover)
    before = [message.id for message in place.thread.history()]
    notices = await place.bot.matches.outbox.notices((1,))
    assert [(each.continues, bool(each.begun_in)) for each in notices if each.person is None] == [
        (True, False),
        (False, True),
    ]
    if waits:
        await store._write_one("UPDATE outbox SET due = CASE continues WHEN 1 THEN 0 ELSE ? END", (later,))
        place.bot.matches.outbox.look_again(1)
        await place.settle()
        assert [message.id for message in place.thread.history()] == before
    await place.bot.matches.outbox.hurry(1)
    await place.settle()
    assert [message.id for message in place.thread.history()] == before
    assert [each.id for each in place.thread.history() if controls(each, "play")] == lost


@pytest.mark.parametrize("kind", ["turn", "hand", "lobby"])
async def test_what_was_changed_late_is_shown_as_it_is_now(place: Town, kind: str) -> None:
    """A process that was stopped changes a message after somebody else had taken over: an old page, live."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    match = await place.bot.matches.loader.get(1)
    post = await place.bot.matches.posts.post(1, kind, mover.id if kind == "hand" else 0)
    assert post is not None
    channel = place.bot.get_partial_messageable(post.channel or place.thread.id)
    before = await channel.fetch_message(post.message)
    late = Notice(id=999, match=1, kind="turn", seat=match.seat_of(mover.id), number=0)
    attempt = Attempt(place.bot, place.bot.services, Messenger(place.bot, place.bot.services), late, match)
    older = classic_page(Markup("older")).row(button(Control(1, "play", asked=0, seat=Seat(0)), "Play"))
    await attempt.edit(channel, post.message, older)
    assert (await channel.fetch_message(post.message)).content == "older"
    await attempt.take_back(0)
    await place.settle()
    now = await channel.fetch_message(post.message)
    assert now.content.partition("\n")[0] == before.content.partition("\n")[0]
    assert [*map(without_mark, custom_ids(now))] == [*map(without_mark, custom_ids(before))]

    await play_once(place)
    await place.settle()
    assert await place.bot.matches.posts.post(1, "turn") != post
    if kind == "turn":
        await attempt.edit(channel, post.message, older)
        await attempt.take_back(0)
        assert not controls(await channel.fetch_message(post.message), "play")
        assert controls(place.turn, "play")


async def test_of_two_that_several_processes_have_sent_one_stays_alive(place: Town) -> None:
    """One was stopped after it had begun; who has the lane then died after sending another."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    with lost_answers(place, place.thread.id) as lost, pytest.MonkeyPatch.context() as patch:
        send = Messenger.send

        async def both(self: Messenger, to: Any, page: Any, nonce: str, **given: Any) -> int:
            if to.id == place.thread.id and not lost:
                content = page.content
                await to.send(content=content, view=page.rows(nonce[:MARK]), nonce=f"{nonce[:16]}01234567")
            return await send(self, to, page, nonce, **given)

        patch.setattr(Messenger, "send", both)
        await moves(place, mover)
    await place.bot.matches.outbox.hurry(1)
    await place.settle()
    alive = [message.id for message in place.thread.history() if controls(message, "play")]
    assert alive == lost == [place.turn.id]


async def test_a_message_of_which_nothing_was_heard_is_retired_once_it_is_answered(place: Town) -> None:
    """The player answers before it is tried again: one button is alive, that of the question that is open."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    with lost_answers(place, place.thread.id) as lost:
        other = await moves(place, mover)
        await moves(place, other)
    await place.bot.matches.outbox.hurry(1)
    await place.settle()
    alive = [message.id for message in place.thread.history() if controls(message, "play")]
    assert alive == [place.turn.id]
    assert alive != lost
    assert place.mover() is mover


async def test_a_message_of_which_nothing_was_heard_is_found_though_the_place_was_lost_between(
    place: Town,
) -> None:
    """Neither read nor written for a while: what was sent before is the one that is alive then."""
    await place.open(2)
    await place.start()
    mover, thread = place.mover(), place.thread
    with lost_answers(place, thread.id) as lost:
        await moves(place, mover)
    before = [message.id for message in thread.history()]
    path = f"/channels/{thread.id}/messages"
    for method in ("GET", "POST"):
        place.env.inject_error(method, path, status=403, code=50013, times=1)
    for _ in range(2):
        await place.bot.matches.outbox.hurry(1)
        await place.settle()
    assert [message.id for message in thread.history()] == before
    post = await place.bot.matches.posts.post(1, "turn")
    assert post is not None
    assert [post.message] == lost


async def test_an_answered_question_is_not_asked_again(place: Town) -> None:
    await place.open(2)
    await place.start()
    match = await place.bot.matches.loader.get(1)
    seat = match.seat_of(place.mover().id)
    await play_once(place)
    await place.settle()
    before = len(place.thread.history())
    await place.bot.courier.carry(Notice(id=997, match=1, kind="turn", seat=seat, number=0, attempts=0))
    assert len(place.thread.history()) == before


async def test_a_closed_inbox_is_remembered_and_said_once(place: Town) -> None:
    place.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await place.open(2)
    await place.start()
    mover, turn = place.mover(), place.turn
    assert (await place.bot.matches.people.person(mover.id)).dm_closed
    first = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    assert "cannot send you direct messages" in said(first)
    second = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    assert "cannot send you direct messages" not in said(second)
    tries = sum(1 for each in place.env.http_requests if each.path == "/users/@me/channels")
    await tap_through(mover, second)
    await place.settle()
    await play_once(place)
    await place.settle()
    assert sum(1 for each in place.env.http_requests if each.path == "/users/@me/channels") <= tries + 1


async def test_a_deleted_turn_message_is_no_trouble(place: Town) -> None:
    await place.open(2)
    await place.start()
    mover, turn = place.mover(), place.turn
    panel = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    await turn.delete()
    await tap_through(mover, panel)
    await place.settle()
    assert place.mover() is not mover
    assert controls(place.turn, "play")


async def test_a_deleted_thread_is_opened_anew(place: Town) -> None:
    await place.open(2)
    await place.start()
    mover, gone = place.mover(), place.thread.id
    offers = await mover.autocomplete(place.thread, "genial play", "move", "", match=1)
    await place.bot.http.delete_channel(gone)
    answer = (await mover.slash(place.square, "genial play", move=offers[0]["value"], match=1)).response
    assert "placed" in said(answer)
    await place.settle()
    post = await place.bot.matches.posts.post(1, "thread")
    assert post is not None
    assert controls(place.turn, "play")
    assert place.mover() is not mover


async def test_a_deleted_lobby_message_is_shown_again(place: Town) -> None:
    await place.open(1, players="3")
    old = place.lobby
    await old.delete()
    await place.sit_down(place.people[1])
    await place.settle()
    assert place.lobby.id != old.id
    assert "basile" in said(place.lobby)


@pytest.mark.parametrize("status", [500, 503])
async def test_trouble_at_discord_is_waited_out(place: Town, status: int, monkeypatch: Any) -> None:
    """The notice is put off, and nothing else of its match overtakes it."""
    await place.open(2)
    put_off = await carried(place, monkeypatch)
    place.env.inject_error("POST", "/channels/*/threads", status=status, times=None)
    await place.people[0].click(place.lobby, custom_id=controls(place.lobby, "start")[0])
    await place.settle()
    assert [each.kind for each in put_off] == ["started"]
    assert not place.square.threads
    assert (await place.bot.matches.loader.get(1)).status is Status.RUNNING


async def test_where_nothing_can_be_written_the_match_goes_on(place: Town) -> None:
    """The players are told once, in private, and play by commands."""
    await place.open(2)
    await place.start()
    mover, thread = place.mover(), place.thread
    place.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50013, times=None)
    offers = await mover.autocomplete(place.square, "genial play", "move", "", match=1)
    await mover.slash(place.square, "genial play", move=offers[0]["value"], match=1)
    await place.settle()
    assert await place.bot.matches.posts.post(1, "lost") is not None
    other = next(each for each in place.people[:2] if each is not mover)
    offers = await other.autocomplete(place.square, "genial play", "move", "", match=1)
    answer = (await other.slash(place.square, "genial play", move=offers[0]["value"], match=1)).response
    assert "placed" in said(answer)
    await place.settle()
    assert (await place.bot.matches.loader.get(1)).entries == 3


@pytest.mark.parametrize("again", [False, True], ids=["found", "found, and lost and found again"])
async def test_what_was_told_of_a_lost_place_is_corrected_once_it_is_found(place: Town, again: bool) -> None:
    await place.open(2)
    await place.start()
    mover, thread = place.mover(), place.thread
    text = text_for("en")
    found = text("lost.found", where=Markup(f"<#{thread.id}>"))
    found = text("about", game="Génial", match=1, said=found)
    for told in range(1, 2 + again):
        place.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50013, times=1)
        mover = await moves(place, mover)
        for person in place.people[:2]:
            heard = [said(message) for message in await direct(place, person)]
            assert sum("**Génial #1** · I cannot write" in each for each in heard) == 1
            assert heard.count(found) == told - 1
        mover = await moves(place, mover)
        for person in place.people[:2]:
            heard = [said(message) for message in await direct(place, person)]
            assert not any("I cannot write" in each for each in heard)
            assert heard.count(found) == told
    assert not [post for post in await place.bot.matches.posts.posts(1) if post.kind == "lost"]


def refused(status: int, code: int = 0) -> discord.HTTPException:
    reply: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(reply, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("error", "for_good"),
    [
        (refused(403, 50013), True),
        (refused(404, 10003), True),
        (refused(400, 50083), True),
        (refused(400, 160006), True),
        (refused(413, 40005), True),
        (refused(400, 50035), True),
        (refused(401), False),
        (refused(408), False),
        (refused(429), False),
        (refused(403, 40333), False),
        (refused(403, 40006), False),
        (refused(403, 0), False),
        (refused(403, 40003), False),
        (refused(403, 20026), False),
        (refused(500), False),
        (OSError("cut"), False),
    ],
)
def test_what_is_refused_for_good(error: Exception, for_good: bool) -> None:
    assert is_refused(error) is for_good


async def carried(place: Town, monkeypatch: pytest.MonkeyPatch) -> list[Notice]:
    """Notices that are put off from now on; each is looked at once."""
    put_off: list[Notice] = []
    failed = place.bot.matches.outbox.put_off_notice

    async def noted(notice: Notice, retry_at: Any, intent: str | None = None) -> bool:
        put_off.append(notice)
        return await failed(notice, retry_at, intent)

    monkeypatch.setattr(place.bot.matches.outbox, "put_off_notice", noted)
    return put_off


async def direct(place: Town, person: Any) -> list[discord.Message]:
    """Return the bot's direct messages to this person, oldest first."""
    opened = await place.bot.http.start_private_message(person.id)
    channel = place.bot.get_partial_messageable(int(opened["id"]))
    return [message async for message in channel.history(oldest_first=True)]


async def moves(place: Town, mover: Any) -> Any:
    """The mover plays by a command elsewhere; who is called next."""
    offers = await mover.autocomplete(place.square, "genial play", "move", "", match=1)
    await mover.slash(place.square, "genial play", move=offers[0]["value"], match=1)
    await place.settle()
    return next(each for each in place.people[:2] if each is not mover)


@pytest.mark.parametrize(
    ("status", "code"), [(403, 50013), (403, 50083), (400, 50083), (400, 50035), (400, 160006), (413, 40005)]
)
async def test_whatever_refuses_a_turn_it_comes_in_private(
    place: Town, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    await place.open(2)
    await place.start()
    mover, thread = place.mover(), place.thread
    put_off = await carried(place, monkeypatch)
    place.env.inject_error("POST", f"/channels/{thread.id}/messages", status=status, code=code, times=None)
    other = await moves(place, mover)
    assert [(each.kind, each.person) for each in put_off] == [("turn", None)], "tried again beside the rest"
    for person in place.people[:2]:
        assert (
            sum("**Génial #1** · I cannot write" in said(message) for message in await direct(place, person))
            == 1
        )
    panel = (await direct(place, other))[-1]
    assert controls(panel, "menu")
    assert any(name.filename.startswith("board-") for name in panel.attachments)


async def test_a_page_that_is_refused_everywhere_is_told_in_plain_words(place: Town) -> None:
    await place.open(2)
    await place.start()
    mover, thread = place.mover(), place.thread
    other = next(each for each in place.people[:2] if each is not mover)
    opened = await place.bot.http.start_private_message(other.id)
    place.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50035, times=None)
    start = len(await direct(place, other))
    send = discord.abc.Messageable.send

    async def no_pictures(self: Any, *args: Any, **given: Any) -> Any:
        if given.get("files") and getattr(self, "id", 0) == int(opened["id"]):
            raise refused(400, 50035)
        return await send(self, *args, **given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", no_pictures)
        await moves(place, mover)
    told = [said(message) for message in (await direct(place, other))[start:]]
    assert any(
        "**Génial #1**: your turn – place a tile" in each and "`/genial play`" in each for each in told
    )


async def test_one_persons_refused_message_stops_nobody_elses(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.open(2)
    await place.start()
    mover, thread = place.mover(), place.thread
    put_off = await carried(place, monkeypatch)
    place.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50013, times=None)
    place.env.inject_error("POST", "/users/@me/channels", status=400, code=50035, times=1)
    await moves(place, mover)
    assert [(each.kind, each.person) for each in put_off] == [("turn", None)]
    last = place.people[1]
    assert any("**Génial #1** · I cannot write" in said(message) for message in await direct(place, last))


async def test_a_turn_that_nobody_could_be_told_is_kept(place: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn is tried at the table and in private until it is answered or somebody can be told."""
    await place.open(2)
    await place.start()
    mover, thread = place.mover(), place.thread
    put_off = await carried(place, monkeypatch)
    place.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50083, times=None)
    for person in place.people[:2]:
        inbox = (await place.bot.matches.people.person(person.id)).inbox
        for path in filter(None, ("/users/@me/channels", inbox and f"/channels/{inbox}/messages")):
            place.env.inject_error("POST", path, status=403, code=50007, times=None)
    await moves(place, mover)
    kept = {(each.kind, each.person is None): each for each in put_off}
    assert set(kept) == {("turn", True), ("turn", False)}
    put_off.clear()
    await place.bot.matches.outbox.hurry(1)
    assert any(await place.bot.matches.outbox.next_lanes(8, 8))
    for each in kept.values():
        assert await place.bot.courier.carry(replace(each, attempts=5000)), "nothing waits for it"
    assert [each.kind for each in put_off] == ["turn", "turn"]
    left = [notice for notice in await place.bot.matches.outbox.notices((1,)) if notice.kind == "turn"]
    assert {each.person is None for each in left} == {True, False}


@pytest.mark.parametrize("forgotten", [False, True])
async def test_a_message_keeps_its_pictures_when_it_loses_its_controls(place: Town, forgotten: bool) -> None:
    """An edit that says nothing of files keeps them; after a restart what is said there is read."""
    await place.open(2, pace="open")
    await place.start()
    turn = place.turn
    files = [each.id for each in turn.attachments]
    assert files
    text = said(turn)
    if forgotten:
        await place.restart()
    await play_once(place)
    await place.settle()
    edits = [each for each in place.env.http_requests if each.method == "PATCH"]
    (edit,) = [each for each in edits if each.path.endswith(f"/messages/{turn.id}")]
    assert "attachments" not in edit.json
    after = next(each for each in place.thread.history() if each.id == turn.id)
    assert [each.id for each in after.attachments] == files
    assert said(after) == text
    assert not after.components


async def test_files_are_sent_again_only_where_they_change(place: Town) -> None:
    """The first of two who choose at once changes the words of the call, not its board."""
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    turn = place.turn
    situation = await place.bot.matches.queries.situation(1, place.people[0].id)
    await place.people[0].slash(place.thread, "genesia play", move=str(situation.moves[0]))
    await place.settle()
    edits = [each for each in place.env.http_requests if each.method == "PATCH"]
    (edit,) = [each for each in edits if each.path.endswith(f"/messages/{turn.id}")]
    assert "1 of 2" in edit.json["content"]
    assert "attachments" not in edit.json


NOTED = "-# 1 of 2 has chosen.\n-# Time runs out <t:1:R>."


@pytest.mark.parametrize(
    ("content", "stays"),
    [
        (f"Ada, your turn\nBasile played.\n{NOTED}", "Ada, your turn\nBasile played."),
        ("Ada, your turn\n-# … and 2 earlier events\nBasile played.", None),
        ("-# small alone", None),
    ],
)
async def test_what_was_noted_is_taken_off_also_where_it_is_not_remembered(
    place: Town, content: str, stays: str | None
) -> None:
    await place.open(2)
    await place.start()
    channel = place.bot.get_partial_messageable(place.thread.id)
    rows = classic_page("x").row(button(Control(1, "text"), "Board")).rows()
    assert rows is not None
    sent = await channel.send(content, view=rows)
    await Messenger(place.bot, place.bot.services).retire(channel, sent.id)
    after = next(each for each in place.thread.history() if each.id == sent.id)
    assert (after.content, after.components) == (stays or content, [])


async def test_controls_that_may_not_be_taken_off_go_once_they_may(place: Town) -> None:
    """The message of an answered question keeps its buttons only as long as the bot may not change it."""
    await place.open(2)
    await place.start()
    mover, old = place.mover(), place.turn.id
    path = f"/channels/{place.thread.id}/messages/{old}"
    place.env.inject_error("PATCH", path, status=403, code=50013, times=2)
    await moves(place, mover)

    def alive() -> list[int]:
        return [message.id for message in place.thread.history() if controls(message, "play")]

    assert alive() == [old, place.turn.id]
    assert place.mover() is not mover, "nothing waits for it"
    await place.live(timedelta(minutes=15), timedelta(minutes=5))
    assert alive() == [old, place.turn.id], "refused once more"
    await place.live(timedelta(minutes=30), timedelta(minutes=5))
    assert alive() == [place.turn.id]
    assert await place.bot.matches.outbox.notices((1,)) == []


async def test_a_message_that_is_gone_needs_no_controls_taken_off(place: Town) -> None:
    await place.open(2)
    await place.start()
    old = place.turn.id
    path = f"/channels/{place.thread.id}/messages/{old}"
    place.env.inject_error("PATCH", path, status=404, code=10008, times=1)
    await moves(place, place.mover())
    assert await place.bot.matches.outbox.notices((1,)) == []


async def test_a_deleted_messages_nonce_is_taken_for_no_refusal(place: Town) -> None:
    """Discord holds a nonce for minutes, and answers that there is no such message."""
    await place.open(2)
    place.env.inject_error("POST", f"/channels/{place.square.id}/messages", status=404, code=10008, times=1)
    before = len(place.env.http_requests)
    await place.open(1)
    sent = [
        each.json["nonce"]
        for each in place.env.http_requests[before:]
        if each.method == "POST" and each.path == f"/channels/{place.square.id}/messages"
    ]
    assert len(sent) == len({*sent}) == 2
    assert all(each.startswith(sent[0]) and len(each) <= 25 for each in sent)
    assert "#2" in said(place.lobby)
    assert await place.bot.matches.posts.post(2, "lost") is None


async def test_a_message_of_an_older_version_is_changed_as_what_it_is(place: Town) -> None:
    """It is one of components, and takes no content."""
    await place.open(1)
    channel = place.bot.get_partial_messageable(place.square.id)
    old = await channel.send(view=words("the table as it was").layout())
    post = await place.bot.matches.posts.post(1, "lobby")
    assert post is not None
    await place.bot.matches.posts.save_post(replace(post, message=old.id))
    await place.people[1].click(place.lobby, custom_id=controls(place.lobby, "join")[0])
    await place.settle()
    after = next(each for each in place.square.history() if each.id == old.id)
    assert "basile" in said(after)
    assert controls(after, "start")
    assert await place.bot.matches.posts.post(1, "lost") is None


async def test_the_direct_message_is_a_silent_panel(place: Town) -> None:
    await place.open(2)
    await place.start()
    mover = place.mover()
    post = await place.bot.matches.posts.post(1, "hand", mover.id)
    assert post is not None
    request = next(
        each for each in place.env.http_requests if each.path == f"/channels/{post.channel}/messages"
    )
    assert request.json["flags"] & 1 << 12, "no sound: the thread has called already"
    channel = place.bot.get_partial_messageable(post.channel)
    panel = await channel.fetch_message(post.message)
    assert any(":menu:" in each for each in custom_ids(panel))
    await play_once(place)
    await place.settle()
    other = place.mover()
    assert await place.bot.matches.posts.post(1, "hand", other.id) is not None


async def test_nothing_secret_is_said_in_public(place: Town) -> None:
    """The thread's messages hold no rack, no drawn tile and no private button."""
    await place.open(2)
    await place.start()
    for _ in range(6):
        await play_once(place)
        await place.settle()
    for message in place.thread.history():
        assert "Drawn" not in said(message)
        assert "Your rack" not in said(message)
        assert not controls(message, "go")
        assert not controls(message, "pick")
        alts = [item.get("description", "") for part in parts(message) for item in part.get("items", [])]
        assert not any("Your tiles" in alt for alt in alts)


class Outbox:
    """Matches whose store fails at first, wherever it is asked."""

    code_levels = CodeLevels()

    def __init__(self) -> None:
        self.outbox = self.loader = self.store = self
        self.waiting = [Notice(id=1, match=7, kind="lobby", seat=None, number=0)]
        self.noted: list[str] = []
        self.finished = asyncio.Event()
        self._more = asyncio.Event()
        self._troubles = {"next_lanes", "notices", "get", "failed", "done", "release_lanes"}

    def _fail_once(self, name: str) -> None:
        if name in self._troubles:
            self._troubles.discard(name)
            raise Busy("store_busy", path="x")

    def now(self) -> datetime:
        return datetime(2026, 11, 22, tzinfo=UTC)

    async def next_lanes(self, fresh: int, overdue: int, known: Any) -> tuple[list[Lane], list[Lane]]:
        assert known is None, "nobody lives who knows more"
        await asyncio.sleep(0)
        self._fail_once("next_lanes")
        return ([Lane(7, 0)] if self.waiting else []), []

    async def wait_for_lanes(self) -> None:
        await self._more.wait()
        self._more.clear()

    async def notices(self, matches: Any) -> list[Notice]:
        self._fail_once("notices")
        return list(self.waiting)

    async def release_lanes(self, matches: Any, due: Any = None) -> None:
        self._fail_once("release_lanes")
        self._more.set()

    async def get(self, match: int) -> Any:
        self._fail_once("get")
        return SimpleNamespace(id=match)

    async def put_off_notice(self, notice: Notice, retry_at: Any, begun: str | None = None) -> None:
        self._fail_once("failed")
        self.noted.append("failed")
        self.waiting = [replace(notice, attempts=notice.attempts + 1)]

    def look_anew(self) -> None:
        """Nothing is kept of what was read."""

    def look_again(self, match: int | None = None) -> None:
        self._more.set()

    async def note_said(self, said: Said, lost: Any = None) -> bool:
        self._fail_once("done")
        self.noted.append("done")
        self.waiting.clear()
        self.finished.set()
        return True


async def test_a_store_in_trouble_neither_ends_the_courier_nor_loses_a_notice() -> None:
    outbox, said_now = Outbox(), list[int]()
    services: Any = SimpleNamespace(matches=outbox)
    courier = Courier(None, services, wait=0.0)

    async def say(attempt: Attempt) -> None:
        said_now.append(attempt.notice.attempts)

    courier._announcer.say = say  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    running = asyncio.create_task(courier.run())
    async with asyncio.timeout(20):
        await outbox.finished.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert outbox.noted == ["failed", "done"]
    assert said_now == [1]


async def test_what_a_person_waits_for_is_tried_though_its_channel_lets_nothing_in() -> None:
    """Private messages of a table, and notices put off for long, do not wait for the table's own channel."""
    released: list[set[int]] = []

    async def pressing(matches: set[int]) -> set[int]:
        return {8} & matches

    async def release_lanes(matches: set[int], due: datetime) -> None:
        released.append(matches)

    async def posts_of(matches: tuple[int, ...], kind: str) -> list[Any]:
        return []

    matches = SimpleNamespace(
        outbox=SimpleNamespace(pressing=pressing, release_lanes=release_lanes),
        posts=SimpleNamespace(posts_of=posts_of),
        now=lambda: datetime(2026, 11, 22, tzinfo=UTC),
    )
    services: Any = SimpleNamespace(matches=matches)
    courier: Any = Courier(None, services)
    for match in range(100, 100 + MANY):
        courier._breakers.fails(5, match, matches.now())
    assert await courier._open_lanes([Lane(7, 5), Lane(8, 5), Lane(9, 6)]) == [Lane(8, 5), Lane(9, 6)]
    assert released == [{7}]


async def test_waiting_never_overflows() -> None:
    noted: list[Any] = []

    async def failed(notice: Notice, retry_at: Any, intent: str | None = None) -> None:
        noted.append(retry_at)

    async def get(match: int) -> Any:
        raise OSError("no network")

    matches = SimpleNamespace(
        outbox=SimpleNamespace(put_off_notice=failed),
        loader=SimpleNamespace(get=get),
        now=lambda: datetime(2026, 11, 22, tzinfo=UTC),
    )
    services: Any = SimpleNamespace(matches=matches)
    courier = Courier(None, services)
    await courier.carry(Notice(id=1, match=7, kind="lobby", seat=None, number=0, attempts=5000))
    assert len(noted) == 1


@pytest.mark.parametrize("who", [0, 1])
async def test_who_is_called_by_a_message_of_which_nothing_was_heard_is_not_called_again(
    place: Town, monkeypatch: pytest.MonkeyPatch, who: int
) -> None:
    """Two are asked at once, and one answers before the message is tried again."""
    await place.open(2, "genesia", players="2", objectives=False)
    send, called, lost = Messenger.send, list[int](), list[int]()

    async def unheard(self: Messenger, to: Any, *given: Any, calls: Any = (), **named: Any) -> int:
        message = await send(self, to, *given, calls=calls, **named)
        called.extend(calls)
        if calls and not lost:
            lost.append(message)
            raise OSError("the line is cut")
        return message

    monkeypatch.setattr(Messenger, "send", unheard)
    await place.start()
    person = place.people[who]
    situation = await place.bot.matches.queries.situation(1, person.id)
    await person.slash(place.thread, "genesia play", move=str(situation.moves[0]))
    await place.settle()
    await place.bot.matches.outbox.hurry(1)
    await place.settle()
    assert [each.id for each in place.thread.history() if controls(each, "play")] == lost
    assert sorted(called) == [each.id for each in place.people[:2]]


async def test_an_inbox_that_is_not_there_for_us_is_opened_again(place: Town) -> None:
    """The channel that is remembered is not this bot's, for one: it says nothing about the person."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    other = next(each for each in place.people[:2] if each is not mover)
    foreign = place.guild.create_text_channel("elsewhere").id
    await place.bot.services.remember(other.id, inbox=foreign)
    path = f"/channels/{foreign}/messages"
    place.env.inject_error("POST", path, status=403, code=50001, times=None)
    await moves(place, mover)
    person = await place.bot.matches.people.person(other.id)
    assert not person.dm_closed
    assert person.inbox != foreign
    assert await place.bot.matches.posts.post(1, "hand", other.id) is not None


async def test_a_thread_of_which_nothing_was_heard_is_found_however_often_it_is_tried(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.open(2)
    await place.start()
    mover, gone = place.mover(), place.thread.id
    offers = await mover.autocomplete(place.thread, "genial play", "move", "", match=1)
    await place.bot.http.delete_channel(gone)
    open_, opened, cut = place.bot.http.start_thread_without_message, list[Any](), list[int]()
    send = Messenger.send

    async def unheard(*given: Any, **named: Any) -> Any:
        opened.append(await open_(*given, **named))
        if len(opened) == 1:
            raise OSError("the line is cut")
        return opened[-1]

    async def cut_after(self: Messenger, *given: Any, **named: Any) -> int:
        if opened and not cut:
            cut.append(1)
            raise OSError("the line is cut")
        return await send(self, *given, **named)

    monkeypatch.setattr(place.bot.http, "start_thread_without_message", unheard)
    monkeypatch.setattr(Messenger, "send", cut_after)
    await mover.slash(place.square, "genial play", move=offers[0]["value"], match=1)
    for _ in range(3):
        await place.settle()
        await place.bot.matches.outbox.hurry(1)
    assert len(opened) == len(cut) == 1
    assert controls(place.turn, "play")


async def test_a_thread_of_which_nothing_was_heard_is_found_though_the_place_was_lost_between(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads may not be opened for a while, nor looked at: the one that was opened before is the match's."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    offers = await mover.autocomplete(place.thread, "genial play", "move", "", match=1)
    await place.bot.http.delete_channel(place.thread.id)
    open_, opened = place.bot.http.start_thread_without_message, list[Any]()

    async def unheard(*given: Any, **named: Any) -> Any:
        opened.append(await open_(*given, **named))
        if len(opened) == 1:
            raise OSError("the line is cut")
        return opened[-1]

    monkeypatch.setattr(place.bot.http, "start_thread_without_message", unheard)
    await mover.slash(place.square, "genial play", move=offers[0]["value"], match=1)
    await place.settle()
    path = f"/guilds/{place.guild.id}/threads/active"
    place.env.inject_error("GET", path, status=403, code=50013, times=1)
    for _ in range(2):
        await place.bot.matches.outbox.hurry(1)
        await place.settle()
    assert len(opened) == 1
    assert controls(place.turn, "play")
