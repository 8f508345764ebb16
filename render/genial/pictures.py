"""Pictures of Génial: the board with its score tracks, a rack, the application's emojis.

Pictures hold no language: only names, numbers, symbols and coordinates. Sentences stand in the message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PIL import ImageDraw

from engine.genial.model import Colour, Form, Tile, View
from render.genial import material
from render.genial.choices import Mark, Patch, choice, patches
from render.genial.ground import empty_board, stamp_tiles
from render.genial.layout import WIDTH, Frame, layout, stands
from render.genial.seats import draw_sides, sides_of
from render.genial.symbols import BODY, draw_symbol
from render.kit.canvas import Picture, Sheet, Theme, ink, paint_image, png
from render.kit.hexes import corners

IN_A_ROW, RACK_ROW = 3, 260
"""Tiles in a row of a rack, and height of a row in pixels."""

__all__ = ["EMOJIS", "TILES", "Mark", "Patch", "board", "choice", "patches", "rack"]


def board(view: View, names: Sequence[str], *, theme: Theme = Theme.DARK, width: int = WIDTH) -> Picture:
    """Draw the board as `view` knows it with the sides around it, `width` pixels wide and in the shape of the
    box.

    `names` are in seat order; a missing or undrawable one shows as the seat's number. In solo, the tile to
    place stands in the corner. Tiles since the viewer's last one are marked (for a spectator, since that of
    the seat to move), most of all the last move.
    """
    frame, lattice = Frame(width), layout(view.radius, width)
    sheet = empty_board(view.radius, width, theme).copy()
    stamp_tiles(sheet, frame, lattice, theme, view)
    sides = sides_of(view, names)
    draw_sides(sheet, stands(frame, lattice, len(sides)), sides, view.track_end, theme)
    if view.options.form is Form.SOLO and view.rack:
        x, y = width - frame.px(136), frame.px(80)
        back = ink(theme).ground
        material.stamp_tile(sheet, (x, y), frame.px(116), theme, (1, 0), *view.rack[0], back=back)
    return sheet.encode()


def rack(tiles: Sequence[Tile], captions: Sequence[str] = (), *, theme: Theme = Theme.DARK) -> Picture:
    """Draw the tiles of a hand, three a row. The picture is as wide as a board, however few are left.

    `captions` are the letters by which the reader knows each tile; without them the notation's stand there.
    """
    frame, paint = Frame(), ink(theme)
    named = list(zip(tiles, captions or map(str, tiles), strict=True))
    rows = [named[first : first + IN_A_ROW] for first in range(0, len(tiles), IN_A_ROW)] or [[]]
    sheet = Sheet.blank(frame.width, len(rows) * RACK_ROW, material.palette(theme), paint.ground)
    for number, row in enumerate(rows):
        low = (number + 1) * RACK_ROW
        sheet.fill((0, low - 122, frame.width, low), paint.panel)
        sheet.fill((0, low - 122, frame.width, low - 119), paint.line)
        for index, (tile, caption) in enumerate(row):
            x = frame.width * (2 * index + 1) // (2 * IN_A_ROW)
            material.stamp_tile(sheet, (x, low - 158), 148, theme, (1, 0), *tile, back=paint.panel)
            sheet.write(caption, x, low - 36, 46, paint.text, paint.panel, bold=True, anchor="m")
    return sheet.encode()


def _tile_emoji(tile: Tile) -> Picture:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        for x, colour in ((33, tile.first), (95, tile.second)):
            draw.polygon([((x + cx) * scale, (64 + cy) * scale) for cx, cy in corners(67)], BODY)
            draw_symbol(draw, colour, x * scale, 64 * scale, 29 * scale)

    return png(paint_image(128, 128, paint))


def _symbol_emoji(colour: Colour) -> Picture:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw.polygon([((64 + cx) * scale, (64 + cy) * scale) for cx, cy in corners(110)], BODY)
        draw_symbol(draw, colour, 64 * scale, 64 * scale, 46 * scale)

    return png(paint_image(128, 128, paint))


TILES = tuple(Tile(a, b) for a in Colour for b in Colour if a <= b)

EMOJIS: Mapping[str, Callable[[], Picture]] = {
    **{f"genial_{tile.first.letter}{tile.second.letter}": partial(_tile_emoji, tile) for tile in TILES},
    **{f"genial_{colour.letter}": partial(_symbol_emoji, colour) for colour in Colour},
}
