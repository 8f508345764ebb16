"""Highest and lowest levels around a pixel: the same as Pillow's own filters give."""

from __future__ import annotations

import random

import pytest
from PIL import Image, ImageFilter

from render.kit.levels import grown, shrunk


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (9, 2), (23, 40)])
@pytest.mark.parametrize("pixels", [0, 1, 2, 3, 6, 11])
def test_the_highest_and_the_lowest_around_are_those_of_the_filters(
    size: tuple[int, int], pixels: int
) -> None:
    image = Image.frombytes("L", size, random.Random(pixels).randbytes(size[0] * size[1]))
    assert grown(image, pixels).tobytes() == image.filter(ImageFilter.MaxFilter(2 * pixels + 1)).tobytes()
    assert shrunk(image, pixels).tobytes() == image.filter(ImageFilter.MinFilter(2 * pixels + 1)).tobytes()
