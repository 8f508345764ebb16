"""`/history`, and the context menus of messages and people: matches that are over.

Whoever may not see the place of a match finds it nowhere: each list is asked for with the channels that its
reader may view now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.actions.match_actions import MatchActions
from cogs.answering.answers import Page, answer, words
from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.history import LISTED, Shelf, archive_file, history_page, ours_page
from cogs.services.services import SUGGESTED, Reader, Services
from cogs.text.text import Text, clean_name, text_for
from cogs.text.translation import locale_string, localized_choices, localized_command
from engine.game import Refusal
from engine.matches import SearchWord, Status, Venue
from engine.store import EndedSearch

__all__ = ["HistoryCog", "setup"]

IN_FILE = 100
"""Matches in one file: the last ones."""
BETWEEN = 300
"""Matches of two people that are counted: the last ones."""
SEASONS = 100
"""Seasons of a server that can be chosen: the latest."""
Choices = list[app_commands.Choice[int]]


class HistoryCog(commands.Cog):
    """Matches that are over."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.services: Services = bot.services
        self.actions: MatchActions = bot.actions
        self.services.verbs.add_from(self)
        self.menus = (
            app_commands.ContextMenu(name=locale_string("menu.watch"), callback=self.watch_this),
            app_commands.ContextMenu(name=locale_string("menu.ours"), callback=self.our_matches),
        )

    async def cog_load(self) -> None:
        """Add the context menus, which belong to no cog in discord.py."""
        for each in self.menus:
            self.bot.tree.add_command(each)

    async def cog_unload(self) -> None:
        """Take the context menus away again."""
        for each in self.menus:
            self.bot.tree.remove_command(each.name, type=each.type)

    # The archive

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @localized_command("history", choices={"whose": localized_choices("whose", ["mine", "server"])})
    async def history(
        self,
        interaction: Interaction,
        whose: str = "mine",
        game: app_commands.Range[str, 1, 40] | None = None,
        person: discord.User | None = None,
        season: int | None = None,
        match: int | None = None,
    ) -> None:
        reader = await self.services.reader_of(interaction)
        if match is not None:
            found = await self.services.visible_match(interaction, match)
            await answer(interaction, self.actions.replaying.opened(found.id, reader))
            return
        key = None if game is None else self._game_called(game)
        other = None if person is None else person.id
        shelf = Shelf(whose == "server", key, other, 0, season if season and 0 < season < 10**10 else None)
        await answer(interaction, self._page(interaction, shelf, reader))

    def _game_called(self, name: str) -> str:
        for key, face in self.services.faces.items():
            if name.strip().casefold() in (key, face.game.title.casefold()):
                return key
        raise Refusal("unknown_value", value=name[:40])

    @history.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed = current.strip().casefold()
        titles = {key: face.game.title for key, face in self.services.faces.items()}
        found = [(key, title) for key, title in titles.items() if typed in title.casefold()]
        return [app_commands.Choice(name=title, value=key) for key, title in found[:SUGGESTED]]

    @history.autocomplete("match")
    async def _ended(self, interaction: Interaction, current: str) -> Choices:
        """Suggest matches that are over, of one's own or, where that was chosen, of the server."""
        text = text_for(self.services.language_of(interaction))
        given = interaction.namespace
        of_server = getattr(given, "whose", None) == "server"
        try:
            search = await self._search(
                interaction, Shelf(of_server), self.services.search_words(current, text)
            )
            if search is None:
                return []
            found = await self.services.matches.history.suggest(search, SUGGESTED)
        except Refusal:
            return []
        return [app_commands.Choice(name=self.services.label(each, text), value=each.id) for each in found]

    @verb("history", in_place=True, personal=True)
    async def press_history(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        shelf, action = Shelf.read(control)
        if action == "b":
            chosen = values[0] if len(values) == 1 else ""
            if chosen != "-" and chosen not in self.services.faces:
                raise Refusal("unknown_control")
            shelf = replace(shelf, game=None if chosen == "-" else chosen, number=0)
        reader = await self.services.reader_of(interaction)
        pressed = interaction.message
        own = pressed is not None and pressed.flags.ephemeral
        await answer(interaction, self._page(interaction, shelf, reader), edit=own)

    @verb("historyfile", personal=True)
    async def press_file(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        shelf, _ = Shelf.read(control)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._file(interaction, shelf, reader))

    async def _page(self, interaction: Interaction, shelf: Shelf, reader: Reader) -> Page:
        search = await self._search(interaction, shelf)
        history, skip = self.services.matches.history, shelf.number * LISTED
        found = [] if search is None else await history.find(search, skip, LISTED + 1)
        here, named = interaction.guild_id is not None, ""
        if shelf.season is not None:
            named = dict(await self._seasons(interaction, reader.text)).get(shelf.season, f"{shelf.season}")
        return await history_page(
            self.services, shelf, found[:LISTED], len(found) > LISTED, reader, server=here, season=named
        )

    async def _seasons(self, interaction: Interaction, text: Text) -> list[tuple[int, str]]:
        """Return the seasons of leagues in channels of the server that the person may view, with names."""
        guild = interaction.guild_id
        if guild is None:
            return []
        found, seen = list[tuple[int, str]](), dict[int, bool]()
        for season, channel, game, number in await self.services.matches.history.seasons(guild, SEASONS):
            if channel not in seen:
                venue = Venue(guild, channel, text.language)
                seen[channel] = await self.services.access.may_view(interaction.user, venue)
            if seen[channel] and game in self.services.faces:
                title = self.services.face(game).game.title
                found.append((season, text.plain("history.season.name", game=title, number=number)))
        return found

    @history.autocomplete("season")
    async def _season(self, interaction: Interaction, current: str) -> Choices:
        text, typed = text_for(self.services.language_of(interaction)), current.strip().casefold()
        found = await self._seasons(interaction, text)
        return [
            app_commands.Choice(name=name, value=season) for season, name in found if typed in name.casefold()
        ][:SUGGESTED]

    async def _file(self, interaction: Interaction, shelf: Shelf, reader: Reader) -> Page:
        search = await self._search(interaction, shelf)
        history = self.services.matches.history
        found = [] if search is None else await history.find(search, 0, IN_FILE)
        if not found:
            return words(reader.text("history.none"))
        records = await history.records([each.match for each in found])
        packed = await asyncio.to_thread(archive_file, self.services, found, records, reader)
        page = words(reader.text("history.packed", n=len(found)))
        return page.enclose("longtable-history.zip", packed)

    async def _search(
        self, interaction: Interaction, shelf: Shelf, typed: tuple[SearchWord, ...] = ()
    ) -> EndedSearch | None:
        """Return what is looked for, in the channels that the person may view now; `None` for nothing.

        Raises `Refusal` ``not_here`` for a server's matches in direct messages.
        """
        person = interaction.user.id
        if not shelf.of_server:
            channels = await self._seen(interaction, resigned=person)
            return EndedSearch(channels, person, None, shelf.game, shelf.other, typed, shelf.season)
        if interaction.guild_id is None:
            raise Refusal("not_here")
        channels = await self._seen(interaction, guild=interaction.guild_id)
        if not channels:
            return None
        guild, game = interaction.guild_id, shelf.game
        return EndedSearch(channels, None, guild, game, shelf.other, typed, shelf.season)

    async def _seen(
        self, interaction: Interaction, *, guild: int | None = None, resigned: int | None = None
    ) -> list[int]:
        """Return those channels where matches ended that the person may view."""
        places = await self.services.matches.history.channels(guild=guild, resigned=resigned)
        return [
            channel
            for server, channel, locale in places
            if await self.services.access.may_view(interaction.user, Venue(server, channel, locale))
        ]

    # Context menus

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def watch_this(self, interaction: Interaction, message: discord.Message) -> None:
        """Open the match of a message of ours."""
        reader = await self.services.reader_of(interaction)
        match = await self._match_of(interaction, message)
        if match is None:
            await answer(interaction, words(reader.text("menu.no_match")))
            return
        found = await self.services.visible_match(interaction, match)
        if found.status is Status.LOBBY:
            raise Refusal("not_started", match=match)
        await answer(interaction, self.actions.replaying.opened(match, reader))

    async def _match_of(self, interaction: Interaction, message: discord.Message) -> int | None:
        """Return the match of which a message shows something; `None` for anybody else's message."""
        own = interaction.client.user
        if own is None or message.author.id != own.id:
            return None
        shown = await self.services.matches.history.shown_by(
            message.channel.id, message.id, interaction.user.id
        )
        if len(shown) == 1:
            return shown[0]
        return next((match for match in _named(message) if match), None)

    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def our_matches(self, interaction: Interaction, user: discord.User | discord.Member) -> None:
        """Show the results between the person who asks and another."""
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._ours(reader, user.id, clean_name(user.display_name)))

    async def _ours(self, reader: Reader, other: int, name: str) -> Page:
        if other == reader.person:
            raise Refusal("ours_alone")
        search = EndedSearch((), reader.person, None, None, other)
        found = await self.services.matches.history.find(search, 0, BETWEEN)
        return ours_page(self.services, found, reader, other, name)


def _named(message: discord.Message) -> Sequence[int]:
    """Return the matches that the buttons of a message are about."""
    found = list[int]()
    for component in message.components:
        for item in getattr(component, "children", ()) or ():
            control = Control.parse(str(getattr(item, "custom_id", "") or ""))
            if control is not None:
                found.append(control.match)
    return found


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(HistoryCog(bot))
