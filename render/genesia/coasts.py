"""Coasts of Genesia's land: rounded coasts, lakes, coastlines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.levels import grown, map_levels, resized

__all__ = ["band", "coastline", "land"]

Point = tuple[float, float]

WATER = re.compile(rb"[\x00-\x7f]+")
"""A run of pixels in a row that are less than half land."""


def land(outlines: Sequence[Sequence[Point]], box: tuple[int, int, int, int], unit: float) -> Image.Image:
    """Return the part of the picture in `box` with the land of these regions: 255 on land, 0 on water (mode
    L).
    """
    image = Image.new("L", (box[2] - box[0], box[3] - box[1]))
    draw = ImageDraw.Draw(image)
    for outline in outlines:
        draw.polygon([(x - box[0], y - box[1]) for x, y in outline], 255)
    lake = _lake(image)
    image.paste(255, (0, 0), lake)
    image = ImageChops.darker(_hard(image.filter(ImageFilter.GaussianBlur(7 * unit)), 128), image)
    if inner := lake.getbbox():
        soft = 10 * unit
        margin = 4 * round(soft)  # anything farther off stays as it is
        (left, top, right, bottom), (width, height) = inner, image.size
        around = (
            max(0, left - margin),
            max(0, top - margin),
            min(width, right + margin),
            min(height, bottom + margin),
        )
        image.paste(0, around, _hard(lake.crop(around).filter(ImageFilter.GaussianBlur(soft)), 24))
    return image


def _lake(mass: Image.Image, coarse: int = 8) -> Image.Image:
    """Return the water that land surrounds."""
    small = resized(mass, mass.width // coarse, mass.height // coarse)
    holes = grown(_enclosed(small), 1)
    return ImageChops.subtract(resized(holes, mass.width, mass.height, smooth=False), mass)


def _enclosed(mass: Image.Image) -> Image.Image:
    """Return the water that cannot be reached from the top left corner (mode L)."""
    wide, high, data = mass.width, mass.height, mass.tobytes()
    left = [
        {run.span() for run in WATER.finditer(data[row * wide : (row + 1) * wide])} for row in range(high)
    ]
    sea = [(0, run) for run in left[0] if run[0] == 0]
    left[0].difference_update(run for _, run in sea)
    while sea:
        row, (start, end) = sea.pop()
        for beside in (row - 1, row + 1):
            if 0 <= beside < high:
                reached = [run for run in left[beside] if run[0] < end and start < run[1]]
                left[beside].difference_update(reached)
                sea += [(beside, run) for run in reached]
    image = Image.new("L", mass.size)
    for row, runs in enumerate(left):
        for start, end in runs:
            image.paste(255, (start, row, end, row + 1))
    return image


def _hard(image: Image.Image, least: int) -> Image.Image:
    return map_levels(image, lambda level: 255 * (level >= least))


def coastline(mass: Image.Image, unit: float) -> Image.Image:
    """Return the line where the land ends (mode L)."""
    soft = mass.filter(ImageFilter.GaussianBlur(3 * unit))
    return map_levels(soft, lambda level: 255 * (52 <= level <= 203))


def band(mass: Image.Image, unit: float) -> Image.Image:
    """Return a band just outside the coastline (mode L)."""
    wide = mass.filter(ImageFilter.GaussianBlur(6 * unit))
    return map_levels(wide, lambda level: 255 * (30 <= level <= 128))
