"""Pillow's images in mode L, level by level; its annotations leave parts of these calls unknown."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

__all__ = ["at_least", "levels", "resized"]


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
