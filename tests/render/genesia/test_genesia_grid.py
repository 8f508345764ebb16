"""Room for a rectangle in a region: the fast search finds the same as a search of every place."""

from __future__ import annotations

from math import dist
from random import Random

import pytest

from render.genesia.grid import CELL, Grid
from render.genesia.map import chart

WIDTH = 1650


def of_region(seats: int, index: int) -> Grid:
    lie = chart(seats, WIDTH, large=True)
    return Grid.of(lie.masks[index], CELL * lie.unit, lie.boxes[index][:2])


@pytest.mark.parametrize("tilt", [0, 30, 90, -75])
def test_the_fast_search_finds_the_nearest_place(tilt: int) -> None:
    random = Random(tilt)
    for index in range(0, 43, 6):
        grid = of_region(3, index)
        grid = grid.tilted(tilt) if tilt else grid
        for _ in range(8):
            to = random.uniform(-9, grid.width + 9), random.uniform(-9, len(grid.rows) + 9)
            size = random.uniform(5, 120), random.uniform(5, 60)
            found = grid.nearest(*size, to)
            every = [dist(place, to) for place in grid.rectangle_middles(*size)]
            assert (found is None) == (not every)
            assert found is None or dist(found, to) == pytest.approx(min(every))


@pytest.mark.parametrize("tilt", [0, 30, 90, -75])
def test_squares_and_pixels_convert_both_ways(tilt: int) -> None:
    """Places inside a tilted grid lie inside the region, apart from rounding at its border."""
    grid = of_region(3, 4)
    turned = grid.tilted(tilt) if tilt else grid
    inside = [*turned.shrunk(3 * CELL).rectangle_middles(CELL, CELL)]
    assert len(inside) > 200
    for place in inside:
        x, y = (round(each) for each in grid.square(*turned.pixels(*place)))
        assert grid.rows[y] >> x & 1
        assert dist(turned.square(*turned.pixels(*place)), place) < 0.5


def test_the_middle_is_the_mean_of_all_squares() -> None:
    grid = of_region(2, 7)
    squares = [*grid.rectangle_middles(CELL, CELL)]
    middle = [sum(each) / len(squares) for each in zip(*squares, strict=True)]
    assert grid.middle == pytest.approx(tuple(middle))


def test_excluded_boxes_and_the_edge_offer_no_room() -> None:
    grid = of_region(2, 7)
    x, y = grid.pixels(*grid.middle)
    left = grid.without([(x - 30, y - 30, x + 30, y + 30)])
    near = left.nearest(CELL, CELL, grid.middle)
    assert near is not None
    px, py = left.pixels(*near)
    assert max(abs(px - x), abs(py - y)) > 30
    assert sum(row.bit_count() for row in grid.shrunk(CELL).rows) < sum(row.bit_count() for row in grid.rows)
