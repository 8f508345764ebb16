"""The faces of the five robots, as emojis and on one picture. Each is known by its shape.

Pip is a drop with one eye, Gizmo a square that squints, Tempo a metronome, Maestro wears a bow tie and a
monocle, Oracle has three eyes and a ring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PIL import Image, ImageDraw

from render.kit.canvas import RGB, Picture, Theme, ink, mixed, paint_image, png
from render.kit.encoding import palette_png
from render.kit.lettering import fitted, mask

__all__ = ["EMOJIS", "draw_robot", "draw_robots", "robot_image"]

SIDE = 128
"""Pixels of an emoji's side, in which all faces are drawn."""
DARK: RGB = (28, 30, 40)
"""The colour of outlines, eyes and mouths: dark on every face, and it parts the face from any ground."""
WHITE: RGB = (252, 252, 250)
PIP: RGB = (255, 205, 74)
GIZMO: RGB = (84, 196, 176)
TEMPO: RGB = (104, 164, 246)
MAESTRO: RGB = (236, 128, 96)
ORACLE: RGB = (178, 146, 240)
EDGE = 6
"""Pixels of an outline; the paler rim around it stands out on a dark ground."""
RIM: RGB = (232, 234, 240)

WIDTH, TALL = 1100, 330
FACE = 176
NAME = 40
COLOURS = 128

Box = tuple[float, float, float, float]
Point = tuple[float, float]


class _Pen:
    """A pen on a face of 128 pixels' side."""

    def __init__(self, draw: ImageDraw.ImageDraw, scale: float) -> None:
        self._draw, self._scale = draw, scale

    def _at(self, box: Sequence[float]) -> list[float]:
        return [each * self._scale for each in box]

    def box(self, box: Box, fill: RGB, radius: float) -> None:
        self._draw.rounded_rectangle(self._at(box), radius * self._scale, fill)

    def disc(self, x: float, y: float, reach: float, fill: RGB) -> None:
        self._draw.ellipse(self._at((x - reach, y - reach, x + reach, y + reach)), fill)

    def oval(self, box: Box, fill: RGB) -> None:
        self._draw.ellipse(self._at(box), fill)

    def shape(self, points: Sequence[Point], fill: RGB) -> None:
        self._draw.polygon([(x * self._scale, y * self._scale) for x, y in points], fill)

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        scaled = [(x * self._scale, y * self._scale) for x, y in points]
        self._draw.line(scaled, fill, round(width * self._scale), joint="curve")
        for x, y in (points[0], points[-1]):
            self.disc(x, y, width / 2, fill)

    def arc(self, box: Box, begin: float, end: float, fill: RGB, width: float) -> None:
        self._draw.arc(self._at(box), begin, end, fill, round(width * self._scale))

    def eye(self, x: float, y: float, reach: float) -> None:
        self.disc(x, y, reach, DARK)
        self.disc(x - reach * 0.3, y - reach * 0.35, reach * 0.36, WHITE)


def _pip(pen: _Pen) -> None:
    pen.line([(64, 34), (64, 14)], RIM, 12)
    pen.line([(64, 34), (64, 14)], DARK, 7)
    pen.disc(64, 14, 12, DARK)
    pen.disc(64, 14, 7, PIP)
    pen.disc(64, 78, 48, RIM)
    pen.disc(64, 78, 45, DARK)
    pen.disc(64, 78, 39, PIP)
    pen.disc(64, 70, 21, WHITE)
    pen.eye(64, 72, 13)
    pen.arc((48, 86, 80, 110), 20, 160, DARK, 6)


def _gizmo(pen: _Pen) -> None:
    for x in (8, 120):
        pen.box((x - 8, 58, x + 8, 88), RIM, 6)
        pen.box((x - 5, 61, x + 5, 85), DARK, 4)
    for x, tip in ((42, 26), (86, 102)):
        pen.line([(x, 32), (tip, 12)], RIM, 11)
        pen.line([(x, 32), (tip, 12)], DARK, 6)
    pen.box((13, 25, 115, 121), RIM, 16)
    pen.box((16, 28, 112, 118), DARK, 14)
    pen.box((22, 34, 106, 112), GIZMO, 9)
    pen.disc(46, 64, 18, WHITE)
    pen.eye(48, 66, 11)
    pen.line([(73, 66), (96, 66)], DARK, 7)
    pen.line([(44, 95), (64, 99), (86, 90)], DARK, 6)


def _tempo(pen: _Pen) -> None:
    pen.line([(64, 50), (98, 14)], RIM, 12)
    pen.disc(98, 14, 14, RIM)
    pen.line([(64, 50), (98, 14)], DARK, 7)
    pen.disc(98, 14, 11, DARK)
    pen.disc(98, 14, 6, PIP)
    for grow, fill in ((3, RIM), (0, DARK), (-6, TEMPO)):
        pen.shape(
            [
                (38 - grow, 32 - grow),
                (90 + grow, 32 - grow),
                (114 + grow * 1.4, 121 + grow),
                (14 - grow * 1.4, 121 + grow),
            ],
            fill,
        )
    for x in (46, 82):
        pen.disc(x, 66, 14, WHITE)
        pen.eye(x, 67, 9)
    pen.line([(42, 93), (50, 99), (78, 99), (86, 93)], DARK, 6)


def _maestro(pen: _Pen) -> None:
    pen.box((25, 9, 103, 105), RIM, 34)
    pen.box((28, 12, 100, 102), DARK, 32)
    pen.box((34, 18, 94, 96), MAESTRO, 26)
    pen.box((28, 12, 100, 34), DARK, 20)
    pen.arc((44, 28, 66, 44), 200, 320, DARK, 5)
    pen.eye(49, 54, 8)
    pen.disc(80, 54, 17, DARK)
    pen.disc(80, 54, 12, WHITE)
    pen.eye(80, 54, 8)
    pen.line([(93, 64), (97, 88)], DARK, 4)
    pen.arc((48, 62, 80, 84), 25, 155, DARK, 6)
    for grow, fill in ((4, RIM), (0, DARK), (-5, WHITE)):
        for side in (-1, 1):
            pen.shape(
                [
                    (64, 108),
                    (64 + side * (32 + grow), 94 - grow),
                    (64 + side * (32 + grow), 122 + grow * 0.8),
                ],
                fill,
            )
    pen.disc(64, 108, 8, DARK)


def _oracle(pen: _Pen) -> None:
    for grow, fill in ((3, RIM), (0, DARK), (-6, ORACLE)):
        pen.shape(
            [
                (64, 20 - grow * 1.6),
                (112 + grow * 1.2, 62),
                (98 + grow, 119 + grow),
                (30 - grow, 119 + grow),
                (16 - grow * 1.2, 62),
            ],
            fill,
        )
    pen.arc((20, -2, 108, 34), 0, 360, RIM, 13)
    pen.arc((23, 1, 105, 31), 0, 360, DARK, 8)
    pen.arc((24, 2, 104, 30), 0, 360, PIP, 4)
    pen.disc(64, 52, 13, WHITE)
    pen.eye(64, 53, 9)
    for x in (43, 85):
        pen.disc(x, 78, 13, WHITE)
        pen.eye(x, 79, 9)
    pen.arc((46, 84, 82, 108), 25, 155, DARK, 6)


_FACES: Mapping[str, Callable[[_Pen], None]] = {
    "novice": _pip,
    "casual": _gizmo,
    "steady": _tempo,
    "strong": _maestro,
    "expert": _oracle,
}
"""The functions that draw the faces, by level."""


def robot_image(level: str, side: int = SIDE) -> Image.Image:
    """Return a robot's face (RGBA). Raises `KeyError` for a level without one."""
    return paint_image(side, side, lambda draw, scale: _FACES[level](_Pen(draw, scale * side / SIDE)))


def draw_robot(level: str) -> Picture:
    """Return a robot's face as an emoji. Raises `KeyError` for a level without one."""
    return png(robot_image(level))


EMOJIS: Mapping[str, Callable[[], Picture]] = {
    f"robot_{level}": partial(draw_robot, level) for level in _FACES
}
"""The faces by the names of their emojis."""


def draw_robots(robots: Sequence[tuple[str, str]], theme: Theme) -> Picture:
    """Return the faces of these robots, given by level and name: the stronger, the more bars."""
    own, step = ink(theme), WIDTH // max(1, len(robots))
    image = Image.new("RGB", (WIDTH, TALL), own.ground)
    for number, (level, name) in enumerate(robots):
        left = number * step

        def paint(draw: ImageDraw.ImageDraw, scale: float, number: int = number) -> None:
            edge = 10
            box = [each * scale for each in (edge, edge, step - edge, TALL - edge)]
            draw.rounded_rectangle(box, 22 * scale, own.panel)
            for bar in range(len(robots)):
                x, y = step / 2 + (bar - (len(robots) - 1) / 2) * 26, TALL - 40
                fill = own.accent if bar <= number else mixed(own.muted, own.panel, 0.35)
                at = [each * scale for each in (x - 9, y - 8, x + 9, y + 8)]
                draw.rounded_rectangle(at, 6 * scale, fill)

        card = paint_image(step, TALL, paint)
        image.paste(card, (left, 0), card)
        if level in _FACES:
            face = robot_image(level, FACE)
            image.paste(face, (left + (step - FACE) // 2, 26), face)
        letters, rise = mask(fitted(name, step - 36, NAME, True), NAME, True)
        image.paste(own.text, (left + (step - letters.width) // 2, 240 - rise), letters)
    small = image.quantize(COLOURS, dither=Image.Dither.NONE)
    return Picture(palette_png(small), WIDTH, TALL)
