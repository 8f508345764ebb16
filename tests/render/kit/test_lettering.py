"""Names of every kind become one drawable line that fits."""

from __future__ import annotations

import gc

import pytest
from PIL import ImageFont

from render.kit.bidi import visual
from render.kit.lettering import FACES, drawable, fitted, length, mask
from render.kit.names import RosterLine, shown_name


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Léa", "Léa"),
        ("Nguyê\u0303n", "Nguyễn"),
        ("  two\nlines\t", "two lines"),
        ("Léa 🦊", "Léa"),
        ("𝓛𝓮𝓸", "Leo"),
        ("a\u202eb\u200bc\u2066", "abc"),
        ("Z̸̛̞a̷l̶g̷o", "Zalgo"),
        ("**bold** @everyone", "**bold** @everyone"),
        ("Иван", "Иван"),
        ("שלום", "שלום"),
        ("Ōtani 大谷", "Ōtani …"),
        ("田中", ""),
        ("🦊🦊", ""),
        ("***", ""),
        ("", ""),
        (" \u3164 ", ""),
    ],
)
def test_the_drawable_part_of_a_name(name: str, line: str) -> None:
    assert drawable(name) == line


def test_an_undrawable_name_becomes_the_seat_number() -> None:
    assert shown_name(RosterLine(2, "東京", False), 200, 28, 22, False) == ("#3", 28)


def test_a_long_name_shrinks_before_it_is_shortened() -> None:
    short, size = shown_name(RosterLine(0, "Bartholomew B.", False), 200, 28, 22, False)
    assert short == "Bartholomew B."
    assert size < 28
    cut, size = shown_name(RosterLine(0, "W" * 3000, False), 200, 28, 22, True)
    assert size == 22
    assert cut.endswith("…")
    assert length(cut, size, True) <= 200 < length("W" + cut, size, True)


def test_fitted_keeps_what_fits_and_cuts_what_does_not() -> None:
    assert fitted("Ann", 300, 24) == "Ann"
    cut = fitted("Wolfeschlegelsteinhausenbergerdorff", 150, 24)
    assert cut.startswith("Wolfe")
    assert length(cut, 24) <= 150


def test_few_sizes_of_a_font_stay_open() -> None:
    for size in range(30, 30 + 3 * FACES):
        length("Ann", size)
    gc.collect()
    assert sum(isinstance(each, ImageFont.FreeTypeFont) for each in gc.get_objects()) <= FACES


def test_right_to_left_names_are_reversed_and_joined() -> None:
    assert visual("abc") == "abc"
    assert visual("שלום 12") == "12 םולש"
    assert visual("ab שלום cd") == "ab םולש cd"
    assert visual("بيت") == "\ufe96\ufef4\ufe91", "final, medial, initial form from the left"
    assert visual("لا") == "\ufefb", "lam and alef share one glyph"
    assert visual("دار") == "\ufead\ufe8d\ufea9", "letters that never join forwards stay apart"


def test_an_empty_or_blank_line_has_no_ink() -> None:
    for text in ("", " "):
        letters, _ = mask(text, 24)
        assert letters.getbbox() is None


def test_capitals_are_centred_on_the_line() -> None:
    for size in (18, 24, 36):
        letters, rise = mask("H", size, True)
        box = letters.getbbox()
        assert box is not None
        assert abs((box[1] + box[3]) / 2 - rise) <= 1
