"""Genesis (Knizia) on Discord: `/genesis`."""

from __future__ import annotations

from discord import app_commands

from cogs.genesis.face import FACE
from cogs.shared.game_cog import USUAL, GameCog, extension, game_command
from cogs.shared.interaction import Interaction
from cogs.shared.translation import localized_choices
from engine.genesis.model import GenesisOptions

__all__ = ["FACE", "GenesisCog", "setup"]


class GenesisCog(GameCog, game="genesis"):
    """The commands of Genesis (Knizia)."""

    @game_command(
        "genesis.new",
        choices={
            "players": localized_choices("genesis.players", ("2", "3", "4")),
            "tiles": localized_choices("genesis.tiles", ("13", "16")),
        },
    )
    async def new(
        self,
        interaction: Interaction,
        players: str = "2",
        tiles: str = "13",
        pace: app_commands.Range[str, 1, 30] = USUAL,
    ) -> None:
        await self.open(interaction, GenesisOptions(tiles_per_terrain=int(tiles)), int(players), pace)


setup = extension(GenesisCog)
