"""The weak automatic players of Genesis (Brassinne): they see less, and miss nothing of what they see."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.genesis_life.board import evolve
from engine.genesis_life.model import Boards, Colour, Draw, Move, Place, Remove, View, survivors
from engine.genesis_life.players import worth
from engine.kit.best_player import BestPlayer

__all__ = ["CASUAL", "NOVICE"]

_DECIDED = 1000.0


def _worths(
    view: View,
    moves: Sequence[Move],
    placement: Callable[[Boards, int], float],
    removal: Callable[[int, int], float],
) -> list[float]:
    """Return the values of moves. `placement` values the cells and an own organism's index, `removal` how many own
    and other cells live once the opponent's turn has evolved. A draw is never offered or taken.
    """
    colour = view.colour
    assert colour is not None, "somebody is to move"
    return [
        float("-inf") if isinstance(move, Draw) else _worth(view, move, colour, placement, removal)
        for move in moves
    ]


def _worth(
    view: View,
    move: Place | Remove,
    colour: Colour,
    placement: Callable[[Boards, int], float],
    removal: Callable[[int, int], float],
) -> float:
    cells = list(view.cells)
    if isinstance(move, Place):
        cells[colour] |= 1 << move.square
        return placement((cells[0], cells[1]), int(colour))
    cells[colour] &= ~(1 << move.square)
    before = cells[0], cells[1]
    after = survivors(before, evolve(before[0] | before[1]), colour.other)
    own, other = after[colour].bit_count(), after[colour.other].bit_count()
    if not other:
        return _DECIDED
    return -_DECIDED if not own else removal(own, other)


def _casual_placement(cells: Boards, mine: int) -> float:
    """Return the margin if one turn of each colour went by, without an answer of the opponent's."""
    value = 0.0
    for turn in Colour:
        cells = survivors(cells, evolve(cells[0] | cells[1]), turn)
        value += cells[mine].bit_count() - cells[1 - mine].bit_count() / 2
    return value


def _novice_placement(cells: Boards, mine: int) -> float:
    """Return the number of own cells that live, summed over one turn of each colour."""
    value = 0
    for turn in Colour:
        cells = survivors(cells, evolve(cells[0] | cells[1]), turn)
        value += cells[mine].bit_count()
    return value


NOVICE = BestPlayer(lambda view, moves: _worths(view, moves, _novice_placement, lambda own, other: own))
"""It looks at its own cells alone, one turn ahead."""
CASUAL = BestPlayer(
    lambda view, moves: [
        worth(view, m) if isinstance(m, Place) else v
        for m, v in zip(
            moves, _worths(view, moves, _casual_placement, lambda own, other: own - other), strict=True
        )
    ]
)
"""It looks one turn ahead, and not at what the opponent will take away."""
