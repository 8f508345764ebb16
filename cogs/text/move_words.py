"""Verbs of moves in every language: ``déplacer 1 A0-A1`` is typed for ``move 1 A0-A1``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from cogs.text.text import LANGUAGES, Text, text_for

__all__ = ["MoveWords"]

_FIRST = re.compile(r"(?:^|(?<=[;\n]))(\s*)([^\W\d_]+)")
"""The first word of a move, and of each step of a turn in one line."""


@dataclass(frozen=True, slots=True)
class MoveWords:
    """The words of a game's notation with which moves begin. The reader's own are ``<game>.verb.<word>``."""

    game: str
    words: tuple[str, ...]

    def spoken(self, text: Text) -> Mapping[str, str]:
        """Return the words of the notation by those of the reader's language."""
        return _spoken(self, text.language)

    def to_notation(self, typed: str) -> str:
        """Return a typed move with the notation's words in place of those of any language."""

        def change(found: re.Match[str]) -> str:
            return found[1] + _meant(self).get(_folded(found[2]), found[2])

        return _FIRST.sub(change, typed)

    def with_words(self, text: Text, notation: str) -> str:
        """Return a move with the reader's words in place of the notation's."""
        verbs = {word: said for said, word in self.spoken(text).items()}

        def change(found: re.Match[str]) -> str:
            return found[1] + verbs.get(found[2], found[2])

        return _FIRST.sub(change, notation)


@cache
def _spoken(words: MoveWords, language: str) -> Mapping[str, str]:
    return {text_for(language).plain(f"{words.game}.verb.{word}"): word for word in words.words}


@cache
def _meant(words: MoveWords) -> Mapping[str, str]:
    every = [_spoken(words, language) for language in LANGUAGES]
    return {_folded(said): word for known in every for said, word in known.items()}


def _folded(word: str) -> str:
    """Return the word in small letters and without accents."""
    parts = unicodedata.normalize("NFKD", word)
    return "".join(each for each in parts if not unicodedata.combining(each)).casefold()
