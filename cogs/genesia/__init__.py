"""Genesia on Discord: `/genesia`."""

from __future__ import annotations

from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.genesia.commands import MoveCommands
from cogs.genesia.face import FACE
from cogs.genesia.seating import arrangements, check_fit, ready_decks
from cogs.playing import offered
from cogs.translation import said
from engine.genesia.decks import spelt
from engine.genesia.model import CopyTiming, GenesiaOptions, Level

__all__ = ["FACE", "GenesiaCog", "setup"]

Press = discord.Interaction[Any]
SEATS = ("1", "2", "3", "4", "5")


def _choices(prefix: str, values: Any) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=said(f"{prefix}.{value}"), value=value) for value in values]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class GenesiaCog(
    MoveCommands, group_name=said("command.genesia"), group_description=said("command.genesia.about")
):
    """The commands of Genesia: opening a table here, the moves by name in `MoveCommands`."""

    key: ClassVar[str] = "genesia"

    @app_commands.command(name=said("command.new"), description=said("command.genesia.new.about"))
    @app_commands.rename(
        players=said("option.players"),
        objectives=said("option.genesia.objectives"),
        teams=said("option.genesia.teams"),
        lots=said("option.genesia.lots"),
        decks=said("option.genesia.decks"),
        level=said("option.genesia.level"),
        copying=said("option.genesia.copying"),
        attack_recruits=said("option.genesia.attack_recruits"),
    )
    @app_commands.describe(
        players=said("option.genesia.players.about"),
        objectives=said("option.genesia.objectives.about"),
        teams=said("option.genesia.teams.about"),
        lots=said("option.genesia.lots.about"),
        decks=said("option.genesia.decks.about"),
        level=said("option.genesia.level.about"),
        copying=said("option.genesia.copying.about"),
        attack_recruits=said("option.genesia.attack_recruits.about"),
    )
    @app_commands.choices(
        players=_choices("genesia.players", SEATS),
        level=_choices("genesia.level", [each.value for each in Level]),
        copying=_choices("genesia.copy", [each.value for each in CopyTiming]),
    )
    async def new(
        self,
        interaction: Press,
        players: str = "2",
        objectives: bool = True,
        teams: app_commands.Range[str, 1, 20] = "",
        lots: app_commands.Range[str, 1, 40] = "",
        decks: app_commands.Range[str, 1, 300] = "",
        level: str = "beginner",
        copying: str = "turn",
        attack_recruits: bool = False,
    ) -> None:
        options = GenesiaOptions(
            objectives=objectives,
            teams="".join(teams.upper().split()),
            lots="".join(lots.upper().split()),
            decks=spelt(decks) if decks.strip() else "",
            level=Level(offered(level, [*Level])),
            copy_timing=CopyTiming(offered(copying, [*CopyTiming])),
            attack_recruits=attack_recruits,
        )
        size = int(offered(players, SEATS))
        check_fit(options, size)
        await self.open(interaction, options, size)

    @new.autocomplete("teams")
    async def _new_teams(self, interaction: Press, current: str) -> list[app_commands.Choice[str]]:
        text = (await self.house.notice_reader(interaction)).text
        return arrangements(text, _size(interaction), current)

    @new.autocomplete("decks")
    async def _new_decks(self, interaction: Press, current: str) -> list[app_commands.Choice[str]]:
        text = (await self.house.notice_reader(interaction)).text
        return ready_decks(text, _size(interaction), current)


def _size(interaction: Press) -> int:
    """The number of players chosen so far."""
    players = str(getattr(interaction.namespace, "players", None) or "2")
    return int(players) if players in SEATS else 2


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(GenesiaCog(bot))
