"""Borders of the regions: the drafted lines, bent a little everywhere so that land looks like land."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, dist, sin
from pathlib import Path

from engine.genesia.model import MAPS

__all__ = ["FOLDER", "HIGH", "WIDE", "Point", "borders"]

Point = tuple[float, float]

FOLDER = Path(__file__).parent / "lands"
"""Folder with every map's borders, straight from corner to corner; `tools/genesia_maps.py` makes the
files.
"""
WIDE, HIGH = 1316, 1050
"""Width and height of a map in units. All lengths in this module are in units."""
STEP = 11
"""Distance between the points of a line, about."""
SMOOTH = 5
"""Rounds in which every point that is no corner moves towards its neighbours."""
WAVES = (
    (5.0, 0.018, 0.013, 0.7), (4.2, -0.012, 0.028, 2.1), (2.4, 0.062, -0.032, 4.4),
    (2.2, 0.026, 0.070, 1.2), (1.2, 0.138, 0.094, 5.0), (1.1, -0.112, 0.134, 3.3),
)  # fmt: skip
"""Waves of the field that moves every point: amplitude, wave number along both axes, phase."""


@lru_cache(maxsize=5)
def borders(seats: int) -> tuple[tuple[Point, ...], ...]:
    """Return each region's border clockwise; neighbours share their points."""
    straight = _read(seats)
    lines = [_divided(line) for line in straight]
    beside: dict[Point, set[Point]] = defaultdict(set)
    for line in lines:
        for a, b in pairwise([*line, line[0]]):
            beside[a].add(b)
            beside[b].add(a)
    at = {point: point for point in beside}
    inner = [(point, *near) for point, near in beside.items() if len(near) == 2]  # others are corners
    for _ in range(SMOOTH):
        moved = {
            point: (
                (at[point][0] * 2 + at[a][0] + at[b][0]) / 4,
                (at[point][1] * 2 + at[a][1] + at[b][1]) / 4,
            )
            for point, a, b in inner
        }
        at |= moved
    wobbling = {point: _wobbled(*place) for point, place in at.items()}
    return tuple(tuple(wobbling[point] for point in line) for line in lines)


def _read(seats: int) -> list[list[Point]]:
    """Return the borders by region, as they are in the file."""
    found: dict[str, list[Point]] = {}
    for line in (FOLDER / f"map{seats}.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            code, *points = line.split()
            pairs = (point.split(",") for point in points)
            found[code] = [(float(x), float(y)) for x, y in pairs]
    return [found[region.code] for region in MAPS[seats].regions]


def _divided(line: Sequence[Point]) -> list[Point]:
    """Return the closed line with more points on its way; they are the same whichever way it runs."""
    found: list[Point] = []
    for a, b in pairwise([*line, line[0]]):
        steps = max(1, round(dist(a, b) / STEP))
        (x, y), (u, v) = min(a, b), max(a, b)
        points = [
            (round(x + (u - x) * k / steps, 2), round(y + (v - y) * k / steps, 2)) for k in range(steps + 1)
        ]
        found += (points if a <= b else points[::-1])[:-1]
    return found


def _wobbled(x: float, y: float) -> Point:
    dx = sum(a * sin(k * x + m * y + phase) for a, k, m, phase in WAVES)
    dy = sum(a * cos(m * x - k * y + 2 * phase) for a, k, m, phase in WAVES)
    return x + dx * 0.35, y + dy * 0.35
