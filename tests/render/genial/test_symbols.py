"""The six colours keep apart under every common colour blindness, and their shapes do without colour."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine.genial.model import Colour
from render.genial.symbols import BODY, HUES, draw_symbol
from render.kit.canvas import RGB

# Machado, Oliveira, Fernandes 2009, severity 1.0, on linear RGB.
SIGHT = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: RGB) -> list[float]:
    return [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)
    ]


def luminance(colour: RGB) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lab(colour: RGB, sight: str) -> tuple[float, float, float]:
    """CIELAB (D65) of the colour as that sight sees it."""
    parts = linear(colour)
    seen = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, parts, strict=True)))) for row in SIGHT[sight]]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    x, y, z = (
        sum(a * b for a, b in zip(row, seen, strict=True)) / white
        for row, white in zip(to_xyz, (0.95047, 1.0, 1.08883), strict=True)
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("sight", SIGHT)
def test_hues_keep_apart(sight: str) -> None:
    for a, b in combinations(Colour, 2):
        assert dist(lab(HUES[a], sight), lab(HUES[b], sight)) >= 35, (a.name, b.name)


def test_the_measure_notices_a_bad_palette() -> None:
    red, green = (200, 60, 60), (105, 115, 55)
    assert dist(lab(red, "normal"), lab(green, "normal")) > 50
    assert dist(lab(red, "deuteranopia"), lab(green, "deuteranopia")) < 20


def test_hues_stand_out_from_the_tile() -> None:
    for colour, hue in HUES.items():
        contrast = (luminance(hue) + 0.05) / (luminance(BODY) + 0.05)
        assert contrast >= 3, colour.name


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
