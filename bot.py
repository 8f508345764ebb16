"""Longtable: the entry point. Reads the settings, wires everything together, and runs it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import importlib
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncGenerator, Coroutine
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import discord.gateway
import discord.http
import uvloop
import yarl
from discord import app_commands
from discord.ext import commands

from cogs.access import Access
from cogs.controls import Press
from cogs.courier import Courier
from cogs.emojis import synchronise
from cogs.face import Face
from cogs.house import House
from cogs.playing import Playing
from cogs.reception import Reception, worth_logging
from cogs.text import text_for
from cogs.translation import CatalogueTranslator
from cogs.wire import pings
from engine.matches import Limits, Matches
from engine.matches.steady import Steady
from engine.store import StoreError
from engine.store.sqlite import SqliteStore
from settings import Settings, SettingsError, load

try:
    from engine.games import GAMES, RETIRED
except ValueError as fault:  # a game's own data file, which says where it is wrong
    sys.exit(text_for("en").plain("start.failed", reason=str(fault)))

__all__ = ["Longtable", "main"]

log = logging.getLogger("longtable")

LONGEST_LIMIT = 30.0
"""Seconds: a request that Discord lets wait for longer is given up, and tried again then."""


class Tree(app_commands.CommandTree["Longtable"]):
    """The commands. Each is looked at before it begins; what goes wrong in one is answered in private."""

    async def interaction_check(self, interaction: discord.Interaction[Longtable], /) -> bool:
        return await self.client.reception.admits(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Longtable], error: app_commands.AppCommandError, /
    ) -> None:
        await self.client.reception.failed(interaction, error)


class Longtable(commands.Bot):
    """The Discord client. It owns the running tasks; the rules and the matches know nothing of it."""

    def __init__(self, matches: Matches, address: str = "") -> None:
        """`address` is where people meet the bot, to be printed once it is there."""
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=pings(()),
            max_messages=None,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_LIMIT,
        )
        self.matches = matches
        self._session = False
        matches.attend(lambda: self._session)
        self._address = address
        self.house = House(matches, faces(), access=Access(self))
        self.reception = Reception(self.house)
        self.playing = Playing(self.house)
        self.courier = Courier(self, self.house)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def setup_hook(self) -> None:
        """Load the cogs, tell Discord of the commands when they changed, start the loops."""
        await self.tree.set_translator(CatalogueTranslator())
        logging.getLogger("discord.app_commands.tree").addFilter(worth_logging)
        self.add_dynamic_items(Press)
        await self.load_extension("cogs.tables")
        for key in GAMES:
            await self.load_extension(f"cogs.{key}")
        await self._sync_commands()
        self._tasks = {name: self._begin(work, name) for name, work in self.loops().items()}

    def loops(self) -> dict[str, Coroutine[Any, Any, None]]:
        """What runs beside the answers, by name. Tests that turn the wheels themselves have none."""
        return {
            "timers": self.matches.run(),
            "courier": self.courier.run(),
            "upkeep": self.matches.tend(),
            "emojis": synchronise(self, self.house),
        }

    async def icons_known(self) -> None:
        """Wait until the small pictures stand in buttons and sentences; before, words stand alone."""
        await asyncio.wait([self._tasks["emojis"]])

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(_report)
        return task

    async def _sync_commands(self) -> None:
        translator = self.tree.translator
        assert translator is not None
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        text = json.dumps(payload, sort_keys=True, default=str)
        digest = hashlib.sha256(f"{self.application_id}:{text}".encode()).hexdigest()
        if await self.matches.note("commands") == digest:
            there = {command.name for command in await self.tree.fetch_commands()}
            if there == {command.name for command in self.tree.get_commands()}:
                return
        await self.tree.sync()
        await self.matches.save_note("commands", digest)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was unlocked, perhaps."""
        await self.courier.reopened(payload.thread_id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Permissions were given, perhaps."""
        await self.courier.reopened(after.id)

    async def on_disconnect(self) -> None:
        """Nobody can press now."""
        self._session = False

    async def on_resumed(self) -> None:
        """People can press again."""
        self._session = True

    async def on_ready(self) -> None:
        """People can press; say once where to go."""
        self._session = True
        if self._address:
            print(text_for("en").plain("start.sandbox", address=self._address), flush=True)
            self._address = ""

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on; what arrives while the bot closes has nobody to go to any more."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_message(self, message: discord.Message, /) -> None:
        """Messages are none of our business."""

    async def on_interaction(self, interaction: discord.Interaction[Longtable]) -> None:
        """Every interaction, whoever answers it besides."""
        await self.reception.receive(interaction)

    async def close(self) -> None:
        """Stop the loops, finish what was begun, leave Discord. The store is its owner's."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self.house.close()
        await self.matches.close()
        await super().close()


def faces() -> dict[str, Face]:
    """The face of every registered game: `FACE` in its cog."""
    return {key: importlib.import_module(f"cogs.{key}").FACE for key in GAMES}


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.critical("the task %s has ended", task.get_name(), exc_info=error)


def point_at(api: str, gateway: str, cdn: str) -> None:
    """Let discord.py talk to another server than Discord's."""
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    if cdn:
        discord.asset.Asset.BASE = cdn  # pyright: ignore[reportAttributeAccessIssue]  # declared as a literal


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[Matches, None]:
    """The matches on their database; both are closed at the end. Raises `StoreError`."""
    store = await SqliteStore.open(settings.database_path, troubled=_troubled)
    try:
        limits = Limits(
            per_person=settings.tables_per_person,
            per_guild=settings.tables_per_server,
            reaction=timedelta(hours=settings.reaction_hours),
        )
        yield Matches(store, GAMES, Steady(), limits=limits, retired=RETIRED)
    finally:
        await store.close()


def _troubled(error: StoreError) -> None:
    """Tell the host what the players are not told: which file it is, and what to do."""
    log.error("%s", _for_host(error))


def _for_host(error: StoreError) -> str:
    return text_for("en").plain(f"refusal.{error.code}", **dict(error.inputs))


class StartError(Exception):
    """The bot cannot start; the text says why."""


async def _sandbox(stack: contextlib.AsyncExitStack, settings: Settings) -> Any:
    from sandbox import Sandbox, SandboxError, StorageError

    try:
        return await stack.enter_async_context(Sandbox(settings.world, settings.port))
    except (SandboxError, StorageError) as error:
        raise StartError(str(error)) from error


async def run(settings: Settings) -> None:
    """Run until told to stop."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with contextlib.AsyncExitStack() as stack:
        matches = await stack.enter_async_context(opened(settings))
        token, address = settings.token, ""
        if settings.sandboxed:
            box = await _sandbox(stack, settings)
            base = str(box.url).rstrip("/")
            point_at(f"{base}/api/v10", f"{base.replace('http', 'ws', 1)}/gateway", base)
            token = box.token
            address = f"{base}/"
        elif settings.api:
            point_at(settings.api, settings.gateway, settings.cdn)
        bot = await stack.enter_async_context(Longtable(matches, address))
        running = asyncio.create_task(bot.start(token), name="bot")
        stopping = asyncio.create_task(stop.wait(), name="stop")
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        await bot.close()
        await running


def main() -> int:
    """Run the bot; return the exit status."""
    text = text_for("en")
    try:
        settings = load(os.environ)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks at our tables
    discord.utils.setup_logging(level=getattr(logging, settings.log_level), root=True)
    gc.collect()
    gc.freeze()  # what is imported stays: no later collection walks over it
    try:
        uvloop.run(run(settings))
    except StoreError as error:
        print(_for_host(error), file=sys.stderr)
        return 1
    except discord.LoginFailure:
        print(text.plain("start.bad_token"), file=sys.stderr)
        return 1
    except StartError as error:
        print(text.plain("start.failed", reason=str(error)), file=sys.stderr)
        return 1
    except discord.DiscordException as error:
        log.debug("Discord refused", exc_info=error)
        print(text.plain("start.refused", reason=_refused(error)), file=sys.stderr)
        return 1
    except (OSError, aiohttp.ClientError) as error:
        print(text.plain("start.no_connection", reason=str(error) or type(error).__name__), file=sys.stderr)
        return 1
    return 0


def _refused(error: discord.DiscordException) -> str:
    """Why Discord does not let the bot in, on one line: what stands in for Discord may answer with a page."""
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status} {error.response.reason}"
    return " ".join(str(error).split()) or type(error).__name__


if __name__ == "__main__":
    sys.exit(main())
