"""Boards of squares: where each square lies in a picture, names along the edges, numbered candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.kit.squares import SquareGrid
from render.kit.canvas import RGB, Sheet, painted
from render.kit.lettering import mask

__all__ = ["Mark", "Squares", "draw_numbers", "name_edges", "tag"]


@dataclass(frozen=True)
class Mark:
    """A numbered candidate square."""

    square: int
    label: str


@dataclass(frozen=True)
class Squares:
    """The first `columns` of a board, `cell` pixels a square; column 0 is left, row 0 at the bottom."""

    board: SquareGrid
    columns: int
    cell: int
    left: int
    top: int
    split: int = 0
    """Columns before a gap; 0 for none."""
    gap: int = 0
    """Width of the gap in pixels."""

    @property
    def rows(self) -> int:
        return self.board.rows

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """Top left pixel of a square."""
        shift = self.gap if self.split and column >= self.split else 0
        return self.left + column * self.cell + shift, self.top + (self.rows - 1 - row) * self.cell

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """Middle pixel of a square."""
        x, y = self.corner(column, row)
        return x + self.cell // 2, y + self.cell // 2

    def corner_of(self, square: int) -> tuple[int, int]:
        """As `corner`, of a bit number."""
        return self.corner(*self.board.place_of(square))

    def centre_of(self, square: int) -> tuple[int, int]:
        """As `centre`, of a bit number."""
        return self.centre(*self.board.place_of(square))

    @property
    def right(self) -> int:
        """The pixel after the last column, or after the gap when that comes last."""
        return self.corner(self.columns, 0)[0]

    @property
    def bottom(self) -> int:
        """The pixel after the lowest row."""
        return self.top + self.rows * self.cell


def name_edges(sheet: Sheet, squares: Squares, size: int, rim: int, front: RGB, back: RGB) -> None:
    """The rows' numbers left of a board with a rim so wide, the columns' letters below it."""
    gap = round(size * 0.2)
    for row in range(squares.rows):
        _, y = squares.centre(0, row)
        sheet.write(str(row + 1), squares.left - rim - gap, y, size, front, back, bold=True, anchor="r")
    below = squares.bottom + rim + gap + round(size * 0.37)
    for column in range(squares.columns):
        x, _ = squares.centre(column, 0)
        sheet.write(squares.board.name(column)[0], x, below, size, front, back, bold=True, anchor="m")


@lru_cache(maxsize=256)
def tag(text: str, letters: int, high: int, back: RGB, front: RGB) -> Image.Image:
    """A short text of that size on a disc `high` pixels high, longer for more letters (RGBA).

    Kept: it is not to be drawn on.
    """
    line, rise = mask(text, letters, True)
    wide = max(high, line.width + high // 3)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom, rim = wide * scale - 1, high * scale - 1, max(scale, high * scale * 0.05)
        draw.rounded_rectangle((0, 0, right, bottom), high * scale / 2, front)
        draw.rounded_rectangle((rim, rim, right - rim, bottom - rim), high * scale / 2 - rim, back)

    drawn = painted(wide, high, paint)
    drawn.paste(front, ((wide - line.width) // 2, high // 2 - rise), line)
    return drawn


def draw_numbers(
    sheet: Sheet, squares: Squares, marks: Sequence[Mark], letters: int, high: int, fill: RGB, front: RGB
) -> None:
    """The candidates' numbers in letters of that size, each on a disc in the middle of its square."""
    for mark in marks:
        x, y = squares.centre_of(mark.square)
        drawn = tag(mark.label, letters, high, fill, front)
        sheet.overlay(drawn, x - drawn.width // 2, y - drawn.height // 2)
