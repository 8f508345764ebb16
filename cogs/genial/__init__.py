"""Génial on Discord: `/genial`."""

from __future__ import annotations

from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.genial.face import FACE
from cogs.playing import HandCog, offered
from cogs.translation import said
from engine.genial.model import Form, GenialOptions

__all__ = ["FACE", "GenialCog", "setup"]

SEATS = {
    "2": (Form.FREE, 2),
    "3": (Form.FREE, 3),
    "4": (Form.FREE, 4),
    "team": (Form.TEAM, 4),
    "solo": (Form.SOLO, 1),
}
"""What one chooses for `players`: the form of play and the number of seats."""
BONUS = {"all": False, "one": True}
"""What one chooses for `bonus`: whether a turn brings at most one bonus tile."""


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class GenialCog(HandCog, group_name=said("command.genial"), group_description=said("command.genial.about")):
    """The commands of Génial."""

    key: ClassVar[str] = "genial"

    @app_commands.command(name=said("command.new"), description=said("command.genial.new.about"))
    @app_commands.rename(players=said("option.players"), bonus=said("option.genial.bonus"))
    @app_commands.describe(
        players=said("option.genial.players.about"), bonus=said("option.genial.bonus.about")
    )
    @app_commands.choices(
        players=[app_commands.Choice(name=said(f"genial.players.{key}"), value=key) for key in SEATS],
        bonus=[app_commands.Choice(name=said(f"genial.bonus.{key}"), value=key) for key in BONUS],
    )
    async def new(
        self, interaction: discord.Interaction[Any], players: str = "2", bonus: str = "all"
    ) -> None:
        form, size = SEATS[offered(players, SEATS)]
        await self.open(
            interaction, GenialOptions(form=form, single_bonus=BONUS[offered(bonus, BONUS)]), size
        )

    @app_commands.command(name=said("command.genial.swap"), description=said("command.genial.swap.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def swap(self, interaction: discord.Interaction[Any], match: int | None = None) -> None:
        found = await self.meant(interaction, match, asked=True)
        await self.playing.move(interaction, found.id, "swap", None, edit=False)

    swap.autocomplete("match")(HandCog.running_match)


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(GenialCog(bot))
