"""Letters for colours and terrains: each reader's own; typed, those of every language are understood."""

from __future__ import annotations

import pytest

from cogs.face.face import AnyFace
from cogs.face.registry import load_faces
from cogs.text.letters import Letters, letter_of
from cogs.text.text import LANGUAGES, text_for

LETTERED = {key: face.letters for key, face in load_faces().items() if face.letters is not None}
FRENCH, ENGLISH = text_for("fr"), text_for("en")


@pytest.mark.parametrize("letters", LETTERED.values(), ids=LETTERED)
def test_no_letter_means_two_things(letters: Letters) -> None:
    meant: dict[str, set[str]] = {}
    for language in LANGUAGES:
        own = [letter_of(text_for(language), letters.game, each) for each in letters.symbols]
        assert len(set(own)) == len(own), language
        for symbol, letter in zip(letters.symbols, own, strict=True):
            meant.setdefault(letter, set()).add(symbol)
    for symbol in letters.symbols:
        meant.setdefault(symbol, set()).add(symbol)
    assert {letter: found for letter, found in meant.items() if len(found) > 1} == {}


@pytest.mark.parametrize(
    ("game", "french", "notation"),
    [
        ("genial", "JV E5 F5", "YG E5 F5"),
        ("genial", "m b e5-f5", "P B e5-f5"),
        ("genial", "ve10f10", "Ge10f10"),
        ("genial", "j", "Y"),
        ("genial", "JM A", "YP A"),
        ("genesis", "F:C5 S:D7", "G:C5 Y:D7"),
        ("genesis", "ac10fa1", "Bc10Ga1"),
        ("genesis", "M:A1", "M:A1"),
        ("genesis", "A:A1 a", "B:A1 B"),
    ],
)
def test_what_is_typed_with_french_letters_is_understood(game: str, french: str, notation: str) -> None:
    face = load_faces()[game]
    assert face.to_notation(french) == notation
    assert face.to_notation(notation) == notation
    assert face.with_letters(FRENCH, notation).casefold() == french.casefold()
    assert face.with_letters(ENGLISH, notation) == notation


@pytest.mark.parametrize("face", load_faces().values(), ids=load_faces())
@pytest.mark.parametrize("typed", ["swap", "keep", "Salut", "move 3 A0-A1", "vJ?! no", "", "assault A9-G9"])
def test_what_is_no_placement_stays_as_it_was_typed(face: AnyFace, typed: str) -> None:
    assert face.to_notation(typed) == typed
