"""Illustrations of Genesia's cards: each card has its own, and it can be told apart at the size it is
shown.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine.genesia.model import CARDS, OBJECTIVES, Lot
from render.gallery.genesia import words
from render.genesia.art import CARDS as DRAWN
from render.genesia.art import GOALS, faint_tones, illustration, lot_tones
from render.genesia.art.brush import EDGE, Brush, Tone
from render.genesia.cards import hand
from render.genesia.palette import card_palette
from render.kit.canvas import RGB, Theme
from tests.render.golden import open_picture

SMALL = 38
"""Height in points of an illustration on a phone, above a long text."""
APART = 14
"""Least mean difference of two illustrations, in levels of grey."""
GROUND: RGB = (1, 2, 3)
ALL = (*DRAWN, *(-number for number in GOALS))
"""Numbers of all illustrations; objectives are negative."""


def grey(number: int) -> Image.Image:
    """Return the illustration in the colours of one lot, as small as it is shown."""
    tones = lot_tones(Lot.BLUE)
    ground = Image.new("RGB", (SMALL, SMALL), tones[Tone.PALE])
    drawn = illustration(number, SMALL, tones)
    ground.paste(drawn, (0, 0), drawn)
    return ground.convert("L")


def light(colour: RGB) -> float:
    """Return the relative luminance (WCAG 2)."""
    parts = [part / 255 for part in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_card_and_objective_of_the_box_is_drawn() -> None:
    assert set(DRAWN) == set(CARDS)
    assert set(GOALS) == set(OBJECTIVES)


def test_no_two_are_drawn_alike() -> None:
    seen = {number: grey(number) for number in ALL}
    for one, other in combinations(seen, 2):
        counts = ImageChops.difference(seen[one], seen[other]).histogram()
        mean = sum(level * count for level, count in enumerate(counts)) / SMALL**2
        assert mean > APART, (one, other)


@pytest.mark.parametrize("number", ALL)
def test_an_illustration_fills_its_square_and_stays_in_it(number: int) -> None:
    image = Image.new("RGB", (600, 600), GROUND)
    drawn = DRAWN[number] if number > 0 else GOALS[-number]
    drawn(Brush(ImageDraw.Draw(image), lot_tones(Lot.RED), 300 + 300j, 200 + 0j, EDGE * 200))
    box = ImageChops.difference(image, Image.new("RGB", image.size, GROUND)).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert min(left, top) >= 98
    assert max(right, bottom) <= 502
    assert max(right - left, bottom - top) > 340
    assert min(right - left, bottom - top) > 200


@pytest.mark.parametrize("number", ALL)
def test_an_illustration_stands_out_from_its_ground(number: int) -> None:
    lot = CARDS[number].lot if number > 0 else OBJECTIVES[-number].lot
    tones = lot_tones(lot)
    ground = Image.new("RGB", (SMALL, SMALL), tones[Tone.PALE])
    drawn = illustration(number, SMALL, tones)
    ground.paste(drawn, (0, 0), drawn)
    parts = ground.tobytes()
    colours = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    dark = sum(contrast(colour, tones[Tone.PALE]) >= 3 for colour in colours)
    assert 0.14 < dark / SMALL**2 < 0.8


@pytest.mark.parametrize("lot", [*Lot, None])
def test_the_tones_of_a_lot_keep_apart(lot: Lot | None) -> None:
    tones = lot_tones(lot)
    for tone in set(Tone) - {Tone.INK, Tone.SHADE}:
        assert contrast(tones[tone], tones[Tone.INK]) >= 1.8, tone
    assert contrast(tones[Tone.PALE], tones[Tone.INK]) >= 7
    assert len(set(tones)) == len(Tone)


@pytest.mark.parametrize("theme", Theme)
def test_palettes_hold_every_tone(theme: Theme) -> None:
    colours = set(card_palette(theme).colours)
    assert {tone for lot in (*Lot, None) for tone in lot_tones(lot)} <= colours
    assert set(faint_tones(theme)) <= colours


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_a_card_is_shown_with_its_illustration(count: int) -> None:
    """A card with another number has another illustration, however many cards lie beside it."""
    cards = words(3, 11, 16, 20, 24, 29)[:count]
    other = [*cards[:-1], cards[-1]._replace(number=26)]
    one, two = (open_picture(hand(each)).convert("L") for each in (cards, other))
    assert sum(ImageChops.difference(one, two).histogram()[60:]) > 1500
