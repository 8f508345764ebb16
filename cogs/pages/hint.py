"""The page of a hint: what a strong robot would play, how sure that is, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from cogs.answering.answers import Page, words
from cogs.answering.controls import Control, Press, button, menu
from cogs.face.context import Context
from cogs.pages.parts import PRIMARY
from cogs.services.services import Services, player_name
from cogs.text.text import Markup, Text
from engine.matches import Hint, Situation
from engine.robots.calibration import true_share
from engine.robots.choosing import Shares
from engine.store import HELP_CODE_LEVEL

__all__ = ["hint_buttons", "hint_page"]

_TYPED = 100
"""Characters of the value of a menu, as many as Discord takes."""
_CLEARLY, _SLIGHTLY = 2.0, 0.5
"""The lead over the next move, in standard errors, from which it is clear, and from which there is one."""


def hint_buttons(services: Services, situation: Situation, text: Text) -> list[Press]:
    """Return the button for a hint, at a table that has them, while every process knows it."""
    match = situation.match
    if not match.has_hints or situation.seat not in situation.pending:
        return []
    if services.matches.store.code_levels.lowest < HELP_CODE_LEVEL:
        return []
    control = Control(match.id, "hint", asked=situation.question_number or 0, seat=situation.seat)
    return [button(control, text.plain("hint.button"))]


def hint_page(services: Services, hint: Hint, ctx: Context, asked: int, told: Markup) -> Page:
    """Return a hint, with the button that plays the move, or leads to its preview.

    `told` are the known effects of the move in sentences.
    """
    text, face = ctx.text, services.face(hint.match.game)
    spelled = face.with_letters(text, hint.text)
    who = player_name(hint.player, text, short=True)
    why = list(face.reasons(ctx, hint.view, hint.move))
    sides = len(face.sides(hint.view, hint.match.size))
    page = words(text("hint.title", who=who, move=spelled))
    if told:
        page.say(text("hint.means", told=told))
    if why:
        page.say(text("hint.why", reasons=text.list(why)))
    page.say(*_sureness(hint, sides, text))
    control = Control(hint.match.id, "go", hint.text, asked, hint.seat)
    if control.fits:
        return page.row(button(control, text.plain("hint.play"), style=PRIMARY))
    if len(hint.text) >= _TYPED:
        return _first_steps(page, hint, face.beginnings(hint.move), control, text)
    pick = Control(hint.match.id, "pick", "0@", asked, hint.seat)
    option = discord.SelectOption(label=spelled[:_TYPED], value=f"={hint.text}")
    return page.row(menu(pick, text.plain("hint.play"), [option]))


def _first_steps(page: Page, hint: Hint, beginnings: Sequence[str], whole: Control, text: Text) -> Page:
    """Add the button that plays as many steps of a long turn as a button holds."""
    for left, beginning in enumerate(beginnings, 1):
        control = replace(whole, argument=beginning)
        if control.fits:
            said = text.plain("hint.play_first", n=len(beginnings) + 1 - left)
            return page.row(button(control, said, style=PRIMARY))
    return page.say(text("hint.long"))


def _sureness(hint: Hint, sides: int, text: Text) -> Sequence[Markup]:
    """Return how much better than others the move seems, and how the match stands after it."""
    shares = hint.shares
    if shares is None:
        if not hint.second:
            return ()
        other = player_name(hint.second, text, short=True)
        return (text("hint.agrees" if hint.agrees else "hint.differs", who=other),)
    lead = text(f"hint.lead.{_lead(shares)}", n=shares.tried)
    true = true_share(hint.match.game, hint.match.size, hint.player, hint.version, shares.best)
    if true is None:
        return lead, text(f"hint.stands.{_standing(shares.best, 1 / max(2, sides))}")
    return lead, text("hint.share", percent=round(100 * true))


def _lead(shares: Shares) -> str:
    if shares.next is None:
        return "alone"
    ahead = (shares.best - shares.next) / max(shares.error * 2**0.5, 1e-9)
    return "clear" if ahead >= _CLEARLY else "slight" if ahead >= _SLIGHTLY else "none"


def _standing(share: float, even: float) -> str:
    """Return how a share of the win compares with an even one, in a word.

    The share of the best of several moves is said too high, by some ten points where that was measured: only
    what is well above an even share counts as a lead.
    """
    if share >= even + 0.7 * (1 - even):
        return "far_ahead"
    if share >= even + 0.3 * (1 - even):
        return "ahead"
    if share >= 0.75 * even:
        return "even"
    return "behind" if share >= 0.35 * even else "far_behind"
