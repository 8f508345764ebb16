"""The weak automatic players of Familienbande: they see less, and miss nothing of what they see."""

from __future__ import annotations

from collections.abc import Sequence

from engine.familienbande.cards import CARDS, fitting_children
from engine.familienbande.greedy import SURE, worths
from engine.familienbande.model import Child, Discard, Marry, Move, View
from engine.kit.best_player import BestPlayer

__all__ = ["CASUAL", "NOVICE"]

_USELESS, _NEVER = 2, -1000.0
_GIFT = -1.5
"""The value of a birth that serves others alone to the novice: less than any marriage, more than a pass."""
_MARRIAGE = 0.5
"""The value of any marriage to the casual player: less than a birth that serves the own family."""


def _useless(view: View) -> int:
    """Return the number of cards in the hand without the own trait."""
    return sum(view.family is None or not CARDS[card].counts[view.family] for card in view.hand)


def _casual(view: View, moves: Sequence[Move]) -> list[float]:
    """Return the values of `worths`, but that any marriage is as good as another.

    It exchanges a card only where two are of no use.
    """
    never = _useless(view) < _USELESS

    def value(move: Move, otherwise: float) -> float:
        if isinstance(move, Marry):
            return _MARRIAGE
        return _NEVER if never and isinstance(move, Discard) else otherwise

    return [value(move, worth) for move, worth in zip(moves, worths(view, moves), strict=True)]


def _novice(view: View, moves: Sequence[Move]) -> list[float]:
    """Return the values of `worths`, but that births count the own trait alone.

    Marriages count the children that are at hand. It exchanges a card only where two are of no use.
    """
    never = _useless(view) < _USELESS
    rows = {person.card: row.generation for row in view.rows for person in row.people}

    def value(move: Move, otherwise: float) -> float:
        if otherwise == SURE:
            return SURE
        match move:
            case Child(card, of):
                own = 0 if view.family is None else CARDS[card].counts[view.family]
                return (rows[of] + 1) * own if own else _GIFT
            case Marry(card, on):
                fits = fitting_children(card, on)
                return len([child for child in view.hand if child != card and fits >> child & 1])
            case Discard() if never:
                return _NEVER
            case _:
                return otherwise

    return [value(move, worth) for move, worth in zip(moves, worths(view, moves), strict=True)]


NOVICE = BestPlayer(_novice, version=3)
"""It sees its own trait, and not what a child brings to the other families."""
CASUAL = BestPlayer(_casual, version=3)
"""It sees what each child brings to whom, and not what a marriage leads to."""
