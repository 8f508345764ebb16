"""Génial's material: the board's cells, tiles, and the marks on both.

Every piece is a sprite in the theme's palette, drawn once for a pitch and cached.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil

from PIL import Image, ImageDraw

from engine.genial.model import Colour
from render.genial.symbols import BODY, HUES, RIM, draw_symbol
from render.kit.canvas import (
    RGB,
    SCALE,
    Palette,
    Sheet,
    Sprite,
    Theme,
    ink,
    layer,
    opacity_mask,
    opaque,
    paint_image,
    paint_over,
    reduced,
)
from render.kit.fresh import Fresh
from render.kit.hexes import Axial, Lattice, corners
from render.kit.lettering import mask
from render.kit.marks import BEST, CASING, EDGE, LINE, PAPER, draw_fresh, draw_tick, gold, mark_ramps
from render.kit.memory import kept, kept_packed
from render.kit.seats import draw_sign

__all__ = [
    "FELTS",
    "STEPS",
    "SYMBOL",
    "Felt",
    "bead",
    "cell",
    "chip",
    "link",
    "number",
    "palette",
    "stamp_tile",
    "surround",
    "wanted",
]

STEPS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1))
"""Steps from a tile's first cell to its second: the three directions in which a tile lies."""

SYMBOL = 0.37
"""Distance from a symbol's centre to its points, in pitches."""

TICK = 0.14
"""Share of the way from one cell's centre to the other's at which a tick ends."""

SIGN = {Fresh.OLD: 0.2, Fresh.NEW: 0.2, Fresh.LAST: 0.22}
"""Radius of the disc with the sign of the seat that placed a tile, in pitches."""

PALE: RGB = (226, 232, 244)
"""Colour under the sign of the seat that placed a new tile, in both themes."""


@dataclass(frozen=True)
class Felt:
    """The colours of a theme's board."""

    plate: RGB
    edge: RGB
    cell: RGB
    shine: RGB
    label: RGB
    tints: tuple[RGB, RGB, RGB, RGB]  # free cells among which one chooses: neighbouring patches differ
    rest: RGB  # towards which everything else is dimmed then


FELTS = {
    Theme.DARK: Felt(
        plate=(42, 47, 60),
        edge=(70, 77, 95),
        cell=(77, 86, 108),
        shine=(94, 104, 128),
        label=(196, 202, 216),
        tints=((176, 156, 96), (104, 148, 190), (176, 120, 150), (116, 160, 116)),
        rest=(24, 26, 32),
    ),
    Theme.LIGHT: Felt(
        plate=(196, 188, 172),
        edge=(160, 151, 134),
        cell=(234, 230, 220),
        shine=(248, 246, 240),
        label=(74, 68, 58),
        tints=((255, 226, 150), (176, 214, 246), (250, 200, 216), (190, 232, 182)),
        rest=(120, 116, 110),
    ),
}


@lru_cache(maxsize=2)
def palette(theme: Theme) -> Palette:
    """Return the palette with every blend that pictures of Génial need."""
    paint, felt = ink(theme), FELTS[theme]
    ramps: list[tuple[RGB, RGB, int]] = [
        (paint.ground, felt.edge, 4),
        (felt.edge, felt.plate, 3),
        (felt.plate, felt.cell, 5),
        (felt.cell, felt.shine, 2),
        (felt.plate, RIM, 3),
        (RIM, BODY, 5),
        (felt.plate, BODY, 4),
        (felt.cell, BODY, 5),
        (felt.plate, felt.label, 7),
        (paint.ground, paint.muted, 6),
        (paint.ground, paint.text, 7),
        (BODY, paint.ground, 3),
        (felt.plate, gold(theme), 3),
        (BODY, PALE, 4),
        *mark_ramps(theme),
    ]
    ramps += [(felt.plate, tint, 2) for tint in felt.tints]
    for back in (paint.panel, paint.lit):
        ramps += [(back, paint.text, 8), (back, paint.muted, 7), (back, paint.accent, 7)]
        ramps += [(paint.ground, back, 2), (BODY, back, 2)]
    for hue in HUES.values():
        ramps += [(BODY, hue, 8)]
    return Palette(ramps)


def _hexagon(
    draw: ImageDraw.ImageDraw, x: float, y: float, pitch: float, fill: RGB | tuple[int, int, int, int]
) -> None:
    """Draw a hexagon with slightly rounded corners, `pitch` wide."""
    soft = pitch * 0.05
    inner = [(x + dx, y + dy) for dx, dy in corners(pitch - 2 * soft)]
    draw.polygon(inner, fill)
    draw.line([*inner, inner[0], inner[1]], fill, round(soft * 2), joint="curve")


@kept
def _shape(size: tuple[int, int], bits: bytes) -> Image.Image:
    """Return the mask with these bits. All pieces of the same outline share one."""
    return Image.frombytes("1", size, bits)


def _cut(image: Image.Image, theme: Theme, back: RGB | None = None) -> Sprite:
    """Return the drawing on the plate or on ground of the colour `back`, masked to the pixels that were
    drawn.
    """
    least = 127 if back is None else 8
    shape = opacity_mask(image, least)
    shape = _shape(shape.size, shape.tobytes())
    whole = opaque(image, palette(theme), back or FELTS[theme].plate)
    return Sprite(whole, shape, (image.width // 2, image.height // 2))


@kept
def cell(pitch: int, theme: Theme, colour: Colour | None = None, *, asked: bool = False) -> Sprite:
    """Return a free cell, or one with a printed symbol.

    `asked` puts a ring around a symbol that a first tile may still touch.
    """
    felt = FELTS[theme]
    tall = round(pitch * 1.155) + 2

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        x, y, size = pitch * scale / 2, tall * scale / 2, pitch * scale
        draw.polygon([(x + dx, y + dy) for dx, dy in corners(size * 1.03)], felt.plate)
        if colour is None:
            _hexagon(draw, x, y, size * 0.95, felt.shine)
            _hexagon(draw, x, y + size * 0.012, size * 0.925, felt.cell)
            return
        _hexagon(draw, x, y, size * 0.98, gold(theme) if asked else felt.edge)
        if asked:
            for (ax, ay), (bx, by) in pairwise((*corners(size), corners(size)[0])):
                middle = (x + (ax + bx) / 2, y + (ay + by) / 2)
                draw.line((x, y, *middle), felt.plate, round(size * 0.2))
        _hexagon(draw, x, y, size * (0.85 if asked else 0.94), BODY)
        draw_symbol(draw, colour, x, y, size * SYMBOL * 0.94)

    return _cut(paint_image(pitch, tall, paint), theme)


@dataclass(frozen=True)
class _Pair:
    """Two neighbouring cells on a small drawing of their own, in pixels."""

    pitch: int
    step: Axial
    bleed: int = 4

    @property
    def size(self) -> tuple[int, int]:
        dx, dy = Lattice(1, self.pitch, 0, 0).centre(self.step)
        wide, tall = (
            self.pitch + abs(dx) + 2 * self.bleed,
            round(self.pitch * 1.155) + abs(dy) + 2 * self.bleed,
        )
        return wide + wide % 2, tall + tall % 2

    @property
    def ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        (width, height), (dx, dy) = self.size, Lattice(1, self.pitch, 0, 0).centre(self.step)
        return ((width - dx) / 2, (height - dy) / 2), ((width + dx) / 2, (height + dy) / 2)

    @property
    def outline(self) -> list[tuple[float, float]]:
        """The corners around both cells."""
        edge = {(1, 0): 1, (0, 1): 2, (-1, 1): 3}[self.step]
        points = corners(self.pitch)
        (ax, ay), (bx, by) = self.ends
        one = [points[(edge + each) % 6] for each in range(1, 7)]
        other = [points[(edge + each) % 6] for each in range(5, 9)]
        return [*((ax + dx, ay + dy) for dx, dy in one), *((bx + dx, by + dy) for dx, dy in other)]

    def body(
        self, draw: ImageDraw.ImageDraw, scale: float, inset: float, fill: RGB | tuple[int, int, int, int]
    ) -> None:
        """Draw both hexagons and the bridge between them, `inset` pitches smaller all round than their
        cells.
        """
        size = self.pitch * scale * (1 - 2 * inset)
        (ax, ay), (bx, by) = self.ends
        for x, y in self.ends:
            _hexagon(draw, x * scale, y * scale, size, fill)
        draw.line((ax * scale, ay * scale, bx * scale, by * scale), fill, round(size * 0.55))


@dataclass(frozen=True)
class _Blank:
    """A tile without its symbols."""

    tile: Sprite
    ends: tuple[tuple[float, float], tuple[float, float]]
    """The centres of its two cells, from the tile's top left corner."""


def _pair(pitch: int, step: Axial, fresh: Fresh, unit: float) -> _Pair:
    """Return a tile's two cells, with room for the line around what is new."""
    return _Pair(pitch, step) if fresh is Fresh.OLD else _Pair(pitch, step, ceil(unit * (LINE + 2)))


@kept
def _blank(pitch: int, theme: Theme, step: Axial, fresh: Fresh, back: RGB | None, unit: float) -> _Blank:
    drawn = _blank_layer(pitch, theme, step, fresh, back, unit)
    return _Blank(_cut(reduced(drawn), theme, back), _pair(pitch, step, fresh, unit).ends)


def _blank_layer(
    pitch: int, theme: Theme, step: Axial, fresh: Fresh, back: RGB | None, unit: float
) -> Image.Image:
    felt, pair = FELTS[theme], _pair(pitch, step, fresh, unit)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        if back is None:
            for x, y in pair.ends:
                spread = corners(pitch * scale * 1.03)
                draw.polygon([(x * scale + dx, y * scale + dy) for dx, dy in spread], felt.plate)
        pair.body(draw, scale, 0.02, RIM)
        pair.body(draw, scale, 0.055, BODY)
        outline = [(x * scale, y * scale) for x, y in pair.outline]
        draw_fresh(draw, outline, unit * scale, fresh, theme)

    return layer(*pair.size, paint)


def stamp_tile(
    sheet: Sheet,
    at: tuple[int, int],
    pitch: int,
    theme: Theme,
    step: Axial,
    first: Colour,
    second: Colour,
    fresh: Fresh = Fresh.OLD,
    seat: int | None = None,
    *,
    back: RGB | None = None,
    unit: float = 1.0,
) -> None:
    """Draw a tile whose middle lies `at`, its second cell one `step` from the first.

    A new tile bears the sign of `seat`, and a line that is as thick as `unit` says (`draw_fresh`). If `back`
    is given, the tile lies on ground of that colour instead of the board.
    """
    # It is put together each time. Sprites of each two colours were so many that they drove each other out
    # of the memory, and unpacking one took longer than this.
    blank = _blank(pitch, theme, step, fresh, back, unit)
    sheet.stamp(blank.tile, *at)
    left, top = at[0] - blank.tile.centre[0], at[1] - blank.tile.centre[1]
    for (x, y), colour in zip(blank.ends, (first, second), strict=True):
        sheet.stamp(_symbol(pitch, theme, colour, (x % 1, y % 1)), left + int(x), top + int(y))
    if fresh is not Fresh.OLD and seat is not None:
        sheet.stamp(_sign(pitch, theme, step, first, second, fresh, seat, back, unit), *at)


@kept
def _sign(
    pitch: int,
    theme: Theme,
    step: Axial,
    first: Colour,
    second: Colour,
    fresh: Fresh,
    seat: int,
    back: RGB | None,
    unit: float,
) -> Sprite:
    """Return the middle of a new tile, with the sign of the seat that placed it."""
    pair, middle = _pair(pitch, step, fresh, unit), _middle(pitch, theme, step, fresh, back, unit)
    under, (left, top) = middle.image.copy(), middle.corner
    for (x, y), colour in zip(pair.ends, (first, second), strict=True):
        outline = _outline(pitch, colour, (x % 1, y % 1))
        half = outline.width // SCALE // 2
        at = ((int(x) - half - left) * SCALE, (int(y) - half - top) * SCALE)
        under.paste((*HUES[colour], 255), at, outline)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        disc, reach = BEST if fresh is Fresh.LAST else PALE, pitch * scale * SIGN[fresh]
        x, y = (pair.size[0] / 2 - left) * scale, (pair.size[1] / 2 - top) * scale
        draw.ellipse((x - reach * 1.2, y - reach * 1.2, x + reach * 1.2, y + reach * 1.2), BODY)
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), disc)
        draw_sign(draw, seat, x, y, reach * 0.62, BODY)

    image = opaque(paint_over(under, paint), palette(theme), FELTS[theme].plate)
    tile = _blank(pitch, theme, step, fresh, back, unit).tile
    assert tile.mask is not None
    shape = tile.mask.crop((left, top, left + image.width, top + image.height))
    return Sprite(image, shape, (tile.centre[0] - left, tile.centre[1] - top))


@dataclass(frozen=True)
class _Middle:
    """The square of a new tile without its symbols that a sign takes, at the enlarged size in which it is
    drawn.
    """

    image: Image.Image
    corner: tuple[int, int]
    """Top left corner of the square in the tile."""


@kept_packed
def _middle(pitch: int, theme: Theme, step: Axial, fresh: Fresh, back: RGB | None, unit: float) -> _Middle:
    (width, height), half = _pair(pitch, step, fresh, unit).size, round(pitch * SIGN[fresh] * 1.2) + 2
    x, y = width // 2 - half, height // 2 - half
    box = (x * SCALE, y * SCALE, (x + 2 * half) * SCALE, (y + 2 * half) * SCALE)
    return _Middle(_blank_layer(pitch, theme, step, fresh, back, unit).crop(box), (x, y))


@kept
def _symbol(pitch: int, theme: Theme, colour: Colour, rest: tuple[float, float]) -> Sprite:
    """Return a symbol on the colour of a tile; its centre lies on the pixel that holds the cell's centre.

    `rest` is the distance of the cell's centre from the corner of its pixel.
    """
    drawn = _symbol_layer(pitch, colour, rest)
    ground = Image.new(drawn.mode, drawn.size, (*BODY, 255))
    ground.paste(drawn, (0, 0), drawn.getchannel("X"))
    half = drawn.width // SCALE // 2
    image = opaque(reduced(ground), palette(theme), BODY)
    return Sprite(image, opacity_mask(reduced(drawn), 0), (half, half))


@kept_packed
def _outline(pitch: int, colour: Colour, rest: tuple[float, float]) -> Image.Image:
    """Return a symbol's outline at the enlarged size in which it is drawn."""
    return _symbol_layer(pitch, colour, rest).getchannel("X")


def _symbol_layer(pitch: int, colour: Colour, rest: tuple[float, float]) -> Image.Image:
    half = round(pitch * SYMBOL * 1.1) + 1

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        x, y = ((half + part) * scale for part in rest)
        draw_symbol(draw, colour, x, y, pitch * scale * SYMBOL, HUES[colour])

    return layer(2 * half + 1, 2 * half + 1, paint)


@kept
def wanted(pitch: int, theme: Theme, tint: int) -> Sprite:
    """Return a free cell among those where one chooses."""
    felt, tall = FELTS[theme], round(pitch * 1.155) + 2

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        x, y, size = pitch * scale / 2, tall * scale / 2, pitch * scale
        draw.polygon([(x + dx, y + dy) for dx, dy in corners(size * 1.03)], felt.plate)
        _hexagon(draw, x, y, size * 0.96, felt.tints[tint])

    return _cut(paint_image(pitch, tall, paint), theme)


@kept
def link(pitch: int, theme: Theme, step: Axial, unit: float, *, best: bool = False) -> Sprite:
    """Return the ticks from the middle between two cells into both of them."""
    pair = _Pair(pitch, step)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        (ax, ay), (bx, by) = ((x * scale, y * scale) for x, y in pair.ends)
        start = (ax + (bx - ax) * TICK, ay + (by - ay) * TICK)
        end = (bx + (ax - bx) * TICK, by + (ay - by) * TICK)
        draw_tick(draw, start, end, unit * scale, BEST if best else PAPER)

    return _hollow(paint_image(*pair.size, paint), theme)


@kept
def surround(pitch: int, theme: Theme, step: Axial, unit: float, *, best: bool = False) -> Sprite:
    """Return a line around the two cells of a candidate, where the board is too small for ticks."""
    pair, half = _Pair(pitch, step), LINE * unit / 2 / pitch
    edge = EDGE * unit / pitch

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        pair.body(draw, scale, -edge, CASING)
        pair.body(draw, scale, 0, BEST if best else PAPER)
        pair.body(draw, scale, 1.5 * half, CASING)
        pair.body(draw, scale, 1.5 * half + edge, (0, 0, 0, 0))

    return _hollow(paint_image(*pair.size, paint), theme)


def _hollow(image: Image.Image, theme: Theme) -> Sprite:
    """Return a cased mark, cut to the pixels that were drawn."""
    box = image.getchannel("A").getbbox() or (0, 0, 1, 1)
    drawn = image.crop(box)
    whole = opaque(drawn, palette(theme), CASING)
    return Sprite(whole, opacity_mask(drawn, 127), (image.width // 2 - box[0], image.height // 2 - box[1]))


@kept
def number(size: int, letter: int, text: str, theme: Theme, back: RGB, front: RGB) -> Sprite:
    """Return a number on a disc `size` pixels high, which grows wider with its digits.

    `letter` is their size.
    """
    letters, rise = mask(text, letter, True)
    wide = max(size, letters.width + round(size * 0.4))

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom, rim = wide * scale - 1, size * scale - 1, size * scale * 0.06
        draw.rounded_rectangle((0, 0, right, bottom), bottom / 2, front)
        draw.rounded_rectangle((rim, rim, right - rim, bottom - rim), bottom / 2 - rim, back)

    disc = paint_image(wide, size, paint)
    disc.paste(front, ((wide - letters.width) // 2, size // 2 - rise), letters)
    return Sprite(opaque(disc, palette(theme), front), opacity_mask(disc, 127), (wide // 2, size // 2))


@kept
def chip(size: int, theme: Theme, colour: Colour, back: RGB) -> Sprite:
    """Return a symbol on a small dark hexagon."""
    tall = round(size * 1.155) + 2

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        x, y = size * scale / 2, tall * scale / 2
        _hexagon(draw, x, y, size * scale, BODY)
        draw_symbol(draw, colour, x, y, size * scale * 0.35)

    return Sprite(opaque(paint_image(size, tall, paint), palette(theme), back), None, (size // 2, tall // 2))


@kept
def bead(size: int, theme: Theme, colour: Colour) -> Sprite:
    """Return a symbol on a small dark disc."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, middle = size * scale - 1, size * scale / 2
        draw.ellipse((0, 0, edge, edge), BODY)
        draw_symbol(draw, colour, middle, middle, size * scale * 0.4)

    disc = paint_image(size, size, paint)
    return Sprite(opaque(disc, palette(theme), BODY), opacity_mask(disc, 127), (size // 2, size // 2))
