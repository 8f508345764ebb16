"""Choice pictures for people to read: one seed gives the same ones, each with two of its answers."""

from __future__ import annotations

import pytest

from bench.choices import ASKED, GAMES, choice_pictures
from cogs.face.registry import load_faces
from render.kit.canvas import Theme


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_comes_with_the_cells_that_its_numbers_mean(game: str) -> None:
    face = load_faces()[game]
    first, second = (list(choice_pictures(face, 2, 1, Theme.DARK)) for _ in range(2))
    assert first == second
    assert first[0].picture != first[1].picture
    for shown in first:
        assert tuple(shown.cells) == ASKED
        assert all(shown.cells.values())
        assert len({*shown.cells.values()}) == len(ASKED), "no two numbers mean the same"
