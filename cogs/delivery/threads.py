"""The thread in which a match is played: opened once, and anew when it was deleted."""

from __future__ import annotations

import logging
from typing import Any

import discord

from cogs.delivery.attempts import Attempt
from cogs.delivery.messenger import SEARCHED, UNKNOWN_MESSAGE, in_time, remove
from cogs.text.text import text_for
from engine.matches import Match, Post

__all__ = ["Threads"]

THREAD_EXISTS = 160004
WEEK = 10080
"""Minutes without a message until Discord archives the thread. A message wakes it, an edit does not."""
_THREAD = "thread"

log = logging.getLogger(__name__)


class Threads:
    """The threads of all matches."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot

    def channel(self, match: Match, channel: int) -> discord.PartialMessageable:
        """A channel or thread by its id."""
        return self.bot.get_partial_messageable(channel, guild_id=match.venue.guild or None)

    async def of(self, attempt: Attempt) -> discord.PartialMessageable:
        """The match's thread, opened from its lobby message where there is none."""
        match = attempt.match
        if attempt.notice.begun_in == _THREAD and (left := await self._left(attempt)) is not None:
            return await self._kept(attempt, left)
        post = await attempt.post("thread")
        if post is not None:
            return self.channel(match, post.channel)
        lobby = await attempt.post("lobby")
        if lobby is None:
            return await self.new(attempt)
        try:
            opened = await in_time(
                self.bot.http.start_thread_with_message(
                    lobby.channel, lobby.message, name=_name(attempt), auto_archive_duration=WEEK
                )
            )
            thread = int(opened["id"])
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                return await self.new(attempt)
            if error.code != THREAD_EXISTS:
                raise
            thread = lobby.message  # a thread has the id of the message it was opened from
        return await self._kept(attempt, thread)

    async def new(self, attempt: Attempt) -> discord.PartialMessageable:
        """A thread of its own, where the lobby message or the old thread is gone."""
        match = attempt.match
        if attempt.notice.begun_in == _THREAD:
            left = await self._left(attempt)
            if left is not None:
                return await self._kept(attempt, left)
        kind = await self._kind(match.venue.channel)
        await attempt.begin(_THREAD)
        opened = await in_time(
            self.bot.http.start_thread_without_message(
                match.venue.channel, name=_name(attempt), auto_archive_duration=WEEK, type=kind.value
            )
        )
        thread = int(opened["id"])
        kept = await self._kept(attempt, thread)
        if match.is_league:
            await self._hush(match, thread, _name(attempt))
        return kept

    async def _hush(self, match: Match, thread: int, name: str) -> None:
        """Delete Discord's line in the channel that the thread was started.

        There is one for each table of a season: together they would push the league's message out of sight.
        Discord makes none for a thread that is started from a message, but tables of leagues have none.
        """

        def is_line(message: discord.Message) -> bool:
            about = message.reference
            return (
                message.type is discord.MessageType.thread_created
                and message.author.id == self.bot.user.id
                and (message.content == name if about is None else about.channel_id == thread)
            )

        async def line() -> int | None:
            async for message in channel.history(limit=SEARCHED):
                if is_line(message):
                    return message.id
            return None

        channel = self.channel(match, match.venue.channel)
        try:
            if (said := await in_time(line())) is not None:
                await remove(channel, said)
        except (discord.HTTPException, discord.RateLimited, TimeoutError) as error:
            # The thread is what counts.
            log.info("match %d: the line above its thread stays: %s", match.id, type(error).__name__)

    async def _kind(self, channel: int) -> discord.ChannelType:
        """Return the type of a channel's threads. Discord is asked about a channel of another process."""
        parent = self.bot.get_channel(channel) or await in_time(self.bot.fetch_channel(channel))
        news = isinstance(parent, discord.TextChannel) and parent.is_news()
        return discord.ChannelType.news_thread if news else discord.ChannelType.public_thread

    async def _left(self, attempt: Attempt) -> int | None:
        """A thread that an earlier try has opened, of which nothing was heard."""
        match = attempt.match
        found = await in_time(self.bot.http.get_active_threads(match.venue.guild))
        ours = [
            int(each["id"])
            for each in found["threads"]
            if int(each["parent_id"]) == match.venue.channel
            and int(each["owner_id"]) == self.bot.user.id
            and each["name"] == _name(attempt)
        ]
        old = await attempt.post("thread")
        return max((each for each in ours if old is None or each > old.channel), default=None)

    async def _kept(self, attempt: Attempt, thread: int) -> discord.PartialMessageable:
        # At once: whatever becomes of this attempt, nobody opens another.
        post = Post(attempt.match.id, "thread", 0, thread, 0)
        await attempt.matches.posts.save_post(post)
        attempt.shows(post)
        return self.channel(attempt.match, thread)


def _name(attempt: Attempt) -> str:
    return attempt.services.label(attempt.match, text_for(attempt.match.venue.locale))[:100]
