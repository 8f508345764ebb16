"""The six colours keep apart under every common colour blindness, and their shapes differ without colour."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine.genial.model import Colour
from render.genial.symbols import BODY, HUES, draw_symbol
from tests.render.sight import SIGHT, contrast, lab


@pytest.mark.parametrize("sight", SIGHT)
def test_hues_keep_apart(sight: str) -> None:
    for a, b in combinations(Colour, 2):
        assert dist(lab(HUES[a], sight), lab(HUES[b], sight)) >= 35, (a.name, b.name)


def test_the_measure_notices_a_bad_palette() -> None:
    red, green = (200, 60, 60), (105, 115, 55)
    assert dist(lab(red, "normal"), lab(green, "normal")) > 50
    assert dist(lab(red, "deuteranopia"), lab(green, "deuteranopia")) < 20


@pytest.mark.parametrize("sight", SIGHT)
def test_hues_stand_out_from_the_tile(sight: str) -> None:
    for colour, hue in HUES.items():
        assert contrast(hue, BODY, sight) >= 3, colour.name


def silhouette(colour: Colour) -> Image.Image:
    image = Image.new("L", (120, 120))
    drawn = Image.new("RGB", (120, 120))
    draw_symbol(ImageDraw.Draw(drawn), colour, 60, 60, 50, (255, 255, 255))
    image.paste(drawn.convert("L"))
    return image


def area(image: Image.Image) -> float:
    return sum(value * count for value, count in enumerate(image.histogram())) / 255


def test_shapes_differ_without_colour() -> None:
    shapes = {colour: silhouette(colour) for colour in Colour}
    for a, b in combinations(Colour, 2):
        apart = area(ImageChops.difference(shapes[a], shapes[b]))
        assert apart > 0.07 * area(shapes[a]), (a.name, b.name)


def test_only_the_ring_is_hollow_and_all_fit() -> None:
    for colour in Colour:
        shape = silhouette(colour)
        assert (shape.getpixel((60, 60)) == 0) == (colour is Colour.PURPLE)
        left, top, right, bottom = shape.getbbox() or (0, 0, 120, 120)
        assert min(left, top) >= 4
        assert max(right, bottom) <= 116
