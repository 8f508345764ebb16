"""Genesia's empty map (sea, coasts, regions, ferries), and each region in the colours of its holders.

A region is a sprite for every set of holders. Its edge lies under its border, so that pasting one sprite over
another leaves no seam.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PIL import Image, ImageChops, ImageDraw, ImageOps

from engine.genesia.model import Region
from render.genesia.arrows import arrow
from render.genesia.labels import letters_image
from render.genesia.map import Box, Chart, waters
from render.genesia.marks import LETTER, letters_sprite, medallion, narrow_mask, value_plate
from render.genesia.palette import PEOPLES, SCENES, board_palette, contrast_colour, held_colour
from render.genesia.placement import CODE_HEIGHT, CODE_WIDTHS, VALUE_HEIGHT
from render.kit.canvas import RGB, Sheet, Sprite, Theme, ink, mixed, opacity_mask, opaque
from render.kit.levels import at_least, grown, map_levels, shrunk
from render.kit.marks import dashes
from render.kit.memory import kept

__all__ = ["Ring", "code_box", "empty_map", "redraw_code", "redraw_name", "redraw_value", "region"]


class Ring(Enum):
    """The reason for a bright line inside a region's border."""

    FRESH = "fresh"  # it changed since the viewer's own last turn
    FIGHT = "fight"  # it is attacked


@kept
def empty_map(lie: Chart, height: int, theme: Theme) -> Sheet:
    """Return the map before the first clan, at the top of a picture `height` pixels high."""
    scene, palette, water = SCENES[theme], board_palette(theme), waters(lie)
    sheet = Sheet.blank(lie.width, height, palette, ink(theme).ground)
    sea = _translated(
        water.shallows, lambda level: mixed(scene.sea, scene.shallow, min(1.0, level / 96)), theme
    )
    sheet.image.paste(sea.crop((lie.left, 0, lie.width, lie.height)), (lie.left, 0))
    for people, rim in enumerate(water.rims):
        _blend(sheet, rim, PEOPLES[people], theme)
    _blend(sheet, water.coast, scene.line, theme)
    for index in range(len(lie.map.regions)):
        sheet.stamp(region(lie, theme, index), *lie.boxes[index][:2])
    bold = 1.2 if lie.large else 1.0  # units are small there
    for ferry in lie.ferries:
        image, x, y = arrow(
            (ferry.start, ferry.end),
            scene.way,
            scene.line,
            wide=lie.px(7 * bold),
            head=lie.px(15 * bold),
            both=True,
        )
        sheet.overlay(image, x, y)
    return sheet


def _blend(sheet: Sheet, cover: Image.Image, colour: RGB, theme: Theme) -> None:
    """Paint the colour over the shallows; `cover` is its share of each pixel."""
    shallow = SCENES[theme].shallow
    image = _translated(cover, lambda level: mixed(shallow, colour, level / 255), theme)
    sheet.image.paste(image, (0, 0), at_least(cover, 32))


def _translated(image: Image.Image, colour: Callable[[int], RGB], theme: Theme) -> Image.Image:
    """Return an image in mode L as colours of the palette, in sixteen steps."""
    palette = board_palette(theme)
    steps = [
        palette.index(colour(min(255, step * 16 + 8 if 0 < step < 15 else step * 17))) for step in range(16)
    ]
    return map_levels(image, lambda level: steps[level // 16], "P")


@kept
def region(
    lie: Chart, theme: Theme, index: int, holders: tuple[int, ...] = (), *, ring: Ring | None = None
) -> Sprite:
    """Return a region with its border and value in its holders' colours, to be stamped at its box's corner.

    Code and name are shown where the map has places for them. Several holders share a home land in stripes. A
    `ring` is a bright line inside the border, in dashes if the region is new.
    """
    scene, palette = SCENES[theme], board_palette(theme)
    here, mask, lines = lie.map.regions[index], lie.masks[index], lie.lines[index]
    plain = scene.island if here.continent is None else scene.land
    fills = [held_colour(theme, people) for people in holders] or [plain]
    image = _tinted(lines, fills[0], theme)
    for number, fill in enumerate(fills[1:], 1):
        image.paste(_tinted(lines, fill, theme), (0, 0), _stripes(mask.size, number, len(fills), lie.px(20)))
    sheet = Sheet(image, palette)
    if ring is not None:
        bright = scene.fight if ring is Ring.FIGHT else scene.fresh
        dark, light = _ring(lie, index)
        image.paste(palette.index(scene.line), (0, 0), dark)
        image.paste(palette.index(bright), (0, 0), light if ring is Ring.FIGHT else _dashed(lie, index))
    _draw_signs(sheet, lie, here, theme, fills[0], holders, halo=ring is not None)
    return Sprite(image, at_least(mask, 128))


def _tinted(lines: Image.Image, fill: RGB, theme: Theme) -> Image.Image:
    line = SCENES[theme].line
    return _translated(lines, lambda level: mixed(fill, line, level / 255), theme)


def _stripes(size: tuple[int, int], number: int, count: int, wide: int) -> Image.Image:
    """Return the diagonal stripes of one of `count` holders (mode 1)."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    for left in range(number * wide - size[1] - wide * count, size[0], wide * count):
        draw.polygon(
            [(left, size[1]), (left + wide, size[1]), (left + wide + size[1], 0), (left + size[1], 0)], 1
        )
    return image


@kept
def _ring(lie: Chart, index: int) -> tuple[Image.Image, Image.Image]:
    """Return a ring inside the region's border with the dark line at its edge, and one without it (mode
    1).
    """
    near = shrunk(lie.masks[index], lie.px(3.5))
    bright = shrunk(near, lie.px(11) - lie.px(3.5))
    dark = shrunk(bright, lie.px(14) - lie.px(11))
    return at_least(ImageChops.subtract(near, dark), 128), at_least(ImageChops.subtract(near, bright), 128)


@kept
def _dashed(lie: Chart, index: int) -> Image.Image:
    """Return the dashes of the bright line inside the region's border (mode 1)."""
    (left, top, *_), (_, light) = lie.boxes[index], _ring(lie, index)
    outline = [(x - left, y - top) for x, y in lie.outlines[index]]
    image = Image.new("1", light.size)
    draw = ImageDraw.Draw(image)
    for dash in dashes([*outline, outline[0]], lie.px(34), lie.px(15)):
        draw.line(dash, 1, lie.px(24))
    return ImageChops.logical_and(image, light)


def _draw_signs(
    sheet: Sheet,
    lie: Chart,
    here: Region,
    theme: Theme,
    back: RGB,
    holders: tuple[int, ...],
    *,
    halo: bool,
) -> None:
    """Draw the region's code, name, and value or (in a home land) its people's sign."""
    left, top = lie.boxes[here.index][:2]
    front = contrast_colour(back) if holders else SCENES[theme].word
    _draw_code(sheet, lie, here, (front, back), (left, top), plate=len(holders) > 1, halo=halo)
    _draw_name(sheet, lie, here, (front, back), (left, top), halo=halo or len(holders) > 1)
    _draw_value(sheet, lie, here, theme, (left, top), back, holders)


def _draw_value(
    sheet: Sheet,
    lie: Chart,
    here: Region,
    theme: Theme,
    corner: tuple[int, int],
    back: RGB,
    holders: tuple[int, ...],
) -> None:
    room, unit = lie.rooms[here.index], lie.unit
    if holders and not room.apart:
        return
    x, y = room.value[0] - corner[0], room.value[1] - corner[1]
    if here.is_home and here.continent is not None:
        sheet.stamp(_cut(medallion(round(VALUE_HEIGHT * unit), here.continent), theme, back), x, y)
    else:
        narrow = 1.0 if room.code else room.narrow
        plate = value_plate(unit, here.value, SCENES[theme].line, narrow)
        sheet.stamp(_cut(plate, theme, back), x, y)


def redraw_code(sheet: Sheet, lie: Chart, index: int, theme: Theme, holders: tuple[int, ...]) -> None:
    """Draw a region's code again, in a halo of the region's colour, over anything drawn across it."""
    here, back = lie.map.regions[index], _ground(lie, index, theme, holders)
    front = contrast_colour(back) if holders else SCENES[theme].word
    _draw_code(sheet, lie, here, (front, back), (0, 0), halo=True)


def redraw_name(sheet: Sheet, lie: Chart, index: int, theme: Theme, holders: tuple[int, ...]) -> None:
    """Draw a region's name on a large map again, in a halo of the region's colour, over anything drawn across
    it.
    """
    back = _ground(lie, index, theme, holders)
    front = contrast_colour(back) if holders else SCENES[theme].word
    _draw_name(sheet, lie, lie.map.regions[index], (front, back), (0, 0), halo=True)


def redraw_value(sheet: Sheet, lie: Chart, index: int, theme: Theme, holders: tuple[int, ...]) -> None:
    """Draw a region's value again, if it shows it, over anything drawn across it."""
    _draw_value(
        sheet, lie, lie.map.regions[index], theme, (0, 0), _ground(lie, index, theme, holders), holders
    )


def _ground(lie: Chart, index: int, theme: Theme, holders: tuple[int, ...]) -> RGB:
    """Return the colour of a region. If several peoples hold it, it is the first one's."""
    if holders:
        return held_colour(theme, holders[0])
    return SCENES[theme].island if lie.map.regions[index].continent is None else SCENES[theme].land


def code_box(lie: Chart, index: int) -> Box | None:
    """Return the box around a region's code on a large map."""
    room, code = lie.rooms[index], lie.map.regions[index].code
    if room.code is None:
        return None
    wide, high = lie.px(CODE_WIDTHS[len(code) == 3] * room.narrow / 2), lie.px(CODE_HEIGHT / 2)
    x, y = room.code
    return x - wide, y - high, x + wide, y + high


def _draw_code(
    sheet: Sheet,
    lie: Chart,
    here: Region,
    colours: tuple[RGB, RGB],
    corner: tuple[int, int],
    *,
    plate: bool = False,
    halo: bool = False,
) -> None:
    """Draw the code in front and back colours, on a plate over stripes, with a halo over anything else."""
    room, (front, back) = lie.rooms[here.index], colours
    if room.code is None:
        return
    wide = round(CODE_WIDTHS[len(here.code) == 3] * room.narrow * lie.unit)
    letters, rise = narrow_mask(here.code, round(LETTER * lie.unit), wide)
    x, y = room.code[0] - corner[0] - letters.width // 2, room.code[1] - corner[1]
    grow = lie.px(5)
    if plate:
        high = lie.px(CODE_HEIGHT / 2)
        sheet.fill((x - grow, y - high - grow, x + letters.width + grow, y + high + grow), back)
    if halo:
        letters, rise, x = ImageOps.expand(letters, grow), rise + grow, x - grow
    written = letters_sprite(letters, rise, front, back, sheet.palette)
    around = at_least(grown(letters, grow), 96) if halo else None
    sheet.stamp(Sprite(written.image, around, written.centre), x, y)


def _draw_name(
    sheet: Sheet, lie: Chart, here: Region, colours: tuple[RGB, RGB], corner: tuple[int, int], *, halo: bool
) -> None:
    """Draw the name on a large map in front and back colours, with a halo over anything else."""
    label, (front, back) = lie.rooms[here.index].name, colours
    if label is None:
        return
    letters, grow = letters_image(label.lines, label.size, label.tilt), lie.px(5)
    if halo:
        letters = ImageOps.expand(letters, grow)
    drawn = letters_sprite(letters, letters.height // 2, front, back, sheet.palette)
    around = at_least(grown(letters, grow), 96) if halo else None
    x, y = label.at[0] - corner[0] - letters.width // 2, label.at[1] - corner[1]
    sheet.stamp(Sprite(drawn.image, around, drawn.centre), x, y)


def _cut(image: Image.Image, theme: Theme, back: RGB) -> Sprite:
    whole = opaque(image, board_palette(theme), back)
    return Sprite(whole, opacity_mask(image, 100), (image.width // 2, image.height // 2))
