"""The cards of Age III, 61 to 90: networks, space stations, vertical farms, aircraft carriers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from render.genesia.art.brush import Brush, Tone, arc, curve, symmetric
from render.genesia.art.shapes import (
    burst,
    coin,
    fir,
    flame,
    globe,
    laurel,
    leaf,
    person,
    plane,
    rays,
    sea,
    shield,
    sprout,
    star,
    windows,
)

__all__ = ["THIRD"]

PALE, TINT, HUE, SHADE, INK, LIGHT, ACCENT = Tone

# The formatter is off, so that points stay in rows as they were drawn.
# fmt: off


def _internet(b: Brush) -> None:
    globe(b, -0.08, -0.08, 0.8, LIGHT, HUE)
    nodes = ((-0.08, -0.84), (-0.84, -0.2), (0.58, -0.5), (-0.5, 0.6))
    for x, y in nodes:
        b.disc(x, y, 0.12, ACCENT)
    b.shape([(0.2, 0.06), (0.92, 0.4), (0.62, 0.52), (0.82, 0.84), (0.66, 0.92), (0.46, 0.62),
            (0.24, 0.82)], HUE)


def _mind(b: Brush) -> None:
    for step in range(4):
        at = -0.42 + 0.28 * step
        for x0, y0, x1, y1 in ((at, -0.9, at, 0.9), (-0.9, at, 0.9, at)):
            b.stroke([(x0, y0), (x1, y1)], 0.1)
            b.stroke([(x0, y0), (x1, y1)], 0.05, ACCENT)
    b.box(-0.66, -0.66, 0.66, 0.66, HUE, soft=0.12)
    b.box(-0.5, -0.5, 0.5, 0.5, SHADE, soft=0.06)
    left, right = ((-0.3, -0.28), (-0.3, 0.28)), ((0.3, -0.28), (0.3, 0.28))
    middle = ((0, -0.34), (0, 0), (0, 0.34))
    for x0, y0 in (*left, *right):
        for x1, y1 in middle:
            b.stroke([(x0, y0), (x1, y1)], 0.05, TINT)
    for x, y in (*left, *right):
        b.disc(x, y, 0.11, LIGHT)
    for x, y in middle:
        b.disc(x, y, 0.11, ACCENT)


def _station(b: Brush) -> None:
    b.shape([(-0.95, 0.92), *arc(0, 1.9, 1.5, 231, 309), (0.95, 0.92)], HUE)
    b.shape(curve([(-0.5, 0.62), (-0.2, 0.48), (0.06, 0.56), (0.0, 0.72),
            (-0.3, 0.8)], closed=True), TINT, edge=False)
    b.shape(curve([(0.3, 0.6), (0.5, 0.62), (0.7, 0.8), (0.4, 0.82)], closed=True), TINT, edge=False)
    star(b, -0.72, -0.78, 0.14, ACCENT, 4, 0.35)
    star(b, 0.8, 0.32, 0.12, ACCENT, 4, 0.35)
    c = b.moved(0, -0.24, 1, -14)
    c.rod([(-0.9, 0), (0.9, 0)], 0.07, LIGHT)
    for x in (-0.74, -0.42, 0.42, 0.74):
        for y0, y1 in ((-0.52, -0.1), (0.1, 0.52)):
            c.box(x - 0.13, y0, x + 0.13, y1, SHADE)
            c.stroke([(x, y0), (x, y1)], 0.03, TINT)
            c.stroke([(x - 0.13, (y0 + y1) / 2), (x + 0.13, (y0 + y1) / 2)], 0.03, TINT)
    c.box(-0.15, -0.46, 0.15, 0.5, LIGHT, soft=0.12)
    c.box(-0.24, -0.14, 0.24, 0.14, LIGHT, soft=0.06)
    c.disc(0, 0, 0.08, ACCENT)


def _drone(b: Brush) -> None:
    for flip in (False, True):
        c = b.moved(0, -0.1, 1, flip=flip)
        c.rod([(0.2, -0.04), (0.62, -0.24)], 0.12, SHADE)
        c.rod([(0.62, -0.24), (0.62, -0.44)], 0.12, SHADE)
        c.shape(curve([(0.3, -0.5), (0.46, -0.58), (0.62, -0.54)]) + curve([(0.62, -0.54), (0.8, -0.58),
                (0.94, -0.5)]) + curve([(0.94, -0.44), (0.62, -0.42), (0.3, -0.44)]), LIGHT)
        c.stroke(curve([(0.3, 0.14), (0.44, 0.34), (0.44, 0.56)]), 0.09)
        c.stroke([(0.34, 0.56), (0.6, 0.56)], 0.09)
    b.smooth([(-0.44, -0.12), (-0.26, -0.32), (0.26, -0.32), (0.44, -0.12), (0.3, 0.12), (-0.3, 0.12)], HUE)
    b.stroke([(-0.2, -0.16), (0.2, -0.16)], 0.06, TINT)
    b.disc(0, 0.2, 0.19, LIGHT)
    b.disc(0, 0.22, 0.09, ACCENT)
    b.stroke(arc(0, 0.44, 0.3, 40, 140, 0.26), 0.07, ACCENT)
    b.stroke(arc(0, 0.5, 0.46, 45, 135, 0.36), 0.07, ACCENT)


def _dove(b: Brush, tone: Tone = LIGHT) -> None:
    """Draw a dove that flies to the left with a twig."""
    b.shape(curve([(0.0, 0.06), (-0.02, -0.5), (0.26, -0.92), (0.48, -0.56), (0.5, -0.1), (0.3, 0.16)]), tone)
    b.smooth([(-0.66, -0.22), (-0.42, -0.36), (-0.22, -0.2), (0.06, -0.06), (0.46, 0.06), (0.9, 0.0),
            (0.94, 0.26), (0.62, 0.34), (0.3, 0.5), (-0.14, 0.42), (-0.42, 0.1)], tone)
    b.shape(curve([(-0.02, 0.1), (0.08, -0.3), (0.02, -0.62)]) + curve([(0.02, -0.62), (0.34, -0.3),
            (0.42, 0.06), (0.24, 0.24)]), tone)
    b.disc(-0.46, -0.16, 0.05, INK, edge=False)
    b.shape([(-0.64, -0.24), (-0.84, -0.1), (-0.6, -0.08)], ACCENT)
    b.stroke(curve([(-0.8, -0.06), (-0.74, 0.2), (-0.6, 0.4)]), 0.05)
    for x, y, turn in ((-0.77, 0.1, 170), (-0.72, 0.22, 20), (-0.62, 0.38, 60)):
        leaf(b, x, y, 0.24, turn, HUE, 0.3)


def _war_or_peace(b: Brush) -> None:
    b.rod([(0, 0.8), (0, -0.66)], 0.12, SHADE)
    b.box(-0.42, 0.72, 0.42, 0.9, SHADE, soft=0.06)
    b.rod([(-0.62, -0.42), (0.62, -0.62)], 0.11, HUE)
    b.disc(0, -0.56, 0.14, ACCENT)
    for x, y in ((-0.58, -0.4), (0.58, -0.6)):
        b.stroke([(x - 0.32, y + 0.66), (x, y), (x + 0.32, y + 0.66)], 0.05)
        b.shape([(x - 0.38, y + 0.66), (x + 0.38, y + 0.66), *arc(x, y + 0.66, 0.38, 0, 180, 0.24)], HUE)
    b.disc(-0.6, 0.06, 0.2, INK)
    b.stroke(arc(-0.6, 0.06, 0.12, 180, 260), 0.05, TINT)
    b.rod([(-0.56, -0.08), (-0.46, -0.2)], 0.08, INK)
    star(b, -0.4, -0.28, 0.12, ACCENT, 6)
    _dove(b.moved(0.6, -0.18, 0.34))


def _atom(b: Brush) -> None:
    for turn in (0, 60, 120):
        c = b.moved(0, 0, 1, turn)
        c.stroke(arc(0, 0, 0.32, 0, 360, 0.88), 0.12)
        c.stroke(arc(0, 0, 0.32, 0, 360, 0.88), 0.05, HUE)
    star(b, 0, 0, 0.36, ACCENT, 12, 0.72)
    b.disc(0, 0, 0.19, LIGHT)
    for turn, angle in ((0, -62), (60, 118), (120, -50)):
        c = b.moved(0, 0, 1, turn)
        c.disc(0.32 * cos(angle * pi / 180), 0.88 * sin(angle * pi / 180), 0.12, HUE)


def _crypto(b: Brush) -> None:
    for turn in range(6):
        c = b.moved(0, 0, 1, 60 * turn + 30)
        c.stroke([(0, -0.5), (0, -0.88)], 0.07)
        c.disc(0, -0.84, 0.09, HUE)
    b.shape([(0.68 * sin(pi * step / 3), -0.68 * cos(pi * step / 3)) for step in range(6)], ACCENT)
    b.shape([(0.52 * sin(pi * step / 3), -0.52 * cos(pi * step / 3)) for step in range(6)], HUE)
    for x in (-0.08, 0.08):
        b.stroke([(x, -0.4), (x, 0.4)], 0.07)
    b.stroke(arc(0.02, 0, 0.24, 45, 315), 0.17)
    b.stroke(arc(0.02, 0, 0.24, 45, 315), 0.08, LIGHT)


def _exchange(b: Brush) -> None:
    b.box(-0.9, -0.8, 0.9, 0.84, LIGHT, soft=0.08)
    for y in (-0.4, 0.0, 0.4):
        b.stroke([(-0.8, y), (0.8, y)], 0.02, PALE)
    for x, low, top, tone in ((-0.6, 0.56, 0.2, HUE), (-0.3, 0.66, 0.34, ACCENT), (0.0, 0.44, -0.02, HUE),
            (0.3, 0.3, -0.0, ACCENT), (0.6, 0.1, -0.3, HUE)):
        b.stroke([(x, low + 0.12), (x, top - 0.14)], 0.05)
        b.box(x - 0.1, top, x + 0.1, low, tone)
    b.stroke([(-0.74, 0.02), (-0.34, -0.06), (-0.06, -0.36), (0.22, -0.3), (0.52, -0.6)], 0.16)
    b.stroke([(-0.74, 0.02), (-0.34, -0.06), (-0.06, -0.36), (0.22, -0.3), (0.52, -0.6)], 0.07, ACCENT)
    b.shape([(0.4, -0.78), (0.82, -0.86), (0.7, -0.46)], ACCENT)


def _hyperloop(b: Brush) -> None:
    for x in (-0.6, 0.1, 0.8):
        b.shape([(x - 0.1, 0.4), (x + 0.1, 0.4), (x + 0.16, 0.88), (x - 0.16, 0.88)], SHADE)
    b.stroke([(-0.95, 0.88), (0.95, 0.88)])
    b.box(-0.95, -0.46, 0.8, 0.46, TINT)
    b.oval(0.8, 0, 0.14, 0.46, SHADE)
    b.shape([(-0.8, 0.26), (-0.8, -0.14), *curve([(-0.8, -0.24), (0.0, -0.26), (0.34, -0.14), (0.6, 0.14),
            (0.52, 0.26)])], LIGHT)
    b.shape([*curve([(0.1, -0.18), (0.3, -0.1), (0.46, 0.06)]), (0.1, 0.06)], ACCENT)
    for x in (-0.66, -0.42, -0.18):
        b.box(x, -0.14, x + 0.15, 0.02, HUE, soft=0.04)
    b.stroke([(-0.78, 0.15), (0.52, 0.15)], 0.06, ACCENT)
    for x in (-0.86, -0.2, 0.42):
        b.stroke([(x, -0.46), (x, -0.38)], 0.06)
    for y in (-0.62, -0.76):
        b.stroke([(-0.9 + (y + 0.8), y), (-0.1 + (y + 0.7) * 2, y)], 0.07, HUE)


def _asylum(b: Brush) -> None:
    b.shape([(-0.6, 0.84), (0.6, 0.84), (0.92, 0.92), (-0.92, 0.92)], SHADE)
    b.shape([(-0.58, 0.84), (-0.58, -0.14), *arc(0, -0.14, 0.58, 180, 360), (0.58, 0.84)], HUE)
    b.shape([(-0.4, 0.84), (-0.4, -0.12), *arc(0, -0.12, 0.4, 180, 360), (0.4, 0.84)], LIGHT)
    rays(b, 0, -0.1, 0.72, 0.84, 7, -164, -16)
    b.shape([(-0.4, 0.84), (-0.4, -0.12), (-0.78, 0.04), (-0.78, 0.9)], SHADE)
    b.disc(-0.68, 0.42, 0.05, ACCENT)
    person(b, 0.14, 0.84, 0.8, ACCENT)
    person(b, -0.16, 0.84, 0.5, HUE)


def _container_ship(b: Brush) -> None:
    for row, xs in enumerate(((-0.86, -0.5, -0.14, 0.22), (-0.86, -0.5, -0.14, 0.22), (-0.5, -0.14))):
        for number, x in enumerate(xs):
            y = 0.18 - 0.27 * row
            b.box(x, y - 0.27, x + 0.36, y, (HUE, ACCENT, LIGHT, SHADE, TINT)[(number * 2 + row * 3) % 5])
            b.stroke([(x + 0.12, y - 0.2), (x + 0.12, y - 0.08)], 0.04)
            b.stroke([(x + 0.24, y - 0.2), (x + 0.24, y - 0.08)], 0.04)
    b.box(0.62, -0.5, 0.86, 0.2, LIGHT)
    windows(b, (0.64, -0.44, 0.84, -0.2), 2, 1, INK)
    b.box(0.66, -0.72, 0.8, -0.5, ACCENT)
    b.shape([(-0.95, 0.18), (0.92, 0.18), (0.86, 0.72), (-0.72, 0.72)], SHADE)
    b.stroke([(-0.86, 0.34), (0.88, 0.34)], 0.06, ACCENT)
    sea(b, 0.6)


def _cyberdefence(b: Brush) -> None:
    for side in (-1, 1):
        for y, far in ((-0.5, 0.84), (-0.1, 0.88), (0.3, 0.82)):
            b.stroke([(0.5 * side, y), (far * side, y)], 0.06)
            b.disc(far * side, y, 0.08, ACCENT)
    shield(b, 0, 0, 1.84, HUE)
    b.stroke(arc(0, -0.2, 0.23, 180, 360, 0.32), 0.2)
    b.stroke(arc(0, -0.2, 0.23, 180, 360, 0.32), 0.09, LIGHT)
    b.box(-0.38, -0.18, 0.38, 0.42, LIGHT, soft=0.08)
    b.disc(0, 0.04, 0.1, ACCENT)
    b.shape([(-0.05, 0.08), (0.05, 0.08), (0.1, 0.3), (-0.1, 0.3)], ACCENT)
    b.disc(0, 0.04, 0.07, ACCENT, edge=False)


def _vertical_farm(b: Brush) -> None:
    b.box(-0.56, -0.72, 0.56, 0.84, LIGHT)
    b.shape([(-0.66, -0.72), (0, -0.94), (0.66, -0.72)], TINT)
    for y in (-0.22, 0.3, 0.82):
        for x in (-0.34, 0.0, 0.34):
            sprout(b, x, y - 0.04, 0.42, HUE if x else ACCENT)
        b.box(-0.56, y - 0.08, 0.56, y + 0.04, SHADE)
    for x in (-0.56, 0.56):
        b.box(x - 0.05, -0.72, x + 0.05, 0.86, HUE)
    b.stroke([(-0.92, 0.9), (0.92, 0.9)])
    for x in (-0.78, 0.78):
        b.disc(x, 0.66, 0.15, HUE)
        b.stroke([(x, 0.66), (x, 0.88)], 0.07)


def _megacity(b: Brush) -> None:
    b.disc(0.36, -0.5, 0.34, ACCENT)
    for x0, x1, top, tone in ((-0.58, -0.24, -0.42, SHADE), (-0.02, 0.3, -0.66, SHADE),
            (0.46, 0.76, -0.3, SHADE)):
        b.box(x0, top, x1, 0.8, tone)
        windows(b, (x0 + 0.03, top + 0.06, x1 - 0.03, 0.5), 2, 5, ACCENT)
    b.stroke([(0.14, -0.66), (0.14, -0.9)], 0.06)
    for x0, x1, top, tone in ((-0.92, -0.5, 0.0, HUE), (-0.36, 0.04, -0.12, TINT), (0.22, 0.56, 0.06, HUE),
            (0.6, 0.92, 0.2, TINT)):
        b.box(x0, top, x1, 0.8, tone)
        windows(b, (x0 + 0.04, top + 0.05, x1 - 0.04, 0.72), 2, 3 if top > 0.1 else 4, LIGHT)
    b.box(-0.95, 0.76, 0.95, 0.9, INK)
    for x in (-0.7, -0.3, 0.1, 0.5):
        b.stroke([(x, 0.83), (x + 0.2, 0.83)], 0.05, LIGHT)


def _reserve(b: Brush) -> None:
    b.disc(0.3, -0.7, 0.19, ACCENT)
    b.shape([(-0.95, 0.6), (-0.3, -0.7), (0.04, -0.1), (0.3, -0.42), (0.95, 0.6)], TINT)
    b.shape([(-0.3, -0.7), (-0.06, -0.28), (-0.2, -0.16), (-0.3, -0.3), (-0.42, -0.14),
            (-0.52, -0.26)], LIGHT)
    b.shape([(-0.95, 0.9), *curve([(-0.95, 0.56), (-0.2, 0.44), (0.4, 0.5), (0.95, 0.4)]), (0.95, 0.9)], HUE)
    for x, y, high in ((-0.64, 0.72, 0.84), (-0.3, 0.82, 0.62)):
        fir(b, x, y, high, SHADE)
    for x in (0.2, 0.3, 0.52, 0.6):
        b.stroke([(x, 0.5), (x, 0.84)], 0.08)
    b.smooth([(0.1, 0.3), (0.34, 0.28), (0.54, 0.26), (0.62, -0.04), (0.78, -0.04), (0.92, 0.08),
            (0.78, 0.14), (0.74, 0.42), (0.5, 0.56), (0.2, 0.56)], LIGHT)
    for flip in (False, True):
        c = b.moved(0.7, -0.06, 1, flip=flip)
        c.stroke(curve([(0.02, 0), (0.12, -0.16), (0.1, -0.32)]), 0.06)
        c.stroke([(0.1, -0.14), (0.22, -0.24)], 0.06)
    b.disc(0.76, 0.04, 0.035, INK, edge=False)


def _blue_helmet(b: Brush) -> None:
    b.stroke(curve([(-0.5, 0.3), (-0.4, 0.74), (0.0, 0.86), (0.36, 0.74), (0.44, 0.3)]), 0.13)
    b.stroke(curve([(-0.5, 0.3), (-0.4, 0.74), (0.0, 0.86), (0.36, 0.74), (0.44, 0.3)]), 0.05, TINT)
    b.box(-0.18, 0.74, 0.14, 0.92, SHADE, soft=0.06)
    b.shape([*curve([(-0.74, 0.24), (-0.76, -0.22), (-0.42, -0.66), (0.04, -0.76), (0.5, -0.58),
            (0.74, -0.14), (0.74, 0.16)]),
             *curve([(0.94, 0.34), (0.5, 0.3), (0.0, 0.36), (-0.5, 0.44), (-0.9, 0.46)])], HUE)
    b.stroke(curve([(-0.74, 0.22), (0.0, 0.14), (0.74, 0.14)]), 0.06)
    b.stroke(arc(-0.1, 0.0, 0.5, 195, 245, 0.54), 0.07, TINT)
    laurel(b, 0.04, -0.24, 0.38, LIGHT, 4)
    b.disc(0.04, -0.26, 0.19, LIGHT)
    b.stroke([(-0.14, -0.26), (0.22, -0.26)], 0.03)
    b.stroke(arc(0.04, -0.26, 0.08, 0, 360, 0.18), 0.03)


def _aid(b: Brush) -> None:
    for x in (-0.8, -0.28, 0.28, 0.8):
        b.stroke([(x, -0.24), (x * 0.3, 0.26)], 0.05)
    dome = arc(0, -0.22, 0.86, 180, 360, 0.68)
    b.shape([*dome, *arc(0.58, -0.22, 0.28, 0, -180, 0.12), *arc(0, -0.22, 0.3, 0, -180, 0.12), *arc(-0.58,
            -0.22, 0.28, 0, -180, 0.12)], ACCENT)
    b.shape([*arc(0, -0.22, 0.3, 180, 360, 0.68), *arc(0, -0.22, 0.3, 0, -180, 0.12)], LIGHT)
    b.box(-0.36, 0.24, 0.36, 0.88, HUE)
    b.box(-0.36, 0.24, 0.36, 0.38, SHADE)
    c = b.moved(0, 0.62, 0.26)
    c.smooth([(0, 0.8), (-0.86, -0.06), (-0.76, -0.66), (-0.34, -0.8), (0, -0.46), (0.34, -0.8),
            (0.76, -0.66), (0.86, -0.06)], LIGHT)


def _terraforming(b: Brush) -> None:
    b.shape([*arc(0, 1.5, 1.45, 228, 312), (0.95, 0.92), (-0.95, 0.92)], ACCENT)
    for x, y, wide in ((-0.66, 0.64, 0.15), (0.62, 0.62, 0.18), (-0.12, 0.76, 0.14)):
        b.oval(x, y, wide, wide * 0.45, SHADE, edge=False)
    b.shape([(-0.62, 0.26), *arc(0, 0.26, 0.62, 180, 360, 0.82), (0.62, 0.26)], LIGHT)
    b.box(-0.68, 0.2, 0.68, 0.36, SHADE)
    fir(b, -0.3, 0.2, 0.42, HUE)
    sprout(b, 0.34, 0.2, 0.46, HUE)
    b.stroke([(0.02, 0.18), (0.02, -0.12)], 0.09)
    b.disc(0.02, -0.2, 0.2, HUE)
    b.stroke(arc(0, 0.26, 0.46, 200, 240, 0.66), 0.06, TINT)
    b.disc(0.66, -0.66, 0.17, TINT)
    b.stroke(arc(0.66, -0.66, 0.28, -30, 150, 0.09), 0.06)
    star(b, -0.74, -0.56, 0.12, LIGHT, 4, 0.35)
    star(b, -0.36, -0.84, 0.09, LIGHT, 4, 0.35)


def _nobel(b: Brush) -> None:
    b.shape([(-0.5, -0.92), (-0.16, -0.92), (0.2, -0.1), (-0.1, 0.0)], HUE)
    b.shape([(0.5, -0.92), (0.16, -0.92), (-0.2, -0.1), (0.1, 0.0)], HUE)
    b.stroke([(-0.33, -0.88), (0.04, -0.1)], 0.08, LIGHT)
    b.stroke([(0.33, -0.88), (-0.04, -0.1)], 0.08, LIGHT)
    b.disc(0, 0.34, 0.56, ACCENT)
    b.disc(0, 0.34, 0.44, LIGHT)
    _dove(b.moved(0.0, 0.4, 0.38))


def _heritage(b: Brush) -> None:
    for y, half in ((0.86, 0.92), (0.74, 0.82)):
        b.box(-half, y - 0.12, half, y, LIGHT)
    for step in range(4):
        x = -0.6 + 0.4 * step
        b.box(x - 0.11, -0.2, x + 0.11, 0.62, LIGHT)
        b.stroke([(x, -0.1), (x, 0.54)], 0.03, TINT)
        b.box(x - 0.15, -0.24, x + 0.15, -0.14, TINT)
    b.box(-0.84, -0.4, 0.84, -0.24, HUE)
    b.shape([(-0.94, -0.4), (0, -0.9), (0.94, -0.4)], HUE)
    b.shape([(-0.58, -0.48), (0, -0.78), (0.58, -0.48)], SHADE)
    b.disc(0, -0.58, 0.1, ACCENT)


def _torch(b: Brush) -> None:
    laurel(b, 0, 0.1, 0.82, HUE, 5)
    flame(b, 0, -0.02, 0.92)
    b.shape([(-0.3, -0.1), (0.3, -0.1), (0.1, 0.84), (-0.1, 0.84)], LIGHT)
    b.box(-0.36, -0.16, 0.36, 0.0, SHADE, soft=0.04)
    for y in (0.2, 0.38):
        b.stroke([(-0.21 + y * 0.1, y), (0.21 - y * 0.1, y)], 0.06, HUE)


def _networks(b: Brush) -> None:
    b = b.moved(0.02, 0.02, 0.97)
    nodes = ((-0.64, 0.46, HUE), (0.64, 0.5, SHADE), (0.0, -0.02, ACCENT), (-0.66, -0.5, TINT))
    for x0, y0, x1, y1 in ((-0.64, 0.46, 0.64, 0.5), (-0.64, 0.46, 0, 0), (0.64, 0.5, 0, 0),
            (-0.66, -0.5, 0, 0), (-0.66, -0.5, -0.64, 0.46)):
        b.stroke([(x0, y0), (x1, y1)], 0.06)
    for x, y, tone in nodes:
        b.disc(x, y, 0.32, LIGHT)
        b.shape([*arc(x, y + 0.3, 0.22, 200, 340, 0.28), *arc(x, y, 0.31, 50, 130)], tone)
        b.disc(x, y - 0.08, 0.12, tone)
    b.box(0.22, -0.92, 0.94, -0.36, HUE, soft=0.14)
    b.shape([(0.34, -0.42), (0.26, -0.16), (0.54, -0.42)], HUE)
    b.shape([(0.36, -0.48), (0.36, -0.34), (0.5, -0.48)], HUE, edge=False)
    c = b.moved(0.58, -0.62, 0.22)
    c.smooth([(0, 0.8), (-0.86, -0.06), (-0.76, -0.66), (-0.34, -0.8), (0, -0.46), (0.34, -0.8),
            (0.76, -0.66), (0.86, -0.06)], LIGHT)


def _skyscraper(b: Brush) -> None:
    b.box(-0.84, 0.12, -0.42, 0.84, TINT)
    windows(b, (-0.8, 0.18, -0.46, 0.7), 2, 3)
    b.box(0.42, -0.06, 0.84, 0.84, TINT)
    windows(b, (0.46, 0.0, 0.8, 0.7), 2, 4)
    b.stroke([(0, -0.7), (0, -0.94)], 0.07)
    b.shape([(-0.11, -0.62), (0, -0.84), (0.11, -0.62)], ACCENT)
    for half, top in ((0.14, -0.66), (0.25, -0.46), (0.38, -0.14)):
        b.box(-half, top, half, 0.84, HUE)
    for x in (-0.24, -0.08, 0.08, 0.24):
        b.stroke([(x, -0.0 if abs(x) > 0.1 else -0.36), (x, 0.56)], 0.07, LIGHT)
    b.shape([(-0.14, 0.84), (-0.14, 0.68), *arc(0, 0.68, 0.14, 180, 360, 0.12), (0.14, 0.84)], ACCENT)
    b.stroke([(-0.92, 0.87), (0.92, 0.87)], 0.08)
    c = b.moved(-0.58, -0.5, 0.4)
    c.smooth([(-0.7, 0.2), (-0.4, -0.16), (0, -0.4), (0.4, -0.1), (0.8, 0.2), (0, 0.3)], LIGHT)


def _nations(b: Brush) -> None:
    laurel(b, 0, 0.02, 0.84, HUE, 5)
    globe(b, 0, -0.1, 0.52, LIGHT)
    b.smooth([(-0.34, -0.34), (-0.06, -0.44), (0.02, -0.2), (-0.2, 0.02), (-0.36, -0.1)], ACCENT)
    b.smooth([(0.16, -0.06), (0.38, -0.16), (0.36, 0.14), (0.2, 0.22)], ACCENT)


def _missile(b: Brush) -> None:
    c = b.moved(0.1, -0.1, 1, 52)
    d = c.moved(0, 0.6, 1, 180)
    flame(d, 0, -0.06, 0.62)
    c.shape(symmetric([(0, -0.92), (0.13, -0.72), (0.16, -0.5), (0.16, 0.62), (0, 0.64)]), LIGHT)
    c.shape([(0.13, -0.72), (0, -0.92), (-0.13, -0.72), (-0.16, -0.5), (0.16, -0.5)], HUE)
    for side in (-1, 1):
        c.shape([(0.16 * side, -0.16), (0.56 * side, 0.1), (0.56 * side, 0.24), (0.16 * side, 0.14)], HUE)
        c.shape([(0.16 * side, 0.4), (0.36 * side, 0.58), (0.36 * side, 0.7), (0.16 * side, 0.6)], SHADE)
    c.stroke([(-0.14, 0.3), (0.14, 0.3)], 0.06, HUE)
    for x0, y0, x1, y1 in ((-0.9, 0.0, -0.56, -0.16), (-0.3, 0.84, -0.06, 0.62)):
        b.stroke([(x0, y0), (x1, y1)], 0.07, SHADE)


def _carrier(b: Brush) -> None:
    plane(b, -0.5, -0.5, 0.34, -64, LIGHT)
    b.stroke(curve([(-0.14, -0.34), (0.0, -0.24), (0.06, -0.1)]), 0.06, SHADE)
    b.box(0.24, -0.32, 0.62, 0.2, LIGHT)
    windows(b, (0.26, -0.26, 0.6, -0.06), 3, 1, INK)
    b.stroke([(0.42, -0.32), (0.42, -0.78)], 0.08)
    b.stroke([(0.28, -0.58), (0.56, -0.58)], 0.07)
    star(b, 0.42, -0.8, 0.11, ACCENT, 6)
    b.shape([(-0.94, -0.02), (-0.66, 0.14), (0.92, 0.14), (0.92, 0.3), (0.8, 0.34), (0.72, 0.74),
            (-0.5, 0.74), (-0.74, 0.34), (-0.94, 0.1)], HUE)
    b.stroke([(-0.64, 0.32), (0.84, 0.32)], 0.06)
    b.stroke([(-0.4, 0.22), (0.84, 0.22)], 0.04, LIGHT)
    for x in (-0.3, 0.06, 0.42):
        b.disc(x, 0.46, 0.06, LIGHT)
    sea(b, 0.62)


def _tank(b: Brush) -> None:
    b = b.moved(-0.02, 0, 0.96)
    b.rod([(0.1, -0.3), (0.9, -0.44)], 0.13, SHADE)
    b.rod([(0.8, -0.42), (0.92, -0.44)], 0.18, SHADE)
    b.shape([(-0.46, -0.02), (-0.4, -0.44), (-0.2, -0.56), (0.16, -0.54), (0.34, -0.02)], HUE)
    b.box(-0.3, -0.7, 0.0, -0.54, SHADE, soft=0.04)
    star(b, -0.08, -0.26, 0.17)
    b.shape([(-0.9, 0.26), (-0.78, -0.04), (0.66, -0.04), (0.9, 0.26)], HUE)
    b.box(-0.94, 0.2, 0.94, 0.82, INK, soft=0.29)
    b.box(-0.82, 0.32, 0.82, 0.7, TINT, soft=0.18, edge=False)
    for x in (-0.6, -0.2, 0.2, 0.6):
        b.disc(x, 0.51, 0.18, LIGHT)
        b.disc(x, 0.51, 0.07, SHADE)
    b.stroke([(-0.7, 0.07), (0.64, 0.07)], 0.06, TINT)


def _missile_shield(b: Brush) -> None:
    b.shape([(-0.84, 0.78), *arc(0, 0.7, 0.84, 180, 360, 0.96), (0.84, 0.78)], LIGHT)
    b.stroke(arc(0, 0.7, 0.64, 205, 262, 0.76), 0.06, TINT)
    for x0, x1, top, tone in ((-0.46, -0.2, 0.34, SHADE), (-0.16, 0.14, 0.08, HUE),
            (0.18, 0.46, 0.42, SHADE)):
        b.box(x0, top, x1, 0.78, tone)
        windows(b, (x0 + 0.02, top + 0.04, x1 - 0.02, 0.72), 2, 2 if top > 0.3 else 3, ACCENT)
    b.box(-0.95, 0.76, 0.95, 0.9, HUE)
    burst(b, 0.44, -0.2, 0.32)
    c = b.moved(0.7, -0.62, 0.32, 215)
    c.shape([(0, -0.8), (0.22, -0.4), (0.22, 0.5), (0.46, 0.8), (-0.46, 0.8), (-0.22, 0.5),
            (-0.22, -0.4)], HUE)
    burst(b, -0.56, -0.12, 0.22)
    c = b.moved(-0.76, -0.56, 0.26, 152)
    c.shape([(0, -0.8), (0.22, -0.4), (0.22, 0.5), (0.46, 0.8), (-0.46, 0.8), (-0.22, 0.5),
            (-0.22, -0.4)], HUE)


def _stealth(b: Brush) -> None:
    b.disc(0.56, -0.52, 0.32, ACCENT)
    star(b, -0.7, -0.7, 0.12, LIGHT, 4, 0.35)
    star(b, -0.16, -0.84, 0.09, LIGHT, 4, 0.35)
    b.shape(symmetric([(0, -0.5), (0.94, 0.3), (0.74, 0.5), (0.5, 0.3), (0.24, 0.54), (0, 0.34)]), SHADE)
    b.shape(symmetric([(0, -0.5), (0.2, -0.18), (0.18, 0.12), (0, 0.34)]), INK)
    b.shape(symmetric([(0, -0.3), (0.08, -0.16), (0, -0.1)]), ACCENT)
    for side in (-1, 1):
        b.stroke([(0.3 * side, 0.02), (0.6 * side, 0.22)], 0.05, TINT)
    for y, half in ((0.68, 0.5), (0.84, 0.28)):
        b.stroke(curve([(-half, y), (-half / 2, y + 0.04), (0, y - 0.02), (half / 2, y + 0.04),
                (half, y)]), 0.06, TINT)


def _sanctions(b: Brush) -> None:
    for x, y in ((-0.36, 0.74), (-0.36, 0.6), (-0.36, 0.46), (0.38, 0.74), (0.38, 0.6)):
        b.oval(x, y, 0.42, 0.15, ACCENT)
    coin(b, 0, -0.12, 0.52)
    for points in (((-0.86, -0.62), (0.84, 0.4)), ((0.84, -0.64), (-0.84, 0.4))):
        (x0, y0), (x1, y1) = points
        for step in range(5):
            t, u = step / 5 + 0.02, (step + 1) / 5 - 0.02
            b.rod([(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t), (x0 + (x1 - x0) * u, y0 + (y1 - y0) * u)],
                    0.14, TINT if step % 2 else LIGHT)
    b.stroke(arc(0, -0.26, 0.17, 180, 360, 0.24), 0.17)
    b.stroke(arc(0, -0.26, 0.17, 180, 360, 0.24), 0.07, LIGHT)
    b.box(-0.28, -0.26, 0.28, 0.2, HUE, soft=0.06)
    b.disc(0, -0.08, 0.07, INK)
    b.stroke([(0, -0.06), (0, 0.08)], 0.07)


THIRD: Mapping[int, Callable[[Brush], None]] = {
    61: _internet, 62: _mind, 63: _station, 64: _drone, 65: _war_or_peace, 66: _atom,
    67: _crypto, 68: _exchange, 69: _hyperloop, 70: _asylum, 71: _container_ship, 72: _cyberdefence,
    73: _vertical_farm, 74: _megacity, 75: _reserve, 76: _blue_helmet, 77: _aid, 78: _terraforming,
    79: _nobel, 80: _heritage, 81: _torch, 82: _networks, 83: _skyscraper, 84: _nations,
    85: _missile, 86: _carrier, 87: _tank, 88: _missile_shield, 89: _stealth, 90: _sanctions,
}
"""Functions that draw Age III's illustrations, by card number."""
