"""Checks that hold for the pictures of every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from render.kit.canvas import Picture
from tests.render.golden import difference_mask, open_picture

V = TypeVar("V")

HOSTILE = (
    *("", " ", "\n\n\n", "W" * 5000, "🦊" * 40, "\u202eabc"),
    *("שלום", "ﷺ" * 30, "\x00\x1b[31m", "a\u0301" * 90, "ก็"),
)
"""Names that people can give themselves and that could break a picture."""


def assert_marks_can_be_read(draw: Callable[[Sequence[Any]], Picture], marks: Sequence[Any]) -> None:
    """Assert that no candidate's number is hidden: removing any one of them changes the picture."""
    whole = open_picture(draw(marks))
    for index, mark in enumerate(marks):
        blank = draw([*marks[:index], replace(mark, label=" " * len(mark.label)), *marks[index + 1 :]])
        assert difference_mask(whole, open_picture(blank)).histogram()[255] >= 20, mark.label


def name_box(draw: Callable[[Sequence[str]], Picture], name: str) -> tuple[int, int, int, int] | None:
    """Return the box of the pixels that change when the first player is called `name` instead of Ann."""
    plain, odd = (open_picture(draw((each, "Bob"))) for each in ("Ann", name))
    assert plain.size == odd.size
    return difference_mask(plain, odd, 0).getbbox()
