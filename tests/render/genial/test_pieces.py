"""Pieces of Génial are put together from few drawings, so that the first picture takes no longer than
others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from engine.genial.model import Colour
from render.genial import material
from render.kit.canvas import Theme
from render.kit.fresh import Fresh
from render.kit.memory import BUDGET_BYTES, MEMORY, cache_of

PITCH, SEATS = 66, (None, 0, 1, 2, 3)


@pytest.fixture(autouse=True)
def roomy() -> Iterator[None]:
    """Begin with nothing kept, and with room for all that is drawn here."""
    MEMORY.allow(BUDGET_BYTES * 4)
    yield
    MEMORY.allow(BUDGET_BYTES)


def test_all_tiles_are_made_of_blanks_and_symbols_drawn_once() -> None:
    for step, first, second in product(material.STEPS, Colour, Colour):
        for seat in SEATS:
            material.domino(PITCH, Theme.DARK, step, first, second, Fresh.LAST, seat)
    assert len(cache_of(material.domino)) == len(material.STEPS) * 36 * len(SEATS)
    assert len(cache_of(material._blank)) == len(material.STEPS)
    rests = {
        (x % 1, y % 1)
        for step in material.STEPS
        for x, y in material._pair(PITCH, step, Fresh.LAST, 1.0).ends
    }
    assert len(cache_of(material._symbol)) == len(Colour) * len(rests)


def test_a_sign_hides_no_more_of_a_tile_than_its_disc() -> None:
    for step in material.STEPS:
        bare = material.domino(PITCH, Theme.DARK, step, Colour.RED, Colour.PURPLE, Fresh.LAST)
        signed = material.domino(PITCH, Theme.DARK, step, Colour.RED, Colour.PURPLE, Fresh.LAST, 2)
        assert signed.mask == bare.mask
        assert signed.image.size == bare.image.size
        width, height = bare.image.size
        reach = PITCH * material.SIGN[Fresh.LAST] * 1.2 + 1
        before, after = bare.image.tobytes(), signed.image.tobytes()
        away = [
            ((at % width - width / 2) ** 2 + (at // width - height / 2) ** 2) ** 0.5
            for at in range(width * height)
            if before[at] != after[at]
        ]
        assert reach / 2 < max(away) < reach + 1
