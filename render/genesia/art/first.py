"""The cards of Age I, 1 to 30: fire, canoes, megaliths, chariots."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from render.genesia.art.brush import Brush, Tone, arc, curve, symmetric
from render.genesia.art.shapes import (
    coin,
    flame,
    hill,
    leaf,
    moon,
    person,
    rays,
    sea,
    spear,
    sprout,
    star,
    sword,
    wheel,
)

__all__ = ["FIRST"]

PALE, TINT, HUE, SHADE, INK, LIGHT, ACCENT = Tone

# The formatter is off, so that points stay in rows as they were drawn.
# fmt: off


def _fire(b: Brush) -> None:
    for x in (-0.72, -0.24, 0.24, 0.72):
        b.oval(x, 0.74, 0.24, 0.17, TINT)
    b.rod([(-0.62, 0.36), (0.6, 0.68)], 0.2, SHADE)
    flame(b, 0, 0.6, 1.5)
    b.rod([(0.62, 0.36), (-0.6, 0.68)], 0.2, HUE)
    b.disc(-0.6, 0.68, 0.07, LIGHT)


def _polished_axe(b: Brush) -> None:
    b.rod([(-0.58, 0.84), (0.34, -0.72)], 0.22, SHADE)
    b.smooth(
        [(-0.32, -0.62), (0.1, -0.74), (0.62, -0.6), (0.84, -0.2), (0.8, 0.16), (0.54, 0.0), (0.1, -0.22),
                (-0.3, -0.42)],
        LIGHT,
    )
    b.stroke(curve([(0.7, -0.34), (0.56, -0.2), (0.44, -0.06)]), 0.06, TINT)
    for x, y in ((-0.04, -0.36), (0.06, -0.5), (0.16, -0.64)):
        b.stroke([(x - 0.06, y + 0.18), (x + 0.24, y + 0.04)], 0.09, ACCENT)


def _flint(b: Brush) -> None:
    b.shape([(-0.92, 0.84), (-0.78, 0.3), (-0.36, 0.06), (0.06, 0.34), (0.2, 0.84)], HUE)
    b.shape([(-0.36, 0.06), (-0.28, 0.46), (-0.5, 0.84), (-0.92, 0.84), (-0.78, 0.3)], TINT)
    b.shape([(-0.04, 0.84), (0.1, 0.44), (0.5, 0.3), (0.9, 0.6), (0.92, 0.84)], SHADE)
    b.shape([(0.1, 0.44), (0.5, 0.3), (0.42, 0.62), (0.2, 0.84), (-0.04, 0.84)], HUE)
    b.moved(0.3, -0.38, 0.62, 28).shape(
        [(0, -1), (0.3, -0.5), (0.42, 0.1), (0.22, 0.5), (0, 0.66), (-0.22, 0.5), (-0.42, 0.1),
                (-0.3, -0.5)], LIGHT
    )
    c = b.moved(0.3, -0.38, 0.62, 28)
    c.stroke([(0, -1), (-0.06, -0.3), (0.06, 0.2), (0, 0.66)], 0.05)
    c.stroke([(-0.06, -0.3), (-0.36, -0.1)], 0.05)
    c.stroke([(0.06, 0.2), (0.36, 0.3)], 0.05)
    rays(b, -0.42, -0.36, 0.16, 0.36, 6)


def _spear_throwers(b: Brush) -> None:
    hill(b, 0.62)
    b.stroke(curve([(0.0, 0.1), (-0.22, 0.36), (-0.5, 0.66)]), 0.19, INK)
    b.stroke(curve([(0.0, 0.1), (0.26, 0.3), (0.24, 0.66)]), 0.19, INK)
    b.stroke(curve([(0.02, 0.12), (0.04, -0.16), (0.12, -0.36)]), 0.26, INK)
    b.stroke(curve([(0.12, -0.34), (0.36, -0.24), (0.58, -0.34)]), 0.13, INK)
    b.stroke(curve([(0.1, -0.34), (-0.18, -0.3), (-0.34, -0.5)]), 0.13, INK)
    b.disc(0.2, -0.6, 0.19, INK)
    b.rod([(-0.34, -0.48), (-0.62, -0.22)], 0.09, ACCENT)
    spear(b, (-0.72, -0.36), (0.66, -0.88), 0.2, HUE)


def _writing(b: Brush) -> None:
    b.moved(-0.1, 0.06, 1, -7).box(-0.62, -0.78, 0.62, 0.78, LIGHT, soft=0.2)
    c = b.moved(-0.1, 0.06, 1, -7)
    for row, marks in enumerate(("v-v", "-vv", "v--", "vv ")):
        y = -0.54 + 0.34 * row
        for column, mark in enumerate(marks):
            x = -0.36 + 0.36 * column
            if mark == "v":
                c.shape([(x - 0.12, y - 0.06), (x + 0.1, y - 0.06), (x - 0.01, y + 0.1)], HUE, edge=False)
                c.stroke([(x - 0.01, y + 0.05), (x - 0.01, y + 0.2)], 0.06, HUE)
            elif mark == "-":
                c.shape([(x - 0.14, y - 0.06), (x - 0.14, y + 0.14), (x, y + 0.04)], HUE, edge=False)
                c.stroke([(x - 0.04, y + 0.04), (x + 0.15, y + 0.04)], 0.06, HUE)
    b.shape([(0.26, 0.62), (0.34, 0.42), (0.8, -0.46), (0.94, -0.38), (0.46, 0.5)], ACCENT)


def _barley(b: Brush) -> None:
    for turn, x in ((-24, -0.4), (22, 0.4), (0, 0)):
        c = b.moved(x * 0.9, 0.12, 0.82, turn)
        c.stroke([(0, 0.96), (0, -0.4)], 0.08)
        for row in range(4):
            y = 0.16 - 0.23 * row
            for side in (False, True):
                half = c.moved(0, y, 1, flip=side)
                half.stroke([(0.16, -0.18), (0.3, -0.56)], 0.03)
                leaf(half, 0.02, 0.06, 0.36, -58, ACCENT if turn == 0 else HUE, 0.32)
        leaf(c, 0, -0.58, 0.36, -90, ACCENT if turn == 0 else HUE, 0.3)


def _barter(b: Brush) -> None:
    c = b.moved(-0.38, 0.02, 0.52)
    c.shape([(0.44, 0), (0.98, -0.42), (0.86, 0), (0.98, 0.42)], SHADE)
    c.smooth([(-0.98, 0), (-0.5, -0.44), (0.1, -0.4), (0.56, 0), (0.1, 0.4), (-0.5, 0.44)], LIGHT)
    c.stroke(arc(-0.72, 0, 0.36, -52, 52), 0.08)
    c.disc(-0.66, -0.1, 0.06, INK)
    c = b.moved(0.5, 0.02, 0.5)
    c.shape(curve(symmetric([(0, -0.62), (0.26, -0.62), (0.24, -0.44), (0.72, 0.1), (0.4, 0.78),
            (0, 0.82)])), SHADE)
    c.box(-0.4, -0.86, 0.4, -0.58, HUE, soft=0.1)
    c.stroke(curve([(-0.62, 0.04), (-0.3, 0.2), (0, 0.06), (0.3, 0.2), (0.62, 0.04)]), 0.1, LIGHT)
    for flip in (False, True):
        arrow = b.moved(0, 0.02, 1, 180 if flip else 0)
        arrow.stroke(arc(0, 0.1, 0.78, -140, -52, 0.84), 0.19)
        arrow.stroke(arc(0, 0.1, 0.78, -140, -52, 0.84), 0.08, ACCENT)
        arrow.shape([(0.34, -0.82), (0.78, -0.42), (0.72, -0.9)], ACCENT)


def _canoe(b: Brush) -> None:
    b.rod([(0.36, -0.82), (-0.22, 0.5)], 0.09, SHADE)
    person(b, -0.18, 0.34, 0.86, HUE)
    b.stroke(curve([(-0.12, -0.1), (0.06, 0.02), (0.1, -0.2)]), 0.11)
    person(b, 0.36, 0.34, 0.7, TINT)
    b.shape(
        curve([(-0.94, -0.08), (-0.7, 0.14), (0, 0.22), (0.7, 0.14), (0.94, -0.08)])
        + curve([(0.94, -0.08), (0.84, 0.42), (0.5, 0.62), (-0.5, 0.62), (-0.84, 0.42),
                (-0.94, -0.08)]), SHADE,
    )
    b.stroke(curve([(-0.72, 0.36), (0, 0.42), (0.72, 0.36)]), 0.06, ACCENT)
    sea(b, 0.52)
    b.oval(-0.3, 0.62, 0.08, 0.15, SHADE)


def _plough(b: Brush) -> None:
    for row, y in enumerate((0.5, 0.7)):
        b.shape(curve([(-0.9, y + 0.2), (-0.9, y), (-0.5, y - 0.06), (0, y), (0.5, y - 0.06), (0.9, y),
                (0.9, y + 0.2)]),
                SHADE if row else HUE)
    for x in (-0.66, -0.42):
        sprout(b, x, 0.48, 0.4, TINT)
    b.rod(curve([(-0.86, -0.44), (-0.5, -0.3), (-0.12, 0.1), (0.08, 0.42)]), 0.15, TINT)
    b.rod(curve([(-0.16, 0.06), (0.1, -0.24), (0.5, -0.5), (0.82, -0.62)]), 0.15, SHADE)
    b.rod([(-0.86, -0.6), (-0.86, -0.3)], 0.14, SHADE)
    b.shape([(-0.16, 0.42), (0.16, 0.16), (0.52, 0.66), (0.1, 0.6)], LIGHT)
    b.rod([(0.76, -0.84), (0.86, -0.4)], 0.12, TINT)


def _cowries(b: Brush) -> None:
    for x, y, turn, size in ((-0.48, -0.34, -30, 0.46), (0.5, -0.3, 34, 0.46), (0.02, 0.32, 4, 0.6)):
        c = b.moved(x, y, size, turn)
        c.smooth([(0, -1), (0.5, -0.78), (0.76, -0.1), (0.5, 0.7), (0, 1), (-0.5, 0.7), (-0.76, -0.1),
                (-0.5, -0.78)], LIGHT)
        c.smooth([(0.02, -0.8), (0.16, -0.3), (0.18, 0.3), (0, 0.84), (-0.14, 0.3), (-0.1, -0.3)], SHADE)
        for v in (-0.45, -0.15, 0.15, 0.45):
            c.stroke([(-0.32, v - 0.04), (-0.14, v)], 0.06)
            c.stroke([(0.2, v), (0.38, v - 0.04)], 0.06)


def _potion(b: Brush) -> None:
    c = b.moved(0.1, -0.3, 0.56, 28)
    for x in (-0.44, 0.44):
        b.shape([(x - 0.1, 0.7), (x + 0.1, 0.7), (x * 1.3, 0.92)], SHADE)
    b.smooth([(-0.7, 0.06), (-0.84, 0.46), (-0.5, 0.82), (0.5, 0.82), (0.84, 0.46), (0.7, 0.06)], SHADE)
    b.stroke(curve([(-0.58, 0.34), (-0.5, 0.56), (-0.3, 0.68)]), 0.08, HUE)
    b.oval(0, 0.06, 0.76, 0.17, ACCENT)
    for x in (-0.2, 0.2):
        c.disc(x, -0.86, 0.24, LIGHT)
    c.box(-0.16, -0.84, 0.16, 0.6, LIGHT)
    c.box(-0.12, -0.92, 0.12, 0.5, LIGHT, edge=False)
    b.stroke(arc(-0.06, 0.07, 0.34, 20, 160, 0.07), 0.05, LIGHT)
    b.disc(-0.44, -0.24, 0.11, ACCENT)
    b.disc(-0.62, -0.56, 0.08, ACCENT)
    b.disc(-0.34, -0.66, 0.1, ACCENT)


def _kill(b: Brush) -> None:
    b = b.moved(-0.03, 0, 0.96)
    for x in (-0.62, -0.3, 0.08, 0.32):
        b.box(x, 0.3, x + 0.24, 0.86, SHADE, soft=0.06)
    b.smooth(
        [(-0.8, 0.4), (-0.86, -0.06), (-0.62, -0.4), (-0.2, -0.44), (0.1, -0.5), (0.38, -0.78), (0.62, -0.66),
         (0.78, -0.3), (0.68, 0.1), (0.5, 0.28), (0.46, 0.5), (0.1, 0.56), (-0.4, 0.6)], HUE,
    )
    b.rod(curve([(0.74, -0.2), (0.86, 0.12), (0.76, 0.42), (0.84, 0.56)]), 0.15, HUE)
    b.stroke(curve([(0.56, 0.0), (0.52, 0.34), (0.74, 0.48), (0.94, 0.28)]), 0.17)
    b.stroke(curve([(0.56, 0.0), (0.52, 0.34), (0.74, 0.48), (0.94, 0.28)]), 0.08, LIGHT)
    b.smooth([(0.1, -0.48), (0.34, -0.4), (0.32, -0.04), (0.12, -0.14)], SHADE)
    b.disc(0.52, -0.36, 0.04, INK)
    for x in (-0.6, -0.36, -0.12):
        b.stroke([(x, 0.4), (x + 0.06, 0.56)], 0.06)
    for start, end in (((-0.86, -0.86), (-0.44, -0.3)), ((-0.36, -0.92), (-0.18, -0.34))):
        b.rod([start, end], 0.08, ACCENT)


def _scouts(b: Brush) -> None:
    hill(b, 0.46, TINT)
    person(b, 0.02, 0.62, 1.3, HUE)
    b.stroke(curve([(0.14, -0.12), (0.44, -0.2), (0.2, -0.52)]), 0.13)
    b.rod([(-0.44, 0.66), (-0.36, -0.7)], 0.09, SHADE)
    b.stroke([(-0.12, 0.0), (-0.38, -0.04)], 0.13)
    b.disc(0.72, -0.66, 0.19, ACCENT)


def _nomads(b: Brush) -> None:
    b.disc(0.66, -0.6, 0.22, ACCENT)
    hill(b, 0.62, TINT)
    for x in (-0.2, 0.08):
        b.rod([(-0.06 - x * 0.4, -0.4), (-0.06 + x, -0.9)], 0.06, SHADE)
    b.shape([(-0.06, -0.62), (0.66, 0.7), (-0.78, 0.7)], LIGHT)
    b.shape([(-0.06, -0.62), (0.14, -0.25), (-0.26, -0.25)], HUE)
    b.shape([(-0.05, 0.06), (0.16, 0.7), (-0.28, 0.7)], SHADE)
    b.shape([(-0.62, 0.42), (-0.34, 0.42), (-0.4, 0.56), (-0.7, 0.56)], HUE, edge=False)
    b.shape([(0.24, 0.42), (0.5, 0.42), (0.58, 0.56), (0.28, 0.56)], HUE, edge=False)


def _sheep(b: Brush) -> None:
    for y in (-0.5, -0.16):
        b.rod([(-0.9, y), (0.9, y)], 0.09, TINT)
    for x in (-0.78, 0.78):
        b.box(x - 0.08, -0.74, x + 0.08, 0.7, SHADE, soft=0.05)
    b.box(-0.95, 0.72, 0.95, 0.9, HUE)
    for x in (-0.4, -0.18, 0.2, 0.4):
        b.box(x - 0.07, 0.4, x + 0.07, 0.78, INK)
    wool = [(-0.5, -0.1), (-0.28, -0.3), (0.02, -0.34), (0.3, -0.22), (0.5, 0.04), (0.48, 0.32),
            (0.22, 0.46), (-0.1, 0.48), (-0.42, 0.44), (-0.6, 0.2)]
    for edge in (True, False):
        for x, y in wool:
            b.disc(x, y, 0.2 if edge else 0.17, INK if edge else LIGHT, edge=False)
    b.box(-0.5, -0.08, 0.44, 0.4, LIGHT, edge=False)
    b.box(-0.3, -0.28, 0.3, 0.0, LIGHT, edge=False)
    b.smooth([(0.42, -0.32), (0.66, -0.38), (0.8, -0.12), (0.76, 0.14), (0.58, 0.14), (0.44, -0.06)], SHADE)
    b.oval(0.4, -0.26, 0.14, 0.07, SHADE)
    b.disc(0.64, -0.16, 0.045, LIGHT, edge=False)
    b.stroke(arc(-0.1, 0.06, 0.12, 20, 180), 0.05, TINT)
    b.stroke(arc(0.2, 0.16, 0.12, 20, 180), 0.05, TINT)


def _goddess(b: Brush) -> None:
    rays(b, 0, -0.02, 0.72, 0.92, 14, 12, 372)
    b.smooth([(0, -0.1), (0.34, 0.1), (0.46, 0.3), (0.36, 0.56), (0.16, 0.92), (0, 0.86), (-0.16, 0.92),
            (-0.36, 0.56), (-0.46, 0.3), (-0.34, 0.1)], HUE)
    b.stroke([(0, 0.58), (0, 0.86)], 0.05)
    b.smooth(symmetric([(0, -0.52), (0.28, -0.44), (0.4, -0.2), (0.3, 0.1), (0, 0.16)]), HUE)
    b.disc(-0.17, -0.06, 0.2, TINT)
    b.disc(0.17, -0.06, 0.2, TINT)
    b.disc(0, 0.34, 0.25, TINT)
    b.disc(0, -0.66, 0.24, SHADE)
    for y in (-0.8, -0.68, -0.56):
        b.stroke(curve([(-0.17, y), (0, y + 0.06), (0.17, y)]), 0.05, LIGHT)


def _palisade(b: Brush) -> None:
    b.box(-0.95, 0.66, 0.95, 0.9, TINT)
    for step in range(5):
        x = -0.76 + 0.38 * step
        b.shape([(x - 0.17, 0.8), (x - 0.17, -0.5), (x, -0.88), (x + 0.17, -0.5),
                (x + 0.17, 0.8)], HUE if step % 2 else SHADE)
        b.stroke([(x + 0.06, -0.3), (x + 0.06, 0.1)], 0.05)
    for y in (-0.2, 0.4):
        b.rod([(-0.9, y), (0.9, y)], 0.14, LIGHT)


def _migration(b: Brush) -> None:
    b = b.moved(0.05, 0, 0.93)
    b.disc(0.5, -0.42, 0.36, ACCENT)
    hill(b, 0.3, TINT)
    b.stroke(curve([(-0.8, 0.86), (-0.1, 0.62), (0.2, 0.5), (0.46, 0.32)]), 0.06, SHADE)
    for x, y, high, tone in ((0.34, 0.34, 0.54, SHADE), (-0.1, 0.56, 0.8, HUE), (-0.62, 0.84, 1.1, SHADE)):
        if tone is HUE:
            b.rod([(x + high * 0.36, y), (x + high * 0.3, y - high * 0.72)], 0.05, LIGHT)
        b.disc(x - high * 0.24, y - high * 0.52, high * 0.18, LIGHT)
        person(b, x, y, high, tone)


def _cave(b: Brush) -> None:
    b = b.moved(0, 0, 0.96)
    b.smooth([(-0.92, 0.86), (-0.9, -0.1), (-0.6, -0.72), (-0.1, -0.9), (0.4, -0.84), (0.8, -0.4),
            (0.92, 0.2), (0.9, 0.86), (0, 0.92)], TINT)
    c = b.moved(-0.1, 0.2, 0.62)
    for x in (-0.56, -0.36, 0.24, 0.42):
        c.stroke([(x, 0.2), (x + 0.04, 0.74)], 0.13, SHADE)
    c.smooth([(-0.82, -0.1), (-0.5, -0.34), (0.0, -0.52), (0.32, -0.74), (0.62, -0.5), (0.92, -0.26),
            (0.98, 0.08), (0.74, 0.16), (0.5, 0.34), (0.0, 0.38), (-0.6, 0.36)], SHADE, edge=False)
    c.stroke(arc(0.9, -0.56, 0.2, 90, -60), 0.09, SHADE)
    c.stroke(curve([(-0.8, -0.06), (-0.98, 0.16), (-0.9, 0.4)]), 0.08, SHADE)
    c.disc(0.72, -0.16, 0.06, LIGHT, edge=False)
    h = b.moved(0.36, -0.36, 0.36, 14)
    h.smooth([(-0.36, 0.1), (0, -0.1), (0.36, 0.1), (0.3, 0.7), (-0.3, 0.7)], LIGHT, edge=False)
    for x0, y0, x1, y1 in ((-0.3, 0.2, -0.74, -0.14), (-0.2, 0, -0.34, -0.72), (0, 0, -0.02, -0.86),
            (0.2, 0, 0.3, -0.74), (0.3, 0.2, 0.58, -0.44)):
        h.stroke([(x0, y0), (x1, y1)], 0.2, LIGHT)
    for x, y in ((-0.6, -0.34), (-0.46, -0.46), (-0.3, -0.54)):
        b.disc(x, y, 0.06, ACCENT, edge=False)
    b.stroke([(-0.7, 0.68), (0.6, 0.72)], 0.07, HUE)


def _megaliths(b: Brush) -> None:
    hill(b, 0.5, TINT)
    b.disc(0.02, 0.06, 0.21, ACCENT)
    b.shape([(-0.9, 0.78), (-0.84, -0.26), (-0.64, -0.26), (-0.6, 0.78)], HUE)
    b.shape([(0.62, 0.78), (0.66, -0.1), (0.86, -0.14), (0.92, 0.78)], HUE)
    b.shape([(-0.95, -0.24), (-0.92, -0.52), (-0.3, -0.54), (-0.3, -0.28)], TINT)
    b.shape([(-0.5, 0.84), (-0.46, -0.46), (-0.22, -0.46), (-0.2, 0.84)], SHADE)
    b.shape([(0.24, 0.84), (0.26, -0.46), (0.5, -0.46), (0.54, 0.84)], SHADE)
    b.shape([(-0.6, -0.44), (-0.56, -0.8), (0.58, -0.84), (0.64, -0.46)], LIGHT)


def _mud_houses(b: Brush) -> None:
    b.disc(0.7, -0.66, 0.18, ACCENT)
    b.box(-0.24, -0.56, 0.46, 0.1, LIGHT)
    b.box(-0.88, -0.1, 0.0, 0.84, TINT)
    b.box(0.0, 0.14, 0.9, 0.84, HUE)
    for x in (-0.1, 0.1, 0.3):
        b.disc(x, -0.42, 0.05, INK, edge=False)
    b.box(0.12, -0.24, 0.32, 0.14, SHADE)
    b.box(-0.6, 0.36, -0.28, 0.84, SHADE)
    b.box(0.56, 0.38, 0.76, 0.58, SHADE)
    for x in (-0.68, -0.44, -0.2):
        b.disc(x, 0.06, 0.05, INK, edge=False)
    for x in (0.1, 0.36):
        b.stroke([(x, 0.86), (x + 0.06, -0.02)], 0.07, LIGHT)
    for step in range(4):
        y = 0.68 - 0.19 * step
        b.stroke([(0.12 + 0.013 * step, y), (0.36 + 0.013 * step, y)], 0.06, LIGHT)


def _burial(b: Brush) -> None:
    moon(b, 0.62, -0.6, 0.24, LIGHT)
    star(b, -0.62, -0.66, 0.13)
    star(b, -0.1, -0.82, 0.1)
    b.shape([(-0.95, 0.84), *curve([(-0.95, 0.84), (-0.7, 0.2), (-0.3, -0.24), (0, -0.32), (0.3, -0.24),
            (0.7, 0.2), (0.95, 0.84)])], HUE)
    b.box(-0.36, 0.3, -0.16, 0.84, LIGHT)
    b.box(0.16, 0.3, 0.36, 0.84, LIGHT)
    b.box(-0.16, 0.4, 0.16, 0.84, INK)
    b.box(-0.48, 0.1, 0.48, 0.32, LIGHT)
    b.disc(0, 0.7, 0.1, ACCENT)
    for x, y in ((-0.6, 0.5), (0.62, 0.44), (-0.3, -0.02), (0.26, -0.06)):
        b.stroke([(x, y), (x + 0.03, y - 0.12)], 0.05, TINT)


def _hammurabi(b: Brush) -> None:
    b.box(-0.66, 0.7, 0.66, 0.9, SHADE)
    b.shape([(-0.5, 0.72), (-0.5, -0.5), *arc(0, -0.5, 0.5, 180, 360, 0.42), (0.5, 0.72)], TINT)
    person(b, -0.18, -0.18, 0.54, SHADE)
    b.box(0.12, -0.36, 0.36, -0.18, SHADE)
    person(b, 0.24, -0.3, 0.48, HUE)
    b.stroke([(-0.1, -0.44), (0.14, -0.48)], 0.06)
    b.stroke([(-0.5, -0.16), (0.5, -0.16)])
    for row in range(4):
        y = -0.0 + 0.17 * row
        for column in range(5):
            x = -0.36 + 0.18 * column
            if (row + column) % 3:
                b.shape([(x - 0.06, y - 0.05), (x + 0.06, y - 0.05), (x, y + 0.08)], SHADE, edge=False)
            else:
                b.stroke([(x - 0.05, y + 0.01), (x + 0.05, y + 0.01)], 0.05, SHADE)


def _storytellers(b: Brush) -> None:
    b.smooth([(-0.1, -0.86), (0.5, -0.92), (0.88, -0.6), (0.84, -0.2), (0.46, 0.02), (0.0, -0.02),
            (-0.26, -0.3), (-0.3, -0.66)], LIGHT)
    b.shape([(-0.16, -0.2), (-0.34, 0.12), (0.14, -0.04)], LIGHT)
    b.shape([(-0.14, -0.24), (-0.1, -0.1), (0.12, -0.08)], LIGHT, edge=False)
    moon(b, 0.06, -0.5, 0.2, HUE)
    star(b, 0.5, -0.48, 0.24)
    person(b, -0.56, 0.84, 1.06, HUE)
    b.stroke(curve([(-0.42, 0.3), (-0.18, 0.3), (-0.1, 0.14)]), 0.11)
    for x, tone in ((0.18, SHADE), (0.56, TINT)):
        person(b, x, 0.86, 0.66, tone)


def _bow(b: Brush) -> None:
    c = b.moved(-0.04, 0.04, 1.08, 45)
    c.stroke([(-0.84, 0.26), (0, 0.5), (0.84, 0.26)], 0.05)
    c.rod(curve([(-0.84, 0.26), (-0.62, -0.1), (-0.22, -0.3), (0, -0.26), (0.22, -0.3), (0.62, -0.1),
            (0.84, 0.26)]), 0.13, HUE)
    c.rod([(-0.14, -0.28), (0.14, -0.28)], 0.15, SHADE)
    spear(c, (0, 0.72), (0, -0.82), 0.24, ACCENT)
    for y in (0.56, 0.72):
        c.stroke([(0, y), (-0.16, y + 0.14)], 0.08, SHADE)
        c.stroke([(0, y), (0.16, y + 0.14)], 0.08, SHADE)


def _chariot(b: Brush) -> None:
    b.box(-0.95, 0.78, 0.95, 0.9, TINT)
    b.rod([(-0.3, 0.36), (0.24, 0.34), (0.5, 0.02)], 0.09, SHADE)
    person(b, -0.5, 0.3, 1.02, TINT)
    spear(b, (-0.72, 0.1), (-0.02, -0.74), 0.18)
    b.shape(curve([(-0.9, 0.4), (-0.84, -0.06), (-0.7, -0.1)]) + curve([(-0.24, -0.26), (-0.2, 0.1),
            (-0.24, 0.4)]), HUE)
    wheel(b, -0.5, 0.46, 0.36, 8, ACCENT)
    for points in ([(0.3, 0.2), (0.16, 0.5), (0.24, 0.78)], [(0.36, 0.24), (0.44, 0.5),
            (0.36, 0.78)], [(0.68, 0.2), (0.88, 0.4), (0.78, 0.6)], [(0.64, 0.24), (0.66, 0.54),
            (0.78, 0.78)]):
        b.stroke(curve(points), 0.12)
    b.smooth([(0.2, 0.1), (0.34, -0.06), (0.56, -0.04), (0.62, -0.3), (0.66, -0.54), (0.76, -0.54),
            (0.94, -0.3), (0.9, -0.18),
              (0.8, -0.22), (0.8, 0.08), (0.72, 0.26), (0.5, 0.26), (0.3, 0.32)], SHADE)
    b.stroke(curve([(0.2, 0.12), (0.1, 0.24), (0.12, 0.42)]), 0.09)
    b.stroke(curve([(0.62, -0.52), (0.54, -0.3), (0.52, -0.08)]), 0.1, ACCENT)


def _bronze(b: Brush) -> None:
    c = b.moved(0.28, 0, 1, 38)
    c.rod([(0, 0.9), (0, -0.4)], 0.13, SHADE)
    c.smooth([(0, -0.96), (0.2, -0.56), (0.13, -0.28), (0, -0.22), (-0.13, -0.28), (-0.2, -0.56)], ACCENT)
    c.stroke([(0, -0.34), (0, -0.8)], 0.04)
    c = b.moved(-0.22, 0.02, 1, -38)
    c.shape(curve([(-0.12, 0.36), (-0.11, 0.0), (-0.2, -0.5), (0, -0.96), (0.2, -0.5), (0.11, 0.0),
            (0.12, 0.36)]), ACCENT)
    c.stroke([(0, 0.34), (0, -0.66)], 0.05)
    c.rod([(0, 0.5), (0, 0.74)], 0.14, SHADE)
    c.shape(curve([(-0.3, 0.48), (-0.22, 0.34), (0, 0.4), (0.22, 0.34), (0.3, 0.48)]), HUE)
    c.disc(0, 0.84, 0.13, HUE)


def _phalanx(b: Brush) -> None:
    b = b.moved(0, 0.02, 0.96)
    for step in range(3):
        x = -0.6 + 0.6 * step
        spear(b, (x - 0.34, 0.6), (x + 0.16, -0.72), 0.19)
    for step in range(3):
        x = -0.6 + 0.6 * step
        b.smooth([(x - 0.28, -0.34), (x - 0.12, -0.62), (x + 0.14, -0.6), (x + 0.26, -0.34)], ACCENT)
        b.disc(x, -0.26, 0.21, ACCENT)
        b.shape([(x - 0.13, -0.28), (x + 0.13, -0.28), (x + 0.05, -0.12), (x + 0.06, 0.06),
                (x - 0.06, 0.06), (x - 0.05, -0.12)], INK)
    for step in range(3):
        x = -0.6 + 0.6 * step
        b.disc(x, 0.4, 0.38, HUE if step % 2 else SHADE)
        b.disc(x, 0.4, 0.26, LIGHT)
        b.shape([(x, 0.22), (x + 0.16, 0.54), (x + 0.07, 0.54), (x, 0.38), (x - 0.07, 0.54),
                (x - 0.16, 0.54)], SHADE, edge=False)


def _spoils(b: Brush) -> None:
    sword(b, 0.52, -0.16, 1.36, 24)
    b.shape(curve([(-0.6, 0.02), (-0.66, -0.4), (-0.4, -0.66), (0.0, -0.7), (0.36, -0.62), (0.5, -0.3),
            (0.46, 0.02)]), SHADE)
    b.shape(curve([(-0.48, 0.02), (-0.52, -0.3), (-0.3, -0.5), (0.0, -0.54), (0.26, -0.46), (0.36, -0.24),
            (0.34, 0.02)]), INK)
    for x, y in ((-0.36, -0.02), (-0.1, -0.14), (0.18, -0.02), (0.04, 0.02), (-0.24, -0.2)):
        coin(b, x, y, 0.17)
    b.box(-0.72, 0.06, 0.56, 0.84, HUE)
    b.box(-0.72, 0.06, 0.56, 0.24, SHADE)
    for x in (-0.5, 0.34):
        b.box(x - 0.08, 0.06, x + 0.08, 0.84, ACCENT)
    b.box(-0.22, 0.16, 0.06, 0.44, LIGHT)
    b.disc(-0.08, 0.27, 0.05, INK)
    coin(b, 0.74, 0.72, 0.17)


def _raiders(b: Brush) -> None:
    for x, y, high in ((-0.42, -0.1, 0.7), (0.4, -0.06, 0.76), (0, -0.16, 0.74)):
        flame(b, x, y, high)
    b.box(-0.56, 0.16, 0.56, 0.84, LIGHT)
    b.shape([(-0.8, 0.24), (-0.36, -0.34), (0.36, -0.34), (0.8, 0.24)], HUE)
    for x in (-0.4, 0.0, 0.4):
        b.stroke([(x * 0.7, -0.3), (x * 1.2, 0.18)], 0.05)
    b.shape([(-0.18, 0.84), (-0.18, 0.44), (0.18, 0.44), (0.18, 0.84)], INK)
    flame(b, 0, 0.84, 0.36)
    b.rod([(0.94 - 0.1, 0.84), (0.7, 0.36)], 0.1, SHADE)
    flame(b, 0.68, 0.4, 0.4)
    b.stroke([(-0.92, 0.86), (0.92, 0.86)])


FIRST: Mapping[int, Callable[[Brush], None]] = {
    1: _fire, 2: _polished_axe, 3: _flint, 4: _spear_throwers, 5: _writing, 6: _barley,
    7: _barter, 8: _canoe, 9: _plough, 10: _cowries, 11: _potion, 12: _kill,
    13: _scouts, 14: _nomads, 15: _sheep, 16: _goddess, 17: _palisade, 18: _migration,
    19: _cave, 20: _megaliths, 21: _mud_houses, 22: _burial, 23: _hammurabi, 24: _storytellers,
    25: _bow, 26: _chariot, 27: _bronze, 28: _phalanx, 29: _spoils, 30: _raiders,
}
"""Functions that draw Age I's illustrations, by card number."""
