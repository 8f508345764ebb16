"""Génial's board before and after its tiles: plate, cells, coordinates."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from PIL import Image, ImageDraw

from engine.genial.board import SYMBOLS
from engine.genial.model import Cell, Placement, View
from render.genial import material
from render.genial.layout import WIDTH, Frame, layout, outermost
from render.genial.newness import freshness
from render.kit.canvas import RGB, Palette, Sheet, Theme, ink, mapped, mixed
from render.kit.fresh import Fresh
from render.kit.hexes import Axial, Lattice, corners
from render.kit.memory import kept

__all__ = ["bare_board", "empty_board", "normal_form", "stamp_cells", "stamp_tiles", "write_coordinates"]

T = TypeVar("T")

EDGE, PLATE = 120, 240
"""Grey levels in which the edge and the plate of an empty board are drawn before they are coloured.

0 is nothing.
"""


@kept
def empty_board(radius: int, width: int, theme: Theme) -> Sheet:
    """Return the board before the first tile: its edge, cells, printed symbols and coordinates."""
    frame, lattice = Frame(width), layout(radius, width)
    sheet = bare_board(radius, width, theme).copy()
    write_coordinates(sheet, frame, lattice, theme)
    return sheet


@kept
def bare_board(radius: int, width: int, theme: Theme) -> Sheet:
    """Return the board before the first tile without its coordinates."""
    frame = Frame(width)
    sheet = Sheet.blank(width, frame.height, material.palette(theme), ink(theme).ground)
    stamp_cells(sheet, frame, layout(radius, width), theme)
    return sheet


def stamp_cells(
    sheet: Sheet,
    frame: Frame,
    lattice: Lattice,
    theme: Theme,
    cells: Sequence[Axial] | None = None,
    covered: Collection[Axial] = (),
) -> None:
    """Draw the board of this lattice, or these of its cells, before the first tile.

    Of those that are `covered` nothing will be seen.
    """
    shown = list(lattice.cells()) if cells is None else cells
    if cells is None:
        _stamp_plate(sheet, frame, lattice, theme)
    else:  # a part of the board, which is drawn often: its edge is less smooth
        draw, felt = ImageDraw.Draw(sheet.image), material.FELTS[theme]
        outer = [(q, r) for q, r in shown if max(abs(q), abs(r), abs(q + r)) == lattice.radius]
        border = frame.border
        for more, colour, drawn in ((border, felt.edge, outer), (border - frame.px(2), felt.plate, shown)):
            spread, fill = corners(lattice.pitch + 2 * more), sheet.palette.index(colour)
            for at in drawn:
                x, y = lattice.centre(at)
                draw.polygon([(x + dx, y + dy) for dx, dy in spread], fill)
    for at in shown:
        if at in covered:
            continue
        sheet.stamp(material.cell(lattice.pitch, theme, SYMBOLS.get(Cell(*at))), *lattice.centre(at))


def _stamp_plate(sheet: Sheet, frame: Frame, lattice: Lattice, theme: Theme) -> None:
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


def _plate_image(levels: Image.Image, palette: Palette, felt: material.Felt, ground: RGB) -> Image.Image:
    """Return plate and edge in their colours.

    No pixel blends the plate with the ground alone: the edge lies between them.
    """
    below = [mixed(ground, felt.edge, level / EDGE) for level in range(EDGE)]
    above = [mixed(felt.edge, felt.plate, level / (PLATE - EDGE)) for level in range(PLATE - EDGE + 1)]
    colours = bytes(part for colour in (*below, *above) for part in colour)
    indices = palette.quantized(Image.frombytes("RGB", (PLATE + 1, 1), colours))
    return mapped(levels, [*indices.tobytes(), *[0] * (255 - PLATE)], "P")


def write_coordinates(sheet: Sheet, frame: Frame, lattice: Lattice, theme: Theme) -> None:
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


def stamp_tiles(sheet: Sheet, frame: Frame, lattice: Lattice, theme: Theme, view: View) -> None:
    """Draw the tiles on an empty board, and rings around the symbols that a first tile may still touch.

    New tiles come last, as the lines around them reach beyond their cells. Those out of sight are not drawn.
    """
    for symbol in view.open_symbols:
        sheet.stamp(material.cell(lattice.pitch, theme, SYMBOLS[symbol], asked=True), *lattice.centre(symbol))
    fresh = freshness(view)
    for age in Fresh:
        for placement, its in zip(view.placements, fresh, strict=True):
            x, y = lattice.middle(placement.a, placement.b)
            room = lattice.pitch
            if its is age and -room < x < frame.width + room and -room < y < frame.height + room:
                _stamp_tile(sheet, (x, y), frame, lattice, theme, placement, age)


def _stamp_tile(
    sheet: Sheet,
    at: tuple[int, int],
    frame: Frame,
    lattice: Lattice,
    theme: Theme,
    placement: Placement,
    fresh: Fresh,
) -> None:
    a, b, first, second = normal_form(placement.a, placement.b, placement.first, placement.second)
    step, unit = (b.q - a.q, b.r - a.r), frame.width / WIDTH
    material.stamp_tile(
        sheet, at, lattice.pitch, theme, step, first, second, fresh, placement.seat, unit=unit
    )


def normal_form(a: Cell, b: Cell, first: T, second: T) -> tuple[Cell, Cell, T, T]:
    """Return the same placement, turned round if needed so that its step is one of `STEPS`."""
    if (b.q - a.q, b.r - a.r) in material.STEPS:
        return a, b, first, second
    return b, a, second, first
