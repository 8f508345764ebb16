"""The automatic player `greedy`: the birth that serves its family best, or a marriage that promises one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.familienbande.cards import CARDS, fitting_children
from engine.familienbande.model import Child, Discard, Keep, Marry, Move, Pass, View

__all__ = ["worths"]


def worths(view: View, moves: Sequence[Move]) -> list[float]:
    """What each of the viewer's moves promises, in points more or less: the higher, the better.

    It looks one birth ahead: what that brings to its family, and what one card less in the hand is worth.
    """
    rows = {person.card: row.generation for row in view.rows for person in row.people}
    return [_worth(view, move, rows) for move in moves]


def _worth(view: View, move: Move, rows: dict[int, int]) -> float:
    cards = len(view.hand)
    match move:
        case Child(card, of):
            return _birth_worth(view, card, rows[of] + 1) + cards / 2
        case Marry(card, on):
            return _marriage_worth(view, card, on, rows[on] + 1)
        case Discard(card):
            return -_birth_worth(view, card, 2)
        case Pass():
            return -cards - 1
        case Keep():
            return 1


def _own_traits(view: View, card: int) -> int:
    return 0 if view.family is None else CARDS[card].counts[view.family]


def _birth_worth(view: View, card: int, generation: int) -> float:
    """Points for the own family, less half of those for the others, which may be anybody's."""
    own = _own_traits(view, card)
    return generation * (own - (3 - own) / 2)


def _marriage_worth(view: View, card: int, on: int, generation: int) -> float:
    """Half of what the best child in the hand would bring, since somebody else may bear the first.

    A couple with little of the family's trait will serve the others.
    """
    fits = fitting_children(card, on)
    promised = [
        _birth_worth(view, child, generation) + len(view.hand) / 2
        for child in view.hand
        if child != card and fits >> child & 1
    ]
    spent = _own_traits(view, card)
    bred = generation * (spent + _own_traits(view, on) - 2)
    return max([0, *promised]) / 2 + len(promised) + bred / 2 - 3 * spent
