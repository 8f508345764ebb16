"""Pages of Genesia that show without playing: the pack, the objective, a route before it is confirmed."""

from __future__ import annotations

import discord

from cogs.answering.answers import Page, classic_page, words
from cogs.answering.controls import Control, button
from cogs.face.context import Context
from cogs.genesia.gains import warnings
from cogs.genesia.hands import objective_drawing, objective_in_words
from cogs.genesia.journeys import purse
from cogs.genesia.movement_menus import PRESSED, via
from cogs.genesia.prompts import board_drawing
from cogs.pages.panel import panel_page
from cogs.services.services import Reader, Services, narrate
from cogs.text.text import Markup
from engine.game import NotYourTurn, Refusal
from engine.genesia import codes
from engine.genesia.model import End, Line, Movement, Phase, Play, View
from engine.genesia.text.move_reading import pack_line
from engine.matches import Situation

__all__ = ["draft_page", "line_page", "march_page", "objective_page"]


async def _seated(services: Services, match: int, reader: Reader) -> Situation:
    situation = await services.matches.queries.situation(match, reader.person)
    if situation.seat is None:
        raise Refusal("not_seated", match=match)
    return situation


async def draft_page(services: Services, match: int, reader: Reader) -> Page:
    """The pack again, the choice made so far marked and still to be changed."""
    situation = await _seated(services, match, reader)
    if situation.view.phase is not Phase.DRAFT:
        raise Refusal(codes.DRAFT_OVER)
    return await panel_page(services, situation, reader)


async def objective_page(services: Services, match: int, reader: Reader) -> Page:
    """The objective again and whether it is met; while it is chosen, the two."""
    situation = await _seated(services, match, reader)
    view, text = situation.view, reader.text
    if view.phase is Phase.OBJECTIVE:
        return await panel_page(services, situation, reader)
    ctx = services.context(situation.match, text, reader.theme)
    lines = objective_in_words(ctx, view) or [text("genesia.hand.objective.none")]
    return await services.show(words(*lines), objective_drawing(ctx, view), f"objective-{match}")


async def march_page(services: Services, match: int, reader: Reader, clans: int, route: str) -> Page:
    """The board as it would be after a movement, its cost and tolls, and the button that plays it.

    Raises `Refusal` for a route that the rules forbid, as if it were played.
    """
    written = "-".join(route.replace("-", " ").replace(",", " ").upper().split())
    move = await services.matches.queries.understand(match, reader.person, f"move {clans} {written}")
    situation = await _seated(services, match, reader)
    if not isinstance(move, Movement) or situation.question_entry is None:
        raise NotYourTurn("not_your_turn", match=match)
    path = via(move.clans, move.route)
    if len("/".join(("0@", *path))) > PRESSED:
        raise Refusal(codes.LONG_ROUTE, move=f"move {clans} {written}")
    return await panel_page(services, situation, reader, path=path)


async def line_page(services: Services, match: int, reader: Reader, written: str) -> Page:
    """A turn in one line as it would be, step by step, what it costs and gains, and the button that plays it.

    Raises `Refusal` for a line of which a step is forbidden, as if it were played.
    """
    move, ahead = await services.matches.queries.preview(match, reader.person, written)
    situation = await _seated(services, match, reader)
    if not isinstance(move, Line) or situation.question_number is None or situation.view.people is None:
        raise Refusal(codes.NO_LINE, move=str(move))
    ctx, text = services.context(situation.match, reader.text, reader.theme), reader.text
    before, people, face = situation.view, situation.view.people, services.face(situation.match.game)
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
    if any(len(pack_line(each)) > PRESSED for each, _ in buttons):
        raise Refusal(codes.LONG_LINE, most=PRESSED)
    controls = [
        button(
            Control(match, "go", pack_line(each), situation.question_number, situation.seat),
            text.plain(label),
            style=discord.ButtonStyle.primary if number == 0 else discord.ButtonStyle.secondary,
        )
        for number, (each, label) in enumerate(buttons)
    ]
    await services.show(page, board_drawing(ctx, view), f"line-{match}")
    return page.row(*controls)


def _balance(ctx: Context, before: View, after: View, people: int) -> Markup:
    """Coins and free movements left, points as things stand before and after."""
    return ctx.text(
        "genesia.preview.balance",
        spent=before.coins[people] - after.coins[people],
        left=ctx.text.list(Markup(part) for part in purse(ctx, after, people)),
        before=before.sheets[people].total,
        after=after.sheets[people].total,
    )
