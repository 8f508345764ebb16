"""Where a region's code, value and stacks stand: as one block, inside, as near the middle as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from math import dist

from PIL import Image

from engine.genesia.model import Map, Region
from render.genesia.grid import CELL, Box, Grid, Place, Point

__all__ = [
    "CODES",
    "HIGH",
    "ROW",
    "SLIM",
    "TALL",
    "TOWER",
    "VALUE",
    "WIDE",
    "Block",
    "Label",
    "Room",
    "blocks",
    "placed",
    "room",
    "rooms",
    "stands",
]

HIGH = 39
"""Height of a code, in units, as are all of these."""
CODES = (60, 90)
"""Width of a code with two letters, and with three."""
VALUE = 58
"""Width of a value's disc."""
WIDE, TALL, SLIM = (78, 52), (52, 73), (40, 73)
"""A stack with its sign beside the number, above it, and of several in a home land."""
ROW = 3
"""Stacks for which a row of a home land has room: more, which hardly ever meet there, stand closer."""
TOWER = 9
"""Height of a city's battlements, above that: they may stand on a border, but on no sign."""
GAP = 4
GROWTH = (1.3, 1.2, 1.1, 1.05, 1.0)
"""How much room around a block is looked for."""
NARROW = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)
"""Where there is none, letters and stacks are pressed together so much."""
OVER = (0.98, 0.95, 0.92, 0.89, 0.86, 0.83, 0.8, 0.75, 0.5, 0.25, 0.1)
"""And where even that does not help, so much of a block at least lies in its region."""


@dataclass(frozen=True)
class Block:
    """How code, value and stacks stand together: their middles, from the block's own."""

    wide: float
    high: float
    code: Point
    value: Point | None
    """`None` where the value stands in the stack's place while the region is free."""
    stacks: tuple[tuple[Point, ...], ...]
    """Of one, two, … stacks."""
    tall: bool
    """The stacks' signs stand above their numbers."""
    narrow: float = 1.0
    """What the widths of letters and stacks are multiplied with."""


@dataclass(frozen=True)
class Label:
    """A region's name, and where its middle is on the picture."""

    lines: tuple[str, ...]
    size: int
    """Of the letters, in pixels."""
    tilt: int
    """Degrees, counter-clockwise."""
    at: Place


@dataclass(frozen=True)
class Room:
    """Middles, in pixels of the picture."""

    code: Place
    value: Place
    stacks: tuple[tuple[Place, ...], ...]
    """Where one, two, … stacks stand; more than one only in home lands."""
    tall: bool
    narrow: float
    """What the widths of letters and stacks are multiplied with to fit."""
    apart: bool
    """The value has a place of its own: it is seen also where a stack stands."""
    name: Label | None = None
    """Of a large map alone."""

    @property
    def middle(self) -> Place:
        """Where arrows begin and end."""
        return self.stacks[0][0]


@lru_cache(maxsize=1024)
def blocks(
    code: str, peoples: int, *, home: bool = False, rich: bool = False, narrow: float = 1.0
) -> tuple[Block, ...]:
    """Every way in which a region's signs can stand; a `rich` one has its value beside its stack."""
    letters = CODES[len(code) == 3] * narrow
    if home:
        return tuple(_homes(letters, peoples, narrow))
    make = _rich if rich else _plain
    return (
        *make(letters, WIDE[0] * narrow, WIDE[1], narrow),
        *make(letters, TALL[0] * narrow, TALL[1], narrow, True),
    )


def _plain(letters: float, wide: float, high: float, narrow: float, tall: bool = False) -> Iterator[Block]:
    """Code and stack beside each other, and above each other."""
    long, deep = letters + GAP + wide, HIGH + TOWER + high
    for size, code, stack in (
        ((long, high), ((letters - long) / 2, 0.0), ((long - wide) / 2, 0.0)),
        ((max(letters, wide), deep), (0.0, (HIGH - deep) / 2), (0.0, (deep - high) / 2)),
    ):
        yield Block(*size, code, None, ((stack,),), tall, narrow)


def _rich(letters: float, wide: float, high: float, narrow: float, tall: bool = False) -> Iterator[Block]:
    """All in a line; code and value above the stack; the code above both; one above the other."""
    row, top, low = letters + VALUE + wide + 2 * GAP, letters + GAP + VALUE, VALUE + GAP + wide
    two, under, three = (
        VALUE + TOWER + high,
        HIGH + TOWER + max(VALUE, high),
        HIGH + GAP + VALUE + TOWER + high,
    )
    y, z = (VALUE - two) / 2, (under - max(VALUE, high)) / 2
    for size, code, value, stack in (
        ((row, high), ((letters - row) / 2, 0.0), (top - (row + VALUE) / 2, 0.0), ((row - wide) / 2, 0.0)),
        ((max(top, wide), two), ((letters - top) / 2, y), ((top - VALUE) / 2, y), (0.0, (two - high) / 2)),
        (
            (max(letters, low), under),
            (0.0, (HIGH - under) / 2),
            ((VALUE - low) / 2, z),
            ((low - wide) / 2, z),
        ),
        (
            (max(letters, wide, VALUE), three),
            (0.0, (HIGH - three) / 2),
            (0.0, HIGH + GAP + (VALUE - three) / 2),
            (0.0, (three - high) / 2),
        ),
    ):
        yield Block(*size, code, value, ((stack,),), tall, narrow)


def _homes(letters: float, peoples: int, narrow: float) -> Iterator[Block]:
    """A home land has no value, and room for everybody: in one row, in two beside the code, or below it."""
    upper, first = peoples // 2, letters + GAP
    for rows, indent, head, tall in (
        ((min(peoples, ROW),), first, 0.0, True),
        ((min(peoples, ROW),), first, 0.0, False),
        ((upper, peoples - upper), first, 0.0, True),
        ((upper, peoples - upper), first, 0.0, False),
        ((2, 2) if peoples > 2 else (2,), 0.0, HIGH + GAP, True),
    ):
        wide, stacks = _seated(rows, indent, peoples, narrow, None if tall else WIDE)
        high = (TALL if tall else WIDE)[1] + TOWER
        wide, deep = max(wide, letters), head + len(rows) * high
        middle = (letters - wide) / 2 if indent else 0.0, (HIGH if head else high) / 2 - deep / 2
        lower = tuple(tuple((x, y + head / 2) for x, y in places) for places in stacks)
        yield Block(wide, deep, middle, None, lower, tall, narrow)


def _seated(
    rows: Sequence[int], indent: float, peoples: int, narrow: float, shape: Point | None = None
) -> tuple[float, tuple[tuple[Point, ...], ...]]:
    """How wide such rows of stacks are, the first one indented, and where one, two, … stand in them.

    In the last row there may stand more than there is room for: they then overlap.
    """
    one, high = shape or (TALL if peoples == 2 else SLIM)
    pitch, high = (one + 2) * narrow, high + TOWER
    wide = max((indent if number == 0 else 0) + count * pitch for number, count in enumerate(rows))
    stacks: list[tuple[Point, ...]] = []
    for count in range(1, peoples + 1):
        spots: list[Point] = []
        for number, places in enumerate(rows):
            here = count - len(spots) if number + 1 == len(rows) else min(places, count)
            closer = (places - 1) / (here - 1) if here > places else 1.0
            left = (indent if number == 0 else 0) - wide / 2
            y = (number + 0.5 - len(rows) / 2) * high + TOWER / 2
            spots += [(left + (0.5 + index * closer) * pitch, y) for index in range(here)]
        stacks.append(tuple(spots))
    return wide, tuple(stacks)


def rooms(
    map: Map,
    masks: Sequence[Image.Image],
    boxes: Sequence[tuple[int, int, int, int]],
    unit: float,
    rich: bool,
) -> tuple[Room, ...]:
    """The room of every region; `unit` is a unit of signs in pixels."""
    return tuple(
        room(Grid.of(mask, CELL * unit, box[:2]), region, map.peoples, rich)
        for region, mask, box in zip(map.regions, masks, boxes, strict=True)
    )


def room(grid: Grid, region: Region, peoples: int, rich: bool) -> Room:
    """The block with the most room round it, or its parts here and there; pressed together if need be."""
    ways = partial(blocks, region.code, peoples, home=region.is_home, rich=rich)
    for growth in GROWTH:
        if found := _whole(grid, ways(), growth):
            return found
    for narrow in NARROW:
        if found := _whole(grid, ways(narrow=narrow), 1.0) or _parted(grid, region, peoples, rich, narrow):
            return found
    for growth, narrow in product(OVER, (1.0, 0.88, 0.76)):
        if found := _whole(grid, ways(narrow=narrow), growth):
            return found
    raise ValueError(f"{region.code} is too small for its signs")


def _whole(grid: Grid, ways: Sequence[Block], growth: float) -> Room | None:
    """The block that has so much room, and of its places the one nearest the middle."""
    places = [
        (dist(place, grid.middle), number, place)
        for number, block in enumerate(ways)
        for place in grid.holding(block.wide * growth, block.high * growth)
    ]
    if not places:
        return None
    _, number, place = min(places)
    return placed(grid, place, ways[number])


def _parted(grid: Grid, region: Region, peoples: int, rich: bool, narrow: float) -> Room | None:
    """Code, value and stacks wherever there is room for each, as near each other as can be."""
    code = CODES[len(region.code) == 3] * narrow, float(HIGH)
    codes = _some(grid.holding(*code))
    valued = rich and not region.is_home
    values = _some(grid.holding(VALUE, VALUE)) if valued else []
    best: tuple[float, Point, Block] | None = None
    for size, stacks, tall in _sets(region, peoples, narrow):
        pairs = sorted(
            (dist(here, there), here, there)
            for here in _some(grid.holding(*size))
            for there in codes
            if _beside(here, size, there, code)
        )
        for far, here, there in pairs[:: len(pairs) // 400 + 1]:
            free = [
                (dist(value, there) + dist(value, here), value)
                for value in values
                if _beside(here, size, value, (VALUE, VALUE)) and _beside(there, code, value, (VALUE, VALUE))
            ]
            if valued and not free:
                continue
            more, value = min(free) if free else (0.0, None)
            if best is None or far + more < best[0]:
                apart = [((x - here[0]) * CELL, (y - here[1]) * CELL) for x, y in (there, value or here)]
                side = -1 if there[0] > here[0] else 1  # the first one stands nearest to the code
                turned = tuple(tuple((side * x, y) for x, y in places) for places in stacks)
                block = Block(*size, apart[0], apart[1] if value else None, turned, tall, narrow)
                best = far + more, here, block
    return placed(grid, *best[1:]) if best is not None else None


def _sets(
    region: Region, peoples: int, narrow: float
) -> Iterator[tuple[Point, tuple[tuple[Point, ...], ...], bool]]:
    """How stacks can stand together: the size of all, where each is, and whether they are tall ones."""
    if not region.is_home:
        for tall, (wide, high) in ((False, WIDE), (True, TALL)):
            yield (wide * narrow, high), (((0.0, 0.0),),), tall
        return
    for rows in ((min(peoples, ROW),), (peoples // 2, peoples - peoples // 2), (1,) * peoples):
        wide, stacks = _seated(rows, 0, peoples, narrow)
        yield (wide, len(rows) * (TALL[1] + TOWER)), stacks, True
    for rows in ((min(peoples, ROW),), (1,) * peoples):
        wide, stacks = _seated(rows, 0, peoples, narrow, WIDE)
        yield (wide, len(rows) * (WIDE[1] + TOWER)), stacks, False


def _some(places: Iterator[Point], most: int = 200) -> list[Point]:
    """Of many places a few that are everywhere among them."""
    found = [*places]
    return found[:: len(found) // most + 1]


def _beside(one: Point, size: Point, other: Point, its: Point) -> bool:
    """Whether rectangles round those squares, their sizes in units, are apart."""
    return (
        abs(one[0] - other[0]) * CELL >= (size[0] + its[0]) / 2 + GAP / 2
        or abs(one[1] - other[1]) * CELL >= (size[1] + its[1]) / 2 + TOWER
    )


def placed(grid: Grid, cell: Point, block: Block) -> Room:
    """The block with its middle on that square."""

    def at(point: Point) -> Place:
        return grid.pixels(cell[0] + point[0] / CELL, cell[1] + point[1] / CELL)

    return Room(
        code=at(block.code),
        value=at(block.value or block.stacks[0][0]),
        stacks=tuple(tuple(map(at, places)) for places in block.stacks),
        tall=block.tall,
        narrow=block.narrow,
        apart=block.value is not None,
    )


def stands(region: Region, room: Room, unit: float, apart: float = 0) -> list[Box]:
    """What code, value and any number of stacks cover, battlements too, and so many units around each."""
    wide, high = (SLIM if len(room.stacks) > 2 else TALL) if room.tall else WIDE
    spots = [(room.code, CODES[len(region.code) == 3] * room.narrow, HIGH, 0.0)]
    if room.apart or region.is_home:
        spots.append((room.value, VALUE + (12 if region.value >= 10 else 0), VALUE, 0.0))
    spots += [(place, wide * room.narrow, high, TOWER) for places in room.stacks for place in places]
    return [
        (
            x - (wide / 2 + apart) * unit,
            y - (high / 2 + tower + apart) * unit,
            x + (wide / 2 + apart) * unit,
            y + (high / 2 + apart) * unit,
        )
        for (x, y), wide, high, tower in spots
    ]
