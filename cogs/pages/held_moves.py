"""The lines and buttons about a move that is no entry of the log yet: one that is held, or planned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from cogs.answering.controls import Control, Press, button
from cogs.face.context import Context
from cogs.services.services import Services
from cogs.text.text import Markup, Text
from engine.game import Event, Refusal
from engine.match.clock import Held
from engine.matches import Entry, Situation

__all__ = [
    "foreseen_text",
    "held_controls",
    "held_lines",
    "open_button",
    "plan_buttons",
    "planned_lines",
    "variant_buttons",
    "way_buttons",
]

PRIMARY = discord.ButtonStyle.primary
ROOM = 600
"""Characters of a move's effects, at most."""


async def held_lines(services: Services, situation: Situation, held: Held, ctx: Context) -> list[Markup]:
    """Return the lines about a held move: its known effects, without draws, and when it counts."""
    text, match = ctx.text, situation.match
    person, told = None if situation.seat is None else match.occupants[situation.seat].person, Markup("")
    if person is not None:
        try:
            events = await services.matches.held_moves.foresee(match.id, person, held.text)
        except Refusal:
            events = ()  # it was entered meanwhile
        told = foreseen_text(services, situation, held.text, events, ctx)
    code, until = "plan.due" if held.planned else "held.move", text.when(held.due, "T")
    if told:  # it says more than the notation
        return [told, text(code, until=until)]
    spelled = services.face(match.game).with_letters(text, held.text)
    return [text(f"{code}.untold", move=spelled, until=until)]


def foreseen_text(
    services: Services, situation: Situation, move: str, events: Sequence[Event], ctx: Context
) -> Markup:
    """Return the known effects of the viewer's move in sentences."""
    entry = Entry(0, "move", situation.seat, move, (), services.matches.now(), None, "")
    return services.news_text(situation.match, [(entry, events)], ctx, public=False, room=ROOM)


def held_controls(situation: Situation, held: Held, ctx: Context) -> list[Press]:
    """Return the buttons that make a held move count at once, or take it back."""
    match, text = situation.match.id, ctx.text
    return [
        button(
            Control(match, "sendnow", asked=held.question, seat=situation.seat),
            text.plain("plan.now" if held.planned else "held.send"),
            style=PRIMARY,
        ),
        button(
            Control(match, "drophold", asked=held.question, seat=situation.seat), text.plain("undo.button")
        ),
    ]


async def variant_buttons(
    services: Services, situation: Situation, move: str, asked: int, ctx: Context
) -> list[Press]:
    """Return the buttons of moves that differ little from one that is held or previewed."""
    match, seat = situation.match, situation.seat
    person = None if seat is None else match.occupants[seat].person
    if person is None:
        return []
    try:
        made = await services.matches.queries.understand(match.id, person, move)
    except Refusal:
        return []  # it was entered meanwhile
    offered = services.face(match.game).variants(ctx, situation.view, made)
    return [button(Control(match.id, "go", each.value, asked, seat), each.label) for each in offered]


async def planned_lines(services: Services, situation: Situation, ctx: Context) -> list[Markup]:
    """Return the lines about a plan and its effects as of now, or the reason why it was dropped."""
    text, match, plan = ctx.text, situation.match, situation.plan
    person = None if situation.seat is None else match.occupants[situation.seat].person
    if plan is None or person is None:
        return []
    spelled = services.face(match.game).with_letters(text, plan.text)
    if plan.dropped:
        return [text(f"plan.dropped.{plan.dropped}", move=spelled)]
    try:
        found = await services.matches.plans.outset(match.id, person)
    except Refusal:
        return []  # it is being played, or the match goes on without it
    if found.plan is None:
        return []
    told = foreseen_text(services, situation, found.plan.text, found.events, replace(ctx, planning=True))
    code = "plan.falls" if not found.stands else "plan.stands" if told else "plan.stands_untold"
    alone = sum(one.person is not None for one in match.occupants) < 2
    how = text("plan.how.alone" if alone else "plan.how")
    return [text(code, move=spelled), *([told] if told else []), how]


def open_button(situation: Situation, text: Text) -> Press:
    """Return the button that leads straight into the viewer's panel."""
    control = Control(situation.match.id, "panel", asked=situation.question_number or 0, seat=situation.seat)
    return button(control, text.plain("turns.play"), style=PRIMARY)


def way_buttons(situation: Situation, text: Text) -> list[Press]:
    """Return the button to the viewer's panel on their turn; otherwise the buttons of a plan."""
    asked = situation.seat is not None and situation.seat in situation.pending
    return [open_button(situation, text)] if asked else plan_buttons(situation, text)


def plan_buttons(situation: Situation, text: Text) -> list[Press]:
    """Return the buttons to plan a move and to drop the plan."""
    if not situation.may_plan or situation.match.is_private:  # robots are as fast as a plan
        return []
    match, seat = situation.match.id, situation.seat
    stands = situation.plan is not None and not situation.plan.dropped
    code = "plan.again" if stands else "plan.button" if situation.question_entry is None else "plan.next"
    choose = button(Control(match, "plan", seat=seat), text.plain(code))
    if not stands:
        return [choose]
    return [choose, button(Control(match, "unplan", seat=seat), text.plain("plan.off"))]
