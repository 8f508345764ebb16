"""Boards of squares that have names like C5 and bit numbers."""

from __future__ import annotations

import re

from engine.kit.masks import mask_of

__all__ = ["SquareGrid"]


_NAME = re.compile(r"[A-Z][0-9]{1,2}(?![0-9])")


class SquareGrid:
    """A board of `columns` × `rows` squares, named by a letter from the left and a number from the bottom.

    A square is a bit number. Bits go row after row from A1, with one unused bit after each row: a step shifts
    a mask by a fixed number and never wraps into another row. A set of squares is a mask of such bits.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.width = columns + 1
        """The difference between the bit numbers of a square and of the one above it."""
        self._names = {
            row * self.width + column: f"{chr(ord('A') + column)}{row + 1}"
            for row in range(rows)
            for column in range(columns)
        }
        self._squares = {name: square for square, name in self._names.items()}
        self.everywhere = mask_of(self._names)
        """Mask of all squares."""

    def name(self, square: int) -> str:
        """Return the name of a square, ``C5``. Raises `KeyError` for a bit number that is no square."""
        return self._names[square]

    def square_named(self, text: str) -> int:
        """Return the square with this name, in either case. Raises `KeyError` if it is not on the board."""
        return self._squares[text.upper()]

    def squares_in(self, text: str) -> tuple[int, ...]:
        """Return the squares of this board that a text, such as a move's notation, names; in its order."""
        names = _NAME.findall(text.upper())
        return tuple([self._squares[name] for name in names if name in self._squares])

    def place_of(self, square: int) -> tuple[int, int]:
        """Return the column and the row of a square, counted from 0: A1 is (0, 0)."""
        row, column = divmod(square, self.width)
        return column, row
