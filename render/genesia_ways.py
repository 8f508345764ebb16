"""Ways over Genesia's map from stack to stack: across shared borders and ferries, never through others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

from render.genesia_field import Point
from render.genesia_map import Chart

__all__ = ["crossing", "trimmed", "way"]

STEP = 0.012
"""Of a turn, between two points of a way."""


def way(lie: Chart, regions: Sequence[int]) -> tuple[list[Point], list[int]]:
    """The points of a way through regions, and which of them are stops between the first and the last."""
    points: list[Point] = [lie.rooms[regions[0]].middle]
    stops: list[int] = []
    for a, b in pairwise(regions):
        start, end = lie.rooms[a].middle, lie.rooms[b].middle
        gates = crossing(lie, a, b)
        if gates:
            points += [*_inside(lie, a, start, gates[0]), *gates, *_inside(lie, b, gates[-1], end)]
        points.append(end)
        stops.append(len(points) - 1)
    return points, stops[:-1]


def crossing(lie: Chart, a: int, b: int) -> list[Point]:
    """Where one goes from region to region: over the border, or along the ferry; empty if they are apart."""
    for ferry in lie.ferries:
        if set(ferry.regions) == {a, b}:
            return [ferry.start, ferry.end] if ferry.regions[0] == a else [ferry.end, ferry.start]
    if b not in lie.map.touching[a]:
        return []
    one, two = lie.rooms[a].middle, lie.rooms[b].middle
    theirs = {_key(point) for point in lie.outlines[b]}
    shared = [point for point in lie.outlines[a] if _key(point) in theirs]
    corners = len(shared) // 3
    inner = shared[corners : len(shared) - corners] or shared
    return [min(inner, key=lambda point: dist(one, point) + dist(point, two))]


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 8), round(point[1] * 8)


def _inside(lie: Chart, region: int, start: Point, end: Point) -> Iterator[Point]:
    """Points between two of a region's, along its ring."""
    shape = lie.map.regions[region].shape
    if shape.inner == 0:
        return
    (first, begin), (last, finish) = lie.field.rings(*start), lie.field.rings(*end)
    middle = (shape.start + shape.end) / 2
    begin, finish = (turns + round(middle - turns) for turns in (begin, finish))
    steps = max(1, round(abs(finish - begin) / STEP))
    for step in range(1, steps):
        share = step / steps
        yield lie.field.at(first + (last - first) * share, begin + (finish - begin) * share)


def trimmed(points: Sequence[Point], first: float, last: float) -> list[Point]:
    """The way without its first and last so many pixels; at least a third of it remains."""
    long = sum(dist(a, b) for a, b in pairwise(points))
    if first + last > long * 2 / 3:
        first, last = first * long * 2 / 3 / (first + last), last * long * 2 / 3 / (first + last)
    return _cut(_cut(list(points), first)[::-1], last)[::-1]


def _cut(points: list[Point], by: float) -> list[Point]:
    """The way without its first so many pixels."""
    while len(points) > 2 and dist(points[0], points[1]) <= by:
        by -= dist(points[0], points[1])
        points = points[1:]
    (x, y), (u, v) = points[0], points[1]
    share = by / (dist(points[0], points[1]) or 1.0)
    return [(x + (u - x) * share, y + (v - y) * share), *points[1:]]
