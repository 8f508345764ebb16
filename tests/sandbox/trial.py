"""A small real discord.py bot that does one of everything, for trying the sandbox."""

from __future__ import annotations

import asyncio
import copy
import io
import struct
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox import Sandbox

DESCRIPTION = Path(__file__).parents[3] / "shared" / "discord-openapi.json"


def png(width: int = 3, height: int = 2) -> bytes:
    """Return a small grey picture."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + b"\x80" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def damaged(body: Any, random: Random) -> Any:
    """Return a copy in which one value is removed or replaced."""
    body = copy.deepcopy(body)
    places: list[tuple[Any, Any]] = []

    def visit(node: Any) -> None:
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], dict | list):
                visit(node[key])

    visit(body)
    node, key = random.choice(places)
    if random.random() < 0.3:
        del node[key]
    else:
        node[key] = random.choice([None, 0, 1, 2, 17, "x", "x" * 101, [], {}, [{"type": 10}], True, -1.5])
    return body


class Board(discord.ui.LayoutView):
    """A picture with a text, buttons and a menu, as a game would show it."""

    def __init__(self, text: str, picture: str | None = None) -> None:
        super().__init__(timeout=None)
        box: discord.ui.Container[Board] = discord.ui.Container(
            discord.ui.TextDisplay(text), accent_color=0x336699
        )
        if picture:
            box.add_item(
                discord.ui.MediaGallery(
                    discord.MediaGalleryItem(f"attachment://{picture}", description="a board")
                )
            )
        row: discord.ui.ActionRow[Board] = discord.ui.ActionRow()
        row.add_item(discord.ui.Button(label="Play", custom_id="t:play", style=discord.ButtonStyle.primary))
        row.add_item(discord.ui.Button(label="Name", custom_id="t:name"))
        row.add_item(discord.ui.Button(label="Secret", custom_id="t:secret"))
        row.add_item(discord.ui.Button(label="Over", custom_id="t:over", disabled=True))
        box.add_item(row)
        menu: discord.ui.ActionRow[Board] = discord.ui.ActionRow()
        options = [discord.SelectOption(label=f"Place {number}", value=str(number)) for number in range(1, 4)]
        menu.add_item(
            discord.ui.Select(custom_id="t:place", placeholder="Where?", options=options, max_values=2)
        )
        box.add_item(menu)
        self.add_item(box)


class NameForm(discord.ui.Modal, title="Your name"):
    name: discord.ui.Label[Any] = discord.ui.Label(
        text="Name", component=discord.ui.TextInput(custom_id="name", min_length=2, max_length=10)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.name.component, discord.ui.TextInput)
        await interaction.response.edit_message(view=Board(f"hello {self.name.component.value}"))


Step = Callable[[discord.Interaction], Awaitable[None]]


class Trial(discord.Client):
    """The bot. `steps` are the functions that commands and buttons call, by name."""

    def __init__(self, intents: discord.Intents | None = None, **settings: Any) -> None:
        settings.setdefault("guild_ready_timeout", 0.05)
        super().__init__(intents=intents or discord.Intents(guilds=True), **settings)
        self.tree = app_commands.CommandTree(self)
        self.steps: dict[str, Step] = {}
        self.events: list[tuple[str, Any]] = []
        self.seen: list[discord.Interaction] = []
        self.suggestion: dict[str, str] = {}
        """The name of the only suggestion by language; without one the usual moves are suggested."""
        self._commands()

    def _commands(self) -> None:
        group = app_commands.Group(name="trial", description="Tries things")

        @group.command(name="play", description="Plays a move")
        @app_commands.describe(move="The move", seats="How many")
        async def play(
            interaction: discord.Interaction, move: str, seats: app_commands.Range[int, 1, 4] = 2
        ) -> None:
            await self.step("play", interaction)

        @play.autocomplete("move")
        async def moves(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            if self.suggestion:
                name = app_commands.locale_str(self.suggestion["en-US"], told=self.suggestion)
                return [app_commands.Choice(name=name, value=current)]
            known = ["BR E5 F5", "GG A1 A2"]
            return [app_commands.Choice(name=move, value=move) for move in known if move.startswith(current)]

        @group.command(name="free", description="Whatever the test says")
        async def free(
            interaction: discord.Interaction,
            who: discord.Member | None = None,
            where: discord.TextChannel | None = None,
        ) -> None:
            await self.step("free", interaction)

        @group.command(name="load", description="Takes a file")
        async def load(interaction: discord.Interaction, board: discord.Attachment) -> None:
            await self.step("load", interaction)

        self.tree.add_command(group)

    async def step(self, name: str, interaction: discord.Interaction) -> None:
        self.seen.append(interaction)
        step = self.steps.get(name)
        if step is not None:
            await step(interaction)
        else:
            await interaction.response.send_message(
                view=Board(f"board of {interaction.user.mention}", "board.png"),
                file=discord.File(io.BytesIO(png()), "board.png"),
            )

    async def setup_hook(self) -> None:
        await self.tree.set_translator(French())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip discord.py's pause of 5 s before a second identify."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component or not interaction.data:
            return
        self.seen.append(interaction)
        key = str(interaction.data.get("custom_id", "")).removeprefix("t:")
        if key in self.steps:
            await self.steps[key](interaction)
        elif key == "play":
            await interaction.response.edit_message(view=Board("played"), attachments=[])
        elif key == "name":
            await interaction.response.send_modal(NameForm())
        elif key == "secret":
            await interaction.response.send_message("only you", ephemeral=True)
        elif key == "place":
            values = interaction.data.get("values", [])
            await interaction.response.send_message("chosen " + ",".join(values), ephemeral=True)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        raise

    # What the gateway said

    async def on_thread_delete(self, thread: discord.Thread) -> None:
        self.events.append(("thread_delete", thread.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.events.append(("channel_delete", channel.id))

    async def on_message(self, message: discord.Message) -> None:
        self.events.append(("message", message.content))

    async def on_resumed(self) -> None:
        self.events.append(("resumed", None))

    def text_channel(self, name: str) -> discord.TextChannel:
        found = discord.utils.get(self.guilds[0].text_channels, name=name)
        assert found is not None
        return found


class French(app_commands.Translator):
    """A translator of the command `play` into French."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        if told := string.extras.get("told"):
            return told.get(locale.value)
        words = {"play": "jouer", "move": "coup", "Plays a move": "Joue un coup"}
        return words.get(string.message) if locale is discord.Locale.french else None


@asynccontextmanager
async def online(box: Sandbox, bot: Trial | None = None) -> AsyncIterator[Trial]:
    """Connect a bot to the sandbox; of discord.py only the addresses are changed."""
    bot = bot or Trial()
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE
    discord.Asset.BASE = box.cdn_url  # type: ignore[assignment]  # declared as a literal
    Route.BASE = box.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(box.gateway_url)
    try:
        await bot.login(box.token)
        task = asyncio.create_task(bot.connect())
        ready = asyncio.create_task(bot.wait_until_ready())
        await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ready.cancel()
            await task
        # The client waits 50 ms for a server to appear: on a busy machine it comes later.
        while any(guild.unavailable for guild in bot.guilds):  # noqa: ASYNC110
            await asyncio.sleep(0)
        try:
            yield bot
        finally:
            await bot.close()
            await task
    finally:
        await bot.close()
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE = before  # type: ignore[assignment]
