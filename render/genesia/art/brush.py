"""The brush of the illustrations: flat shapes with inked edges, in a square from -1 to 1, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from PIL import ImageDraw

from render.kit.canvas import RGB

__all__ = ["EDGE", "Brush", "Point", "Tone", "arc", "curve", "symmetric"]

Point = tuple[float, float]
EDGE = 0.054
"""Width of an inked edge, the same for all but very small things."""
SMALL = 0.6
"""Scale below which things have a finer edge."""
STEPS = 8
"""Straight pieces of a curve from one of its points to the next."""


class Tone(IntEnum):
    """The seven colours of an illustration: four of its lot, and three that all lots have."""

    PALE = 0  # the ground it stands on
    TINT = 1
    HUE = 2
    SHADE = 3
    INK = 4
    LIGHT = 5
    ACCENT = 6


class Brush(NamedTuple):
    """A brush for part of a picture.

    `turn` is the vector of one unit to the right in pixels, as a complex number.
    """

    draw: ImageDraw.ImageDraw
    tones: Sequence[RGB]
    """Colours, by `Tone`."""
    middle: complex
    turn: complex
    edge: float
    """Width of an inked edge in pixels."""
    flip: bool = False

    def moved(self, x: float, y: float, size: float = 1, turn: float = 0, *, flip: bool = False) -> Brush:
        """Return a brush with its square around (x, y), `size` times as large, turned clockwise by `turn`
        degrees.
        """
        angle = turn * pi / 180 * (-1 if self.flip else 1)
        spin = complex(cos(angle), sin(angle)) * size
        return self._replace(
            middle=complex(*self._at((x, y))),
            turn=self.turn * spin,
            edge=self.edge * min(1, size / SMALL) ** 0.5,
            flip=self.flip is not flip,
        )

    def _at(self, point: Point) -> Point:
        x, y = point
        found = self.middle + self.turn * complex(-x if self.flip else x, y)
        return found.real, found.imag

    def shape(self, points: Sequence[Point], tone: Tone, *, edge: bool = True) -> None:
        """Draw a polygon."""
        corners = [self._at(point) for point in points]
        self.draw.polygon(corners, self.tones[tone])
        if edge:
            self._line([*corners, corners[0]], self.edge, self.tones[Tone.INK])

    def smooth(self, points: Sequence[Point], tone: Tone, *, edge: bool = True) -> None:
        """Draw a rounded shape through the points."""
        self.shape(curve(points, closed=True), tone, edge=edge)

    def oval(self, x: float, y: float, wide: float, high: float, tone: Tone, *, edge: bool = True) -> None:
        """Draw an ellipse; `wide` and `high` are its radii."""
        self.shape(arc(x, y, wide, 0, 360, high), tone, edge=edge)

    def disc(self, x: float, y: float, reach: float, tone: Tone, *, edge: bool = True) -> None:
        self.oval(x, y, reach, reach, tone, edge=edge)

    def box(
        self, x0: float, y0: float, x1: float, y1: float, tone: Tone, *, soft: float = 0, edge: bool = True
    ) -> None:
        """Draw an upright rectangle with corners rounded by `soft`."""
        if not soft:
            self.shape([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], tone, edge=edge)
            return
        corners = ((x1 - soft, y0 + soft, -90), (x1 - soft, y1 - soft, 0), (x0 + soft, y1 - soft, 90),
                   (x0 + soft, y0 + soft, 180))  # fmt: skip
        points = [point for x, y, start in corners for point in arc(x, y, soft, start, start + 90, steps=6)]
        self.shape(points, tone, edge=edge)

    def rod(self, points: Sequence[Point], wide: float, tone: Tone) -> None:
        """Draw a thick line with an inked edge."""
        line = [self._at(point) for point in points]
        thick = wide * abs(self.turn)
        self._line(line, thick + self.edge, self.tones[Tone.INK])
        self._line(line, max(1, thick - self.edge), self.tones[tone])

    def stroke(self, points: Sequence[Point], wide: float = EDGE, tone: Tone = Tone.INK) -> None:
        """Draw a line with round ends and no edge, never thinner than an edge."""
        self._line(
            [self._at(point) for point in points], max(self.edge, wide * abs(self.turn)), self.tones[tone]
        )

    def _line(self, points: Sequence[Point], wide: float, colour: RGB) -> None:
        """Draw a line with round corners. Pillow's own joints leave gaps between short pieces."""
        half = wide / 2
        for (x0, y0), (x1, y1) in pairwise(points):
            far = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
            if far:
                u, v = (y1 - y0) / far * half, (x0 - x1) / far * half
                self.draw.polygon(
                    [(x0 + u, y0 + v), (x1 + u, y1 + v), (x1 - u, y1 - v), (x0 - u, y0 - v)], colour
                )
        for x, y in points:
            self.draw.ellipse((x - half, y - half, x + half, y + half), colour)


def curve(points: Sequence[Point], *, closed: bool = False) -> list[Point]:
    """Return the points of a smooth line through `points` (a Catmull-Rom spline)."""
    ring = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    found: list[Point] = []
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(ring, ring[1:], ring[2:], ring[3:], strict=False):
        for step in range(STEPS):
            t = step / STEPS
            w = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            found.append(
                ((w[0] * ax + w[1] * bx + w[2] * cx + w[3] * dx) / 2,
                 (w[0] * ay + w[1] * by + w[2] * cy + w[3] * dy) / 2)
            )  # fmt: skip
    return found if closed else [*found, points[-1]]


def arc(
    x: float, y: float, wide: float, start: float, end: float, high: float | None = None, *, steps: int = 48
) -> list[Point]:
    """Return points of an ellipse around (x, y) between two angles, in degrees, clockwise from the right."""
    high = wide if high is None else high
    angles = (pi / 180 * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + wide * cos(angle), y + high * sin(angle)) for angle in angles]


def symmetric(points: Sequence[Point]) -> list[Point]:
    """Return the points, and then their reflections in the vertical axis, back to the first."""
    return [*points, *((-x, y) for x, y in reversed(points))]
