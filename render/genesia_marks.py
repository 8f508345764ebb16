"""Small discs of Genesia's pictures: values, peoples, assaults, marching clans (all RGBA)."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import RGB, Theme, painted
from render.genesia_hues import BONE, DARK, GOLD, INKY, PEOPLES, SCENES, on
from render.genesia_signs import Sign, draw_people, draw_pictogram
from render.lettering import mask

__all__ = ["clash", "count", "medallion", "value_disc"]


def value_disc(size: int, value: int, line: RGB) -> Image.Image:
    """What a region is worth, dark on bone; the two highest on gold (RGBA)."""
    ground = GOLD if value >= 12 else BONE

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.06
        draw.ellipse((0, 0, edge, edge), line)
        draw.ellipse((rim, rim, edge - rim, edge - rim), ground)

    disc = painted(size, size, paint)
    letters, rise = mask(str(value), round(size * (0.62 if value < 10 else 0.54)), True)
    disc.paste(DARK, ((size - letters.width) // 2, size // 2 - rise), letters)
    return disc


def medallion(size: int, people: int) -> Image.Image:
    """A people's sign on a disc of its colour with a light rim (RGBA)."""
    hue = PEOPLES[people]

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.07
        draw.ellipse((0, 0, edge, edge), BONE)
        draw.ellipse((rim, rim, edge - rim, edge - rim), hue)
        draw_people(draw, people, edge / 2, edge / 2, edge * 0.27, on(hue))

    return painted(size, size, paint)


@lru_cache(maxsize=16)
def clash(size: int, theme: Theme) -> Image.Image:
    """Crossed swords on a disc: where an assault is fought (RGBA)."""
    fight = SCENES[theme].fight

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.07
        draw.ellipse((0, 0, edge, edge), INKY)
        draw.ellipse((rim, rim, edge - rim, edge - rim), fight)
        draw_pictogram(draw, Sign.SWORDS, edge / 2, edge / 2, edge * 0.27, INKY, fight)

    return painted(size, size, paint)


@lru_cache(maxsize=64)
def count(size: int, theme: Theme, number: int) -> Image.Image:
    """How many clans march (RGBA)."""
    way = SCENES[theme].way

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.08
        draw.ellipse((0, 0, edge, edge), on(way))
        draw.ellipse((rim, rim, edge - rim, edge - rim), way)

    disc = painted(size, size, paint)
    letters, rise = mask(str(number), round(size * (0.6 if number < 10 else 0.5)), True)
    disc.paste(on(way), ((size - letters.width) // 2, size // 2 - rise), letters)
    return disc
