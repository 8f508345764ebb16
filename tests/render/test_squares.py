"""Where the squares of a board lie."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.squares import SquareGrid
from render.genesis import layout as genesis_layout
from render.genesis_life import layout as life_layout
from render.squares import Squares


def test_row_0_is_at_the_bottom_and_columns_after_the_gap_move_right() -> None:
    grid = Squares(SquareGrid(4, 3), columns=4, cell=10, left=5, top=7, split=2, gap=6)
    assert grid.corner(0, 2) == (5, 7)
    assert grid.corner(0, 0) == (5, 27)
    assert grid.corner(1, 0) == (15, 27)
    assert grid.corner(2, 0) == (31, 27)
    assert grid.centre(3, 2) == grid.centre_of(grid.board.named("D3")) == (46, 12)
    assert (grid.right, grid.bottom) == (51, 37)


@pytest.mark.parametrize("width", [320, 400, 640, 1000, 1600])
@pytest.mark.parametrize("kind", ["genesis-2", "genesis-4", "life"])
def test_squares_do_not_overlap_and_stay_inside(width: int, kind: str) -> None:
    grid = life_layout(width) if kind == "life" else genesis_layout(int(kind[-1]), width)
    corners = [grid.corner(column, row) for column in range(grid.columns) for row in range(grid.rows)]
    for (ax, ay), (bx, by) in combinations(corners, 2):
        assert abs(ax - bx) >= grid.cell or abs(ay - by) >= grid.cell
    assert min(x for x, _ in corners) > width * 0.03
    assert max(x for x, _ in corners) + grid.cell < width * 0.98
    assert grid.cell * grid.columns > width * 0.82, "the board fills the picture"
