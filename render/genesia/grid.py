"""Squares of a region, and the search for room for a rectangle in it, upright or tilted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import ceil, cos, dist, radians, sin

from PIL import Image

from render.kit.levels import resized

__all__ = ["CELL", "Box", "Grid", "Place", "Point"]

Point = tuple[float, float]
Place = tuple[int, int]
Box = tuple[float, float, float, float]

CELL = 3
"""Side of the squares for the search, in units."""


class Grid:
    """The squares inside a region: one number for each row, one bit for each square, the leftmost the
    lowest.
    """

    def __init__(self, rows: Sequence[int], width: int, cell: float, corner: Place) -> None:
        self.rows, self.width = rows, width
        self.cell, self.corner = cell, corner
        self._known: dict[int, list[int]] = {}

    @classmethod
    def of(cls, mask: Image.Image, cell: float, corner: Place) -> Grid:
        """Return the squares, `cell` pixels wide, that the mask covers; its top left corner lies at
        `corner`.
        """
        width, height = max(1, int(mask.width / cell)), max(1, int(mask.height / cell))
        return cls(_rows(resized(mask, width, height)), width, cell, corner)

    @cached_property
    def middle(self) -> Point:
        """The mean of all squares inside."""
        count = sum(row.bit_count() for row in self.rows)
        down = sum(y * row.bit_count() for y, row in enumerate(self.rows))
        across = 0
        for power in range(self.width.bit_length()):  # squares with this bit in their number
            mask = sum(1 << x for x in range(self.width) if x >> power & 1)
            across += sum((row & mask).bit_count() for row in self.rows) << power
        return across / count, down / count

    def pixels(self, x: float, y: float) -> Place:
        """Return the pixel of the picture in the middle of a square."""
        return round(self.corner[0] + (x + 0.5) * self.cell), round(self.corner[1] + (y + 0.5) * self.cell)

    def square(self, x: float, y: float) -> Point:
        """Return the square in which a pixel of the picture lies."""
        return (x - self.corner[0]) / self.cell - 0.5, (y - self.corner[1]) / self.cell - 0.5

    def _corners(self, wide: float, high: float) -> tuple[list[int], Point]:
        """Return, row by row, the first squares of rectangles that lie inside, and the way from there to
        their middles.
        """
        columns, lines = ceil(wide / CELL), ceil(high / CELL)
        rows, done = self._runs(columns), 1
        while done < lines and any(rows):
            step = min(done, lines - done)
            rows = [row & below for row, below in zip(rows, rows[step:], strict=False)]
            done += step
        return rows, ((columns - 1) / 2, (lines - 1) / 2)

    def _runs(self, columns: int) -> list[int]:
        """Return, row by row, the first squares of runs of `columns` squares side by side."""
        if columns not in self._known:
            rows, done = [*self.rows], 1
            while done < columns:
                step = min(done, columns - done)
                rows = [row & row >> step for row in rows]
                done += step
            self._known[columns] = rows
        return self._known[columns]

    def rectangle_middles(self, wide: float, high: float) -> Iterator[Point]:
        """Yield the middles of all rectangles of this size, in units, that lie inside."""
        rows, (right, down) = self._corners(wide, high)
        for y, row in enumerate(rows):
            while row:
                x = (row & -row).bit_length() - 1
                row &= row - 1
                yield x + right, y + down

    def nearest(self, wide: float, high: float, to: Point) -> Point | None:
        """Return the middle nearest to `to` of the rectangles that lie inside, or `None` without room."""
        rows, (right, down) = self._corners(wide, high)
        best: tuple[float, Point] | None = None
        column = max(0, round(to[0] - right))
        before, line = (1 << column) - 1, min(max(0, round(to[1] - down)), max(0, len(rows) - 1))
        above, below = line - 1, line
        while above >= 0 or below < len(rows):
            upwards = below >= len(rows) or (above >= 0 and line - above < below - line)
            y = above if upwards else below
            above, below = above - upwards, below + (not upwards)
            if best is not None and abs(y + down - to[1]) > best[0] + 1:
                break
            if not (row := rows[y]):
                continue
            found = [(row & before).bit_length() - 1] if row & before else []
            after = row >> column
            found += [column + (after & -after).bit_length() - 1] if after else []
            for x in found:
                place = x + right, y + down
                if best is None or dist(place, to) < best[0]:
                    best = dist(place, to), place
        return best[1] if best else None

    def shrunk(self, units: float) -> Grid:
        """Return the grid without the squares that are nearer to its edge than `units`."""
        rows = self.rows
        for _ in range(ceil(units / CELL)):
            around = [0, *rows, 0]
            rows = [
                row & row << 1 & row >> 1 & above & below
                for above, row, below in zip(around, around[1:], around[2:], strict=False)
            ]
        return Grid(rows, self.width, self.cell, self.corner)

    def without(self, boxes: Iterable[Box]) -> Grid:
        """Return the grid without the squares that these boxes on the picture touch."""
        rows = [*self.rows]
        for left, top, right, bottom in boxes:
            first, last = (
                min(max(0, int((x - self.corner[0]) / self.cell)), self.width - 1) for x in (left, right)
            )
            taken = (1 << last + 1) - (1 << first)
            for y in range(
                max(0, int((top - self.corner[1]) / self.cell)),
                min(len(rows), int((bottom - self.corner[1]) / self.cell) + 1),
            ):
                rows[y] &= ~taken
        return Grid(rows, self.width, self.cell, self.corner)

    def tilted(self, degrees: int) -> Tilted:
        """Return the same squares for words that are tilted by `degrees`, counter-clockwise."""
        return Tilted(self, degrees)


class Tilted(Grid):
    """The squares of a grid that is turned until tilted words lie level in it."""

    def __init__(self, grid: Grid, degrees: int) -> None:
        self.grid, self.degrees = grid, degrees
        bits = "".join(f"{row:0{grid.width}b}"[::-1] for row in grid.rows)
        image = Image.frombytes("L", (grid.width, len(grid.rows)), bits.encode().translate(_LEVELS))
        turned = image.rotate(-degrees, expand=True)
        self.middles = (image.width / 2, image.height / 2), (turned.width / 2, turned.height / 2)
        super().__init__(_rows(turned), turned.width, grid.cell, grid.corner)

    def pixels(self, x: float, y: float) -> Place:
        """Return the pixel of the picture in the middle of a square."""
        (left, top), (right, bottom) = self.middles
        along, across, turn = x + 0.5 - right, y + 0.5 - bottom, radians(self.degrees)
        return self.grid.pixels(
            left + along * cos(turn) + across * sin(turn) - 0.5,
            top - along * sin(turn) + across * cos(turn) - 0.5,
        )

    def square(self, x: float, y: float) -> Point:
        """Return the square in which a pixel of the picture lies."""
        (left, top), (right, bottom) = self.middles
        x, y = self.grid.square(x, y)
        x, y, turn = x + 0.5 - left, y + 0.5 - top, radians(self.degrees)
        return right + x * cos(turn) - y * sin(turn) - 0.5, bottom + x * sin(turn) + y * cos(turn) - 0.5


_LEVELS = bytes(255 if each == ord("1") else 0 for each in range(256))
_BITS = bytes(ord("1") if level > 160 else ord("0") for level in range(256))


def _rows(image: Image.Image) -> list[int]:
    wide, bits = image.width, image.tobytes().translate(_BITS)
    return [int(bits[y * wide : (y + 1) * wide][::-1], 2) for y in range(image.height)]
