"""Where Genesia's land ends: rounded coasts, lakes, coastlines."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.genesia_levels import levels, resized

__all__ = ["land", "strokes"]

Point = tuple[float, float]


def land(outlines: Sequence[Sequence[Point]], box: tuple[int, int, int, int], unit: float) -> Image.Image:
    """The part of the picture in `box` with a land mass of such regions: 255 on it, 0 on water (mode L)."""
    image = Image.new("L", (box[2] - box[0], box[3] - box[1]))
    draw = ImageDraw.Draw(image)
    for outline in outlines:
        draw.polygon([(x - box[0], y - box[1]) for x, y in outline], 255)
    lake = _lake(image)
    image.paste(255, (0, 0), lake)
    image = ImageChops.darker(_hard(image.filter(ImageFilter.GaussianBlur(11 * unit)), 128), image)
    if lake.getbbox():
        image.paste(0, (0, 0), _hard(lake.filter(ImageFilter.GaussianBlur(10 * unit)), 24))
    return image


def _lake(mass: Image.Image, coarse: int = 8) -> Image.Image:
    """Water that land surrounds."""
    small = resized(mass, mass.width // coarse, mass.height // coarse)
    ImageDraw.floodfill(small, (0, 0), 255, thresh=127)
    holes = levels(small, lambda level: 255 * (level < 128)).filter(ImageFilter.MaxFilter(3))
    return ImageChops.subtract(resized(holes, mass.width, mass.height, smooth=False), mass)


def _hard(image: Image.Image, least: int) -> Image.Image:
    return levels(image, lambda level: 255 * (level >= least))


def strokes(mass: Image.Image, unit: float) -> tuple[Image.Image, Image.Image]:
    """The coastline, and a band just outside it (mode L)."""
    soft = mass.filter(ImageFilter.GaussianBlur(3 * unit))
    wide = mass.filter(ImageFilter.GaussianBlur(6 * unit))
    return (
        levels(soft, lambda level: 255 * (52 <= level <= 203)),
        levels(wide, lambda level: 255 * (30 <= level <= 128)),
    )
