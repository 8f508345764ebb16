"""Genesis (Knizia) on Discord: `/genesis`."""

from __future__ import annotations

from cogs.actions.game_cog import GameCog, OpenedTable, extension, opening_command
from cogs.answering.interaction import Interaction
from cogs.genesis.face import FACE
from cogs.text.translation import localized_choices
from engine.genesis.model import GenesisOptions

__all__ = ["FACE", "GenesisCog", "setup"]


class GenesisCog(GameCog, game="genesis"):
    """The commands of Genesis (Knizia)."""

    @opening_command(
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
        *,
        table: OpenedTable,
    ) -> None:
        await self.open(interaction, GenesisOptions(tiles_per_terrain=int(tiles)), int(players), table)


setup = extension(GenesisCog)
