"""The files of Genesia's lands name their maker: the tool as it stands, an earlier form, or a hand."""

from __future__ import annotations

import pytest

from engine.genesia.model import MAPS
from render.genesia.borders import FOLDER
from tools.genesia_maps import first_line

OTHERWISE = (
    "# Made by an earlier form of tools/genesia_maps.py, which now may lay it out otherwise: ",
    "# Made with the parts of tools/genesia_maps.py, in stages chosen by hand, which it does not repeat: ",
)


@pytest.mark.parametrize("seats", MAPS)
def test_only_what_the_tool_makes_as_it_stands_is_said_to_be_made_by_it(seats: int) -> None:
    said = (FOLDER / f"map{seats}.txt").read_text("utf-8").partition("\n")[0]
    assert said == first_line() or said.startswith(OTHERWISE)
