"""Sets as bits of an integer, and boards of squares that use them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.masks import mask_of, member, members
from engine.kit.squares import SquareGrid

GRID = SquareGrid(4, 3)


@given(numbers=st.sets(st.integers(0, 300), min_size=1))
def test_members_of_a_mask_are_listed_in_ascending_order(numbers: set[int]) -> None:
    mask = mask_of(numbers)
    assert members(mask) == tuple(sorted(numbers))
    assert [member(mask, place) for place in range(len(numbers))] == sorted(numbers)


def test_squares_are_named_by_letters_from_the_left_and_numbers_from_the_bottom() -> None:
    named = [GRID.name(square) for square in members(GRID.everywhere)]
    assert named == ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "B3", "C3", "D3"]
    assert GRID.place_of(GRID.square_named("A1")) == (0, 0)
    assert GRID.place_of(GRID.square_named("d2")) == (3, 1)


def test_a_step_over_the_edge_leads_to_no_square() -> None:
    assert GRID.square_named("B3") == GRID.square_named("A2") + 1 + GRID.width
    edge = GRID.square_named("D1")
    for beside in (edge + 1, GRID.square_named("A1") - 1):
        assert not beside >= 0 or not GRID.everywhere >> beside & 1
    with pytest.raises(KeyError):
        GRID.name(edge + 1)


@pytest.mark.parametrize("text", ["E1", "A4", "A0", "", "1A"])
def test_names_of_other_boards_are_unknown(text: str) -> None:
    with pytest.raises(KeyError):
        GRID.square_named(text)


def test_squares_are_found_in_a_notation() -> None:
    grid = SquareGrid(9, 10)
    found = grid.squares_in("heir a1-I10 xB2, Z9 C11 D5e6")
    assert [grid.name(square) for square in found] == ["A1", "I10", "B2", "D5", "E6"]
