"""What speaks for a move in Familienbande: points of a birth, traits that meet, cards that are of no use."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.face.context import Context
from cogs.familienbande.descriptions import points_in_words, points_of, traits_in_words
from cogs.familienbande.ranking import generation_of, points_gained
from cogs.text.text import Markup
from engine.familienbande.cards import CARDS
from engine.familienbande.model import Child, Discard, Keep, Marry, Move, Pass, View

__all__ = ["reasons"]


def reasons(ctx: Context, view: View, move: Move) -> Iterator[Markup]:
    """Yield what the move does, in words that follow "it"."""
    text, family = ctx.text, view.family
    if family is None:
        return
    match move:
        case Child():
            points = points_of(move.card, generation_of(view, move))
            yield text("familienbande.why.own", n=points_gained(view, move))
            if sum(points) > points[family]:
                others = [0 if trait == family else count for trait, count in enumerate(points)]
                yield text("familienbande.why.others", points=points_in_words(ctx, others, plain=True))
        case Marry():
            both = CARDS[move.card].counts[family] + CARDS[move.on].counts[family]
            traits = f"{traits_in_words(text, move.card)} + {traits_in_words(text, move.on)}"
            yield text("familienbande.why.traits", traits=traits)
            if both:
                yield text("familienbande.why.both", n=both)
        case Discard():
            yield text("familienbande.why.discard", n=CARDS[move.card].counts[family])
        case Keep() | Pass():
            own = sum(CARDS[card].counts[family] > 0 for card in view.hand)
            yield text("familienbande.why.hand", n=own, cards=len(view.hand))
