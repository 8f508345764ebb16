"""The check of a built map against the rules that every map of Genesia must keep."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import cos, hypot, pi, sin

from engine.genesia.box.maps import VALUES, Map, Shape

__all__ = ["SHORTEST_BORDER", "border_length", "faults", "rotation"]

SHORTEST_BORDER = 0.05
"""Length of the shortest border that a person sees at a glance, in units of the map's radius."""
_CLOSE = 1e-6
_SAMPLES = 9


def faults(board: Map) -> Iterator[tuple[int, str]]:
    """Yield every fault of a map: the index of a region, and the fault there."""
    yield from _values(board)
    yield from _joins(board)
    yield from _borders(board)
    for index, ferries in enumerate(board.ferries):
        for other in sorted(ferries):
            if index < other and not _is_across_water(board, index, other):
                yield index, f"the ferry to {board.regions[other].code} crosses land"
    if rotation(board) is None:
        yield 0, "turned by one sector the map is not the same"


def rotation(board: Map) -> tuple[int, ...] | None:
    """Return, by region, the region onto which a turn by one sector clockwise lays it.

    `None` if the turned map differs. Only the shapes of regions decide the match, so it holds however the map
    was made. Values, home lands, owners of continents and both kinds of neighbours must match too.
    """
    lying = {_spot(region.shape): region.index for region in board.regions}
    onto: list[int] = []
    for region in board.regions:
        shape = region.shape
        whole = shape.end - shape.start == 1
        there = lying.get(_spot(shape if whole else _turn(shape, 1 / board.peoples)))
        if there is None:
            return None
        onto.append(there)
    for region, there in zip(board.regions, onto, strict=True):
        other = board.regions[there]
        next_people = None if region.continent is None else (region.continent + 1) % board.peoples
        same = (other.value, other.is_home, other.continent) == (region.value, region.is_home, next_people)
        land = frozenset(onto[near] for near in board.touching[region.index]) == board.touching[there]
        sea = frozenset(onto[near] for near in board.ferries[region.index]) == board.ferries[there]
        if not (same and land and sea):
            return None
    return tuple(onto) if len(set(onto)) == len(onto) else None


def border_length(one: Shape, other: Shape) -> float | None:
    """Return the length of the border that two regions share.

    0 for a corner, `None` for regions apart, a negative number if they overlap.
    """
    deep = min(one.outer, other.outer) - max(one.inner, other.inner)
    wide = max(min(one.end, other.end + whole) - max(one.start, other.start + whole) for whole in (-1, 0, 1))
    if deep < -_CLOSE or wide < -_CLOSE:
        return None
    if deep > _CLOSE and wide > _CLOSE:
        return -1
    if wide > _CLOSE:
        return 2 * pi * wide * max(one.inner, other.inner)
    return deep if deep > _CLOSE else 0


def _values(board: Map) -> Iterator[tuple[int, str]]:
    codes = [region.code for region in board.regions]
    peaks = [region.index for region in board.regions if region.value == max(VALUES)]
    if len(peaks) != 1:
        yield (peaks or [0])[-1], f"{len(peaks)} regions are worth {max(VALUES)} instead of one"
    for region in board.regions:
        if codes.count(region.code) > 1:
            yield region.index, "several regions have this code"
        if region.is_home != (region.value == 0):
            yield region.index, "home lands, and they alone, are worth 0"
    for people in range(board.peoples):
        steps = _steps_on_land(board, people)
        for region in board.regions:
            if region.continent == people and steps.get(region.index) != region.value:
                distance = steps.get(region.index, "no")
                yield region.index, f"worth {region.value}, but {distance} steps from home on its continent"


def _steps_on_land(board: Map, people: int) -> dict[int, int]:
    homes = [region.index for region in board.regions if region.is_home and region.continent == people]
    steps = dict.fromkeys(homes, 0)
    for here in homes:
        for there in board.touching[here]:
            if there not in steps and board.regions[there].continent == people:
                steps[there] = steps[here] + 1
                homes.append(there)
    return steps


def _joins(board: Map) -> Iterator[tuple[int, str]]:
    for joins in (board.touching, board.ferries):
        for index, near in enumerate(joins):
            for other in sorted(near):
                if index == other or index not in joins[other]:
                    yield index, f"the way to {board.regions[other].code} is not a way back"
    for index, steps in enumerate(board.distances[0]):
        if steps < 0:
            yield index, "cannot be reached"


def _borders(board: Map) -> Iterator[tuple[int, str]]:
    for one, other in combinations(board.regions, 2):
        length = border_length(one.shape, other.shape)
        touching = other.index in board.touching[one.index]
        if length is not None and length < 0:
            yield one.index, f"overlaps {other.code}"
        elif touching and (length is None or length < SHORTEST_BORDER):
            yield one.index, f"touches {other.code} without a border that can be seen"
        elif touching and one.continent != other.continent:
            yield one.index, f"touches {other.code}, which is other land"
        elif not touching and length is not None:
            yield one.index, f"meets {other.code} without touching it"
        if other.index in board.ferries[one.index] and (touching or one.continent == other.continent):
            yield one.index, f"needs no ferry to {other.code}"


def _spot(shape: Shape) -> tuple[float, float, float, float]:
    start = round(shape.start % 1, 6) % 1
    return round(shape.inner, 6), round(shape.outer, 6), start, round(shape.end - shape.start, 6)


def _turn(shape: Shape, by: float) -> Shape:
    return Shape(shape.inner, shape.outer, shape.start + by, shape.end + by)


def _point(radius: float, angle: float) -> tuple[float, float]:
    return radius * sin(2 * pi * angle), radius * cos(2 * pi * angle)


def _rim(shape: Shape) -> list[tuple[float, float]]:
    wide = (shape.end - shape.start) / (_SAMPLES - 1)
    return [
        _point(radius, shape.start + step * wide)
        for radius in (shape.inner, shape.outer)
        for step in range(_SAMPLES)
    ]


def _contains(shape: Shape, point: tuple[float, float]) -> bool:
    radius, turn = hypot(*point), shape.end - shape.start
    if not shape.inner + _CLOSE < radius < shape.outer - _CLOSE:
        return False
    away = min(
        hypot(point[0] - x, point[1] - y)
        for x, y in (_point(radius, shape.start + turn * step / 32) for step in range(33))
    )
    return away <= 2 * pi * radius * turn / 64 + _CLOSE


def _is_across_water(board: Map, one: int, other: int) -> bool:
    """Return whether the shortest straight line between two regions meets no third one."""
    ends = min(
        ((a, b) for a in _rim(board.regions[one].shape) for b in _rim(board.regions[other].shape)),
        key=lambda pair: hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]),
    )
    (ax, ay), (bx, by) = ends
    way = [(ax + (bx - ax) * step / 16, ay + (by - ay) * step / 16) for step in range(1, 16)]
    return not any(
        _contains(region.shape, point)
        for region in board.regions
        if region.index not in (one, other)
        for point in way
    )
