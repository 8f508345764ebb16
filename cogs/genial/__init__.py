"""Génial on Discord: `/genial`."""

from __future__ import annotations

from cogs.actions.game_cog import HandCog, OpenedTable, extension, opening_command
from cogs.answering.interaction import Interaction
from cogs.genial.face import FACE
from cogs.text.translation import localized_choices
from engine.genial.model import Form, GenialOptions

__all__ = ["FACE", "GenialCog", "setup"]

SEATS = {
    "2": (Form.FREE, 2),
    "3": (Form.FREE, 3),
    "4": (Form.FREE, 4),
    "team": (Form.TEAM, 4),
    "solo": (Form.SOLO, 1),
}
"""The choices of the option `players`: the form of play and the number of seats."""
BONUS = {"all": False, "one": True}
"""The choices of the option `bonus`: true for at most one bonus tile a turn."""


class GenialCog(HandCog, game="genial"):
    """The commands of Génial."""

    @opening_command(
        "genial.new",
        choices={
            "players": localized_choices("genial.players", SEATS),
            "bonus": localized_choices("genial.bonus", BONUS),
        },
    )
    async def new(
        self,
        interaction: Interaction,
        players: str = "2",
        bonus: str = "all",
        *,
        table: OpenedTable,
    ) -> None:
        form, size = SEATS[players]
        await self.open(interaction, GenialOptions(form=form, single_bonus=BONUS[bonus]), size, table)


setup = extension(GenialCog)
