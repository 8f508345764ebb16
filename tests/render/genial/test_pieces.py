"""Pieces of Génial are put together from few drawings, so that the first picture takes no longer than
others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from engine.genial.model import Colour
from render.genial import material
from render.kit.canvas import Sheet, Theme
from render.kit.fresh import Fresh
from render.kit.hexes import Axial
from render.kit.memory import BUDGET_BYTES, MEMORY, cache_of

PITCH, SIZE, SEATS = 66, 200, (None, 0, 1, 2, 3)


@pytest.fixture(autouse=True)
def roomy() -> Iterator[None]:
    """Begin with nothing kept, and with room for all that is drawn here."""
    MEMORY.allow(BUDGET_BYTES * 4)
    yield
    MEMORY.allow(BUDGET_BYTES)


def stamped(step: Axial, first: Colour, second: Colour, fresh: Fresh, seat: int | None) -> Sheet:
    """Return a tile in the middle of a picture."""
    sheet = Sheet.blank(SIZE, SIZE, material.palette(Theme.DARK), material.FELTS[Theme.DARK].plate)
    material.stamp_tile(sheet, (SIZE // 2, SIZE // 2), PITCH, Theme.DARK, step, first, second, fresh, seat)
    return sheet


def test_all_tiles_are_made_of_blanks_and_symbols_drawn_once() -> None:
    for step, first, second in product(material.STEPS, Colour, Colour):
        for seat in SEATS:
            stamped(step, first, second, Fresh.LAST, seat)
    assert len(cache_of(material._sign)) == len(material.STEPS) * 36 * (len(SEATS) - 1)
    assert len(cache_of(material._blank)) == len(material.STEPS)
    rests = {
        (x % 1, y % 1)
        for step in material.STEPS
        for x, y in material._pair(PITCH, step, Fresh.LAST, 1.0).ends
    }
    assert len(cache_of(material._symbol)) == len(Colour) * len(rests)


def test_of_two_colours_together_nothing_larger_than_a_sign_is_kept() -> None:
    """Whole tiles of every two colours, at every size of the board, would fill the memory."""
    for fresh, step, first, second in product(Fresh, material.STEPS, Colour, Colour):
        stamped(step, first, second, fresh, 2)
    signs = cache_of(material._sign)
    assert len(signs) == 2 * len(material.STEPS) * 36
    assert all(each.image.width < PITCH * 0.6 for each in signs.young.values())
    others = (material._blank, material._symbol, material._outline, material._middle)
    assert sum(len(cache_of(each)) for each in others) < 100


def test_a_sign_hides_no_more_of_a_tile_than_its_disc() -> None:
    reach = PITCH * material.SIGN[Fresh.LAST] * 1.2 + 1
    for step in material.STEPS:
        before, after = (
            stamped(step, Colour.RED, Colour.PURPLE, Fresh.LAST, seat).image.tobytes() for seat in (None, 2)
        )
        away = [
            ((at % SIZE - SIZE / 2) ** 2 + (at // SIZE - SIZE / 2) ** 2) ** 0.5
            for at in range(SIZE * SIZE)
            if before[at] != after[at]
        ]
        assert reach / 2 < max(away) < reach + 1
