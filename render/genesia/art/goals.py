"""The secret objectives, 1 to 12."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from render.genesia.art.brush import Brush, Tone, arc, curve
from render.genesia.art.shapes import coin, flag, globe, hill, house, person, rays, sea, star, windows

__all__ = ["GOALS"]

PALE, TINT, HUE, SHADE, INK, LIGHT, ACCENT = Tone

# The formatter is off, so that points stay in rows as they were drawn.
# fmt: off


def _enlightenment(b: Brush) -> None:
    b = b.moved(0, 0.07, 0.92)
    rays(b, 0, -0.24, 0.7, 0.86, 9, -200, 20, LIGHT)
    b.shape([*curve([(-0.24, 0.42), (-0.3, 0.2), (-0.5, -0.02)]), *arc(0, -0.26, 0.55, 155, 385),
             *curve([(0.5, -0.02), (0.3, 0.2), (0.24, 0.42)])], ACCENT)
    b.stroke([(-0.12, 0.4), (-0.2, -0.2), (0, -0.04), (0.2, -0.2), (0.12, 0.4)], 0.09)
    for y, half in ((0.42, 0.28), (0.58, 0.26), (0.74, 0.2)):
        b.box(-half, y, half, y + 0.16, SHADE, soft=0.05)


def _islanders(b: Brush) -> None:
    b.disc(-0.6, -0.58, 0.2, ACCENT)
    b.shape([(-0.8, 0.66), *curve([(-0.8, 0.62), (-0.4, 0.34), (0.1, 0.26), (0.6, 0.42),
            (0.84, 0.62)])], LIGHT)
    b.rod(curve([(0.02, 0.4), (0.04, 0.02), (0.22, -0.26)]), 0.13, SHADE)
    for turn in (-170, -120, -62, -8, 40, 140):
        c = b.moved(0.22, -0.28, 0.66, turn)
        c.shape([*curve([(0, 0), (0.4, -0.2), (0.8, -0.1), (1, 0.18)]), *curve([(1, 0.18), (0.6, 0.1),
                (0.3, 0.12), (0, 0)])],
                HUE)
    b.disc(0.14, -0.16, 0.09, ACCENT)
    b.disc(0.3, -0.14, 0.09, ACCENT)
    sea(b, 0.52)


def _coffers(b: Brush) -> None:
    for x, count in ((-0.6, 3), (0.6, 5), (0.0, 7)):
        for step in range(count):
            y = 0.74 - 0.17 * step
            b.shape([*arc(x, y, 0.28, 0, 180, 0.12), *arc(x, y - 0.14, 0.28, 180, 0, 0.12)], HUE)
            b.oval(x, y - 0.14, 0.28, 0.12, TINT)
    coin(b, -0.56, -0.3, 0.26)
    star(b, 0.66, -0.62, 0.2, ACCENT, 4, 0.35)


def _globetrotters(b: Brush) -> None:
    globe(b, 0.3, -0.32, 0.56, LIGHT, HUE)
    b.stroke(arc(-0.22, 0.06, 0.26, 180, 360, 0.3), 0.16)
    b.stroke(arc(-0.22, 0.06, 0.26, 180, 360, 0.3), 0.06, TINT)
    b.box(-0.9, 0.06, 0.46, 0.86, HUE, soft=0.12)
    for x in (-0.66, 0.12):
        b.box(x, 0.06, x + 0.12, 0.86, SHADE)
    b.disc(-0.24, 0.4, 0.17, LIGHT)
    star(b, -0.24, 0.4, 0.13)
    b.moved(-0.3, 0.7, 1, -8).box(-0.16, -0.06, 0.2, 0.08, ACCENT)


def _empire(b: Brush) -> None:
    for step, tone in enumerate((LIGHT, TINT, LIGHT)):
        x = -0.9 + 0.6 * step
        up, down = (0.0, 0.14) if step % 2 == 0 else (0.14, 0.0)
        b.shape([(x, -0.22 + up), (x + 0.6, -0.22 + down), (x + 0.6, 0.7 + down), (x, 0.7 + up)], tone)
    b.smooth([(-0.76, 0.24), (-0.4, 0.1), (-0.1, 0.3), (0.2, 0.22), (0.7, 0.2), (0.72, 0.56), (0.2, 0.72),
            (-0.3, 0.6), (-0.7, 0.66)],
             HUE, edge=False)
    b.stroke([(-0.3, -0.08), (-0.3, 0.84)])
    b.stroke([(0.3, -0.08), (0.3, 0.84)])
    for x, y, high in ((-0.6, 0.44, 0.8), (-0.06, 0.5, 1.2), (0.46, 0.42, 0.76)):
        flag(b, x, y, high, ACCENT)


def _people(b: Brush) -> None:
    for y, high, people in ((0.24, 0.8, ((-0.62, TINT), (-0.2, SHADE), (0.22, TINT), (0.64, SHADE))),
                            (0.54, 0.86, ((-0.44, HUE), (0.02, LIGHT), (0.46, HUE))),
                            (0.88, 0.94, ((-0.66, SHADE), (-0.22, TINT), (0.22, HUE), (0.66, TINT)))):
        for x, tone in people:
            person(b, x, y, high, tone, ACCENT if tone is LIGHT else LIGHT)


def _builders(b: Brush) -> None:
    b.box(-0.95, 0.74, 0.95, 0.9, SHADE)
    b.rod([(-0.5, 0.74), (-0.5, -0.84)], 0.13, ACCENT)
    b.rod([(-0.86, -0.56), (0.8, -0.56)], 0.12, ACCENT)
    b.stroke([(-0.5, -0.86), (0.7, -0.6)])
    b.stroke([(-0.5, -0.86), (-0.84, -0.58)])
    b.box(-0.92, -0.5, -0.66, -0.26, SHADE)
    b.stroke([(0.46, -0.5), (0.46, -0.2)])
    b.box(0.28, -0.22, 0.64, -0.02, LIGHT)
    b.box(-0.26, 0.06, 0.1, 0.74, TINT)
    windows(b, (-0.22, 0.1, 0.06, 0.7), 2, 3)
    b.box(0.1, 0.3, 0.84, 0.74, HUE)
    windows(b, (0.14, 0.34, 0.8, 0.7), 4, 2)


def _guests(b: Brush) -> None:
    house(b, 0, 0.66, 1.5, 1.5, LIGHT, HUE)
    b.box(0.34, -0.72, 0.54, -0.3, SHADE)
    b.shape([(-0.75, -0.165), (0, -0.84), (0.75, -0.165)], HUE)
    c = b.moved(0, -0.36, 0.2)
    c.smooth([(0, 0.8), (-0.86, -0.06), (-0.76, -0.66), (-0.34, -0.8), (0, -0.46), (0.34, -0.8),
            (0.76, -0.66), (0.86, -0.06)], ACCENT)
    b.box(-0.24, 0.02, 0.24, 0.66, ACCENT)
    b.shape([(-0.24, 0.02), (-0.24, 0.66), (-0.5, 0.76), (-0.5, 0.1)], SHADE)
    person(b, 0.06, 0.68, 0.52, TINT)
    b.shape([(-0.9, 0.66), (0.9, 0.66), (0.9, 0.84), (-0.9, 0.84)], SHADE)


def _peak(b: Brush) -> None:
    b.shape([(-0.95, 0.86), (-0.5, 0.06), (-0.3, 0.3), (0.1, -0.5), (0.4, 0.0), (0.54, -0.14),
            (0.95, 0.86)], HUE)
    b.shape([(0.1, -0.5), (0.4, 0.0), (0.24, 0.16), (0.1, 0.0), (-0.06, 0.2), (-0.18, 0.06)], LIGHT)
    flag(b, 0.1, -0.42, 0.54, ACCENT)
    b.shape([(-0.95, 0.86), (-0.5, 0.06), (-0.34, 0.24), (-0.46, 0.36), (-0.56, 0.26), (-0.66, 0.36)], SHADE)
    for x, y, wide in ((-0.56, -0.36, 0.3), (0.66, -0.5, 0.26)):
        b.shape([*arc(x, y, wide, 180, 360, wide * 0.6), (x + wide, y + 0.06), (x - wide, y + 0.06)], LIGHT)


def _colonies(b: Brush) -> None:
    b.disc(-0.62, -0.56, 0.2, ACCENT)
    b.shape([(-0.1, 0.6), *curve([(-0.1, 0.56), (0.2, 0.28), (0.6, 0.22), (0.95, 0.3)]), (0.95, 0.6)], TINT)
    house(b, 0.42, 0.32, 0.5, 0.6, LIGHT, HUE)
    house(b, 0.74, 0.4, 0.36, 0.42, LIGHT, SHADE)
    flag(b, 0.14, 0.44, 1.1, ACCENT)
    c = b.moved(-0.58, 0.26, 0.44)
    c.rod([(0, 0.6), (0, -0.8)], 0.1, SHADE)
    c.shape([(0.1, -0.7), (0.62, 0.26), (0.1, 0.26)], LIGHT)
    c.shape([(-0.1, -0.5), (-0.5, 0.26), (-0.1, 0.26)], LIGHT)
    c.shape([(-0.8, 0.4), (0.84, 0.4), (0.56, 0.84), (-0.56, 0.84)], HUE)
    sea(b, 0.54)


def _wonders(b: Brush) -> None:
    for flip in (False, True):
        c = b.moved(0, 0, 1, flip=flip)
        c.shape([(0.1, -0.56), (0.92, -0.8), (0.92, -0.34)], ACCENT)
    b.shape([(-0.86, 0.66), *curve([(-0.86, 0.62), (-0.4, 0.36), (0.4, 0.36), (0.86, 0.62)])], TINT)
    b.shape([(-0.18, -0.36), (0.18, -0.36), (0.32, 0.5), (-0.32, 0.5)], LIGHT)
    b.shape([(-0.22, -0.12), (0.22, -0.12), (0.26, 0.08), (-0.26, 0.08)], HUE)
    b.shape([(-0.28, 0.26), (0.28, 0.26), (0.32, 0.46), (-0.32, 0.46)], HUE)
    b.box(-0.15, -0.7, 0.15, -0.4, LIGHT)
    b.disc(0, -0.56, 0.08, ACCENT)
    b.box(-0.26, -0.44, 0.26, -0.32, SHADE)
    b.shape([(-0.22, -0.68), (0, -0.92), (0.22, -0.68)], HUE)
    sea(b, 0.54)


def _masters(b: Brush) -> None:
    hill(b, 0.66, TINT)
    b.shape([(-0.46, 0.5), (-0.46, -0.52), *curve([(-0.46, -0.6), (-0.2, -0.66), (0, -0.9), (0.2, -0.66),
            (0.46, -0.6)]), (0.46, 0.5)], HUE)
    b.shape([(-0.3, 0.4), (-0.3, -0.42), (0, -0.6), (0.3, -0.42), (0.3, 0.4)], SHADE)
    c = b.moved(0, -0.16, 0.24)
    c.shape([(-0.7, 0.6), (-0.86, -0.4), (-0.4, 0.06), (0, -0.66), (0.4, 0.06), (0.86, -0.4),
            (0.7, 0.6)], ACCENT)
    b.box(-0.5, 0.24, 0.5, 0.44, ACCENT, soft=0.08)
    for side in (-1, 1):
        b.rod([(0.56 * side, 0.76), (0.56 * side, 0.06)], 0.15, LIGHT)
        b.disc(0.56 * side, 0.0, 0.13, ACCENT)
    b.box(-0.5, 0.44, 0.5, 0.74, HUE)


GOALS: Mapping[int, Callable[[Brush], None]] = {
    1: _enlightenment, 2: _islanders, 3: _coffers, 4: _globetrotters, 5: _empire, 6: _people,
    7: _builders, 8: _guests, 9: _peak, 10: _colonies, 11: _wonders, 12: _masters,
}
"""Functions that draw the objectives' illustrations, by the objective's number."""
