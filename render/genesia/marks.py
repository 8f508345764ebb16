"""Small discs in Genesia's pictures: values, peoples, assaults, marching clans (all RGBA)."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.genesia.palette import BONE, DARK, GOLD, INKY, PEOPLES, SCENES, contrast_colour
from render.genesia.placement import VALUE_HEIGHT, plate_width
from render.genesia.signs import Sign, draw_pictogram
from render.kit.canvas import RGB, Palette, Sprite, Theme, mapped, mixed, paint_image
from render.kit.lettering import mask
from render.kit.levels import resized
from render.kit.memory import kept
from render.kit.seats import draw_sign

__all__ = [
    "CLANS",
    "LETTER",
    "clan_count",
    "clash",
    "letters_sprite",
    "medallion",
    "narrow_mask",
    "value_disc",
    "value_plate",
]

TWO = 58
"""Size of the digits of a value with two: they are 8 points high there."""
CLANS = 68
"""Width of the disc with the number of marching clans, in units."""
LETTER = 63
"""Size of letters and digits on the map, in units: they are 9 points high on a telephone 324 points wide."""


@kept
def narrow_mask(text: str, size: int, widest: int, bold: bool = True) -> tuple[Image.Image, int]:
    """Return the line as `mask` gives it, narrowed if it is wider than `widest` pixels."""
    letters, rise = mask(text, size, bold)
    return (resized(letters, widest, letters.height) if letters.width > widest else letters), rise


def letters_sprite(letters: Image.Image, rise: int, front: RGB, back: RGB, palette: Palette) -> Sprite:
    """Return letters in mode L on plain ground.

    The sprite's centre is at their left end, half a capital high.
    """
    return Sprite(mapped(letters, _blend(front, back, palette), "P"), None, (0, rise))


@lru_cache(maxsize=512)
def _blend(front: RGB, back: RGB, palette: Palette) -> list[int]:
    """Return the palette's colour for each level of letters: from the ground to their own."""
    steps = [palette.index(mixed(back, front, step / 15)) for step in range(16)]
    return [steps[level // 16] for level in range(256)]


@kept
def value_plate(unit: float, value: int, line: RGB, narrow: float = 1.0) -> Image.Image:
    """Return a region's value for the map: dark on bone, the two highest values on gold (RGBA)."""
    ground = GOLD if value >= 12 else BONE
    wide, high = round(plate_width(value >= 10) * narrow * unit), round(VALUE_HEIGHT * unit)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom, rim = wide * scale - 1, high * scale - 1, 3.4 * unit * scale
        soft = bottom * (0.5 if value < 10 else 0.36)
        draw.rounded_rectangle((0, 0, right, bottom), soft, line)
        draw.rounded_rectangle((rim, rim, right - rim, bottom - rim), soft - rim, ground)

    disc = paint_image(wide, high, paint)
    size, edge = (LETTER, 12) if value < 10 else (TWO, 10)
    letters, rise = narrow_mask(str(value), round(size * unit), wide - round(edge * unit))
    disc.paste(DARK, ((wide - letters.width) // 2, high // 2 - rise), letters)
    return disc


def value_disc(size: int, value: int, line: RGB) -> Image.Image:
    """Return a value on a disc: dark on bone, the two highest values on gold (RGBA)."""
    ground = GOLD if value >= 12 else BONE

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.06
        draw.ellipse((0, 0, edge, edge), line)
        draw.ellipse((rim, rim, edge - rim, edge - rim), ground)

    disc = paint_image(size, size, paint)
    letters, rise = mask(str(value), round(size * (0.62 if value < 10 else 0.54)), True)
    disc.paste(DARK, ((size - letters.width) // 2, size // 2 - rise), letters)
    return disc


def medallion(size: int, people: int) -> Image.Image:
    """Return a people's sign on a disc of its colour with a light rim (RGBA)."""
    hue = PEOPLES[people]

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.07
        draw.ellipse((0, 0, edge, edge), BONE)
        draw.ellipse((rim, rim, edge - rim, edge - rim), hue)
        draw_sign(draw, people, edge / 2, edge / 2, edge * 0.27, contrast_colour(hue))

    return paint_image(size, size, paint)


@kept
def clash(size: int, theme: Theme) -> Image.Image:
    """Return crossed swords on a disc, the sign of an assault (RGBA)."""
    fight = SCENES[theme].fight

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.07
        draw.ellipse((0, 0, edge, edge), INKY)
        draw.ellipse((rim, rim, edge - rim, edge - rim), fight)
        draw_pictogram(draw, Sign.SWORDS, edge / 2, edge / 2, edge * 0.27, INKY, fight)

    return paint_image(size, size, paint)


@kept
def clan_count(unit: float, theme: Theme, number: int) -> Image.Image:
    """Return the number of marching clans on a disc (RGBA)."""
    way = SCENES[theme].way
    size = round(CLANS * unit)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.07
        draw.ellipse((0, 0, edge, edge), contrast_colour(way))
        draw.ellipse((rim, rim, edge - rim, edge - rim), way)

    disc = paint_image(size, size, paint)
    letters, rise = narrow_mask(str(number), round(LETTER * unit), round(50 * unit))
    disc.paste(contrast_colour(way), ((size - letters.width) // 2, size // 2 - rise), letters)
    return disc
