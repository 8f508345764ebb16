"""Messages, threads, direct messages, emojis, mentions and rights, by a real discord.py client."""

from __future__ import annotations

import io

import discord
import pytest
from discord.http import MultipartParameters

from sandbox import Sandbox
from sandbox.people import People, Person, Refused
from tests.sandbox.trial import Board, Trial, png


def code(raised: pytest.ExceptionInfo[discord.HTTPException]) -> tuple[int, int]:
    return raised.value.status, raised.value.code


async def test_messages_are_written_edited_and_deleted(ada: Person, bot: Trial) -> None:
    channel = bot.text_channel("games")
    files = [discord.File(io.BytesIO(png(2, 2)), "one.png"), discord.File(io.BytesIO(b"text"), "two.txt")]
    message = await channel.send("hello", files=files)
    seen = await ada.sees(lambda message: message.text == "hello", "games")
    assert await ada.file(seen, 1) == b"text"
    edited = await message.edit(content="bye", attachments=[message.attachments[0]])
    assert [item.filename for item in edited.attachments] == ["one.png"]
    assert await edited.attachments[0].read() == png(2, 2)
    assert (await ada.again(seen)).text == "bye"
    await message.delete()
    assert await ada.messages("games") == []
    with pytest.raises(discord.NotFound) as raised:
        await message.edit(content="again")
    assert code(raised) == (404, 10008)


async def test_an_edit_may_bring_new_files_and_drop_old_ones(ada: Person, people: People, bot: Trial) -> None:
    channel = bot.text_channel("games")
    message = await channel.send(view=Board("a", "a.png"), file=discord.File(io.BytesIO(png(2, 2)), "a.png"))
    old = (await ada.messages("games"))[-1].pictures[0].url
    new = discord.File(io.BytesIO(png(5, 4)), "b.png")
    await message.edit(view=Board("b", "b.png"), attachments=[new])
    seen = (await ada.messages("games"))[-1]
    assert [(picture.width, picture.height) for picture in seen.pictures] == [(5, 4)]
    assert await ada.picture(seen) == png(5, 4)
    with pytest.raises(Refused):
        await people.fetch(old)


async def test_files_used_in_components_are_no_attachments_and_are_kept_by_their_ids(
    ada: Person, bot: Trial
) -> None:
    channel = bot.text_channel("games")
    file = discord.File(io.BytesIO(png(2, 2)), "a.png")
    message = await channel.send(view=Board("a", "a.png"), file=file)
    assert message.attachments == []
    assert (await channel.fetch_message(message.id)).attachments == []
    created = await ada.event(lambda frame: frame["type"] == "message_create")
    assert created["message"]["attachments"] == []
    (seen,) = await ada.messages("games")
    assert [name for name, _ in seen.files] == ["a.png"], "people have it all the same"
    assert await ada.file(seen) == png(2, 2)
    (gallery,) = [part for part in seen.components if part["type"] == 12]
    key = int(gallery["items"][0]["media"]["attachment_id"])
    kept = MultipartParameters({"attachments": [{"id": str(key)}]}, None, None)
    assert (await bot.http.edit_message(channel.id, message.id, params=kept))["attachments"] == []
    assert await ada.picture((await ada.messages("games"))[-1]) == png(2, 2)
    plain = discord.ui.LayoutView().add_item(discord.ui.TextDisplay("no picture"))
    bare = await message.edit(view=plain)
    assert [item.filename for item in bare.attachments] == ["a.png"], "shown by nothing, it is one again"
    assert (await message.edit(view=plain, attachments=[])).attachments == []


async def test_files_used_in_embeds_are_no_attachments(ada: Person, bot: Trial) -> None:
    embed = discord.Embed(title="x").set_image(url="attachment://a.png")
    files = [discord.File(io.BytesIO(png(2, 2)), name) for name in ("a.png", "b.png")]
    user = await bot.fetch_user(int(ada.id))
    message = await user.send(embed=embed, files=files)
    assert [item.filename for item in message.attachments] == ["b.png"]
    (seen,) = await ada.direct_messages()
    assert len(seen.pictures) == 2
    assert [name for name, _ in seen.files] == ["b.png", "a.png"]


async def test_history_is_read_in_both_directions(bot: Trial, box: Sandbox) -> None:
    channel = bot.text_channel("games")
    sent = [await channel.send(str(number)) for number in range(5)]
    newest = [message.content async for message in channel.history(limit=2)]
    before = [message.content async for message in channel.history(before=sent[3], limit=2)]
    after = [message.content async for message in channel.history(after=sent[2])]
    assert (newest, before, after) == (["4", "3"], ["2", "1"], ["3", "4"])
    assert (await channel.fetch_message(sent[1].id)).content == "1"


async def test_a_repeated_nonce_makes_no_second_message(ada: Person, bot: Trial) -> None:
    channel = bot.text_channel("games")
    first = await channel.send("once", nonce="7:1")
    second = await channel.send("once again", nonce="7:1")
    assert first.id == second.id
    assert [message.text for message in await ada.messages("games")] == ["once"]


async def test_one_thread_for_a_message(ada: Person, bot: Trial) -> None:
    message = await bot.text_channel("games").send("table 7")
    thread = await message.create_thread(name="match 7", auto_archive_duration=10080)
    assert thread.id == message.id
    await thread.add_user(discord.Object(int(ada.id)))
    await thread.send("your turn")
    assert [item["name"] for item in await ada.threads()] == ["match 7"]
    assert [item.text for item in await ada.messages("match 7")] == ["", "your turn"]
    fetched = await message.fetch()
    assert fetched.flags.has_thread
    assert fetched.thread is not None
    assert fetched.thread.name == "match 7"
    with pytest.raises(discord.HTTPException) as raised:
        await message.create_thread(name="match 7 again")
    assert code(raised) == (400, 160004)


async def test_an_archived_thread_takes_no_edits_and_wakes_for_a_message(ada: Person, bot: Trial) -> None:
    thread = await (await bot.text_channel("games").send("x")).create_thread(name="t")
    old = await thread.send("old")
    await thread.edit(archived=True)
    assert await ada.threads() == []
    channel = bot.text_channel("games")
    assert [item.id async for item in channel.archived_threads()] == [thread.id]
    with pytest.raises(discord.HTTPException) as raised:
        await old.edit(content="new")
    assert code(raised) == (400, 50083)
    await thread.send("awake")
    assert [item["name"] for item in await ada.threads()] == ["t"]


async def test_a_moderator_archives_and_locks_a_thread(ada: Person, basile: Person, bot: Trial) -> None:
    thread = await (await bot.text_channel("games").send("x")).create_thread(name="t")
    place = str(thread.id)
    with pytest.raises(Refused) as refused:
        await basile.edit_thread(place, archived=True)
    assert refused.value.code == 50013
    since = len(basile.frames)
    await ada.edit_thread(place, archived=True)
    told = await basile.event(lambda frame: frame["type"] == "channel_update", since=since)
    assert told["channel"]["archived"]
    await basile.say("hello", place)
    assert [item["id"] for item in await ada.threads()] == [place], "a message wakes it"
    await ada.edit_thread(place, locked=True)
    with pytest.raises(Refused) as refused:
        await basile.say("hello?", place)
    assert refused.value.code == 50083
    with pytest.raises(Refused, match="locked"):
        await basile.command("trial free", channel=place)
    with pytest.raises(discord.Forbidden) as raised:
        await thread.send("hello?")
    assert code(raised) == (403, 50083)
    await ada.say("I may", place)
    await ada.edit_thread(place, locked=False)
    await thread.send("hello")


async def test_an_archived_thread_takes_no_commands_and_its_buttons_go_on(ada: Person, bot: Trial) -> None:
    channel = bot.text_channel("games")
    thread = await channel.create_thread(name="t", type=discord.ChannelType.public_thread)
    place = str(thread.id)
    await thread.send(view=Board("board"))
    assert await ada.commands(place)
    await ada.edit_thread(place, archived=True)
    assert await ada.commands(place) == await ada.menus(place) == []
    with pytest.raises(Refused, match="archived") as refused:
        await ada.command("trial free", channel=place)
    assert refused.value.status == 400
    with pytest.raises(Refused, match="archived"):
        await ada.complete("trial play", "move", "B", channel=place)
    (board,) = await ada.messages(place)
    assert (await ada.press(board, "Secret")).text == "only you"
    await ada.say("awake", place)
    assert (await ada.command("trial free", channel=place)).state == "answered"


async def test_a_thread_without_a_message(ada: Person, bot: Trial) -> None:
    channel = bot.text_channel("games")
    thread = await channel.create_thread(name="alone", type=discord.ChannelType.public_thread)
    assert [item["id"] for item in await ada.threads()] == [str(thread.id)]
    assert (await ada.messages("games"))[-1].raw["type"] == 18
    assert {member.id for member in await thread.fetch_members()} == {bot.user.id if bot.user else 0}


async def test_direct_messages_reach_one_person_and_no_closed_inbox(
    ada: Person, basile: Person, bot: Trial
) -> None:
    user = await bot.fetch_user(int(ada.id))
    await user.send("your hand", silent=True)
    seen = (await ada.direct_messages())[-1]
    assert seen.text == "your hand"
    assert await basile.direct_messages() == []
    await user.send("hey")
    await ada.wait_for(lambda: ada.pings)
    assert len(ada.pings) == 1
    await ada.set(inbox="closed")
    with pytest.raises(discord.Forbidden) as raised:
        await user.send("still there?")
    assert code(raised) == (403, 50007)
    await ada.set(inbox="open")
    await user.send("welcome back")
    assert [message.text for message in await ada.direct_messages()] == ["your hand", "hey", "welcome back"]


@pytest.mark.parametrize(
    ("allowed", "silent", "pinged"),
    [
        (discord.AllowedMentions.none(), False, False),
        (discord.AllowedMentions(everyone=False, roles=False, users=True), False, True),
        (discord.AllowedMentions(everyone=False, roles=False, users=True), True, False),
    ],
)
async def test_only_allowed_and_loud_mentions_ping(
    ada: Person, basile: Person, bot: Trial, allowed: discord.AllowedMentions, silent: bool, pinged: bool
) -> None:
    channel = bot.text_channel("games")
    text = f"<@{ada.id}> and @everyone"
    await channel.send(view=Board(text), allowed_mentions=allowed, silent=silent)
    await channel.send("end")
    await ada.event(lambda frame: frame.get("message", {}).get("content") == "end")
    await basile.event(lambda frame: frame.get("message", {}).get("content") == "end")
    assert (bool(ada.pings), basile.pings) == (pinged, [])
    games = next(item for item in await ada.channels() if item["name"] == "games")
    assert (games["unread"], games["mentions"]) == (2, int(pinged))
    await ada.read("games")
    games = next(item for item in await ada.channels() if item["name"] == "games")
    assert (games["unread"], games["mentions"]) == (0, 0)


async def test_application_emojis_are_kept_and_shown(ada: Person, bot: Trial) -> None:
    emoji = await bot.create_application_emoji(name="tile_br", image=png(8, 8))
    assert [item.name for item in await bot.fetch_application_emojis()] == ["tile_br"]
    assert await emoji.read() == png(8, 8)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
    await bot.text_channel("games").send("tiles", view=view)
    assert (await ada.messages("games"))[-1].buttons[0].emoji == "tile_br"
    await emoji.edit(name="tile_rb")
    await emoji.delete()
    assert await bot.fetch_application_emojis() == []


async def test_what_an_administrator_deletes_is_gone(ada: Person, bot: Trial) -> None:
    channel = bot.text_channel("games")
    message = await channel.send("lobby")
    thread = await message.create_thread(name="t")
    await ada.delete((await ada.messages("games"))[0])
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(message.id)
    await thread.send("the thread lives on")
    await ada.delete_channel("t")
    with pytest.raises(discord.NotFound) as raised:
        await thread.send("anyone?")
    assert code(raised) == (404, 10003)
    await ada.delete_channel("games")
    with pytest.raises(discord.NotFound):
        await channel.send("anyone?")
    assert ("thread_delete", thread.id) in bot.events
    assert ("channel_delete", channel.id) in bot.events


async def test_missing_permissions_are_refused_and_interactions_still_answered(
    ada: Person, people: People, bot: Trial
) -> None:
    channel = bot.text_channel("games")
    message = await channel.send("before")
    await people.deny(str(channel.id), "SEND_MESSAGES", "CREATE_PUBLIC_THREADS")
    for attempt in (lambda: channel.send("x"), lambda: message.create_thread(name="x")):
        with pytest.raises(discord.Forbidden) as raised:
            await attempt()
        assert code(raised) == (403, 50013)
    answer = await ada.command("trial play", move="x", channel="games")
    assert answer.state == "answered"
    assert not bot.seen[-1].app_permissions.send_messages
    await people.deny(str(channel.id), "VIEW_CHANNEL")
    with pytest.raises(discord.Forbidden) as raised:
        await channel.send("x")
    assert code(raised) == (403, 50001)
    await people.deny(str(channel.id))
    await channel.send("after")
