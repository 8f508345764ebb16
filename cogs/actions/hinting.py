"""Hints: the button that asks a strong robot what it would play."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.answering.answers import Page, acknowledge, answer
from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.held_moves import foreseen_text
from cogs.pages.hint import hint_page
from cogs.services.services import Reader, Services

__all__ = ["Hinting"]


class Hinting:
    """The button for a hint."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.verbs.add_from(self)

    @verb("hint")
    async def press_hint(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Say at once that the robot thinks, and then what it has found."""
        reader = await self.services.reader_of(interaction)
        await acknowledge(interaction, edit=False)
        await answer(interaction, self._hint(control, reader))

    async def _hint(self, control: Control, reader: Reader) -> Page:
        services, matches = self.services, self.services.matches
        found = await matches.hints.hint(control.match, reader.person, control.asked)
        ctx = services.context(found.match, reader.text, reader.theme)
        look = await matches.held_moves.outlook(control.match, reader.person, found.text, control.asked)
        situation = await matches.queries.situation(control.match, reader.person)
        told = foreseen_text(services, situation, found.text, look.events, ctx)
        return await services.think(
            hint_page, services, found, ctx, control.asked, told, kind=("hint", found.match.game)
        )
