"""Long lists of choices, page by page."""

from __future__ import annotations

import pytest

from cogs.face.menus import Choice, number_page
from cogs.text.text import Markup
from engine.kit.lazy import Lazy


class Squares(Lazy[int]):
    """Square numbers; which were made is written down."""

    def __init__(self, length: int) -> None:
        self._length = length
        self.made: list[int] = []

    def item(self, index: int) -> int:
        self.made.append(index)
        return index * index


@pytest.mark.parametrize(
    ("asked", "page", "shown"),
    [
        (0, 0, ((1, "a"), (2, "b"))),
        (1, 1, ((3, "c"), (4, "d"))),
        (2, 2, ((5, "e"),)),
        (9, 2, ((5, "e"),)),
        (-1, 0, ((1, "a"), (2, "b"))),
    ],
)
def test_items_keep_their_number_on_every_page(
    asked: int, page: int, shown: tuple[tuple[int, str], ...]
) -> None:
    part = number_page("abcde", asked, 2)
    assert (part.page, part.pages, part.items) == (page, 3, shown)


def test_numbers_begin_anew_on_every_page_where_they_are_to_be_short() -> None:
    part = number_page("abcde", 1, 2).with_small_numbers()
    assert (part.page, part.pages, part.items) == (1, 3, ((1, "c"), (2, "d")))


def test_nothing_is_one_empty_page() -> None:
    part = number_page((), 0)
    assert (part.page, part.pages, part.items) == (0, 1, ())


def test_only_what_is_shown_is_made() -> None:
    squares = Squares(1000)
    assert number_page(squares, 2, 3).items == ((7, 36), (8, 49), (9, 64))
    assert squares.made == [6, 7, 8]


def test_a_page_becomes_a_menu() -> None:
    beside = Choice("Draw", "draw", final=True)
    part = number_page(["C5", "D7", "E1"], 1, 2)
    menu = part.menu(
        Markup("Where?"), lambda number, cell: Choice(f"{number}. {cell}", cell), beside=[beside]
    )
    assert menu.choices == (Choice("3. E1", "E1"),)
    assert (menu.listed, menu.page, menu.pages, menu.beside) == (True, 1, 2, (beside,))
