"""Where the squares of a board lie."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.kit.squares import SquareGrid
from render.genesis.pictures import layout as genesis_layout
from render.genesis_life.pictures import layout as life_layout
from render.kit.canvas import Palette, Sheet
from render.kit.squares import Mark, Squares, draw_numbers, name_edges, tag
from tests.render.golden import differing

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
PALETTE = Palette([(BLACK, WHITE, 16)])


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
    assert grid.bottom < width * 7 / 11 * 0.95
    assert grid.cell * grid.rows > width * 7 / 11 * 0.75, "the board fills the picture's height"
    assert grid.right < width * 0.85, "there is room beside it"


def test_names_of_rows_and_columns_stand_beside_the_board_and_numbers_in_their_squares() -> None:
    grid = Squares(SquareGrid(4, 3), columns=4, cell=40, left=50, top=10)
    plain = Sheet.blank(220, 180, PALETTE, WHITE)
    named, numbered = plain.copy(), plain.copy()
    name_edges(named, grid, 24, 4, BLACK, WHITE)
    left, top, right, bottom = differing(plain.image, named.image).getbbox() or (0, 0, 0, 0)
    assert 0 < left < grid.left - 4
    assert grid.top < top
    assert grid.bottom + 4 < bottom < 180
    assert right < grid.right
    board = (grid.left - 4, grid.top, grid.right, grid.bottom + 4)
    assert not differing(plain.image.crop(board), named.image.crop(board)).getbbox()
    draw_numbers(numbered, grid, [Mark(grid.board.named("C2"), "8")], 30, 36, WHITE, BLACK)
    left, top, right, bottom = differing(plain.image, numbered.image).getbbox() or (0, 0, 0, 0)
    x, y = grid.corner_of(grid.board.named("C2"))
    assert x < left < right <= x + 40
    assert y < top < bottom <= y + 40


def test_a_tag_is_as_long_as_its_letters_need() -> None:
    one, two = (tag(text, 30, 40, BLACK, WHITE) for text in ("1", "11"))
    assert one.size == (40, 40)
    assert (two.height, two.width > 50) == (40, True)
