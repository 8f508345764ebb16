"""The news of servers: one message in the channel that its moderators chose, a quarter of an hour apart.

What matches' changes have added to a server's lane is said together. A message that was begun is on record:
whoever comes after a killed process looks for it before sending it again. A channel that lets nothing in any
more ends the lane, and the person who chose it is told.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import aiohttp
import discord

from cogs.answering.answers import classic_page
from cogs.answering.failures import is_refused, retry_delay
from cogs.delivery.messenger import UNKNOWN_CHANNEL, Messenger, in_time, recent
from cogs.pages.club import NewsItems, news_page
from cogs.services.services import Services
from cogs.text.text import Markup, text_for
from engine.game import Refusal
from engine.matches import Match, Status, Venue
from engine.store import Bulletin, BulletinKind, ServerLane, StoreError

__all__ = ["ServerNewsPosts"]

AT_ONCE = 4
"""Servers that are told something at the same time."""
THROTTLED_WAIT = 1.0
"""Seconds until the next look while nothing may be sent unasked."""
RETRY = timedelta(minutes=1)
"""Time after which what failed for now is tried again."""
NONCE = 24
"""Characters of a nonce; Discord takes 25."""
UNKNOWN_SERVER = 10004
CLOSED = (UNKNOWN_CHANNEL, UNKNOWN_SERVER, 50001, 50013)
"""Unknown channel or server, no access, no permission: the channel lets nothing in any more."""
_PASSING = (Refusal, discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)

log = logging.getLogger(__name__)


def _nonce(*parts: object) -> str:
    return hashlib.sha256(":".join(map(str, parts)).encode("ascii")).hexdigest()[:NONCE]


class ServerNewsPosts:
    """Says the news of servers until cancelled."""

    def __init__(self, bot: Any, services: Services) -> None:
        self.bot = bot
        self.services = services
        self.matches = services.matches
        self.messenger = Messenger(bot, services)
        self.is_throttled: Callable[[], bool] = lambda: False
        """A check that is true while nothing may be sent unasked."""

    async def run(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Say what is due, some servers at once, until cancelled; `pulse` is called at each turn."""
        tasks = set[asyncio.Task[None]]()
        try:
            while True:
                pulse()
                tasks = {each for each in tasks if not each.done()}
                if self.is_throttled():
                    await asyncio.sleep(THROTTLED_WAIT)
                    continue
                try:
                    lanes = await self.matches.server_news.take(AT_ONCE - len(tasks))
                    if not lanes and not tasks:
                        await self.matches.server_news.wait()
                except StoreError as error:
                    log.error("the news of servers have to wait: %s", error)
                    await asyncio.sleep(RETRY.total_seconds())
                    continue
                tasks |= {asyncio.create_task(self.say(lane), name=f"news-{lane.id}") for lane in lanes}
                if tasks:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def say(self, lane: ServerLane) -> None:
        """Say what waits in a lane that was taken, and give it back."""
        try:
            try:
                await self._say(lane)
            except StoreError:
                raise
            except Exception as error:
                if isinstance(error, _PASSING):
                    log.info("server lane %d has to wait: %s", lane.id, error or type(error).__name__)
                else:
                    log.exception("server lane %d: its news cannot be told now", lane.id)
                await self.matches.server_news.put_off(
                    lane, max(RETRY, timedelta(seconds=retry_delay(error)))
                )
        except StoreError as error:
            log.error("server lane %d falls due again: %s", lane.id, error)

    async def _say(self, lane: ServerLane) -> None:
        news = self.matches.server_news
        if lane.is_closed:
            await self._end(lane)
            return
        told = await news.bulletins(lane)
        if lane.begun:
            told = [each for each in told if each.id <= lane.begun]
        if not told:
            await news.note_said(lane, lane.begun, was_sent=False)
            return
        last = told[-1]
        channel = self.bot.get_partial_messageable(lane.channel, guild_id=lane.guild)
        if not await self.services.access.is_there(Venue(lane.guild, lane.channel, lane.locale)):
            if await news.note_closed(lane):
                await self._end(lane)
            return
        nonce = _nonce("news", lane.guild, lane.id, last.id, int(last.at.timestamp()))
        try:
            if lane.begun and any(each.is_of(nonce) for each in await recent(self.bot, channel) or ()):
                await news.note_said(lane, last.id, was_sent=True)
                return
            page = await news_page(self.services, await self._items(lane, told), text_for(lane.locale))
            if page is None:
                await news.note_said(lane, last.id, was_sent=False)
                return
            if not await news.note_begun(lane, last.id):
                return
            await self.messenger.send(channel, page, nonce)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            if error.code in CLOSED or isinstance(error, discord.Forbidden):
                if await news.note_closed(lane):
                    await self._end(lane)
                return
            log.error("server lane %d: Discord does not take its news: %s", lane.id, error)
            await news.note_said(lane, last.id, was_sent=False)
            return
        await news.note_said(lane, last.id, was_sent=True)

    async def _items(self, lane: ServerLane, told: Sequence[Bulletin]) -> NewsItems:
        """Return what there is to tell: each match once, and none in a place that a reader may not see."""
        known = await self.matches.inboxes.public_matches(tuple({each.match for each in told}))
        items, seen = NewsItems(), dict[int, bool]()
        for kind, parts in (
            (BulletinKind.OVER, items.over),
            (BulletinKind.SEAT, items.seats),
            (BulletinKind.OPENED, items.opened),
        ):
            for number in dict.fromkeys(each.match for each in told if each.kind is kind):
                match = known.get(number)
                if match is None or not _holds(kind, match) or match.venue.guild != lane.guild:
                    continue
                place = match.venue.channel
                if place not in seen:
                    readers = Venue(lane.guild, lane.channel, lane.locale)
                    seen[place] = await self.services.access.sees_all_of(readers, match.venue)
                if seen[place]:
                    parts.append(match)
        return items

    async def _end(self, lane: ServerLane) -> None:
        """Tell who chose the channel that there are no news any more, where that is possible."""
        if lane.chosen_by > 0:
            reader = await self.services.reader(lane.chosen_by)
            page = classic_page(reader.text("news.closed", channel=Markup(f"<#{lane.channel}>")))
            try:
                inbox = await in_time(self.bot.http.start_private_message(lane.chosen_by))
                channel = self.bot.get_partial_messageable(int(inbox["id"]))
                nonce = _nonce("closed", lane.guild, lane.id, lane.channel)
                await self.messenger.send(channel, page, nonce, silent=True)
            except discord.HTTPException as error:
                if not is_refused(error):
                    raise
        await self.matches.server_news.drop(lane)


def _holds(kind: BulletinKind, match: Match) -> bool:
    """Return whether there is still something to tell, of a table that was open to all.

    Tables of leagues are for their members alone, too: the league's message tells of them.
    """
    if match.is_private or match.lobby.guests_only:
        return False
    match kind:
        case BulletinKind.OVER:
            return match.status is Status.OVER
        case BulletinKind.SEAT:
            return bool(match.free_seats)
        case BulletinKind.OPENED:
            return match.status is Status.LOBBY and match.free > 0
