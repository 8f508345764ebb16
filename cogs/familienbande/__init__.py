"""Familienbande on Discord: `/familienbande`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands

from cogs.actions.game_cog import HandCog, extension, game_command, move_command, new_command
from cogs.answering.interaction import Interaction
from cogs.familienbande.descriptions import card_in_words
from cogs.familienbande.face import FACE
from cogs.familienbande.ranking import rank_moves
from cogs.text.text import text_for
from engine.familienbande import FAMILIENBANDE
from engine.familienbande.model import Child, Discard, Marry

__all__ = ["FACE", "FamilienbandeCog", "setup"]

Numbers = list[app_commands.Choice[int]]


class FamilienbandeCog(HandCog, game="familienbande"):
    """The commands of Familienbande."""

    new = new_command(FAMILIENBANDE)

    # Moves by name

    @game_command("familienbande.marry")
    async def marry(self, interaction: Interaction, card: int, on: int, match: int | None = None) -> None:
        await self.play_move(interaction, match, f"marry {card} on {on}")

    @game_command("familienbande.child")
    async def child(self, interaction: Interaction, card: int, of: int, match: int | None = None) -> None:
        await self.play_move(interaction, match, f"child {card} of {of}")

    skip = move_command("familienbande.pass", "pass")

    @game_command("familienbande.discard")
    async def discard(self, interaction: Interaction, card: int, match: int | None = None) -> None:
        await self.play_move(interaction, match, f"discard {card}")

    keep = move_command("familienbande.keep", "keep")

    # Suggestions: only cards that can be played, the best first

    async def _fitting(
        self, interaction: Interaction, typed: str, kind: type[Any], asked: str, given: str = ""
    ) -> Numbers:
        """The cards in place `asked` of the moves of this kind that have in place `given` what was chosen.

        Hand cards are suggested for any target, for a couple may have been named by its other parent.
        """
        situation = await self.question_for(interaction)
        if situation is None:
            return []
        chosen = getattr(interaction.namespace, given, None)
        moves = [each for each in rank_moves(situation.view, situation.moves) if isinstance(each, kind)]
        if isinstance(chosen, int):
            fits = [each for each in moves if getattr(each, given) == chosen]
            moves = fits or (moves if asked == "card" else [])
        reader = await self.services.reader_of(interaction)
        return _numbers([getattr(each, asked) for each in moves], typed, reader.text.language)

    @marry.autocomplete("card")
    async def _marry_card(self, interaction: Interaction, current: str) -> Numbers:
        return await self._fitting(interaction, current, Marry, "card", "on")

    @marry.autocomplete("on")
    async def _marry_on(self, interaction: Interaction, current: str) -> Numbers:
        return await self._fitting(interaction, current, Marry, "on", "card")

    @child.autocomplete("card")
    async def _child_card(self, interaction: Interaction, current: str) -> Numbers:
        return await self._fitting(interaction, current, Child, "card", "of")

    @child.autocomplete("of")
    async def _child_of(self, interaction: Interaction, current: str) -> Numbers:
        return await self._fitting(interaction, current, Child, "of", "card")

    @discard.autocomplete("card")
    async def _discard_card(self, interaction: Interaction, current: str) -> Numbers:
        return await self._fitting(interaction, current, Discard, "card")


def _numbers(cards: Sequence[int], typed: str, language: str) -> Numbers:
    """Cards to choose from, each once, in this order."""
    text, typed = text_for(language), typed.strip().lstrip("#")
    return [
        app_commands.Choice(name=card_in_words(text, card)[:100], value=card)
        for card in dict.fromkeys(cards)
        if f"{card}".startswith(typed)
    ][:25]


setup = extension(FamilienbandeCog)
