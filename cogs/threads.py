"""The thread in which a match is played: opened once, and anew when it was deleted."""

from __future__ import annotations

from typing import Any

import discord

from cogs.house import House
from cogs.posting import UNKNOWN_MESSAGE
from cogs.text import text_for
from engine.matches import Match, Post

__all__ = ["Threads"]

THREAD_EXISTS = 160004
WEEK = 10080
"""Minutes without a message until Discord archives the thread. A message wakes it, an edit does not."""


class Threads:
    """The threads of all matches."""

    def __init__(self, bot: Any, house: House) -> None:
        self.bot = bot
        self.house = house
        self.matches = house.matches

    def channel(self, match: Match, channel: int) -> discord.PartialMessageable:
        """A channel or thread by its id."""
        return self.bot.get_partial_messageable(channel, guild_id=match.place.guild or None)

    async def of(self, match: Match) -> discord.PartialMessageable:
        """The match's thread, opened from its lobby message where there is none."""
        post = await self.matches.post(match.id, "thread")
        if post is not None:
            return self.channel(match, post.channel)
        lobby = await self.matches.post(match.id, "lobby")
        if lobby is None:
            return await self.new(match)
        try:
            opened = await self.bot.http.start_thread_with_message(
                lobby.channel, lobby.message, name=self._name(match), auto_archive_duration=WEEK
            )
            thread = int(opened["id"])
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                return await self.new(match)
            if error.code != THREAD_EXISTS:
                raise
            thread = lobby.message  # a thread has the id of the message it was opened from
        await self.matches.save_post(Post(match.id, "thread", 0, thread, 0))
        return self.channel(match, thread)

    async def new(self, match: Match) -> discord.PartialMessageable:
        """A thread of its own, where the lobby message or the old thread is gone."""
        parent = self.bot.get_channel(match.place.channel)
        news = isinstance(parent, discord.TextChannel) and parent.is_news()
        kind = discord.ChannelType.news_thread if news else discord.ChannelType.public_thread
        opened = await self.bot.http.start_thread_without_message(
            match.place.channel, name=self._name(match), auto_archive_duration=WEEK, type=kind.value
        )
        thread = int(opened["id"])
        await self.matches.save_post(Post(match.id, "thread", 0, thread, 0))
        return self.channel(match, thread)

    def _name(self, match: Match) -> str:
        return self.house.label(match, text_for(match.place.locale))[:100]
