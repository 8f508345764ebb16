"""The moves of Genesia by name: each a command whose inputs are suggested while they are typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from discord import app_commands

from cogs.actions.game_cog import HandCog, game_command, move_command
from cogs.answering.answers import answer
from cogs.answering.interaction import Interaction
from cogs.genesia.card_texts import card_detail, card_name, copied_detail, objective_name
from cogs.genesia.places import is_called, region_name
from cogs.genesia.previews import draft_page, line_page, march_page, objective_page
from cogs.genesia.suggestions import routes
from cogs.services.services import Reader
from cogs.text.text import Text
from cogs.text.translation import localized_choices
from engine.genesia.model import (
    Discard,
    Draft,
    KeepObjective,
    Move,
    Play,
    Recruit,
    Stance,
    StandingOrder,
    TakePlace,
    WarOrder,
)
from engine.matches import Situation

__all__ = ["MoveCommands"]

Numbers = list[app_commands.Choice[int]]
Words = list[app_commands.Choice[str]]
Code = app_commands.Range[str, 1, 20]
Clans = app_commands.Range[int, 1, 30]


class MoveCommands(HandCog):
    """Every kind of move as a command."""

    # Cards and objectives, which can be looked at again

    @game_command("genesia.draft", about={"card": "pack"})
    async def draft(
        self, interaction: Interaction, card: int | None = None, match: int | None = None
    ) -> None:
        if card is not None:
            await self.play_move(interaction, match, f"draft {card}")
            return
        found = await self.meant(interaction, match, asked=True)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, draft_page(self.services, found.id, reader))

    @game_command("genesia.objective")
    async def objective(
        self, interaction: Interaction, objective: int | None = None, match: int | None = None
    ) -> None:
        if objective is not None:
            await self.play_move(interaction, match, f"objective {objective}")
            return
        found = await self.meant(interaction, match)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, objective_page(self.services, found.id, reader))

    # One's own turn

    @game_command("genesia.recruit")
    async def recruit(
        self, interaction: Interaction, clans: Clans, at: Code, match: int | None = None
    ) -> None:
        await self.play_move(interaction, match, f"recruit {clans} {at}")

    @game_command("genesia.move", about={"clans": "recruit"})
    async def move(
        self,
        interaction: Interaction,
        clans: Clans,
        route: app_commands.Range[str, 1, 90],
        match: int | None = None,
    ) -> None:
        found = await self.meant(interaction, match, asked=True)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, march_page(self.services, found.id, reader, clans, route))

    @game_command("genesia.card", about={"clans": "leap"})
    async def card(
        self,
        interaction: Interaction,
        card: int,
        at: Code | None = None,
        copied: int | None = None,
        clans: Clans | None = None,
        match: int | None = None,
    ) -> None:
        copying = "" if copied is None else f" copy {copied}"
        leaping = "" if clans is None else f" x{clans}"
        await self.play_move(interaction, match, f"card {card}{copying}{f' {at}' if at else ''}{leaping}")

    @game_command("genesia.turn")
    async def turn(
        self, interaction: Interaction, line: app_commands.Range[str, 1, 200], match: int | None = None
    ) -> None:
        found = await self.meant(interaction, match, asked=True)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, line_page(self.services, found.id, reader, line))

    @game_command("genesia.discard")
    async def discard(self, interaction: Interaction, card: int, match: int | None = None) -> None:
        await self.play_move(interaction, match, f"discard {card}")

    back = move_command("genesia.back", "back")
    end = move_command("genesia.end", "end")

    # War and peace

    @game_command(
        "genesia.stance",
        choices={"stance": localized_choices("genesia.stance", [each.value for each in Stance])},
    )
    async def stance(self, interaction: Interaction, stance: str, match: int | None = None) -> None:
        await self.play_move(interaction, match, stance)

    @game_command("genesia.assault")
    async def assault(
        self, interaction: Interaction, assault: app_commands.Range[str, 1, 40], match: int | None = None
    ) -> None:
        await self.play_move(interaction, match, f"assault {assault}")

    @game_command("genesia.lose")
    async def lose(
        self,
        interaction: Interaction,
        clans: app_commands.Range[int, 0, 30],
        siege: bool = False,
        enter: app_commands.Range[int, 0, 30] = 0,
        match: int | None = None,
    ) -> None:
        written = f"lose {clans}{' siege' if siege else ''}{f' enter {enter}' if enter else ''}"
        await self.play_move(interaction, match, written)

    skip = move_command("genesia.pass", "pass")

    @game_command(
        "genesia.order",
        choices={"order": localized_choices("genesia.order.label", [each.value for each in StandingOrder])},
    )
    async def order(self, interaction: Interaction, order: str, match: int | None = None) -> None:
        await self.play_move(interaction, match, f"order {order}")

    @game_command(
        "genesia.stand",
        choices={"order": localized_choices("genesia.stand.label", [each.value for each in WarOrder])},
    )
    async def stand(self, interaction: Interaction, order: str, match: int | None = None) -> None:
        await self.play_move(interaction, match, f"stand {order}")

    @game_command("genesia.campaign")
    async def campaign(
        self, interaction: Interaction, assaults: app_commands.Range[str, 1, 200], match: int | None = None
    ) -> None:
        await self.play_move(interaction, match, f"campaign {assaults}")

    @game_command("genesia.place")
    async def place(
        self, interaction: Interaction, place: app_commands.Range[int, 1, 5], match: int | None = None
    ) -> None:
        await self.play_move(interaction, match, f"place {place}")

    # Suggestions: only what can be played

    async def _moves(
        self, interaction: Interaction, *kinds: type[Any]
    ) -> tuple[list[Any], Situation | None, Text]:
        """The legal moves of these kinds, the situation, and the reader's language."""
        text = (await self.services.reader_of(interaction)).text
        situation = await self.question_for(interaction)
        if situation is None:
            return [], None, text
        moves: list[Move] = [each for each in situation.moves if isinstance(each, kinds)]
        return moves, situation, text

    @draft.autocomplete("card")
    @card.autocomplete("card")
    @discard.autocomplete("card")
    async def _a_card(self, interaction: Interaction, current: str) -> Numbers:
        command = interaction.command
        kinds = {"draft": Draft, "card": Play, "discard": Discard}
        kind = kinds.get(command.name if command is not None else "", Play)
        moves, _, text = await self._moves(interaction, kind)
        cards = [each.cards[0] if isinstance(each, Draft) else each.card for each in moves]
        return _cards(text, cards, current)

    @card.autocomplete("copied")
    async def _a_copied_card(self, interaction: Interaction, current: str) -> Numbers:
        moves, situation, text = await self._moves(interaction, Play)
        if situation is None:
            return []
        card = interaction.namespace.card
        fitting = [each.copy for each in moves if each.copy is not None and card in (each.card, None)]
        claimed = situation.view.claim_timing
        return _cards(text, fitting, current, lambda each: copied_detail(text, each, claimed(each)))

    @card.autocomplete("at")
    async def _a_card_place(self, interaction: Interaction, current: str) -> Words:
        moves, situation, text = await self._moves(interaction, Play)
        card, copied = interaction.namespace.card, interaction.namespace.copy
        places = [
            each.at if each.start is None else f"{each.start}-{each.at}"
            for each in moves
            if each.at is not None
            and each.card == card
            and (each.copy == copied or not isinstance(copied, int))
        ]
        return _codes(text, situation, places, current)

    @objective.autocomplete("objective")
    async def _an_objective(self, interaction: Interaction, current: str) -> Numbers:
        moves, _, text = await self._moves(interaction, KeepObjective)
        return [
            app_commands.Choice(name=objective_name(text, each.objective), value=each.objective)
            for each in moves
        ]

    @recruit.autocomplete("at")
    async def _a_recruits_place(self, interaction: Interaction, current: str) -> Words:
        moves, situation, text = await self._moves(interaction, Recruit)
        return _codes(text, situation, [each.at for each in moves], current)

    @move.autocomplete("route")
    async def _a_route(self, interaction: Interaction, current: str) -> Words:
        reader: Reader = await self.services.reader_of(interaction)
        situation = await self.question_for(interaction)
        if situation is None:
            return []
        ctx = self.services.context(situation.match, reader.text, reader.theme)
        given = interaction.namespace.clans
        clans = given if isinstance(given, int) and given > 0 else 1
        offers = routes(ctx, situation.view, clans, current)
        return [app_commands.Choice(name=each.label, value=each.notation) for each in offers]

    @assault.autocomplete("assault")
    async def _an_assault(self, interaction: Interaction, current: str) -> Words:
        offers = await self.suggest_moves(interaction, f"assault {current}")
        return [
            app_commands.Choice(name=each.name.removeprefix("assault "), value=each.value.partition(" ")[2])
            for each in offers
        ]

    @place.autocomplete("place")
    async def _a_place(self, interaction: Interaction, current: str) -> Numbers:
        moves, _, text = await self._moves(interaction, TakePlace)
        name = "genesia.menu.place"
        return [
            app_commands.Choice(name=text.plain(name, place=each.places[0]), value=each.places[0])
            for each in moves
        ]


def _cards(
    text: Text, cards: Sequence[int], typed: str, detail: Callable[[int], str] | None = None
) -> Numbers:
    """Cards to choose from, each once, by number or by a part of the name."""
    typed = typed.strip().casefold()
    prospect = detail or partial(card_detail, text)
    return [
        app_commands.Choice(name=f"{card_name(text, card)} · {prospect(card)}"[:100], value=card)
        for card in dict.fromkeys(cards)
        if typed in card_name(text, card).casefold()
    ][:25]


def _codes(text: Text, situation: Situation | None, codes: Sequence[str], typed: str) -> Words:
    """Regions to choose from, each once, by code or by name, with what they are worth."""
    if situation is None:
        return []
    seats, regions, named = situation.view.seats, situation.view.map.regions, situation.view.map.indices
    found: Words = []
    for code in dict.fromkeys(codes):
        last = code.rpartition("-")[2]
        name = region_name(text, seats, last)
        if code.startswith(typed.strip().upper()) or is_called(name, typed):
            found.append(
                app_commands.Choice(name=f"{code} {name} ({regions[named[last]].value})", value=code)
            )
    return found[:25]
