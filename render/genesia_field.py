"""From the engine's rings to pixels and back: one smooth field moves every point, so that borders wobble."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from engine.genesia.model import Map, Region

__all__ = ["Field", "Point"]

Point = tuple[float, float]

STRETCH = {2: 1.14, 3: 1.04, 4: 1.04, 5: 1.06}
"""How much wider than high the map is, by peoples."""
WAVES = (
    (0.0080, 13.0, 9.0, 0.7), (0.0062, -7.0, 19.0, 2.1), (0.0036, 43.0, -21.0, 4.4),
    (0.0032, 17.0, 47.0, 1.2), (0.0018, 91.0, 62.0, 5.0), (0.0016, -73.0, 88.0, 3.3),
)  # fmt: skip
"""Of the field: amplitude in radii, wave number along both axes, phase."""
RINGS = ((0.0, 0.0), (0.08, 0.087), (0.186, 0.204), (0.292, 0.316), (0.398, 0.425), (0.45, 0.48), (1.0, 1.0))
"""Where the engine's radii come on the picture: the crowded island gets a little more of it."""


class Field:
    """A map on a picture: where points of the engine's rings come."""

    def __init__(self, map: Map, width: int) -> None:
        self.stretch = STRETCH[map.peoples]
        self.turn = 0.25 if map.peoples == 2 else 0.0
        self.reach, self.left, self.top = 1.0, 0.0, 0.0
        at = cache(self.at)  # neighbours share their points
        outlines = [[at(*point) for point in _outline(region)] for region in map.regions]
        xs, ys = ([point[axis] for outline in outlines for point in outline] for axis in (0, 1))
        margin = width * 0.016
        self.reach = (width - 2 * margin) / (max(xs) - min(xs))
        self.left = margin - min(xs) * self.reach
        self.top = margin - min(ys) * self.reach
        self.height = round((max(ys) - min(ys)) * self.reach + 2 * margin)
        self.outlines = [
            [(self.left + x * self.reach, self.top + y * self.reach) for x, y in outline]
            for outline in outlines
        ]
        """By region, its border."""

    def at(self, radius: float, turns: float) -> Point:
        """The pixel of a point, by radius and turns clockwise from the top, as in `Shape`."""
        radius = _bent(radius)
        angle = 2 * pi * (turns + self.turn)
        u, v = radius * sin(angle), -radius * cos(angle)
        du, dv = _moved(u, v)
        return self.left + (u + du) * self.stretch * self.reach, self.top + (v + dv) * self.reach

    def rings(self, x: float, y: float) -> tuple[float, float]:
        """The other way round: radius and turns, from 0 to 1, of a pixel."""
        goal = ((x - self.left) / (self.stretch * self.reach), (y - self.top) / self.reach)
        u, v = goal
        for _ in range(24):
            du, dv = _moved(u, v)
            u, v = goal[0] - du, goal[1] - dv
        return _bent(hypot(u, v), back=True), (atan2(u, -v) / (2 * pi) - self.turn) % 1


def _outline(region: Region) -> list[Point]:
    """The border by radius and turns, sampled where neighbours do: at whole steps and at the corners."""
    shape = region.shape
    if shape.inner == 0:
        return [(shape.outer, turns) for turns in _steps(0, 1)]
    arc = [*_steps(shape.start, shape.end)]
    side = [*_steps(shape.inner, shape.outer)]
    return [
        *((shape.outer, turns) for turns in arc),
        *((radius, shape.end) for radius in side[::-1]),
        *((shape.inner, turns) for turns in arc[::-1]),
        *((radius, shape.start) for radius in side),
    ]


def _moved(u: float, v: float) -> Point:
    """How far the field moves a point."""
    du = sum(a * sin(k * u + m * v + phase) for a, k, m, phase in WAVES)
    dv = sum(a * cos(m * u - k * v + 2 * phase) for a, k, m, phase in WAVES)
    return du, dv


def _bent(radius: float, *, back: bool = False) -> float:
    """Where a radius of the engine comes on the picture, or `back`."""
    rings = [(new, old) if back else (old, new) for old, new in RINGS]
    for (start, first), (end, last) in pairwise(rings):
        if radius <= end:
            return first + (radius - start) / (end - start) * (last - first)
    return radius


def _steps(start: float, end: float, fine: int = 480) -> Iterator[float]:
    yield start
    yield from (step / fine for step in range(round(start * fine) + 1, round(end * fine)))
    yield end
