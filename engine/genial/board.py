"""The board of Génial: colours, cells and their names, printed symbols, and cells as bits of an integer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import NamedTuple

__all__ = [
    "DIRECTIONS",
    "SYMBOLS",
    "Cell",
    "Colour",
    "Grid",
    "cell",
    "cells",
    "grid",
    "is_adjacent",
    "name",
    "names",
    "neighbours",
]


class Colour(IntEnum):
    """A symbol, in the order of the score tracks. It is a letter in notations and a shape in pictures."""

    RED = 0  # R, 12-point star
    ORANGE = 1  # O, hexagon
    YELLOW = 2  # Y, 24-point star
    GREEN = 3  # G, disc
    BLUE = 4  # B, 6-point star
    PURPLE = 5  # P, ring

    @property
    def letter(self) -> str:
        return "ROYGBP"[self]


class Cell(NamedTuple):
    """A hexagon in axial coordinates around the centre (0, 0).

    The neighbours of the centre are (±1, 0), (0, ±1), (1, -1) and (-1, 1). Rows are horizontal: `r` counts
    rows downwards and `q` counts steps to the right along a row. The third axis is ``-q - r``.
    """

    q: int
    r: int


DIRECTIONS: tuple[Cell, ...] = (Cell(1, 0), Cell(0, -1), Cell(1, -1), Cell(-1, 0), Cell(0, 1), Cell(-1, 1))
"""The steps to the six neighbours. Direction ``d + 3`` (modulo 6) is opposite to ``d``.

The first three lead to cells that come later in the order of names.
"""

SYMBOLS: dict[Cell, Colour] = {
    Cell(5, 0): Colour.RED,
    Cell(5, -5): Colour.GREEN,
    Cell(0, -5): Colour.BLUE,
    Cell(-5, 0): Colour.ORANGE,
    Cell(-5, 5): Colour.YELLOW,
    Cell(0, 5): Colour.PURPLE,
}
"""The printed symbols. They are at the corners of the smallest board, also on the larger boards."""


@cache
def cells(radius: int) -> tuple[Cell, ...]:
    """Return the cells of the hexagon with ``radius + 1`` cells a side, in the order of their names."""
    span = range(-radius, radius + 1)
    return tuple(Cell(q, r) for r in reversed(span) for q in span if abs(q + r) <= radius)


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells around a cell, in the order of `DIRECTIONS`. They may be off the board."""
    return tuple(Cell(cell.q + step.q, cell.r + step.r) for step in DIRECTIONS)


def is_adjacent(a: Cell, b: Cell) -> bool:
    """Return whether the two cells share an edge."""
    return (b.q - a.q, b.r - a.r) in DIRECTIONS


@cache
def names(radius: int) -> dict[Cell, str]:
    """Return the names of all cells, such as ``E5``: the row, from A at the bottom, and the diagonal."""
    return {at: f"{chr(ord('A') + radius - at.r)}{at.q + radius + 1}" for at in cells(radius)}


@cache
def _cells_by_name(radius: int) -> dict[str, Cell]:
    return {name: at for at, name in names(radius).items()}


def name(cell: Cell, radius: int) -> str:
    """Return the cell's name. Raises `KeyError` for a cell that is not on the board."""
    return names(radius)[cell]


def cell(name: str, radius: int) -> Cell:
    """Return the cell with this name, in either case. Raises `KeyError` if it is not on the board."""
    return _cells_by_name(radius)[name.upper()]


@dataclass(frozen=True)
class Grid:
    """The cells of a board as bits of an integer.

    Bits go row after row with an unused bit between two rows, so that a step shifts a mask by a fixed number.
    Bit numbers grow in the order of the cells' names. No step from a cell leads below bit 0.
    """

    radius: int
    steps: tuple[int, ...]
    """The change of the bit number by a step in each of the six `DIRECTIONS`."""
    up: tuple[int, int, int]
    """The first three `steps`, which are positive: each pair of neighbours is joined by one of them."""
    all: int
    """Bits of all cells."""
    bits: dict[Cell, int]
    """The bit number of each cell."""
    cells: dict[int, Cell]
    """The cell of each bit number."""
    around: dict[int, int]
    """The bits of each cell's neighbours on the board, by the cell's bit number."""
    symbols: tuple[tuple[int, Colour], ...]
    """The bit number and the colour of each printed symbol."""


@cache
def grid(radius: int) -> Grid:
    """Return the grid of the board with this radius."""
    width = 2 * radius + 2
    bits = {each: (radius - each.r + 1) * width + each.q + radius + 1 for each in cells(radius)}
    steps = tuple(step.q - step.r * width for step in DIRECTIONS)
    everywhere = sum(1 << bit for bit in bits.values())
    return Grid(
        radius=radius,
        steps=steps,
        up=(steps[0], steps[1], steps[2]),
        all=everywhere,
        bits=bits,
        cells={bit: each for each, bit in bits.items()},
        around={bit: sum(1 << bit + step for step in steps) & everywhere for bit in bits.values()},
        symbols=tuple(sorted((bits[at], colour) for at, colour in SYMBOLS.items())),
    )
