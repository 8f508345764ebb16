"""What must hold for every game's pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from golden import differing, opened

from render.canvas import Picture

V = TypeVar("V")

HOSTILE = (
    *("", " ", "\n\n\n", "W" * 5000, "🦊" * 40, "\u202eabc"),
    *("שלום", "ﷺ" * 30, "\x00\x1b[31m", "a\u0301" * 90, "ก็"),
)
"""Names that people can give themselves."""


def assert_small_palette_file(picture: Picture) -> None:
    """A PNG with a palette, of the size it says, that a phone loads at once."""
    image = opened(picture)
    assert (image.format, image.mode, picture.suffix) == ("PNG", "P", "png")
    assert image.size == (picture.width, picture.height)
    assert len(picture.data) < 150_000


def assert_same_from_any_thread(draw: Callable[[V], Picture], views: Sequence[V]) -> None:
    """Drawn at once by several threads, the views give the bytes that each gives alone."""
    alone = [draw(view).data for view in views]
    with ThreadPoolExecutor(4) as pool:
        assert [picture.data for picture in pool.map(draw, views)] == alone


def assert_marks_can_be_read(draw: Callable[[Sequence[Any]], Picture], marks: Sequence[Any]) -> None:
    """Taking one candidate's number away changes the picture: none hides behind the others."""
    whole = opened(draw(marks))
    for index, mark in enumerate(marks):
        blank = draw([*marks[:index], replace(mark, label=" " * len(mark.label)), *marks[index + 1 :]])
        assert differing(whole, opened(blank)).histogram()[255] >= 20, mark.label


def changed_by_name(draw: Callable[[Sequence[str]], Picture], name: str) -> tuple[int, int, int, int] | None:
    """The box of the picture in which it matters that the first player has this name instead of Ann."""
    plain, odd = (opened(draw((each, "Bob"))) for each in ("Ann", name))
    assert plain.size == odd.size
    return differing(plain, odd, 0).getbbox()


def assert_emojis(emojis: Mapping[str, Callable[[], Picture]], count: int) -> None:
    """So many, all different, as Discord takes them: 128 pixels, transparent corners, less than 256 KiB."""
    pictures = {name: draw() for name, draw in emojis.items()}
    assert len({picture.data for picture in pictures.values()}) == len(pictures) == count
    for name, picture in pictures.items():
        image = opened(picture)
        assert (image.size, image.mode) == ((128, 128), "RGBA"), name
        assert image.getpixel((0, 0)) == (0, 0, 0, 0), name
        assert len(picture.data) < 256 * 1024, name
