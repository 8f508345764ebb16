"""The size of values and counts as a small telephone shows them, in the samples of all games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from render.gallery import cards, familienbande, genesia, genesis, genesis_life, genial
from render.kit.canvas import Picture, Theme
from tests.render.shown import forget, letters_of

TELEPHONE, LEAST = 324, 8
"""Width of a picture on a small telephone, and the least height of a digit there, in CSS pixels."""
COORDINATES = (
    "render.genesis.pictures.name_edges",
    "render.genesis_life.pictures.name_edges",
    "render.genial.ground.write_coordinates",
    "render.genial.ground.write_coordinates",
    "render.genial.choices.write_coordinates",
    "render.genial.choices._write_names",
)
"""Functions that name rows, columns and diagonals: numbers that are neither values nor counts."""
SENTENCES = ("hand", "draft", "illustrations")
"""Samples of Genesia whose digits stand in the sentences of cards, which are letters of another size."""
UPRIGHT = "large map"
"""Samples of Genesia that are opened and enlarged to be read."""
GALLERIES: Mapping[str, Mapping[str, Callable[[Theme], Picture]]] = {
    "cards": cards.GALLERY,
    "familienbande": familienbande.GALLERY,
    "genesia": genesia.GALLERY,
    "genesis": genesis.GALLERY,
    "genesis_life": genesis_life.GALLERY,
    "genial": genial.GALLERY,
}
SAMPLES = [
    (game, name)
    for game, known in GALLERIES.items()
    for name in known
    if game != "genesia" or not name.startswith((UPRIGHT, *SENTENCES))
]


@pytest.fixture
def without_coordinates(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave out coordinates; no picture without them stays in a cache."""

    def write_nothing(*_: Any, **__: Any) -> None:
        pass

    with monkeypatch.context() as patch:
        for name in COORDINATES:
            patch.setattr(name, write_nothing)
        yield
    forget()


@pytest.mark.usefixtures("without_coordinates")
@pytest.mark.parametrize(("game", "name"), SAMPLES)
def test_values_and_counts_are_eight_points_high_on_a_small_telephone(game: str, name: str) -> None:
    picture, letters = letters_of(lambda: GALLERIES[game][name](Theme.DARK))
    figures = [each for each in letters if _is_figure(each.text)]
    assert {each for each in figures if each.capital * TELEPHONE / picture.width < LEAST} == set()


def _is_figure(text: str) -> bool:
    """Return `True` for digits with signs around them, `False` for words and for names such as G1 or #3."""
    return any(map(str.isdecimal, text)) and not any(each.isalpha() or each == "#" for each in text)
