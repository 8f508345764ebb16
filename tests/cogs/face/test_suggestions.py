"""Suggestions while a move is typed."""

from __future__ import annotations

import pytest

from cogs.face.menus import CHOICES
from cogs.face.suggestions import fitting, suggestion

MOVES = ("xD5", "xD6", "G:C5 Y:D7", "marry 12 on 5")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", MOVES),
        ("XD", ("xD5", "xD6")),
        (" x d-5", ("xD5",)),
        ("gc5y", ("G:C5 Y:D7",)),
        ("Marry 12", ("marry 12 on 5",)),
        ("marry 5", ()),
        ("🎲 %s {0}", ()),
        ("🎲", ()),
    ],
)
def test_moves_that_begin_as_typed(typed: str, found: tuple[str, ...]) -> None:
    assert tuple(fitting(MOVES, typed)) == found


def test_never_more_than_discord_shows() -> None:
    moves = (str(number) for number in range(10**9))
    assert fitting(moves, "") == [str(number) for number in range(CHOICES)]


def test_labels_say_what_a_move_promises_and_are_cut() -> None:
    assert suggestion("xD5").label == "xD5"
    long = suggestion("xD5", "a" * 200)
    assert long.notation == "xD5"
    assert long.label.startswith("xD5 · aaa")
    assert len(long.label) == 100
