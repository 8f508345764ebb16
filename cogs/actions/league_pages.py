"""The pages of a league, with what they need of the database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from cogs.actions.league_options import pack_options, read_options, unpack_options
from cogs.actions.opening import NEEDED, table_language
from cogs.answering.answers import Page, words
from cogs.answering.interaction import Interaction
from cogs.pages.league import league_page, manage_list, manage_page
from cogs.pages.league_opening import opening_page
from cogs.pages.league_tables import OpenTable
from cogs.services.services import Reader, Services
from cogs.text.text import Markup, Text
from engine.game import Refusal
from engine.league.season import divisions_of
from engine.league.values import Act, League, Stage
from engine.match.values import Post, Venue

__all__ = ["LeaguePages"]

ACTS = 10
"""Lines of the log that are shown."""
PAIRS = 5
"""Pairs that are named to moderators."""


class LeaguePages:
    """The pages of leagues for members and moderators, and the opening of a league."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.leagues = services.leagues.leagues

    async def page(self, league: League, reader: Reader, division: int | None = None, part: int = 0) -> Page:
        """Return a member's page of the league; `division` is the one to show, by default the own one.

        `part` is that of the divisions to choose from.
        """
        season = league.at(Stage.PLAYING) or league.at(Stage.CLOSED)
        if season is not None:
            await asyncio.to_thread(divisions_of, season)  # it is remembered
        mine = [table for table in (() if season is None else season.tables) if reader.person in table.seats]
        matches = [table.match for table in mine if table.match is not None]
        posts: Sequence[Post] = (
            await self.services.matches.posts.posts_of(matches, "thread") if matches else ()
        )
        threads = {each.match: each for each in posts}
        # From the rows: a log is folded only where these do not tell.
        asked = await self.services.matches.inboxes.waiting_for(reader.person)
        tables = [
            OpenTable(
                table,
                threads.get(table.match or 0),
                is_asked=(call := asked.get(table.match or 0)) is not None,
                deadline=None if call is None else call.deadline,
            )
            for table in mine
        ]
        rating = (await self.services.leagues.ratings.of_game(league.game)).get(reader.person)
        return await league_page(self.services, league, reader, tables, division, rating, part)

    async def manage(self, league: League, text: Text, part: int = 0) -> Page:
        """Return a moderator's page of the league, with that part of its tables to choose from."""
        acts = [_act_said(each, text) for each in await self.leagues.acts(league.id, ACTS)]
        found = await self.leagues.favours(league.id)
        pairs = [
            text(
                "league.favour",
                one=Markup(f"<@{each.one}>"),
                other=Markup(f"<@{each.other}>"),
                n=each.meetings,
            )
            for each in found[:PAIRS]
        ]
        if pairs:
            pairs = [text("league.favours"), *pairs, text("league.favours_modest")]
        return manage_page(self.services, league, [*acts, *pairs], text, part)

    async def ask_to_open(
        self, interaction: Interaction, reader: Reader, game: str, seats: int, channel: Any, typed: str = ""
    ) -> Page:
        """Return the question whether to open a league of this server, in that channel or this one.

        It says what will happen; nothing is public before it is answered. Raises `Refusal`
        ``no_thread_here``, ``permissions``, or as `Leagues.open`.
        """
        options = read_options(self.services.face(game).game, typed)
        venue = await self._venue(interaction, reader, channel or interaction.channel)
        await self.leagues.check_opening(game, options, seats, venue)
        packed = pack_options(self.services.face(game).game, options)
        return opening_page(self.services, game, options, packed, seats, venue, reader.text)

    async def open_for(self, interaction: Interaction, reader: Reader, argument: str) -> Page:
        """Open the league of such a question's button, and show it to the moderator.

        Raises `Refusal` ``unknown_control``, or as `ask_to_open`.
        """
        game, seats, channel, packed = (*argument.split("|"), "", "", "")[:4]
        if game not in self.services.faces or not (seats.isdecimal() and len(seats) == 1):
            raise Refusal("unknown_control")
        if interaction.guild is None or not channel.isdecimal() or len(channel) > 20:
            raise Refusal("unknown_control")
        options = unpack_options(self.services.face(game).game, packed)
        venue = await self._venue(interaction, reader, interaction.guild.get_channel(int(channel)))
        league = await self.leagues.open(game, options, int(seats), venue, reader.person, interaction.id)
        return await self.manage(league, reader.text)

    async def _venue(self, interaction: Interaction, reader: Reader, place: Any) -> Venue:
        """Return the channel of a league, where the bot may do what it has to."""
        if not isinstance(place, discord.TextChannel):
            raise Refusal("no_thread_here")
        here = place.id == interaction.channel_id
        may = interaction.app_permissions if here else place.permissions_for(place.guild.me)
        if missing := [name for name in NEEDED if not getattr(may, name)]:
            names = reader.text.list(f"**{reader.text(f'permission.{name}')}**" for name in missing)
            raise Refusal("permissions", permissions=names, n=len(missing))
        server = await self.services.matches.hours.server(place.guild.id)
        return Venue(place.guild.id, place.id, table_language(interaction, server.locale))

    async def manage_all(self, guild: int, text: Text) -> Page:
        """Return a moderator's page of the server's leagues: of one all, of several a list."""
        leagues = await self.leagues.of_guild(guild)
        if len(leagues) == 1:
            return await self.manage(leagues[0], text)
        if not leagues:
            return words(text("league.none_to_manage"))
        return manage_list(self.services, leagues, text)


def _act_said(act: Act, text: Text) -> Markup:
    by = text("league.by_house") if act.by is None else Markup(f"<@{act.by}>")
    about: dict[str, Any] = dict(act.about)
    if "person" in about:
        about["person"] = Markup(f"<@{about['person']}>")
    return text(f"league.act.{act.what}", when=text.when(act.at, "d"), by=by, **about)
