"""Ways over Genesia's map from region to region: across borders and ferries, never through other regions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import dist

from PIL import Image, ImageDraw

from render.genesia.borders import Point
from render.genesia.map import Chart
from render.kit.levels import resized, shrunk

__all__ = ["crossing", "march_way", "trimmed"]

STEP = 8
"""Units between the points of the grid on which a way is sought."""
ASIDE = 16
"""Units that a way keeps from signs, and from regions that it does not lead through, where it can."""
ON_SIGNS, AT_EDGE = 14.0, 3.0
"""Units of detour that are worth avoiding one unit on a sign, or one at the edge of the way's regions."""
HALF = 127
"""Coverage of a pixel, of 255, above which it belongs to a mask."""
_AROUND = tuple((dx, dy, dist((0, 0), (dx, dy))) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
"""Steps from a point of the grid to those around it, each with its length."""
DEAR = 99.0
"""The price of a point that is on no way."""

Box = tuple[float, float, float, float]
Spot = tuple[int, int, int]
"""A point of the grid: the place of its region on the route, its column and its row."""


def march_way(
    lie: Chart, regions: Sequence[int], end: Point, signs: Callable[[int], Sequence[Box]]
) -> list[Point]:
    """Return the points of a march's way from the first region's middle to `end` in its last one.

    It keeps away from the boxes of each region's signs as far as there is room beside them.
    """
    step = max(2, lie.px(STEP))
    prices = dict(_prices(lie, regions, signs, step))
    start = lie.rooms[regions[0]].middle
    begin, goal = _nearest(prices, 0, start, step), _nearest(prices, len(regions) - 1, end, step)
    found = _cheapest(prices, _jumps(lie, regions, prices, step), begin, goal)
    if not found:
        return [start, end]
    points: list[Point] = [start]
    for leg in _legs(found):
        points += [_middle(spot, step) for spot in _straightened(leg, prices)]
    return _rounded([*points, end])


def _prices(
    lie: Chart, regions: Sequence[int], signs: Callable[[int], Sequence[Box]], step: int
) -> Iterator[tuple[Spot, float]]:
    """Yield the points of the grid in these regions, with what it costs to pass each."""
    apart, edge = ASIDE * lie.unit, lie.px(ASIDE)
    lefts, tops, rights, bottoms = zip(*(lie.boxes[index] for index in regions), strict=True)
    part = min(lefts) - edge, min(tops) - edge, max(rights) + edge, max(bottoms) + edge
    x, y, right, bottom = _on_grid(lie, part, step)
    whole, taken = (Image.new("L", (right - x, bottom - y)) for _ in range(2))
    draw = ImageDraw.Draw(taken)
    for index in regions:
        left, top, *_ = lie.boxes[index]
        whole.paste(255, (left - x, top - y), lie.masks[index])
        for a, b, c, d in signs(index):
            draw.rectangle((a - apart - x, b - apart - y, c + apart - x, d + apart - y), 255)
    wide = (right - x) // step
    inner = _sampled(shrunk(whole, edge), step).tobytes()
    signed = _sampled(taken, step).tobytes()
    for place, index in enumerate(regions):
        left, top, *_ = lie.boxes[index]
        u, v, right, bottom = _on_grid(lie, lie.boxes[index], step)
        alone = Image.new("L", (right - u, bottom - v))
        alone.paste(255, (left - u, top - v), lie.masks[index])
        sample, across = _sampled(alone, step).tobytes(), (right - u) // step
        for number, covered in enumerate(sample):
            if covered > HALF:
                column, row = number % across + u // step, number // across + v // step
                at = (row - y // step) * wide + column - x // step
                price = 1.0 + ON_SIGNS * (signed[at] > HALF) + AT_EDGE * (inner[at] <= HALF)
                yield (place, column, row), price


def _on_grid(lie: Chart, box: tuple[int, int, int, int], step: int) -> tuple[int, int, int, int]:
    """Return the squares of the grid that a box touches, as a box on the map; the map may end in the last."""
    left, top, right, bottom = box
    return (
        max(0, left) // step * step,
        max(0, top) // step * step,
        min(lie.width, -(-right // step) * step),
        min(lie.height, -(-bottom // step) * step),
    )


def _sampled(image: Image.Image, step: int) -> Image.Image:
    """Return the image with one pixel for each square of the grid."""
    wide, high = image.width // step, image.height // step
    return resized(image.crop((0, 0, wide * step, high * step)), wide, high)


def _middle(spot: Spot, step: int) -> Point:
    """Return the pixel in the middle of a square of the grid."""
    return (spot[1] + 0.5) * step, (spot[2] + 0.5) * step


def _nearest(prices: Mapping[Spot, float], place: int, point: Point, step: int) -> Spot:
    here = (spot for spot in prices if spot[0] == place)
    return min(here, key=lambda spot: dist(_middle(spot, step), point))


def _jumps(lie: Chart, regions: Sequence[int], prices: Mapping[Spot, float], step: int) -> dict[Spot, Spot]:
    """Return the points from which a ferry leads to another."""
    found: dict[Spot, Spot] = {}
    for place, (a, b) in enumerate(pairwise(regions)):
        ends = crossing(lie, a, b)
        if len(ends) == 2:
            found[_nearest(prices, place, ends[0], step)] = _nearest(prices, place + 1, ends[1], step)
    return found


def _cheapest(
    prices: Mapping[Spot, float], jumps: Mapping[Spot, Spot], begin: Spot, goal: Spot
) -> list[Spot]:
    """Return the cheapest way over the grid, or nothing if there is none.

    Of equally cheap ways to a point it takes the one from the lesser point. A point has a number here, in the
    order of points: tuples took longer.
    """
    columns, rows = [spot[1] for spot in prices], [spot[2] for spot in prices]
    left, top = min(columns) - 1, min(rows) - 1  # around the points there is room for a step
    high = max(rows) - top + 2
    layer = (max(columns) - left + 2) * high

    def number(spot: Spot) -> int:
        return spot[0] * layer + (spot[1] - left) * high + spot[2] - top

    places = 2 + max(spot[0] for spot in prices)  # beyond the last region there are no points
    price: list[float] = [math.inf] * (places * layer)
    spots = {number(spot): spot for spot in prices}
    for at, spot in spots.items():
        price[at] = prices[spot]
    leads = {number(one): number(other) for one, other in jumps.items()}
    steps = [(on * layer + dx * high + dy, long) for dx, dy, long in _AROUND for on in (0, 1)]
    first, last = number(begin), number(goal)
    least = [math.inf] * len(price)  # the shortest way to each point so far
    before: dict[int, int] = {}
    queue: list[tuple[float, int, int]] = [(0.0, first, first)]
    while queue and last not in before:
        far, here, came = heappop(queue)
        if here in before:
            continue
        before[here] = came
        least[here] = -1.0  # it is settled
        if here in leads and leads[here] not in before:
            least[leads[here]] = min(least[leads[here]], far)
            heappush(queue, (far, leads[here], here))
        for step, long in steps:
            there = here + step
            if (cost := price[there]) < math.inf and (length := far + long * cost) <= least[there]:
                least[there] = length
                heappush(queue, (length, there, here))
    if last not in before:
        return []
    found = [last]
    while found[-1] != first:
        found.append(before[found[-1]])
    return [spots[each] for each in reversed(found)]


def _legs(found: Sequence[Spot]) -> Iterator[list[Spot]]:
    """Yield the parts of a way between its ferries."""
    leg = [found[0]]
    for one, other in pairwise(found):
        if max(abs(one[1] - other[1]), abs(one[2] - other[2])) > 1:
            yield leg
            leg = []
        leg.append(other)
    yield leg


def _straightened(found: Sequence[Spot], prices: Mapping[Spot, float]) -> list[Spot]:
    """Return the ends and the bends of a way: it is straight where that is no dearer."""
    known = {(x, y): price for (_, x, y), price in prices.items()}

    def is_straight(a: Spot, b: Spot, limit: float) -> bool:
        count = max(1, max(abs(a[1] - b[1]), abs(a[2] - b[2])) * 2)
        for n in range(count + 1):
            x, y = a[1] + (b[1] - a[1]) * n / count, a[2] + (b[2] - a[2]) * n / count
            if known.get((round(x), round(y)), DEAR) > limit:
                return False
        return True

    bends, at = [found[0]], 0
    while at < len(found) - 1:
        far, limit = at + 1, prices[found[at]]
        for ahead in range(at + 1, len(found)):
            limit = max(limit, prices[found[ahead]])
            if is_straight(found[at], found[ahead], limit):
                far = ahead
        bends.append(found[far])
        at = far
    return bends


def _rounded(points: Sequence[Point]) -> list[Point]:
    """Return the way with its corners cut off, twice."""
    for _ in range(2):
        cut: list[Point] = [points[0]]
        for (x, y), (u, v) in pairwise(points):
            cut += [(x * 0.75 + u * 0.25, y * 0.75 + v * 0.25), (x * 0.25 + u * 0.75, y * 0.25 + v * 0.75)]
        points = [*cut, points[-1]]
    return [*points]


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
