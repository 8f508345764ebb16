"""Ways over Genesia's map from stack to stack: across borders and ferries, never through other regions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist

from render.genesia.borders import Point
from render.genesia.map import Chart

__all__ = ["crossing", "trimmed", "way"]

GRIDS = (12, 5, 2)
"""Units between the points of a way's search: a finer grid follows where a coarser one finds no way."""


def way(lie: Chart, regions: Sequence[int]) -> tuple[list[Point], list[int]]:
    """Return the points of a way through regions, and the indices of its stops between the first and the
    last.
    """
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
    """Return the points where a way leads from region to region: on the border, or the two ends of the ferry.

    Return an empty list if the regions are apart.
    """
    for ferry in lie.ferries:
        if set(ferry.regions) == {a, b}:
            return [ferry.start, ferry.end] if ferry.regions[0] == a else [ferry.end, ferry.start]
    if b not in lie.map.touching[a]:
        return []
    one, two = lie.rooms[a].middle, lie.rooms[b].middle
    theirs = {_key(point) for point in lie.outlines[b]}
    line = lie.outlines[a]
    apart = next(index for index, point in enumerate(line) if _key(point) not in theirs)
    shared = [point for point in (*line[apart:], *line[:apart]) if _key(point) in theirs]
    corners = len(shared) * 2 // 5
    inner = shared[corners : len(shared) - corners] or shared
    return [min(inner, key=lambda point: dist(one, point) + dist(point, two))]


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 8), round(point[1] * 8)


@lru_cache(maxsize=1024)
def _inside(lie: Chart, region: int, start: Point, end: Point) -> tuple[Point, ...]:
    """Return the points of a way between two of a region's points that does not leave it, without these
    two.
    """
    if _clear(lie, region, start, end):
        return ()
    found: list[Point] = []
    for grid in GRIDS:
        found = found or _stepped(lie, region, start, end, grid)
    bends: list[Point] = []
    here = start
    while found and not _clear(lie, region, here, end):
        seen = [number for number, point in enumerate(found) if _clear(lie, region, here, point)]
        here = found[seen[-1] if seen else 0]
        bends.append(here)
        found = found[(seen[-1] if seen else 0) + 1 :]
    return tuple(bends)


def _stepped(lie: Chart, region: int, start: Point, end: Point, grid: int) -> list[Point]:
    """Return the shortest way from point to point of a grid, or an empty list if there is none."""
    mask, (left, top, *_) = lie.masks[region], lie.boxes[region]
    step = max(1, lie.px(grid))
    spots = [
        (x, y)
        for x in range(step // 2, mask.width, step)
        for y in range(step // 2, mask.height, step)
        if mask.getpixel((x, y))
    ]
    first, last = (
        min(spots, key=lambda spot: dist(spot, (point[0] - left, point[1] - top))) for point in (start, end)
    )
    inside, before, queue = set(spots), {first: first}, [first]
    for x, y in queue:
        for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step)):
            there = x + dx, y + dy
            if there not in inside or there in before:
                continue
            if all(mask.getpixel((x + dx * part // step, y + dy * part // step)) for part in range(1, step)):
                before[there] = x, y
                queue.append(there)
    if last not in before:
        return []
    way = [last]
    while way[-1] != first:
        way.append(before[way[-1]])
    return [(x + left, y + top) for x, y in way[::-1]]


def _clear(lie: Chart, region: int, start: Point, end: Point) -> bool:
    """Return `True` if the straight line lies in the region, apart from its ends."""
    mask, (left, top, *_) = lie.masks[region], lie.boxes[region]
    steps = max(2, round(dist(start, end)))
    for step in range(1, steps):
        x = round(start[0] + (end[0] - start[0]) * step / steps) - left
        y = round(start[1] + (end[1] - start[1]) * step / steps) - top
        if not (0 <= x < mask.width and 0 <= y < mask.height and mask.getpixel((x, y))):
            return False
    return True


def trimmed(points: Sequence[Point], first: float, last: float) -> list[Point]:
    """Return the way without its first `first` and last `last` pixels. At least a third of it remains."""
    long = sum(dist(a, b) for a, b in pairwise(points))
    if first + last > long * 2 / 3:
        first, last = first * long * 2 / 3 / (first + last), last * long * 2 / 3 / (first + last)
    return _cut(_cut(list(points), first)[::-1], last)[::-1]


def _cut(points: list[Point], by: float) -> list[Point]:
    """Return the way without its first `by` pixels."""
    while len(points) > 2 and dist(points[0], points[1]) <= by:
        by -= dist(points[0], points[1])
        points = points[1:]
    (x, y), (u, v) = points[0], points[1]
    share = by / (dist(points[0], points[1]) or 1.0)
    return [(x + (u - x) * share, y + (v - y) * share), *points[1:]]
