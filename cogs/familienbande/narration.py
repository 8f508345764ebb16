"""Familienbande in sentences: events whose inputs are put into words."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.face.context import Context
from cogs.face.narration import Teller, actor, numbers
from cogs.familienbande.descriptions import card_shown, family_name, minus, points_in_words
from cogs.text.text import Markup
from engine.familienbande import codes
from engine.game import Event

__all__ = ["NARRATION"]


def _with_cards(code: str, *cards: str) -> Teller:
    """These inputs as cards, the others as they are."""

    def tell(ctx: Context, event: Event) -> Markup:
        shown = {key: card_shown(ctx, event.inputs[key]) for key in cards}
        return ctx.text(code, **{"who": actor(ctx, event), **event.inputs, **shown})

    return tell


def _born(ctx: Context, event: Event) -> Markup:
    given = event.inputs
    return ctx.text(
        "familienbande.event.born",
        who=actor(ctx, event),
        card=card_shown(ctx, given["card"]),
        of=card_shown(ctx, given["of"]),
        spouse=card_shown(ctx, given["spouse"]),
        generation=given["generation"],
        points=Markup(points_in_words(ctx, numbers(event, "points"))),
    )


def _scored(ctx: Context, event: Event) -> Markup:
    given = event.inputs
    family = str(given["family"])
    known = {
        "who": actor(ctx, event),
        "family": Markup(f"{ctx.icons.show(f'familienbande_{family}')}{family_name(ctx.text, family)}"),
        "total": minus(given["total"]),
    }
    if not given["penalty"]:
        return ctx.text("familienbande.event.scored_clean", **known)
    return ctx.text(
        "familienbande.event.scored",
        points=given["points"],
        penalty=given["penalty"],
        n=given["cards"],
        **known,
    )


NARRATION: Mapping[str, Teller] = {
    codes.MARRIED: _with_cards("familienbande.event.married", "card", "on"),
    codes.BORN: _born,
    codes.DREW: _with_cards("familienbande.event.drew", "card"),
    codes.SHUFFLED: lambda ctx, event: ctx.text("familienbande.event.shuffled", n=event.inputs["cards"]),
    codes.DISCARDED: _with_cards("familienbande.event.discarded", "card"),
    codes.SCORED: _scored,
}
"""Functions that tell events, by code; the catalogue alone tells the others."""
