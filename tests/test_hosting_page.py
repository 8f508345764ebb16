"""The operators' page tells what `bench.hosting` has measured, in the form that it makes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from bench.crowd import Waits
from bench.growth import Point
from bench.hosting import BEGIN, END, Figures, machine, section, shape, with_section
from bench.metered import BYTES, PICTURE, READ, TRANSACTION
from bench.saturation import Load
from bench.stores import WAYS, Comparison, Cost
from bench.turns import COUNTED, GAMES, Bill
from harness.counting import ANSWER

PAGE = (Path(__file__).parents[1] / "docs" / "hosting.md").read_text(encoding="utf-8")


def figures() -> Figures:
    counts = Counter({READ: 900, TRANSACTION: 700, PICTURE: 290, BYTES: 15_000_000})
    kinds = Counter({"PATCH message": 200, "POST message": 100, ANSWER: 440})
    return Figures(
        machine(),
        "python -m bench.hosting --turns 600",
        {game: Bill(100, 320, 4.6, kinds, counts, {*COUNTED}) for game in GAMES},
        Load(300, kinds, Counter(genial=8000), Waits([0.1, 0.2], [0.1]), 0.99, 0.4, 200),
        [Point(0, 100), Point(600, 150), Point(1200, 170)],
        2400,
        Comparison({way: [Cost(10, 1, 0.01, 0.005, 20)] * 2 for way in WAYS}),
    )


def test_the_page_is_as_the_command_makes_it() -> None:
    written = PAGE[PAGE.index(BEGIN) : PAGE.index(END) + len(END)]
    assert shape(written) == shape(section(figures()))


def test_the_page_names_its_command_and_machine() -> None:
    written = PAGE[PAGE.index(BEGIN) : PAGE.index(END)]
    assert re.search(r"^On \d+ cores? of .+, Python 3\.[\d.]+, by `python -m bench\.hosting", written, re.M)


def test_figures_stand_in_their_cells() -> None:
    made = section(figures())
    assert "| genial | 4 | 46 ms | 22 | 3.0 | 4.4 | 2.9 | 150 |" in made
    assert "| memory after 1,200 turns on 2,400 servers, in one process | 170 MB | 180 MB |" in made
    assert "| PostgreSQL | 10 | 1.0 ms | 0.5 ms | 2.0 |" in made


def test_a_section_replaces_the_former_one_alone() -> None:
    made = section(figures())
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert with_section(page, made) == f"before\n{made}\nafter\n"
    assert with_section(with_section(page, made), made) == with_section(page, made)
    with pytest.raises(ValueError, match="the page has no"):
        with_section("a page", made)


def test_two_measurements_have_one_shape() -> None:
    assert shape("| genial | 4 | 46 ms | +2% |") == shape("| genial | 4 | 1,046.5 ms | -13% |")
    assert shape("| genial | 4 | 46 ms |") != shape("| genesis | 4 | 46 ms |")
    assert shape("On 2 cores of A, Python 3.11.2, by `x`.") == shape("On 1 core of B, by `y`.")
