"""The trial of the sandbox with an unpatched disnake: `disnake_bot.py API TOKEN PICTURE`."""

from __future__ import annotations

import io
from typing import Any

import disnake
from disnake.ext import commands
from given import API, BUTTONS, PICTURE, TOKEN

disnake.http.Route.BASE = API
bot = commands.InteractionBot(intents=disnake.Intents(guilds=True, messages=True, reactions=True))
Inter = disnake.ApplicationCommandInteraction[Any]


def picture(name: str) -> disnake.File:
    return disnake.File(io.BytesIO(PICTURE), name, description="a grey picture")


# Commands


@bot.slash_command(description="Does what is asked")
async def do(inter: Inter, what: str) -> None:
    """Do what is asked.

    Parameters
    ----------
    what: What to do
    """
    await STEPS[what](inter)


@do.autocomplete("what")
async def suggest(_: Inter, typed: str) -> list[str]:
    return [name for name in STEPS if name.startswith(typed)]


@bot.user_command(name="Greet")
async def greet(inter: disnake.UserCommandInteraction[Any]) -> None:
    await inter.response.send_message(f"hello {inter.target.name}", ephemeral=True)


@bot.message_command(name="Quote")
async def cite(inter: disnake.MessageCommandInteraction[Any]) -> None:
    await inter.response.send_message(f"> {inter.target.content}", ephemeral=True)


async def answer(inter: Inter) -> None:
    rows = [disnake.ui.Button(label=name, custom_id=name.lower()) for name in BUTTONS]
    menu = disnake.ui.StringSelect(custom_id="menu", options=["one", "two"], max_values=2)
    await inter.response.send_message(
        "classic",
        embed=disnake.Embed(title="Title", description="Text"),
        file=picture("a.png"),
        components=[*rows, menu],
    )


async def layout(inter: Inter) -> None:
    ui = disnake.ui
    await inter.response.send_message(
        files=[picture("b.png")],
        components=[
            ui.Container(
                ui.TextDisplay("layout"),
                ui.Section(ui.TextDisplay("beside"), accessory=ui.Thumbnail("attachment://b.png")),
                ui.MediaGallery(disnake.MediaGalleryItem("attachment://b.png", "alt")),
                ui.Separator(),
                ui.ActionRow(ui.Button(label="Change", custom_id="relayout", id=77)),
            )
        ],
    )


@bot.listen("on_message_interaction")
async def pressed(inter: disnake.MessageInteraction[Any]) -> None:
    key = inter.component.custom_id
    if key == "change":
        await inter.response.edit_message("changed", embed=None, attachments=[], components=[])
    elif key == "relayout":
        assert inter.component.id == 77
        await inter.response.edit_message(components=[disnake.ui.TextDisplay("relaid")], attachments=[])
    elif key == "later":
        await inter.response.defer()
        await inter.edit_original_response("changed later")
    elif key == "menu":
        await inter.response.send_message("chose " + ",".join(inter.values or []), ephemeral=True)
    elif key == "form":
        field = disnake.ui.TextInput(label="Name", custom_id="name")
        await inter.response.send_modal(title="Form", custom_id="form", components=[field])
    elif key == "think":
        await inter.response.defer(with_message=True)
        await inter.edit_original_response("thought", file=picture("c.png"))
        further = await inter.followup.send("further", wait=True, file=picture("d.png"))
        await further.edit(content="further still")
        gone = await inter.followup.send("gone", wait=True, ephemeral=True)
        await gone.delete()
        original = await inter.original_response()
        assert (await inter.followup.fetch_message(original.id)).content == "thought"


@bot.listen("on_modal_submit")
async def submitted(inter: disnake.ModalInteraction[Any]) -> None:
    await inter.response.send_message("named " + inter.text_values["name"], ephemeral=True)


# Everything without an interaction


async def messages(inter: Inter) -> None:
    await inter.response.defer(ephemeral=True)
    channel = await bot.fetch_channel(inter.channel_id)
    assert isinstance(channel, disnake.TextChannel)
    await channel.trigger_typing()
    first = await channel.send("first", file=picture("e.png"), embed=disnake.Embed(title="E"), nonce="n1")
    second = await channel.send("second", reference=first)
    assert second.reference is not None
    await second.edit("second, edited")
    assert (await channel.fetch_message(second.id)).content == "second, edited"
    assert [item.id async for item in channel.history(limit=2)] == [second.id, first.id]
    assert [item.id async for item in channel.history(limit=1, after=first)] == [second.id]
    await first.add_reaction("👍")
    await first.add_reaction("🎲")
    fetched = await channel.fetch_message(first.id)
    assert [user.id async for user in fetched.reactions[0].users()] == [bot.user.id]
    await first.remove_reaction("👍", bot.user)
    await first.clear_reaction("🎲")
    await first.add_reaction("👍")
    await first.clear_reactions()
    await first.pin()
    assert [item.id async for item in channel.pins()] == [first.id]
    await first.unpin()
    assert [item.id async for item in channel.pins()] == []
    await second.delete()
    await channel.delete_messages([await channel.send("a"), await channel.send("b")])
    await inter.edit_original_response("messages done")


async def threads(inter: Inter) -> None:
    await inter.response.defer(ephemeral=True)
    channel = await bot.fetch_channel(inter.channel_id)
    assert isinstance(channel, disnake.TextChannel)
    message = await channel.send("beginning")
    thread = await message.create_thread(name="From a message", auto_archive_duration=1440)
    await thread.send("inside")
    await thread.add_user(inter.author)
    assert inter.author.id in [member.id for member in await thread.fetch_members()]
    await thread.remove_user(inter.author)
    await thread.edit(name="Renamed", archived=True)
    archived = [item async for item in channel.archived_threads()]
    assert [item.name for item in archived] == ["Renamed"]
    await thread.edit(archived=False)
    alone = await channel.create_thread(name="Alone", type=disnake.ChannelType.public_thread)
    active = await inter.guild.active_threads()
    assert {item.name for item in active} == {"Renamed", "Alone"}
    await alone.leave()
    await alone.join()
    await alone.delete()
    await inter.edit_original_response("threads done")


async def places(inter: Inter) -> None:
    await inter.response.defer(ephemeral=True)
    assert (await bot.application_info()).id == bot.user.id
    guild = await bot.fetch_guild(inter.guild_id, with_counts=True)
    assert guild.approximate_member_count == 5
    assert [item.id async for item in bot.fetch_guilds(limit=1)] == [guild.id]
    assert "Members" in [role.name for role in await guild.fetch_roles()]
    assert (await guild.fetch_member(inter.author.id)).name == inter.author.name
    assert [member.name for member in await guild.search_members("bas")] == ["basile"]
    assert "games" in [channel.name for channel in await guild.fetch_channels()]
    user = await bot.fetch_user(inter.author.id)
    direct = await user.create_dm()
    sent = await direct.send("in private", file=picture("f.png"))
    await sent.edit("in private, edited")
    gone = await direct.send("gone")
    await gone.delete()
    try:
        await bot.fetch_channel(5)
        code = 0
    except disnake.NotFound as error:
        code = error.code
    assert code == 10003
    await inter.edit_original_response("places done")


async def emojis(inter: Inter) -> None:
    await inter.response.defer(ephemeral=True)
    made = await bot.create_application_emoji(name="tile", image=PICTURE)
    await made.edit(name="tile_red")
    assert [item.name for item in await bot.fetch_application_emojis()] == ["tile_red"]
    assert (await bot.fetch_application_emoji(made.id)).id == made.id
    message = await inter.channel.send(f"{made}")
    await message.add_reaction(made)
    await message.delete()
    await made.delete()
    assert await bot.fetch_application_emojis() == []
    await inter.edit_original_response("emojis done")


async def guild_commands(inter: Inter) -> None:
    await inter.response.defer(ephemeral=True)
    here = disnake.SlashCommand(name="here", description="Only here")
    made = await bot.create_guild_command(inter.guild_id, here)
    assert [item.name for item in await bot.fetch_guild_commands(inter.guild_id)] == ["here"]
    await bot.edit_guild_command(
        inter.guild_id, made.id, disnake.SlashCommand(name="here", description="Still only here")
    )
    await bot.delete_guild_command(inter.guild_id, made.id)
    assert len(await bot.fetch_global_commands()) == 3
    await inter.edit_original_response("commands done")


STEPS = {
    "answer": answer,
    "layout": layout,
    "messages": messages,
    "threads": threads,
    "places": places,
    "emojis": emojis,
    "commands": guild_commands,
}


bot.run(TOKEN)
