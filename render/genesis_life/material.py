"""Material of Genesis (Brassinne): squares, cells of both colours, and the marks of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from engine.genesis_life.model import Colour
from render.kit.canvas import RGB, Palette, Sprite, Theme, ink, mixed, opacity_mask, opaque, paint_image
from render.kit.fresh import Fresh
from render.kit.marks import EDGE, LINE, WIDTH, draw_fresh, mark_ramps
from render.kit.memory import kept

__all__ = [
    "BODIES",
    "DARK",
    "PAPER",
    "WOODS",
    "CellState",
    "Sign",
    "cell",
    "draw_body",
    "draw_cell",
    "draw_emblem",
    "draw_sign_of",
    "fresh_line",
    "ghost",
    "palette",
    "removal_mark",
    "sign",
    "token",
    "trace",
]

DARK: RGB = (24, 24, 30)
PAPER: RGB = (252, 250, 244)
DASHES = 16
"""Number of dashes around the place of a cell that was taken away."""

STROKE = 0.54
"""Width of a sign's lines, as a share of the distance from its middle to its edge."""

BODIES: dict[Colour, RGB] = {Colour.RED: (206, 40, 44), Colour.BLACK: (34, 36, 46)}


@dataclass(frozen=True)
class Wood:
    """The colours of a theme's board."""

    plate: RGB
    square: RGB
    centre: RGB
    label: RGB
    born: RGB


WOODS = {
    Theme.DARK: Wood(
        plate=(58, 50, 42),
        square=(190, 166, 130),
        centre=(212, 192, 160),
        label=(190, 178, 160),
        born=(120, 236, 190),
    ),
    Theme.LIGHT: Wood(
        plate=(146, 118, 82),
        square=(234, 216, 182),
        centre=(248, 236, 212),
        label=(92, 74, 50),
        born=(0, 140, 110),
    ),
}


class CellState(Enum):
    """The state of a cell on the board."""

    LIVING = 0
    DEAD = 1
    """The cell died in this turn."""
    BORN = 2
    """The cell was born in this turn."""


class Sign(Enum):
    """A sign for an event of a cell."""

    ALONE = 0
    STIFLED = 1
    BORN = 2
    REMOVED = 3


def ghost(colour: Colour, square: RGB) -> RGB:
    """Return the colour of a dead cell on its square."""
    return mixed(BODIES[colour], square, 0.62)


@lru_cache(maxsize=2)
def palette(theme: Theme) -> Palette:
    """Return the palette with every blend that pictures of this game need."""
    paint, wood = ink(theme), WOODS[theme]
    ramps: list[tuple[RGB, RGB, int]] = [
        (wood.plate, wood.square, 3),
        (wood.plate, wood.centre, 2),
        (paint.ground, wood.label, 7),
        (paint.ground, paint.text, 7),
        (paint.ground, paint.muted, 6),
        (paint.ground, wood.plate, 2),
        *mark_ramps(Theme.DARK),
        (paint.ground, paint.accent, 4),
        (paint.accent, paint.lit, 4),
    ]
    for square in (wood.square, wood.centre):
        ramps += [(square, DARK, 8), (square, PAPER, 6), (square, wood.born, 5)]
        for colour in Colour:
            dead = ghost(colour, square)
            ramps += [(square, BODIES[colour], 5), (square, dead, 3), (dead, DARK, 6), (dead, PAPER, 3)]
    for body in BODIES.values():
        ramps += [(body, PAPER, 7), (body, wood.born, 5)]
    for back in (paint.panel, paint.lit):
        ramps += [
            (back, paint.text, 7),
            (back, paint.muted, 6),
            (back, paint.accent, 6),
            (paint.ground, back, 2),
        ]
        ramps.append((back, wood.square, 3))
    return Palette(ramps)


Draw = ImageDraw.ImageDraw


def draw_emblem(draw: Draw, colour: Colour, x: float, y: float, reach: float, fill: RGB) -> None:
    """Draw a cell's emblem: a disc on red cells, a hollow diamond on black ones."""
    if colour is Colour.RED:
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill)
        return
    far, near = reach * 1.3, reach * 0.62
    outer = [(x, y - far), (x + far, y), (x, y + far), (x - far, y)]
    inner = [(x, y - near), (x + near, y), (x, y + near), (x - near, y)]
    draw.polygon([*outer, outer[0], inner[0], *inner[::-1]], fill)


def draw_sign_of(
    draw: Draw, kind: Sign, x: float, y: float, reach: float, fill: RGB, stroke: float = STROKE
) -> None:
    """Draw a sign: a dot in a ring for death alone, a cross for the stifled, a plus for births, a bar for
    removals.

    On boards every death is a cross: its reason is said in words. `stroke` is the width of a line, as a share
    of `reach`.
    """
    wide = max(1, round(reach * stroke))
    if kind is Sign.ALONE:
        box = (x - reach, y - reach, x + reach, y + reach)
        draw.ellipse(box, outline=fill, width=max(1, round(reach * 0.26)))
        draw.ellipse((x - reach * 0.3, y - reach * 0.3, x + reach * 0.3, y + reach * 0.3), fill)
    elif kind is Sign.STIFLED:
        far = reach * 0.86
        draw.line((x - far, y - far, x + far, y + far), fill, wide)
        draw.line((x - far, y + far, x + far, y - far), fill, wide)
    else:
        draw.rectangle((x - reach, y - wide / 2, x + reach, y + wide / 2), fill)
        if kind is Sign.BORN:
            draw.rectangle((x - wide / 2, y - reach, x + wide / 2, y + reach), fill)


def draw_body(draw: Draw, colour: Colour, size: float, inset: float, fill: RGB) -> None:
    """Draw a cell's filled outline: red cells are square, black ones have their corners cut off."""
    low, high = inset, size - inset
    if colour is Colour.RED:
        draw.rounded_rectangle((low, low, high, high), size * 0.1, fill)
        return
    cut = size * 0.24
    near, far = low + cut, high - cut
    corners = [(near, low), (far, low), (high, near), (high, far), (far, high), (near, high), (low, far)]
    draw.polygon([*corners, (low, near)], fill)


def draw_cell(draw: Draw, colour: Colour, life: CellState, size: float, theme: Theme, square: RGB) -> None:
    """Draw a cell on a drawing `size` wide."""
    wood = WOODS[theme]
    if life is CellState.BORN:
        draw_body(draw, colour, size, size * 0.045, wood.born)
    draw_body(draw, colour, size, size * (0.125 if life is CellState.BORN else 0.1), BODIES[colour])
    if life is CellState.DEAD:
        draw_body(draw, colour, size, size * 0.145, ghost(colour, square))
    elif life is CellState.LIVING:
        draw_emblem(draw, colour, size / 2, size / 2, size * 0.15, PAPER)


@kept
def cell(size: int, theme: Theme, colour: Colour, life: CellState, back: RGB) -> Sprite:
    """Return a cell that fills `size` pixels, on a square of the colour `back`."""

    def paint(draw: Draw, scale: float) -> None:
        draw_cell(draw, colour, life, size * scale, theme, back)
        if life is CellState.BORN:
            draw_sign_of(draw, Sign.BORN, size * scale / 2, size * scale / 2, size * scale * 0.23, PAPER)

    image = paint_image(size, size, paint)
    return Sprite(opaque(image, palette(theme), back), opacity_mask(image, 4), (size // 2, size // 2))


@kept
def trace(size: int, theme: Theme, colour: Colour, kind: Sign, back: RGB) -> Sprite:
    """Return a faded cell with a sign, smaller than the cells on the board: one that died, or that would be
    born.
    """

    def paint(draw: Draw, scale: float) -> None:
        whole = size * scale
        draw_cell(draw, colour, CellState.DEAD, whole, theme, back)
        draw_sign_of(draw, kind, whole / 2, whole / 2, whole * 0.24, DARK)

    image = paint_image(size, size, paint)
    return Sprite(opaque(image, palette(theme), back), opacity_mask(image, 4), (size // 2, size // 2))


@kept
def token(size: int, theme: Theme, colour: Colour, back: RGB) -> Sprite:
    """Return a cell on a square of the board, for the players' cards."""
    wood = WOODS[theme]

    def paint(draw: Draw, scale: float) -> None:
        draw.rounded_rectangle((0, 0, size * scale - 1, size * scale - 1), size * scale * 0.16, wood.square)
        draw_cell(draw, colour, CellState.LIVING, size * scale, theme, wood.square)

    return Sprite(opaque(paint_image(size, size, paint), palette(theme), back), None, (size // 2, size // 2))


@kept
def sign(size: int, theme: Theme, kind: Sign, front: RGB, back: RGB) -> Sprite:
    """Return a sign by itself, `size` pixels wide."""

    def paint(draw: Draw, scale: float) -> None:
        middle = size * scale / 2
        draw_sign_of(draw, kind, middle, middle, middle * 0.88, front)

    image = paint_image(size, size, paint)
    return Sprite(opaque(image, palette(theme), back), opacity_mask(image, 4), (size // 2, size // 2))


@kept
def fresh_line(cell: int, width: int, theme: Theme, fresh: Fresh) -> Sprite:
    """Return the line around a square where something is new, for a picture `width` pixels wide.

    The gold is the bright one in both themes, as cells are equally dark in both.
    """
    unit = width / WIDTH
    room = round((LINE + 2 * EDGE) * unit)
    low, high = room + unit, room + cell - 1 - unit
    image = Image.new("RGBA", (cell + 2 * room, cell + 2 * room), (0, 0, 0, 0))
    outline = [(low, low), (high, low), (high, high), (low, high)]
    draw_fresh(ImageDraw.Draw(image), outline, unit, fresh, Theme.DARK)
    middle = room + cell // 2
    return Sprite(opaque(image, palette(theme), DARK), opacity_mask(image, 127), (middle, middle))


@kept
def removal_mark(size: int, colour: Colour) -> Image.Image:
    """Return the mark of a cell that was taken away: its edge in dashes, and a bar (RGBA)."""

    def paint(draw: Draw, scale: float) -> None:
        whole, nothing = size * scale, (0, 0, 0, 0)
        middle, far = whole / 2, whole * 0.7
        draw_body(draw, colour, whole, whole * 0.09, BODIES[colour])
        inner = Image.new("RGB", (round(whole), round(whole)))
        draw_body(ImageDraw.Draw(inner), colour, whole, whole * 0.14, (255, 255, 255))
        draw.bitmap((0, 0), inner.convert("1"), nothing)
        for gap in range(DASHES):
            turn = (gap + 0.5) * 2 * pi / DASHES
            to = (middle + far * sin(turn), middle + far * cos(turn))
            draw.line((middle, middle, *to), nothing, round(whole * 0.07))
        draw_sign_of(draw, Sign.REMOVED, middle, middle, whole * 0.18, DARK)

    return paint_image(size, size, paint)
