"""One language of marks in all games: whose turn, what is new, what may be chosen, an attack, the leader.

A mark must be found at a glance wherever it lies. What lies on a board is therefore cased, dark around
bright, so that one of the two stands out on any ground. Lengths are given for a picture `WIDTH` pixels wide,
which a client shows 550 points wide, and a small telephone 324.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, hypot

from PIL import Image, ImageDraw

from render.kit.canvas import (
    RGB,
    Palette,
    Sheet,
    Sprite,
    Theme,
    mapped,
    mixed,
    opacity_mask,
    opaque,
    paint_image,
)
from render.kit.fresh import Fresh
from render.kit.lettering import mask
from render.kit.levels import resized
from render.kit.memory import kept

__all__ = [
    "BEST",
    "CASING",
    "DIGIT",
    "DISC",
    "EDGE",
    "FIRE",
    "LEADER",
    "LINE",
    "PAPER",
    "TURN_BAR",
    "TURN_LINE",
    "WIDTH",
    "dashes",
    "dim",
    "draw_attack",
    "draw_fresh",
    "draw_tick",
    "gold",
    "mark_ramps",
    "number_disc",
    "softened",
    "stamp_numbers",
    "turn_ground",
    "with_dimmed",
]

Point = tuple[float, float]

WIDTH = 1100
"""Picture width in pixels for which lengths are given."""
TURN_LINE, TURN_BAR = 5, 24
"""The outline of whoever is to move, and the bar at its outer edge."""
LINE, EDGE = 8, 3
"""The line around what is new, and its dark casing on either side."""
DASH, GAP = 15, 10
"""Lengths of a dash and of a gap of a dashed line."""
DISC, DIGIT = 56, 44
"""Height of a number's disc and size of its letters: digits are 32 pixels high."""
RIM = 3
"""The rim of a number's disc."""
LEADER = 64
"""Size of the number that decides the game, beside the name of whoever leads."""
ARROW = (18, 30, 40)
"""Width of an attack's arrow, with its white edge, with its dark casing."""
CHOOSING, FIGHTING = 1 / 3, 0.45
"""The share by which the rest of the board is dimmed where one chooses, and during an attack."""
READ = 0.1
"""The share by which signs are dimmed that are to be read where one chooses."""
NEAR = 12
"""Squared distance of two colours that rounding accounts for."""
SOFT = 0.2
"""The share by which signs are dimmed that are to be read during an attack."""
GREYED = 0.45
"""The share by which the rest of the board is made grey during an attack."""

CASING: RGB = (16, 17, 22)
"""The dark colour of casings and of discs, in both themes."""
PAPER: RGB = (252, 248, 236)
"""The bright colour of digits, of dashes and of an attack's edge, in both themes."""
FIRE: RGB = (255, 84, 24)
"""The colour of an attack."""
_GOLDS: dict[Theme, RGB] = {Theme.DARK: (255, 214, 102), Theme.LIGHT: (176, 92, 0)}
BEST: RGB = (255, 206, 84)
"""The colour of the best number's disc, in both themes: its digit is dark."""


def gold(theme: Theme) -> RGB:
    """Return the colour of the last move. It has a contrast of 3 to its casing in both themes."""
    return _GOLDS[theme]


def mark_ramps(theme: Theme) -> list[tuple[RGB, RGB, int]]:
    """Return the ramps that a palette needs for these marks, beside those of what they lie on."""
    bright = (gold(theme), PAPER, BEST)
    return [(CASING, colour, 6) for colour in bright]


# Whose turn


@kept
def turn_ground(
    palette: Palette, width: int, height: int, soft: int, unit: float, back: RGB, edge: RGB, ground: RGB
) -> Sprite:
    """Return the ground of a player's card: if it is their turn, with an outline and a bar on its left.

    `unit` is the number of pixels of one at `WIDTH`. `edge` is the colour of outline and bar; a card in the
    colour `back` alone has neither. The name on it is bold, and begins `TURN_BAR` further right.
    """

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom = width * scale - 1, height * scale - 1
        draw.rounded_rectangle((0, 0, right, bottom), soft * scale, edge)
        if edge != back:
            line, bar = max(2, round(TURN_LINE * unit)) * scale, max(4, round(TURN_BAR * unit)) * scale
            inner = (bar, line, right - line, bottom - line)
            soften = max(0, soft * scale - line)
            draw.rounded_rectangle(inner, soften, back, corners=(False, True, True, False))

    return Sprite(opaque(paint_image(width, height, paint, scale=2), palette, ground))


# What is new


def draw_fresh(
    draw: ImageDraw.ImageDraw, points: Sequence[Point], unit: float, fresh: Fresh, theme: Theme
) -> None:
    """Draw a closed line around something new, with a dark casing: gold for the last move, else dashed white.

    `unit` is the number of the drawing's pixels that make one at `WIDTH`. Nothing is drawn around the old.
    """
    if fresh is Fresh.OLD:
        return
    closed = [*points, points[0]]
    draw.line([*closed, points[1]], CASING, round((LINE + 2 * EDGE) * unit), joint="curve")
    if fresh is Fresh.LAST:
        draw.line([*closed, points[1]], gold(theme), round(LINE * unit), joint="curve")
        return
    for dash in dashes(closed, DASH * unit, GAP * unit):
        draw.line(dash, PAPER, round(LINE * 0.75 * unit), joint="curve")


def dashes(line: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    """Return the dashes of a closed line, of about these lengths so that a whole number of them fits."""
    steps = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    count = max(4, round(sum(steps) / (dash + gap)))
    each = sum(steps) / count
    share = dash / (dash + gap)
    return [_cut(line, steps, number * each, (number + share) * each) for number in range(count)]


def _cut(line: Sequence[Point], steps: Sequence[float], start: float, end: float) -> list[Point]:
    """Return the part of a line between two distances from its beginning."""
    found: list[Point] = []
    done = 0.0
    for ((ax, ay), (bx, by)), step in zip(pairwise(line), steps, strict=True):
        low, high = max(start, done), min(end, done + step)
        if step and low < high:
            first, last = (low - done) / step, (high - done) / step
            found += [
                (ax + (bx - ax) * first, ay + (by - ay) * first),
                (ax + (bx - ax) * last, ay + (by - ay) * last),
            ]
        done += step
    return found


# What may be chosen


@kept
def number_disc(palette: Palette, text: str, high: int, *, best: bool = False) -> Sprite:
    """Return the number or letter of a candidate on a black disc `high` pixels high, on a gold one if it is
    the best.

    Several characters stand close together, so that a disc of two is hardly wider.
    """
    letters, rise = mask(text, round(high * DIGIT / DISC), True)
    if len(text) > 1:
        letters = resized(letters, round(letters.width * 0.8), letters.height)
    back, front = (BEST, CASING) if best else (CASING, PAPER)
    wide = max(high, letters.width + ceil(high * 0.25))
    wide += (wide - high) % 2

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom, rim = wide * scale - 1, high * scale - 1, max(1.0, high * RIM / DISC) * scale
        round_ = (bottom + 1) / 2
        draw.rounded_rectangle((0, 0, right, bottom), round_, CASING)
        draw.rounded_rectangle((rim / 2, rim / 2, right - rim / 2, bottom - rim / 2), round_, front)
        draw.rounded_rectangle(
            (rim * 1.5, rim * 1.5, right - rim * 1.5, bottom - rim * 1.5), round_ - rim * 1.5, back
        )

    disc = paint_image(wide, high, paint)
    disc.paste(front, ((wide - letters.width) // 2, high // 2 - rise), letters)
    return Sprite(opaque(disc, palette, CASING), opacity_mask(disc, 127), (wide // 2, high // 2))


def stamp_numbers(
    sheet: Sheet, places: Sequence[tuple[tuple[int, int], str]], high: int, best: str = ""
) -> None:
    """Draw the numbers of the candidates around these points, each on its disc; `best` is on a gold one."""
    for (x, y), text in places:
        sheet.stamp(number_disc(sheet.palette, text, high, best=bool(best) and text == best), x, y)


def draw_tick(
    draw: ImageDraw.ImageDraw, start: Point, end: Point, unit: float, fill: RGB, wide: float = LINE
) -> None:
    """Draw a cased line, such as leads from a number to what it means."""
    draw.line((*start, *end), CASING, round((wide + 2 * EDGE) * unit))
    draw.line((*start, *end), fill, round(wide * unit))


# The rest of the board


@lru_cache(maxsize=64)
def with_dimmed(
    palette: Palette,
    ground: RGB,
    share: float = CHOOSING,
    grey: float = 0.0,
    signs: tuple[tuple[RGB, RGB], ...] = (),
    grounds: tuple[RGB, ...] = (),
) -> tuple[Palette, tuple[int, ...]]:
    """Return a palette that begins with the same colours, and the index of each of them when it is dimmed.

    A dimmed colour lies `share` of the way to `ground`, after `grey` of the way to its grey; one of `signs`,
    which are pairs of letters and what they stand on, less far, so that it can still be read. The `grounds`
    are no signs, whatever they look like. A palette that is nearly full has fewer of them: neighbours share
    one.

    It is not `kept` within the budget of what is drawn: it takes ten milliseconds or more to make, few bytes,
    and letters in it are lost with it.
    """

    def away_by(colour: RGB) -> float:
        is_sign = colour not in grounds and any(_is_between(colour, *pair) for pair in signs)
        return READ if is_sign else share

    wanted = [_dimmed(colour, ground, away_by(colour), grey) for colour in palette.colours]
    kept = [*palette.colours]
    away = [min(_apart(colour, other) for other in kept) for colour in wanted]
    while len(kept) < 256 and max(away) > 0:
        added = wanted[max(range(len(wanted)), key=away.__getitem__)]
        kept.append(added)
        away = [min(far, _apart(colour, added)) for far, colour in zip(away, wanted, strict=True)]
    larger = Palette([(colour, colour, 1) for colour in kept])
    return larger, tuple(larger.index(colour) for colour in wanted)


def dim(
    sheet: Sheet,
    ground: RGB,
    lit: Callable[[ImageDraw.ImageDraw], None] | None = None,
    *,
    attack: bool = False,
    kept: Sequence[RGB] = (),
    shapes: Iterable[tuple[Point, Image.Image]] = (),
    signs: tuple[tuple[RGB, RGB], ...] = (),
    grounds: tuple[RGB, ...] = (),
) -> Sheet:
    """Return the sheet a third of the way to `ground`, `signs` less, except where ``lit(draw)`` draws 255.

    It is as it was also where one of `shapes` lies, each a mask (mode 1) with its top left corner.

    In an `attack` the rest is darker still, and greyer. Colours that are `kept` stay as they are: that of
    what lies beside the board, if letters stand on it.

    What is drawn on it afterwards is in its own colours.
    """
    palette, table = with_dimmed(
        sheet.palette, ground, FIGHTING if attack else CHOOSING, GREYED if attack else 0.0, signs, grounds
    )
    changed = [*table, *range(len(table), 256)]
    for colour in kept:
        changed[palette.index(colour)] = palette.index(colour)
    image = mapped(sheet.image, changed, "P")
    if lit is not None:
        shape = Image.new("L", sheet.image.size)
        lit(ImageDraw.Draw(shape))
        if box := shape.getbbox():
            image.paste(sheet.image.crop(box), box, shape.crop(box))
    for (x, y), shape in shapes:
        left, top = round(x), round(y)
        here = sheet.image.crop((left, top, left + shape.width, top + shape.height))
        image.paste(here, (left, top), shape)
    image.putpalette(bytes(palette.image.getpalette() or ()))
    return Sheet(image, palette)


@lru_cache(maxsize=8)
def softened(palette: Palette, grounds: tuple[RGB, ...]) -> list[int]:
    """Return the colours of signs that are to be read during an attack: they are dimmed half as much.

    Their `grounds` are dimmed as the rest is.
    """
    larger, table = with_dimmed(palette, CASING, FIGHTING, GREYED)
    soft = [larger.index(_dimmed(colour, CASING, SOFT, SOFT)) for colour in palette.colours]
    for colour in grounds:
        soft[palette.index(colour)] = table[palette.index(colour)]
    return [*soft, *range(len(soft), 256)]


def _dimmed(colour: RGB, ground: RGB, share: float, grey: float) -> RGB:
    level = round(0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2])
    return mixed(mixed(colour, (level, level, level), grey), ground, share)


def _is_between(colour: RGB, front: RGB, back: RGB) -> bool:
    """Return whether the colour is one of the two, or of the blends at the edges of letters."""
    long = _apart(front, back)
    along = sum((c - b) * (a - b) for a, b, c in zip(front, back, colour, strict=True)) / long
    return 0 <= along <= 1 and _apart(colour, mixed(back, front, along)) <= NEAR


def _apart(a: RGB, b: RGB) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2


# An attack


def draw_attack(draw: ImageDraw.ImageDraw, start: Point, end: Point, unit: float) -> None:
    """Draw the arrow of an attack from region to region: orange in white in dark."""
    away = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    ux, uy = (end[0] - start[0]) / away, (end[1] - start[1]) / away
    inner, _, _ = ARROW
    for wide, fill in zip(reversed(ARROW), (CASING, PAPER, FIRE), strict=True):
        more = (wide - inner) / 2 * unit
        head = 46 * unit + 2 * more
        tip = (end[0] + ux * more, end[1] + uy * more)
        neck = (tip[0] - ux * head, tip[1] - uy * head)
        half = head * 0.58
        tail = (start[0] - ux * more, start[1] - uy * more)
        draw.line((*tail, neck[0] + ux, neck[1] + uy), fill, round(wide * unit))
        draw.polygon(
            [tip, (neck[0] - uy * half, neck[1] + ux * half), (neck[0] + uy * half, neck[1] - ux * half)],
            fill,
        )
