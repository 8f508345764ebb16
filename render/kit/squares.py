"""Boards of squares: the place of each square in a picture, names along the edges, numbered candidates."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from engine.kit.squares import SquareGrid
from render.kit.canvas import RGB, Sheet, paint_image
from render.kit.lettering import mask
from render.kit.memory import kept

__all__ = ["Mark", "Squares", "cut_out", "draw_numbers", "light", "name_edges", "tag", "zoomed"]


@dataclass(frozen=True)
class Mark:
    """A candidate square and its number."""

    square: int
    label: str


@dataclass(frozen=True)
class Squares:
    """The first `columns` columns of a board, `cell` pixels a square. Column 0 is left, row 0 at the
    bottom.
    """

    board: SquareGrid
    columns: int
    cell: int
    left: int
    top: int
    split: int = 0
    """Number of columns before a gap; 0 for no gap."""
    gap: int = 0
    """Width of the gap in pixels."""

    @property
    def rows(self) -> int:
        return self.board.rows

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """Return the top left pixel of a square."""
        shift = self.gap if self.split and column >= self.split else 0
        return self.left + column * self.cell + shift, self.top + (self.rows - 1 - row) * self.cell

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """Return the middle pixel of a square."""
        x, y = self.corner(column, row)
        return x + self.cell // 2, y + self.cell // 2

    def corner_of(self, square: int) -> tuple[int, int]:
        """Return the top left pixel of the square with this bit number."""
        return self.corner(*self.board.place_of(square))

    def centre_of(self, square: int) -> tuple[int, int]:
        """Return the middle pixel of the square with this bit number."""
        return self.centre(*self.board.place_of(square))

    @property
    def right(self) -> int:
        """The pixel column after the last column, or after the gap if that comes last."""
        return self.corner(self.columns, 0)[0]

    @property
    def bottom(self) -> int:
        """The pixel row after the lowest row."""
        return self.top + self.rows * self.cell


def zoomed(whole: Squares, wanted: Collection[int], cells: Sequence[int]) -> Squares:
    """Return the board enlarged around the wanted squares, as seen through the window that `whole` fills.

    `cells` are sizes of a square in pixels. The first one that is larger than in `whole` and leaves all
    wanted squares in sight, with a part of their surroundings, is taken. If there is none, or no square is
    wanted, the result is `whole`.
    """
    wide, tall = whole.right - whole.left, whole.bottom - whole.top
    for cell in cells if wanted else ():
        grid = replace(whole, cell=cell, left=0, top=0, gap=whole.gap * cell // whole.cell)
        xs, ys = zip(*map(grid.corner_of, wanted), strict=True)
        around = cell * 2 // 5
        left, right = max(0, min(xs) - around), min(grid.right, max(xs) + cell + around)
        top, bottom = max(0, min(ys) - around), min(grid.bottom, max(ys) + cell + around)
        if cell > whole.cell and right - left <= wide and bottom - top <= tall:
            x = _clamp((left + right - wide) // 2, grid.right - wide)
            y = _clamp((top + bottom - tall) // 2, grid.bottom - tall)
            return replace(grid, left=whole.left - x, top=whole.top - y)
    return whole


def _clamp(wanted: int, most: int) -> int:
    """Return `wanted` limited to 0 up to `most`, so that a window shows nothing beyond the board."""
    return min(max(wanted, 0), most)


def cut_out(sheet: Sheet, window: Squares, rim: int, back: RGB) -> None:
    """Paint everything over in the colour `back`, except the window and a rim around it."""
    left, top, right, bottom = window.left - rim, window.top - rim, window.right + rim, window.bottom + rim
    width, height = sheet.image.size
    for x0, y0, x1, y1 in ((0, 0, width, top), (0, bottom, width, height), (0, 0, left, height)):
        sheet.fill((x0, y0, x1, y1), back)
    sheet.fill((right, 0, width, height), back)


def light(squares: Squares, marks: Sequence[Mark], draw: ImageDraw.ImageDraw) -> None:
    """Draw the candidates' squares: these stay bright where the rest is dimmed (`dim`)."""
    for mark in marks:
        x, y = squares.corner_of(mark.square)
        draw.rectangle((x, y, x + squares.cell - 1, y + squares.cell - 1), 255)


def name_edges(
    sheet: Sheet, squares: Squares, size: int, rim: int, front: RGB, back: RGB, window: Squares | None = None
) -> None:
    """Write the rows' numbers left of the board and the columns' letters below it, outside a rim `rim` pixels
    wide.

    Seen through a window, only rows and columns whose middle is in sight are named.
    """
    window = window or squares
    gap = round(size * 0.2)
    for row in range(squares.rows):
        _, y = squares.centre(0, row)
        if window.top < y < window.bottom:
            sheet.write(str(row + 1), window.left - rim - gap, y, size, front, back, bold=True, anchor="r")
    below = window.bottom + rim + gap + round(size * 0.37)
    for column in range(squares.columns):
        x, _ = squares.centre(column, 0)
        if window.left < x < window.right:
            sheet.write(squares.board.name(column)[0], x, below, size, front, back, bold=True, anchor="m")


@kept
def tag(text: str, letters: int, high: int, back: RGB, front: RGB) -> Image.Image:
    """Return a short text on a disc `high` pixels high, which grows longer with more letters (RGBA).

    It is cached: do not draw on it.
    """
    line, rise = mask(text, letters, True)
    wide = max(high, line.width + high // 3)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom, rim = wide * scale - 1, high * scale - 1, max(scale, high * scale * 0.05)
        draw.rounded_rectangle((0, 0, right, bottom), high * scale / 2, front)
        draw.rounded_rectangle((rim, rim, right - rim, bottom - rim), high * scale / 2 - rim, back)

    drawn = paint_image(wide, high, paint)
    drawn.paste(front, ((wide - line.width) // 2, high // 2 - rise), line)
    return drawn


def draw_numbers(
    sheet: Sheet, squares: Squares, marks: Sequence[Mark], letters: int, high: int, fill: RGB, front: RGB
) -> None:
    """Draw each candidate's number on a disc in the middle of its square.

    `letters` is the size of the number.
    """
    for mark in marks:
        x, y = squares.centre_of(mark.square)
        drawn = tag(mark.label, letters, high, fill, front)
        sheet.overlay(drawn, x - drawn.width // 2, y - drawn.height // 2)
