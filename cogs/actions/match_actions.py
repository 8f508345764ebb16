"""The answers to buttons and commands of a running match, which every game shares.

A press is answered in five steps: the match and who presses, the question it belongs to, the move under the
match's lock, the answer, and - after the commit, by the courier - the table's news.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord

from cogs.actions.endings import Endings
from cogs.actions.hinting import Hinting
from cogs.actions.open_table import OpenTable
from cogs.actions.private_table import RENEWED_WITHIN, PrivateTables
from cogs.actions.replaying import Replaying
from cogs.actions.table_terms import TableTerms
from cogs.answering.answers import (
    Page,
    acknowledge,
    answer,
    answer_message,
    classic_page,
    do_after_answer,
    words,
)
from cogs.answering.controls import Control, button
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.face.text_boards import ALT
from cogs.pages.held_moves import foreseen_text, planned_lines, variant_buttons, way_buttons
from cogs.pages.inbox import inbox_page, next_button
from cogs.pages.lessons import Learning, show_lessons
from cogs.pages.movie import movie_buttons
from cogs.pages.panel import panel_page, plan_page
from cogs.pages.parts import film_buttons, replay_buttons, sight_buttons
from cogs.pages.turn import tells_end, waiting
from cogs.pages.undo import undo_button, with_undo_wish
from cogs.services.posts import SETTLED
from cogs.services.services import Reader, Services
from cogs.text.text import Markup, Text, spoken_text
from engine.game import Options, Refusal
from engine.match.clock import Held
from engine.matches import HeldAnswer, Match, Played, Post, Situation, Status
from engine.store import StoreError

__all__ = ["MatchActions"]

log = logging.getLogger("longtable.panels")


class MatchActions:
    """Answers shared by buttons and commands."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.verbs.add_from(self)
        self.learning = Learning(services)
        self.private_tables = PrivateTables(services)
        self.table_terms = TableTerms(services)
        self.open_table = OpenTable(services)
        self.replaying = Replaying(services)
        self.hinting = Hinting(services)
        self.endings = Endings(services)

    # Pages

    async def end_page(self, interaction: Interaction, match: int, person: int) -> Page:
        """Return the panel of a match that has ended, for the person to whom the interaction belongs."""
        return await self.panel(interaction, match, await self.services.reader(person))

    async def panel(self, interaction: Interaction, match: int, reader: Reader) -> Page:
        """Return the private panel as it is now.

        Outside the match's thread it also shows what the thread's message shows: which
        match it is, what has happened, the board.
        """
        services = self.services
        situation = await services.matches.queries.situation(match, reader.person)
        if situation.seat is None:
            raise Refusal("not_seated", match=match)
        if situation.match.is_private:
            return await self.private_tables.page(interaction, match, reader)
        situation = await self._note_look(situation, reader)
        await self._keep_true(interaction, situation, reader)
        where = await self._place_heading(interaction, situation, reader)
        inbox = await services.once_about_inbox(reader)
        heading = (*where, *((inbox,) if inbox else ()))
        ctx = services.context(situation.match, reader.text, reader.theme)
        if not where:
            page = await panel_page(services, situation, reader, heading=heading)
            return with_undo_wish(page, situation.match, reader.person, ctx)

        def news(room: int) -> Markup:
            return services.news(situation, ctx, public=False, room=room)

        page = await panel_page(services, situation, reader, heading=heading, news=news, board=True)
        return with_undo_wish(page, situation.match, reader.person, ctx)

    async def _note_look(self, situation: Situation, reader: Reader) -> Situation:
        """Note that the panel is opened: no reminder follows, and the last half hour becomes one more.

        Return the situation from then on. The panel is shown even if the database cannot note it.
        """
        if situation.deadline is None or situation.seat not in situation.pending:
            return situation
        match = situation.match.id
        try:
            if await self.services.matches.seat_clocks.note_look(match, reader.person):
                return await self.services.matches.queries.situation(match, reader.person)
        except StoreError as error:
            log.warning("match %s: that its panel was opened is not noted: %s", match, error)
        return situation

    async def next_panel(self, interaction: Interaction, match: int, reader: Reader) -> Page:
        """Return the panel of the match if it waits for the reader, or of another that does, or the list."""
        matches = self.services.matches
        if not await matches.queries.is_waiting_for(match, reader.person):
            coming = await matches.inboxes.next_for(reader.person)
            if coming is None:
                return await inbox_page(self.services, reader)
            match = coming
        return await self.panel(interaction, match, reader)

    async def hand(self, match: int, reader: Reader) -> Page:
        """Return the reader's secret hand, and whose turn it is."""
        services = self.services
        situation = await services.matches.queries.situation(match, reader.person)
        if situation.seat is None:
            raise Refusal("not_seated", match=match)
        ctx = services.context(situation.match, reader.text, reader.theme)
        face = services.face(situation.match.game)
        held = face.hand(ctx, situation.view)
        page = words(held.words if held else reader.text("hand.none"))
        await services.show(page, held.drawing if held else None, f"hand-{match}")
        inbox = await services.once_about_inbox(reader)
        page.say(waiting(situation, ctx), *await planned_lines(services, situation, ctx), inbox or "")
        ways = [*way_buttons(situation, reader.text), *sight_buttons(services, situation, reader.text)]
        return page.row(*ways) if ways else page

    async def board(self, match: int, reader: Reader, *, text: bool) -> Page:
        """Return the board as the reader may see it, as a picture or in letters."""
        services = self.services
        situation = await services.matches.queries.situation(match, reader.person)
        ctx = services.context(situation.match, reader.text, reader.theme)
        face = services.face(situation.match.game)
        if text:
            return words(f"```\n{face.board_text(ctx, situation.view)}\n```")
        page = Page()
        await services.show(page, face.board(ctx, situation.view, situation.seat), f"board-{match}")
        await services.show_more(page, face.pictures(ctx, situation.view), f"more-{match}")
        page.say(face.announce(ctx, situation.view), waiting(situation, ctx))
        sight = sight_buttons(services, situation, reader.text)
        ways = way_buttons(situation, reader.text)
        watch = replay_buttons(services, situation.match, reader.text, "replay.step_by_step")
        page.row(*ways, *sight, *film_buttons(situation, reader.text), *watch)
        return page.begin(services.news(situation, ctx, public=False, room=page.room))

    async def large(self, match: int, reader: Reader) -> Page:
        """Return the board over the whole width, for the reader alone; the usual one if there is none."""
        situation = await self.services.matches.queries.situation(match, reader.person)
        ctx = self.services.context(situation.match, reader.text, reader.theme)
        face = self.services.face(situation.match.game)
        drawing = face.large(ctx, situation.view) or face.board(ctx, situation.view, situation.seat)
        page = Page()
        await self.services.show(page, drawing, f"large-{match}")
        ways = sight_buttons(self.services, situation, reader.text)
        others = [each for each in ways if each.control.verb != "large"]
        return page.row(*others) if others else page

    async def film(self, match: int, reader: Reader) -> Page:
        """Return the news since the reader's last move as a film, and the pictures of a scoring."""
        services = self.services
        queries = services.matches.queries
        face = services.face((await services.matches.loader.get(match)).game)
        situation, shots = await queries.playback(match, reader.person, face.lingering)
        ctx = services.context(situation.match, reader.text, reader.theme)
        drawings = list(face.pictures(ctx, situation.view))
        page = Page()
        told = services.news(situation, ctx, public=False, room=page.room)
        if len(shots) > 1:
            views = [shot.view for shot in shots]
            long = [number for number, shot in enumerate(shots) if shot.codes & face.lingering]
            drawings.append(face.film(ctx, views, situation.seat, _film_alt(reader.text, told), long))
        if not drawings:
            return words(reader.text("film.none"))
        await services.show_more(page, drawings, f"more-{match}")
        page.say(told, face.announce(ctx, situation.view))
        ways = movie_buttons(services, match, reader.text)
        ways += replay_buttons(services, situation.match, reader.text, "replay.step_by_step")
        ways += sight_buttons(services, situation, reader.text)
        return page.row(*ways) if ways else page

    async def rules(self, match: Match, reader: Reader) -> Page:
        return await self.how_to_play(match.game, match.options, match.size, reader)

    async def usual_rules(self, game: str, reader: Reader) -> Page:
        """Return the rules with the options that a table has by default."""
        rules = self.services.face(game).game
        options = rules.Options()
        return await self.how_to_play(game, options, min(rules.seats(options)), reader)

    async def how_to_play(self, game: str, options: Options, size: int, reader: Reader) -> Page:
        """Return the rules in short with these options, five pictures, and the way to the lessons."""
        face = self.services.face(game)
        title = reader.text("rules.title", game=face.game.title)
        return await show_lessons(
            self.services, words(title, *face.rules(reader.text, options, size)), game, reader
        )

    # Moves

    async def move(
        self,
        interaction: Interaction,
        match: int,
        text: str,
        asked: int | None,
        *,
        edit: bool,
        seen: bool = False,
    ) -> None:
        """Make a move and answer at once; a question that follows from it comes with the answer.

        A move whose effects its person has `seen` is not held.

        The press is acknowledged before, so that nobody reads of a failure after a move was made. A move that
        will be refused is answered straight away.
        """
        if await self._will_go(interaction, match, text, asked) and not await acknowledge(
            interaction, edit=edit
        ):
            return
        await answer(interaction, self._move(interaction, match, text, asked, seen), edit=edit)

    async def _will_go(self, interaction: Interaction, match: int, text: str, asked: int | None) -> bool:
        try:
            await self.services.matches.queries.understand(match, interaction.user.id, text, asked)
        except Refusal:
            return False
        return True

    async def _move(
        self, interaction: Interaction, match: int, text: str, asked: int | None, seen: bool
    ) -> Page:
        panel = await self._pressed_panel(interaction, match)
        if panel is None:
            return await self._make_move(interaction, match, text, asked, None, seen)
        async with self.services.panels.answering(match, interaction.user.id):
            return await self._make_move(interaction, match, text, asked, panel, seen)

    async def _make_move(
        self,
        interaction: Interaction,
        match: int,
        text: str,
        asked: int | None,
        panel: Post | None,
        seen: bool,
    ) -> Page:
        services = self.services
        reader = await services.reader_of(interaction)
        try:
            played = await services.matches.held_moves.submit(
                match, reader.person, text, asked, interaction.id, seen=seen
            )
        except Refusal as error:
            ended = error.code in (Status.OVER, Status.CANCELLED)
            if ended and (await services.matches.loader.get(match)).is_private:
                return await self.private_tables.page(interaction, match, reader)
            if ended and interaction.message is not None:
                return await self.panel(interaction, match, reader)
            if error.code not in ("stale", "move_lost"):
                raise
            situation = await services.matches.queries.situation(match, reader.person)
            where = await self._place_heading(interaction, situation, reader)
            return await self.stale(interaction, match, reader, where, lost=error.code == "move_lost")
        return await self._move_answer(interaction, reader, played, panel)

    async def _move_answer(
        self, interaction: Interaction, reader: Reader, played: Played | HeldAnswer, panel: Post | None
    ) -> Page:
        """Return the answer to a move that was made or is held, with a button for the next match."""
        services, match = self.services, played.match.id
        if played.match.is_private and isinstance(played, Played):
            return await self.private_tables.page(interaction, match, reader, played)
        situation = await services.matches.queries.situation(match, reader.person)
        where = await self._place_heading(interaction, situation, reader)
        if isinstance(played, HeldAnswer):
            inbox = await services.once_about_inbox(reader)
            heading = (*where, *((inbox,) if inbox else ()))
            page = await panel_page(services, situation, reader, heading=heading)
        else:
            page = await self._played_page(played, situation, reader, where, panel is not None)
        if situation.seat not in situation.pending or situation.held is not None:
            # A panel that came unasked stays: the next match's panel comes as a message of its own.
            pressed = interaction.message
            private = pressed is None or pressed.flags.ephemeral
            coming = await next_button(services, reader, match, "next" if private else "further")
            back = situation.held is None and await services.matches.undo.has_something_to_undo(
                match, reader.person
            )
            controls = [coming] if coming is not None else []
            if back:
                controls.append(undo_button(situation, reader.text))
            if situation.question_entry is None and situation.match.status is Status.RUNNING:
                controls += sight_buttons(services, situation, reader.text)
            if controls and page.rows_left:
                page.row(*controls)
        await self._note_panel(interaction, situation, panel)
        await self._keep_true(interaction, situation, reader)
        return page

    async def _keep_true(self, interaction: Interaction, situation: Situation, reader: Reader) -> None:
        """Have the panel that is the answer say by itself when a newer one has come, or the match has ended.

        A panel by direct message is changed by the courier, whoever has answered.
        """
        services, match = self.services, situation.match.id
        if await self._pressed_panel(interaction, match) is not None:
            return

        def note() -> None:
            if situation.match.status is Status.RUNNING:
                instead = words(reader.text("panel.moved"))
                shown_in = answer_message(interaction)
                services.open_panels.note(match, reader.person, interaction, shown_in, instead)
            else:
                services.open_panels.forget(match, reader.person)

        do_after_answer(interaction, note)
        if situation.held is not None:
            self._renew_after_hold(interaction, match, situation.held, reader)

    def _renew_after_hold(self, interaction: Interaction, match: int, held: Held, reader: Reader) -> None:
        """Have the answer that shows a held move say by itself what has become of it."""
        services = self.services

        async def renew() -> None:
            queries, moves = services.matches.queries, services.matches.held_moves
            if not await queries.wait_for_hold(match, reader.person, held, RENEWED_WITHIN):
                return
            played = await moves.outcome(match, reader.person, held)
            if played is None:
                page = await self.panel(interaction, match, reader)
            else:
                page = await self._move_answer(interaction, reader, played, None)
            await answer(interaction, page, edit=True)

        def begin() -> None:
            services.renewals.begin(match, answer_message(interaction), renew)

        do_after_answer(interaction, begin)

    async def _note_panel(self, interaction: Interaction, situation: Situation, panel: Post | None) -> None:
        """Note that the panel that was pressed shows the next question, which is not sent again, or none."""
        match, asked = situation.match.id, situation.question_entry
        if panel is not None and panel == await self._pressed_panel(interaction, match):
            shown = replace(panel, shown=SETTLED) if asked is None else replace(panel, number=asked, shown="")
            await self.services.matches.posts.save_post(shown)

    async def _played_page(
        self, played: Played, situation: Situation, reader: Reader, where: Sequence[Markup], panel: bool
    ) -> Page:
        services = self.services
        ctx = services.context(played.match, reader.text, reader.theme)
        sealed = situation.question_entry is not None and situation.seat not in situation.pending
        silent = services.face(played.match.game).sealing if sealed else ()

        def news(room: int) -> Markup:
            told = [(played.entry, [each for each in played.events if each.code not in silent])]
            return services.news_text(played.match, told, ctx, public=False, room=room)

        inbox = await services.once_about_inbox(reader)
        heading = (*where, *((inbox,) if inbox else ()))
        if situation.question_entry is None or not len(situation.moves):
            # The board comes with the table's next message; the answer itself waits for no picture.
            running = situation.match.status is Status.RUNNING and situation.pending
            # The name of the person to move would soon be wrong in a message that stays.
            later = reader.text("inbox.idle")
            if not (panel and running):
                face, told = services.face(played.match.game), [(played.entry, played.events)]
                later = waiting(situation, ctx, end_told=tells_end(face, told))
            page = classic_page(*heading)
            return page.say(news(page.room - len(later) - 1), later)
        return await panel_page(services, situation, reader, heading=heading, news=news)

    async def _pressed_panel(self, interaction: Interaction, match: int) -> Post | None:
        """Return the panel by direct message, if that was pressed; `None` otherwise."""
        if interaction.guild_id is not None or interaction.message is None:
            return None
        post = await self.services.matches.posts.post(match, "hand", interaction.user.id)
        return post if post is not None and post.message == interaction.message.id else None

    async def _place_heading(
        self, interaction: Interaction, situation: Situation, reader: Reader
    ) -> Sequence[Markup]:
        """Return the line that names the match; nothing in its own thread, which says so itself."""
        thread = await self.services.matches.posts.post(situation.match.id, "thread")
        if thread is not None and thread.channel == interaction.channel_id:
            return ()
        return (await self.services.where(situation, reader),)

    async def stale(
        self,
        interaction: Interaction,
        match: int,
        reader: Reader,
        where: Sequence[Markup] = (),
        *,
        lost: bool = False,
    ) -> Page:
        """Return the panel after an answered question was pressed, or one that a restored backup has `lost`.

        It shows the news since then, and the open question.
        """
        services = self.services
        situation = await services.matches.queries.situation(match, reader.person)
        if situation.match.is_private:
            page = await self.private_tables.page(interaction, match, reader)
            if situation.match.status is not Status.RUNNING:
                return page  # it says that nothing is asked any more
            return page.begin(reader.text("refusal.move_lost" if lost else "refusal.stale", match=match))
        if situation.match.status is not Status.RUNNING:
            return await self.panel(interaction, match, reader)  # it says that the match is over
        situation = await self._note_look(situation, reader)
        await self._keep_true(interaction, situation, reader)
        ctx = services.context(situation.match, reader.text, reader.theme)

        def news(room: int) -> Markup:
            return services.news(situation, ctx, public=False, room=room)

        why = reader.text("refusal.move_lost" if lost else "refusal.stale", match=match)
        return await panel_page(services, situation, reader, heading=(*where, why), news=news)

    # Buttons

    async def _own_seat(self, interaction: Interaction, control: Control) -> tuple[Reader, Situation]:
        """Return the person who presses, and the match as that seat knows it.

        Raises `Refusal` for another's button.
        """
        reader = await self.services.reader_of(interaction)
        situation = await self.services.matches.queries.situation(control.match, reader.person)
        if situation.seat is None:
            raise Refusal("not_seated", match=control.match)
        if control.seat is not None and control.seat != situation.seat:
            raise self._others_button(situation, reader)
        return reader, situation

    def _others_button(self, situation: Situation, reader: Reader) -> Refusal:
        """Return the refusal of somebody else's button: it says whose turn it is, as everybody can see."""
        match, asked = situation.match, situation.round
        if asked is None:
            return Refusal("other_seat_over", match=match.id)
        if situation.seat in asked.seats:
            return Refusal("other_seat_mine", match=match.id)
        names = self.services.context(match, reader.text).names
        who = reader.text.list(names[seat] for seat in asked.seats)
        return Refusal("other_seat", match=match.id, who=str(who), n=len(asked.seats))

    @verb("play")
    async def press_play(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader, situation = await self._own_seat(interaction, control)
        asked, seat = situation.round, situation.seat
        # The table's button serves for every step of a turn, and for changing a sealed choice.
        open_ = situation.call_number is not None and situation.call_number <= control.asked
        others = asked is not None and asked.call_number == control.asked and seat not in asked.seats
        if open_ or others:
            await answer(interaction, self.panel(interaction, control.match, reader))
            return
        lost = situation.is_lost(call=control.asked)
        await answer(interaction, self.stale(interaction, control.match, reader, lost=lost))

    @verb("panel", in_place=True)
    async def press_panel(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.panel(interaction, control.match, reader), edit=True)

    @verb("next", in_place=True, personal=True)
    async def press_next(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.next_panel(interaction, control.match, reader), edit=True)

    @verb("further", personal=True)
    async def press_further(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.next_panel(interaction, control.match, reader))

    @verb("hand")
    async def press_hand(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.hand(control.match, reader))

    @verb("text")
    async def press_text(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.board(control.match, reader, text=True))

    @verb("large")
    async def press_large(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.large(control.match, reader))

    @verb("film")
    async def press_film(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.film(control.match, reader))

    @verb("menu", in_place=True)
    async def press_menu(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        number, _, path = control.argument.partition("@")
        await self._step(interaction, control, _path(path), int(number) if number.isdecimal() else 0)

    async def _step(
        self, interaction: Interaction, control: Control, path: tuple[str, ...], page: int
    ) -> None:
        reader, situation = await self._own_seat(interaction, control)
        where = await self._place_heading(interaction, situation, reader)
        if situation.question_number != control.asked:
            lost = situation.is_lost(question=control.asked)
            coming = self.stale(interaction, control.match, reader, where, lost=lost)
            await answer(interaction, coming, edit=True)
            return
        if situation.match.is_private and not path and not page:
            await answer(interaction, self.panel(interaction, control.match, reader), edit=True)
            return
        situation = await self._note_look(situation, reader)
        await self._keep_true(interaction, situation, reader)
        coming = panel_page(self.services, situation, reader, path=path, page=page, heading=where)
        await answer(interaction, coming, edit=True)

    @verb("pick", in_place=True)
    async def press_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        chosen = values[0] if len(values) == 1 else ""
        if chosen.startswith(">"):
            _, _, path = control.argument.partition("@")
            await self._step(interaction, control, (*_path(path), chosen[1:]), 0)
        elif chosen.startswith("="):
            await self._own_seat(interaction, control)
            await self._preview_or_move(interaction, control, chosen[1:])
        else:
            raise Refusal("unknown_control")

    @verb("go", in_place=True)
    async def press_go(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        await self._own_seat(interaction, control)
        await self._preview_or_move(interaction, control, control.argument)

    @verb("sure", in_place=True)
    async def press_sure(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        await self._own_seat(interaction, control)
        await self.move(interaction, control.match, control.argument, control.asked, edit=True, seen=True)

    async def _preview_or_move(self, interaction: Interaction, control: Control, move: str) -> None:
        """Show the preview of the move, or make it."""
        page = await self._preview(interaction, control, move)
        if page is None:
            await self.move(interaction, control.match, move, control.asked, edit=True)
        else:
            await answer(interaction, page, edit=True)

    async def _preview(self, interaction: Interaction, control: Control, move: str) -> Page | None:
        """Return the preview of a move that would count at once; `None` for a move that is made without one.

        A person who holds moves sees the effects while the move is held, which costs no tap.
        """
        services, person = self.services, interaction.user.id
        matches, match = services.matches, await services.matches.loader.get(control.match)
        plain, face = (await services.person(person)).chosen.plain, services.face(match.game)
        if (await matches.hours.hours(person)).hold != 0 or match.game in plain or face.shows_ahead:
            return None
        try:
            look = await matches.held_moves.outlook(match.id, person, move, control.asked)
            situation = await matches.queries.situation(match.id, person)
        except Refusal:
            return None  # the move itself will say why
        reader = await services.reader_of(interaction)
        ctx = services.context(match, reader.text, reader.theme)
        told = foreseen_text(services, situation, move, look.events, ctx)
        if not look.affects_others or not told:
            return None
        return await self._preview_page(interaction, situation, reader, move, told, control)

    async def _preview_page(
        self,
        interaction: Interaction,
        situation: Situation,
        reader: Reader,
        move: str,
        told: Markup,
        control: Control,
    ) -> Page:
        text = reader.text
        where = await self._place_heading(interaction, situation, reader)
        spelled = self.services.face(situation.match.game).with_letters(text, move)
        page = classic_page(*where, text("preview.title", move=spelled), told)
        play = replace(control, verb="sure", argument=move)
        again = button(replace(control, verb="menu", argument="0@"), text.plain("preview.again"))
        if not play.fits:
            return page.say(text("preview.long")).row(again)
        ctx = self.services.context(situation.match, text, reader.theme)
        variants = await variant_buttons(self.services, situation, move, control.asked, ctx)
        return page.row(
            button(play, text.plain("preview.play"), style=discord.ButtonStyle.primary),
            *variants,
            again,
            *sight_buttons(self.services, situation, text),
        )

    async def preview(self, interaction: Interaction, match: int, typed: str, reader: Reader) -> Page:
        """Return the known effects of a typed move, with the button that plays it.

        Raises `Refusal` for a move that the rules forbid, as if it were played.
        """
        matches = self.services.matches
        move = str(await matches.queries.understand(match, reader.person, typed))
        look = await matches.held_moves.outlook(match, reader.person, move)
        situation = await matches.queries.situation(match, reader.person)
        ctx = self.services.context(situation.match, reader.text, reader.theme)
        told = foreseen_text(self.services, situation, move, look.events, ctx)
        control = Control(match, "sure", asked=situation.question_number or 0, seat=situation.seat)
        return await self._preview_page(interaction, situation, reader, move, told, control)

    # Planning, while others think

    async def plan(
        self, interaction: Interaction, match: int, text: str, *, edit: bool, call: int = 0
    ) -> None:
        """Plan a move, and show what it would do now. `call` is what the button carries."""
        await answer(interaction, self._plan_and_show(interaction, match, text, call), edit=edit)

    async def _plan_and_show(self, interaction: Interaction, match: int, text: str, call: int) -> Page:
        reader = await self.services.reader_of(interaction)

        async def plan_move() -> Page:
            await self.services.matches.plans.plan(match, reader.person, text, interaction.id, call)
            return await self.panel(interaction, match, reader)

        return await self._page_or_panel(interaction, match, reader, plan_move)

    async def _page_or_panel(
        self, interaction: Interaction, match: int, reader: Reader, doing: Callable[[], Awaitable[Page]]
    ) -> Page:
        """Return the page of `doing`, or the panel if the question has come or the plan has gone."""
        try:
            return await doing()
        except Refusal as error:
            if error.code in (Status.OVER, Status.CANCELLED) and interaction.message is not None:
                return await self.panel(interaction, match, reader)
            if error.code not in ("plan_asked", "plan_late", "plan_gone"):
                raise
            page = await self.panel(interaction, match, reader)
            return page.begin(reader.text(f"refusal.{error.code}", **error.inputs))

    async def plan_choices(
        self, interaction: Interaction, match: int, path: tuple[str, ...] = (), number: int = 0, call: int = 0
    ) -> Page:
        """Return the choices of the next question as it would be asked now."""
        reader = await self.services.reader_of(interaction)

        async def choices() -> Page:
            outset = await self.services.matches.plans.outset(match, reader.person, call)
            situation = await self.services.matches.queries.situation(match, reader.person)
            where = await self._place_heading(interaction, situation, reader)
            if interaction.message is not None:
                await self._keep_true(interaction, situation, reader)
            return await plan_page(
                self.services, situation, reader, outset, path=path, page=number, heading=where
            )

        return await self._page_or_panel(interaction, match, reader, choices)

    @verb("plan", in_place=True)
    async def press_plan(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        await self._own_seat(interaction, control)
        number, _, path = control.argument.partition("@")
        page = int(number) if number.isdecimal() else 0
        coming = self.plan_choices(interaction, control.match, _path(path), page, control.asked)
        await answer(interaction, coming, edit=True)

    @verb("planpick", in_place=True)
    async def press_plan_pick(
        self, interaction: Interaction, control: Control, values: Sequence[str]
    ) -> None:
        await self._own_seat(interaction, control)
        chosen = values[0] if len(values) == 1 else ""
        if chosen.startswith(">"):
            _, _, path = control.argument.partition("@")
            further = (*_path(path), chosen[1:])
            coming = self.plan_choices(interaction, control.match, further, call=control.asked)
            await answer(interaction, coming, edit=True)
        elif chosen.startswith("="):
            await self.plan(interaction, control.match, chosen[1:], edit=True, call=control.asked)
        else:
            raise Refusal("unknown_control")

    @verb("plango", in_place=True)
    async def press_plan_go(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        await self._own_seat(interaction, control)
        await self.plan(interaction, control.match, control.argument, edit=True, call=control.asked)

    @verb("unplan", in_place=True)
    async def press_unplan(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        await self._own_seat(interaction, control)
        reader = await self.services.reader_of(interaction)

        async def drop_move() -> Page:
            await self.services.matches.plans.unplan(control.match, reader.person)
            page = await self.panel(interaction, control.match, reader)
            return page.begin(reader.text("plan.withdrawn"))

        await answer(
            interaction, self._page_or_panel(interaction, control.match, reader, drop_move), edit=True
        )

    # Taking back what nobody has seen

    @verb("sendnow", in_place=True)
    async def press_send(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        await self._own_seat(interaction, control)

        async def send_move(reader: Reader, panel: Post | None) -> Page:
            done = await self.services.matches.held_moves.send(control.match, reader.person, control.asked)
            return await self._move_answer(interaction, reader, done, panel)

        await answer(interaction, self._held_page(interaction, control.match, send_move), edit=True)

    @verb("drophold", in_place=True)
    async def press_drop(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        await self._own_seat(interaction, control)

        async def drop_move(reader: Reader, panel: Post | None) -> Page:
            await self.services.matches.held_moves.drop(control.match, reader.person, control.asked)
            return (await self.panel(interaction, control.match, reader)).begin(reader.text("held.dropped"))

        await answer(interaction, self._held_page(interaction, control.match, drop_move), edit=True)

    @verb("stepback", in_place=True)
    async def press_step_back(
        self, interaction: Interaction, control: Control, values: Sequence[str]
    ) -> None:
        await self._own_seat(interaction, control)

        async def step_back(reader: Reader, panel: Post | None) -> Page:
            matches, match = self.services.matches, control.match
            await matches.undo.undo(match, reader.person, interaction.id, control.asked - 1, alone=True)
            await self._note_panel(interaction, await matches.queries.situation(match, reader.person), panel)
            return await self.panel(interaction, match, reader)

        await answer(interaction, self._held_page(interaction, control.match, step_back), edit=True)

    async def _held_page(
        self, interaction: Interaction, match: int, doing: Callable[[Reader, Post | None], Awaitable[Page]]
    ) -> Page:
        """Return the page of `doing`; or, if the press came too late, the reason and the panel as it is."""
        services = self.services
        reader, panel = await services.reader_of(interaction), await self._pressed_panel(interaction, match)
        async with contextlib.AsyncExitStack() as stack:
            if panel is not None:
                await stack.enter_async_context(services.panels.answering(match, reader.person))
            try:
                return await doing(reader, panel)
            except Refusal as error:
                if error.code in (Status.OVER, Status.CANCELLED):
                    return await self.panel(interaction, match, reader)
                if error.code not in ("held_gone", "undo_stale"):
                    raise
                page = await self.panel(interaction, match, reader)
                page.begin(reader.text(f"refusal.{error.code}"))
                situation = await services.matches.queries.situation(match, reader.person)
                asked = situation.seat in situation.pending
                if (
                    not asked
                    and page.rows_left
                    and await services.matches.undo.has_something_to_undo(match, reader.person)
                ):
                    page.row(undo_button(situation, reader.text))
                return page


def _film_alt(text: Text, told: Markup) -> str:
    """Return a film in words: the news that it shows, without marks, as long as an `ALT` may be."""
    said = text.plain("film.alt", told=spoken_text(told))
    return said if len(said) <= ALT else f"{said[: ALT - 1]}…"


def _path(text: str) -> tuple[str, ...]:
    return tuple(text.split("/")) if text else ()
