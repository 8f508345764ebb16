"""Pictures of Génial: the board with its score tracks, a rack, the application's emojis.

Pictures hold no language: only names, numbers, symbols and coordinates. Sentences stand in the message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PIL import Image, ImageDraw

from engine.genial.board import SYMBOLS
from engine.genial.model import Cell, Colour, Form, Placement, Tile, View
from render.genial import material
from render.genial.choices import Mark, normal_form, part_lattice, stamp_marks, stamp_numbers
from render.genial.layout import WIDTH, Frame, layout, outermost, stands
from render.genial.newness import freshness
from render.genial.seats import draw_own, draw_sides, sides_of
from render.genial.symbols import BODY, draw_symbol
from render.kit.canvas import RGB, Palette, Picture, Sheet, Theme, ink, mapped, mixed, paint_image, png
from render.kit.fresh import Fresh
from render.kit.hexes import Axial, Lattice, corners
from render.kit.memory import kept

IN_A_ROW, RACK_ROW = 3, 260
"""Tiles in a row of a rack, and height of a row in pixels."""
EDGE, PLATE = 120, 240
"""Grey levels in which the edge and the plate of an empty board are drawn before they are coloured.

0 is nothing.
"""

__all__ = ["EMOJIS", "TILES", "Mark", "board", "choice", "rack"]


def board(view: View, names: Sequence[str], *, theme: Theme = Theme.DARK, width: int = WIDTH) -> Picture:
    """Draw the board as `view` knows it with the sides around it, `width` pixels wide and in the shape of the
    box.

    `names` are in seat order; a missing or undrawable one shows as the seat's number. In solo, the tile to
    place stands in the corner. Tiles since the viewer's last one are marked (for a spectator, since that of
    the seat to move), most of all the last move.
    """
    frame, lattice = Frame(width), layout(view.radius, width)
    sheet = empty_board(view.radius, width, theme).copy()
    stamp_tiles(sheet, lattice, theme, view)
    sides = sides_of(view, names)
    draw_sides(sheet, stands(frame, lattice, len(sides)), sides, view.track_end, theme)
    if view.options.form is Form.SOLO and view.rack:
        x, y = width - frame.px(136), frame.px(80)
        tile = material.domino(frame.px(116), theme, (1, 0), *view.rack[0], back=ink(theme).ground)
        sheet.stamp(tile, x, y)
    return sheet.encode()


def stamp_tiles(sheet: Sheet, lattice: Lattice, theme: Theme, view: View) -> None:
    """Draw the tiles on an empty board, and rings around the symbols that a first tile may still touch."""
    for symbol in view.open_symbols:
        sheet.stamp(material.cell(lattice.pitch, theme, SYMBOLS[symbol], asked=True), *lattice.centre(symbol))
    for placement, fresh in zip(view.placements, freshness(view), strict=True):
        stamp_tile(sheet, lattice, theme, placement, fresh)


@kept
def empty_board(radius: int, width: int, theme: Theme) -> Sheet:
    """Return the board before the first tile: its edge, cells, printed symbols and coordinates."""
    frame = Frame(width)
    sheet = Sheet.blank(width, frame.height, material.palette(theme), ink(theme).ground)
    stamp_board(sheet, frame, layout(radius, width), theme)
    return sheet


def stamp_board(sheet: Sheet, frame: Frame, lattice: Lattice, theme: Theme) -> None:
    """Draw the board of this lattice with its labels around it."""
    left, top, right, bottom = lattice.box
    felt, room = material.FELTS[theme], 2 * frame.border
    levels = Image.new("L", (2 * (right - left + 2 * room), 2 * (bottom - top + 2 * room)))
    draw = ImageDraw.Draw(levels)
    for more, level in ((frame.border, EDGE), (frame.border - frame.px(2), PLATE)):
        spread = corners(lattice.pitch + 2 * more)
        for at in lattice.cells():
            x, y = lattice.centre(at)
            x, y = x - left + room, y - top + room
            draw.polygon([((x + dx) * 2, (y + dy) * 2) for dx, dy in spread], level)
    plate = _plate_image(levels.reduce(2), sheet.palette, felt, ink(theme).ground)
    sheet.image.paste(plate, (left - room, top - room))
    for at in lattice.cells():
        sheet.stamp(material.cell(lattice.pitch, theme, SYMBOLS.get(Cell(*at))), *lattice.centre(at))
    _write_coordinates(sheet, frame, lattice, theme)


def _plate_image(levels: Image.Image, palette: Palette, felt: material.Felt, ground: RGB) -> Image.Image:
    """Return plate and edge in their colours.

    No pixel blends the plate with the ground alone: the edge lies between them.
    """
    below = [mixed(ground, felt.edge, level / EDGE) for level in range(EDGE)]
    above = [mixed(felt.edge, felt.plate, level / (PLATE - EDGE)) for level in range(PLATE - EDGE + 1)]
    colours = bytes(part for colour in (*below, *above) for part in colour)
    indices = palette.quantized(Image.frombytes("RGB", (PLATE + 1, 1), colours))
    return mapped(levels, [*indices.tobytes(), *[0] * (255 - PLATE)], "P")


def _write_coordinates(sheet: Sheet, frame: Frame, lattice: Lattice, theme: Theme) -> None:
    """Write the row letters (A at the bottom) and the diagonals' numbers.

    A row's letter stands left of it, and in the upper half also right of it. A diagonal's number stands at
    its lower end.
    """
    paint, radius = ink(theme), lattice.radius

    def label(text: str, cell: Axial, dx: int, dy: int) -> None:
        x, y = lattice.centre(cell)
        sheet.write(text, x + dx, y + dy, frame.letter_size, paint.muted, paint.ground, bold=True, anchor="m")

    for index in range(-radius, radius + 1):
        letter, number = chr(ord("A") + radius - index), str(index + radius + 1)
        wide = frame.beside(lattice, frame.px(29))
        label(letter, outermost(lattice, index, right=False), -wide, 0)
        if index <= 0:
            label(letter, outermost(lattice, index, right=True), wide, 0)
            label(number, (index, radius), lattice.pitch // 2, frame.below(lattice))
        else:
            row = radius - index + 1
            label(number, outermost(lattice, row, right=True), frame.beside(lattice, frame.px(48)), 0)


def stamp_tile(sheet: Sheet, lattice: Lattice, theme: Theme, placement: Placement, fresh: Fresh) -> None:
    a, b, first, second = normal_form(placement.a, placement.b, placement.first, placement.second)
    seat = None if fresh is Fresh.OLD else placement.seat
    sprite = material.domino(lattice.pitch, theme, (b.q - a.q, b.r - a.r), first, second, fresh, seat)
    sheet.stamp(sprite, *lattice.middle(a, b))


def choice(
    view: View,
    marks: Sequence[Mark],
    tile: tuple[Colour, Colour],
    *,
    theme: Theme = Theme.DARK,
    width: int = WIDTH,
) -> Picture:
    """Draw candidates for `tile` with their numbers, on as large a part of the board as they need.

    Left of it stand the tile and the tracks of the viewer's side (for a spectator, of the seat to move). At
    most eight marks can be told apart.
    """
    frame = Frame(width)
    lattice = part_lattice(view.radius, {cell for mark in marks for cell in (mark.a, mark.b)}, frame)
    ground, flat = _ground(view.radius, lattice.pitch, width, theme)
    sheet = Sheet.blank(width, frame.height, ground.palette, ink(theme).ground)
    sheet.image.paste(ground.image, (lattice.x - flat.x, lattice.y - flat.y))
    stamp_tiles(sheet, lattice, theme, view)
    stamp_marks(sheet, lattice, theme, marks, tile)
    stamp_numbers(sheet, frame, lattice, theme, marks, view.cells)
    draw_own(sheet, frame, _own(view), tile, theme)
    return sheet.encode()


def _own(view: View) -> tuple[int, ...]:
    """Return the tracks of the side that chooses."""
    seat = view.seat if view.seat is not None else view.to_move
    found = (track for side, track in zip(view.sides, view.tracks, strict=True) if seat in side)
    return next(found, view.tracks[0])


@kept
def _ground(radius: int, pitch: int, width: int, theme: Theme) -> tuple[Sheet, Lattice]:
    """Return a whole board of any pitch before the first tile, from which a part is cut out, and its
    lattice.
    """
    frame = Frame(width)
    left, top, right, bottom = frame.labelled_box(Lattice(radius, pitch, 0, 0))
    lattice = Lattice(radius, pitch, -left, -top)
    sheet = Sheet.blank(right - left, bottom - top, material.palette(theme), ink(theme).ground)
    stamp_board(sheet, frame, lattice, theme)
    return sheet, lattice


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
            sheet.stamp(material.domino(148, theme, (1, 0), *tile, back=paint.panel), x, low - 158)
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
