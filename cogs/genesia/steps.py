"""Sealed steps and listed assaults of Genesia in words: their notation is for who types moves."""

from __future__ import annotations

from cogs.face.context import Context
from cogs.genesia.card_texts import card_shown
from cogs.genesia.places import place
from cogs.text.text import Markup
from engine.genesia.model import Discard, Move, Play

__all__ = ["assault_in_words", "step_in_words"]


def step_in_words(ctx: Context, step: Move) -> Markup:
    """Name the card of a step at the end of an Age, with what it copies and where: ``5 Pottery (A3 Fen)``."""
    text = ctx.text
    match step:
        case Discard():
            return text("genesia.step.discard", card=card_shown(ctx, step.card))
        case Play():
            said = card_shown(ctx, step.card)
            if step.copy is not None:
                said = text("genesia.step.copy", card=said, copied=card_shown(ctx, step.copy))
            if step.at is None:
                return said
            where = place(ctx, step.at)
            if step.start is not None:
                where = text.plain("genesia.step.leap", start=place(ctx, step.start), end=where)
            return text("genesia.step.at", step=said, where=where)
        case _:
            return Markup(f"`{step}`")


def assault_in_words(ctx: Context, notation: str) -> Markup:
    """Name both ends of an assault of a list, as ``A9-G5 lose 2``, with the clans that both lose."""
    text, (where, *rest) = ctx.text, notation.split()
    source, target = where.split("-")
    said = text("genesia.assault", source=place(ctx, source), target=place(ctx, target))
    if rest[:1] == ["lose"] and rest[1] != "0":
        said = text("genesia.assault.lose", n=int(rest[1]), assault=said)
    return said
