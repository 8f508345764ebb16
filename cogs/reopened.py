"""Channels that may be open to the bot again: the courier retries them, and archived threads are woken."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord.ext import commands

from cogs.delivery.courier import Courier
from cogs.delivery.waking import Waking
from engine.matches import Matches
from engine.store import StoreError

log = logging.getLogger("longtable.reopened")


class ReopenedCog(commands.Cog):
    """Takes Discord's events about channels, threads, roles and servers."""

    def __init__(self, bot: Any) -> None:
        self.courier: Courier = bot.courier
        self.waking: Waking = bot.waking
        self.matches: Matches = bot.matches

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry a thread that was unlocked, perhaps, and wake it if it has fallen asleep."""
        await self.courier.note_reopened(payload.thread_id)
        try:
            await self.waking.wake_if_archived(payload.data)
        except StoreError as error:
            log.info("a thread that was archived is looked for later: %s", error)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Retry a channel whose permissions have changed, perhaps."""
        await self.courier.note_reopened(after.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Retry every channel of a server that the bot has joined, perhaps anew."""
        for channel in guild.channels:
            await self.courier.note_reopened(channel.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget what a server that the bot has left wanted to be told, and wishes to hear of its tables."""
        try:
            await self.matches.server_news.leave(guild.id)
        except StoreError as error:
            log.warning("a server that the bot has left keeps its lane for now: %s", error)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Retry every channel of a server in which a role's permissions have changed."""
        if before.permissions != after.permissions:
            await self.on_guild_join(after.guild)


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(ReopenedCog(bot))
