"""Boards of squares: names like C5, and squares as bit numbers."""

from __future__ import annotations

import re

from engine.kit.masks import mask_of

__all__ = ["SquareGrid"]


_NAME = re.compile(r"[A-Z][0-9]{1,2}(?![0-9])")


class SquareGrid:
    """`columns` × `rows` squares, named by a letter from the left and a number from the bottom.

    Squares are bit numbers: row after row from A1 with an empty column between, so that a step is a shift. A
    set of squares is a mask of such bits.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.width = columns + 1
        """How bit numbers change from a row to the next."""
        self._names = {
            row * self.width + column: f"{chr(ord('A') + column)}{row + 1}"
            for row in range(rows)
            for column in range(columns)
        }
        self._squares = {name: square for square, name in self._names.items()}
        self.everywhere = mask_of(self._names)
        """All squares."""

    def name(self, square: int) -> str:
        """``C5``: column and row."""
        return self._names[square]

    def named(self, text: str) -> int:
        """The square with this name. Raises `KeyError` for one that is not on the board."""
        return self._squares[text.upper()]

    def squares_in(self, text: str) -> tuple[int, ...]:
        """The squares that a text names, a move's notation for one, in its order."""
        names = _NAME.findall(text.upper())
        return tuple([self._squares[name] for name in names if name in self._squares])

    def place_of(self, square: int) -> tuple[int, int]:
        """Column and row from 0, A1 at (0, 0)."""
        row, column = divmod(square, self.width)
        return column, row
