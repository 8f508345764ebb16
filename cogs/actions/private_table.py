"""Private tables: one person and robots, played on a private panel alone, which is the whole table.

The answer to a move waits a moment for the robots that follow it. Where they take longer, the panel says so,
has a button to look again, and shows itself anew once they are done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import discord

from cogs.actions.opening import venue_here
from cogs.answering.answers import Page, answer, answer_message, do_after_answer, words
from cogs.answering.controls import Control, Press, button
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.endings import over_page
from cogs.pages.inbox import next_button
from cogs.pages.lobby import lobby_lines
from cogs.pages.panel import panel_page
from cogs.pages.undo import undo_button
from cogs.services.services import Reader, Services
from cogs.text.text import Markup
from engine.game import Event, Refusal
from engine.matches import Entry, Match, Played, Situation, Status

__all__ = ["PrivateTables"]

PRIMARY = discord.ButtonStyle.primary
RED = discord.ButtonStyle.danger
RENEWED_WITHIN = timedelta(minutes=10)
"""Longest time after which a panel shows itself anew. Discord lets an answer be changed for 15 minutes."""
News = Sequence[tuple[Entry, Sequence[Event]]]


class PrivateTables:
    """The panels of private tables, and the buttons that only they have."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.verbs.add_from(self)

    async def open(self, interaction: Interaction, game: str, player: str, reader: Reader) -> Page:
        """Open a private table with the usual options and the fewest robots, and return its panel."""
        rules = self.services.face(game).game
        options = rules.Options()
        size = min((each for each in rules.seats(options) if each > 1), default=1)
        language, click = reader.text.language, interaction.id
        match = await self.services.matches.lobbies.open_private(
            game, options, size, reader.person, reader.name, language, click, player
        )
        return await self.page(interaction, match.id, reader)

    async def page(
        self, interaction: Interaction, match: int, reader: Reader, played: Played | None = None
    ) -> Page:
        """Return the table as its person sees it, once the robots have moved or a moment is over.

        `played` is the move that was just made, which is told before the robots' moves.
        """
        services = self.services
        queries, longest = services.matches.queries, services.matches.limits.private_robots
        await self._keep_true(interaction, match, reader)
        is_ready = await queries.wait_for_robots(match, reader.person, longest)
        if not is_ready and longest:

            async def renew() -> None:
                if await queries.wait_for_robots(match, reader.person, RENEWED_WITHIN):
                    page = await self._table(match, reader, played, is_ready=True)
                    await answer(interaction, page, edit=True)

            do_after_answer(
                interaction, lambda: services.renewals.begin(match, answer_message(interaction), renew)
            )
        return await self._table(match, reader, played, is_ready=is_ready)

    async def _keep_true(self, interaction: Interaction, match: int, reader: Reader) -> None:
        """Have the panel that is the answer lose its buttons once it is old, or its table is left."""
        services = self.services
        is_running = (await services.matches.loader.get(match)).status is Status.RUNNING

        def note() -> None:
            if is_running:
                moved = words(reader.text("panel.moved"))
                services.open_panels.note(
                    match, reader.person, interaction, answer_message(interaction), moved
                )
            else:
                services.open_panels.forget(match, reader.person)

        do_after_answer(interaction, note)

    async def _table(self, match: int, reader: Reader, played: Played | None, *, is_ready: bool) -> Page:
        services, text = self.services, reader.text
        situation = await services.matches.queries.situation(match, reader.person)
        if situation.match.status is Status.OVER:
            return await self._over(situation, reader)
        if situation.match.status is Status.CANCELLED or situation.seat is None:
            return words(text("panel.cancelled")).row(*self._after(situation.match, reader))
        ctx = services.context(situation.match, text, reader.theme)
        told: News = (*self._own_news(situation, played), *situation.news)

        def news(room: int) -> Markup:
            return services.news(situation, ctx, public=False, room=room, since=told)

        heading = (await services.where(situation, reader),)
        page = await panel_page(services, situation, reader, heading=heading, news=news, board=True)
        face = services.face(situation.match.game)
        await self._show_hand(page, situation, reader)
        controls: list[Press] = []
        if not is_ready:
            page.say(text("private.thinking"))
            if not page.attached:
                board = face.board(ctx, situation.view, situation.seat)
                await services.show(page, board, f"board-{match}")
            controls.append(button(Control(match, "panel"), text.plain("private.continue"), style=PRIMARY))
        elif not situation.can_step_back and await services.matches.undo.has_something_to_undo(
            match, reader.person
        ):
            back = replace(undo_button(situation, text).control, verb="takeback")
            controls.append(button(back, text.plain("undo.button")))
        controls.append(button(Control(match, "more"), text.plain("private.more")))
        return page.row(*controls) if page.rows_left else page

    async def _show_hand(self, page: Page, situation: Situation, reader: Reader) -> None:
        """Add the hand below the board, where the game has one and something is asked."""
        ctx = self.services.context(situation.match, reader.text, reader.theme)
        face = self.services.face(situation.match.game)
        hand = face.hand(ctx, situation.view) if situation.seat in situation.pending else None
        if hand is None or hand.drawing is None or not page.attached:
            return
        before = len(page.items)
        await self.services.show(page, hand.drawing, f"hand-{situation.match.id}")
        shown, page.items[before:] = page.items[before:], []
        rows = (place for place, item in enumerate(page.items) if isinstance(item, discord.ui.ActionRow))
        page.items[(first := next(rows, before)) : first] = shown

    def _own_news(self, situation: Situation, played: Played | None) -> News:
        """Return the move that was just made, without what only says that it is sealed."""
        if played is None or any(entry.number == played.entry.number for entry, _ in situation.news):
            return ()
        sealed = situation.question_entry is not None and situation.seat not in situation.pending
        silent = self.services.face(situation.match.game).sealing if sealed else ()
        return ((played.entry, [each for each in played.events if each.code not in silent]),)

    async def _over(self, situation: Situation, reader: Reader) -> Page:
        page = await over_page(self.services, situation, reader)
        coming = await next_button(self.services, reader, situation.match.id, "next")
        return page.row(coming) if coming is not None and page.rows_left else page

    def _after(self, match: Match, reader: Reader) -> list[Press]:
        text = reader.text
        return [
            button(Control(match.id, "again"), text.plain("private.again"), style=PRIMARY),
            button(Control(0, "door", match.game), text.plain("private.others")),
        ]

    async def _require_private(self, match: int) -> None:
        """Raise `Refusal` ``not_private`` for a match that is one of a channel."""
        if not (await self.services.matches.loader.get(match)).is_private:
            raise Refusal("not_private", match=match)

    # Buttons

    @verb("again", in_place=True)
    async def press_again(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)

        async def page() -> Page:
            again = await self.services.matches.lobbies.open_private_again(
                control.match, reader.person, reader.name, interaction.id
            )
            return await self.page(interaction, again.id, reader)

        await answer(interaction, page(), edit=True)

    @verb("takeback", in_place=True)
    async def press_take_back(
        self, interaction: Interaction, control: Control, values: Sequence[str]
    ) -> None:
        reader, match = await self.services.reader_of(interaction), control.match

        async def page() -> Page:
            await self._require_private(match)
            try:
                # Among robots alone the whole turn goes back unasked, with what they have answered.
                await self.services.matches.undo.undo(match, reader.person, interaction.id, control.asked)
                said = reader.text("undo.done")
            except Refusal as refusal:
                said = reader.text.refusal(refusal)
            return (await self.page(interaction, match, reader)).begin(said)

        await answer(interaction, page(), edit=True)

    @verb("more")
    async def press_more(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._more(control.match, reader))

    async def _more(self, match: int, reader: Reader) -> Page:
        """Return the table in words, with all that can be done besides playing."""
        text, found = reader.text, await self.services.matches.loader.get(match)
        page = words(*lobby_lines(self.services, found, text))
        if found.status is not Status.RUNNING:
            return page.row(*self._after(found, reader))
        if found.is_private:
            page.say(text("private.about", turns=text.plain("command.turns")))
        controls = [
            button(Control(match, "rules"), text.plain("lobby.rules")),
            button(Control(match, "text"), text.plain("turn.text")),
            button(Control(match, "film"), text.plain("turn.film")),
        ]
        if self.services.face(found.game).has_hand:
            controls.append(button(Control(match, "hand"), text.plain("turn.hand")))
        page.row(*controls)
        ways = [publish_button(found, reader)] if found.is_private else []
        leave = button(Control(match, "leave"), text.plain("private.leave"), style=RED)
        return page.row(*ways, leave)

    @verb("publish")
    async def press_publish(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        sure = control.argument == "yes"
        await answer(interaction, self._publish(interaction, control.match, reader, sure=sure), edit=sure)

    async def _publish(self, interaction: Interaction, match: int, reader: Reader, *, sure: bool) -> Page:
        """Make it a match of this channel, once its person has confirmed that."""
        await self._require_private(match)
        text, venue = reader.text, await venue_here(self.services, interaction, reader)
        if not sure:
            yes = button(Control(match, "publish", "yes"), text.plain("private.publish.yes"), style=PRIMARY)
            here = Markup(f"<#{venue.channel}>")
            return words(text("private.publish.sure", match=match, here=here)).row(yes)
        await self.services.matches.lobbies.publish(match, reader.person, venue, interaction.id)
        return words(text("private.published", match=match, here=Markup(f"<#{venue.channel}>")))


def publish_button(match: Match, reader: Reader) -> Press:
    """Return the button that makes a private table a match of a channel."""
    return button(Control(match.id, "publish"), reader.text.plain("private.publish"))
