"""Operations on levels of Pillow images in mode L, typed here as Pillow's annotations are incomplete."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops, ImageOps

__all__ = ["at_least", "grown", "map_levels", "resized", "shrunk"]


def map_levels(image: Image.Image, change: Callable[[int], int], mode: str = "L") -> Image.Image:
    """Return a copy of the image in `mode`, with `change` applied to every level."""
    return image.point([change(level) for level in range(256)], mode)  # pyright: ignore[reportUnknownMemberType]


def at_least(image: Image.Image, least: int) -> Image.Image:
    """Return a mask (mode 1) of the pixels whose level is at least `least`."""
    return map_levels(image, lambda level: 255 * (level >= least), "1")


def resized(image: Image.Image, width: int, height: int, *, smooth: bool = True) -> Image.Image:
    """Return a copy of the image in another size.

    Each pixel is the mean of those that it covers; with `smooth` false it is one of them.
    """
    way = Image.Resampling.BOX if smooth else Image.Resampling.NEAREST
    return image.resize((width, height), way)  # pyright: ignore[reportUnknownMemberType]


def grown(image: Image.Image, pixels: int) -> Image.Image:
    """Return the image with each pixel at the highest level in the square of `pixels` around it.

    Does the same as Pillow's `MaxFilter`, much faster.
    """
    return _around(image, pixels, ImageChops.lighter, 0)


def shrunk(image: Image.Image, pixels: int) -> Image.Image:
    """Return the image with each pixel at the lowest level in the square of `pixels` around it.

    Does the same as Pillow's `MinFilter`, much faster.
    """
    return _around(image, pixels, ImageChops.darker, 255)


def _around(
    image: Image.Image,
    pixels: int,
    chosen: Callable[[Image.Image, Image.Image], Image.Image],
    neutral: int,
) -> Image.Image:
    """Return the image with each pixel at the level that `chosen` picks from the square of `pixels` around
    it.

    `chosen` picks one of two levels pixel by pixel; pixels outside the image count as `neutral`.
    """
    whole = 2 * pixels + 1
    image = ImageOps.expand(image, pixels, neutral)
    for across, down in ((1, 0), (0, 1)):
        length = 1  # pixels joined so far, counted from each pixel on
        while length < whole:
            step = min(length, whole - length)
            x, y, (wide, high) = across * step, down * step, image.size
            image = chosen(image.crop((0, 0, wide - x, high - y)), image.crop((x, y, wide, high)))
            length += step
    return image
