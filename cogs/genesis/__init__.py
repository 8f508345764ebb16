"""Genesis (Knizia) on Discord: `/genesis`."""

from __future__ import annotations

from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.genesis.face import FACE
from cogs.playing import GameCog, offered
from cogs.translation import said
from engine.genesis.model import GenesisOptions

__all__ = ["FACE", "GenesisCog", "setup"]

SEATS = {"2": 2, "3": 3, "4": 4}
"""What one chooses for `players`."""
TILES = {"13": 13, "16": 16}
"""What one chooses for `tiles`: how many of each terrain everybody has."""


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class GenesisCog(
    GameCog, group_name=said("command.genesis"), group_description=said("command.genesis.about")
):
    """The commands of Genesis (Knizia)."""

    key: ClassVar[str] = "genesis"

    @app_commands.command(name=said("command.new"), description=said("command.genesis.new.about"))
    @app_commands.rename(players=said("option.players"), tiles=said("option.genesis.tiles"))
    @app_commands.describe(
        players=said("option.genesis.players.about"), tiles=said("option.genesis.tiles.about")
    )
    @app_commands.choices(
        players=[app_commands.Choice(name=said(f"genesis.players.{key}"), value=key) for key in SEATS],
        tiles=[app_commands.Choice(name=said(f"genesis.tiles.{key}"), value=key) for key in TILES],
    )
    async def new(self, interaction: discord.Interaction[Any], players: str = "2", tiles: str = "13") -> None:
        size = SEATS[offered(players, SEATS)]
        options = GenesisOptions(tiles_per_terrain=TILES[offered(tiles, TILES)])
        await self.open(interaction, options, size)


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(GenesisCog(bot))
