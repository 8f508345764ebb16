"""Tests of signs and colours: eight seats are told apart by each of them alone."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from PIL import Image, ImageChops, ImageDraw

from render.kit.canvas import Theme, ink
from render.kit.seats import SEAT_COLOURS, SIGN_COLOUR, SIGNS, draw_sign
from tests.render.sight import SIGHT, contrast, lab

SEATS = range(8)


def silhouette(seat: int) -> Image.Image:
    image = Image.new("RGB", (120, 120))
    draw_sign(ImageDraw.Draw(image), seat, 60, 60, 50, (255, 255, 255))
    return image.convert("L")


def area(image: Image.Image) -> float:
    return sum(value * count for value, count in enumerate(image.histogram())) / 255


def test_every_seat_has_a_sign_and_a_colour_of_its_own() -> None:
    assert len(set(SIGNS)) == len(SIGNS) == len(set(SEAT_COLOURS)) == len(SEAT_COLOURS) == len(SEATS)


@pytest.mark.parametrize("sight", SIGHT)
def test_colours_keep_apart(sight: str) -> None:
    for one, other in combinations(SEAT_COLOURS, 2):
        assert dist(lab(one, sight), lab(other, sight)) >= 28, (one, other)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", Theme)
def test_colours_keep_apart_from_the_ground_and_signs_from_their_colour(theme: Theme, sight: str) -> None:
    for colour in SEAT_COLOURS:
        for back in (ink(theme).panel, ink(theme).lit):
            assert dist(lab(colour, sight), lab(back, sight)) >= 20, (colour, back)
        assert contrast(colour, SIGN_COLOUR, sight) >= 3, colour


def test_signs_differ_without_colour() -> None:
    shapes = {seat: silhouette(seat) for seat in SEATS}
    for one, other in combinations(SEATS, 2):
        apart = area(ImageChops.difference(shapes[one], shapes[other]))
        assert apart > 0.15 * area(shapes[one]), (SIGNS[one], SIGNS[other])


@pytest.mark.parametrize("seat", SEATS)
def test_a_sign_keeps_to_its_reach(seat: int) -> None:
    left, top, right, bottom = silhouette(seat).getbbox() or (0, 0, 120, 120)
    assert min(left, top, 120 - right, 120 - bottom) >= 0, SIGNS[seat]
    assert 75 <= max(right - left, bottom - top) <= 118, SIGNS[seat]


def test_a_ninth_seat_is_given_no_sign_of_another() -> None:
    with pytest.raises(ValueError, match="seat 8 has no sign"):
        silhouette(8)
