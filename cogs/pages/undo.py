"""What is said of taking back: who would like to, who has still to agree, who would rather not."""

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

__all__ = ["also_asked", "asked_page", "kept_page", "still_to_agree", "undo_button"]

GREEN = discord.ButtonStyle.success


def undo_button(situation: Situation, text: Text) -> Press:
    """The button that takes back what the viewer has just done; once more was done it is too late."""
    control = Control(situation.match.id, "undo", asked=situation.last_answered, seat=situation.seat)
    return button(control, text.plain("undo.button"))


def still_to_agree(match: Match, wish: UndoRequest, text: Text) -> tuple[Markup, int]:
    """The names of those who have still to agree, and how many they are."""
    agreed = {wish.person, *wish.agreed}
    names = [
        text("name", who=name_at(match, seat, text))
        for seat, one in enumerate(match.occupants)
        if one.person is not None and one.person not in agreed
    ]
    return text.list(names), len(names)


def asked_page(services: Services, match: Match) -> Page | None:
    """Somebody would like to take back; `None` once nobody would."""
    wish = match.undo
    if wish is None:
        return None
    ctx = services.public_context(match)
    asked, lacking = _asked(match, wish, ctx)
    page = classic_page(services.about(match, ctx.text, asked)).note(lacking)
    return page.row(*_answers(match, wish, ctx.text))


def also_asked(page: Page, match: Match, person: int, ctx: Context) -> Page:
    """The person's page, on which it is asked as well whether something may be taken back."""
    wish = match.undo
    if wish is None or person not in match.persons or person in (wish.person, *wish.agreed):
        return page
    if page.rows_left:
        page.begin(*_asked(match, wish, ctx)).row(*_answers(match, wish, ctx.text))
    return page


def _asked(match: Match, wish: UndoRequest, ctx: Context) -> tuple[Markup, Markup]:
    """What is asked, and what holds as long as it is: who has still to agree, and until when."""
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


def kept_page(services: Services, match: Match, seat: Seat) -> Page:
    """Somebody would rather not have it taken back."""
    ctx = services.public_context(match)
    return classic_page(services.about(match, ctx.text, ctx.text("undo.kept", who=ctx.names[seat])))
