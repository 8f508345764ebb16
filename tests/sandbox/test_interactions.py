"""Every kind of interaction, by a real discord.py client."""

from __future__ import annotations

import asyncio
import io

import discord
import pytest

from sandbox import Sandbox
from sandbox.people import Message, People, Person, Refused
from tests.sandbox.trial import Board, Trial, png


async def test_a_command_is_answered_with_a_picture_and_controls(ada: Person, bot: Trial) -> None:
    answer = await ada.command("trial play", move="BR E5 F5")
    assert answer.state == "answered"
    assert answer.message is not None
    assert answer.text == f"board of <@{ada.id}>"
    assert [button.label for button in answer.message.buttons] == ["Play", "Name", "Secret", "Over"]
    assert [label for label, _, _ in answer.message.select().options] == ["Place 1", "Place 2", "Place 3"]
    picture = answer.message.pictures[0]
    assert (picture.alt, picture.width, picture.height) == ("a board", 3, 2)
    assert await ada.picture(answer.message) == png()


async def test_the_payload_says_who_where_and_in_which_language(
    ada: Person, basile: Person, bot: Trial, box: Sandbox
) -> None:
    await basile.command("trial free", who=ada.id)
    seen = bot.seen[-1]
    assert (seen.locale, seen.guild_locale) == (discord.Locale.french, discord.Locale.american_english)
    assert isinstance(seen.user, discord.Member)
    assert isinstance(seen.channel, discord.TextChannel)
    assert (str(seen.user.id), seen.channel.name) == (basile.id, "games")
    assert seen.namespace.who.id == int(ada.id)
    assert seen.namespace.who.guild_permissions.administrator
    assert seen.app_permissions.create_public_threads
    assert not seen.app_permissions.administrator
    assert seen.is_guild_integration()
    assert seen.context.guild


async def test_a_private_answer_is_read_by_its_owner_until_it_is_dismissed(
    ada: Person, basile: Person, bot: Trial
) -> None:
    async def secretly(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("for you", ephemeral=True)

    bot.steps["free"] = secretly
    answer = (await ada.command("trial free")).message
    assert answer is not None
    assert (await ada.again(answer)).text == "for you"
    with pytest.raises(LookupError, match="gone"):
        await basile.again(answer)
    await ada.delete(answer)
    with pytest.raises(LookupError, match="gone"):
        await ada.again(answer)


async def test_a_deferral_thinks_until_the_answer_comes(ada: Person, basile: Person, bot: Trial) -> None:
    go = asyncio.Event()

    async def later(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await go.wait()
        file = discord.File(io.BytesIO(png()), "b.png")
        await interaction.edit_original_response(view=Board("done", "b.png"), attachments=[file])

    bot.steps["free"] = later
    answer = await ada.command("trial free")
    assert answer.state == "deferred"
    assert answer.message is not None
    assert answer.message.loading
    go.set()
    done = await ada.final_message(answer)
    assert done.text == "done"
    assert await basile.picture(await basile.again(done)) == png()


@pytest.mark.parametrize("classic", [False, True])
async def test_what_was_pressed_gets_a_picture_with_the_first_answer(
    ada: Person, bot: Trial, classic: bool
) -> None:
    """A message of components and a classic one; the picture it had is gone."""

    class Rows(discord.ui.View):
        @discord.ui.button(label="Play", custom_id="t:play")
        async def play(self, *_: object) -> None: ...

    def file(name: str, size: tuple[int, int]) -> discord.File:
        return discord.File(io.BytesIO(png(*size)), name)

    async def shown(interaction: discord.Interaction) -> None:
        if classic:
            await interaction.response.send_message("first", file=file("a.png", (3, 2)), view=Rows())
        else:
            await interaction.response.send_message(view=Board("first", "a.png"), file=file("a.png", (3, 2)))

    async def pressed(interaction: discord.Interaction) -> None:
        new = [file("b.png", (5, 4))]
        if classic:
            await interaction.response.edit_message(content="second", attachments=new)
        else:
            await interaction.response.edit_message(view=Board("second", "b.png"), attachments=new)

    bot.steps["free"], bot.steps["play"] = shown, pressed
    first = (await ada.command("trial free")).message
    assert first is not None
    answer = await ada.press(first, "t:play")
    assert (answer.state, answer.text) == ("updated", "second")
    assert answer.message is not None
    assert answer.message.id == first.id
    assert [(each.width, each.height) for each in answer.message.pictures] == [(5, 4)]
    assert await ada.picture(answer.message) == png(5, 4)


async def test_an_answer_that_is_deleted_at_once_was_given(ada: Person, bot: Trial) -> None:
    gone = asyncio.Event()

    async def fleeting(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(content="for a moment")
        await interaction.delete_original_response()
        gone.set()

    bot.steps["free"] = fleeting
    answer = await ada.command("trial free")
    await gone.wait()
    await ada.event(lambda frame: frame["type"] == "message_delete")
    assert (await ada.final_message(answer)).text == "for a moment"


async def test_what_a_message_was_before_is_no_answer(
    ada: Person, bot: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A panel that was changed before is not taken for what comes of the next press."""
    go, looked, again = asyncio.Event(), asyncio.Event(), ada.again

    async def shown(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Board("first"), ephemeral=True)
        for text in ("second", "third"):
            await interaction.edit_original_response(view=Board(text))

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await go.wait()
        await interaction.edit_original_response(view=Board("fourth"))

    async def look(message: Message) -> Message:
        found = await again(message)
        looked.set()
        return found

    bot.steps["free"], bot.steps["play"] = shown, pressed
    await ada.command("trial free")
    panel = await ada.sees(lambda message: message.text == "third")
    answer = await ada.press(panel, "t:play")
    assert answer.state == "deferred"
    monkeypatch.setattr(ada, "again", look)
    waiting = asyncio.create_task(ada.final_message(answer))
    await looked.wait()
    go.set()
    assert (await waiting).text == "fourth"


async def test_the_final_message_is_a_further_answer_where_the_pressed_one_was_deleted_before(
    ada: Person, bot: Trial
) -> None:
    async def shown(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Board("first"))

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.delete_original_response()
        await interaction.followup.send("instead")

    bot.steps["free"], bot.steps["play"] = shown, pressed
    await ada.command("trial free")
    panel = await ada.sees(lambda message: "first" in message.text)
    answer = await ada.press(panel, "t:play")
    assert answer.state == "deferred"
    assert (await ada.final_message(answer, within=10)).text == "instead"


async def test_the_first_follow_up_after_a_deferral_takes_its_place(ada: Person, bot: Trial) -> None:
    async def twice(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        first = await interaction.followup.send("one", wait=True)
        second = await interaction.followup.send("two", wait=True)
        await second.edit(content="zwei")
        assert first.id == (await interaction.original_response()).id

    bot.steps["free"] = twice
    await ada.command("trial free")
    last = await ada.sees(lambda message: message.text == "zwei")
    texts = [message.text for message in await ada.messages()]
    assert texts == ["one", "zwei"]
    assert last.edited


async def test_a_private_answer_is_seen_by_one_person_and_can_be_dismissed(
    ada: Person, basile: Person, bot: Trial
) -> None:
    board = (await ada.command("trial play", move="x")).message
    assert board is not None
    answer = await ada.press(board, "Secret")
    assert answer.message is not None
    assert (answer.text, answer.message.private) == ("only you", True)
    assert [message.text for message in await ada.messages()][-1] == "only you"
    assert all(message.text != "only you" for message in await basile.messages())
    assert all(frame.get("message", {}).get("content") != "only you" for frame in basile.frames)
    history = [message.id async for message in bot.text_channel("games").history()]
    assert history == [int(board.id)]
    with pytest.raises(Refused):
        await basile.delete(answer.message)
    await ada.delete(answer.message)
    # The bot may go on editing what its reader has dismissed; nobody sees it again.
    await bot.seen[-1].edit_original_response(content="still there?")
    assert [message.id for message in await ada.messages()] == [board.id]


async def test_autocomplete_suggests_what_fits(ada: Person, bot: Trial) -> None:
    assert await ada.complete("trial play", "move", "B") == [("BR E5 F5", "BR E5 F5")]
    assert len(await ada.complete("trial play", "move")) == 2
    with pytest.raises(Refused, match="no suggestions"):
        await ada.complete("trial play", "seats", "1")


async def test_commands_have_their_names_in_the_persons_language(basile: Person, bot: Trial) -> None:
    listed = {item["path"]: item for item in await basile.commands("games")}
    play = listed["trial play"]
    assert (play["path_localized"], play["description_localized"]) == ("trial jouer", "Joue un coup")
    assert [option["name_localized"] for option in play["options"]] == ["coup", "seats"]
    answer = await basile.command("trial jouer", coup="BR E5 F5")
    assert answer.state == "answered"
    assert bot.seen[-1].namespace.move == "BR E5 F5"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({}, "move is required"),
        ({"move": "x", "seats": 5}, "at most 4"),
        ({"move": "x", "seats": "many"}, "does not take"),
        ({"move": "x", "colour": "red"}, "no option colour"),
    ],
)
async def test_a_client_does_not_send_what_the_command_does_not_take(
    ada: Person, bot: Trial, options: dict[str, object], problem: str
) -> None:
    with pytest.raises(Refused, match=problem):
        await ada.command("trial play", options)
    assert bot.seen == []


async def test_a_channel_that_is_named_comes_with_what_the_person_may_do_there(
    ada: Person, bot: Trial
) -> None:
    place = await ada.place("games")
    await ada.command("trial free", where=place)
    named = bot.seen[-1].namespace.where
    assert (str(named.id), named.permissions.view_channel) == (place, True)


async def test_a_button_changes_its_message(ada: Person, basile: Person, bot: Trial) -> None:
    board = (await ada.command("trial play", move="x")).message
    assert board is not None
    answer = await basile.press(board, "Play")
    assert answer.state == "updated"
    now = await ada.again(board)
    assert (now.text, now.edited, now.pictures) == ("played", True, [])


async def test_a_button_may_change_its_message_later(ada: Person, bot: Trial) -> None:
    board = (await ada.command("trial play", move="x")).message
    assert board is not None
    seen = asyncio.Event()

    async def later(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await seen.wait()
        await interaction.edit_original_response(view=Board("played at last"), attachments=[])

    bot.steps["play"] = later
    answer = await ada.press(board, "Play")
    assert (answer.state, answer.text) == ("deferred", board.text)
    seen.set()
    assert (await ada.final_message(answer)).text == "played at last"


async def test_disabled_buttons_and_impossible_choices_are_not_sent(ada: Person, bot: Trial) -> None:
    board = (await ada.command("trial play", move="x")).message
    assert board is not None
    with pytest.raises(Refused, match="disabled"):
        await ada.press(board, "Over")
    with pytest.raises(Refused, match="Choose 1 to 2"):
        await ada.choose(board, "1", "2", "3")
    with pytest.raises(Refused, match="no such option"):
        await ada.choose(board, "9")
    forged = await ada.press(board, "t:secret", force=True)
    assert forged.state == "answered"


async def test_a_menu_brings_its_values(ada: Person, bot: Trial) -> None:
    board = (await ada.command("trial play", move="x")).message
    assert board is not None
    assert (await ada.choose(board, "Place 2", "3")).text == "chosen 2,3"


async def test_a_form_opens_and_comes_back(ada: Person, bot: Trial) -> None:
    board = (await ada.command("trial play", move="x")).message
    assert board is not None
    form = await ada.press(board, "Name")
    assert form.state == "modal"
    assert form.modal is not None
    assert form.modal["title"] == "Your name"
    with pytest.raises(Refused, match="2 to 10"):
        await ada.submit(form, {"Name": "x"})
    answer = await ada.submit(form, {"Name": "Ada"})
    assert answer.state == "updated"
    assert (await ada.again(board)).text == "hello Ada"


async def test_no_answer_in_time_is_told_and_comes_too_late(ada: Person, bot: Trial, box: Sandbox) -> None:
    box.first_response = 0.1
    told = asyncio.Event()
    refused: asyncio.Future[discord.NotFound] = asyncio.get_running_loop().create_future()

    async def slow(interaction: discord.Interaction) -> None:
        await told.wait()
        try:
            await interaction.response.send_message("too late")
        except discord.NotFound as error:
            refused.set_result(error)

    bot.steps["free"] = slow
    answer = await ada.command("trial free")
    assert (answer.state, answer.error) == ("failed", "The application did not respond")
    told.set()
    assert (await refused).code == 10062
    assert await ada.messages() == []


async def test_the_same_interaction_delivered_twice_is_answered_once(ada: Person, bot: Trial) -> None:
    code: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def once(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("first")
        except discord.HTTPException as error:
            code.set_result(error.code)

    bot.steps["free"] = once
    assert (await ada.command("trial free", deliver=2)).text == "first"
    assert await code == 40060
    assert len(await ada.messages()) == 1


async def test_two_clicks_at_the_same_instant_are_under_way_together(
    ada: Person, basile: Person, bot: Trial
) -> None:
    board = (await ada.command("trial play", move="x")).message
    assert board is not None
    both = asyncio.Barrier(2)

    async def together(interaction: discord.Interaction) -> None:
        await both.wait()
        await interaction.response.send_message(f"{interaction.user.name} was here", ephemeral=True)

    bot.steps["play"] = together
    answers = await asyncio.gather(ada.press(board, "Play"), basile.press(board, "Play"))
    assert [answer.text for answer in answers] == ["ada was here", "basile was here"]


async def test_commands_in_direct_messages(ada: Person, bot: Trial) -> None:
    user = await bot.fetch_user(int(ada.id))
    await user.send("hello")
    answer = await ada.command("trial free", channel="dm")
    assert answer.state == "answered"
    seen = bot.seen[-1]
    assert seen.guild is None
    assert isinstance(seen.channel, discord.DMChannel)
    assert seen.context.dm_channel


async def test_everybody_hears_what_they_may(people: People, ada: Person, basile: Person, bot: Trial) -> None:
    await ada.command("trial play", move="x")
    frame = await basile.event(lambda frame: frame["type"] == "message_create")
    assert frame["message"]["author"]["bot"]
    # Interaction answers ping as messages do: Ada is named in the board's text.
    channel = await ada.place("games")
    await ada.wait_for(lambda: ada.pings)
    assert ada.pings[0][0] == channel
    assert basile.pings == []


async def test_members_who_are_named_in_a_text_are_sent_as_mentions(
    ada: Person, basile: Person, bot: Trial
) -> None:
    """A client sends members as mentions when they are chosen after an @."""
    await ada.command("trial play", move="@basile and @Nobody, a@basile <@1>")
    assert bot.seen[-1].namespace.move == f"<@{basile.id}> and @Nobody, a@basile <@1>"
