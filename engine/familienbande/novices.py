"""The weak automatic players of Familienbande: they see less, and miss nothing of what they see."""

from __future__ import annotations

from collections.abc import Sequence

from engine.familienbande.cards import CARDS, fitting_children
from engine.familienbande.greedy import SURE, worths
from engine.familienbande.model import Child, Discard, Marry, Move, View
from engine.kit.best_player import BestPlayer

__all__ = ["CASUAL", "NOVICE"]

_USELESS, _NEVER = 2, -1000.0
_MARRIAGE = 0.5
"""The value of any marriage to the casual player: less than a birth that serves the own family."""


def _casual(view: View, moves: Sequence[Move]) -> list[float]:
    """Return the values of `worths`, but that any marriage is as good as another."""
    values = zip(moves, worths(view, moves), strict=True)
    return [_MARRIAGE if isinstance(move, Marry) else value for move, value in values]


def _novice(view: View, moves: Sequence[Move]) -> list[float]:
    """Return the values of `worths`, but that births count the own trait alone.

    Marriages count the children that are at hand. It exchanges a card only where two are of no use.
    """
    useless = [card for card in view.hand if view.family is None or not CARDS[card].counts[view.family]]
    rows = {person.card: row.generation for row in view.rows for person in row.people}

    def value(move: Move, otherwise: float) -> float:
        if otherwise == SURE:
            return SURE
        match move:
            case Child(card, of):
                own = 0 if view.family is None else CARDS[card].counts[view.family]
                return (rows[of] + 1) * own
            case Marry(card, on):
                fits = fitting_children(card, on)
                return len([child for child in view.hand if child != card and fits >> child & 1])
            case Discard() if len(useless) < _USELESS:
                return _NEVER
            case _:
                return otherwise

    return [value(move, worth) for move, worth in zip(moves, worths(view, moves), strict=True)]


NOVICE = BestPlayer(_novice, version=2)
"""It sees its own trait, and not what a child brings to the other families."""
CASUAL = BestPlayer(_casual, version=2)
"""It sees what each child brings to whom, and not what a marriage leads to."""
