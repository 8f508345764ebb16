"""Familienbande's faces: five traits as signs, and portraits that look like their three traits.

A trait that a person has is drawn in its colour, and larger the more often it is on the card. Other traits
are drawn small and plain. Signs can be told apart without colour. All measures are shares of the size.
"""

from __future__ import annotations

from math import cos, pi, sin

from PIL import ImageDraw

from engine.familienbande.cards import CARDS
from engine.familienbande.model import Card, Gender, Trait
from render.kit.canvas import RGB, mixed

__all__ = ["BODY", "CLOTHES", "HAIRS", "HUES", "LENS", "SKINS", "WALLS", "draw_face", "draw_trait"]

HUES: dict[Trait, RGB] = {
    Trait.EARS: (40, 106, 255),
    Trait.GLASSES: (255, 250, 142),
    Trait.NOSE: (0, 208, 160),
    Trait.LIPS: (242, 40, 74),
    Trait.HAIR: (246, 138, 0),
}
"""Colours of the traits: the rulebook's, in tones at least 35 apart in CIELAB for every sight."""

BODY: RGB = (20, 20, 26)
"""Colour of outlines, and of the ground of signs."""
WALLS: dict[Gender, RGB] = {Gender.MAN: (92, 112, 140), Gender.WOMAN: (146, 108, 130)}
CLOTHES: dict[Gender, RGB] = {Gender.MAN: (44, 52, 70), Gender.WOMAN: (84, 48, 74)}
SKINS: tuple[RGB, ...] = ((244, 208, 178), (222, 172, 132), (176, 124, 88))
HAIRS: tuple[RGB, ...] = ((74, 52, 40), (52, 48, 54), (138, 128, 120))
LENS: RGB = (236, 244, 250)

Point = tuple[float, float]


class _Pen:
    """A pen that draws in a square box; all measures are shares of its size."""

    def __init__(self, draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
        self.draw, self.x, self.y, self.size = draw, x, y, size

    def at(self, x: float, y: float) -> Point:
        return self.x + x * self.size, self.y + y * self.size

    def disc(self, x: float, y: float, rx: float, ry: float, fill: RGB, edge: float = 0) -> None:
        """Draw an ellipse around (x, y), with an outline `edge` thick outside it."""
        if edge:
            self.disc(x, y, rx + edge, ry + edge, BODY)
        self.draw.ellipse((*self.at(x - rx, y - ry), *self.at(x + rx, y + ry)), fill)

    def shape(self, points: list[Point], fill: RGB, edge: float = 0) -> None:
        placed = [self.at(*point) for point in points]
        if edge:
            width = round(edge * 2 * self.size)
            self.draw.line([*placed, placed[0], placed[1]], BODY, width, joint="curve")
        self.draw.polygon(placed, fill)

    def line(self, points: list[Point], fill: RGB, width: float) -> None:
        self.draw.line(
            [self.at(*point) for point in points], fill, max(1, round(width * self.size)), joint="curve"
        )

    def arc(
        self, x: float, y: float, rx: float, ry: float, start: int, end: int, fill: RGB, w: float
    ) -> None:
        box = (*self.at(x - rx, y - ry), *self.at(x + rx, y + ry))
        self.draw.arc(box, start, end, fill, max(1, round(w * self.size)))


def draw_trait(
    draw: ImageDraw.ImageDraw, trait: Trait, x: float, y: float, reach: float, fill: RGB | None = None
) -> None:
    """Draw the trait's sign around (x, y) in its hue or `fill`; `reach` is the distance to the sign's
    edge.
    """
    pen, hue = _Pen(draw, x - reach, y - reach, 2 * reach), fill or HUES[trait]
    match trait:
        case Trait.EARS:
            pen.disc(0.5, 0.36, 0.3, 0.34, hue)
            pen.disc(0.42, 0.76, 0.19, 0.21, hue)
            pen.shape([(0.22, 0.4), (0.8, 0.4), (0.6, 0.84), (0.24, 0.8)], hue)
            pen.arc(0.5, 0.38, 0.19, 0.2, 150, 20, BODY, 0.09)
            pen.arc(0.5, 0.5, 0.12, 0.22, 300, 110, BODY, 0.09)
        case Trait.GLASSES:
            for side in (-1, 1):
                pen.disc(0.5 + side * 0.26, 0.52, 0.24, 0.27, hue)
                pen.disc(0.5 + side * 0.26, 0.52, 0.13, 0.15, BODY)
                pen.line([(0.5 + side * 0.44, 0.4), (0.5 + side * 0.5, 0.24)], hue, 0.1)
            pen.arc(0.5, 0.5, 0.1, 0.14, 190, 350, hue, 0.1)
        case Trait.NOSE:
            pen.shape([(0.42, 0.04), (0.58, 0.04), (0.72, 0.66), (0.28, 0.66)], hue)
            pen.disc(0.5, 0.72, 0.22, 0.24, hue)
            for side in (-1, 1):
                pen.disc(0.5 + side * 0.26, 0.74, 0.17, 0.17, hue)
                pen.disc(0.5 + side * 0.17, 0.83, 0.07, 0.06, BODY)
        case Trait.LIPS:
            _lips(pen, 0.5, 0.5, 0.5, 0.31, hue, 0)
        case Trait.HAIR:
            pen.shape(_lock(0.5, 0.97, 0.48, 0.95), hue)


def _lips(pen: _Pen, x: float, y: float, half: float, tall: float, fill: RGB, edge: float) -> None:
    """Draw a full mouth around (x, y)."""
    upper = [(x - half, y), (x - half * 0.35, y - tall), (x, y - tall * 0.6), (x + half * 0.35, y - tall)]
    below = [(x + half * cos(step * pi / 8), y + tall * 1.15 * sin(step * pi / 8)) for step in range(9)]
    pen.shape([*upper, *below], fill, edge)
    sag = y + tall * 0.12
    pen.line(
        [
            (x - half * 0.72, y),
            (x - half * 0.3, sag),
            (x, sag - tall * 0.1),
            (x + half * 0.3, sag),
            (x + half * 0.72, y),
        ],
        BODY,
        tall * 0.26,
    )


def _lock(x: float, y: float, half: float, tall: float) -> list[Point]:
    """Return the corners of a tuft of hair that stands up from (x, y), like a flame blown to the right."""
    outline = (
        (-0.75, 0.0), (-1.0, -0.28), (-0.9, -0.6), (-0.55, -0.38), (-0.5, -0.72), (-0.15, -1.0), (-0.1, -0.6),
        (0.25, -0.9), (0.75, -0.94), (0.45, -0.6), (0.75, -0.62), (1.0, -0.4), (0.78, -0.32), (0.7, 0.0),
    )  # fmt: skip
    return [(x + dx * half, y + dy * tall) for dx, dy in outline]


def draw_face(draw: ImageDraw.ImageDraw, number: int, x: float, y: float, size: float) -> None:
    """Draw the portrait of card `number` in the square with its top left corner at (x, y)."""
    card, (skin, hair) = CARDS[number], _tones(number)
    # The head keeps clear of the lower corners, where the card's number stands.
    pen = _Pen(draw, x + size * 0.04, y + size * 0.01, size * 0.92)
    _long_hair(pen, card, hair)
    _bust(_Pen(draw, x, y, size), card, skin)
    _ears(pen, card.counts[Trait.EARS], skin)
    pen.disc(0.5, 0.53, 0.235, 0.29, skin, 0.014)
    _hairline(pen, card, hair)
    _eyes(pen, card, hair)
    _mouth(pen, card, skin)
    _glasses(pen, card.counts[Trait.GLASSES])
    _nose(pen, card.counts[Trait.NOSE], skin)
    if count := card.counts[Trait.HAIR]:
        half, tall = ((0.17, 0.2), (0.25, 0.24), (0.33, 0.27))[count - 1]
        pen.shape(_lock(0.5, 0.3, half, tall), HUES[Trait.HAIR], 0.014)


def _tones(number: int) -> tuple[RGB, RGB]:
    """Return the colours of a card's skin and hair: well mixed over the cards, and always the same for a
    card.
    """
    return SKINS[(number * 7 + number // 35) % 5 % 3], HAIRS[number * 5 % 7 % 3]


def _long_hair(pen: _Pen, card: Card, hair: RGB) -> None:
    if card.gender is Gender.WOMAN:
        pen.disc(0.5, 0.45, 0.29, 0.3, hair, 0.014)
        pen.shape([(0.21, 0.45), (0.79, 0.45), (0.84, 0.86), (0.16, 0.86)], hair, 0.014)
        pen.disc(0.5, 0.45, 0.29, 0.3, hair)


def _bust(pen: _Pen, card: Card, skin: RGB) -> None:
    """Draw neck and clothes, down to the lower edge."""
    round_half = [
        (0.5 - 0.43 * cos(pi * step / 12), 0.985 - 0.17 * sin(pi * step / 12)) for step in range(13)
    ]
    pen.shape(round_half, CLOTHES[card.gender], 0.014)
    pen.shape([(0.42, 0.68), (0.58, 0.68), (0.6, 0.86), (0.5, 0.93), (0.4, 0.86)], skin, 0.012)
    if card.gender is Gender.WOMAN:
        for step in range(7):
            angle = pi * (0.1 + 0.8 * step / 6)
            pen.disc(0.5 + 0.14 * cos(angle), 0.82 + 0.1 * sin(angle), 0.02, 0.02, LENS)
    else:
        pen.shape([(0.39, 0.83), (0.5, 0.95), (0.38, 0.97)], LENS, 0.01)
        pen.shape([(0.61, 0.83), (0.5, 0.95), (0.62, 0.97)], LENS, 0.01)


def _ears(pen: _Pen, count: int, skin: RGB) -> None:
    rx, ry = ((0.045, 0.07), (0.105, 0.135), (0.14, 0.19), (0.165, 0.25))[count]
    fill = HUES[Trait.EARS] if count else skin
    for side in (-1, 1):
        x = 0.5 + side * (0.225 + rx * 0.62)
        pen.disc(x, 0.53 - ry * 0.2, rx, ry, fill, 0.014)
        if count:
            pen.disc(x + side * rx * 0.1, 0.53 - ry * 0.2, rx * 0.5, ry * 0.55, mixed(fill, BODY, 0.45))


def _hairline(pen: _Pen, card: Card, hair: RGB) -> None:
    top = [(0.5 + 0.245 * cos(pi + pi * s / 12), 0.51 + 0.3 * sin(pi + pi * s / 12)) for s in range(13)]
    if card.gender is Gender.WOMAN:
        fringe = [(0.735, 0.44), (0.62, 0.3), (0.5, 0.33), (0.38, 0.3), (0.265, 0.44)]
    else:
        fringe = [(0.735, 0.4), (0.66, 0.33), (0.5, 0.29), (0.34, 0.33), (0.265, 0.4)]
    pen.shape([*top, *fringe], hair, 0.01)


def _eyes(pen: _Pen, card: Card, hair: RGB) -> None:
    woman = card.gender is Gender.WOMAN
    for side in (-1, 1):
        x = 0.5 + side * 0.105
        pen.disc(x, 0.5, 0.042, 0.032 if not woman else 0.038, LENS, 0.008)
        pen.disc(x, 0.503, 0.022, 0.026, BODY)
        if woman:
            pen.arc(x, 0.505, 0.05, 0.045, 190, 350, BODY, 0.016)
            pen.line([(x + side * 0.042, 0.488), (x + side * 0.07, 0.468)], BODY, 0.016)
        if not card.counts[Trait.GLASSES] and woman:
            pen.arc(x, 0.455, 0.06, 0.04, 200, 340, hair, 0.016)
        elif not card.counts[Trait.GLASSES]:
            pen.line([(x - 0.055, 0.43 + side * 0.006), (x + 0.055, 0.43 - side * 0.006)], hair, 0.026)


def _mouth(pen: _Pen, card: Card, skin: RGB) -> None:
    count = card.counts[Trait.LIPS]
    # Full lips clear the wings of a double nose. A person with a triple nose never has full lips.
    y = (0.695, 0.707, 0.74 if count else 0.719, 0.731)[card.counts[Trait.NOSE]]
    if card.gender is Gender.MAN and not card.counts[Trait.NOSE] >= 3:
        pen.arc(0.5, y - 0.05, 0.075, 0.03, 180, 360, mixed(skin, BODY, 0.55), 0.018)
    if count:
        half, tall = ((0.105, 0.042), (0.15, 0.062), (0.2, 0.085))[count - 1]
        _lips(pen, 0.5, y + 0.012, half, tall, HUES[Trait.LIPS], 0.012)
    else:
        pen.arc(0.5, y - 0.02, 0.075, 0.035, 25, 155, mixed(skin, BODY, 0.7), 0.016)


def _glasses(pen: _Pen, count: int) -> None:
    if not count:
        return
    reach, rim = ((0.085, 0.026), (0.11, 0.036), (0.135, 0.05))[count - 1]
    hue = HUES[Trait.GLASSES]
    for side in (-1, 1):
        x = 0.5 + side * (reach + 0.024)
        outer = reach
        pen.line([(x + side * outer, 0.49), (0.5 + side * 0.26, 0.46)], BODY, rim + 0.02)
        pen.line([(x + side * outer, 0.49), (0.5 + side * 0.255, 0.463)], hue, rim)
        pen.disc(x, 0.5, outer, outer, hue, 0.013)
        pen.disc(x, 0.5, outer - rim, outer - rim, LENS, 0.008)
        pen.disc(x - side * 0.008, 0.505, 0.024, 0.028, BODY)
    pen.arc(0.5, 0.5, 0.035, 0.03, 180, 360, BODY, rim + 0.016)
    pen.arc(0.5, 0.5, 0.035, 0.03, 180, 360, hue, rim)


def _nose(pen: _Pen, count: int, skin: RGB) -> None:
    if not count:
        pen.arc(0.5, 0.585, 0.04, 0.03, 20, 160, mixed(skin, BODY, 0.5), 0.016)
        return
    half, top, tip = ((0.055, 0.5, 0.615), (0.085, 0.46, 0.618), (0.12, 0.43, 0.665))[count - 1]
    hue = HUES[Trait.NOSE]
    bridge = [(0.5 - half * 0.4, top), (0.5 + half * 0.4, top), (0.5 + half, tip), (0.5 - half, tip)]
    for edge in (0.013, 0.0):
        for side in (-1, 1):
            pen.disc(0.5 + side * half * 0.95, tip, half * 0.55, half * 0.55, hue, edge)
        pen.disc(0.5, tip + half * 0.15, half * 0.8, half * 0.85, hue, edge)
        pen.shape(bridge, hue, edge)
    for side in (-1, 1):
        pen.disc(0.5 + side * half * 0.5, tip + half * 0.5, half * 0.2, half * 0.16, BODY)
