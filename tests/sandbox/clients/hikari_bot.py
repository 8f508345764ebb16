"""The trial of the sandbox with an unpatched hikari: `hikari_bot.py API TOKEN PICTURE`."""

from __future__ import annotations

from typing import Any

import hikari
from given import API, BUTTONS, PICTURE, TOKEN
from hikari import ResponseType
from hikari.impl import (
    AutocompleteChoiceBuilder,
    ContainerComponentBuilder,
    MediaGalleryItemBuilder,
    MessageActionRowBuilder,
    ModalActionRowBuilder,
    SectionComponentBuilder,
    TextDisplayComponentBuilder,
    ThumbnailComponentBuilder,
)

bot = hikari.GatewayBot(
    TOKEN,
    rest_url=API,
    banner=None,
    intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MESSAGES | hikari.Intents.GUILD_MESSAGE_REACTIONS,
)
rest = bot.rest
PRIVATE = hikari.MessageFlag.EPHEMERAL
MESSAGE = ResponseType.MESSAGE_CREATE


def picture(name: str) -> hikari.Bytes:
    return hikari.Bytes(PICTURE, name)


def application() -> hikari.Snowflake:
    me = bot.get_me()
    assert me is not None
    return me.id


@bot.listen()
async def begin(_: hikari.StartedEvent) -> None:
    do = rest.slash_command_builder("do", "Does what is asked").add_option(
        hikari.CommandOption(
            type=hikari.OptionType.STRING,
            name="what",
            description="What to do",
            is_required=True,
            autocomplete=True,
        )
    )
    greet = rest.context_menu_command_builder(hikari.CommandType.USER, "Greet")
    quote = rest.context_menu_command_builder(hikari.CommandType.MESSAGE, "Quote")
    await rest.set_application_commands(application(), [do, greet, quote])


@bot.listen()
async def interacted(event: hikari.InteractionCreateEvent) -> None:
    interaction = event.interaction
    if isinstance(interaction, hikari.AutocompleteInteraction):
        typed = str(interaction.options[0].value)
        await interaction.create_response(
            [AutocompleteChoiceBuilder(name, name) for name in STEPS if name.startswith(typed)]
        )
    elif isinstance(interaction, hikari.CommandInteraction):
        await command(interaction)
    elif isinstance(interaction, hikari.ComponentInteraction):
        await pressed(interaction)
    elif isinstance(interaction, hikari.ModalInteraction):
        name = interaction.components[0].components[0].value
        await interaction.create_initial_response(MESSAGE, f"named {name}", flags=PRIVATE)


async def command(interaction: hikari.CommandInteraction) -> None:
    if interaction.command_name == "do":
        assert interaction.options is not None
        await STEPS[str(interaction.options[0].value)](interaction)
        return
    assert interaction.resolved is not None
    if interaction.command_name == "Greet":
        (user,) = interaction.resolved.users.values()
        await interaction.create_initial_response(MESSAGE, f"hello {user.username}", flags=PRIVATE)
    else:
        (message,) = interaction.resolved.messages.values()
        await interaction.create_initial_response(MESSAGE, f"> {message.content}", flags=PRIVATE)


async def pressed(interaction: hikari.ComponentInteraction) -> None:
    key = interaction.custom_id
    if key == "change":
        await interaction.create_initial_response(
            ResponseType.MESSAGE_UPDATE, "changed", embed=None, attachments=None, components=[]
        )
    elif key == "relayout":
        await interaction.create_initial_response(
            ResponseType.MESSAGE_UPDATE,
            component=TextDisplayComponentBuilder(content="relaid"),
            attachments=None,
        )
    elif key == "later":
        await interaction.create_initial_response(ResponseType.DEFERRED_MESSAGE_UPDATE)
        await interaction.edit_initial_response("changed later")
    elif key == "menu":
        chosen = ",".join(interaction.values)
        await interaction.create_initial_response(MESSAGE, f"chose {chosen}", flags=PRIVATE)
    elif key == "form":
        row = ModalActionRowBuilder().add_text_input("name", "Name")
        await interaction.create_modal_response("Form", "form", component=row)
    elif key == "think":
        await think(interaction)


async def think(interaction: hikari.ComponentInteraction) -> None:
    await interaction.create_initial_response(ResponseType.DEFERRED_MESSAGE_CREATE)
    await interaction.edit_initial_response("thought", attachment=picture("c.png"))
    hook = application(), interaction.token
    further = await rest.execute_webhook(*hook, "further", attachment=picture("d.png"))
    await rest.edit_webhook_message(*hook, further, "further still")
    gone = await rest.execute_webhook(*hook, "gone", flags=PRIVATE)
    await rest.delete_webhook_message(*hook, gone)
    assert (await interaction.fetch_initial_response()).content == "thought"


async def answer(interaction: hikari.CommandInteraction) -> None:
    row = MessageActionRowBuilder()
    for name in BUTTONS:
        row.add_interactive_button(hikari.ButtonStyle.PRIMARY, name.lower(), label=name)
    menu = MessageActionRowBuilder()
    options = menu.add_text_menu("menu", max_values=2)
    options.add_option("one", "one").add_option("two", "two")
    await interaction.create_initial_response(
        MESSAGE,
        "classic",
        embed=hikari.Embed(title="Title", description="Text"),
        attachment=picture("a.png"),
        components=[row, menu],
    )


async def layout(interaction: hikari.CommandInteraction) -> None:
    box = ContainerComponentBuilder()
    box.add_text_display("layout")
    section = SectionComponentBuilder(accessory=ThumbnailComponentBuilder(media=picture("t.png")))
    box.add_component(section.add_text_display("beside"))
    box.add_media_gallery([MediaGalleryItemBuilder(media=picture("b.png"), description="alt")])
    box.add_separator()
    row = MessageActionRowBuilder()
    row.add_interactive_button(hikari.ButtonStyle.PRIMARY, "relayout", label="Change", id=77)
    box.add_component(row)
    await interaction.create_initial_response(MESSAGE, component=box)


async def begun(interaction: hikari.CommandInteraction) -> hikari.Snowflake:
    await interaction.create_initial_response(ResponseType.DEFERRED_MESSAGE_CREATE, flags=PRIVATE)
    return interaction.channel_id


async def messages(interaction: hikari.CommandInteraction) -> None:
    channel = await begun(interaction)
    await rest.trigger_typing(channel)
    embed = hikari.Embed(title="E")
    first = await rest.create_message(channel, "first", attachment=picture("e.png"), embed=embed)
    second = await rest.create_message(channel, "second", reply=first)
    assert second.referenced_message is not None
    await rest.edit_message(channel, second, "second, edited")
    assert (await rest.fetch_message(channel, second)).content == "second, edited"
    assert [item.id for item in await rest.fetch_messages(channel).limit(2)] == [second.id, first.id]
    assert [item.id for item in await rest.fetch_messages(channel, after=first)] == [second.id]
    await reactions(first)
    await rest.pin_message(channel, first)
    pins = await rest.fetch_pins(channel)
    assert [item.message.id for item in pins] == [first.id]
    await rest.unpin_message(channel, first)
    assert list(await rest.fetch_pins(channel)) == []
    await rest.delete_message(channel, second)
    doomed = [await rest.create_message(channel, text) for text in ("a", "b")]
    await rest.delete_messages(channel, doomed)
    await interaction.edit_initial_response("messages done")


async def reactions(message: hikari.Message) -> None:
    place = message.channel_id, message.id
    await rest.add_reaction(*place, "👍")
    await rest.add_reaction(*place, "🎲")
    assert [user.id for user in await rest.fetch_reactions_for_emoji(*place, "👍")] == [application()]
    await rest.delete_my_reaction(*place, "👍")
    await rest.delete_all_reactions_for_emoji(*place, "🎲")
    await rest.add_reaction(*place, "👍")
    await rest.delete_all_reactions(*place)


async def threads(interaction: hikari.CommandInteraction) -> None:
    channel = await begun(interaction)
    message = await rest.create_message(channel, "beginning")
    thread = await rest.create_message_thread(channel, message, "From a message")
    await rest.create_message(thread, "inside")
    await rest.add_thread_member(thread, interaction.user)
    await rest.fetch_thread_member(thread, interaction.user)
    members = [member.user_id for member in await rest.fetch_thread_members(thread)]
    assert set(members) == {application(), interaction.user.id}
    await rest.remove_thread_member(thread, interaction.user)
    await rest.edit_channel(thread, name="Renamed", archived=True)
    archived = await rest.fetch_public_archived_threads(channel)
    assert [item.name for item in archived] == ["Renamed"]
    await rest.edit_channel(thread, archived=False)
    alone = await rest.create_thread(channel, hikari.ChannelType.GUILD_PUBLIC_THREAD, "Alone")
    assert interaction.guild_id is not None
    active = await rest.fetch_active_threads(interaction.guild_id)
    assert {item.name for item in active} == {"Renamed", "Alone"}
    await rest.leave_thread(alone)
    await rest.join_thread(alone)
    await rest.delete_channel(alone)
    await interaction.edit_initial_response("threads done")


async def places(interaction: hikari.CommandInteraction) -> None:
    await begun(interaction)
    home, user = interaction.guild_id, interaction.user.id
    assert home is not None
    assert (await rest.fetch_application()).id == application()
    assert (await rest.fetch_guild(home)).approximate_member_count == 5
    assert [guild.id for guild in await rest.fetch_my_guilds()] == [home]
    assert "Members" in [role.name for role in await rest.fetch_roles(home)]
    assert (await rest.fetch_member(home, user)).username == interaction.user.username
    assert [member.username for member in await rest.search_members(home, "bas")] == ["basile"]
    assert "games" in [channel.name for channel in await rest.fetch_guild_channels(home)]
    assert (await rest.fetch_user(user)).id == user
    direct = await rest.create_dm_channel(user)
    sent = await direct.send("in private", attachment=picture("f.png"))
    await sent.edit("in private, edited")
    await (await direct.send("gone")).delete()
    try:
        await rest.fetch_channel(5)
        code = 0
    except hikari.NotFoundError as error:
        code = error.code
    assert code == 10003
    await interaction.edit_initial_response("places done")


async def emojis(interaction: hikari.CommandInteraction) -> None:
    channel = await begun(interaction)
    made = await rest.create_application_emoji(application(), "tile", picture("tile.png"))
    await rest.edit_application_emoji(application(), made, "tile_red")
    assert [item.name for item in await rest.fetch_application_emojis(application())] == ["tile_red"]
    found = await rest.fetch_application_emoji(application(), made)
    assert found.name == "tile_red"
    message = await rest.create_message(channel, found.mention)
    await rest.add_reaction(channel, message, found)
    await rest.delete_message(channel, message)
    await rest.delete_application_emoji(application(), made)
    assert list(await rest.fetch_application_emojis(application())) == []
    await interaction.edit_initial_response("emojis done")


async def guild_commands(interaction: hikari.CommandInteraction) -> None:
    await begun(interaction)
    home = interaction.guild_id
    assert home is not None
    made = await rest.create_slash_command(application(), "here", "Only here", guild=home)
    found = await rest.fetch_application_commands(application(), home)
    assert [item.name for item in found] == ["here"]
    await rest.edit_application_command(application(), made, home, description="Still only here")
    await rest.delete_application_command(application(), made, home)
    assert len(await rest.fetch_application_commands(application())) == 3
    await interaction.edit_initial_response("commands done")


STEPS: dict[str, Any] = {
    "answer": answer,
    "layout": layout,
    "messages": messages,
    "threads": threads,
    "places": places,
    "emojis": emojis,
    "commands": guild_commands,
}

bot.run(check_for_updates=False)
