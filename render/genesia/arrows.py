"""Arrows over the map: ferries, an assault, a planned march."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from PIL import Image, ImageDraw

from render.kit.canvas import RGB, paint_image

__all__ = ["arrow"]

Point = tuple[float, float]


def arrow(
    points: Sequence[Point],
    fill: RGB,
    edge: RGB,
    *,
    wide: int,
    head: int,
    both: bool = False,
    stops: Sequence[int] = (),
) -> tuple[Image.Image, int, int]:
    """Return an arrow along the points, with heads `head` pixels long, and its top left corner (RGBA).

    It is outlined with `edge`. Points whose index is in `stops` have a dot.
    """
    margin = head + wide
    left = int(min(x for x, _ in points)) - margin
    top = int(min(y for _, y in points)) - margin
    right = int(max(x for x, _ in points)) + margin
    bottom = int(max(y for _, y in points)) + margin
    rim = max(1.0, wide * 0.3)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        spots = [((x - left) * scale, (y - top) * scale) for x, y in points]
        long = head * scale
        ends = list(spots)
        ends[-1] = _back(spots[-2], spots[-1], long * 0.8)
        if both:
            ends[0] = _back(spots[1], spots[0], long * 0.8)
        for grow, colour in ((rim * scale, edge), (0.0, fill)):
            for a, b in pairwise(ends):
                draw.line((a, b), colour, round(wide * scale + 2 * grow))
            for index, (x, y) in enumerate(ends[1:-1], 1):
                reach = wide * scale * (0.95 if index in stops else 0.5) + grow
                draw.ellipse((x - reach, y - reach, x + reach, y + reach), colour)
            draw.polygon(_head(spots[-2], spots[-1], long, long * 0.62, grow), colour)
            if both:
                draw.polygon(_head(spots[1], spots[0], long, long * 0.62, grow), colour)

    return paint_image(right - left, bottom - top, paint, scale=3), left, top


def _back(start: Point, end: Point, by: float) -> Point:
    """Return the point `by` before the end of the line."""
    long = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    share = by / long
    return end[0] + (start[0] - end[0]) * share, end[1] + (start[1] - end[1]) * share


def _head(start: Point, end: Point, long: float, half: float, grow: float) -> list[Point]:
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    tip = (end[0] + dx * grow * 1.6, end[1] + dy * grow * 1.6)
    foot = (end[0] - dx * (long + grow), end[1] - dy * (long + grow))
    half += grow * 1.6
    return [tip, (foot[0] - dy * half, foot[1] + dx * half), (foot[0] + dy * half, foot[1] - dx * half)]
