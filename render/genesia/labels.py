"""Names of the regions on a large map: in one line or several, and level where there is room for that.

A region with a name has its other signs elsewhere: code, value, stacks and name share the room in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import dist, inf
from typing import NamedTuple

from PIL import Image

from engine.genesia.model import Region
from render.genesia.grid import CELL, Grid
from render.genesia.map import Box, Chart
from render.genesia.placement import TOWER, Block, Label, Room, blocks, place_block, sign_boxes
from render.kit.lettering import mask
from render.kit.memory import kept

__all__ = ["SIZES", "label_box", "letters_image", "with_names"]

SIZES = (47, 43, 40)
"""Sizes of the letters in units of a large map's signs, the best first.

At the smallest size a capital is 9 pixels high if the picture is 1,000 pixels wide.
"""
PITCH = 1.12
"""Distance from line to line, as a multiple of the letters' size."""
TILTS = (90, 75, -75, 60, -60, 30, -30)
"""Tilts in degrees, counter-clockwise, for names without room to lie level. Upright strips come first."""
NEAR = 250
"""Units from the middle of a code to the middle of a name, at most.

Only a name without such a place is farther.
"""
APART, BANK, LANDING = 5, 5, 28
"""Units between a name and other signs, the region's border, and the end of a ferry."""
SPREAD = 4
"""Places across and down near which the other signs are tried if they leave no room for a name."""


class Form(NamedTuple):
    """A level name, broken into lines."""

    lines: tuple[str, ...]
    size: int
    """Size of the letters in pixels."""
    wide: float
    """Width in units; `high` is the height in units."""
    high: float


@kept
def letters_image(lines: tuple[str, ...], size: int, tilt: int = 0) -> Image.Image:
    """Return the letters on the smallest image that holds them (mode L)."""
    masks = [mask(line, size) for line in lines]
    pitch, wide = round(size * PITCH), max(letters.width for letters, _ in masks)
    top = max(rise - pitch * number for number, (_, rise) in enumerate(masks))
    bottom = max(pitch * number + letters.height - rise for number, (letters, rise) in enumerate(masks))
    image = Image.new("L", (wide, top + bottom))
    for number, (letters, rise) in enumerate(masks):
        image.paste(letters, ((wide - letters.width) // 2, top + pitch * number - rise), letters)
    if not tilt:
        return image
    if tilt == 90:
        return image.transpose(Image.Transpose.ROTATE_90)
    return image.rotate(tilt, Image.Resampling.BICUBIC, expand=True)


@lru_cache(maxsize=10)
def with_names(lie: Chart, names: tuple[str, ...]) -> Chart:
    """Return the large map with the names of its regions. Other signs move where a name would have no
    room.
    """
    rooms = tuple(_named_room(lie, region, name) for region, name in zip(lie.map.regions, names, strict=True))
    return replace(lie, rooms=rooms)


def label_box(label: Label) -> Box:
    """Return the box around a name on the map."""
    letters = letters_image(label.lines, label.size, label.tilt)
    left, top = label.at[0] - letters.width // 2, label.at[1] - letters.height // 2
    return left, top, left + letters.width, top + letters.height


def _named_room(lie: Chart, region: Region, name: str) -> Room:
    """Return the region's signs with its name, or without it if there is no room.

    The name is near the code rather than far, level rather than tilted, large rather than small. The other
    signs keep their usual places if possible.
    """
    grid = Grid.of(lie.masks[region.index], CELL * lie.unit, lie.boxes[region.index][:2])
    usual, free = lie.rooms[region.index], _free(lie, grid, region)
    for size in SIZES:
        forms = _forms(name, lie, size)
        if found := _together(lie, region, free, forms) or _apart(lie, region, [usual], free, [forms]):
            return found
    sizes, ways = [_forms(name, lie, size) for size in SIZES], [usual, *_others(lie, region, grid)]
    for tilt in (0, *TILTS):
        if found := _apart(lie, region, ways[:: 6 if tilt else 1], free, sizes, tilt):
            return found
    if found := _apart(lie, region, [usual], free, sizes, near=inf):
        return found
    return usual


def _free(lie: Chart, grid: Grid, region: Region) -> Grid:
    """Return the squares where a name may lie: away from the border and from ferries."""
    ends = [
        end
        for ferry in lie.ferries
        for number, end in zip(ferry.regions, (ferry.start, ferry.end), strict=True)
        if number == region.index
    ]
    far = LANDING * lie.unit
    return grid.shrunk(BANK).without((x - far, y - far, x + far, y + far) for x, y in ends)


def _forms(name: str, lie: Chart, size: int) -> list[Form]:
    """Return the name broken into one, two and three lines."""
    words, pixels = name.split(" "), max(1, round(size * lie.unit))
    cuts: list[tuple[str, ...]] = [(name,)]
    cuts += [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    if len(words) > 2:
        cuts.append((words[0], " ".join(words[1:-1]), words[-1]))
    shapes = [letters_image(lines, pixels).size for lines in cuts]
    return [
        Form(lines, pixels, wide / lie.unit, high / lie.unit)
        for lines, (wide, high) in zip(cuts, shapes, strict=True)
    ]


def _together(lie: Chart, region: Region, free: Grid, forms: Sequence[Form]) -> Room | None:
    """Return the signs in one block with the name below, above or beside them, as near the middle as
    possible.
    """
    best: tuple[float, Room] | None = None
    for block, form in product(_blocks(lie, region), forms):
        wide, high = block.wide + APART + form.wide, block.high + APART + form.high
        broad, tall = max(block.wide, form.wide), max(block.high, form.high)
        for shape, x, y in (
            ((broad, high), 0, 1),
            ((broad, high + TOWER), 0, -1),
            ((wide, tall), 1, 0),
            ((wide, tall), -1, 0),
        ):
            place = free.nearest(*shape, free.middle)
            if place is None:
                continue
            far = dist(place, free.middle) + (y <= 0) + len(form.lines)
            if best is not None and best[0] <= far:
                continue
            right, down = (shape[0] - block.wide) / 2 / CELL, (shape[1] - block.high) / 2 / CELL
            signs = place[0] - x * right, place[1] - y * down
            right, down = (shape[0] - form.wide) / 2 / CELL, (shape[1] - form.high) / 2 / CELL
            label = Label(form.lines, form.size, 0, free.pixels(place[0] + x * right, place[1] + y * down))
            best = far, replace(place_block(free, signs, block), name=label)
    return best[1] if best else None


def _blocks(lie: Chart, region: Region) -> tuple[Block, ...]:
    return blocks(region.code, lie.map.peoples, home=region.is_home, coded=True)


def _others(lie: Chart, region: Region, grid: Grid) -> list[Room]:
    """Return other places for the signs, everywhere in the region, those near the middle first."""
    ways, middle = _blocks(lie, region), grid.middle
    across, down = grid.width / SPREAD, len(grid.rows) / SPREAD
    found = {
        (dist(place, middle), number, place)
        for number, block in enumerate(ways)
        for x, y in product(range(SPREAD), repeat=2)
        if (place := grid.nearest(block.wide, block.high, ((x + 0.5) * across, (y + 0.5) * down)))
    }
    return [place_block(grid, place, ways[number]) for _, number, place in sorted(found)]


def _apart(
    lie: Chart,
    region: Region,
    ways: Sequence[Room],
    free: Grid,
    sizes: Sequence[Sequence[Form]],
    tilt: int = 0,
    *,
    near: float = NEAR,
) -> Room | None:
    """Return the first of `ways` and sizes that leave room for the name near the code, with the name."""
    for signs in ways:
        left = free.without(sign_boxes(region, signs, lie.unit, APART))
        if tilt:
            left = left.tilted(tilt)
        code = left.square(*(signs.code or signs.middle))
        for forms in sizes:
            best: tuple[float, Room] | None = None
            for form in forms:
                place = left.nearest(form.wide, form.high, code)
                if place is None or dist(place, code) * CELL > near:
                    continue
                far = dist(place, code) * CELL + 20 * len(form.lines)
                if best is None or far < best[0]:
                    label = Label(form.lines, form.size, tilt, left.pixels(*place))
                    best = far, replace(signs, name=label)
            if best:
                return best[1]
    return None
