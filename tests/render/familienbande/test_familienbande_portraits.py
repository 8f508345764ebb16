"""Portraits show their traits, with and without colour."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine.familienbande.cards import CARDS
from engine.familienbande.model import Gender, Trait
from render.familienbande.portraits import BODY, HUES, WALLS, draw_face, draw_trait
from render.kit.canvas import paint_image
from tests.render.genial.test_symbols import area
from tests.render.sight import SIGHT, contrast, lab

SIZE = 160


def face(number: int, size: int = SIZE) -> Image.Image:
    image = Image.new("RGB", (size, size), (128, 128, 128))
    draw_face(ImageDraw.Draw(image), number, 0, 0, size)
    return image


def coloured(image: Image.Image, trait: Trait) -> int:
    """Return the number of pixels that have exactly the trait's colour."""
    return sum(count for count, colour in image.getcolors(SIZE * SIZE) or [] if colour == HUES[trait])


@pytest.mark.parametrize("sight", SIGHT)
def test_hues_keep_apart(sight: str) -> None:
    for a, b in combinations(Trait, 2):
        assert dist(lab(HUES[a], sight), lab(HUES[b], sight)) >= 35, (a.name, b.name)


@pytest.mark.parametrize("sight", SIGHT)
def test_hues_stand_out_from_their_ground(sight: str) -> None:
    for trait, hue in HUES.items():
        assert contrast(hue, BODY, sight) >= 3, trait.name


@pytest.mark.parametrize("number", CARDS)
def test_a_portrait_shows_its_traits_and_no_other_in_their_colours(number: int) -> None:
    image = face(number)
    for trait in Trait:
        assert (coloured(image, trait) > 40) == (CARDS[number].counts[trait] > 0), trait.name


@pytest.mark.parametrize("trait", Trait)
@pytest.mark.parametrize("gender", Gender)
def test_more_of_a_trait_is_larger(trait: Trait, gender: Gender) -> None:
    for other in set(Trait) - {trait}:
        sizes = [
            coloured(face(card.number), trait)
            for count in (1, 2, 3)
            for card in CARDS.values()
            if card.gender is gender and card.counts[trait] == count and card.counts[other] == 3 - count
        ]
        assert sizes == sorted(sizes)
        assert sizes[0] * 1.2 < sizes[1] < sizes[2] / 1.1


@pytest.mark.parametrize("count", [1, 2])
def test_lips_are_as_full_under_a_nose_as_without_one(count: int) -> None:
    shown = {
        card.number: coloured(face(card.number), Trait.LIPS)
        for card in CARDS.values()
        if card.counts[Trait.LIPS] == count
    }
    assert min(shown.values()) > 0.8 * max(shown.values()), shown


def test_no_two_portraits_are_alike_even_in_grey_and_small() -> None:
    def small(number: int) -> Image.Image:
        card = CARDS[number]

        def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
            draw.rectangle((0, 0, 40 * scale, 40 * scale), WALLS[card.gender])
            draw_face(draw, number, 0, 0, 40 * scale)

        return paint_image(40, 40, paint).convert("L")

    seen = {number: small(number) for number in CARDS}
    for a, b in combinations(CARDS, 2):
        apart = ImageChops.difference(seen[a], seen[b]).histogram()
        assert sum(apart[25:]) >= 12, (a, b)


def silhouette(trait: Trait) -> Image.Image:
    drawn = Image.new("RGB", (120, 120))
    draw_trait(ImageDraw.Draw(drawn), trait, 60, 60, 50, (255, 255, 255))
    return drawn.convert("L").point([255 * (level > 128) for level in range(256)])


def test_signs_differ_without_colour_and_fit() -> None:
    shapes = {trait: silhouette(trait) for trait in Trait}
    for a, b in combinations(Trait, 2):
        apart = area(ImageChops.difference(shapes[a], shapes[b]))
        assert apart > 0.4 * area(shapes[a]), (a.name, b.name)
    for shape in shapes.values():
        left, top, right, bottom = shape.getbbox() or (0, 0, 120, 120)
        assert min(left, top) >= 4
        assert max(right, bottom) <= 116
