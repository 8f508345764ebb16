"""Genesis by Michel Brassinne on Discord: `/genesis-life`."""

from __future__ import annotations

from cogs.actions.game_cog import GameCog, extension, new_command
from cogs.answering.answers import Page
from cogs.answering.interaction import Interaction
from cogs.genesis_life.face import FACE
from cogs.pages.panel import panel_page
from cogs.services.services import Reader
from engine.genesis_life import GENESIS_LIFE
from engine.genesis_life.board import name
from engine.genesis_life.model import Remove

__all__ = ["FACE", "GenesisLifeCog", "setup"]


class GenesisLifeCog(GameCog, game="genesis_life"):
    """The commands of Genesis (Brassinne)."""

    new = new_command(GENESIS_LIFE)

    async def preview_page(self, interaction: Interaction, match: int, typed: str, reader: Reader) -> Page:
        """Return the panel at the step that shows what a removal leads to."""
        queries = self.services.matches.queries
        move = await queries.understand(match, reader.person, typed)
        if not isinstance(move, Remove):
            return await super().preview_page(interaction, match, typed, reader)
        situation = await queries.situation(match, reader.person)
        return await panel_page(self.services, situation, reader, path=(name(move.square),))


setup = extension(GenesisLifeCog)
