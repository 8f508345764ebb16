"""Boards of squares: where each square lies in a picture."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Squares"]


@dataclass(frozen=True)
class Squares:
    """A board of `columns` × `rows` squares, `cell` pixels each; column 0 is left, row 0 at the bottom."""

    columns: int
    rows: int
    cell: int
    left: int
    top: int
    split: int = 0
    """Columns before a gap; 0 for none."""
    gap: int = 0
    """Width of the gap in pixels."""

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """Top left pixel of a square."""
        shift = self.gap if self.split and column >= self.split else 0
        return self.left + column * self.cell + shift, self.top + (self.rows - 1 - row) * self.cell

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """Middle pixel of a square."""
        x, y = self.corner(column, row)
        return x + self.cell // 2, y + self.cell // 2

    @property
    def right(self) -> int:
        """The pixel after the last column, or after the gap when that comes last."""
        return self.corner(self.columns, 0)[0]

    @property
    def bottom(self) -> int:
        """The pixel after the lowest row."""
        return self.top + self.rows * self.cell
