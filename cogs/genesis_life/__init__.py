"""Genesis by Michel Brassinne on Discord: `/genesis-life`."""

from __future__ import annotations

from discord import app_commands

from cogs.actions.game_cog import GameCog, extension, game_command, move_command, new_command
from cogs.answering.answers import Page, answer
from cogs.answering.interaction import Interaction
from cogs.genesis_life.face import FACE
from cogs.genesis_life.ranking import cells, removable_square
from cogs.pages.panel import panel_page
from cogs.services.services import Reader
from engine.game import Refusal
from engine.genesis_life import GENESIS_LIFE
from engine.genesis_life.board import name

__all__ = ["FACE", "GenesisLifeCog", "setup"]


class GenesisLifeCog(GameCog, game="genesis_life"):
    """The commands of Genesis (Brassinne)."""

    new = new_command(GENESIS_LIFE)

    draw = move_command("genesis_life.draw", "draw")

    @game_command("genesis_life.preview")
    async def preview(
        self, interaction: Interaction, cell: app_commands.Range[str, 1, 100], match: int | None = None
    ) -> None:
        found = await self.meant(interaction, match, asked=True)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._preview(found.id, reader, cell))

    async def _preview(self, match: int, reader: Reader, cell: str) -> Page:
        """The panel at the step that shows what would follow."""
        situation = await self.services.matches.queries.situation(match, reader.person)
        if situation.seat is None:
            raise Refusal("not_seated", match=match)
        square = removable_square(situation.view, situation.moves, cell)
        return await panel_page(self.services, situation, reader, path=(name(square),))

    @preview.autocomplete("cell")
    async def _own_cells(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=each.name.removeprefix("x"), value=each.value.removeprefix("x"))
            for each in await self.suggest_moves(interaction, cells(current))
            if each.value.startswith("x")
        ]


setup = extension(GenesisLifeCog)
