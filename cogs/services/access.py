"""The right to look at a match: all have it who sit there or may view its venue."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar, cast

import aiohttp
import discord
from discord.abc import GuildChannel

from cogs.answering.failures import is_refused
from cogs.services.readership import sees_all_of
from cogs.text.text import clean_name
from engine.game import Refusal
from engine.matches import Guest, Match, Venue

__all__ = ["Access", "views"]

log = logging.getLogger("longtable.access")

T = TypeVar("T")
Somebody = discord.User | discord.Member | discord.Object
Asked = tuple[str, int, int]
"""A question to Discord: its kind, the server, and the channel or person there."""

KEPT_SECONDS = 60.0
"""Seconds for which an answer of Discord's is used."""
KEPT = 4096
ASKING_SECONDS = 2.0
"""Seconds that Discord may take to answer: suggestions cannot be deferred."""
_NO_MEMBER = (10007, 10013)
"""Unknown member, unknown user."""
_UNANSWERED = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)


def views(channel: GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Return True if the member may view the channel (a public thread's parent, no private thread)."""
    if isinstance(channel, discord.Thread):
        if channel.is_private() or channel.parent is None:
            return False
        channel = channel.parent
    return channel.permissions_for(member).view_channel


class Access:
    """The one place that decides who may look at a match. What Discord refuses to answer is a no."""

    def __init__(self, client: discord.Client | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._asked: OrderedDict[Asked, tuple[float, asyncio.Task[Any]]] = OrderedDict()

    async def may_see(self, somebody: Somebody, match: Match) -> bool:
        """Return whether somebody sits at the match or may view its venue; a private table has none.

        Raises `Refusal` as `may_view` does.
        """
        if match.is_private:
            return any(somebody.id in (one.person, one.resigned) for one in match.occupants)
        return match.seat_of(somebody.id) is not None or await self.may_view(somebody, match.venue)

    async def may_view(self, somebody: Somebody, venue: Venue) -> bool:
        """Return whether somebody may view the venue.

        `somebody` with an interaction's own roles, where it comes from that very server; otherwise Discord is
        asked for them, and for the channel where the server is not served by this process. Raises `Refusal`
        ``access_unknown`` while Discord cannot answer: nothing is shown then, and the next try asks again.
        """
        if self._client is None or not venue.guild:
            return False
        try:
            async with asyncio.timeout(ASKING_SECONDS):
                channel = await self._channel(venue)
                if channel is None:
                    return False
                member = somebody
                if not isinstance(member, discord.Member) or member.guild.id != venue.guild:
                    member = await self._member(somebody.id, channel.guild)
        except TimeoutError as error:
            raise Refusal("access_unknown") from error
        return member is not None and views(channel, member)

    async def is_there(self, venue: Venue) -> bool:
        """Return whether Discord shows the venue to the bot. Raises `Refusal` ``access_unknown``."""
        return self._client is not None and bool(venue.guild) and await self._channel(venue) is not None

    async def sees_all_of(self, readers: Venue, place: Venue) -> bool:
        """Return whether everybody who may view the channel `readers` may view the `place` too, for sure.

        Raises `Refusal` ``access_unknown`` while Discord cannot answer.
        """
        if self._client is None or not place.guild or readers.guild != place.guild:
            return False
        first, second = await self._channel(readers), await self._channel(place)
        return first is not None and second is not None and sees_all_of(first, second)

    async def guests(self, people: Sequence[int], venue: Venue) -> tuple[Guest, ...]:
        """Return the guests that somebody would like to invite to a table at this venue.

        Raises `Refusal` ``guest_unknown``, ``guest_bot``, ``guest_blind``, or as `may_view` does.
        """
        return tuple([await self._guest(person, venue) for person in people])

    async def _guest(self, person: int, venue: Venue) -> Guest:
        channel = None if self._client is None else await self._channel(venue)
        if channel is None:
            raise Refusal("access_unknown")
        member = await self._member(person, channel.guild)
        if member is None:
            raise Refusal("guest_unknown")
        name = clean_name(member.display_name)
        if member.bot:
            raise Refusal("guest_bot", who=name)
        if not views(channel, member):
            raise Refusal("guest_blind", who=name)
        return Guest(person, name)

    async def find_departed(self, match: Match) -> frozenset[int]:
        """Return the people at the match who have left its server.

        People of whom Discord cannot tell do not count.
        """
        return await self.find_leavers(sorted(match.persons), match.venue.guild)

    async def find_leavers(self, persons: Sequence[int], guild: int) -> frozenset[int]:
        """Return those of the people who have left the server. People of whom Discord cannot tell do not
        count.
        """
        found = await asyncio.gather(*(self._has_left(person, guild) for person in persons))
        return frozenset(person for person, left in zip(persons, found, strict=True) if left)

    async def shut_out(self, match: Match) -> frozenset[int]:
        """Return the people at the match for whom `is_shut_out` is true. Raises `Refusal` as that does."""
        persons = sorted(person for person in match.persons if person > 0)
        found = await asyncio.gather(*(self.is_shut_out(match, person) for person in persons))
        return frozenset(person for person, shut_out in zip(persons, found, strict=True) if shut_out)

    async def is_shut_out(self, match: Match, person: int) -> bool:
        """Return whether the person has left the match's server, or may not see its venue or speak there now.

        Moderators can bring that about. So can they where Discord shows the venue to the bot no more: it was
        deleted, or hidden from the bot, or the bot was put out; then everybody counts as shut out. Raises
        `Refusal` ``access_unknown`` while Discord cannot tell.
        """
        if self._client is None or not match.venue.guild:
            return False
        channel = await self._channel(match.venue)
        if channel is None:
            return True
        member = await self._member(person, channel.guild)
        return member is None or member.is_timed_out() or not views(channel, member)

    async def _has_left(self, person: int, guild: int) -> bool:
        client = self._client
        if client is None or not guild:
            return False

        async def is_member() -> bool:
            try:
                await client.http.get_member(guild, person)
            except discord.NotFound as error:
                if error.code not in _NO_MEMBER:
                    raise
                return False
            return True

        try:
            return await self._ask_once(("there", guild, person), is_member) is False
        except Refusal:
            return False

    async def _channel(self, venue: Venue) -> GuildChannel | discord.Thread | None:
        """Return the venue as this process knows it, or as Discord tells; `None` if it refuses to.

        Raises `Refusal` ``access_unknown``.
        """
        client = cast(discord.Client, self._client)
        guild = client.get_guild(venue.guild)
        known = None if guild is None else guild.get_channel_or_thread(venue.channel)
        if known is not None:
            return known
        return await self._ask_once(("channel", venue.guild, venue.channel), lambda: self._fetch(venue))

    async def _fetch(self, venue: Venue) -> GuildChannel:
        """Ask Discord for the channel whose overwrites decide: a thread's parent, none of a private one."""
        client = cast(discord.Client, self._client)
        guild = await client.fetch_guild(venue.guild, with_counts=False)
        channel = await guild.fetch_channel(venue.channel)
        if isinstance(channel, discord.Thread):
            if channel.is_private():
                raise discord.InvalidData
            channel = await guild.fetch_channel(channel.parent_id)
        return cast(GuildChannel, channel)

    async def _member(self, person: int, guild: discord.Guild) -> discord.Member | None:
        """Return somebody's roles there, as Discord tells; `None` if it refuses to.

        Raises as `_channel` does.
        """
        return await self._ask_once(("member", guild.id, person), lambda: guild.fetch_member(person))

    async def _ask_once(self, key: Asked, ask: Callable[[], Awaitable[T]]) -> T | None:
        """Return Discord's answer, or the one it has just given; `None` if it refuses one.

        Failures are not kept.
        """
        now = self._clock()
        until, task = self._asked.get(key, (now, None))
        if task is None or until <= now:
            task = asyncio.create_task(_ask(ask))
            task.add_done_callback(partial(self._forget_failure, key))
            self._asked[key] = now + KEPT_SECONDS, task
        self._asked.move_to_end(key)
        while len(self._asked) > KEPT:
            self._asked.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except _UNANSWERED as error:
            log.info("Discord cannot say who may view a venue: %s", error or type(error).__name__)
            raise Refusal("access_unknown") from error

    def _forget_failure(self, key: Asked, task: asyncio.Task[Any]) -> None:
        failed = task.cancelled() or task.exception() is not None
        if failed and self._asked.get(key, (0.0, None))[1] is task:
            del self._asked[key]


async def _ask(ask: Callable[[], Awaitable[T]]) -> T | None:
    """Return Discord's answer; `None` if it refuses one. Raises `_UNANSWERED` if it fails for now."""
    try:
        async with asyncio.timeout(ASKING_SECONDS):
            return await ask()
    except (discord.HTTPException, discord.InvalidData) as error:
        if isinstance(error, discord.HTTPException) and not is_refused(error):
            raise
        log.debug("Discord does not say who may view a venue: %s", error)
        return None
