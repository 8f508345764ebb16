"""`/record`, one's own results, and the leaderboards of servers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import app_commands
from discord.ext import commands

from cogs.answering.answers import Page, answer
from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.record import EACH, leaderboard_page, record_page
from cogs.services.services import Reader, Services
from cogs.text.translation import localized_command
from engine.game import Refusal
from engine.leagues.ratings import Line
from engine.match.tally import tally_of

__all__ = ["RecordCog", "setup"]

COUNTED = 500
"""Matches that are counted: the last ones."""


class RecordCog(commands.Cog):
    """One's own results, and those of the people of a server who agree."""

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.services.verbs.add_from(self)

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @localized_command("record")
    async def record(self, interaction: Interaction) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._page(interaction, reader))

    @verb("ownrecord", in_place=True, personal=True)
    async def press_record(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._page(interaction, reader), edit=True)

    async def _page(self, interaction: Interaction, reader: Reader) -> Page:
        ended = await self.services.matches.history.ended_of(reader.person, COUNTED)
        tally = tally_of(reader.person, ended)
        ratings = self.services.leagues.ratings
        standings = {each.game: await ratings.of_person(each.game, reader.person) for each in tally.games}
        here = interaction.guild_id is not None
        return await record_page(self.services, tally, standings, reader, server=here)

    @verb("leaders", in_place=True, personal=True)
    async def press_leaders(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show a server's leaderboard, a page of it, or another game's; put the presser on it, or off."""
        game, _, wanted = control.argument.partition("|")
        if values:
            game = values[0]
        if game not in self.services.faces:
            raise Refusal("unknown_control")
        if interaction.guild_id is None:
            raise Refusal("not_here")
        if not (wanted in ("", "on", "off") or (wanted.isdecimal() and len(wanted) <= 4)):
            raise Refusal("unknown_control")
        reader = await self.services.reader_of(interaction)
        own = interaction.message is not None and interaction.message.flags.ephemeral
        await answer(interaction, self._leaders(interaction.guild_id, game, wanted, reader), edit=own)

    async def _leaders(self, guild: int, game: str, wanted: str, reader: Reader) -> Page:
        known = await self.services.person(reader.person)
        chosen = known.chosen
        if wanted in ("on", "off"):
            chosen = msgspec.structs.replace(chosen, listed=wanted == "on")
        # Others read the name that the person has now.
        if chosen != known.chosen or (chosen.listed and known.name != reader.name):
            await self.services.remember(reader.person, chosen=chosen, name=reader.name)
        lines = await self.services.leagues.ratings.leaderboard(game, guild)
        number = int(wanted) if wanted.isdecimal() else 0
        lines = await self._present(lines, guild, (number + 1) * EACH)
        return leaderboard_page(self.services, game, lines, number, reader, listed=chosen.listed)

    async def _present(self, lines: Sequence[Line], guild: int, most: int) -> list[Line]:
        """Return the lines without those of people who have left the server, as far as the first `most`.

        Discord is asked only for as many as are shown, or stand above them.
        """
        found, left = list[Line](), list(lines)
        while left and len(found) < most:
            asked, left = left[: most - len(found)], left[most - len(found) :]
            gone = await self.services.access.find_leavers([each.person.id for each in asked], guild)
            found += [each for each in asked if each.person.id not in gone]
        return [*found, *left]


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(RecordCog(bot))
