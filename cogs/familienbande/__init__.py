"""Familienbande on Discord: `/familienbande`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.familienbande.choosing import ranked
from cogs.familienbande.face import FACE
from cogs.familienbande.words import card_in_words
from cogs.playing import HandCog, offered
from cogs.text import text_for
from cogs.translation import said
from engine.familienbande.model import Child, Discard, FamilienbandeOptions, Marry

__all__ = ["FACE", "FamilienbandeCog", "setup"]

Press = discord.Interaction[Any]
SEATS = ("2", "3", "4")
Numbers = list[app_commands.Choice[int]]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class FamilienbandeCog(
    HandCog,
    group_name=said("command.familienbande"),
    group_description=said("command.familienbande.about"),
):
    """The commands of Familienbande."""

    key: ClassVar[str] = "familienbande"

    @app_commands.command(name=said("command.new"), description=said("command.familienbande.new.about"))
    @app_commands.rename(players=said("option.players"))
    @app_commands.describe(players=said("option.familienbande.players.about"))
    @app_commands.choices(
        players=[
            app_commands.Choice(name=said(f"familienbande.players.{size}"), value=size) for size in SEATS
        ]
    )
    async def new(self, interaction: Press, players: str = "2") -> None:
        await self.open(interaction, FamilienbandeOptions(), int(offered(players, SEATS)))

    # Moves by name

    async def _played(self, interaction: Press, match: int | None, move: str) -> None:
        found = await self.meant(interaction, match, asked=True)
        await self.playing.move(interaction, found.id, move, None, edit=False)

    @app_commands.command(
        name=said("command.familienbande.marry"), description=said("command.familienbande.marry.about")
    )
    @app_commands.rename(
        card=said("option.familienbande.card"), on=said("option.familienbande.on"), match=said("option.match")
    )
    @app_commands.describe(
        card=said("option.familienbande.card.about"),
        on=said("option.familienbande.on.about"),
        match=said("option.match.about"),
    )
    async def marry(self, interaction: Press, card: int, on: int, match: int | None = None) -> None:
        await self._played(interaction, match, f"marry {card} on {on}")

    @app_commands.command(
        name=said("command.familienbande.child"), description=said("command.familienbande.child.about")
    )
    @app_commands.rename(
        card=said("option.familienbande.card"), of=said("option.familienbande.of"), match=said("option.match")
    )
    @app_commands.describe(
        card=said("option.familienbande.card.about"),
        of=said("option.familienbande.of.about"),
        match=said("option.match.about"),
    )
    async def child(self, interaction: Press, card: int, of: int, match: int | None = None) -> None:
        await self._played(interaction, match, f"child {card} of {of}")

    @app_commands.command(
        name=said("command.familienbande.pass"), description=said("command.familienbande.pass.about")
    )
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def skip(self, interaction: Press, match: int | None = None) -> None:
        await self._played(interaction, match, "pass")

    @app_commands.command(
        name=said("command.familienbande.discard"), description=said("command.familienbande.discard.about")
    )
    @app_commands.rename(card=said("option.familienbande.card"), match=said("option.match"))
    @app_commands.describe(card=said("option.familienbande.card.about"), match=said("option.match.about"))
    async def discard(self, interaction: Press, card: int, match: int | None = None) -> None:
        await self._played(interaction, match, f"discard {card}")

    @app_commands.command(
        name=said("command.familienbande.keep"), description=said("command.familienbande.keep.about")
    )
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def keep(self, interaction: Press, match: int | None = None) -> None:
        await self._played(interaction, match, "keep")

    # Suggestions: only cards that can be played, the best first

    async def _fitting(
        self, interaction: Press, typed: str, kind: type[Any], asked: str, given: str = ""
    ) -> Numbers:
        """The cards in place `asked` of the moves of this kind that have in place `given` what was chosen.

        Hand cards are suggested for any target, for a couple may have been named by its other parent.
        """
        situation = await self.asked(interaction)
        if situation is None:
            return []
        chosen = getattr(interaction.namespace, given, None)
        moves = [each for each in ranked(situation.view, situation.moves) if isinstance(each, kind)]
        if isinstance(chosen, int):
            fits = [each for each in moves if getattr(each, given) == chosen]
            moves = fits or (moves if asked == "card" else [])
        reader = await self.house.notice_reader(interaction)
        return _numbers([getattr(each, asked) for each in moves], typed, reader.text.language)

    @marry.autocomplete("card")
    async def _marry_card(self, interaction: Press, current: str) -> Numbers:
        return await self._fitting(interaction, current, Marry, "card", "on")

    @marry.autocomplete("on")
    async def _marry_on(self, interaction: Press, current: str) -> Numbers:
        return await self._fitting(interaction, current, Marry, "on", "card")

    @child.autocomplete("card")
    async def _child_card(self, interaction: Press, current: str) -> Numbers:
        return await self._fitting(interaction, current, Child, "card", "of")

    @child.autocomplete("of")
    async def _child_of(self, interaction: Press, current: str) -> Numbers:
        return await self._fitting(interaction, current, Child, "of", "card")

    @discard.autocomplete("card")
    async def _discard_card(self, interaction: Press, current: str) -> Numbers:
        return await self._fitting(interaction, current, Discard, "card")

    marry.autocomplete("match")(HandCog.running_match)
    child.autocomplete("match")(HandCog.running_match)
    skip.autocomplete("match")(HandCog.running_match)
    discard.autocomplete("match")(HandCog.running_match)
    keep.autocomplete("match")(HandCog.running_match)


def _numbers(cards: Sequence[int], typed: str, language: str) -> Numbers:
    """Cards to choose from, each once, in this order."""
    text, typed = text_for(language), typed.strip().lstrip("#")
    return [
        app_commands.Choice(name=card_in_words(text, card)[:100], value=card)
        for card in dict.fromkeys(cards)
        if f"{card}".startswith(typed)
    ][:25]


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(FamilienbandeCog(bot))
