"""The moves of Genesia by name: each a command whose inputs are suggested while they are typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands

from cogs.answers import answer
from cogs.genesia.looking import draft_page, march_page, objective_page
from cogs.genesia.suggesting import routes
from cogs.genesia.words import card_detail, card_name, copied_detail, objective_name
from cogs.house import Reader
from cogs.playing import HandCog, offered
from cogs.text import Text
from cogs.translation import said
from engine.genesia.model import (
    Aim,
    Discard,
    Draft,
    Move,
    Play,
    Recruit,
    Rest,
    Seek,
    Stand,
)
from engine.matches import Situation, Status

__all__ = ["MoveCommands"]

Press = discord.Interaction[Any]
Numbers = list[app_commands.Choice[int]]
Words = list[app_commands.Choice[str]]
Code = app_commands.Range[str, 1, 20]
Clans = app_commands.Range[int, 1, 30]


class MoveCommands(HandCog):
    """Every kind of move as a command."""

    async def _played(self, interaction: Press, match: int | None, move: str) -> None:
        found = await self.meant(interaction, match, asked=True)
        await self.playing.move(interaction, found.id, move, None, edit=False)

    # Cards and objectives, which can be looked at again

    @app_commands.command(name=said("command.genesia.draft"), description=said("command.genesia.draft.about"))
    @app_commands.rename(card=said("option.genesia.card"), match=said("option.match"))
    @app_commands.describe(card=said("option.genesia.card.pack"), match=said("option.match.about"))
    async def draft(self, interaction: Press, card: int | None = None, match: int | None = None) -> None:
        if card is not None:
            await self._played(interaction, match, f"draft {card}")
            return
        found = await self.meant(interaction, match, asked=True)
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, draft_page(self.house, found.id, reader))

    @app_commands.command(
        name=said("command.genesia.objective"), description=said("command.genesia.objective.about")
    )
    @app_commands.rename(number=said("option.genesia.objective"), match=said("option.match"))
    @app_commands.describe(number=said("option.genesia.objective.about"), match=said("option.match.about"))
    async def objective(
        self, interaction: Press, number: int | None = None, match: int | None = None
    ) -> None:
        if number is not None:
            await self._played(interaction, match, f"objective {number}")
            return
        found = await self.meant(interaction, match)
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, objective_page(self.house, found.id, reader))

    # One's own turn

    @app_commands.command(
        name=said("command.genesia.recruit"), description=said("command.genesia.recruit.about")
    )
    @app_commands.rename(
        clans=said("option.genesia.clans"), at=said("option.genesia.at"), match=said("option.match")
    )
    @app_commands.describe(
        clans=said("option.genesia.clans.recruit"),
        at=said("option.genesia.at.recruit"),
        match=said("option.match.about"),
    )
    async def recruit(self, interaction: Press, clans: Clans, at: Code, match: int | None = None) -> None:
        await self._played(interaction, match, f"recruit {clans} {at}")

    @app_commands.command(name=said("command.genesia.move"), description=said("command.genesia.move.about"))
    @app_commands.rename(
        clans=said("option.genesia.clans"), route=said("option.genesia.route"), match=said("option.match")
    )
    @app_commands.describe(
        clans=said("option.genesia.clans.recruit"),
        route=said("option.genesia.route.about"),
        match=said("option.match.about"),
    )
    async def move(
        self,
        interaction: Press,
        clans: Clans,
        route: app_commands.Range[str, 1, 90],
        match: int | None = None,
    ) -> None:
        found = await self.meant(interaction, match, asked=True)
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, march_page(self.house, found.id, reader, clans, route))

    @app_commands.command(name=said("command.genesia.card"), description=said("command.genesia.card.about"))
    @app_commands.rename(
        card=said("option.genesia.card"),
        at=said("option.genesia.at"),
        copied=said("option.genesia.copied"),
        clans=said("option.genesia.clans"),
        match=said("option.match"),
    )
    @app_commands.describe(
        card=said("option.genesia.card.about"),
        at=said("option.genesia.at.card"),
        copied=said("option.genesia.copied.about"),
        clans=said("option.genesia.clans.leap"),
        match=said("option.match.about"),
    )
    async def card(
        self,
        interaction: Press,
        card: int,
        at: Code | None = None,
        copied: int | None = None,
        clans: Clans | None = None,
        match: int | None = None,
    ) -> None:
        copying = "" if copied is None else f" copy {copied}"
        leaping = "" if clans is None else f" x{clans}"
        await self._played(interaction, match, f"card {card}{copying}{f' {at}' if at else ''}{leaping}")

    @app_commands.command(
        name=said("command.genesia.discard"), description=said("command.genesia.discard.about")
    )
    @app_commands.rename(card=said("option.genesia.card"), match=said("option.match"))
    @app_commands.describe(card=said("option.genesia.card.about"), match=said("option.match.about"))
    async def discard(self, interaction: Press, card: int, match: int | None = None) -> None:
        await self._played(interaction, match, f"discard {card}")

    @app_commands.command(name=said("command.genesia.back"), description=said("command.genesia.back.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def back(self, interaction: Press, match: int | None = None) -> None:
        await self._played(interaction, match, "back")

    @app_commands.command(name=said("command.genesia.end"), description=said("command.genesia.end.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def end(self, interaction: Press, match: int | None = None) -> None:
        await self._played(interaction, match, "end")

    # War and peace

    @app_commands.command(
        name=said("command.genesia.stance"), description=said("command.genesia.stance.about")
    )
    @app_commands.rename(choice=said("option.genesia.stance"), match=said("option.match"))
    @app_commands.describe(choice=said("option.genesia.stance.about"), match=said("option.match.about"))
    @app_commands.choices(
        choice=[
            app_commands.Choice(name=said(f"genesia.stance.{each.value}"), value=each.value) for each in Stand
        ]
    )
    async def stance(self, interaction: Press, choice: str, match: int | None = None) -> None:
        await self._played(interaction, match, offered(choice, [*Stand]))

    @app_commands.command(
        name=said("command.genesia.assault"), description=said("command.genesia.assault.about")
    )
    @app_commands.rename(assault=said("option.genesia.assault"), match=said("option.match"))
    @app_commands.describe(assault=said("option.genesia.assault.about"), match=said("option.match.about"))
    async def assault(self, interaction: Press, assault: Code, match: int | None = None) -> None:
        await self._played(interaction, match, f"assault {assault}")

    @app_commands.command(name=said("command.genesia.lose"), description=said("command.genesia.lose.about"))
    @app_commands.rename(
        clans=said("option.genesia.clans"),
        siege=said("option.genesia.siege"),
        enter=said("option.genesia.enter"),
        match=said("option.match"),
    )
    @app_commands.describe(
        clans=said("option.genesia.clans.lose"),
        siege=said("option.genesia.siege.about"),
        enter=said("option.genesia.enter.about"),
        match=said("option.match.about"),
    )
    async def lose(
        self,
        interaction: Press,
        clans: app_commands.Range[int, 0, 30],
        siege: bool = False,
        enter: app_commands.Range[int, 0, 30] = 0,
        match: int | None = None,
    ) -> None:
        written = f"lose {clans}{' siege' if siege else ''}{f' enter {enter}' if enter else ''}"
        await self._played(interaction, match, written)

    @app_commands.command(name=said("command.genesia.pass"), description=said("command.genesia.pass.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def skip(self, interaction: Press, match: int | None = None) -> None:
        await self._played(interaction, match, "pass")

    @app_commands.command(name=said("command.genesia.order"), description=said("command.genesia.order.about"))
    @app_commands.rename(order=said("option.genesia.order"), match=said("option.match"))
    @app_commands.describe(order=said("option.genesia.order.about"), match=said("option.match.about"))
    @app_commands.choices(
        order=[
            app_commands.Choice(name=said(f"genesia.order.label.{each.value}"), value=each.value)
            for each in Rest
        ]
    )
    async def order(self, interaction: Press, order: str, match: int | None = None) -> None:
        await self._played(interaction, match, f"order {offered(order, [*Rest])}")

    @app_commands.command(name=said("command.genesia.place"), description=said("command.genesia.place.about"))
    @app_commands.rename(place=said("option.genesia.place"), match=said("option.match"))
    @app_commands.describe(place=said("option.genesia.place.about"), match=said("option.match.about"))
    async def place(
        self, interaction: Press, place: app_commands.Range[int, 1, 5], match: int | None = None
    ) -> None:
        await self._played(interaction, match, f"place {place}")

    # Suggestions: only what can be played

    async def _moves(self, interaction: Press, *kinds: type[Any]) -> tuple[list[Any], Situation | None, Text]:
        """The legal moves of these kinds, the situation, and the reader's language."""
        text = (await self.house.notice_reader(interaction)).text
        situation = await self.asked(interaction)
        if situation is None:
            return [], None, text
        moves: list[Move] = [each for each in situation.moves if isinstance(each, kinds)]
        return moves, situation, text

    @draft.autocomplete("card")
    @card.autocomplete("card")
    @discard.autocomplete("card")
    async def _a_card(self, interaction: Press, current: str) -> Numbers:
        command = interaction.command
        kinds = {"draft": Draft, "card": Play, "discard": Discard}
        kind = kinds.get(command.name if command is not None else "", Play)
        moves, _, text = await self._moves(interaction, kind)
        return _cards(text, [each.card for each in moves], current)

    @card.autocomplete("copied")
    async def _a_copied_card(self, interaction: Press, current: str) -> Numbers:
        moves, situation, text = await self._moves(interaction, Play)
        if situation is None:
            return []
        card = interaction.namespace.card
        fitting = [each.copy for each in moves if each.copy is not None and card in (each.card, None)]
        claimed = situation.view.claimed
        return _cards(text, fitting, current, lambda each: copied_detail(text, each, claimed(each)))

    @card.autocomplete("at")
    async def _a_card_place(self, interaction: Press, current: str) -> Words:
        moves, situation, _ = await self._moves(interaction, Play)
        card, copied = interaction.namespace.card, interaction.namespace.copy
        places = [
            each.at if each.start is None else f"{each.start}-{each.at}"
            for each in moves
            if each.at is not None
            and each.card == card
            and (each.copy == copied or not isinstance(copied, int))
        ]
        return _codes(situation, places, current)

    @objective.autocomplete("number")
    async def _an_objective(self, interaction: Press, current: str) -> Numbers:
        moves, _, text = await self._moves(interaction, Aim)
        return [
            app_commands.Choice(name=objective_name(text, each.objective), value=each.objective)
            for each in moves
        ]

    @recruit.autocomplete("at")
    async def _a_recruits_place(self, interaction: Press, current: str) -> Words:
        moves, situation, _ = await self._moves(interaction, Recruit)
        return _codes(situation, [each.at for each in moves], current)

    @move.autocomplete("route")
    async def _a_route(self, interaction: Press, current: str) -> Words:
        reader: Reader = await self.house.notice_reader(interaction)
        situation = await self.asked(interaction)
        if situation is None:
            return []
        look = self.house.look(situation.match, reader.text, reader.theme)
        given = interaction.namespace.clans
        clans = given if isinstance(given, int) and given > 0 else 1
        offers = routes(look, situation.view, clans, current)
        return [app_commands.Choice(name=each.label, value=each.notation) for each in offers]

    @assault.autocomplete("assault")
    async def _an_assault(self, interaction: Press, current: str) -> Words:
        offers = await self.suggested(interaction, f"assault {current}")
        return [
            app_commands.Choice(name=each.name.removeprefix("assault "), value=each.value.partition(" ")[2])
            for each in offers
        ]

    @place.autocomplete("place")
    async def _a_place(self, interaction: Press, current: str) -> Numbers:
        moves, _, text = await self._moves(interaction, Seek)
        name = "genesia.menu.place"
        return [
            app_commands.Choice(name=text.plain(name, place=each.place), value=each.place) for each in moves
        ]

    @draft.autocomplete("match")
    @objective.autocomplete("match")
    @recruit.autocomplete("match")
    @move.autocomplete("match")
    @card.autocomplete("match")
    @discard.autocomplete("match")
    @back.autocomplete("match")
    @end.autocomplete("match")
    @stance.autocomplete("match")
    @assault.autocomplete("match")
    @lose.autocomplete("match")
    @skip.autocomplete("match")
    @order.autocomplete("match")
    @place.autocomplete("match")
    async def _move_match(self, interaction: Press, current: str) -> Numbers:
        return await self.house.suggest_matches(interaction, current, self.key, (Status.RUNNING,))


def _cards(
    text: Text, cards: Sequence[int], typed: str, detail: Callable[[int], str] | None = None
) -> Numbers:
    """Cards to choose from, each once, by number or by a part of the name."""
    typed = typed.strip().casefold()
    promise = detail or partial(card_detail, text)
    return [
        app_commands.Choice(name=f"{card_name(text, card)} · {promise(card)}"[:100], value=card)
        for card in dict.fromkeys(cards)
        if typed in card_name(text, card).casefold()
    ][:25]


def _codes(situation: Situation | None, codes: Sequence[str], typed: str) -> Words:
    """Regions to choose from, each once, with what they are worth."""
    if situation is None:
        return []
    regions, named = situation.view.map.regions, situation.view.map.named
    typed = typed.strip().upper()
    return [
        app_commands.Choice(name=f"{code} ({regions[named[code.rpartition('-')[2]]].value})", value=code)
        for code in dict.fromkeys(codes)
        if code.startswith(typed)
    ][:25]
