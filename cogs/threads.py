"""The thread in which a match is played: opened once, and anew when it was deleted."""

from __future__ import annotations

from typing import Any

import discord

from cogs.errands import Errand
from cogs.posting import UNKNOWN_MESSAGE, bounded
from cogs.text import text_for
from engine.matches import Match, Post

__all__ = ["Threads"]

THREAD_EXISTS = 160004
WEEK = 10080
"""Minutes without a message until Discord archives the thread. A message wakes it, an edit does not."""
_THREAD = "thread"


class Threads:
    """The threads of all matches."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot

    def channel(self, match: Match, channel: int) -> discord.PartialMessageable:
        """A channel or thread by its id."""
        return self.bot.get_partial_messageable(channel, guild_id=match.place.guild or None)

    async def of(self, errand: Errand) -> discord.PartialMessageable:
        """The match's thread, opened from its lobby message where there is none."""
        match = errand.match
        if errand.notice.intent == _THREAD and (left := await self._left(errand)) is not None:
            return await self._kept(errand, left)
        post = await errand.post("thread")
        if post is not None:
            return self.channel(match, post.channel)
        lobby = await errand.post("lobby")
        if lobby is None:
            return await self.new(errand)
        try:
            opened = await bounded(
                self.bot.http.start_thread_with_message(
                    lobby.channel, lobby.message, name=_name(errand), auto_archive_duration=WEEK
                )
            )
            thread = int(opened["id"])
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                return await self.new(errand)
            if error.code != THREAD_EXISTS:
                raise
            thread = lobby.message  # a thread has the id of the message it was opened from
        return await self._kept(errand, thread)

    async def new(self, errand: Errand) -> discord.PartialMessageable:
        """A thread of its own, where the lobby message or the old thread is gone."""
        match = errand.match
        parent = self.bot.get_channel(match.place.channel)
        news = isinstance(parent, discord.TextChannel) and parent.is_news()
        kind = discord.ChannelType.news_thread if news else discord.ChannelType.public_thread
        if errand.notice.intent == _THREAD:
            left = await self._left(errand)
            if left is not None:
                return await self._kept(errand, left)
        await errand.matches.intend(errand.notice, _THREAD)
        opened = await bounded(
            self.bot.http.start_thread_without_message(
                match.place.channel, name=_name(errand), auto_archive_duration=WEEK, type=kind.value
            )
        )
        return await self._kept(errand, int(opened["id"]))

    async def _left(self, errand: Errand) -> int | None:
        """A thread that an earlier try has opened, of which nothing was heard."""
        match = errand.match
        found = await bounded(self.bot.http.get_active_threads(match.place.guild))
        ours = [
            int(each["id"])
            for each in found["threads"]
            if int(each["parent_id"]) == match.place.channel
            and int(each["owner_id"]) == self.bot.user.id
            and each["name"] == _name(errand)
        ]
        old = await errand.post("thread")
        return max((each for each in ours if old is None or each > old.channel), default=None)

    async def _kept(self, errand: Errand, thread: int) -> discord.PartialMessageable:
        # At once: whatever becomes of this errand, nobody opens another.
        post = Post(errand.match.id, "thread", 0, thread, 0)
        await errand.matches.save_post(post)
        errand.shows(post)
        return self.channel(errand.match, thread)


def _name(errand: Errand) -> str:
    return errand.house.label(errand.match, text_for(errand.match.place.locale))[:100]
