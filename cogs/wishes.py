"""Wishes to hear of a table: a person's list of them, with a way to make and to end each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord.ext import commands

from cogs.answering.answers import Page, answer
from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.wishes import pace_page, wishes_page
from cogs.services.services import Reader, Services
from cogs.text.text import Markup
from engine.game import Refusal
from engine.match.clock import PACES
from engine.matches import Match

__all__ = ["WishesCog", "setup"]


class WishesCog(commands.Cog):
    """The buttons of wishes."""

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.services.verbs.add_from(self)

    @verb("wish", personal=True)
    async def press_wish(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the person's wishes, in an answer of its own; with a game, ask for the pace first."""
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._page(interaction, reader, control.argument))

    @verb("wishes", in_place=True, personal=True)
    async def press_wishes(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Make a wish, step by step: the game, then the pace."""
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._page(interaction, reader, control.argument), edit=True)

    @verb("wishend", in_place=True, personal=True)
    async def press_end(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader, wish = await self.services.reader_of(interaction), _number(control.argument)

        async def page() -> Page:
            await self.services.matches.wishes.end(reader.person, wish)
            return await self._list(interaction, reader)

        await answer(interaction, page(), edit=True)

    @verb("wishhow", in_place=True, personal=True)
    async def press_how(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Tell of a wish in `/turns` alone, or by a direct message."""
        reader = await self.services.reader_of(interaction)
        how, _, wish = control.argument.partition("=")
        if how not in ("list", "message"):
            raise Refusal("unknown_control")

        async def page() -> Page:
            wishes = self.services.matches.wishes
            await wishes.set_listed(reader.person, _number(wish), listed=how == "list")
            return await self._list(interaction, reader)

        await answer(interaction, page(), edit=True)

    async def _page(self, interaction: Interaction, reader: Reader, argument: str) -> Page:
        """Return the page after a press: the list, the question for a pace, or the list with a new wish."""
        game, chosen, pace = argument.partition("|")
        if not game:
            return await self._list(interaction, reader)
        face = self.services.face(game)
        if interaction.guild_id is None:
            raise Refusal("not_here")
        if not chosen:
            return pace_page(self.services, game, reader)
        if pace and pace not in PACES:
            raise Refusal("unknown_control")
        await self.services.matches.wishes.add(reader.person, interaction.guild_id, game, pace)
        made = reader.text("wish.made", game=face.game.title)
        return await self._list(interaction, reader, made)

    async def _list(self, interaction: Interaction, reader: Reader, *said: Markup) -> Page:
        guild = interaction.guild_id
        there = guild is not None and await self._is_open(interaction, reader, guild)
        wishes = await self.services.matches.wishes.of(reader.person)
        return wishes_page(self.services, wishes, guild, reader, *said, there=there)

    async def _is_open(self, interaction: Interaction, reader: Reader, guild: int) -> bool:
        """Return whether a table that the person wishes for is open already, and the person may see it."""
        matches, fitting = self.services.matches, list[Match]()
        wishes = await matches.wishes.of(reader.person)
        for table in await matches.queries.lobbies_at(guild, limit=100):
            if table.has_seat_for(reader.person) and any(
                (each.guild, each.game, each.match) == (guild, table.game, None)
                and each.pace in ("", str(table.pace))
                for each in wishes
            ):
                fitting.append(table)
        for table in fitting:
            if await self.services.access.may_view(interaction.user, table.venue):
                return True
        return False


def _number(argument: str) -> int:
    """Return the number of the wish that a button carries."""
    if not argument.isdecimal() or len(argument) > 18:
        raise Refusal("unknown_control")
    return int(argument)


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(WishesCog(bot))
