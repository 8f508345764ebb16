"""Genesis by Michel Brassinne on Discord: `/genesis-life`."""

from __future__ import annotations

from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.answers import Page, answer
from cogs.genesis_life.choosing import cells, pointed
from cogs.genesis_life.face import FACE
from cogs.house import Reader
from cogs.panels import panel_page
from cogs.playing import GameCog
from cogs.translation import said
from engine.game import Refusal
from engine.genesis_life.board import name
from engine.genesis_life.model import LifeOptions

__all__ = ["FACE", "GenesisLifeCog", "setup"]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class GenesisLifeCog(
    GameCog, group_name=said("command.genesis_life"), group_description=said("command.genesis_life.about")
):
    """The commands of Genesis (Brassinne)."""

    key: ClassVar[str] = "genesis_life"

    @app_commands.command(name=said("command.new"), description=said("command.genesis_life.new.about"))
    async def new(self, interaction: discord.Interaction[Any]) -> None:
        await self.open(interaction, LifeOptions(), 2)

    @app_commands.command(
        name=said("command.genesis_life.draw"), description=said("command.genesis_life.draw.about")
    )
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def draw(self, interaction: discord.Interaction[Any], match: int | None = None) -> None:
        found = await self.meant(interaction, match, asked=True)
        await self.playing.move(interaction, found.id, "draw", None, edit=False)

    @app_commands.command(
        name=said("command.genesis_life.preview"), description=said("command.genesis_life.preview.about")
    )
    @app_commands.rename(cell=said("option.genesis_life.cell"), match=said("option.match"))
    @app_commands.describe(cell=said("option.genesis_life.cell.about"), match=said("option.match.about"))
    async def preview(
        self,
        interaction: discord.Interaction[Any],
        cell: app_commands.Range[str, 1, 100],
        match: int | None = None,
    ) -> None:
        found = await self.meant(interaction, match, asked=True)
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, self._preview(found.id, reader, cell))

    async def _preview(self, match: int, reader: Reader, cell: str) -> Page:
        """The panel at the step that shows what would follow."""
        situation = await self.house.matches.situation(match, reader.person)
        if situation.seat is None:
            raise Refusal("not_seated", match=match)
        square = pointed(situation.view, situation.moves, cell)
        return await panel_page(self.house, situation, reader, path=(name(square),))

    @preview.autocomplete("cell")
    async def _own_cells(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=each.name.removeprefix("x"), value=each.value.removeprefix("x"))
            for each in await self.suggested(interaction, cells(current))
            if each.value.startswith("x")
        ]

    draw.autocomplete("match")(GameCog.running_match)
    preview.autocomplete("match")(GameCog.running_match)


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(GenesisLifeCog(bot))
