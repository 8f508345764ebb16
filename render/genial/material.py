"""Génial's material: the board's cells, tiles, and the marks on both.

Every piece is a sprite in the theme's palette, drawn once for a pitch and cached.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from engine.genial.model import Colour
from render.genial.symbols import BODY, HUES, RIM, draw_symbol
from render.kit.canvas import (
    RGB,
    SCALE,
    Palette,
    Sprite,
    Theme,
    ink,
    layer,
    mixed,
    opacity_mask,
    opaque,
    paint_image,
    paint_over,
    reduced,
)
from render.kit.fresh import Fresh
from render.kit.hexes import Axial, Lattice, corners
from render.kit.lettering import mask
from render.kit.memory import kept
from render.kit.seats import draw_sign

__all__ = [
    "FELTS",
    "STEPS",
    "SYMBOL",
    "Felt",
    "cell",
    "chip",
    "domino",
    "ghost",
    "leader",
    "link",
    "number",
    "palette",
    "target",
    "wish",
]

STEPS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1))
"""Steps from a tile's first cell to its second: the three directions in which a tile lies."""

SYMBOL = 0.37
"""Distance from a symbol's centre to its points, in pitches."""

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
    ring: RGB  # around the last move and around candidates
    fresh: RGB  # around other new tiles


FELTS = {
    Theme.DARK: Felt(
        plate=(42, 47, 60),
        edge=(70, 77, 95),
        cell=(77, 86, 108),
        shine=(94, 104, 128),
        label=(196, 202, 216),
        ring=(255, 214, 102),
        fresh=PALE,
    ),
    Theme.LIGHT: Felt(
        plate=(196, 188, 172),
        edge=(160, 151, 134),
        cell=(234, 230, 220),
        shine=(248, 246, 240),
        label=(74, 68, 58),
        ring=(255, 176, 0),
        fresh=(184, 104, 0),
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
        (felt.plate, felt.ring, 4),
        (BODY, felt.ring, 7),
        (felt.cell, felt.ring, 4),
        (felt.plate, felt.fresh, 3),
        (BODY, felt.fresh, 5),
        (BODY, PALE, 4),
    ]
    for back in (paint.panel, paint.lit):
        ramps += [(back, paint.text, 8), (back, paint.muted, 7), (back, paint.accent, 7)]
        ramps += [(paint.ground, back, 2), (BODY, back, 2)]
    for hue in HUES.values():
        ramps += [(BODY, hue, 8), (mixed(BODY, hue, 0.7), felt.cell, 1)]
    return Palette(ramps)


def _hexagon(draw: ImageDraw.ImageDraw, x: float, y: float, pitch: float, fill: RGB) -> None:
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
        _hexagon(draw, x, y, size * 0.98, felt.ring if asked else felt.edge)
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

    def body(self, draw: ImageDraw.ImageDraw, scale: float, inset: float, fill: RGB) -> None:
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
    """A tile without its symbols.

    For a new tile, `middle` is the square that a sign takes, at the enlarged size in which it was drawn.
    """

    tile: Sprite
    middle: Image.Image | None
    corner: tuple[int, int]
    """Top left corner of that square in the tile."""


@kept
def _blank(pitch: int, theme: Theme, step: Axial, fresh: Fresh, back: RGB | None) -> _Blank:
    felt, pair = FELTS[theme], _Pair(pitch, step)
    edge, rim = _edge(theme, fresh)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        if fresh is Fresh.LAST:
            pair.body(draw, scale, -0.035, back or felt.plate)
        elif back is None:
            for x, y in pair.ends:
                spread = corners(pitch * scale * 1.03)
                draw.polygon([(x * scale + dx, y * scale + dy) for dx, dy in spread], felt.plate)
        outer = 0.0 if fresh is Fresh.LAST else 0.02
        pair.body(draw, scale, outer, edge)
        pair.body(draw, scale, outer + rim, BODY)

    large, half = layer(*pair.size, paint), round(pitch * SIGN[fresh] * 1.2) + 2
    x, y = pair.size[0] // 2 - half, pair.size[1] // 2 - half
    box = (x * SCALE, y * SCALE, (x + 2 * half) * SCALE, (y + 2 * half) * SCALE)
    middle = None if fresh is Fresh.OLD else large.crop(box)
    return _Blank(_cut(reduced(large), theme, back), middle, (x, y))


def _edge(theme: Theme, fresh: Fresh) -> tuple[RGB, float]:
    """Return the colour of a tile's rim and its width in pitches."""
    felt = FELTS[theme]
    return {
        Fresh.OLD: (RIM, 0.035),
        Fresh.NEW: (felt.fresh, 0.05),
        Fresh.LAST: (felt.ring, 0.07),
    }[fresh]


@kept
def domino(
    pitch: int,
    theme: Theme,
    step: Axial,
    first: Colour,
    second: Colour,
    fresh: Fresh = Fresh.OLD,
    seat: int | None = None,
    back: RGB | None = None,
) -> Sprite:
    """Return a tile on its two cells, the second one `step` from the first.

    A new tile bears the sign of `seat`.

    If `back` is given, it lies on ground of that colour instead of the board.
    """
    pair, blank = _Pair(pitch, step), _blank(pitch, theme, step, fresh, back)
    image, (left, top) = blank.tile.image.copy(), blank.corner
    under = None if seat is None or blank.middle is None else blank.middle.copy()
    for (x, y), colour in zip(pair.ends, (first, second), strict=True):
        symbol = _symbol(pitch, theme, colour, (x % 1, y % 1))
        at = (int(x) - symbol.small.centre[0], int(y) - symbol.small.centre[1])
        image.paste(symbol.small.image, at, symbol.small.mask)
        if under is not None:
            under.paste((*HUES[colour], 255), ((at[0] - left) * SCALE, (at[1] - top) * SCALE), symbol.large)
    if seat is None or under is None:
        return Sprite(image, blank.tile.mask, blank.tile.centre)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        disc, reach = FELTS[theme].ring if fresh is Fresh.LAST else PALE, pitch * scale * SIGN[fresh]
        x, y = (pair.size[0] / 2 - left) * scale, (pair.size[1] / 2 - top) * scale
        draw.ellipse((x - reach * 1.2, y - reach * 1.2, x + reach * 1.2, y + reach * 1.2), BODY)
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), disc)
        draw_sign(draw, seat, x, y, reach * 0.62, BODY)

    image.paste(opaque(paint_over(under, paint), palette(theme), FELTS[theme].plate), blank.corner)
    return Sprite(image, blank.tile.mask, blank.tile.centre)


@dataclass(frozen=True)
class _Symbol:
    """A symbol on the colour of a tile. The sprite's centre lies on the pixel that holds the cell's
    centre.
    """

    small: Sprite
    large: Image.Image | None
    """The symbol's outline at its enlarged size; `None` for a ghost, as no sign is put over it."""


@kept
def _symbol(
    pitch: int, theme: Theme, colour: Colour, rest: tuple[float, float], *, ghostly: bool = False
) -> _Symbol:
    """Return a colour's symbol; `rest` is the distance of the cell's centre from the corner of its pixel."""
    half, back, hue = round(pitch * SYMBOL * 1.1) + 1, BODY, HUES[colour]
    if ghostly:
        back, hue = _ghost_colour(theme), mixed(hue, _ghost_colour(theme), 0.15)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        x, y = ((half + part) * scale for part in rest)
        draw_symbol(draw, colour, x, y, pitch * scale * SYMBOL, hue)

    drawn = layer(2 * half + 1, 2 * half + 1, paint)
    outline = drawn.getchannel("X")
    ground = Image.new(drawn.mode, drawn.size, (*back, 255))
    ground.paste(drawn, (0, 0), outline)
    image = opaque(reduced(ground), palette(theme), back)
    small = Sprite(image, opacity_mask(reduced(drawn), 0), (half, half))
    return _Symbol(small, None if ghostly else outline)


@kept
def ghost(pitch: int, theme: Theme, step: Axial, first: Colour, second: Colour) -> Sprite:
    """Return the ghost of a tile: a candidate that shares its cells with no other."""
    blank, pair = _blank_ghost(pitch, theme, step), _Pair(pitch, step)
    image = blank.image.copy()
    for (x, y), colour in zip(pair.ends, (first, second), strict=True):
        small = _symbol(pitch, theme, colour, (x % 1, y % 1), ghostly=True).small
        image.paste(small.image, (int(x) - small.centre[0], int(y) - small.centre[1]), small.mask)
    return Sprite(image, blank.mask, blank.centre)


@kept
def _blank_ghost(pitch: int, theme: Theme, step: Axial) -> Sprite:
    felt, pair = FELTS[theme], _Pair(pitch, step)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        pair.body(draw, scale, -0.015, felt.plate)
        pair.body(draw, scale, 0.02, felt.ring)
        pair.body(draw, scale, 0.055, _ghost_colour(theme))

    return _cut(paint_image(*pair.size, paint), theme)


def _ghost_colour(theme: Theme) -> RGB:
    """Return the colour of a tile's ghost."""
    return mixed(FELTS[theme].cell, BODY, 0.75)


@kept
def target(pitch: int, theme: Theme, colour: Colour | None) -> Sprite:
    """Return a free cell that candidates want, with the symbol that all of them put there, or none."""
    felt, body = FELTS[theme], _ghost_colour(theme)
    tall = round(pitch * 1.155) + 2

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        x, y, size = pitch * scale / 2, tall * scale / 2, pitch * scale
        draw.polygon([(x + dx, y + dy) for dx, dy in corners(size * 1.03)], felt.plate)
        _hexagon(draw, x, y, size * 0.97, felt.ring)
        _hexagon(draw, x, y, size * 0.9, body)
        if colour is not None:
            draw_symbol(draw, colour, x, y, size * SYMBOL, mixed(HUES[colour], body, 0.15))

    return _cut(paint_image(pitch, tall, paint), theme)


@kept
def wish(pitch: int, theme: Theme, colour: Colour) -> Sprite:
    """Return a small symbol for the edge of a cell where candidates put different ones."""
    body, size = _ghost_colour(theme), max(22, round(pitch * 0.3))

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        middle = size * scale / 2
        draw_symbol(draw, colour, middle, middle, size * scale * 0.45, mixed(HUES[colour], body, 0.15))

    image = paint_image(size, size, paint)
    return Sprite(opaque(image, palette(theme), body), opacity_mask(image, 8), (size // 2, size // 2))


@kept
def link(pitch: int, theme: Theme, step: Axial) -> Sprite:
    """Return the link between the two cells of a candidate that shares one of them with others."""
    pair = _Pair(pitch, step)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        (ax, ay), (bx, by) = (((x * scale), (y * scale)) for x, y in pair.ends)
        for share, wide, fill in ((0.34, 0.17, BODY), (0.36, 0.11, FELTS[theme].ring)):
            start = (ax + (bx - ax) * share, ay + (by - ay) * share)
            end = (bx + (ax - bx) * share, by + (ay - by) * share)
            draw.line((*start, *end), fill, round(pitch * scale * wide))

    image = paint_image(*pair.size, paint)
    whole = opaque(image, palette(theme), _ghost_colour(theme))
    return Sprite(whole, opacity_mask(image, 127), (image.width // 2, image.height // 2))


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
def leader(wide: int, tall: int, thick: int, theme: Theme) -> Sprite:
    """Return a line from the sprite's centre to a dot `wide` pixels right of it and `tall` pixels below
    it.
    """
    felt, room = FELTS[theme], 2 * thick + 2
    left, top = min(0, wide) - room, min(0, tall) - room

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        ax, ay, bx, by = (part * scale for part in (-left, -top, wide - left, tall - top))
        for more, fill in ((thick * 0.75, BODY), (0.0, felt.ring)):
            draw.line((ax, ay, bx, by), fill, round((thick + more) * scale))
            reach = (1.5 * thick + more / 2) * scale
            draw.ellipse((bx - reach, by - reach, bx + reach, by + reach), fill)

    image = paint_image(abs(wide) + 2 * room, abs(tall) + 2 * room, paint)
    return Sprite(opaque(image, palette(theme), BODY), opacity_mask(image, 127), (-left, -top))


@kept
def chip(size: int, theme: Theme, colour: Colour, back: RGB) -> Sprite:
    """Return a symbol on a small dark hexagon."""
    tall = round(size * 1.155) + 2

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        x, y = size * scale / 2, tall * scale / 2
        _hexagon(draw, x, y, size * scale, BODY)
        draw_symbol(draw, colour, x, y, size * scale * 0.35)

    return Sprite(opaque(paint_image(size, tall, paint), palette(theme), back), None, (size // 2, tall // 2))
