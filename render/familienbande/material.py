"""Familienbande's material: cards of any size, free places, hearts, bars and badges.

Every piece is a sprite in the theme's palette, drawn once for its size and cached.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from engine.familienbande.cards import CARDS
from engine.familienbande.model import Gender, Trait
from engine.game import Seat
from render.familienbande.layout import CARD_WIDE
from render.familienbande.portraits import (
    BODY,
    CLOTHES,
    HAIRS,
    HUES,
    LENS,
    SKINS,
    WALLS,
    draw_face,
    draw_trait,
)
from render.kit.canvas import (
    RGB,
    Paint,
    Palette,
    Sprite,
    Theme,
    ink,
    mapped,
    mixed,
    opacity_mask,
    opaque,
    paint_image,
)
from render.kit.fresh import Fresh
from render.kit.lettering import length, mask
from render.kit.marks import PAPER, draw_fresh, mark_ramps
from render.kit.memory import kept, kept_packed
from render.kit.seats import draw_sign

__all__ = [
    "RING",
    "TAB",
    "CardStyle",
    "back_of_card",
    "badge",
    "bar",
    "card",
    "chip",
    "fan",
    "hand_card",
    "heart",
    "palette",
    "panel",
    "place",
    "seat_sign",
]

RING: RGB = (255, 206, 74)
SEPIA: dict[Theme, tuple[RGB, RGB]] = {
    Theme.DARK: ((32, 31, 34), (168, 158, 142)),
    Theme.LIGHT: ((104, 97, 86), (236, 231, 220)),
}
"""Darkest and lightest tone of a row that was turned over, which looks like old photographs."""


TONES = 28
"""Steps between the two tones of `SEPIA`. Each of them is in the palette."""
DIMMED = 0.4
"""Share of the way to the ground that the colours of other cards go while there are candidates.

They keep their colours, as their row is open.
"""


LINE = 0.86
"""Height of the line with a card's number, as a share of its font size."""
TAB = 0.12
"""Width of the tab of the seat to move, as a share of its row."""
LARGE = 150
"""Width in pixels beyond which a card is drawn at three times its size instead of four: it is smooth
enough.
"""
BLEED = 0.12
"""Margin of a card's sprite outside the card, as a share of the card's width."""


SIGN = 0.5
"""Half the width of a trait's sign, as a share of a third of its card."""
THICKEST = 1.2
"""The most by which lines around large cards are thicker than on the board."""
LEAST_FACE = 0.4
"""Least size of a portrait, as a share of its card's width: a tab has none."""


class CardStyle(Enum):
    """The look of a card in the tree."""

    PLAIN = 0
    TURNED = 1
    """A card whose row was turned over."""
    CANDIDATE = 2
    """A candidate for the move that is being made, or the card to be placed."""
    NO_CANDIDATE = 3
    """A card that is no candidate, while others are."""


@lru_cache(maxsize=2)
def palette(theme: Theme) -> Palette:
    """Return the palette with every blend that pictures of Familienbande need."""
    paint = ink(theme)
    ramps: list[tuple[RGB, RGB, int]] = [
        (*SEPIA[theme], TONES),
        (paint.ground, paint.text, 7),
        (paint.ground, paint.muted, 6),
        (paint.ground, paint.line, 2),
        (paint.ground, paint.accent, 4),
        *mark_ramps(Theme.DARK),
        (BODY, RING, 5),
        (paint.ground, RING, 3),
        (paint.ground, BODY, 3),
        (BODY, LENS, 5),
    ]
    for back in (paint.panel, paint.lit):
        ramps += [(back, paint.text, 7), (back, paint.muted, 5), (back, paint.accent, 5), (BODY, back, 3)]
        ramps += [(paint.ground, back, 2)]
    for skin in SKINS:
        ramps += [(BODY, skin, 6)]
    for wall in WALLS.values():
        ramps += [(BODY, wall, 5), (wall, LENS, 2)]
    ramps += [(BODY, hair, 2) for hair in HAIRS]
    ramps += [(BODY, cloth, 2) for cloth in CLOTHES.values()]
    for hue in HUES.values():
        ramps += [(BODY, hue, 8), (hue, SKINS[0], 2)]
    aside = mixed(BODY, paint.ground, DIMMED)
    dimmed = [(LENS, 3), *((hue, 3) for hue in HUES.values()), *((skin, 2) for skin in SKINS)]
    dimmed += [(each, 1) for each in (*WALLS.values(), *HAIRS, *CLOTHES.values())]
    ramps += [(aside, mixed(colour, paint.ground, DIMMED), steps) for colour, steps in dimmed]
    return Palette(ramps)


def _arch(width: float, gender: Gender) -> float:
    """Return the radius of a card's upper corners in pixels: women's photographs are arched, men's are
    square.
    """
    return width * (0.3 if gender is Gender.WOMAN else 0.05)


def _frame(
    draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], arch: float, foot: float, fill: RGB
) -> None:
    """Draw a filled shape with corners of radius `arch` above and `foot` below."""
    left, top, right, bottom = box
    middle = top + max(arch, (bottom - top) / 2)
    draw.rounded_rectangle((left, top, right, middle), arch, fill, corners=(True, True, False, False))
    below = (left, middle - foot, right, bottom)
    draw.rounded_rectangle(below, foot, fill, corners=(False, False, True, True))


def _outline(box: tuple[float, float, float, float], arch: float) -> list[tuple[float, float]]:
    """Return the corners of a line around a card, clockwise, with the card's rounded upper corners."""
    left, top, right, bottom = box
    turns = [step * pi / 12 for step in range(7)]
    points = [(left + arch * (1 - cos(turn)), top + arch * (1 - sin(turn))) for turn in turns]
    points += [(right - arch * (1 - sin(turn)), top + arch * (1 - cos(turn))) for turn in turns]
    return [*points, (right, bottom), (left, bottom)]


def _paint_card(
    draw: ImageDraw.ImageDraw,
    number: int,
    box: tuple[float, float, float, float],
    edge: RGB,
    rim: float,
    line: float,
) -> None:
    """Draw a card: the portrait, then `line` pixels of room for its number, then the signs of its three
    traits, which are as wide as the card has room for.

    A card that has no room for a portrait is a tab with number and traits alone.
    """
    left, top, right, bottom = box
    person, wide = CARDS[number], right - left
    arch, foot = _arch(wide, person.gender), wide * 0.07
    _frame(draw, (left, top, right - 1, bottom - 1), arch, foot, edge)
    inner = (left + rim, top + rim, right - 1 - rim, bottom - 1 - rim)
    _frame(draw, inner, arch - rim / 2, foot - rim / 2, WALLS[person.gender])
    strip = (wide - 2 * rim) / 3
    shelf = bottom - rim - strip - line
    size = min(wide - 2 * rim, (shelf - top - rim) / 0.86)
    if size > wide * LEAST_FACE:
        draw_face(draw, number, (left + right - size) / 2, top + rim, size)
    _frame(draw, (inner[0], shelf, *inner[2:]), 0, foot - rim / 2, BODY)
    for index, trait in enumerate(person.traits):
        x, y = left + rim + strip * (index + 0.5), bottom - rim - strip * 0.53
        draw_trait(draw, trait, x, y, strip * SIGN)


def card(
    number: int,
    size: tuple[int, int],
    digits: int,
    theme: Theme,
    style: CardStyle,
    fresh: Fresh,
    seat: Seat | None,
) -> Sprite:
    """Return a card of the tree; `digits` is the font size of its number.

    `seat` is the seat that placed a new card: its sign stands in the corner.
    """
    if style is CardStyle.NO_CANDIDATE:
        # Not kept: other colours for the plain card take less time than unpacking a second one.
        return _toned_card(_card(number, size, digits, theme, CardStyle.PLAIN, fresh, seat), theme, style)
    return _card(number, size, digits, theme, style, fresh, seat)


@kept
def _card(
    number: int,
    size: tuple[int, int],
    digits: int,
    theme: Theme,
    style: CardStyle,
    fresh: Fresh,
    seat: Seat | None,
) -> Sprite:
    if style is CardStyle.TURNED and fresh is Fresh.OLD:
        return _toned_card(_card(number, size, digits, theme, CardStyle.PLAIN, fresh, seat), theme, style)
    image = _card_image(number, size, digits, Fresh.LAST if style is CardStyle.CANDIDATE else fresh, seat)
    whole = opaque(image, palette(theme), ink(theme).ground)
    return Sprite(whole, opacity_mask(image, 100), (whole.width // 2, whole.height // 2))


def _toned_card(plain: Sprite, theme: Theme, style: CardStyle) -> Sprite:
    return Sprite(mapped(plain.image, _toned(theme, style), "P"), plain.mask, plain.centre)


@kept
def hand_card(number: int, size: tuple[int, int], digits: int, theme: Theme, lifted: bool) -> Sprite:
    """Return a card of a hand."""
    image = _card_image(number, size, digits, Fresh.LAST if lifted else Fresh.OLD, None)
    whole = opaque(image, palette(theme), ink(theme).ground)
    return Sprite(whole, opacity_mask(image, 100), (image.width // 2, image.height // 2))


def _card_image(
    number: int, size: tuple[int, int], digits: int, fresh: Fresh, seat: Seat | None
) -> Image.Image:
    """Return a card in its colours (RGBA), a little larger than its size: a new card has a rim outside it.

    Do not draw on it.
    """
    plain = _plain_card(number, size, digits)
    if fresh is Fresh.OLD and seat is None:
        return plain
    return Image.alpha_composite(plain, _newness(size, CARDS[number].gender, fresh, seat))


@kept_packed
def _plain_card(number: int, size: tuple[int, int], digits: int) -> Image.Image:
    """Return a card that is not new (RGBA), from which all the others are made."""
    width, height = size
    bleed, rim, line = round(width * BLEED), 0.014, digits * LINE

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        box = (bleed * scale, bleed * scale, (width + bleed) * scale, (height + bleed) * scale)
        _paint_card(draw, number, box, (88, 90, 100), width * scale * rim, line * scale)

    image = _painted_card(size, paint)
    inside = round(width * rim)
    shelf = height + bleed - inside - round((width - 2 * inside) / 3) - round(line / 2)
    _label(image, number, digits, bleed + inside, width + bleed - inside, shelf)
    return image


@kept
def _newness(size: tuple[int, int], gender: Gender, fresh: Fresh, seat: Seat | None) -> Image.Image:
    """Return the rim of a new card of this size (RGBA), and the sign of the seat that placed it."""
    width, height = size
    bleed, edge = round(width * BLEED), PAPER if fresh is Fresh.NEW else RING

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        box = (bleed * scale, bleed * scale, (width + bleed) * scale, (height + bleed) * scale)
        wide = width * scale
        if fresh is not Fresh.OLD:
            unit = min(wide / CARD_WIDE, THICKEST * scale)
            out = 2 * unit
            outline = _outline((box[0] - out, box[1] - out, box[2] + out, box[3] + out), _arch(wide, gender))
            draw_fresh(draw, outline, unit, fresh, Theme.DARK)
        if seat is not None:
            x, y, reach = box[2] - wide * 0.13, box[1] + wide * 0.13, wide * 0.14
            draw.ellipse((x - reach * 1.2, y - reach * 1.2, x + reach * 1.2, y + reach * 1.2), BODY)
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), edge)
            draw_sign(draw, seat, x, y, reach * 0.68, BODY)

    return _painted_card(size, paint)


def _painted_card(size: tuple[int, int], paint: Paint) -> Image.Image:
    """Return an image of a card with the room for its rim."""
    width, height = size
    bleed = round(width * BLEED)
    return paint_image(width + 2 * bleed, height + 2 * bleed, paint, scale=3 if width > LARGE else 4)


def _label(image: Image.Image, number: int, digits: int, left: int, right: int, y: int) -> None:
    """Write the card's number between `left` and `right`, and the gender's sign if it would fit beside two
    digits.
    """
    figure, rise = mask(str(number), digits, True)
    sign, above = mask("♂" if CARDS[number].gender is Gender.MAN else "♀", round(digits * 0.8), True)
    gap = round(digits * 0.1)
    x = (left + right - figure.width) // 2
    if length("00", digits, True) + digits + gap <= right - left:
        x += (sign.width + gap) // 2
        image.paste(LENS, (x - sign.width - gap, y - above), sign)
    image.paste(LENS, (x, y - rise), figure)


@lru_cache(maxsize=4)
def _toned(theme: Theme, style: CardStyle) -> list[int]:
    """Return the palette's entry for each of its colours on a card of this style.

    Turned cards have the tones of an old photograph; colours of no candidates are on the way to the ground.
    """
    dark, light = SEPIA[theme]
    colours, toned = palette(theme), list[int]()
    for red, green, blue in colours.colours:
        colour = mixed((red, green, blue), ink(theme).ground, DIMMED)
        if style is CardStyle.TURNED:
            level = (red * 299 + green * 587 + blue * 114) / 255_000
            colour = mixed(dark, light, round(level**0.75 * TONES) / TONES)
        toned.append(colours.index(colour))
    return [*toned, *range(len(toned), 256)]


@kept
def place(size: tuple[int, int], theme: Theme, *, baby: bool) -> Sprite:
    """Return a free place: a dashed frame with a plus for a child, or with a heart for a spouse."""
    width, height = size
    paint_ink = ink(theme)
    colour = paint_ink.muted if baby else mixed(paint_ink.ground, paint_ink.muted, 0.66)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        inset, dash, w = 3 * scale, width * scale / 14, max(1, round(width * scale * 0.016))
        box = (inset, inset, width * scale - inset, height * scale - inset)
        draw.rounded_rectangle(box, height * scale * 0.1, outline=colour, width=w)
        clear = (0, 0, 0, 0)
        x = box[0] + dash * 1.5
        while x + dash < box[2] - dash:
            for y in (box[1], box[3]):
                draw.rectangle((x, y - w, x + dash * 0.8, y + w), clear)
            x += dash * 1.7
        y = box[1] + dash * 1.5
        while y + dash < box[3] - dash:
            for side in (box[0], box[2]):
                draw.rectangle((side - w, y, side + w, y + dash * 0.8), clear)
            y += dash * 1.7
        x, y, reach = width * scale / 2, height * scale / 2, height * scale * 0.13
        if baby:
            draw.line((x - reach, y, x + reach, y), colour, 2 * w)
            draw.line((x, y - reach, x, y + reach), colour, 2 * w)
        else:
            _draw_heart(draw, x, y, reach * 1.1, colour)

    image = paint_image(width, height, paint)
    whole = opaque(image, palette(theme), paint_ink.ground)
    return Sprite(whole, opacity_mask(image, 8), (width // 2, height // 2))


def _draw_heart(draw: ImageDraw.ImageDraw, x: float, y: float, reach: float, fill: RGB) -> None:
    lobe = reach * 0.54
    for side in (-1, 1):
        middle = x + side * reach * 0.46
        draw.ellipse((middle - lobe, y - reach * 0.8, middle + lobe, y - reach * 0.8 + 2 * lobe), fill)
    draw.polygon(
        [(x - reach * 0.96, y - reach * 0.06), (x + reach * 0.96, y - reach * 0.06), (x, y + reach)], fill
    )


@kept
def heart(size: int, theme: Theme, turned: bool) -> Sprite:
    """Return the heart that joins a couple, in an old photograph's tone if `turned`."""
    fill = SEPIA[theme][1] if turned else LENS

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        middle = size * scale / 2
        draw.ellipse((0, 0, size * scale - 1, size * scale - 1), BODY)
        _draw_heart(draw, middle, middle, middle * 0.6, fill)

    image = paint_image(size, size, paint)
    return Sprite(opaque(image, palette(theme), BODY), opacity_mask(image, 127), (size // 2, size // 2))


@kept
def back_of_card(size: tuple[int, int], theme: Theme, *, full: bool) -> Sprite:
    """Return a face-down card, or just the frame of one if `full` is false."""
    width, height = size

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        box = (0, 0, width * scale - 1, height * scale - 1)
        rim = width * scale * 0.03
        if not full:
            draw.rounded_rectangle(box, width * scale * 0.1, outline=ink(theme).muted, width=round(rim))
            return
        draw.rounded_rectangle(box, width * scale * 0.1, BODY)
        draw.rounded_rectangle(
            (rim, rim, box[2] - rim, box[3] - rim), width * scale * 0.08, CLOTHES[Gender.WOMAN]
        )
        for index, trait in enumerate((Trait.EARS, Trait.GLASSES, Trait.LIPS, Trait.HAIR)):
            x = (0.25 + 0.5 * (index % 2)) * width * scale
            y = (0.15 + 0.7 * (index // 2)) * height * scale
            draw_trait(draw, trait, x, y, width * scale * 0.14)
        wide, tall, x, y = width * scale * 0.36, height * scale * 0.19, width * scale / 2, height * scale / 2
        draw.rounded_rectangle((x - wide, y - tall, x + wide, y + tall), tall * 0.6, RING)

    image = paint_image(width, height, paint)
    return Sprite(opaque(image, palette(theme), ink(theme).ground), None, (width // 2, height // 2))


@kept
def bar(size: tuple[int, int], theme: Theme, trait: Trait, value: int, gain: int, most: int) -> Sprite:
    width, height = size

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        full, tall = width * scale - 1, height * scale - 1
        draw.rounded_rectangle((0, 0, full, tall), tall * 0.3, BODY)
        rim = tall * 0.14
        room = full - 2 * rim
        done = rim + room * value / most
        if value:
            draw.rounded_rectangle((rim, rim, max(done, rim * 2), tall - rim), tall * 0.18, HUES[trait])
        if gain:
            was = rim + room * (value - gain) / most
            draw.rectangle((was, tall - rim * 2.2, done, tall - rim), PAPER)
        for notch in range(10, most, 10):
            x = rim + room * notch / most
            colour = BODY if notch < value else mixed(BODY, LENS, 0.4)
            draw.line((x, rim, x, tall - rim), colour, max(1, round(scale)))

    image = paint_image(width, height, paint)
    return Sprite(opaque(image, palette(theme), ink(theme).ground), None, (0, height // 2))


@kept
def chip(size: int, theme: Theme, trait: Trait, back: RGB) -> Sprite:
    """Return a trait's sign on a dark square."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw.rounded_rectangle((0, 0, edge - 1, edge - 1), edge * 0.22, BODY)
        draw_trait(draw, trait, edge / 2, edge / 2, edge * 0.4)

    return Sprite(opaque(paint_image(size, size, paint), palette(theme), back), None, (size // 2, size // 2))


@kept
def panel(size: tuple[int, int], theme: Theme, *, active: bool, line: int) -> Sprite:
    """Return the ground of a seat's row. An active one is lit, with an outline `line` pixels wide and a
    pointed tab on its left.
    """
    width, height = size
    paint_ink = ink(theme)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom = width * scale - 1, height * scale - 1
        soft = height * scale * 0.16
        back = paint_ink.lit if active else paint_ink.panel
        draw.rounded_rectangle((0, 0, right, bottom), soft, paint_ink.accent if active and line else back)
        if active:
            edge = line * scale
            draw.rounded_rectangle((edge, edge, right - edge, bottom - edge), soft - edge, back)
            tab, point = TAB * width * scale, TAB * width * scale * 1.25
            draw.rounded_rectangle(
                (0, 0, tab, bottom), soft, paint_ink.accent, corners=(True, False, False, True)
            )
            draw.polygon([(tab, 0), (point, bottom / 2), (tab, bottom)], paint_ink.accent)

    return Sprite(opaque(paint_image(width, height, paint, scale=2), palette(theme), paint_ink.ground))


@kept
def seat_sign(size: int, theme: Theme, seat: int, front: RGB, back: RGB) -> Sprite:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw_sign(draw, seat, size * scale / 2, size * scale / 2, size * scale * 0.43, front)

    return Sprite(opaque(paint_image(size, size, paint), palette(theme), back), None, (size // 2, size // 2))


@kept
def fan(size: int, theme: Theme, back: RGB) -> Sprite:
    """Return a sign for cards in a hand: three of them in a fan."""
    colour = ink(theme).muted

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        for shift, lean in ((0.0, -0.16), (0.2, 0.0), (0.4, 0.16)):
            x, wide, top, bottom = (
                edge * (0.12 + shift),
                edge * 0.34,
                edge * (0.14 + abs(lean) * 0.4),
                edge * 0.86,
            )
            points = [
                (x + lean * edge * 0.6, top), (x + wide + lean * edge * 0.6, top + lean * edge * 0.3),
                (x + wide, bottom), (x, bottom - lean * edge * 0.3),
            ]  # fmt: skip
            draw.polygon(points, colour)
            draw.line([*points, points[0], points[1]], back, round(edge * 0.045), joint="curve")

    return Sprite(opaque(paint_image(size, size, paint), palette(theme), back), None, (size // 2, size // 2))


@kept
def badge(size: int, theme: Theme, family: Trait) -> Sprite:
    """Return a family's coat of arms."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale

        def shield(inset: float, fill: RGB) -> None:
            top = (inset, inset, edge - inset, edge * 0.62)
            draw.rounded_rectangle(top, edge * 0.1, fill, corners=(True, True, False, False))
            draw.ellipse((inset, edge * 0.12, edge - inset, edge * 1.1 - inset), fill)

        shield(0, HUES[family])
        shield(edge * 0.05, BODY)
        draw_trait(draw, family, edge / 2, edge * 0.53, edge * 0.33)

    tall = round(size * 1.12)
    image = paint_image(size, tall, paint)
    return Sprite(opaque(image, palette(theme), ink(theme).ground), None, (size // 2, tall // 2))
