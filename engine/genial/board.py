"""The board: colours, cells and their names, the printed symbols, and the grid the rules count on."""

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
    """The six symbols, in the order of the score tracks: a letter in notation, a shape in pictures."""

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

    Its six neighbours are (±1, 0), (0, ±1), (1, -1) and (-1, 1). Drawn with flat rows: `r` counts rows
    downwards, `q` steps to the right along a row, and the third axis is ``-q - r``.
    """

    q: int
    r: int


DIRECTIONS: tuple[Cell, ...] = (Cell(1, 0), Cell(0, -1), Cell(1, -1), Cell(-1, 0), Cell(0, 1), Cell(-1, 1))
"""The six steps; direction ``d + 3`` (modulo 6) is opposite to ``d``, and the first three go up in names."""

SYMBOLS: dict[Cell, Colour] = {
    Cell(5, 0): Colour.RED,
    Cell(5, -5): Colour.GREEN,
    Cell(0, -5): Colour.BLUE,
    Cell(-5, 0): Colour.ORANGE,
    Cell(-5, 5): Colour.YELLOW,
    Cell(0, 5): Colour.PURPLE,
}
"""The printed symbols: at the corners of the smallest board, whatever the number of players."""


@cache
def cells(radius: int) -> tuple[Cell, ...]:
    """Every cell of the hexagon with ``radius + 1`` cells a side, in the order of their names."""
    span = range(-radius, radius + 1)
    return tuple(Cell(q, r) for r in reversed(span) for q in span if abs(q + r) <= radius)


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around, on the board or not, in the order of `DIRECTIONS`."""
    return tuple(Cell(cell.q + step.q, cell.r + step.r) for step in DIRECTIONS)


def is_adjacent(a: Cell, b: Cell) -> bool:
    """Whether the two cells share an edge."""
    return (b.q - a.q, b.r - a.r) in DIRECTIONS


@cache
def names(radius: int) -> dict[Cell, str]:
    """The name of every cell, ``E5``: the letter is the row (A at the bottom), the number the diagonal."""
    return {at: f"{chr(ord('A') + radius - at.r)}{at.q + radius + 1}" for at in cells(radius)}


@cache
def _named(radius: int) -> dict[str, Cell]:
    return {name: at for at, name in names(radius).items()}


def name(cell: Cell, radius: int) -> str:
    """The cell's name. Raises `KeyError` for a cell that is not on the board."""
    return names(radius)[cell]


def cell(name: str, radius: int) -> Cell:
    """The cell with this name. Raises `KeyError` for a name that is not on the board."""
    return _named(radius)[name.upper()]


@dataclass(frozen=True)
class Grid:
    """The cells as bits of an integer: row after row with an empty column between, so that a step is a shift.

    Bit numbers grow in the order of the cells' names; no step from a cell leads below bit 0.
    """

    radius: int
    steps: tuple[int, ...]
    """How bit numbers change in each of the six `DIRECTIONS`."""
    up: tuple[int, int, int]
    """The first three `steps`, which are up in names: every pair of neighbours lies along one of them."""
    all: int
    """Bits of every cell."""
    bits: dict[Cell, int]
    """Bit number of each cell."""
    cells: dict[int, Cell]
    """The inverse of `bits`."""
    around: dict[int, int]
    """For each bit number, the bits of the cells around it."""
    symbols: tuple[tuple[int, Colour], ...]
    """Bit numbers and colours of the printed symbols."""


@cache
def grid(radius: int) -> Grid:
    """The grid of a board."""
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
