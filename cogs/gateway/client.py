"""The Discord client: sessions by shard, and the commands and presses that the guard lets in."""

from __future__ import annotations

import logging
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from cogs.answering.controls import Press
from cogs.answering.interaction import Interaction
from cogs.answering.wire import pings
from cogs.gateway.interaction_guard import InteractionGuard, worth_a_traceback, worth_logging
from cogs.gateway.leases import Leases
from cogs.gateway.sessions import Sessions, Shards
from cogs.text.translation import CatalogueTranslator
from engine.store import Store

LONGEST_LIMIT = 30.0
"""Seconds: a request that Discord lets wait for longer is given up, and tried again then."""


class Tree(app_commands.CommandTree["Client"]):
    """The commands. The guard lets each in before it begins, and answers its errors in private."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        return await self.client.guard.admits(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        await self.client.guard.answer_failure(interaction, error)


class Client(commands.AutoShardedBot):
    """A Discord client whose sessions come back by themselves, and are shared with other processes."""

    guard: InteractionGuard
    """The guard that lets interactions in. The bot sets it before the client starts."""

    def __init__(self, store: Store, shards: Shards, trace: aiohttp.TraceConfig) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=pings(()),
            max_messages=None,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_LIMIT,
            http_trace=trace,
            shard_count=shards.count,
            shard_ids=list(shards.served or ()),
        )
        self._shares = not store.sole
        self.alone = store.sole and shards.count == 1
        """True where this process has the only session that there is."""
        self.leases = Leases(self, store, shards.served, alone=self.alone)
        self.sessions = Sessions(self, shards, self.leases.turn)

    async def setup_hook(self) -> None:
        """Take the first shards where processes share them, and prepare commands, presses and logs."""
        if self._shares:
            assert self.application_id is not None
            await self.leases.begin(self.sessions, self.application_id)
        await self.tree.set_translator(CatalogueTranslator())
        logging.getLogger("discord.app_commands.tree").addFilter(worth_logging)
        logging.getLogger("asyncio").addFilter(worth_a_traceback)
        self.add_dynamic_items(Press)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keep a session for each shard that is served, until the bot is closed. Raises what Discord says."""
        try:
            await self.sessions.run()
        except discord.DiscordException:
            await self.close()
            raise

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do nothing: `Sessions` takes its turn before it opens the line."""

    def leads(self) -> bool:
        """Return True if this process leads: it holds shard 0, and does what only one process must do."""
        return 0 in self.sessions.served_shards and 0 not in self.leases.coming

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on; drop it while the bot closes, as nobody is left to take it."""
        if event_name in ("shard_connect", "shard_resumed"):
            self.sessions.note_found(args[0])
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_message(self, message: discord.Message, /) -> None:
        """Ignore messages: the bot reads none."""

    async def on_interaction(self, interaction: Interaction) -> None:
        """Pass every interaction to the guard, whatever answers it."""
        await self.guard.receive(interaction)

    async def hand_on(self) -> None:
        """Let other processes that share the database take over the shards of this one, before it ends."""
        await self.leases.hand_on(self.sessions)
