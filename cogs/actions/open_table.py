"""The pages of what lies open on a table, and the buttons and lists that lead from one to the next.

They are for whoever may see the match. Who sits there learns no more on them than a passer-by.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.answering.answers import Page, answer
from cogs.answering.controls import Control, Press, button, menu
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.face.open_pages import OpenPage
from cogs.pages.parts import large_button
from cogs.services.services import Reader, Services
from engine.game import Event, Refusal
from engine.matches import undone_entries

__all__ = ["OpenTable"]


class OpenTable:
    """The open pages of running and ended matches."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.verbs.add_from(self)

    async def page(self, match: int, reader: Reader, topic: str = "") -> Page:
        """Return the open page of that topic. Raises `Refusal` for a topic that the game does not have."""
        services = self.services
        situation = await services.matches.queries.situation(match, None)
        ctx = services.context(situation.match, reader.text, reader.theme)
        face, seat = services.face(situation.match.game), situation.match.seat_of(reader.person)
        past = await self._past(match)
        try:
            shown: OpenPage = await services.think(face.open_page, ctx, situation.view, seat, past, topic)
        except LookupError:
            raise Refusal("unknown_control") from None
        page = Page()
        await services.show_more(page, shown.drawings, f"open-{match}")
        page.say(shown.words)
        for number, each in enumerate(shown.lists):
            options = [
                discord.SelectOption(
                    label=entry.label,
                    value=entry.topic,
                    description=entry.detail or None,
                    emoji=services.icons.get(entry.emoji),
                )
                for entry in each.topics
            ]
            page.row(menu(Control(match, "openlist", str(number)), each.placeholder, options))
        ways: list[Press] = [
            button(
                Control(match, "openpage", way.topic),
                way.label,
                emoji=services.icons.get(way.emoji),
                disabled=way.here,
            )
            for way in shown.ways
        ]
        if face.has_large:
            ways.append(large_button(match, reader.text))
        return page.row(*ways)

    async def _past(self, match: int) -> Sequence[Event]:
        """Return what everybody was told, oldest first, without what was taken back."""
        log = await self.services.matches.queries.log(match, None)
        undone = undone_entries([entry for entry, _ in log])
        return [
            event
            for entry, events in log
            if entry.number not in undone
            for event in events
            if event.to is None
        ]

    @verb("open")
    async def press_open(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.page(control.match, reader, control.argument))

    @verb("openpage", in_place=True)
    async def press_page(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.page(control.match, reader, control.argument), edit=True)

    @verb("openlist", in_place=True)
    async def press_list(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        if len(values) != 1:
            raise Refusal("unknown_control")
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.page(control.match, reader, values[0]), edit=True)
