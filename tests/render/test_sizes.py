"""The size of digits as a small telephone shows them, in the boards of all games."""

from __future__ import annotations

import pytest

from render.gallery import familienbande, genesis, genesis_life, genial
from render.kit.canvas import Theme
from tests.render.shown import letters_of

TELEPHONE, LEAST = 324, 8
"""Width of a picture on a small telephone, and the least height of a digit there, in CSS pixels."""
GALLERIES = {
    "familienbande": familienbande.GALLERY,
    "genesis": genesis.GALLERY,
    "genesis_life": genesis_life.GALLERY,
    "genial": genial.GALLERY,
}


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, known in GALLERIES.items() for name in known]
)
def test_digits_are_eight_points_high_on_a_small_telephone(game: str, name: str) -> None:
    picture, letters = letters_of(lambda: GALLERIES[game][name](Theme.DARK))
    digits = [each for each in letters if any(sign.isdecimal() for sign in each.text)]
    assert {each for each in digits if each.capital * TELEPHONE / picture.width < LEAST} == set()
