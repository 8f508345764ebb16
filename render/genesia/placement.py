"""Places of a region's code, value and stacks: in one block, as near the region's middle as possible.

On a board a region has a value and stacks. Its code, and its name, are on a large map only.
"""

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
    "CODE_HEIGHT",
    "CODE_WIDTHS",
    "ROW",
    "SLIM",
    "TALL",
    "TOWER",
    "VALUE_HEIGHT",
    "VALUE_WIDTH",
    "WIDE",
    "Block",
    "Label",
    "Room",
    "blocks",
    "place_block",
    "plate_width",
    "room",
    "rooms",
    "sign_boxes",
    "stack_shape",
]

CODE_HEIGHT = 46
"""Height of a code. All lengths in this module are in units unless pixels are named."""
CODE_WIDTHS = (71, 107)
"""Width of a code with two letters, and with three."""
VALUE_WIDTH, VALUE_HEIGHT = 60, 56
"""Width and height of a value's plate."""
WIDE, TALL, SLIM = (84, 54), (54, 80), (42, 80)
"""Width and height of a stack with its sign beside its number, above it, and above it in a shared home
land.
"""
ROW = 3
"""Stacks for which a row of a home land has room. More, which hardly ever meet there, stand closer."""
TOWER = 9
"""Height of a city's battlements above the stack. They may cover a border, but no sign."""
MORE = 16
"""Extra width of a value of two digits."""
GAP = 4
GROWTH = (1.3, 1.2, 1.1, 1.05, 1.0)
"""Multiples of a block's size for which room is looked for, in turn."""
NARROW = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)
"""Factors by which letters and stacks are narrowed, in turn, if there is no room for any of these."""
OVER = (0.98, 0.95, 0.92, 0.89, 0.86, 0.83, 0.8, 0.75, 0.5, 0.25, 0.1)
"""Shares of a block that must lie in its region, in turn, if narrowing does not help either."""


@dataclass(frozen=True)
class Block:
    """A block of code, value and stacks, with their middles relative to the block's own."""

    wide: float
    high: float
    code: Point | None
    """`None` on a board."""
    value: Point | None
    """`None` for a home land, whose people's sign is shown in the stack's place while it is free."""
    stacks: tuple[tuple[Point, ...], ...]
    """Middles of the stacks, for one stack, for two, and so on."""
    tall: bool
    """The stacks' signs stand above their numbers."""
    narrow: float = 1.0
    """Factor for the widths of letters and stacks."""


@dataclass(frozen=True)
class Label:
    """A region's name and the place of its middle on the picture."""

    lines: tuple[str, ...]
    size: int
    """Size of the letters in pixels."""
    tilt: int
    """Degrees, counter-clockwise."""
    at: Place


@dataclass(frozen=True)
class Room:
    """The places of a region's signs: their middles in pixels of the picture."""

    code: Place | None
    """`None` on a board."""
    value: Place
    stacks: tuple[tuple[Place, ...], ...]
    """Places of the stacks, for one stack, for two, and so on. Only home lands have more than one."""
    tall: bool
    narrow: float
    """Factor for the widths of letters and stacks."""
    apart: bool
    """The value has a place of its own, so that it is seen beside a stack as well."""
    name: Label | None = None
    """The region's name; only a large map has names."""

    @property
    def middle(self) -> Place:
        """The place where arrows begin and end."""
        return self.stacks[0][0]


@lru_cache(maxsize=1024)
def blocks(
    code: str,
    peoples: int,
    *,
    home: bool = False,
    coded: bool = False,
    broad: bool = False,
    narrow: float = 1.0,
) -> tuple[Block, ...]:
    """Return every block in which a region's signs can stand, with its code if it is `coded`.

    A value of two digits has a `broad` plate.
    """
    letters = CODE_WIDTHS[len(code) == 3] * narrow if coded else 0.0
    if home:
        return tuple(_homes(letters, peoples, narrow))
    make = partial(_coded, letters) if coded else partial(_plain, plate_width(broad) * narrow)
    return (
        *make(WIDE[0] * narrow, WIDE[1], narrow),
        *make(TALL[0] * narrow, TALL[1], narrow, True),
    )


def plate_width(broad: bool) -> float:
    """Return the width of a value's plate, for one digit or for two."""
    return VALUE_WIDTH + (MORE if broad else 0)


def _plain(letters: float, wide: float, high: float, narrow: float, tall: bool = False) -> Iterator[Block]:
    """Yield blocks with value and stack beside each other, and above each other."""
    long, deep = letters + GAP + wide, VALUE_HEIGHT + TOWER + high
    for size, value, stack in (
        ((long, max(high, VALUE_HEIGHT)), ((letters - long) / 2, 0.0), ((long - wide) / 2, 0.0)),
        ((max(letters, wide), deep), (0.0, (VALUE_HEIGHT - deep) / 2), (0.0, (deep - high) / 2)),
    ):
        yield Block(*size, None, value, ((stack,),), tall, narrow)


def _coded(letters: float, wide: float, high: float, narrow: float, tall: bool = False) -> Iterator[Block]:
    """Yield blocks with code, value and stack in a line, with two above the third, with one above two, and
    with three lines.
    """
    row, top, low = (
        letters + VALUE_WIDTH + wide + 2 * GAP,
        letters + GAP + VALUE_WIDTH,
        VALUE_WIDTH + GAP + wide,
    )
    two, under, three = (
        VALUE_HEIGHT + TOWER + high,
        CODE_HEIGHT + TOWER + max(VALUE_HEIGHT, high),
        CODE_HEIGHT + GAP + VALUE_HEIGHT + TOWER + high,
    )
    y, z = (VALUE_HEIGHT - two) / 2, (under - max(VALUE_HEIGHT, high)) / 2
    for size, code, value, stack in (
        (
            (row, high),
            ((letters - row) / 2, 0.0),
            (top - (row + VALUE_WIDTH) / 2, 0.0),
            ((row - wide) / 2, 0.0),
        ),
        (
            (max(top, wide), two),
            ((letters - top) / 2, y),
            ((top - VALUE_WIDTH) / 2, y),
            (0.0, (two - high) / 2),
        ),
        (
            (max(letters, low), under),
            (0.0, (CODE_HEIGHT - under) / 2),
            ((VALUE_WIDTH - low) / 2, z),
            ((low - wide) / 2, z),
        ),
        (
            (max(letters, wide, VALUE_WIDTH), three),
            (0.0, (CODE_HEIGHT - three) / 2),
            (0.0, CODE_HEIGHT + GAP + (VALUE_HEIGHT - three) / 2),
            (0.0, (three - high) / 2),
        ),
    ):
        yield Block(*size, code, value, ((stack,),), tall, narrow)


def _homes(letters: float, peoples: int, narrow: float) -> Iterator[Block]:
    """Yield a home land's blocks, which have no value but room for every people's stack.

    The stacks stand in a row, in two rows, in three or in a column, beside the code or below it.
    """
    upper, first = peoples // 2, letters + GAP
    if not letters:
        for rows in _rows(peoples):
            yield _home(rows, None, 0.0, True, (letters, peoples, narrow))
            yield _home(rows, None, 0.0, False, (letters, peoples, narrow))
        return
    for rows, indent, head, tall in (
        ((min(peoples, ROW),), first, 0.0, True),
        ((min(peoples, ROW),), first, 0.0, False),
        ((upper, peoples - upper), first, 0.0, True),
        ((upper, peoples - upper), first, 0.0, False),
        ((2, 2) if peoples > 2 else (2,), 0.0, CODE_HEIGHT + GAP, True),
    ):
        yield _home(rows, indent, head, tall, (letters, peoples, narrow))


def _rows(peoples: int) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of stacks in each row, where they have a home land to themselves."""
    upper = peoples // 2
    twos = (2,) * upper + (1,) * (peoples % 2)
    return (peoples,), (peoples - upper, upper), twos, (1,) * peoples


def _home(
    rows: Sequence[int], indent: float | None, head: float, tall: bool, given: tuple[float, int, float]
) -> Block:
    """Return a home land's block with these rows of stacks, the first one indented, below `head` units."""
    letters, peoples, narrow = given
    wide, stacks = _stack_rows(rows, indent, peoples, narrow, None if tall else WIDE)
    high = (TALL if tall else WIDE)[1] + TOWER
    wide, deep = max(wide, letters), head + len(rows) * high
    code = (letters - wide) / 2 if indent else 0.0, (CODE_HEIGHT if head else high) / 2 - deep / 2
    lower = tuple(tuple((x, y + head / 2) for x, y in places) for places in stacks)
    return Block(wide, deep, code if letters else None, None, lower, tall, narrow)


def _used(rows: Sequence[int], count: int) -> int:
    """Return the number of rows that so many stacks take."""
    return next(used for used in range(1, len(rows) + 1) if sum(rows[:used]) >= count)


def _stack_rows(
    rows: Sequence[int], indent: float | None, peoples: int, narrow: float, shape: Point | None = None
) -> tuple[float, tuple[tuple[Point, ...], ...]]:
    """Return the width of rows of stacks, the first one indented, and the places of one stack, of two, and so
    on. Rows without an `indent` are centred.

    The last row may hold more stacks than it has room for: they then overlap.
    """
    one, high = shape or (TALL if peoples == 2 else SLIM)
    pitch, high = (one + 2) * narrow, high + TOWER
    wide = max(((indent or 0) if number == 0 else 0) + count * pitch for number, count in enumerate(rows))
    stacks: list[tuple[Point, ...]] = []
    for count in range(1, peoples + 1):
        spots: list[Point] = []
        used = len(rows) if indent is not None else _used(rows, count)
        for number, places in enumerate(rows[:used]):
            here = count - len(spots) if number + 1 == used else min(places, count)
            closer = (places - 1) / (here - 1) if here > places else 1.0
            left = -here * pitch / 2 if indent is None else (indent if number == 0 else 0) - wide / 2
            y = (number + 0.5 - used / 2) * high + TOWER / 2
            spots += [(left + (0.5 + index * closer) * pitch, y) for index in range(here)]
        stacks.append(tuple(spots))
    return wide, tuple(stacks)


def rooms(
    map: Map,
    masks: Sequence[Image.Image],
    boxes: Sequence[tuple[int, int, int, int]],
    unit: float,
    coded: bool,
) -> tuple[Room, ...]:
    """Return the places of every region's signs; `unit` is a unit of signs in pixels."""
    return tuple(
        room(Grid.of(mask, CELL * unit, box[:2]), region, map.peoples, coded)
        for region, mask, box in zip(map.regions, masks, boxes, strict=True)
    )


def room(grid: Grid, region: Region, peoples: int, coded: bool) -> Room:
    """Return the places of a region's signs: the block with the most room around it, or its parts here and
    there.

    If there is no room for either, letters and stacks are narrowed.
    """
    broad = region.value >= 10
    ways = partial(blocks, region.code, peoples, home=region.is_home, coded=coded, broad=broad)
    for growth in GROWTH:
        if found := _one_block(grid, ways(), growth):
            return found
    for narrow in NARROW:
        if found := _one_block(grid, ways(narrow=narrow), 1.0) or _separate_signs(
            grid, region, peoples, coded, narrow
        ):
            return found
    for growth, narrow in product(OVER, (1.0, 0.88, 0.76, NARROW[-1])):
        if found := _one_block(grid, ways(narrow=narrow), growth):
            return found
    raise ValueError(f"{region.code} is too small for its signs")


def _one_block(grid: Grid, ways: Sequence[Block], growth: float) -> Room | None:
    """Return the block that has room for `growth` times its size, at the place nearest the middle."""
    places = [
        (dist(place, grid.middle), number, place)
        for number, block in enumerate(ways)
        for place in grid.rectangle_middles(block.wide * growth, block.high * growth)
    ]
    if not places:
        return None
    _, number, place = min(places)
    return place_block(grid, place, ways[number])


def _separate_signs(grid: Grid, region: Region, peoples: int, coded: bool, narrow: float) -> Room | None:
    """Return code, value and stacks at separate places with room for each, as near each other as possible."""
    disc = VALUE_WIDTH if coded else plate_width(region.value >= 10) * narrow, float(VALUE_HEIGHT)
    code = (CODE_WIDTHS[len(region.code) == 3] * narrow, float(CODE_HEIGHT)) if coded else disc
    if region.is_home and not coded:
        return _separate_stacks(grid, peoples, narrow)
    codes = _some(grid.rectangle_middles(*code))
    valued = coded and not region.is_home
    values = _some(grid.rectangle_middles(*disc)) if valued else []
    best: tuple[float, Point, Block] | None = None
    for size, stacks, tall in _sets(region, peoples, narrow):
        pairs = sorted(
            (dist(here, there), here, there)
            for here in _some(grid.rectangle_middles(*size))
            for there in codes
            if _beside(here, size, there, code)
        )
        for far, here, there in pairs[:: len(pairs) // 400 + 1]:
            if best is not None and far >= best[0]:
                break  # all that follow are farther
            free = [
                (dist(value, there) + dist(value, here), value)
                for value in values
                if _beside(here, size, value, disc) and _beside(there, code, value, disc)
            ]
            if valued and not free:
                continue
            more, value = min(free) if free else (0.0, None)
            if best is None or far + more < best[0]:
                apart = [((x - here[0]) * CELL, (y - here[1]) * CELL) for x, y in (there, value or here)]
                side = -1 if there[0] > here[0] else 1  # the first stack stands nearest to the code
                turned = tuple(tuple((side * x, y) for x, y in places) for places in stacks)
                signs = (apart[0], apart[1] if value else None) if coded else (None, apart[0])
                best = far + more, here, Block(*size, *signs, turned, tall, narrow)
    return place_block(grid, *best[1:]) if best is not None else None


def _separate_stacks(grid: Grid, peoples: int, narrow: float) -> Room | None:
    """Return the places of a home land's stacks, each as near the first as there is room."""
    for tall, shape in ((True, TALL if peoples == 2 else SLIM), (False, WIDE)):
        wide, high = shape[0] * narrow, shape[1]
        left, found = grid, list[Point]()
        while len(found) < peoples:
            place = left.nearest(wide, high, found[0] if found else grid.middle)
            if place is None:
                break
            found.append(place)
            x, y = grid.pixels(*place)
            one = grid.cell / CELL
            across, down = (wide / 2 + 1) * one, (high / 2 + TOWER) * one
            left = left.without([(x - across, y - down, x + across, y + down)])
        if len(found) == peoples:
            places = [grid.pixels(x, y) for x, y in found]
            sets = tuple(tuple(places[:count]) for count in range(1, peoples + 1))
            return Room(None, places[0], sets, tall, narrow, apart=False)
    return None


def _sets(
    region: Region, peoples: int, narrow: float
) -> Iterator[tuple[Point, tuple[tuple[Point, ...], ...], bool]]:
    """Yield each way in which stacks can stand together: size of all, place of each, and `True` for tall
    ones.
    """
    if not region.is_home:
        for tall, (wide, high) in ((False, WIDE), (True, TALL)):
            yield (wide * narrow, high), (((0.0, 0.0),),), tall
        return
    for rows in ((min(peoples, ROW),), (peoples // 2, peoples - peoples // 2), (1,) * peoples):
        wide, stacks = _stack_rows(rows, 0, peoples, narrow)
        yield (wide, len(rows) * (TALL[1] + TOWER)), stacks, True
    for rows in ((min(peoples, ROW),), (1,) * peoples):
        wide, stacks = _stack_rows(rows, 0, peoples, narrow, WIDE)
        yield (wide, len(rows) * (WIDE[1] + TOWER)), stacks, False


def _some(places: Iterator[Point], most: int = 200) -> list[Point]:
    """Return about `most` of many places, spread evenly among them."""
    found = [*places]
    return found[:: len(found) // most + 1]


def _beside(one: Point, size: Point, other: Point, its: Point) -> bool:
    """Return `True` if rectangles around these squares, with sizes in units, are apart."""
    return (
        abs(one[0] - other[0]) * CELL >= (size[0] + its[0]) / 2 + GAP / 2
        or abs(one[1] - other[1]) * CELL >= (size[1] + its[1]) / 2 + TOWER
    )


def place_block(grid: Grid, cell: Point, block: Block) -> Room:
    """Return the places of the block's signs if its middle is on this square."""

    def at(point: Point) -> Place:
        return grid.pixels(cell[0] + point[0] / CELL, cell[1] + point[1] / CELL)

    return Room(
        code=None if block.code is None else at(block.code),
        value=at(block.value or block.stacks[0][0]),
        stacks=tuple(tuple(map(at, places)) for places in block.stacks),
        tall=block.tall,
        narrow=block.narrow,
        apart=block.value is not None,
    )


def stack_shape(room: Room, count: int = 0) -> Point:
    """Return the width and height of the stacks in a region, where `count` of them stand: one has room."""
    if count == 1 and len(room.stacks) > 1 and room.code is None:
        return TALL if room.tall else WIDE
    wide, high = (SLIM if len(room.stacks) > 2 else TALL) if room.tall else WIDE
    return wide * room.narrow, high


def sign_boxes(
    region: Region, room: Room, unit: float, apart: float = 0, stacked: Point | None = None
) -> list[Box]:
    """Return boxes of code, value and all possible stacks with battlements, enlarged by `apart` units all
    round.

    `stacked` is the width and height of a stack, where not all that are possible are in `room`.
    """
    wide, high = stack_shape(room) if stacked is None else stacked
    spots: list[tuple[Place, float, float, float]] = []
    if room.code is not None:
        spots.append((room.code, CODE_WIDTHS[len(region.code) == 3] * room.narrow, CODE_HEIGHT, 0.0))
    if room.apart or region.is_home:
        spots.append(
            (
                room.value,
                plate_width(region.value >= 10) * (1 if room.code else room.narrow),
                VALUE_HEIGHT,
                0.0,
            )
        )
    spots += [(place, wide, high, TOWER) for places in room.stacks for place in places]
    return [
        (
            x - (wide / 2 + apart) * unit,
            y - (high / 2 + tower + apart) * unit,
            x + (wide / 2 + apart) * unit,
            y + (high / 2 + apart) * unit,
        )
        for (x, y), wide, high, tower in spots
    ]
