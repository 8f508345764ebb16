"""The box: cards, objectives and maps, read from the files beside this one when it is imported.

A broken file raises `BadBox` at import, so that nothing starts with it. In reading order: `cards`, `maps`,
the types; `file_lines`, the columns of a file; `card_file`, `objective_file`, `map_file`, the readers;
`map_validation`, the rules that every map must keep; `decks`, the choice of the cards in use.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.genesia.box.card_file import read_cards
from engine.genesia.box.cards import Card, Objective
from engine.genesia.box.file_lines import BadBox
from engine.genesia.box.map_file import read_map
from engine.genesia.box.maps import Map
from engine.genesia.box.objective_file import read_objectives

__all__ = ["CARDS", "MAPS", "OBJECTIVES", "BadBox"]

_FOLDER = Path(__file__).parent


def _text(file: str) -> str:
    return (_FOLDER / file).read_text("utf-8")


CARDS: Mapping[int, Card] = read_cards("cards.txt", _text("cards.txt"))
"""The Age cards by number, 1 to 90."""
OBJECTIVES: Mapping[int, Objective] = read_objectives("objectives.txt", _text("objectives.txt"))
"""The secret objectives by number, 1 to 12."""
MAPS: Mapping[int, Map] = {
    seats: read_map(f"map{seats}.txt", _text(f"map{seats}.txt"), max(seats, 2)) for seats in range(1, 6)
}
"""The maps by number of seats, 1 to 5; a solo player leads two peoples."""
