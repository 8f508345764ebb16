"""The board of Genesis (Knizia): properties of its file, and refusals of other files."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import engine.genesis.board as board
from engine.genesis.board import (
    BOARD,
    BadBoard,
    Relief,
    by_neighbour_count,
    name,
    named,
    neighbours,
    pieces,
    read_board,
    squares,
)

TEXT = (Path(board.__file__).parent / "board.txt").read_text("utf-8")


def with_squares(**signs: str) -> str:
    """Return the text of the board's file with other signs on some squares."""
    lines = TEXT.splitlines()
    for square, sign in signs.items():
        column, row = "ABCDEFGHIJKLMN".index(square[0]), int(square[1:])
        at = next(n for n, line in enumerate(lines) if line.strip().startswith(f"{row} "))
        place = 3 + column + (column > 10)
        lines[at] = lines[at][:place] + sign + lines[at][place + 1 :]
    return "\n".join(lines)


def test_the_board_has_118_squares_93_of_them_left_of_the_river() -> None:
    assert BOARD.all.bit_count() == 118
    assert BOARD.left_bank.bit_count() == 93
    assert {name(square)[0] for square in squares(BOARD.left_bank)} == set("ABCDEFGHIJK")


def test_the_board_has_10_volcanoes_and_12_tar_pits() -> None:
    kinds = list(BOARD.relief.values())
    assert (kinds.count(Relief.VOLCANO), kinds.count(Relief.PIT)) == (10, 12)
    assert not any(BOARD.all >> square & 1 for square in BOARD.relief)


def test_the_whole_board_and_the_part_left_of_the_river_are_connected() -> None:
    assert len(pieces(BOARD.left_bank)) == len(pieces(BOARD.all)) == 1


@pytest.mark.parametrize("seed", range(20))
def test_squares_are_found_by_their_number_of_neighbours(seed: int) -> None:
    chance = Random(seed)
    free = sum(1 << square for square in squares(BOARD.all) if chance.random() < chance.choice((0.3, 0.7)))
    found = by_neighbour_count(free)
    for square in squares(BOARD.all):
        around = (neighbours(1 << square) & free).bit_count()
        assert [mask >> square & 1 for mask in found] == [around == number for number in (4, 3, 2, 1)]


def test_squares_are_named_by_column_and_row() -> None:
    assert [name(square) for square in squares(BOARD.all)][:3] == ["A1", "B1", "C1"]
    assert named("n10") == max(squares(BOARD.all))
    for text in ("O1", "A11", "A0", "", "1A"):
        with pytest.raises(KeyError):
            named(text)


def test_reading_the_file_gives_the_board() -> None:
    assert read_board(TEXT) == BOARD


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "0 rows"),
        (TEXT.replace("\n10 ", "\n11 "), "row 10"),
        (TEXT.replace("|", ".", 2), "row 10"),
        (with_squares(A1="x"), "A1"),
        (with_squares(A1="^"), "11 volcanoes"),
        (with_squares(C9="o"), "9 volcanoes and 13"),
    ],
    ids=["empty", "label", "no-river", "sign", "one-more", "exchanged"],
)
def test_the_refusal_of_another_board_names_the_place(text: str, why: str) -> None:
    with pytest.raises(BadBoard, match=why):
        read_board(text)


@pytest.mark.parametrize(
    ("signs", "why"),
    [
        ({"J9": ".", "C3": ".", "C5": ".", "A7": "o"}, "touch by a corner only"),
        ({"J9": ".", "G8": ".", "A2": "o", "B2": "o"}, "has fewer than two free neighbours"),
        (
            {
                "J9": ".",
                "J5": ".",
                "J6": ".",
                "G8": ".",
                "D4": ".",
                "A3": "o",
                "B3": "o",
                "C3": "o",
                "D2": "o",
                "D1": "o",
            },
            "hang together",
        ),
    ],
)
def test_a_board_that_breaks_a_condition_is_refused(signs: dict[str, str], why: str) -> None:
    with pytest.raises(BadBoard, match=why):
        read_board(with_squares(**signs))
