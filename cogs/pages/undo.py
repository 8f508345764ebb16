"""The pages of an undo: the wish, those who have still to agree, and a refusal."""

from __future__ import annotations

import discord

from cogs.answering.answers import Page, classic_page
from cogs.answering.controls import Control, Press, button
from cogs.face.context import Context
from cogs.services.services import Services, name_at
from cogs.text.text import Markup, Text
from engine.game import Seat
from engine.match.clock import UndoRequest
from engine.matches import Match, Situation

__all__ = ["still_to_agree", "undo_button", "undo_declined_page", "undo_wish_page", "with_undo_wish"]

GREEN = discord.ButtonStyle.success


def undo_button(situation: Situation, text: Text) -> Press:
    """Return the button that takes back the viewer's last move. Once more was played it is too late."""
    control = Control(situation.match.id, "undo", asked=situation.last_answered, seat=situation.seat)
    return button(control, text.plain("undo.button"))


def still_to_agree(match: Match, wish: UndoRequest, text: Text) -> tuple[Markup, int]:
    """Return the names of those who have still to agree, and their number."""
    agreed = {wish.person, *wish.agreed}
    names = [
        text("name", who=name_at(match, seat, text))
        for seat, one in enumerate(match.occupants)
        if one.person is not None and one.person not in agreed
    ]
    return text.list(names), len(names)


def undo_wish_page(services: Services, match: Match) -> Page | None:
    """Return the table's message that somebody would like to take back; `None` without such a wish."""
    wish = match.undo
    if wish is None:
        return None
    ctx = services.public_context(match)
    asked, lacking = _asked(match, wish, ctx)
    page = classic_page(services.about(match, ctx.text, asked)).note(lacking)
    return page.row(*_answers(match, wish, ctx.text))


def with_undo_wish(page: Page, match: Match, person: int, ctx: Context) -> Page:
    """Return the person's page with the question whether something may be taken back, if it is open."""
    wish = match.undo
    if wish is None or person not in match.persons or person in (wish.person, *wish.agreed):
        return page
    if page.rows_left:
        page.begin(*_asked(match, wish, ctx)).row(*_answers(match, wish, ctx.text))
    return page


def _asked(match: Match, wish: UndoRequest, ctx: Context) -> tuple[Markup, Markup]:
    """Return the question to the others, and the line with those who have still to agree and the deadline."""
    text = ctx.text
    who, n = still_to_agree(match, wish, text)
    lacking = text("undo.lacking", who=who, n=n, until=text.when(wish.due, "f"))
    return text("undo.asked", asker=ctx.names[wish.seat]), lacking


def _answers(match: Match, wish: UndoRequest, text: Text) -> list[Press]:
    call, seat = str(wish.call), Seat(wish.seat)
    return [
        button(Control(match.id, "agree", call, seat=seat), text.plain("undo.agree"), style=GREEN),
        button(Control(match.id, "keepturn", call, seat=seat), text.plain("undo.decline")),
    ]


def undo_declined_page(services: Services, match: Match, seat: Seat) -> Page:
    """Return the table's message that somebody did not agree to an undo."""
    ctx = services.public_context(match)
    return classic_page(services.about(match, ctx.text, ctx.text("undo.kept", who=ctx.names[seat])))
