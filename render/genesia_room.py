"""Where a region's code, its value and its stacks stand: inside, apart, as near the middle as can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import cos, dist, pi, sin
from operator import add

from PIL import Image

from engine.genesia.model import Map, Region
from render.genesia_levels import resized

__all__ = ["CODE", "CROWD", "STACK", "VALUE", "Room", "rooms"]

STACK = 34
"""Radius of what a stack in its city covers, in units."""
VALUE = 21
"""Radius of a value's disc."""
CODE = (42, 20)
"""Width and height of a code with two letters; a third makes it half as wide again."""
SIZES = (1.2, 1.1, 1, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6)
CROWD = 0.86
"""Four or five stacks in a home land are that much smaller."""
CROWDED = 2
"""Regions of a map that may have smaller signs than the others."""
CELL = 4
"""The search is made on squares of so many units."""
EDGE = 18
"""So many squares outside a region's box are looked at: the largest stack, a value and a gap apart."""

Point = tuple[float, float]
Place = tuple[int, int]


@dataclass(frozen=True)
class Room:
    """Middles, in pixels of the picture."""

    code: Place
    value: Place
    stacks: tuple[tuple[Place, ...], ...]
    """Where one, two, … stacks stand; more than one only in home lands."""
    size: float
    """What the usual sizes are multiplied with to fit."""

    @property
    def middle(self) -> Place:
        """Where arrows begin and end."""
        return self.stacks[0][0]


def rooms(
    map: Map,
    masks: Sequence[Image.Image],
    boxes: Sequence[tuple[int, int, int, int]],
    unit: float,
    at: Callable[[float, float], Point],
) -> tuple[Room, ...]:
    """The room of every region; `at` gives the place of a point of the engine's rings."""
    grids = [_Grid(mask, CELL * unit, box[:2]) for mask, box in zip(masks, boxes, strict=True)]
    inland = [region for region in map.regions if not region.home]
    found = {region: _found(grids[region.index], len(region.code), SIZES) for region in inland}
    usual = sorted(room.size for room in found.values())[CROWDED]
    smaller = SIZES[SIZES.index(usual) :]
    for region, room in found.items():
        if room.size > usual:
            found[region] = _found(grids[region.index], len(region.code), smaller)
    return tuple(
        _home(grids[region.index], region, map.peoples, unit * usual, usual, at)
        if region.home
        else found[region]
        for region in map.regions
    )


def _home(
    grid: _Grid,
    region: Region,
    peoples: int,
    unit: float,
    size: float,
    at: Callable[[float, float], Point],
) -> Room:
    """A home land is long: its sign and code at one end, and room for everybody along it."""
    shape = region.shape
    radius = (shape.inner + shape.outer) / 2
    samples = [at(radius, shape.start + (shape.end - shape.start) * step / 400) for step in range(401)]
    ways = [0.0]
    for one, two in pairwise(samples):
        ways.append(ways[-1] + dist(one, two))

    def along(way: float) -> Place:
        x, y = samples[min(range(401), key=lambda step: abs(ways[step] - way))]
        return round(x), round(y)

    first = 46 * unit
    step = min(80 * unit, (ways[-1] - first - 66 * unit) / peoples)
    middle = max(ways[-1] / 2, first + 36 * unit + step * peoples / 2)
    places = [
        tuple(along(middle + (index - (count - 1) / 2) * step) for index in range(count))
        for count in range(1, peoples + 1)
    ]
    value, code = _signed(grid, along(first), places[-1], size)
    return Room(code, value, tuple(places), size)


def _signed(grid: _Grid, wanted: Place, stacks: Sequence[Place], size: float) -> tuple[Place, Place]:
    """Where a home land's sign and code stand, as near the wanted place as can be."""
    stack, value = STACK * size * (CROWD if len(stacks) > 3 else 1) / CELL, VALUE * size / CELL
    half = (CODE[0] / 2 * size / CELL, CODE[1] / 2 * size / CELL)
    x, y = grid.square(wanted)
    taken = [grid.square(place) for place in stacks]
    near = sorted(grid.cells, key=lambda cell: dist(cell, (x, y)))
    for overlap in (1, 2, 3, 4):
        for vx, vy in near:
            sx, sy = min(taken, key=lambda place: dist(place, (vx, vy)))
            apart = dist((sx, sy), (vx, vy)) >= stack + value - overlap
            if not apart or grid.clear(vx, vy) < value:
                continue
            if code := _beside(grid, (sx, sy, stack - overlap), (vx, vy, value), half):
                return grid.pixels(vx, vy), grid.pixels(*code)
    raise ValueError("a home land is too small for its signs")


class _Grid:
    """Squares of a region's box: how far each is from the border, and whether rectangles lie inside."""

    def __init__(self, mask: Image.Image, cell: float, corner: tuple[int, int]) -> None:
        self.cell, self.corner = cell, corner
        self.width, self.height = max(1, int(mask.width / cell)), max(1, int(mask.height / cell))
        small = resized(mask, self.width, self.height)
        inside = [level > 250 for level in small.tobytes()]
        self.cells = [(i % self.width, i // self.width) for i, there in enumerate(inside) if there]
        self.stride = self.width + 2 * EDGE
        self.far = self._distances()
        self.sums = [0] * (self.width + 1)
        above = self.sums
        for y in range(self.height):
            row = accumulate(inside[y * self.width : (y + 1) * self.width], initial=0)
            above = [*map(add, above, row)]
            self.sums += above
        self.middle = (
            sum(x for x, _ in self.cells) / len(self.cells),
            sum(y for _, y in self.cells) / len(self.cells),
        )

    def place(self, x: int, y: int) -> int:
        """Where a square is in `far`."""
        return (y + EDGE) * self.stride + x + EDGE

    def _distances(self) -> list[float]:
        """From the middle of every square to the border, in squares, along straight and diagonal steps.

        Negative outside, and on a wide edge all round.
        """
        wide = self.stride
        far = [0.0] * (wide * (self.height + 2 * EDGE))
        inside = [self.place(x, y) for x, y in self.cells]
        for i in inside:
            far[i] = min(far[i - 1], far[i - wide], far[i - wide - 1] + 0.4, far[i - wide + 1] + 0.4) + 1
        for i in reversed(inside):
            far[i] = min(
                far[i], min(far[i + 1], far[i + wide], far[i + wide + 1] + 0.4, far[i + wide - 1] + 0.4) + 1
            )
        return [there - 0.5 if there else -1.0 for there in far]

    def pixels(self, x: float, y: float) -> Place:
        """The middle of a square on the picture."""
        return round(self.corner[0] + (x + 0.5) * self.cell), round(self.corner[1] + (y + 0.5) * self.cell)

    def square(self, place: Place) -> Point:
        """The other way round."""
        return (place[0] - self.corner[0]) / self.cell - 0.5, (place[1] - self.corner[1]) / self.cell - 0.5

    def clear(self, x: float, y: float) -> float:
        """How far the border is; negative outside."""
        column, row = round(x), round(y)
        if 0 <= column < self.width and 0 <= row < self.height:
            return self.far[self.place(column, row)]
        return -1.0

    def holds(self, x: float, y: float, half_width: float, half_height: float) -> bool:
        """Whether the rectangle round a square's middle lies in the region."""
        x0, y0 = int(x + 0.5 - half_width), int(y + 0.5 - half_height)
        x1, y1 = -int(-(x + 0.5 + half_width) // 1), -int(-(y + 0.5 + half_height) // 1)
        if x0 < 0 or y0 < 0 or x1 > self.width or y1 > self.height:
            return False
        sums, wide = self.sums, self.width + 1
        found = sums[y1 * wide + x1] - sums[y0 * wide + x1] - sums[y1 * wide + x0] + sums[y0 * wide + x0]
        return found == (x1 - x0) * (y1 - y0)


TURNS = [(cos(2 * pi * step / 24), sin(2 * pi * step / 24)) for step in range(24)]

BESIDE = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))


def _found(grid: _Grid, letters: int, sizes: Sequence[float]) -> Room:
    """The largest and roomiest way to place all three; among equals the one nearest the middle."""
    for size in sizes:
        stack, value = STACK * size / CELL, VALUE * size / CELL
        half = (CODE[0] / 2 * (1 if letters == 2 else 1.36) * size / CELL, CODE[1] / 2 * size / CELL)
        pairs = sorted(_pairs(grid, stack, value), key=lambda pair: pair[0])
        for find, tried in ((_beside, pairs[::3]), (_code, pairs[:240:12])):
            for _, sx, sy, vx, vy in tried:
                if code := find(grid, (sx, sy, stack), (vx, vy, value), half):
                    return Room(grid.pixels(*code), grid.pixels(vx, vy), ((grid.pixels(sx, sy),),), size)
    raise ValueError("a region is too small for its signs")


def _pairs(grid: _Grid, stack: float, value: float) -> Iterator[tuple[float, float, float, float, float]]:
    """How bad each way is to place the stack and, touching it, the value; and the two places."""
    apart = stack + value + 0.6
    far, middle = grid.far, grid.middle
    ways = [(dx * apart, dy * apart) for dx, dy in TURNS]
    around = [(dx, dy, round(dy) * grid.stride + round(dx)) for dx, dy in ways]
    for x, y in grid.cells:
        place = grid.place(x, y)
        room = far[place] - stack
        if room < -1.2:
            continue
        near = 4 * min(room, 2.0)
        for dx, dy, there in around:
            free = far[place + there] - value
            if free >= 0.3:
                vx, vy = x + dx, y + dy
                off = dist(((x * 2 + vx) / 3, (y * 2 + vy) / 3), middle)
                yield off - near - 2 * min(free, 1.5), x, y, vx, vy


def _beside(
    grid: _Grid, stack: tuple[float, float, float], value: tuple[float, float, float], half: Point
) -> Point | None:
    """A place for the code right beside the value."""
    (sx, sy, sr), (vx, vy, vr), (wide, high) = stack, value, half
    for dx, dy in BESIDE:
        x = vx + dx * (wide + vr * (1 if dy == 0 else 0.6)) + (0.5 if dx > 0 else -0.5 if dx < 0 else 0)
        y = vy + dy * (high + vr * (1 if dx == 0 else 0.8))
        clear = max(abs(x - sx) - wide, 0) ** 2 + max(abs(y - sy) - high, 0) ** 2 >= (sr + 0.3) ** 2
        if clear and grid.holds(x, y, wide + 0.4, high + 0.4):
            return x, y
    return None


def _code(
    grid: _Grid, stack: tuple[float, float, float], value: tuple[float, float, float], half: Point
) -> Point | None:
    """The place for the code nearest to the value that overlaps neither."""
    best: tuple[float, Point] | None = None
    (sx, sy, sr), (vx, vy, vr), (wide, high) = stack, value, half
    for x, y in grid.cells:
        far = (x - vx) ** 2 + (y - vy) ** 2
        if best is not None and far >= best[0]:
            continue
        if (
            max(abs(x - vx) - wide, 0) ** 2 + max(abs(y - vy) - high, 0) ** 2 >= (vr + 0.3) ** 2
            and max(abs(x - sx) - wide, 0) ** 2 + max(abs(y - sy) - high, 0) ** 2 >= (sr + 0.3) ** 2
            and grid.holds(x, y, wide + 0.4, high + 0.4)
        ):
            best = far, (x, y)
    return best[1] if best else None
