"""Menus and words of a game on squares, made of its moves and of what lies where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from cogs.face.context import Context, Icons
from cogs.face.menus import PLACES
from cogs.face.squares_face import SquaresFace
from cogs.text.text import Markup, text_for
from engine.game import AnyGame, Options, Seat
from engine.kit.squares import SquareGrid
from render.kit.canvas import Theme
from render.kit.plain_board import Piece, Position

GRID = SquareGrid(5, 2)
CTX = Context(text_for("en"), Theme.DARK, ("Ada", "Basile"), Icons())
PIECES = (Piece(GRID.square_named("A1"), 0), Piece(GRID.square_named("B2"), 1, "K"))
SHOWN = Position(GRID, PIECES, (Seat(0),), None, (GRID.square_named("A1"), GRID.square_named("C1")), (7, 30))


class Toy(SquaresFace[Options, str, None]):
    def position(self, view: None) -> Position:
        return SHOWN

    def question(self, ctx: Context, view: None) -> Markup:
        return Markup("Your turn.")


TOY = Toy(cast(AnyGame, None))


def offered(moves: Sequence[str], *path: str, page: int = 0) -> tuple[list[tuple[str, str, bool]], Any]:
    menu = TOY.menu(CTX, None, moves, path, page)
    return [(each.label, each.value, each.final) for each in menu.choices], menu


def test_a_square_that_leaves_one_move_makes_it_and_any_other_leads_on() -> None:
    choices, _ = offered(["A1-B1", "A1-C1", "B2-C2"])
    assert choices == [("1. A1", "A1", False), ("2. B2-C2", "B2-C2", True)]
    choices, menu = offered(["A1-B1", "A1-C1", "B2-C2"], "A1")
    assert choices == [("1. A1-B1", "A1-B1", True), ("2. A1-C1", "A1-C1", True)]
    assert menu.prompt.startswith("Your turn.\nA1")


def test_moves_that_name_no_square_are_beside_the_board() -> None:
    choices, menu = offered(["pass", "A1"])
    assert choices == [("1. A1", "A1", True)]
    assert [(each.value, each.final) for each in menu.beside] == [("pass", True)]
    assert offered(["A1-B1", "A1-C1", "pass"], "A1")[1].beside == ()
    assert offered(["pass", "resign"])[0] == [("pass", "pass", True), ("resign", "resign", True)]


def test_moves_that_say_different_things_of_the_same_squares_are_told_apart() -> None:
    """Moves may dig or build on the same square, stop there or go on."""
    moves = ["dig A1", "build A1", "dig B2"]
    assert offered(moves)[0] == [("1. A1", "A1", False), ("2. dig B2", "dig B2", True)]
    choices, menu = offered(moves, "A1")
    assert choices == [("dig A1", "dig A1", True), ("build A1", "build A1", True)]
    assert (menu.prompt, menu.beside) == ("Your turn.\nA1: choose what to do there.", ())
    choices, menu = offered(["A1", "A1-B1", "A1-C1"], "A1")
    assert [value for _, value, _ in choices] == ["A1-B1", "A1-C1"]
    assert [each.value for each in menu.beside] == ["A1"]


def test_more_squares_than_are_found_at_a_glance_come_page_by_page() -> None:
    moves = [GRID.name(column + row * GRID.width) for row in range(2) for column in range(5)]
    choices, menu = offered(moves)
    assert (len(choices), menu.pages) == (PLACES, 2)
    choices, _ = offered(moves, page=1)
    assert choices == [("1. D2", "D2", True), ("2. E2", "E2", True)]


@pytest.mark.parametrize("path", [("C2",), ("A1", "B1"), ("A1-B1",)])
def test_a_path_that_no_move_takes_leads_nowhere(path: tuple[str, ...]) -> None:
    with pytest.raises(LookupError):
        offered(["A1-B1", "A1-C1", "pass"], *path)


def test_the_board_in_words() -> None:
    assert TOY.board_text(CTX, None).splitlines() == [
        " 2 ·  ■K ·  ·  ·",
        " 1 ▲* ·  ·* ·  ·",
        "   A  B  C  D  E",
        "",
        ">▲ Ada                    7",
        " ■ Basile                30",
    ]
    said = TOY.board(CTX, None, None).alt
    assert said.splitlines() == [
        "It is Ada’s turn.",
        "Marked squares: A1, C1.",
        "Ada (7): A1.",
        "Basile (30): KB2.",
    ]


def test_eight_seats_have_eight_signs_and_several_may_be_to_move() -> None:
    names = ("Ada", "Basile", "Chloé", "Dan", "Éloïse", "Ferdinand", "Gwen", "Hugo")
    pieces = tuple(Piece(seat % 4 + seat // 4 * GRID.width, seat) for seat in range(8))

    class Crowd(Toy):
        def position(self, view: None) -> Position:
            return Position(GRID, pieces, (Seat(1), Seat(7)), None)

    turns = {"en": "Basile and Hugo are to move.", "fr": "C’est à Basile et Hugo de jouer."}
    for language, turn in turns.items():
        ctx = Context(text_for(language), Theme.DARK, names, Icons())
        crowd = Crowd(cast(AnyGame, None))
        lines = crowd.board_text(ctx, None).splitlines()
        assert lines[:2] == [" 2 ★  ✚  ▼  ○  ·", " 1 ▲  ■  ●  ◆  ·"]
        assert [line[0] for line in lines[4:]] == list(" >     >")
        assert crowd.board(ctx, None, None).alt.splitlines()[0] == turn
        assert crowd.board(ctx, None, None).draw().data
