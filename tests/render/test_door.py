"""The picture of all games."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cogs.face.registry import load_faces
from cogs.pages.door import tile_of
from render.door import MARGIN, TILE, Tile, draw_door
from render.kit.canvas import Theme


@pytest.mark.parametrize("theme", Theme)
def test_every_game_has_a_tile_with_three_signs(theme: Theme) -> None:
    tiles = tuple(tile_of(key, face) for key, face in load_faces().items())
    assert all(len(tile.signs) == 3 for tile in tiles)
    drawn = draw_door(tiles, theme)
    assert Image.open(io.BytesIO(drawn.data)).size == (drawn.width, drawn.height) == (1100, 532)
    assert len(drawn.data) < 60_000
    assert drawn.data == draw_door(tiles, theme).data


def test_a_long_title_and_a_game_without_signs_fit() -> None:
    drawn = draw_door([Tile("A game with a very long title (of somebody)")], Theme.DARK)
    image = Image.open(io.BytesIO(drawn.data)).convert("RGB")
    left = (drawn.width - TILE) // 2
    edge = {image.getpixel((left + MARGIN // 2, y)) for y in range(60, 200)}
    assert len(edge) == 1, "no letter stands on the margin"
