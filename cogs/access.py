"""Who may look at a match: whoever may view the place where it is played, and who sits there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

import aiohttp
import discord
from discord.abc import GuildChannel

from engine.matches import Match, Place

__all__ = ["Access", "views"]

log = logging.getLogger("longtable.access")

T = TypeVar("T")
Somebody = discord.User | discord.Member

KEPT_SECONDS = 60.0
"""How long an answer of Discord's is used."""
KEPT = 4096
ASKING_SECONDS = 2.0
"""How long Discord may think about it: suggestions cannot be deferred."""
_UNANSWERED = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)


def views(channel: GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Whether the member may view the channel, a public thread's parent for it; private threads no."""
    if isinstance(channel, discord.Thread):
        if channel.is_private() or channel.parent is None:
            return False
        channel = channel.parent
    return channel.permissions_for(member).view_channel


class Access:
    """The one place that decides who may look at a match. What Discord does not answer is a no."""

    def __init__(self, client: discord.Client | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._asked: OrderedDict[tuple[int, ...], tuple[float, asyncio.Task[Any]]] = OrderedDict()

    async def may_see(self, somebody: Somebody, match: Match) -> bool:
        """Whether somebody sits at the match or may view its place."""
        return match.seat_of(somebody.id) is not None or await self.may_view(somebody, match.place)

    async def may_view(self, somebody: Somebody, place: Place) -> bool:
        """Whether somebody may view the place.

        `somebody` with an interaction's own roles, where it comes from that very server; otherwise Discord is
        asked for them, and for the channel where the server is not served by this process.
        """
        if self._client is None or not place.guild:
            return False
        guild = self._client.get_guild(place.guild)
        channel = None if guild is None else guild.get_channel_or_thread(place.channel)
        if guild is None or channel is None:
            key = (somebody.id, place.guild, place.channel)
            return bool(await self._known(key, lambda: self._fetch(somebody.id, place)))
        if isinstance(somebody, discord.Member) and somebody.guild.id == guild.id:
            return views(channel, somebody)
        member = await self._known((somebody.id, guild.id), lambda: guild.fetch_member(somebody.id))
        return member is not None and views(channel, member)

    async def _fetch(self, person: int, place: Place) -> bool:
        """Ask Discord for everything that decides."""
        client = cast(discord.Client, self._client)
        guild = await client.fetch_guild(place.guild, with_counts=False)
        channel = await guild.fetch_channel(place.channel)
        if isinstance(channel, discord.Thread):
            if channel.is_private():
                return False
            channel = await guild.fetch_channel(channel.parent_id)
        return views(channel, await guild.fetch_member(person))

    async def _known(self, key: tuple[int, ...], ask: Callable[[], Awaitable[T]]) -> T | None:
        """What Discord answers or has just answered; `None` when it does not."""
        now = self._clock()
        until, task = self._asked.get(key, (now, None))
        if task is None or until <= now:
            task = asyncio.create_task(_answered(ask))
            self._asked[key] = now + KEPT_SECONDS, task
        self._asked.move_to_end(key)
        while len(self._asked) > KEPT:
            self._asked.popitem(last=False)
        return await asyncio.shield(task)


async def _answered(ask: Callable[[], Awaitable[T]]) -> T | None:
    try:
        async with asyncio.timeout(ASKING_SECONDS):
            return await ask()
    except _UNANSWERED as error:
        log.debug("Discord does not say who may view a place: %s", type(error).__name__)
        return None
