"""Places of the squares of a board, and the part of a board that is shown enlarged."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.kit.squares import SquareGrid
from render.genesis.pictures import layout as genesis_layout
from render.genesis_life.pictures import layout as life_layout
from render.kit.canvas import Palette, Sheet
from render.kit.squares import Mark, Squares, cut_out, draw_numbers, name_edges, tag, zoomed
from tests.render.golden import difference_mask

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
PALETTE = Palette([(BLACK, WHITE, 16)])


def test_row_0_is_at_the_bottom_and_columns_after_the_gap_move_right() -> None:
    grid = Squares(SquareGrid(4, 3), columns=4, cell=10, left=5, top=7, split=2, gap=6)
    assert grid.corner(0, 2) == (5, 7)
    assert grid.corner(0, 0) == (5, 27)
    assert grid.corner(1, 0) == (15, 27)
    assert grid.corner(2, 0) == (31, 27)
    assert grid.centre(3, 2) == grid.centre_of(grid.board.square_named("D3")) == (46, 12)
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
    assert grid.right < width * 0.87, "there is room beside it"


def test_names_of_rows_and_columns_stand_beside_the_board_and_numbers_in_their_squares() -> None:
    grid = Squares(SquareGrid(4, 3), columns=4, cell=40, left=50, top=10)
    plain = Sheet.blank(220, 180, PALETTE, WHITE)
    named, numbered = plain.copy(), plain.copy()
    name_edges(named, grid, 24, 4, BLACK, WHITE)
    left, top, right, bottom = difference_mask(plain.image, named.image).getbbox() or (0, 0, 0, 0)
    assert 0 < left < grid.left - 4
    assert grid.top < top
    assert grid.bottom + 4 < bottom < 180
    assert right < grid.right
    board = (grid.left - 4, grid.top, grid.right, grid.bottom + 4)
    assert not difference_mask(plain.image.crop(board), named.image.crop(board)).getbbox()
    draw_numbers(numbered, grid, [Mark(grid.board.square_named("C2"), "8")], 30, 36, WHITE, BLACK)
    left, top, right, bottom = difference_mask(plain.image, numbered.image).getbbox() or (0, 0, 0, 0)
    x, y = grid.corner_of(grid.board.square_named("C2"))
    assert x < left < right <= x + 40
    assert y < top < bottom <= y + 40


def test_a_tag_is_as_long_as_its_letters_need() -> None:
    one, two = (tag(text, 30, 40, BLACK, WHITE) for text in ("1", "11"))
    assert one.size == (40, 40)
    assert (two.height, two.width > 50) == (40, True)


WHOLE = Squares(SquareGrid(11, 10), columns=11, cell=40, left=50, top=10)


@pytest.mark.parametrize(
    ("wanted", "cell"),
    [("E5", 100), ("D4 F6", 100), ("A1", 100), ("K10 J9", 100), ("A1 F2", 60), ("A1 K10", 40), ("", 40)],
)
def test_an_enlarged_part_of_a_board_shows_all_wanted_squares(wanted: str, cell: int) -> None:
    squares = [WHOLE.board.square_named(each) for each in wanted.split()]
    part = zoomed(WHOLE, squares, (100, 60))
    assert part.cell == cell
    for square in squares:
        x, y = part.corner_of(square)
        assert WHOLE.left <= x <= x + cell <= WHOLE.right
        assert WHOLE.top <= y <= y + cell <= WHOLE.bottom
    assert part.left <= WHOLE.left, "nothing is seen beyond the board"
    assert part.right >= WHOLE.right
    assert part.top <= WHOLE.top
    assert part.bottom >= WHOLE.bottom


def test_a_cut_out_part_clears_all_beyond_its_window_and_names_only_visible_edges() -> None:
    sheet = Sheet.blank(600, 480, PALETTE, BLACK)
    cut_out(sheet, WHOLE, 4, WHITE)
    empty = Sheet.blank(600, 480, PALETTE, WHITE)
    assert difference_mask(sheet.image, empty.image).getbbox() == (46, 6, WHOLE.right + 4, WHOLE.bottom + 4)
    part = zoomed(WHOLE, [WHOLE.board.square_named("K10")], (100,))
    plain = Sheet.blank(600, 480, PALETTE, WHITE)
    written: list[str] = []
    plain.write = lambda text, *rest, **more: written.append(text) or 0  # pyright: ignore
    name_edges(plain, part, 24, 4, BLACK, WHITE, WHOLE)
    assert written == ["7", "8", "9", "10", "H", "I", "J", "K"]
