"""Score tables: a row for each side, a column for each track, exact numbers over bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.kit.canvas import (
    RGB,
    Ink,
    Palette,
    Sheet,
    Sprite,
    draw_sign,
    lettered_disc,
    mixed,
    opaque,
    painted,
)
from render.kit.lettering import drawable, fitted, length

__all__ = ["LAP", "SIGNS", "Line", "Row", "Table", "arrow", "draw_rows", "panel", "shown_name"]

SIGNS = "▲■●◆"
"""The seats' signs as characters, for text that goes with a picture."""

LAP = 18
"""Steps of a bar; a longer track goes round again on a second bar."""


@dataclass(frozen=True)
class Line:
    """A person or automatic player in a row."""

    seat: int
    name: str
    moves: bool
    """It is this seat's turn."""


@dataclass(frozen=True)
class Row:
    """A side of the match."""

    lines: tuple[Line, ...]
    values: tuple[int, ...]
    gains: tuple[int, ...]
    """Points won since the viewer's last turn."""
    rank: int | None
    """Set when the match is over."""

    @property
    def active(self) -> bool:
        """The row stands out: someone in it is to move, or has won."""
        return any(line.moves for line in self.lines) or self.rank == 1


@dataclass(frozen=True)
class Table:
    """Where a score table lies on a sheet of `width` pixels, from pixel row `top` on."""

    width: int
    top: int
    columns: int
    rows: int
    lines: int
    """Names in a row."""
    laps: int
    """Bars of a track."""

    def px(self, thousandths: float) -> int:
        """A length in pixels, given in thousandths of the width."""
        return max(1, round(thousandths * self.width / 1000))

    @property
    def head(self) -> int:
        return self.px(60)

    @property
    def row(self) -> int:
        return self.px(max(82 + 16 * (self.laps - 1), 50 * self.lines))

    @property
    def bottom(self) -> int:
        return self.row_top(self.rows) + self.px(10)

    @property
    def margin(self) -> int:
        return self.px(14)

    def row_top(self, index: int) -> int:
        return self.top + self.head + index * (self.row + self.px(8))

    def column(self, index: int) -> int:
        """Middle of a column."""
        left = self.px(322)
        return left + round((index + 0.5) * (self.width - left - self.px(22)) / self.columns)


def draw_rows(
    sheet: Sheet, table: Table, rows: Sequence[Row], hues: Sequence[RGB], bed: RGB, ink: Ink
) -> None:
    """Draw every side's row; `hues` colour the bars, `bed` lies under them."""
    width, soft, stripe = table.width - 2 * table.margin, table.px(14), table.px(8)
    for index, row in enumerate(rows):
        top, back = table.row_top(index), ink.lit if row.active else ink.panel
        edge = ink.accent if row.active else back
        ground = panel(sheet.palette, width, table.row, soft, stripe, back, edge, ink.ground)
        sheet.stamp(ground, table.margin, top)
        _names(sheet, table, top, row, ink, back)
        _values(sheet, table, top, row, ink, back)
        for column, (value, gain) in enumerate(zip(row.values, row.gains, strict=True)):
            for lap in range(table.laps):
                done = min(LAP, max(0, value - lap * LAP))
                was = min(done, max(0, value - gain - lap * LAP))
                look = (hues[column], bed, ink.accent, back)
                bar = _bar(sheet.palette, table.px(5), table.px(11), done, done - was, *look)
                y = top + table.row - table.px(25 + 16 * (table.laps - 1 - lap))
                sheet.stamp(bar, table.column(column) - bar.image.width // 2, y)


@lru_cache(maxsize=32)
def panel(
    palette: Palette, width: int, height: int, soft: int, stripe: int, back: RGB, edge: RGB, ground: RGB
) -> Sprite:
    """A row's ground with rounded corners and a stripe of `edge` on its left."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom = width * scale - 1, height * scale - 1
        draw.rounded_rectangle((0, 0, right, bottom), soft * scale, edge)
        if edge != back:
            inner = (stripe * scale, 0, right, bottom)
            draw.rounded_rectangle(inner, soft * scale, back, corners=(False, True, True, False))

    return Sprite(opaque(painted(width, height, paint, scale=2), palette, ground))


def _names(sheet: Sheet, table: Table, top: int, row: Row, ink: Ink, back: RGB) -> None:
    px = table.px
    if row.rank is not None:
        best = row.rank == 1
        disc = lettered_disc(str(row.rank), px(40), ink.accent if best else ink.muted, ink.ground)
        sheet.overlay(disc, px(34), top + (table.row - disc.height) // 2)
    for index, line in enumerate(row.lines):
        y = (
            top
            + round((index + 0.5) * table.row / len(row.lines))
            + (px(4) - index * px(8)) * (len(row.lines) - 1)
        )
        if line.moves:
            sheet.stamp(arrow(sheet.palette, px(22), ink.accent, back), px(32), y)
        sheet.stamp(_sign(sheet.palette, line.seat, px(24), ink.text, back), px(92 if row.rank else 74), y)
        left = px(112 if row.rank else 94)
        bold = line.moves or row.rank == 1
        name, size = shown_name(line, table.column(0) - px(52) - left, px(28), px(22), bold)
        sheet.write(name, left, y, size, ink.text, back, bold=bold)


def shown_name(line: Line, width: float, large: int, small: int, bold: bool) -> tuple[str, int]:
    """The name as far as the fonts know it (else the seat's number) and its size: shrunk, then shortened."""
    name = drawable(line.name) or f"#{line.seat + 1}"
    for size in range(large, small - 1, -2):
        if length(name, size, bold) <= width:
            return name, size
    return fitted(name, width, small, bold), small


def _values(sheet: Sheet, table: Table, top: int, row: Row, ink: Ink, back: RGB) -> None:
    px, low = table.px, min(row.values)
    y = top + px(29)
    for column, value in enumerate(row.values):
        x = table.column(column)
        front = ink.text if value == low else ink.muted
        shift = px(14) if row.gains[column] else 0
        sheet.write(str(value), x - shift, y, px(36), front, back, bold=True, anchor="m")
        if row.gains[column]:
            left = x - shift + px(14 if value < 10 else 26)
            sheet.write(f"+{row.gains[column]}", left, y - px(5), px(21), ink.accent, back, bold=True)


@lru_cache(maxsize=512)
def _bar(
    palette: Palette, step: int, tall: int, filled: int, fresh: int, hue: RGB, bed: RGB, mark: RGB, back: RGB
) -> Sprite:
    """A lap of a track: so many of its steps filled, the last `fresh` of them underlined."""
    edge = max(2, step // 2)
    width, height = LAP * step + 2 * edge, tall + 2 * edge

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw.rounded_rectangle((0, 0, width * scale - 1, height * scale - 1), edge * 1.6 * scale, bed)

    image = Image.new("RGB", (width, height), back)
    rounded = painted(width, height, paint)
    image.paste(rounded, (0, 0), rounded)
    for count in range(LAP):
        left = edge + count * step
        image.paste(
            hue if count < filled else mixed(bed, (255, 255, 255), 0.13),
            (left, edge, left + step - 1, edge + tall),
        )
    if fresh:
        left = edge + (filled - fresh) * step
        image.paste(mark, (left, height - edge, left + fresh * step - 1, height))
    return Sprite(palette.translated(image))


@lru_cache(maxsize=32)
def arrow(palette: Palette, size: int, front: RGB, back: RGB) -> Sprite:
    """A triangle that points to whoever is to move."""

    """A triangle that points to whoever is to move."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw.polygon([(0, 0), (edge, edge / 2), (0, edge)], front)

    return Sprite(opaque(painted(size, size, paint), palette, back), None, (0, size // 2))


@lru_cache(maxsize=64)
def _sign(palette: Palette, seat: int, size: int, front: RGB, back: RGB) -> Sprite:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw_sign(draw, seat, size * scale / 2, size * scale / 2, size * scale * 0.43, front)

    return Sprite(opaque(painted(size, size, paint), palette, back), None, (size // 2, size // 2))
