"""The undo of moves: `/match undo`, its button, and the answers of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord.ext import commands

from cogs.actions.match_actions import MatchActions
from cogs.answering.answers import Page, answer, words
from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.undo import still_to_agree
from cogs.services.services import Reader, Services
from engine.game import Refusal
from engine.matches import UndoAnswer

__all__ = ["UndoCog", "setup"]


class UndoCog(commands.Cog):
    """The answers to people who would like to take back, and to those asked to agree.

    The courier tells the table.
    """

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.actions: MatchActions = bot.actions
        self.services.verbs.add_from(self)

    @verb("undo")
    async def press_undo(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.undo_page(interaction, control.match, reader, control.asked))

    async def undo_page(
        self, interaction: Interaction, match: int, reader: Reader, answered: int | None = None
    ) -> Page:
        """Take back, or ask to.

        `answered` is the button's number: the seat's last question that was answered then.
        """
        done = await self.services.matches.undo.undo(match, reader.person, interaction.id, answered)
        return await self._page(interaction, done, reader, "undo.waiting", "undo.done")

    @verb("agree")
    async def press_agree(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)

        async def page() -> Page:
            agree, click = self.services.matches.undo.agree_undo, interaction.id
            done = await agree(control.match, reader.person, _call(control), click, control.seat)
            return await self._page(interaction, done, reader, "undo.noted", "undo.agreed")

        await answer(interaction, page())

    async def _page(
        self, interaction: Interaction, done: UndoAnswer, reader: Reader, waiting: str, over: str
    ) -> Page:
        wish = done.match.undo
        if not done.done and wish is not None:
            who, n = still_to_agree(done.match, wish, reader.text)
            return words(reader.text(waiting, who=who, n=n, until=reader.text.when(wish.due, "f")))
        panel = await self.actions.panel(interaction, done.match.id, reader)
        return panel.begin(reader.text(over))

    @verb("keepturn")
    async def press_decline(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)

        async def page() -> Page:
            decline, click = self.services.matches.undo.decline_undo, interaction.id
            await decline(control.match, reader.person, _call(control), click, control.seat)
            return words(reader.text("undo.declined"))

        await answer(interaction, page())


def _call(control: Control) -> int:
    if not control.argument.isdecimal() or len(control.argument) > 9:
        raise Refusal("unknown_control")
    return int(control.argument)


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(UndoCog(bot))
