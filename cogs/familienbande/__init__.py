"""Familienbande on Discord: `/familienbande`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.familienbande.choosing import cards_of, ranked
from cogs.familienbande.face import FACE
from cogs.familienbande.words import card_in_words
from cogs.playing import HandCog, offered
from cogs.text import text_for
from cogs.translation import said
from engine.familienbande.model import Child, Discard, FamilienbandeOptions, Marry, Move
from engine.matches import Status

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

    async def _moves(self, interaction: Press, kind: type[Any]) -> tuple[Sequence[Any], str]:
        """The moves of this kind that fit what else has been chosen, and the reader's language."""
        situation = await self.asked(interaction)
        if situation is None:
            return (), "en"
        reader = await self.house.notice_reader(interaction)
        moves: list[Move] = [
            each for each in ranked(situation.view, situation.moves) if isinstance(each, kind)
        ]
        return moves, reader.text.language

    @marry.autocomplete("card")
    async def _marry_card(self, interaction: Press, current: str) -> Numbers:
        moves, language = await self._moves(interaction, Marry)
        on = interaction.namespace.on
        fitting = [each for each in moves if each.on == on] or moves
        return _numbers(cards_of(fitting), current, language)

    @marry.autocomplete("on")
    async def _marry_on(self, interaction: Press, current: str) -> Numbers:
        moves, language = await self._moves(interaction, Marry)
        card = interaction.namespace.card
        fitting = [each for each in moves if each.card == card or not isinstance(card, int)]
        return _numbers([each.on for each in fitting], current, language)

    @child.autocomplete("card")
    async def _child_card(self, interaction: Press, current: str) -> Numbers:
        moves, language = await self._moves(interaction, Child)
        of = interaction.namespace.of
        fitting = [each for each in moves if each.of == of] or moves
        return _numbers(cards_of(fitting), current, language)

    @child.autocomplete("of")
    async def _child_of(self, interaction: Press, current: str) -> Numbers:
        moves, language = await self._moves(interaction, Child)
        card = interaction.namespace.card
        fitting = [each for each in moves if each.card == card or not isinstance(card, int)]
        return _numbers([each.of for each in fitting], current, language)

    @discard.autocomplete("card")
    async def _discard_card(self, interaction: Press, current: str) -> Numbers:
        moves, language = await self._moves(interaction, Discard)
        return _numbers(cards_of(moves), current, language)

    @marry.autocomplete("match")
    @child.autocomplete("match")
    @skip.autocomplete("match")
    @discard.autocomplete("match")
    @keep.autocomplete("match")
    async def _move_match(self, interaction: Press, current: str) -> Numbers:
        return await self.house.suggest_matches(interaction, current, self.key, (Status.RUNNING,))


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
