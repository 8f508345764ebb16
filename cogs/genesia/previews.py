"""Previews of typed moves in Genesia: a movement, and a turn in one line."""

from __future__ import annotations

import discord

from cogs.answering.answers import Page, classic_page
from cogs.answering.controls import Control, button
from cogs.face.context import Context
from cogs.genesia.gains import warnings
from cogs.genesia.journeys import purse
from cogs.genesia.movement_menus import PRESSED, via
from cogs.genesia.prompts import board_drawing
from cogs.pages.panel import panel_page
from cogs.pages.parts import sight_buttons
from cogs.services.services import Reader, Services, narrate
from cogs.text.text import Markup
from engine.genesia.model import End, Line, Movement, Play, View
from engine.genesia.text.move_reading import pack_line
from engine.matches import Situation

__all__ = ["typed_preview"]


async def typed_preview(services: Services, match: int, typed: str, reader: Reader) -> Page | None:
    """Return the preview of a movement or of a turn in one line; `None` for any other move.

    Raises `Refusal` for a move that the rules forbid, as if it were played.
    """
    queries = services.matches.queries
    move = await queries.understand(match, reader.person, typed)
    situation = await queries.situation(match, reader.person)
    if isinstance(move, Movement):
        path = via(move.clans, move.route)
        fits = len("/".join(("0@", *path))) <= PRESSED
        return await panel_page(services, situation, reader, path=path) if fits else None
    if isinstance(move, Line) and situation.view.people is not None:
        return await _line_page(services, situation, situation.view.people, move, reader)
    return None


async def _line_page(
    services: Services, situation: Situation, people: int, move: Line, reader: Reader
) -> Page:
    """Return the page of a turn in one line: each step, its cost and gain, and the buttons that play it."""
    match = situation.match.id
    _, ahead = await services.matches.queries.preview(match, reader.person, str(move))
    ctx, text = services.context(situation.match, reader.text, reader.theme), reader.text
    before, face = situation.view, services.face(situation.match.game)
    lines = [text("genesia.preview.title")]
    view: View = before
    for number, (step, each) in enumerate(zip(move.steps, ahead, strict=False), 1):
        told = [line for event in each.events if (line := narrate(face, ctx, event))]
        more = warnings(ctx, view, step) if isinstance(step, Play) else []
        said = Markup(" ".join([*told, *more]))
        lines.append(text("genesia.preview.step", number=number, step=each.step, said=said))
        view = each.view
    ends = isinstance(move.steps[-1], End)
    lines.append(text("genesia.preview.ends" if ends else "genesia.preview.goes_on"))
    lines.append(_balance(ctx, before, view, people))
    page = classic_page(*lines)
    buttons = [(move, "genesia.button.line.end" if ends else "genesia.button.line")]
    if not ends:
        buttons.append((Line((*move.steps, End())), "genesia.button.line.end"))
    controls = [
        button(
            Control(match, "go", packed, situation.question_number or 0, situation.seat),
            text.plain(label),
            style=discord.ButtonStyle.primary if number == 0 else discord.ButtonStyle.secondary,
        )
        for number, (each, label) in enumerate(buttons)
        if len(packed := pack_line(each)) <= PRESSED
    ]
    is_short = bool(controls)
    controls += sight_buttons(services, situation, text)
    await services.show(page, board_drawing(ctx, view), f"line-{match}")
    return page.row(*controls) if is_short else page.say(text("preview.long")).row(*controls)


def _balance(ctx: Context, before: View, after: View, people: int) -> Markup:
    """Coins and free movements left, points as things stand before and after."""
    spent = before.coins[people] - after.coins[people]
    return ctx.text(
        "genesia.preview.balance" if spent >= 0 else "genesia.preview.balance.gained",
        coins=abs(spent),
        left=ctx.text.list(Markup(part) for part in purse(ctx, after, people)),
        before=before.sheets[people].total,
        after=after.sheets[people].total,
    )
