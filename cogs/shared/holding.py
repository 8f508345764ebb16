"""What the person of a held move sees until it counts: the move in words, until when, and two buttons."""

from __future__ import annotations

import discord

from cogs.shared.context import Context
from cogs.shared.controls import Control, Press, button
from cogs.shared.services import Services
from cogs.shared.text import Markup
from engine.clock import Held
from engine.game import Refusal
from engine.matches import Entry, Situation

__all__ = ["held_controls", "held_lines"]

PRIMARY = discord.ButtonStyle.primary
ROOM = 600
"""Characters of what comes of it."""


async def held_lines(services: Services, situation: Situation, held: Held, ctx: Context) -> list[Markup]:
    """What is held, until when, and what is known to come of it: nothing that is still to be drawn."""
    text, match = ctx.text, situation.match
    lines = [text("held.move", move=held.text, until=text.when(held.due))]
    person = None if situation.seat is None else match.occupants[situation.seat].person
    if person is not None:
        try:
            events = await services.matches.foreseen(match.id, person, held.text)
        except Refusal:
            events = ()  # it was entered meanwhile
        entry = Entry(0, "move", situation.seat, held.text, (), held.at, None, "")
        lines.append(services.told(match, [(entry, events)], ctx, public=False, room=ROOM))
    return [each for each in lines if each]


def held_controls(situation: Situation, held: Held, ctx: Context) -> list[Press]:
    """The buttons by which it counts at once, or is held no more."""
    match, text = situation.match.id, ctx.text
    return [
        button(
            Control(match, "sendnow", asked=held.question, seat=situation.seat),
            text.plain("held.send"),
            style=PRIMARY,
        ),
        button(
            Control(match, "drophold", asked=held.question, seat=situation.seat), text.plain("undo.button")
        ),
    ]
