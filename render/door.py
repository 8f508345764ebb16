"""The picture of all games: a tile for each, with small pictures of it and its title."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.kit.canvas import Picture, Theme, ink, paint_image
from render.kit.encoding import palette_png
from render.kit.lettering import fitted, length, mask
from render.kit.levels import resized

__all__ = ["Tile", "draw_door"]

WIDTH = 1100
GAP = 20
COLUMNS = 3
TILE = (WIDTH - (COLUMNS + 1) * GAP) // COLUMNS
TALL = 236
SIGN = 96
"""Pixels of a small picture."""
TITLE = 46
MARGIN = 14
UNDER = 38
"""Size of the letters of a title's second line: its author, in brackets."""
RADIUS = 22
COLOURS = 128


@dataclass(frozen=True, slots=True)
class Tile:
    """A game: its title, and functions that draw small pictures of it, at most three."""

    title: str
    signs: tuple[Callable[[], Picture], ...] = ()


def draw_door(tiles: Sequence[Tile], theme: Theme) -> Picture:
    """Return the picture of these games, three beside each other, the last ones in the middle.

    It is readable at 324 pixels, the width of a small telephone.
    """
    rows = [tiles[first : first + COLUMNS] for first in range(0, len(tiles), COLUMNS)]
    tall = len(rows) * (TALL + GAP) + GAP
    image = Image.new("RGB", (WIDTH, tall), ink(theme).ground)
    for number, row in enumerate(rows):
        wide = len(row) * TILE + (len(row) - 1) * GAP
        left, top = (WIDTH - wide) // 2, GAP + number * (TALL + GAP)
        for place, tile in enumerate(row):
            _draw_tile(image, tile, left + place * (TILE + GAP), top, theme)
    small = image.quantize(COLOURS, dither=Image.Dither.NONE)
    return Picture(palette_png(small), WIDTH, tall)


def _draw_tile(image: Image.Image, tile: Tile, x: int, y: int, theme: Theme) -> None:
    own = ink(theme)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        box = (0, 0, TILE * scale - 1, TALL * scale - 1)
        draw.rounded_rectangle(box, RADIUS * scale, own.line)
        edge = 3 * scale
        inner = (edge, edge, TILE * scale - 1 - edge, TALL * scale - 1 - edge)
        draw.rounded_rectangle(inner, (RADIUS - 3) * scale, own.panel)

    ground = paint_image(TILE, TALL, paint)
    image.paste(ground, (x, y), ground)
    title, _, author = tile.title.partition(" (")
    lines = [(title, TITLE, own.text)] + ([(f"({author}", UNDER, own.muted)] if author else [])
    between = (TILE - len(tile.signs) * SIGN) // (len(tile.signs) + 1) if tile.signs else 0
    top = y + 18
    for number, draw in enumerate(tile.signs):
        sign = resized(Image.open(io.BytesIO(draw().data)).convert("RGBA"), SIGN, SIGN)
        image.paste(sign, (x + between + number * (SIGN + between), top), sign)
    middle = top + SIGN + (TALL - 18 - SIGN) // 2
    for number, (line, size, colour) in enumerate(lines):
        bold = size == TITLE
        while size > UNDER // 2 and length(line, size, bold) > TILE - 2 * MARGIN:
            size -= 1
        letters, rise = mask(fitted(line, TILE - 2 * MARGIN, size, bold), size, bold)
        at = middle + (0 if len(lines) == 1 else (-24, 28)[number])
        image.paste(colour, (x + (TILE - letters.width) // 2, at - rise), letters)
