"""Genesia's pictograms: goods, phases and timings, drawn in any size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from math import cos, pi, sin

from PIL import ImageDraw

from engine.genesia.model import Phase, Timing
from render.kit.canvas import RGB

__all__ = ["PHASES", "TIMINGS", "Sign", "draw_pictogram"]

Draw = ImageDraw.ImageDraw
Point = tuple[float, float]


class Sign(StrEnum):
    """The subject of a pictogram."""

    COIN = "coin"
    CLAN = "clan"
    CITY = "city"
    CARDS = "cards"
    BULB = "bulb"  # progress
    SPROUT = "sprout"
    STEPS = "steps"
    SWORDS = "swords"
    BLADE = "blade"
    SHIELD = "shield"
    HOURGLASS = "hourglass"
    FLAG = "flag"
    COPY = "copy"
    TARGET = "target"
    SCALES = "scales"
    PEACE = "peace"
    PODIUM = "podium"
    CUP = "cup"
    TICK = "tick"
    PEAK = "peak"  # conquest
    RAYS = "rays"  # radiance


TIMINGS: dict[Timing, Sign] = {
    Timing.GROWTH: Sign.SPROUT,
    Timing.EXPANSION: Sign.STEPS,
    Timing.ATTACK: Sign.BLADE,
    Timing.DEFENCE: Sign.SHIELD,
    Timing.END: Sign.HOURGLASS,
    Timing.INTENT: Sign.FLAG,
    Timing.COPY: Sign.COPY,
}

PHASES: dict[Phase, Sign] = {
    Phase.OBJECTIVE: Sign.TARGET,
    Phase.DRAFT: Sign.CARDS,
    Phase.GROWTH: Sign.SPROUT,
    Phase.EXPANSION: Sign.STEPS,
    Phase.STANCE: Sign.SCALES,
    Phase.ASSAULT: Sign.SWORDS,
    Phase.REACTION: Sign.SHIELD,
    Phase.LOSSES: Sign.SWORDS,
    Phase.END: Sign.HOURGLASS,
    Phase.PLACE: Sign.PODIUM,
    Phase.OVER: Sign.CUP,
}


class _Pen:
    """A pen that draws in a square from -1 to 1."""

    def __init__(self, draw: Draw, x: float, y: float, reach: float, fill: RGB, back: RGB) -> None:
        self.draw, self.x, self.y, self.reach, self.fill, self.back = draw, x, y, reach, fill, back

    def at(self, x: float, y: float) -> Point:
        return self.x + x * self.reach, self.y + y * self.reach

    def shape(self, points: Sequence[Point], *, hole: bool = False) -> None:
        self.draw.polygon([self.at(*point) for point in points], self.back if hole else self.fill)

    def disc(self, x: float, y: float, radius: float, *, hole: bool = False) -> None:
        left, top = self.at(x - radius, y - radius)
        right, bottom = self.at(x + radius, y + radius)
        self.draw.ellipse((left, top, right, bottom), self.back if hole else self.fill)

    def box(self, x0: float, y0: float, x1: float, y1: float, *, hole: bool = False, soft: float = 0) -> None:
        fill = self.back if hole else self.fill
        self.draw.rounded_rectangle((*self.at(x0, y0), *self.at(x1, y1)), soft * self.reach, fill)

    def line(self, points: Sequence[Point], wide: float, *, hole: bool = False) -> None:
        colour = self.back if hole else self.fill
        self.draw.line(
            [self.at(*point) for point in points], colour, max(1, round(wide * self.reach)), joint="curve"
        )
        for end in (points[0], points[-1]):
            self.disc(*end, wide / 2, hole=hole)


def _coin(pen: _Pen) -> None:
    pen.disc(0, 0, 0.95)
    pen.disc(0, 0, 0.74, hole=True)
    pen.disc(0, 0, 0.62)
    pen.box(-0.12, -0.36, 0.12, 0.36, hole=True, soft=0.1)


def _clan(pen: _Pen) -> None:
    pen.disc(0, -0.56, 0.4)
    body = [(0.24, -0.32), (0.98, 0.06), (0.88, 0.36), (0.44, 0.24), (0.78, 0.96), (0.2, 0.96), (0, 0.52)]
    pen.shape([*body, *((-x, y) for x, y in body[::-1])])


def _city(pen: _Pen) -> None:
    half = [
        (0.16, -0.38),
        (0.16, -0.7),
        (0.42, -0.7),
        (0.42, -0.38),
        (0.56, -0.38),
        (0.56, -0.9),
        (0.92, -0.9),
    ]
    half += [(0.92, 0.92)]
    pen.shape([*half, *((-x, y) for x, y in half[::-1])])
    pen.disc(0, 0.36, 0.28, hole=True)
    pen.box(-0.28, 0.36, 0.28, 0.95, hole=True)


def _leaning(x: float, y: float, angle: float, wide: float, high: float) -> list[Point]:
    """Return the corners of a rectangle around (x, y), turned by `angle` radians."""
    corners = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
    return [(x + u * cos(angle) - v * sin(angle), y + u * sin(angle) + v * cos(angle)) for u, v in corners]


def _cards(pen: _Pen) -> None:
    for x, y, angle in ((-0.42, 0.06, -0.3), (0.0, -0.06, 0.0), (0.42, 0.06, 0.3)):
        pen.shape(_leaning(x, y, angle, 0.46, 0.8), hole=True)
        pen.shape(_leaning(x, y, angle, 0.36, 0.7))


def _bulb(pen: _Pen) -> None:
    pen.disc(0, -0.28, 0.66)
    pen.shape([(-0.46, 0.1), (0.46, 0.1), (0.3, 0.46), (-0.3, 0.46)])
    pen.box(-0.3, 0.52, 0.3, 0.68, soft=0.08)
    pen.box(-0.2, 0.76, 0.2, 0.94, soft=0.08)
    pen.line([(-0.2, 0.3), (-0.24, -0.24), (0, -0.02), (0.24, -0.24), (0.2, 0.3)], 0.12, hole=True)


def _leaf(x: float, y: float, far: float, angle: float, thick: float) -> list[Point]:
    steps = [step / 10 for step in range(11)]
    edge = [(far * t, thick * sin(pi * t) * (1.1 - 0.5 * t)) for t in steps]
    points = [*edge, *((u, -v) for u, v in edge[::-1])]
    return [(x + u * cos(angle) - v * sin(angle), y + u * sin(angle) + v * cos(angle)) for u, v in points]


def _sprout(pen: _Pen) -> None:
    pen.line([(0, 0.9), (0.02, 0.3), (0, -0.15)], 0.2)
    pen.shape(_leaf(0, 0.12, 1.1, -0.85, 0.36))
    pen.shape(_leaf(0, 0.42, 1.05, pi + 0.6, 0.34))
    pen.box(-0.7, 0.8, 0.7, 0.98, soft=0.09)


def _steps(pen: _Pen) -> None:
    for turn in range(4):
        a, b = cos(turn * pi / 2), sin(turn * pi / 2)
        arrow = ((0.26, -0.15), (0.5, -0.15), (0.5, -0.4), (0.98, 0), (0.5, 0.4), (0.5, 0.15), (0.26, 0.15))
        pen.shape([(u * a - v * b, u * b + v * a) for u, v in arrow])
    pen.disc(0, 0, 0.2)


def _swords(pen: _Pen) -> None:
    for side in (-1, 1):
        pen.line([(0.68 * side, 0.66), (-0.5 * side, -0.54)], 0.42, hole=True)
        pen.shape(
            [
                (-0.94 * side, -0.94),
                (-0.58 * side, -0.8),
                (0.52 * side, 0.32),
                (0.34 * side, 0.5),
                (-0.8 * side, -0.58),
            ]
        )
        pen.line([(0.16 * side, 0.62), (0.64 * side, 0.14)], 0.17)
        pen.line([(0.5 * side, 0.48), (0.84 * side, 0.82)], 0.2)


def _blade(pen: _Pen) -> None:
    """Draw one sword that strikes, so that a card for an attack is not taken for war's crossed ones."""
    pen.shape([(0.96, -0.96), (0.9, -0.5), (-0.24, 0.58), (-0.58, 0.24), (0.5, -0.9)])
    pen.line([(0.62, -0.62), (-0.3, 0.3)], 0.1, hole=True)
    pen.line([(-0.74, 0.0), (0.0, 0.74)], 0.24)
    pen.line([(-0.42, 0.42), (-0.84, 0.84)], 0.26)


def _shield(pen: _Pen) -> None:
    half = [(0, -0.95), (0.42, -0.78), (0.82, -0.74), (0.82, -0.1), (0.66, 0.36), (0.36, 0.72), (0, 0.96)]
    pen.shape([*half, *((-x, y) for x, y in half[::-1])])
    inner = [(x * 0.66, y * 0.66 - 0.01) for x, y in half]
    pen.shape([*inner, (0, 0.0)], hole=True)


def _hourglass(pen: _Pen) -> None:
    pen.box(-0.72, -0.95, 0.72, -0.74, soft=0.08)
    pen.box(-0.72, 0.74, 0.72, 0.95, soft=0.08)
    pen.shape([(-0.58, -0.7), (0.58, -0.7), (0.52, -0.4), (0.1, 0), (0.52, 0.4), (0.58, 0.7), (-0.58, 0.7),
               (-0.52, 0.4), (-0.1, 0), (-0.52, -0.4)])  # fmt: skip
    pen.shape([(-0.4, -0.62), (0.4, -0.62), (0.36, -0.42), (-0.36, -0.42)], hole=True)
    pen.shape([(-0.36, 0.44), (0, 0.14), (0.36, 0.44), (0.1, 0.44), (0, 0.36), (-0.1, 0.44)], hole=True)


def _flag(pen: _Pen) -> None:
    pen.line([(-0.6, -0.86), (-0.6, 0.9)], 0.2)
    pen.shape([(-0.5, -0.86), (0.95, -0.86), (0.6, -0.36), (0.95, 0.14), (-0.5, 0.14)])
    pen.box(-0.9, 0.8, -0.3, 0.98, soft=0.08)


def _copy(pen: _Pen) -> None:
    pen.box(-0.85, -0.95, 0.35, 0.5, soft=0.14)
    pen.box(-0.65, -0.75, 0.15, 0.3, hole=True, soft=0.04)
    pen.box(-0.48, -0.62, 0.95, 1.06, hole=True, soft=0.16)
    pen.box(-0.36, -0.5, 0.85, 0.95, soft=0.14)
    for y in (-0.2, 0.14, 0.48):
        pen.box(-0.12, y, 0.6, y + 0.14, hole=True)


def _target(pen: _Pen) -> None:
    for radius, hole in ((0.95, False), (0.72, True), (0.5, False), (0.28, True), (0.14, False)):
        pen.disc(0, 0, radius, hole=hole)


def _scales(pen: _Pen) -> None:
    pen.line([(0, -0.8), (0, 0.8)], 0.17)
    pen.line([(-0.74, -0.62), (0.74, -0.62)], 0.15)
    pen.box(-0.45, 0.8, 0.45, 0.96, soft=0.08)
    for x in (-0.68, 0.68):
        pen.line([(x - 0.28, 0.08), (x, -0.58), (x + 0.28, 0.08)], 0.08)
        pen.shape([(x - 0.34, 0.06), (x + 0.34, 0.06), (x + 0.2, 0.34), (x - 0.2, 0.34)])


def _peace(pen: _Pen) -> None:
    pen.disc(0, 0, 0.95)
    pen.disc(0, 0, 0.72, hole=True)
    pen.line([(0, -0.8), (0, 0.8)], 0.22)
    for side in (-1, 1):
        pen.line([(0, 0), (0.56 * side, 0.58)], 0.22)


def _podium(pen: _Pen) -> None:
    pen.box(-0.32, -0.4, 0.32, 0.92)
    pen.box(-0.95, 0.1, -0.4, 0.92)
    pen.box(0.4, 0.4, 0.95, 0.92)
    pen.disc(0, -0.7, 0.22)


def _cup(pen: _Pen) -> None:
    for side in (-1, 1):
        pen.disc(0.55 * side, -0.42, 0.38)
        pen.disc(0.55 * side, -0.42, 0.2, hole=True)
    half = [(0.6, -0.92), (0.52, -0.2), (0.2, 0.2), (0.12, 0.66)]
    pen.shape([*half, *((-x, y) for x, y in half[::-1])])
    pen.box(-0.5, 0.66, 0.5, 0.94, soft=0.06)


def _tick(pen: _Pen) -> None:
    pen.line([(-0.72, 0.08), (-0.22, 0.6), (0.74, -0.6)], 0.34)


def _peak(pen: _Pen) -> None:
    pen.shape([(-0.98, 0.8), (-0.2, -0.8), (0.24, 0.08), (0.46, -0.26), (0.98, 0.8)])
    pen.shape([(-0.36, -0.3), (-0.2, -0.56), (0.0, -0.2), (-0.12, -0.06), (-0.24, -0.2)], hole=True)


def _rays(pen: _Pen) -> None:
    pen.disc(0, 0, 0.4)
    for turn in range(8):
        a, b = cos(turn * pi / 4), sin(turn * pi / 4)
        pen.line([(0.6 * a, 0.6 * b), (0.88 * a, 0.88 * b)], 0.2)


_DRAWN: dict[Sign, Callable[[_Pen], None]] = {
    Sign.COIN: _coin,
    Sign.CLAN: _clan,
    Sign.CITY: _city,
    Sign.CARDS: _cards,
    Sign.BULB: _bulb,
    Sign.SPROUT: _sprout,
    Sign.STEPS: _steps,
    Sign.SWORDS: _swords,
    Sign.BLADE: _blade,
    Sign.SHIELD: _shield,
    Sign.HOURGLASS: _hourglass,
    Sign.FLAG: _flag,
    Sign.COPY: _copy,
    Sign.TARGET: _target,
    Sign.SCALES: _scales,
    Sign.PEACE: _peace,
    Sign.PODIUM: _podium,
    Sign.CUP: _cup,
    Sign.TICK: _tick,
    Sign.PEAK: _peak,
    Sign.RAYS: _rays,
}


def draw_pictogram(draw: Draw, sign: Sign, x: float, y: float, reach: float, fill: RGB, back: RGB) -> None:
    """Draw the pictogram around (x, y), `reach` from there to its edge; `back` shows through its holes."""
    _DRAWN[sign](_Pen(draw, x, y, reach, fill, back))
