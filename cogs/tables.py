"""`/tables`: the open tables and free seats of a server that one can see, with a way to sit down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answering.answers import Page, answer
from cogs.answering.controls import Control, Press, button
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.absence import stakes_in_words
from cogs.pages.club import free_seat_line, match_link, sit_button
from cogs.pages.inbox import channel_link
from cogs.pages.wishes import wish_buttons
from cogs.services.services import Reader, Services, names_of
from cogs.text.text import Markup, Text
from cogs.text.translation import localized_command
from engine.game import Refusal, Seat
from engine.matches import Match
from engine.store import StoreError

__all__ = ["TablesCog", "setup"]

LISTED = 6
"""Tables on one page."""
READ = 500
"""Tables looked through: as many as a server may have."""


class TablesCog(commands.Cog):
    """The list of a server's open tables."""

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.services.verbs.add_from(self)

    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @localized_command("tables")
    async def tables(self, interaction: Interaction) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._page(interaction, reader, 0))

    @verb("tables", in_place=True, personal=True)
    async def press_tables(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        number = int(control.argument) if control.argument.isdecimal() else 0
        await answer(interaction, self._page(interaction, reader, number), edit=True)

    async def _page(self, interaction: Interaction, reader: Reader, number: int) -> Page:
        """Return one page of the list, `number` from 0 on, or the nearest there is."""
        text, tables = reader.text, await self._open_to(interaction)
        seats = await self._free_seats(interaction)
        if not tables and not seats:
            games = button(Control(0, "door"), text.plain("door.button"), style=discord.ButtonStyle.primary)
            return Page().say(text("tables.none")).row(games, *wish_buttons(self.services, text))
        pages = -(-(len(tables) + len(seats)) // LISTED)
        number = min(max(number, 0), pages - 1)
        begin, end = number * LISTED, (number + 1) * LISTED
        page = Page()
        if shown := tables[begin:end]:
            page.say(text("tables.title", n=len(tables)))
        for match in shown:
            if match.id in self.services.matches.loader.damaged_matches:
                page.say(Markup(f"{self._name(match, text)} · {text('turns.damaged')}"))
            else:
                page.section(self._line(match, reader), self._way_in(match, reader))
        if free := seats[max(0, begin - len(tables)) : max(0, end - len(tables))]:
            page.say(text("tables.free_seats", n=len(seats)))
        for match, seat in free:
            page.section(await self._seat_line(match, seat, text), sit_button(match, seat, text))
        ways = _pages(number, pages, reader) if pages > 1 else []
        return page.row(*ways, *(wish_buttons(self.services, text) if number + 1 == pages else ()))

    async def _free_seats(self, interaction: Interaction) -> list[tuple[Match, Seat]]:
        """Return the free seats of running matches for which this person may ask, the newest match first."""
        guild, person = interaction.guild_id, interaction.user
        if guild is None:
            return []
        running = await self.services.matches.inboxes.running_in(guild, READ)
        known = await self.services.matches.inboxes.public_matches(tuple(each.match for each in running))
        seen: dict[int, bool] = {}
        found: list[tuple[Match, Seat]] = []
        for match in sorted(known.values(), key=lambda each: -each.id):
            if not match.free_seats or match.seat_of(person.id) is not None:
                continue
            channel = match.venue.channel
            if channel not in seen:
                seen[channel] = await self.services.access.may_view(person, match.venue)
            if seen[channel]:
                found += [(match, seat) for seat in match.free_seats]
        return found

    async def _seat_line(self, match: Match, seat: Seat, text: Text) -> Markup:
        link = await match_link(self.services, match, text)
        try:
            situation = await self.services.matches.queries.situation(match.id, None)
        except StoreError:
            raise
        except Refusal:
            return Markup(f"{link} · {text('turns.damaged')}")
        return free_seat_line(self.services, situation, seat, text, link)

    async def _open_to(self, interaction: Interaction) -> list[Match]:
        """Return the tables with a seat for this person, those with an invitation first."""
        guild, person = interaction.guild_id, interaction.user
        if guild is None:
            raise Refusal("not_here")
        seen: dict[int, bool] = {}
        found: list[Match] = []
        for match in await self.services.matches.queries.lobbies_at(guild, limit=READ):
            if not match.has_seat_for(person.id):
                continue
            channel = match.venue.channel
            if channel not in seen:
                seen[channel] = await self.services.access.may_view(person, match.venue)
            if seen[channel]:
                found.append(match)
        return sorted(found, key=lambda match: match.lobby.guest(person.id) is None)

    def _name(self, match: Match, text: Text) -> Markup:
        faces = self.services.faces
        title = faces[match.game].game.title if match.game in faces else match.game
        return text("turns.match", game=title, match=match.id, url=channel_link(match, match.venue.channel))

    def _line(self, match: Match, reader: Reader) -> Markup:
        text, name = reader.text, self._name(match, reader.text)
        invited = match.lobby.guest(reader.person) is not None
        free = text("tables.invited") if invited else text("turns.free", n=match.free)
        who = text.list(text("name", who=each) for each in names_of(match, text))
        pace = stakes_in_words(text, match)
        return Markup(f"{name} {text('turns.with', who=who)} · {free}\n{pace}")

    def _way_in(self, match: Match, reader: Reader) -> Press:
        invited = match.lobby.guest(reader.person) is not None
        control = Control(match.id, "accept" if invited else "join")
        label = reader.text.plain("lobby.accept" if invited else "lobby.join")
        return button(control, label, style=discord.ButtonStyle.success)


def _pages(number: int, pages: int, reader: Reader) -> list[Press]:
    text, controls = reader.text, list[Press]()
    if number > 0:
        controls.append(button(Control(0, "tables", str(number - 1)), text.plain("turns.earlier")))
    where = text.plain("turns.page", page=number + 1, pages=pages)
    controls.append(button(Control(0, "tables", f"{number}="), where, disabled=True))
    if number + 1 < pages:
        controls.append(button(Control(0, "tables", str(number + 1)), text.plain("turns.later")))
    return controls


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(TablesCog(bot))
