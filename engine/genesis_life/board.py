"""The board of 9 × 9 squares, and the law of life on it: who dies, what is born.

Squares are bit numbers: row after row from A1 with an empty column between, so that a step is a shift. A set
of cells is a mask of such bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = [
    "CENTRE",
    "EVERYWHERE",
    "SIDE",
    "Evolution",
    "evolve",
    "mask_of",
    "name",
    "named",
    "place_of",
    "squares",
]

SIDE = 9
_WIDTH = SIDE + 1
_NAMES = tuple(
    f"{'ABCDEFGHI'[square % _WIDTH]}{square // _WIDTH + 1}" if square % _WIDTH < SIDE else ""
    for square in range(SIDE * _WIDTH)
)
_SQUARES = {text: square for square, text in enumerate(_NAMES) if text}
EVERYWHERE = sum(1 << square for square in _SQUARES.values())
CENTRE = _SQUARES["E5"]


def name(square: int) -> str:
    """``C4``: column and row."""
    return _NAMES[square]


def named(text: str) -> int:
    """The square with this name. Raises `KeyError` for one that is not on the board."""
    return _SQUARES[text.upper()]


def place_of(square: int) -> tuple[int, int]:
    """Column and row from 0, A1 at (0, 0)."""
    row, column = divmod(square, _WIDTH)
    return column, row


def squares(mask: int) -> tuple[int, ...]:
    """The squares of a mask in ascending order."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(chosen: Iterable[int]) -> int:
    """The squares as a mask."""
    mask = 0
    for square in chosen:
        mask |= 1 << square
    return mask


class Evolution(NamedTuple):
    """What one picture of the board leads to, whoever the cells belong to. Three masks."""

    alone: int
    """Cells with no neighbour or one."""
    stifled: int
    """Cells with more than three neighbours."""
    born: int
    """Free squares with exactly three neighbours."""

    @property
    def dead(self) -> int:
        return self.alone | self.stifled


def evolve(cells: int) -> Evolution:
    """Judge every square by its neighbours on this picture."""
    # Neighbours are added up for all squares at once: beside, in the rows above and below, then all eight.
    west, east = cells << 1, cells >> 1
    beside_1, beside_2 = west ^ east, west & east
    row_1, row_2 = beside_1 ^ cells, beside_2 | beside_1 & cells
    above_1, below_1 = row_1 >> _WIDTH, row_1 << _WIDTH
    above_2, below_2 = row_2 >> _WIDTH, row_2 << _WIDTH
    odd = above_1 ^ below_1
    carry = above_1 & below_1 | odd & beside_1
    odd ^= beside_1
    any_two = above_2 | below_2 | beside_2 | carry
    several = above_2 & below_2 | beside_2 & carry | (above_2 | below_2) & (beside_2 | carry)
    return Evolution(cells & ~any_two, cells & several, EVERYWHERE & ~cells & odd & any_two & ~several)
