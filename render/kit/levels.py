"""Pillow's images in mode L, level by level; its annotations leave parts of these calls unknown."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops, ImageOps

__all__ = ["at_least", "grown", "levels", "resized", "shrunk"]


def levels(image: Image.Image, change: Callable[[int], int], mode: str = "L") -> Image.Image:
    """The image with every level changed, in that mode."""
    return image.point([change(level) for level in range(256)], mode)  # pyright: ignore[reportUnknownMemberType]


def at_least(image: Image.Image, least: int) -> Image.Image:
    """Where the image has at least that level (mode 1)."""
    return levels(image, lambda level: 255 * (level >= least), "1")


def resized(image: Image.Image, width: int, height: int, *, smooth: bool = True) -> Image.Image:
    """The image in another size, each pixel the mean of those it covers, or just one of them."""
    way = Image.Resampling.BOX if smooth else Image.Resampling.NEAREST
    return image.resize((width, height), way)  # pyright: ignore[reportUnknownMemberType]


def grown(image: Image.Image, pixels: int) -> Image.Image:
    """The highest level within so many pixels of each, in a square: Pillow's `MaxFilter`, much faster."""
    return _around(image, pixels, ImageChops.lighter, 0)


def shrunk(image: Image.Image, pixels: int) -> Image.Image:
    """The lowest level within so many pixels of each, in a square: Pillow's `MinFilter`, much faster."""
    return _around(image, pixels, ImageChops.darker, 255)


def _around(
    image: Image.Image,
    pixels: int,
    chosen: Callable[[Image.Image, Image.Image], Image.Image],
    neutral: int,
) -> Image.Image:
    """Of every square around a pixel the level that is `chosen` of two; outside is the `neutral` one."""
    whole = 2 * pixels + 1
    image = ImageOps.expand(image, pixels, neutral)
    for across, down in ((1, 0), (0, 1)):
        length = 1  # so many pixels are joined, from each on
        while length < whole:
            step = min(length, whole - length)
            x, y, (wide, high) = across * step, down * step, image.size
            image = chosen(image.crop((0, 0, wide - x, high - y)), image.crop((x, y, wide, high)))
            length += step
    return image
