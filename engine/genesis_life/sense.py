"""Moves of Genesis (Brassinne) at which everybody would shake their head: no automatic player makes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.genesis_life.board import EVERYWHERE, SIDE, evolve
from engine.genesis_life.model import Boards, Colour, Draw, Move, Place, Remove, View, survivors
from engine.genesis_life.state import CELLS_EACH

__all__ = ["living", "sensible", "with_neighbours"]

_ALONE = 3
"""With so many own cells to place, or fewer, none is placed where it has no neighbour."""
_STIFLING = 4
"""With so many own cells to place, or fewer, none is placed where it kills several own ones."""
_KILLED = 3
"""The number of own cells that nobody kills by placing one."""
_FEW, _ENOUGH = 2, 4
"""The own cells that nobody is content with, and those that must be to be had instead."""


def living(cells: Boards, turn: Colour) -> Boards:
    """Return the cells after the deaths and births of a turn of this colour."""
    return survivors(cells, evolve(cells[0] | cells[1]), turn)


def with_neighbours(cells: int) -> int:
    """Return the mask of these cells and their neighbours."""
    row = cells | cells << 1 | cells >> 1
    return (row | row << SIDE + 1 | row >> SIDE + 1) & EVERYWHERE


def sensible(view: View, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves without foolish ones; all of them if there is no other."""
    colour = view.colour
    assert colour is not None, "somebody is to move"
    is_foolish = _foolish_removals(view, colour, moves) or _foolish_placements(view, colour)
    if is_foolish is None:
        return moves
    wise = [move for move in moves if not is_foolish(move)]
    return wise if any(not isinstance(move, Draw) for move in wise) else moves


def _changed(cells: Boards, colour: Colour, square: int) -> Boards:
    bit = 1 << square
    return (cells[0] ^ bit, cells[1]) if colour is Colour.RED else (cells[0], cells[1] ^ bit)


def _foolish_placements(view: View, colour: Colour) -> Callable[[Move], bool] | None:
    """Return a function that tells foolish placements: of late cells alone, or which kill own ones."""
    left = CELLS_EACH - len(view.placed[colour])
    if left > max(_ALONE, _STIFLING):
        return None
    near = with_neighbours(view.cells[0] | view.cells[1]) if left <= _ALONE else EVERYWHERE
    now = living(view.cells, colour)[colour].bit_count()

    def is_foolish(move: Move) -> bool:
        if not isinstance(move, Place):
            return False
        if not near >> move.square & 1:
            return True
        then = living(_changed(view.cells, colour, move.square), colour)[colour].bit_count()
        return then <= now - _KILLED

    return is_foolish


def _foolish_removals(view: View, colour: Colour, moves: Sequence[Move]) -> Callable[[Move], bool] | None:
    """Return a function that tells removals that leave hardly any own cell, where others leave several."""
    left: dict[Move, int] = {}
    for move in moves:
        if isinstance(move, Remove):
            then = living(_changed(view.cells, colour, move.square), colour.other)
            is_won = then[colour] and not then[colour.other]
            left[move] = _ENOUGH if is_won else then[colour].bit_count()
    if not left or max(left.values()) < _ENOUGH or min(left.values()) > _FEW:
        return None
    return lambda move: left.get(move, _ENOUGH) <= _FEW
