"""A small real discord.py bot with one of everything that the web client can show."""

from __future__ import annotations

import asyncio
import contextlib
import io
import struct
import zlib
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord import app_commands, gateway, http
from yarl import URL

from sandbox import Sandbox

FRENCH = {
    "new": "nouvelle",
    "play": "jouer",
    "Opens a table": "Ouvre une table",
    "Plays a move": "Joue un coup",
    "Opens the page of all games": "Ouvre la page de tous les jeux",
    "move": "coup",
    "secret": "chevalet",
    "Quote": "Citer",
}
MOVES = [f"BR E{row} F{row}" for row in range(1, 9)]
ALT = "A board with one blue tile at E5."


def png(width: int = 400, height: int = 260) -> bytes:
    """Return a small picture: two bands of colour."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(
        b"\0" + (b"\x1f\x5c\x4a" if row < height // 2 else b"\xe9\xa9\x3c") * width for row in range(height)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


class French(app_commands.Translator):
    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        return FRENCH.get(string.message) if locale is discord.Locale.french else None


class Report(discord.ui.Modal, title="A word to the host"):
    subject: discord.ui.Label[Report] = discord.ui.Label(
        text="Subject", component=discord.ui.TextInput(custom_id="subject", max_length=40)
    )
    mood: discord.ui.Label[Report] = discord.ui.Label(
        text="Mood",
        component=discord.ui.Select(
            custom_id="mood",
            options=[discord.SelectOption(label="Glad"), discord.SelectOption(label="Puzzled")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.subject.component, discord.ui.TextInput)
        assert isinstance(self.mood.component, discord.ui.Select)
        text = f"{self.mood.component.values[0]}: {self.subject.component.value}"
        await interaction.response.send_message(text, ephemeral=True)


class Survey(discord.ui.Modal, title="How shall we play?"):
    """A form with a text, radio buttons, check boxes, a file and one check box."""

    words: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay(
        "The host reads this before the table **opens**."
    )
    pace: discord.ui.Label[Survey] = discord.ui.Label(
        text="Pace",
        description="It can be changed until the first move.",
        component=discord.ui.RadioGroup(
            custom_id="pace",
            options=[
                discord.RadioGroupOption(label="Live", value="live", description="a minute a move"),
                discord.RadioGroupOption(label="Daily", value="daily", description="a day a move"),
            ],
        ),
    )
    days: discord.ui.Label[Survey] = discord.ui.Label(
        text="Days",
        component=discord.ui.CheckboxGroup(
            custom_id="days",
            required=False,
            max_values=2,
            options=[discord.CheckboxGroupOption(label=day) for day in ("Friday", "Saturday", "Sunday")],
        ),
    )
    board: discord.ui.Label[Survey] = discord.ui.Label(
        text="Board", component=discord.ui.FileUpload(custom_id="board", required=False)
    )
    quiet: discord.ui.Label[Survey] = discord.ui.Label(
        text="Ring nobody at night", component=discord.ui.Checkbox(custom_id="quiet", default=True)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        parts: list[Any] = [each.component for each in (self.pace, self.days, self.board, self.quiet)]
        files = [(file.filename, await file.read()) for file in parts[2].values]
        said = f"{parts[0].value}, {parts[1].values}, {files}, {parts[3].value}"
        await interaction.response.send_message(said, ephemeral=True)


class Company(discord.ui.Modal, title="Who and where?"):
    """A form with selects of every kind."""

    guest: discord.ui.Label[Company] = discord.ui.Label(
        text="Guest", component=discord.ui.UserSelect(custom_id="guest", placeholder="Nobody yet")
    )
    role: discord.ui.Label[Company] = discord.ui.Label(
        text="Role", component=discord.ui.RoleSelect(custom_id="role", required=False)
    )
    where: discord.ui.Label[Company] = discord.ui.Label(
        text="Where", component=discord.ui.ChannelSelect(custom_id="where")
    )
    why: discord.ui.Label[Company] = discord.ui.Label(
        text="Why",
        component=discord.ui.TextInput(
            custom_id="why", style=discord.TextStyle.paragraph, required=False, min_length=5
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        parts: list[Any] = [each.component for each in (self.guest, self.role, self.where)]
        said = ", ".join(str(one) for part in parts for one in part.values)
        await interaction.response.send_message(said, ephemeral=True)


class Controls(discord.ui.ActionRow["Board"]):
    @discord.ui.button(label="Count", style=discord.ButtonStyle.primary, custom_id="count")
    async def count(self, interaction: discord.Interaction, button: discord.ui.Button[Board]) -> None:
        assert self.view is not None
        self.view.clicks += 1
        self.view.words.content = f"Clicks: **{self.view.clicks}**"
        await interaction.response.edit_message(view=self.view)

    @discord.ui.button(label="Write", style=discord.ButtonStyle.success, custom_id="write")
    async def write(self, interaction: discord.Interaction, button: discord.ui.Button[Board]) -> None:
        await interaction.response.send_modal(Report())

    @discord.ui.button(label="Silence", style=discord.ButtonStyle.danger, custom_id="silence")
    async def silence(self, interaction: discord.Interaction[Bot], button: discord.ui.Button[Board]) -> None:
        """Never answers: discord.py itself would, after a callback that returns."""
        interaction.client.silent.set()
        await asyncio.Event().wait()

    @discord.ui.button(label="Not now", custom_id="never", disabled=True)
    async def never(self, interaction: discord.Interaction, button: discord.ui.Button[Board]) -> None:
        """Cannot be pressed."""


class Places(discord.ui.ActionRow["Board"]):
    @discord.ui.select(
        placeholder="A place for the tile",
        custom_id="place",
        options=[
            discord.SelectOption(label="E5 F5", description="7 points"),
            discord.SelectOption(label="E4 E5", description="4 points"),
            discord.SelectOption(label="G1 H1", description="0 points"),
        ],
    )
    async def place(self, interaction: discord.Interaction, select: discord.ui.Select[Board]) -> None:
        await interaction.response.send_message(f"You chose {select.values[0]}.", ephemeral=True)


class Board(discord.ui.LayoutView):
    """A message of version 2 with every kind of part."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.clicks = 0
        self.words: discord.ui.TextDisplay[Board] = discord.ui.TextDisplay("Clicks: **0**")
        gallery: discord.ui.MediaGallery[Board] = discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://board.png", description=ALT)
        )
        thumbnail: discord.ui.Thumbnail[Board] = discord.ui.Thumbnail(
            "attachment://board.png", description="A tile"
        )
        link: discord.ui.ActionRow[Board] = discord.ui.ActionRow(
            discord.ui.Button(label="Rules", url="https://example.org/rules")
        )
        container: discord.ui.Container[Board] = discord.ui.Container(
            discord.ui.Section(
                "## Génial\nIt is **Ada**’s turn.\n-# Turn 3 · <t:4102444800:R>", accessory=thumbnail
            ),
            gallery,
            self.words,
            discord.ui.Separator(),
            Places(),
            Controls(),
            link,
            accent_colour=0xE9A93C,
        )
        self.add_item(container)


class Bot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.synced = asyncio.Event()
        self.silent = asyncio.Event()
        self.thought = asyncio.Event()
        group = app_commands.Group(name="genial", description="Génial")
        group.command(name="new", description="Opens a table")(new)
        group.command(name="play", description="Plays a move")(play)
        self.tree.add_command(group)
        for command in (door, secret, letter, slow, thread, echo, record, guests, survey, company, load):
            self.tree.add_command(command)
        self.tree.add_command(app_commands.ContextMenu(name="Quote", callback=quote))
        self.tree.add_command(app_commands.ContextMenu(name="Shout It", callback=shout))
        self.tree.add_command(app_commands.ContextMenu(name="Greet", callback=greet))

    async def setup_hook(self) -> None:
        await self.tree.set_translator(French())
        await self.tree.sync()
        self.synced.set()


async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"Quoted: {message.content}")


async def shout(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(message.content.upper())


async def greet(interaction: discord.Interaction, user: discord.Member) -> None:
    await interaction.response.send_message(f"Hello {user.display_name}", ephemeral=True)


@app_commands.describe(seats="How many play", form="Form of play")
@app_commands.choices(
    form=[app_commands.Choice(name="Free", value="free"), app_commands.Choice(name="Teams", value="team")]
)
async def new(
    interaction: discord.Interaction,
    seats: app_commands.Range[int, 1, 4] = 2,
    form: app_commands.Choice[str] | None = None,
) -> None:
    picture = discord.File(io.BytesIO(png()), "board.png")
    await interaction.response.send_message(view=Board(), file=picture)


@app_commands.command(name="play", description="Opens the page of all games")
async def door(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Board(), file=discord.File(io.BytesIO(png()), "board.png"))


async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=f"{text} — {7 - at} points", value=text)
        for at, text in enumerate(MOVES)
        if text.startswith(current.upper())
    ]


@app_commands.describe(move="The tile and its two cells")
@app_commands.autocomplete(move=suggest)
async def play(interaction: discord.Interaction, move: str) -> None:
    await interaction.response.send_message(f"Played `{move}`.")


@app_commands.command(description="Shows your rack to you alone")
async def secret(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Your rack: BR RO GG", ephemeral=True)


@app_commands.command(description="Writes you a direct message")
async def letter(interaction: discord.Interaction) -> None:
    await interaction.user.send("A letter for you.")
    await interaction.response.send_message("Sent.", ephemeral=True)


@app_commands.command(description="Thinks for a while")
async def slow(interaction: discord.Interaction[Bot]) -> None:
    await interaction.response.defer()
    await interaction.client.thought.wait()
    await interaction.followup.send("Here it is, at last.")


@app_commands.command(description="Opens a thread and calls somebody")
async def thread(interaction: discord.Interaction, name: str, who: discord.User) -> None:
    await interaction.response.send_message(f"A table for {name}")
    message = await interaction.original_response()
    channel = interaction.client.get_channel(message.channel.id)
    assert isinstance(channel, discord.TextChannel)
    opened = await channel.create_thread(name=name, message=discord.Object(message.id))
    await opened.send(f"{who.mention}, it is your turn.")


@app_commands.command(description="Asks how to play")
async def survey(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Survey())


@app_commands.command(description="Asks who plays")
async def company(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Company())


@app_commands.command(description="Reads a record")
async def load(interaction: discord.Interaction, record: discord.Attachment, note: str | None = None) -> None:
    text = (await record.read()).decode()
    await interaction.response.send_message(f"{record.filename}: {text} {note}")


@app_commands.command(description="Says it again")
async def echo(interaction: discord.Interaction, text: str) -> None:
    await interaction.response.send_message(text)


@app_commands.command(description="Sends a file")
async def record(interaction: discord.Interaction) -> None:
    file = discord.File(io.BytesIO(b"1 BR E5 F5\n"), "match-1.txt")
    embed = discord.Embed(title="Match 1", description="Moves: **1**", colour=0x1F5C4A)
    embed.add_field(name="Seats", value="2")
    await interaction.response.send_message("The record:", file=file, embed=embed)


class Guests(discord.ui.View):
    @discord.ui.select(
        custom_id="colours",
        min_values=2,
        max_values=3,
        options=[discord.SelectOption(label=name) for name in ("Red", "Green", "Blue")],
    )
    async def colours(self, interaction: discord.Interaction, select: discord.ui.Select[Guests]) -> None:
        await interaction.response.send_message(" and ".join(select.values))

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="guest", placeholder="A guest")
    async def guest(self, interaction: discord.Interaction, select: discord.ui.UserSelect[Guests]) -> None:
        await interaction.response.send_message(f"Welcome, {select.values[0].mention}.")


@app_commands.command(description="Asks for colours and for a guest")
async def guests(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Who, and which?", view=Guests(timeout=None))


@contextlib.asynccontextmanager
async def running(box: Sandbox) -> AsyncIterator[Bot]:
    """Run the bot, logged in to a sandbox and synced."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(http.Route, "BASE", box.api_url)
        patch.setattr(gateway.DiscordWebSocket, "DEFAULT_GATEWAY", URL(box.gateway_url))
        patch.setattr(discord.asset.Asset, "BASE", box.cdn_url)
        bot = Bot()
        task = asyncio.create_task(bot.start(box.token))
        try:
            ready = asyncio.create_task(bot.wait_until_ready())
            await asyncio.wait({ready, task}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
            await ready
            yield bot
        finally:
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)
