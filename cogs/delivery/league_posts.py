"""The messages of leagues: one in each league's channel, which is changed as the season goes on."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

import discord

from cogs.delivery.league_letters import LeagueLetters, league_nonce
from cogs.delivery.messenger import UNKNOWN_MESSAGE, Messenger, is_deleted, recent, refusal_of
from cogs.pages.league import elsewhere_page, post_page
from cogs.services.services import Services
from cogs.text.text import language_of, text_for
from engine.league.season import divisions_of
from engine.league.values import League, Stage
from engine.store import Conflict
from render.kit.canvas import Theme

__all__ = ["LeaguePosts"]

log = logging.getLogger(__name__)

FIRST, ENDED = "0", "e"


def _part_shown(league: League) -> str:
    """Return the part of the league's life whose message it is: the latest season that has begun, or its end.

    ``0`` before the first season, then ``1``, ``1e``, ``2`` …
    """
    begun = [each for each in league.seasons if each.stage is not Stage.SIGN_UP]
    if not begun:
        return FIRST
    latest = max(begun, key=lambda each: each.number)
    return f"{latest.number}{ENDED if latest.stage is Stage.CLOSED else ''}"


class LeaguePosts:
    """Shows on Discord how leagues stand."""

    def __init__(self, bot: Any, services: Services) -> None:
        self.bot = bot
        self.services = services
        self.messenger = Messenger(bot, services)
        self.letters = LeagueLetters(bot, services, self.messenger)
        services.leagues.calendar.tell(self.tell)

    async def tell(self, league: League) -> bool:
        """Let the league's message show how it stands, and tell members what concerns them.

        Return whether more can be told soon.
        """
        for each in league.seasons:
            await asyncio.to_thread(divisions_of, each)  # it is remembered, and can take a tenth of a second
        await self._show(league)
        season = league.at(Stage.PLAYING)
        return season is not None and await self.letters.tell(league, season)

    async def _show(self, league: League) -> None:
        """Let the league's message show how it stands; send it where there is none.

        Each season has a message of its own, and so has its end, so that it stands low in the channel when
        there is news. The one before leads on, and that of an end keeps its podium, without buttons.
        """
        server = await self.services.matches.hours.server(league.guild)
        # What moderators set later counts for leagues that are there already.
        league = replace(league, locale=language_of(server.locale or league.locale))
        text = text_for(league.locale)
        page = await post_page(self.services, league, Theme.DARK, text)
        part = _part_shown(league)
        shown = f"{part}:{page.digest}"
        if shown == league.shown and league.post is not None:
            return
        old = league.post if league.shown.partition(":")[0] != part else None
        if old is not None:
            league = replace(league, post=None)
        channel = self.bot.get_partial_messageable(league.channel, guild_id=league.guild)
        try:
            post = await self._changed(channel, league, page)
            if post is None:
                post = await self._sent(channel, league, page, part)
            if old is not None:
                await self._leave(channel, league, old, part)
        except (discord.HTTPException, TimeoutError) as error:
            # A channel that is gone or closed, or Discord in trouble: tables go on, and it is tried again.
            log.info("league %d: its message cannot be sent: %s", league.id, type(error).__name__)
            return
        await self._note(league.id, post, shown)

    async def _leave(self, channel: Any, league: League, old: int, part: str) -> None:
        """Let an older message lead on: that of a sign-up says that the season has begun, that of a season
        that it is over, for it may have missed the last results; that of an end keeps its podium."""
        before, text = league.shown.partition(":")[0], text_for(league.locale)
        if before == FIRST:
            season = min(each.number for each in league.seasons)
            page = elsewhere_page(self.services, league, season, "begun", text)
            await refusal_of(self.messenger.edit(channel, old, page))  # it may be gone
        elif part == f"{before}{ENDED}":
            page = elsewhere_page(self.services, league, int(before), "ended", text)
            await refusal_of(self.messenger.edit(channel, old, page))
        else:
            await self.messenger.retire(channel, old)

    async def _changed(self, channel: Any, league: League, page: Any) -> int | None:
        if league.post is None:
            return None
        try:
            await self.messenger.edit(channel, league.post, page)
        except discord.HTTPException as error:
            if not is_deleted(error, UNKNOWN_MESSAGE):
                raise
            return None
        return league.post

    async def _sent(self, channel: Any, league: League, page: Any, part: str) -> int:
        # The same for every try; another database's leagues have other clicks.
        nonce = league_nonce(f"league:{league.id}:{league.click}:{part}")
        for left in await recent(self.bot, channel) or ():
            if left.is_of(nonce):
                return left.message
        return await self.messenger.send(channel, page, nonce)

    async def _note(self, league: int, post: int, shown: str) -> None:
        try:
            await self.services.leagues.leagues.note_post(league, post, shown)
        except Conflict as error:
            log.info("league %d: %s", league, error)
