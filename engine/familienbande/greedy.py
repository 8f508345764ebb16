"""The values of moves for the automatic player `steady`, by births and by marriages that allow births."""

from __future__ import annotations

from collections.abc import Sequence

from engine.familienbande.cards import CARDS, fitting_children
from engine.familienbande.model import Child, Discard, Keep, Marry, Move, Pass, View, penalty

__all__ = ["SURE", "steady_worths", "wins", "worths"]

SURE = 1000.0
"""The value of a move that surely wins."""


def worths(view: View, moves: Sequence[Move]) -> list[float]:
    """Return the value of each of the viewer's moves, roughly in points; higher is better.

    It looks one birth ahead, and counts in that every card left in the hand costs points at the end.
    """
    rows = {person.card: row.generation for row in view.rows for person in row.people}
    values = [_worth(view, move, rows) for move in moves]
    return [SURE if wins(view, move) else value for move, value in zip(moves, values, strict=True)]


_GIFT = -30.0
"""The value of a birth that serves others alone, which is worse than any pass."""
_PUT_AWAY = (3.0, 1.5, 0.0, -1.0)
"""The values of exchanging a card that has the own trait so many times; keeping it is worth 1."""


def steady_worths(view: View, moves: Sequence[Move]) -> list[float]:
    """Return the values of moves for `steady`: those of `worths`, but that no child is born for others alone.

    Cards that have the own trait once are exchanged, too.
    """

    def value(move: Move, otherwise: float) -> float:
        if isinstance(move, Discard):
            return _PUT_AWAY[_own_traits(view, move.card)]
        if isinstance(move, Child) and otherwise != SURE and not _own_traits(view, move.card):
            return _GIFT
        return otherwise

    return [value(move, worth) for move, worth in zip(moves, worths(view, moves), strict=True)]


def wins(view: View, move: Move) -> bool:
    """Return whether the move ends the match and wins it, whatever families the others have.

    Nobody misses that.
    """
    last = view.rows[-1]
    if not isinstance(move, Child) or view.family is None or last.free != 1:
        return False
    if all(person.card != move.of for person in view.rows[-2].people):
        return False
    counts = CARDS[move.card].counts
    points = [at + last.generation * count for at, count in zip(view.markers, counts, strict=True)]
    own = points.pop(view.family) - penalty(len(view.hand) - 1)
    return own > max(points)


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
    """Return the number of times that the card has the trait of the viewer's family."""
    return 0 if view.family is None else CARDS[card].counts[view.family]


def _birth_worth(view: View, card: int, generation: int) -> float:
    """Return the points of a birth for the own family minus half of those for the other traits.

    Nobody knows whether the other traits are those of rivals.
    """
    own = _own_traits(view, card)
    return generation * (own - (3 - own) / 2)


def _marriage_worth(view: View, card: int, on: int, generation: int) -> float:
    """Return the value of a marriage on a member, whose children are of this generation.

    It is half the value of the best child in the hand, since somebody else may have the first child, and 1
    for each child in the hand that fits. A couple with little of the own trait is worth less, as its children
    serve the others. So is a card with the own trait, as it is spent.
    """
    fits = fitting_children(card, on)
    prospects = [
        _birth_worth(view, child, generation) + len(view.hand) / 2
        for child in view.hand
        if child != card and fits >> child & 1
    ]
    spent = _own_traits(view, card)
    bred = generation * (spent + _own_traits(view, on) - 2)
    return max([0, *prospects]) / 2 + len(prospects) + bred / 2 - 3 * spent
