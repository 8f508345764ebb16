"""Genesia's empty map, sea, coasts, regions, ferries; and each region in the colours of whoever holds it.

A region is a sprite for every owner. Its edge lies under its border, so that pasting one sprite over another
leaves no seam.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.genesia.model import Region
from render.canvas import RGB, Sheet, Sprite, Theme, covered, ink, mixed, opaque
from render.genesia_arrows import arrow
from render.genesia_hues import PEOPLES, SCENES, board_palette, filled, on
from render.genesia_levels import at_least, levels
from render.genesia_map import Chart, chart
from render.genesia_marks import medallion, value_disc
from render.genesia_room import VALUE
from render.lettering import mask as lettered

__all__ = ["Ring", "empty_map", "region"]


class Ring(Enum):
    """Why a region has a bright line inside its border."""

    FRESH = "fresh"  # it changed since the viewer's own last turn
    FIGHT = "fight"  # it is attacked


@lru_cache(maxsize=8)
def empty_map(peoples: int, width: int, height: int, theme: Theme) -> Sheet:
    """The map before the first clan, at the top of a picture `height` pixels high."""
    lie, scene, palette = chart(peoples, width), SCENES[theme], board_palette(theme)
    sheet = Sheet.blank(width, height, palette, ink(theme).ground)
    sea = _translated(
        lie.shallows, lambda level: mixed(scene.sea, scene.shallow, min(1.0, level / 96)), theme
    )
    sheet.image.paste(sea, (0, 0))
    for people, rim in enumerate(lie.rims):
        _blend(sheet, rim, PEOPLES[people], theme)
    _blend(sheet, lie.coast, scene.line, theme)
    for index in range(len(lie.map.regions)):
        sheet.stamp(region(peoples, width, theme, index), *lie.boxes[index][:2])
    for ferry in lie.ferries:
        image, x, y = arrow(
            (ferry.start, ferry.end), scene.way, scene.line, wide=lie.px(5), head=lie.px(12), both=True
        )
        sheet.overlay(image, x, y)
    return sheet


def _blend(sheet: Sheet, cover: Image.Image, colour: RGB, theme: Theme) -> None:
    """Paint the shallows with the colour where `cover` says how much."""
    shallow = SCENES[theme].shallow
    image = _translated(cover, lambda level: mixed(shallow, colour, level / 255), theme)
    sheet.image.paste(image, (0, 0), at_least(cover, 32))


def _translated(image: Image.Image, colour: Callable[[int], RGB], theme: Theme) -> Image.Image:
    """The levels of an image in mode L as colours of the palette, in sixteen steps."""
    palette = board_palette(theme)
    steps = [
        palette.index(colour(min(255, step * 16 + 8 if 0 < step < 15 else step * 17))) for step in range(16)
    ]
    return levels(image, lambda level: steps[level // 16], "P")


@lru_cache(maxsize=1024)
def region(
    peoples: int,
    width: int,
    theme: Theme,
    index: int,
    holders: tuple[int, ...] = (),
    *,
    ring: Ring | None = None,
) -> Sprite:
    """A region with its border, code and value in its holders' colours, to be stamped at its box's corner.

    Several holders, in a home land, share it in stripes. A `ring` is a bright line inside the border.
    """
    lie, scene, palette = chart(peoples, width), SCENES[theme], board_palette(theme)
    here, mask, lines = lie.map.regions[index], lie.masks[index], lie.lines[index]
    plain = scene.island if here.continent is None else scene.land
    fills = [filled(theme, people) for people in holders] or [plain]
    image = _tinted(lines, fills[0], theme)
    for number, fill in enumerate(fills[1:], 1):
        image.paste(_tinted(lines, fill, theme), (0, 0), _stripes(mask.size, number, len(fills), lie.px(20)))
    sheet = Sheet(image, palette)
    if ring is not None:
        line = _ring(mask, lie)
        bright = scene.fight if ring is Ring.FIGHT else scene.fresh
        for number, fill in enumerate(fills):
            glow = _translated(line, lambda level, fill=fill: mixed(fill, bright, level / 255), theme)
            where = at_least(line, 32)
            if number:
                where = ImageChops.logical_and(where, _stripes(mask.size, number, len(fills), lie.px(20)))
            image.paste(glow, (0, 0), where)
    _label(sheet, lie, here, theme, fills[0] if len(fills) == 1 else plain, len(fills) > 1)
    return Sprite(image, at_least(mask, 128))


def _tinted(lines: Image.Image, fill: RGB, theme: Theme) -> Image.Image:
    line = SCENES[theme].line
    return _translated(lines, lambda level: mixed(fill, line, level / 255), theme)


def _stripes(size: tuple[int, int], number: int, count: int, wide: int) -> Image.Image:
    """The diagonal stripes of one of `count` holders (mode 1)."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    for left in range(number * wide - size[1] - wide * count, size[0], wide * count):
        draw.polygon(
            [(left, size[1]), (left + wide, size[1]), (left + wide + size[1], 0), (left + size[1], 0)], 1
        )
    return image


def _ring(mask: Image.Image, lie: Chart) -> Image.Image:
    """A line inside the region's border (mode L)."""
    near, far = (mask.filter(ImageFilter.MinFilter(2 * lie.px(inset) + 1)) for inset in (3.4, 7.6))
    return ImageChops.subtract(near, far).filter(ImageFilter.GaussianBlur(0.7 * lie.unit))


def _label(sheet: Sheet, lie: Chart, here: Region, theme: Theme, back: RGB, plate: bool) -> None:
    """Code and value; in a home land its people's sign instead of the value."""
    scene, room = SCENES[theme], lie.rooms[here.index]
    left, top = lie.boxes[here.index][:2]
    front = scene.word if back in (scene.land, scene.island) else on(back)
    x, y, size = room.code[0] - left, room.code[1] - top, round(23 * room.size * lie.unit)
    if plate:
        letters = lettered(here.code, size, True)[0]
        grow = lie.px(5)
        sheet.fill(
            (x - letters.width // 2 - grow, y - size // 2 - grow // 2,
             x + letters.width // 2 + grow, y + size // 2 + grow // 2), back,
        )  # fmt: skip
    sheet.write(here.code, x, y, size, front, back, bold=True, anchor="m")
    x, y = room.value[0] - left, room.value[1] - top
    reach = VALUE * room.size * lie.unit
    if here.home and here.continent is not None:
        disc = medallion(round(reach * 2), here.continent)
    else:
        disc = value_disc(round(reach * 2), here.value, scene.line)
    sheet.stamp(_cut(disc, theme, back), x, y)


def _cut(image: Image.Image, theme: Theme, back: RGB) -> Sprite:
    whole = opaque(image, board_palette(theme), back)
    return Sprite(whole, covered(image, 100), (image.width // 2, image.height // 2))
