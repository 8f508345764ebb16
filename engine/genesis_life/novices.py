"""The weak automatic players of Genesis (Brassinne): they see less, and miss nothing of what they see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engine.genesis_life.board import evolve
from engine.genesis_life.model import Boards, Colour, Draw, Move, Place, Remove, View, survivors
from engine.genesis_life.players import worth
from engine.genesis_life.sense import sensible
from engine.kit.best_player import BestPlayer

__all__ = ["CASUAL", "NOVICE"]

_DECIDED = 1000.0
"""The value of a removal that wins at once; one that loses at once has its negative."""
_FOOLISH = -1e6
"""The value of a foolish move."""


def _colour(view: View) -> Colour:
    assert view.colour is not None, "somebody is to move"
    return view.colour


def _own_lives(view: View, move: Place) -> float:
    """Return the number of own cells that live after the placement, summed over a turn of each colour."""
    colour = _colour(view)
    cells, value = _changed(view.cells, colour, view.cells[colour] | 1 << move.square), 0
    for turn in Colour:
        cells = survivors(cells, evolve(cells[0] | cells[1]), turn)
        value += cells[colour].bit_count()
    return value


def _removal(view: View, move: Remove, *, counts_others: bool) -> float:
    """Return the cells that live once the opponent's turn has evolved, less the opponent's with
    `counts_others`.
    """
    colour = _colour(view)
    before = _changed(view.cells, colour, view.cells[colour] & ~(1 << move.square))
    after = survivors(before, evolve(before[0] | before[1]), colour.other)
    own, other = after[colour].bit_count(), after[colour.other].bit_count()
    if not own or not other:
        return _DECIDED if own else -_DECIDED
    return own - other if counts_others else own


def _changed(cells: Boards, colour: Colour, mask: int) -> Boards:
    return (mask, cells[1]) if colour is Colour.RED else (cells[0], mask)


def _worths(
    view: View,
    moves: Sequence[Move],
    placement: Callable[[View, Place], float],
    removal: Callable[[View, Remove], float],
) -> list[float]:
    """Return the values of moves; a foolish one, or a draw, is the last thing that is chosen."""
    worths: list[float] = []
    wise = {*sensible(view, moves)}
    for move in moves:
        if move not in wise:
            worths.append(_FOOLISH)
            continue
        match move:
            case Place():
                worths.append(placement(view, move))
            case Remove():
                worths.append(removal(view, move))
            case Draw():
                worths.append(float("-inf"))
    return worths


def _novice(view: View, moves: Sequence[Move]) -> list[float]:
    return _worths(view, moves, _own_lives, partial(_removal, counts_others=False))


def _casual(view: View, moves: Sequence[Move]) -> list[float]:
    return _worths(view, moves, worth, partial(_removal, counts_others=True))


NOVICE = BestPlayer(_novice, version=2)
"""It looks at its own cells alone, one turn ahead. It never offers or takes a draw."""
CASUAL = BestPlayer(_casual, version=2)
"""It looks at both, and not at what the opponent will take away. It never offers or takes a draw."""
