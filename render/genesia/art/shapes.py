"""Shapes that more than one illustration uses."""

from __future__ import annotations

from math import cos, pi, sin

from render.genesia.art.brush import Brush, Point, Tone, arc, curve, symmetric

__all__ = [
    "burst",
    "coin",
    "cross",
    "fir",
    "flag",
    "flame",
    "globe",
    "hill",
    "house",
    "laurel",
    "leaf",
    "moon",
    "person",
    "plane",
    "rays",
    "sea",
    "shield",
    "spear",
    "sprout",
    "star",
    "sword",
    "wheel",
    "windows",
]

PALE, TINT, HUE, SHADE, INK, LIGHT, ACCENT = Tone

# The formatter is off, so that points stay in rows as they were drawn.
# fmt: off


def flame(b: Brush, x: float, y: float, high: float) -> None:
    """Draw a flame that stands on (x, y)."""
    b = b.moved(x, y, high)
    b.smooth(
        [(0, 0), (-0.3, -0.12), (-0.36, -0.4), (-0.2, -0.62), (-0.16, -0.46), (0.02, -1), (0.2, -0.66),
         (0.24, -0.5), (0.32, -0.62), (0.36, -0.34), (0.28, -0.1)], ACCENT,
    )
    b.smooth([(0, -0.04), (-0.15, -0.18), (-0.1, -0.36), (0.02, -0.56), (0.13, -0.3),
            (0.12, -0.12)], LIGHT, edge=False)


def sea(b: Brush, y: float, left: float = -0.95, right: float = 0.95, low: float = 0.9,
        waves: int = 4) -> None:
    """Draw water from y down to `low`, with crests."""
    wide = (right - left) / waves
    top: list[Point] = []
    for wave in range(waves):
        start = left + wave * wide
        top += [(start, y), (start + wide * 0.5, y + 0.1), (start + wide * 0.9, y + 0.02)]
    top.append((right, y))
    b.shape([*curve(top), (right, low), (left, low)], HUE)
    mid = (y + 0.12 + low) / 2
    for start in (left + 0.25, left + 0.95):
        b.stroke(curve([(start, mid), (start + 0.15, mid + 0.06), (start + 0.3, mid)]), 0.06, TINT)


def hill(b: Brush, y: float = 0.5, tone: Tone = TINT, left: float = -0.95, right: float = 0.95,
        low: float = 0.9) -> None:
    """Draw a rise of ground with its top at y."""
    b.shape([*curve([(left, low), (left + 0.3, (y + low) / 2), ((left + right) / 2, y),
            (right - 0.3, (y + low) / 2), (right, low)])], tone)


def wheel(b: Brush, x: float, y: float, reach: float, spokes: int = 8, tone: Tone = HUE) -> None:
    b = b.moved(x, y, reach)
    b.disc(0, 0, 1, tone)
    b.disc(0, 0, 0.74, LIGHT)
    for spoke in range(spokes):
        angle = 2 * pi * spoke / spokes
        b.stroke([(0, 0), (0.74 * cos(angle), 0.74 * sin(angle))], 0.1)
    b.disc(0, 0, 0.22, tone)


def person(b: Brush, x: float, y: float, high: float, tone: Tone = HUE, face: Tone = LIGHT) -> None:
    """Draw a person in a cloak, standing on (x, y)."""
    b = b.moved(x, y, high)
    b.shape([*curve([(-0.26, 0), (-0.24, -0.36), (-0.14, -0.62), (0, -0.68), (0.14, -0.62), (0.24, -0.36),
            (0.26, 0)])], tone)
    b.disc(0, -0.8, 0.17, face)


def sword(b: Brush, x: float, y: float, high: float, turn: float = 0, blade: Tone = LIGHT) -> None:
    """Draw a sword with its middle at (x, y) and its point upwards, turned by `turn` degrees."""
    b = b.moved(x, y, high / 2, turn)
    b.shape([(-0.12, 0.45), (-0.12, -0.78), (0, -1), (0.12, -0.78), (0.12, 0.45)], blade)
    b.stroke([(0, 0.4), (0, -0.6)], 0.03)
    b.rod([(0, 0.5), (0, 0.86)], 0.13, SHADE)
    b.rod([(-0.36, 0.48), (0.36, 0.48)], 0.14, ACCENT)
    b.disc(0, 0.9, 0.1, ACCENT)


def spear(b: Brush, start: Point, end: Point, tip: float = 0.2, tone: Tone = SHADE) -> None:
    """Draw a spear from one point to the other, with its head at the second."""
    b.rod([start, end], 0.075, tone)
    far = complex(end[0] - start[0], end[1] - start[1])
    far /= abs(far)
    side = far * 1j

    def at(along: float, out: float) -> Point:
        found = complex(*end) + far * along * tip + side * out * tip
        return found.real, found.imag

    b.shape([at(1, 0), at(-0.1, 0.42), at(-0.5, 0), at(-0.1, -0.42)], LIGHT)


def shield(b: Brush, x: float, y: float, high: float, tone: Tone = HUE) -> None:
    """Draw a knight's shield around (x, y), `high` from its top to its point."""
    top = curve([(-0.78, -0.94), (-0.4, -0.86), (0, -0.96), (0.4, -0.86), (0.78, -0.94)])
    side = curve([(0.78, -0.94), (0.76, -0.1), (0.5, 0.5), (0, 1)])
    b.moved(x, y, high / 2).shape([*top, *side, *((-u, v) for u, v in reversed(side))], tone)


def coin(b: Brush, x: float, y: float, reach: float, tone: Tone = ACCENT, mark: bool = True) -> None:
    b.disc(x, y, reach, tone)
    if mark:
        b.stroke(arc(x, y, reach * 0.66, 150, 300), reach * 0.16, LIGHT)


def moon(b: Brush, x: float, y: float, reach: float, tone: Tone = LIGHT) -> None:
    """Draw a crescent that is open to the upper right."""
    b = b.moved(x, y, reach, -35)
    b.shape([*arc(0, 0, 1, 50, 310), *arc(0.38, 0, 0.8, 287, 73)], tone)


def star(b: Brush, x: float, y: float, reach: float, tone: Tone = ACCENT, points: int = 5,
        deep: float = 0.45) -> None:
    corners = [
        (far * sin(pi * step / points), -far * cos(pi * step / points))
        for step, far in enumerate((1, deep) * points)
    ]
    b.moved(x, y, reach).shape(corners, tone)


def burst(b: Brush, x: float, y: float, reach: float) -> None:
    """Draw an explosion."""
    star(b, x, y, reach, ACCENT, 8, 0.6)
    star(b, x, y, reach * 0.5, LIGHT, 8, 0.6)


def rays(b: Brush, x: float, y: float, near: float, far: float, count: int = 8, first: float = 0,
        last: float = 360, tone: Tone = ACCENT) -> None:
    """Draw short lines away from (x, y), between two angles."""
    for step in range(count):
        angle = pi / 180 * (first + (last - first) * step / (count if last - first >= 360 else count - 1))
        b.stroke([(x + near * cos(angle), y + near * sin(angle)), (x + far * cos(angle),
                y + far * sin(angle))], 0.08, tone)


def leaf(b: Brush, x: float, y: float, long: float, turn: float, tone: Tone = HUE,
        thick: float = 0.24) -> None:
    """Draw a leaf that grows out of (x, y) to the right, turned by `turn` degrees."""
    b = b.moved(x, y, long, turn)
    b.shape(curve([(0, 0), (0.35, -thick), (0.72, -thick * 0.75), (1, 0)]) + curve([(1, 0),
            (0.72, thick * 0.75), (0.35, thick), (0, 0)]), tone)


def sprout(b: Brush, x: float, y: float, high: float, tone: Tone = HUE) -> None:
    """Draw two leaves on a stalk that stands on (x, y)."""
    b.stroke(curve([(x, y), (x + high * 0.03, y - high * 0.4), (x, y - high * 0.62)]), 0.09)
    leaf(b, x, y - high * 0.42, high * 0.6, -150, tone)
    leaf(b, x, y - high * 0.55, high * 0.66, -42, tone)


def laurel(b: Brush, x: float, y: float, reach: float, tone: Tone = HUE, leaves: int = 5) -> None:
    """Draw two branches around (x, y), open at the top."""
    for flip in (False, True):
        half = b.moved(x, y, reach, flip=flip)
        half.stroke(arc(0, 0, 0.88, 90, -40), 0.06)
        for step in range(leaves):
            angle = 78 - 122 * step / (leaves - 1)
            u, v = 0.88 * cos(angle * pi / 180), 0.88 * sin(angle * pi / 180)
            leaf(half, u, v, 0.4, angle - 55, tone, 0.26)
            leaf(half, u, v, 0.34, angle - 140, tone, 0.26)


def house(b: Brush, x: float, y: float, wide: float, high: float, wall: Tone = LIGHT,
        roof: Tone = HUE) -> None:
    """Draw a house that stands on y, with its middle at x."""
    half, eaves = wide / 2, y - high * 0.55
    b.box(x - half * 0.84, eaves, x + half * 0.84, y, wall)
    b.shape([(x - half, eaves), (x, y - high), (x + half, eaves)], roof)


def fir(b: Brush, x: float, y: float, high: float, tone: Tone = HUE) -> None:
    """Draw a fir that stands on (x, y)."""
    b = b.moved(x, y, high)
    b.box(-0.07, -0.2, 0.07, 0, SHADE)
    for low, top, wide in ((-0.14, -0.62, 0.36), (-0.42, -0.84, 0.28), (-0.66, -1, 0.2)):
        b.shape([(-wide, low), (0, top), (wide, low)], tone)


def flag(b: Brush, x: float, y: float, high: float, tone: Tone = HUE, *, flip: bool = False) -> None:
    """Draw a flag on a pole that stands on (x, y). It flies to the right unless flipped."""
    b = b.moved(x, y, high, flip=flip)
    b.rod([(0, 0), (0, -0.96)], 0.06, SHADE)
    b.shape(
        curve([(0.04, -0.94), (0.22, -0.99), (0.4, -0.9), (0.6, -0.94)])
        + curve([(0.6, -0.54), (0.4, -0.5), (0.22, -0.59), (0.04, -0.54)]),
        tone,
    )


def cross(b: Brush, x: float, y: float, reach: float, tone: Tone, *, edge: bool = True) -> None:
    """Draw a cross with four equal arms."""
    a, c = reach, reach * 0.32
    points = [(-c, -a), (c, -a), (c, -c), (a, -c), (a, c), (c, c), (c, a), (-c, a), (-c, c), (-a, c),
            (-a, -c), (-c, -c)]
    b.shape([(x + u, y + v) for u, v in points], tone, edge=edge)


def globe(b: Brush, x: float, y: float, reach: float, tone: Tone = LIGHT, line: Tone = INK) -> None:
    """Draw a globe with meridians and parallels."""
    b.disc(x, y, reach, tone)
    b.stroke(arc(x, y, reach * 0.45, 0, 360, reach), 0.05, line)
    b.stroke([(x - reach, y), (x + reach, y)], 0.05, line)
    for side in (-1, 1):
        v = reach * 0.5 * side
        half = (reach**2 - v**2) ** 0.5
        b.stroke([(x - half, y + v), (x + half, y + v)], 0.05, line)
    b.stroke(arc(x, y, reach, 0, 360))


def windows(b: Brush, box: tuple[float, float, float, float], columns: int, rows: int,
        tone: Tone = LIGHT) -> None:
    """Draw window panes in rows and columns over the box, without edges."""
    x0, y0, x1, y1 = box
    wide, high = (x1 - x0) / columns, (y1 - y0) / rows
    for row in range(rows):
        for column in range(columns):
            x, y = x0 + wide * column, y0 + high * row
            b.box(x + wide * 0.2, y + high * 0.2, x + wide * 0.8, y + high * 0.8, tone, edge=False)


def plane(b: Brush, x: float, y: float, size: float, turn: float = 0, tone: Tone = LIGHT) -> None:
    """Draw a jet seen from above, flying upwards unless turned."""
    b.moved(x, y, size, turn).shape(
        symmetric([(0, -1), (0.14, -0.6), (0.16, -0.2), (0.86, 0.4), (0.86, 0.6), (0.16, 0.4), (0.14, 0.66),
                (0.4, 0.9),
                  (0.4, 1), (0, 0.9)]), tone,
    )
