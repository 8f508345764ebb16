"""The board of 9 × 9 squares, and the law of life on it: which cells die and where cells are born."""

from __future__ import annotations

from typing import NamedTuple

from engine.kit.masks import mask_of
from engine.kit.masks import members as squares
from engine.kit.squares import SquareGrid

__all__ = [
    "CENTRE",
    "EVERYWHERE",
    "GRID",
    "SIDE",
    "Evolution",
    "evolve",
    "mask_of",
    "name",
    "named",
    "neighbours",
    "place_of",
    "squares",
]

SIDE = 9
"""The number of squares along a side of the board."""
GRID = SquareGrid(SIDE, SIDE)
_WIDTH = GRID.width
EVERYWHERE = GRID.everywhere

name, named, place_of = GRID.name, GRID.square_named, GRID.place_of
CENTRE = named("E5")


class Evolution(NamedTuple):
    """The deaths and births that follow from a picture of the board, as masks of squares.

    A picture is all cells at the beginning of a turn. Their colours make no difference.
    """

    alone: int
    """Cells with no neighbour or one: they die."""
    stifled: int
    """Cells with more than three neighbours: they die."""
    born: int
    """Free squares with exactly three neighbours: cells are born there."""

    @property
    def dead(self) -> int:
        return self.alone | self.stifled


def neighbours(cells: int) -> tuple[int, int, int]:
    """Return masks of the squares with two neighbours or more, with four or more, and with an odd number."""
    # Neighbours are added for all squares at once, as two-bit numbers with one mask for each bit: first the
    # two beside, then the rows above and below, then all eight.
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
    return any_two, several, odd


def evolve(cells: int) -> Evolution:
    """Return the deaths and births that follow from these cells."""
    any_two, several, odd = neighbours(cells)
    return Evolution(cells & ~any_two, cells & several, EVERYWHERE & ~cells & odd & any_two & ~several)
