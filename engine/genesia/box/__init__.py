"""The box: cards, objectives and maps, read from the files beside this one when it is imported.

A broken file raises `BadBox`, so that nothing starts with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.genesia.box.aims import read_objectives
from engine.genesia.box.charts import read_map
from engine.genesia.box.deck import read_cards
from engine.genesia.box.reading import BadBox
from engine.genesia.cards import Card, Objective
from engine.genesia.maps import Map

__all__ = ["CARDS", "MAPS", "OBJECTIVES", "BadBox"]

_FOLDER = Path(__file__).parent


def _text(file: str) -> str:
    return (_FOLDER / file).read_text("utf-8")


CARDS: Mapping[int, Card] = read_cards("cards.txt", _text("cards.txt"))
"""The Age cards by number, 1 to 90."""
OBJECTIVES: Mapping[int, Objective] = read_objectives("objectives.txt", _text("objectives.txt"))
"""The secret objectives by number, 1 to 12."""
MAPS: Mapping[int, Map] = {
    peoples: read_map(f"map{peoples}.txt", _text(f"map{peoples}.txt"), peoples) for peoples in range(2, 6)
}
"""The maps by number of peoples, 2 to 5; a solo player leads two."""
