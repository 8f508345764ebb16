"""`/play` and `/help`: the one door, from nothing to the first move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.actions.match_actions import MatchActions
from cogs.actions.opening import OpenedTable, open_table
from cogs.answering.answers import Page, answer
from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.door import door_page, friends_page, help_page, opponents_page, seats_for
from cogs.services.services import Reader, Services
from cogs.text.translation import localized_command
from engine.game import Refusal
from engine.robots.levels import level_of

__all__ = ["PlayCog", "setup"]


class PlayCog(commands.Cog):
    """The way into every match: which game, with whom."""

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.actions: MatchActions = bot.actions
        self.services.verbs.add_from(self)

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @localized_command("door.play")
    async def play(self, interaction: Interaction) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, door_page(self.services, reader))

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @localized_command("help")
    async def help(self, interaction: Interaction) -> None:
        await answer(interaction, help_page(await self.services.reader_of(interaction)))

    @verb("door", in_place=True, personal=True)
    async def press_door(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the games, or for one of them with whom it can be played."""
        reader, game = await self.services.reader_of(interaction), control.argument
        if not game:
            await answer(interaction, door_page(self.services, reader), edit=True)
            return
        on_server = interaction.guild_id is not None
        await answer(interaction, opponents_page(self.services, reader, game, on_server=on_server), edit=True)

    @verb("others", personal=True)
    async def press_others(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show with whom a game can be played; the page with the button, the end of a match, stays."""
        reader, on_server = await self.services.reader_of(interaction), interaction.guild_id is not None
        await answer(
            interaction, opponents_page(self.services, reader, control.argument, on_server=on_server)
        )

    @verb("robot", in_place=True, personal=True)
    async def press_robot(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        game, _, player = control.argument.partition("|")
        opening = self.actions.private_tables.open(interaction, game, level_of(player), reader)
        await answer(interaction, opening, edit=True)

    @verb("friends", in_place=True, personal=True)
    async def press_friends(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, friends_page(self.services, reader, control.argument), edit=True)

    @verb("guests", in_place=True, personal=True)
    async def press_guests(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Open a table with a seat for each of the people who were chosen."""
        if not values or not all(each.isdecimal() and len(each) <= 20 for each in values):
            raise Refusal("unknown_control")
        reader = await self.services.reader_of(interaction)
        guests = [each for each in dict.fromkeys(values) if int(each) != reader.person]
        if not guests:
            raise Refusal("invited_oneself")
        invited = OpenedTable(guests=" ".join(f"<@{each}>" for each in guests))
        await answer(
            interaction,
            self._open(interaction, reader, control.argument, 1 + len(guests), invited),
            edit=True,
        )

    @verb("anybody", in_place=True, personal=True)
    async def press_anybody(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(
            interaction, self._open(interaction, reader, control.argument, 2, OpenedTable()), edit=True
        )

    async def _open(
        self, interaction: Interaction, reader: Reader, game: str, people: int, table: OpenedTable
    ) -> Page:
        """Open a table in this channel with the usual options."""
        size = seats_for(self.services, game, people)
        options = self.services.face(game).game.Options()
        return await open_table(self.services, interaction, reader, game, options, size, table)


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(PlayCog(bot))
