"""The private pages of one player: the panel with its question, and the panel for planning a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from cogs.answering.answers import ROW_LIMIT, Page, classic_page, in_rows
from cogs.answering.controls import Control, Press, button
from cogs.face.context import Context
from cogs.face.menus import Menu
from cogs.pages.absence import ways_out
from cogs.pages.held_moves import held_controls, held_lines, plan_buttons, planned_lines, variant_buttons
from cogs.pages.hint import hint_buttons
from cogs.pages.parts import LOG, film_buttons, progress, replay_buttons, sight_buttons, text_length
from cogs.pages.steps import Ways, add_controls, step_buttons, step_choices
from cogs.pages.turn import tells_end, waiting
from cogs.services.services import Reader, Services
from cogs.text.text import Markup, without_icons
from engine.game import Refusal
from engine.matches import PlanningPosition, Situation, Status

NOTED = 160
"""Characters of a person's own note that a panel shows."""
LEAST_NEWS = 100
"""Characters that must be left for news."""
LONG_NEWS = 6
"""Entries of news from which a button leads to the log: not all of them may stand on the page."""
News = Callable[[int], Markup]
"""A function that returns the news in at most so many characters."""


async def panel_page(
    services: Services,
    situation: Situation,
    reader: Reader,
    *,
    path: tuple[str, ...] = (),
    page: int = 0,
    heading: Sequence[Markup] = (),
    news: News | None = None,
    board: bool = False,
) -> Page:
    """Return a player's private panel: the question and its choices, or the hand while others think.

    It fits a classic message, in which it comes unasked: only the `news` are cut for that. With `board`
    its picture is the board, for somebody who sees no thread.
    """
    match = situation.match
    ctx = services.context(match, reader.text, reader.theme)
    face, text = services.face(match.game), reader.text
    note = await _note_line(services, situation, reader)
    if situation.seat is None or situation.question_entry is None or not len(situation.moves):
        running = match.status is Status.RUNNING and situation.seat is not None
        hand = face.hand(ctx, situation.view) if running else None
        planned = await planned_lines(services, situation, ctx)
        idle = waiting(situation, ctx, end_told=news is not None and tells_end(face, situation.news))
        shown = _page_with_heading(heading, news, idle, hand.words if hand else "", *planned, note)
        await services.show(shown, hand.drawing if hand else None, f"hand-{match.id}")
        beside = [*plan_buttons(situation, text), *ways_out(match, situation.seat, text)]
        beside += sight_buttons(services, situation, text) if running else []
        return shown.row(*beside) if beside else shown
    if (held := situation.held) is not None:
        lines = [*await held_lines(services, situation, held, ctx)]
        lines += await planned_lines(services, situation, ctx)
        controls = held_controls(situation, held, ctx)
        controls += await variant_buttons(services, situation, held.text, held.question, ctx)
        controls += plan_buttons(situation, text)
        controls += sight_buttons(services, situation, text)
        return _page_with_heading(heading, None, *lines).row(*controls)
    step = await services.think(_step, services, situation, ctx, path, page, kind=("menu", match.game))
    part = text("panel.part", page=step.page + 1, pages=step.pages) if step.pages > 1 else Markup("")
    planned = [] if path else await planned_lines(services, situation, ctx)
    asks = [*planned, step.prompt, part, *_state_lines(situation, ctx), note]
    ways = Ways(Control(match.id, "menu", "", situation.question_number or 0, situation.seat))
    beside = step_buttons(step, ways, path, services, text, back=situation.can_step_back)
    if not path:
        beside += plan_buttons(situation, text)
        beside += ways_out(match, situation.seat, text)
    drawing, name = step.drawing, f"{'hand' if face.has_hand and not path else 'choice'}-{match.id}"
    if board:
        if face.has_hand or drawing is None:  # otherwise the step's drawing is the board itself
            drawing, name = face.board(ctx, situation.view, situation.seat), f"board-{match.id}"
        if face.has_hand:
            beside.append(button(Control(match.id, "hand"), text.plain("turn.hand")))
    if situation.can_step_back and not path:
        step = replace(step, choices=tuple(each for each in step.choices if not each.undoes))
    choices = step_choices(step, ways, path, services)
    for each in [] if path else hint_buttons(services, situation, text):
        if _has_room(choices, [*beside, each], spare=match.is_private):
            beside.append(each)
    for each in sight_buttons(services, situation, text):  # the table first, where few have room
        if _has_room(choices, [*beside, each]):
            beside.append(each)
    film = film_buttons(situation, text)
    if len(situation.news) > LONG_NEWS:
        film += replay_buttons(services, match, text, "replay.log", LOG)
    for each in [] if path else film:
        if _has_room(choices, [*beside, each]):
            beside.append(each)
    shown = await services.show(_page_with_heading(heading, news, *asks), drawing, name)
    return add_controls(shown, choices, beside)


def _has_room(choices: Sequence[Press], beside: Sequence[Press], *, spare: int = 0) -> bool:
    """Return whether a message holds these choices, and these buttons in rows of their own below them.

    So many rows are to stay free as `spare` says.
    """
    return len(in_rows(choices)) + len(in_rows(beside)) <= ROW_LIMIT - spare


async def plan_page(
    services: Services,
    situation: Situation,
    reader: Reader,
    outset: PlanningPosition,
    *,
    path: tuple[str, ...] = (),
    page: int = 0,
    heading: Sequence[Markup] = (),
) -> Page:
    """Return the panel of a plan: the choices of the next question as it would be asked now."""
    match, text = situation.match, reader.text
    ctx = replace(services.context(match, text, reader.theme), planning=True)
    face = services.face(match.game)
    ahead = replace(situation, view=outset.view, moves=outset.moves)
    step = await services.think(_step, services, ahead, ctx, path, page, kind=("menu", match.game))
    part = text("panel.part", page=step.page + 1, pages=step.pages) if step.pages > 1 else Markup("")
    ways = Ways(Control(match.id, "plan", "", outset.call, situation.seat), "plan", "planpick", "plango")
    beside = step_buttons(step, ways, path, services, text)
    if not path:
        beside.append(button(Control(match.id, "panel"), text.plain("panel.back")))
    choices = step_choices(step, ways, path, services)
    for each in sight_buttons(services, situation, text):
        if _has_room(choices, [*beside, each]):
            beside.append(each)
    name = f"{'hand' if face.has_hand and not path else 'choice'}-{match.id}"
    shown = _page_with_heading(heading, None, text("plan.title"), step.prompt, part)
    await services.show(shown, step.drawing, name)
    return add_controls(shown, choices, beside)


async def _note_line(services: Services, situation: Situation, reader: Reader) -> Markup:
    """Return the beginning of the reader's own note on the match, on one line; empty where there is none."""
    if situation.seat is None or situation.match.status is not Status.RUNNING:
        return Markup("")
    note = " · ".join((await services.matches.people.jotting(situation.match.id, reader.person)).split("\n"))
    if not note:
        return Markup("")
    short = note if len(note) <= NOTED else f"{note[: NOTED - 1].rstrip()}…"
    return reader.text("note.panel", note=short)


def _page_with_heading(heading: Sequence[Markup], news: News | None, *asks: str) -> Page:
    """Return a page of heading, news and question. The news are cut: the question keeps its room."""
    page = classic_page()
    if text_length(*heading, *asks) > page.room:
        asks = tuple(map(without_icons, asks))
    room = page.room - text_length(*heading, *asks)
    return page.say(*heading, news(room) if news and room >= LEAST_NEWS else "").say(*asks)


def _state_lines(situation: Situation, ctx: Context) -> list[Markup]:
    """Return the lines beside the question: a sealed choice, an ordered answer, the deadline."""
    text, clock, seat = ctx.text, situation.deadline, situation.seat
    if seat is not None and seat in situation.pending:
        if situation.has_standing_order:
            stands_still = situation.match.is_asleep or situation.paused_until is not None
            is_soon = situation.answers_soon and not stands_still
            return [text("panel.ordered_soon" if is_soon else "panel.ordered")]
        lines = [text("panel.only")] if situation.has_only_move else []
        clock = clock or situation.times[seat].expected
        if clock is not None:
            code = "panel.until" if situation.match.pace.is_timed else "panel.deadline"
            lines.append(text(code, left=text.when(clock)))
        return lines
    return [text("panel.sealed"), *progress(situation, ctx)]


def _step(services: Services, situation: Situation, ctx: Context, path: tuple[str, ...], page: int) -> Menu:
    face = services.face(situation.match.game)
    try:
        return face.menu(ctx, situation.view, situation.moves, path, page)
    except LookupError:
        raise Refusal("unknown_control") from None
