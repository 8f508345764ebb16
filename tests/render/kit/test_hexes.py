"""Geometry of hexagonal boards."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from engine.genial.board import SYMBOLS
from render.kit.hexes import NEIGHBOURS, Lattice, cells_of, corners


@pytest.mark.parametrize(("radius", "count"), [(5, 91), (6, 127), (7, 169)])
def test_cells_of_the_three_boards(radius: int, count: int) -> None:
    cells = list(cells_of(radius))
    assert len(cells) == len(set(cells)) == count
    assert set(SYMBOLS) <= set(cells)
    assert cells[0] == (0, -radius), "row by row from the top left"
    assert cells[-1] == (0, radius)


@pytest.mark.parametrize("radius", [5, 6, 7])
@pytest.mark.parametrize("pitch", [20, 46, 104])
def test_the_box_of_a_board_holds_all_its_cells(radius: int, pitch: int) -> None:
    lattice = Lattice(radius, pitch, 300, 200)
    left, top, right, bottom = lattice.box
    assert bottom - top < right - left
    for cell in lattice.cells():
        x, y = lattice.centre(cell)
        for dx, dy in corners(lattice.pitch):
            assert left - 1 <= x + dx <= right + 1
            assert top - 1 <= y + dy <= bottom + 1


@pytest.mark.parametrize("pitch", [20, 60, 70, 82])
def test_neighbours_are_one_pitch_away_and_others_further(pitch: int) -> None:
    lattice = Lattice(2, pitch, 300, 300)
    for a, b in combinations(lattice.cells(), 2):
        apart = dist(lattice.centre(a), lattice.centre(b))
        near = (b[0] - a[0], b[1] - a[1]) in NEIGHBOURS
        assert (abs(apart - pitch) <= 1) == near
        assert apart > pitch * 0.98


def test_all_cells_look_alike() -> None:
    lattice = Lattice(7, 50, 541, 341)
    for step in NEIGHBOURS:
        offsets = {
            (bx - ax, by - ay)
            for q, r in cells_of(6)
            for (ax, ay), (bx, by) in [(lattice.centre((q, r)), lattice.centre((q + step[0], r + step[1])))]
        }
        assert len(offsets) == 1, "a step is the same number of pixels everywhere"


def test_rows_go_down_and_diagonals_lean_right() -> None:
    lattice = Lattice(5, 82, 500, 400)
    assert lattice.centre((0, 0)) == (500, 400)
    assert lattice.centre((1, 0)) == (582, 400)
    x, y = lattice.centre((0, 1))
    assert (x, y) == (541, 471)
    assert lattice.middle((0, 0), (1, 0)) == (541, 400)


def test_corners_span_the_cell() -> None:
    xs, ys = zip(*corners(60), strict=True)
    assert max(xs) - min(xs) == pytest.approx(60)
    assert max(ys) - min(ys) == pytest.approx(60 * 2 / 3**0.5)
    half = corners(60, 0.5)
    assert half[0][1] == pytest.approx(corners(60)[0][1] / 2)
