"""Genesia on Discord: `/genesia`."""

from __future__ import annotations

from discord import app_commands

from cogs.actions.game_cog import HandCog, OpenedTable, extension, game_command, opening_command
from cogs.answering.answers import Page, answer
from cogs.answering.interaction import Interaction
from cogs.face.context import Context
from cogs.genesia.card_search import card_called, suggested_cards
from cogs.genesia.face import FACE
from cogs.genesia.forms import arrangements, ready_decks
from cogs.genesia.previews import typed_preview
from cogs.genesia.tableau import card_alone, card_topic
from cogs.services.services import Reader
from cogs.text.translation import localized_choices
from engine.game import Refusal
from engine.genesia.model import CopyTiming, GenesiaOptions, Level, Reactions
from engine.matches import Status

__all__ = ["FACE", "GenesiaCog", "setup"]

SEATS = ("1", "2", "3", "4", "5")


class GenesiaCog(HandCog, game="genesia"):
    """The commands of Genesia."""

    @opening_command(
        "genesia.new",
        choices={
            "players": localized_choices("genesia.players", SEATS),
            "level": localized_choices("genesia.level", [each.value for each in Level]),
            "reactions": localized_choices("genesia.reactions", [each.value for each in Reactions]),
            "copying": localized_choices("genesia.copy", [each.value for each in CopyTiming]),
        },
    )
    async def new(
        self,
        interaction: Interaction,
        players: str = "2",
        objectives: bool = True,
        teams: app_commands.Range[str, 1, 20] = "",
        lots: app_commands.Range[str, 1, 40] = "",
        decks: app_commands.Range[str, 1, 300] = "",
        level: str = "beginner",
        copying: str = "turn",
        attack_recruits: bool = False,
        reactions: str = "hidden",
        weariness: app_commands.Range[int, 1, 30] = 3,
        *,
        table: OpenedTable,
    ) -> None:
        options = GenesiaOptions(
            objectives=objectives,
            teams=teams,
            lots=lots,
            decks=decks,
            level=Level(level),
            copy_timing=CopyTiming(copying),
            attack_recruits=attack_recruits,
            reactions=Reactions(reactions),
            weariness=weariness,
        )
        size = int(players)
        await self.open(interaction, FACE.fitted(options, size), size, table)

    @game_command("genesia.table")
    async def table(self, interaction: Interaction, match: int | None = None) -> None:
        found = await self.meant(interaction, match, Status.RUNNING, Status.OVER)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.actions.open_table.page(found.id, reader))

    @game_command("genesia.card")
    async def card(
        self, interaction: Interaction, card: app_commands.Range[str, 1, 60], match: int | None = None
    ) -> None:
        reader = await self.services.reader_of(interaction)
        number = card_called(reader.text, card)
        try:
            found = await self.meant(interaction, match)
        except Refusal:
            if match is not None:
                raise
            await answer(interaction, self._card_alone(number, reader))
            return
        await answer(interaction, self.actions.open_table.page(found.id, reader, card_topic(number)))

    async def _card_alone(self, card: int, reader: Reader) -> Page:
        """Return the page of a card for somebody who plays no match."""
        ctx = Context(reader.text, reader.theme, (), self.services.icons)
        shown = card_alone(ctx, card)
        page = await self.services.show_more(Page(), shown.drawings, f"card-{card}")
        return page.say(shown.words)

    async def preview_page(self, interaction: Interaction, match: int, typed: str, reader: Reader) -> Page:
        """Return the board after a movement, or a turn in one line step by step."""
        page = await typed_preview(self.services, match, typed, reader)
        return page or await super().preview_page(interaction, match, typed, reader)

    @card.autocomplete("card")
    async def _cards(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return suggested_cards((await self.services.reader_of(interaction)).text, current)

    @new.autocomplete("teams")
    async def _new_teams(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        text = (await self.services.reader_of(interaction)).text
        return arrangements(text, _size(interaction), current)

    @new.autocomplete("decks")
    async def _new_decks(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        text = (await self.services.reader_of(interaction)).text
        return ready_decks(text, _size(interaction), current)


def _size(interaction: Interaction) -> int:
    """The number of players chosen so far."""
    players = str(getattr(interaction.namespace, "players", None) or "2")
    return int(players) if players in SEATS else 2


setup = extension(GenesiaCog)
