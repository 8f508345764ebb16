"""Letters for colours, terrains and traits: each reader's own, and the notation's when somebody types."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from cogs.text.text import LANGUAGES, Text, text_for

__all__ = ["Letters", "letter_of"]


def letter_of(text: Text, game: str, symbol: str) -> str:
    """Return the letter of the reader's language for `symbol` in the game's notation."""
    return text.plain(f"{game}.letter.{symbol}")


@dataclass(frozen=True, slots=True)
class Letters:
    """The symbols in a game's notation that go by another letter in another language.

    A letter that means another symbol in another language is left out, so that typed moves are clear.
    """

    game: str
    symbols: str
    where: re.Pattern[str]
    """The pieces of a move, written or begun, in which every letter is a symbol."""

    def with_letters(self, text: Text, notation: str) -> str:
        """Return a move or its beginning with the reader's letters."""
        return self._put(notation, {each: letter_of(text, self.game, each) for each in self.symbols})

    def to_notation(self, typed: str) -> str:
        """Return a typed move, with the letters of any language, in the game's notation."""
        return self._put(typed, _meant(self.game, self.symbols))

    def _put(self, written: str, letters: dict[str, str]) -> str:
        def change(piece: re.Match[str]) -> str:
            return "".join(letters.get(each.upper(), each) for each in piece[0])

        return self.where.sub(change, written)


@cache
def _meant(game: str, symbols: str) -> dict[str, str]:
    return {letter_of(text_for(language), game, each): each for language in LANGUAGES for each in symbols}
