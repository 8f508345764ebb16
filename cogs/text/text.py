"""The catalogues: every sentence a person reads, by code, in English and French.

``locales/<language>/<section>.po`` holds them; the msgid is a dotted code (``lobby.title``), placeholders are
those of `str.format`. Names and other values that people typed are escaped on the way in.
"""

from __future__ import annotations

import gettext
import io
import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from pathlib import Path

import discord
from babel import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from engine.game import IllegalMove, IllegalStep, Refusal
from engine.store import Closed, Conflict, StoreError

__all__ = [
    "LANGUAGES",
    "LOCALES",
    "Markup",
    "Text",
    "clean_name",
    "language_of",
    "read_catalogue",
    "read_catalogues_in",
    "shown_length",
    "sorted_code",
    "spoken_text",
    "text_for",
    "without_icons",
]

LOCALES = Path(__file__).resolve().parents[2] / "locales"
LANGUAGES = ("en", "fr")


class Markup(str):
    """Text that may hold Discord's markup because we wrote it: mentions, emojis, times, other sentences."""

    __slots__ = ()


class _Absent(gettext.NullTranslations):
    """Behind a catalogue: a code without a sentence is a fault of ours, never shown as its code."""

    def gettext(self, message: str) -> str:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise KeyError(msgid1)


def read_catalogue(language: str, folder: Path = LOCALES) -> Catalog:
    """Read all sections of one language in one catalogue. Raises `ValueError` for a code written twice."""
    whole = Catalog(locale=language)
    for path in sorted((folder / language).glob("*.po")):
        with path.open("rb") as file:
            section = read_po(file, locale=language, abort_invalid=True)
        for message in section:
            if not message.id:
                continue
            if message.id in whole:
                raise ValueError(f"{path}: {message.id!r} is written twice")
            whole[message.id] = message
    return whole


_FOLDERS = [LOCALES]


def read_catalogues_in(folder: Path) -> None:
    """Read the catalogues in this folder too: those of a game that stands elsewhere."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        _translations.cache_clear()
        text_for.cache_clear()


@cache
def _translations(language: str) -> gettext.GNUTranslations:
    compiled, whole = io.BytesIO(), Catalog(locale=language)
    for folder in _FOLDERS:
        for message in read_catalogue(language, folder):
            if message.id:
                whole[message.id] = message
    write_mo(compiled, whole)
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    translations.add_fallback(_Absent())
    return translations


_ICON = re.compile(r"<a?:\w+:\d+>")


def shown_length(said: str) -> int:
    """Return the number of characters that a reader sees: an emoji of the application is one, not some 45."""
    return len(_ICON.sub("•", said))


def without_icons(said: str) -> Markup:
    """Return the text without the application's emojis: their names always stand beside them."""
    return Markup(re.sub(f"{_ICON.pattern} ?", "", said))


_BREAKS = re.compile(r"[ \t\r\n]+")
_MARKS = re.compile(r"\\(.)|\*\*|~~|`")


def spoken_text(said: str) -> str:
    """Return the text on one line, without emojis and marks, as it is read aloud. Narrow spaces stay."""
    return _BREAKS.sub(" ", _MARKS.sub(r"\1", without_icons(said))).strip()


_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_LINK = re.compile(r"(https?:/)(/)")


def clean_name(name: str, limit: int = 32) -> str:
    """Return a person's name on one line: nothing invisible, at most `limit` characters, never empty."""
    kept = "".join(c for c in name if unicodedata.category(c) not in _INVISIBLE or c == "\u200d")
    kept = " ".join(kept.split())
    if len(kept) > limit:
        kept = kept[: limit - 1].rstrip() + "…"
    return kept or "?"


def _escaped(value: str) -> str:
    text = discord.utils.escape_mentions(discord.utils.escape_markdown(value, ignore_links=False))
    text = text.replace("<", "\\<")
    # A zero-width joint keeps a typed address from turning into a link with a preview.
    return _LINK.sub("\\1\u200b\\2", text)


class Text:
    """Sentences in one language: ``text("lobby.title", game="Génial")``.

    A value with the name `n` chooses the plural form. Calling gives text for messages, where typed values are
    escaped; `plain` gives text for places that show no markup (labels, alternative texts, code, suggestions).
    `named`: the reader wants names of colours where there is room for them, instead of their letters.
    """

    def __init__(self, language: str, *, named: bool = False) -> None:
        self.named = named
        self.language = language if language in LANGUAGES else "en"
        self._translations = _translations(self.language)
        self._locale = Locale(self.language)

    def __call__(self, code: str, /, **values: object) -> Markup:
        shown = {
            key: _escaped(value) if isinstance(value, str) and not isinstance(value, Markup) else value
            for key, value in values.items()
        }
        return Markup(self._sentence(code, values).format_map(shown))

    def plain(self, code: str, /, **values: object) -> str:
        """Return the sentence without escapes, for places that show no markup."""
        return self._sentence(code, values).format_map(values)

    def _sentence(self, code: str, values: dict[str, object]) -> str:
        n = values.get("n")
        if isinstance(n, int):
            return self._translations.ngettext(code, code, n)
        return self._translations.gettext(code)

    def knows(self, code: str) -> bool:
        """Return True if the catalogue has this code."""
        try:
            self._translations.gettext(code)
        except KeyError:
            try:
                self._translations.ngettext(code, code, 1)
            except KeyError:
                return False
        return True

    def list(self, items: Iterable[str]) -> Markup:
        """Return items as the language lists them: ``a, b and c``. The items are taken as they are."""
        return Markup(format_list(list(items), locale=self._locale))

    def decimal(self, number: float) -> str:
        """Return a number as the language writes it, with two decimals at most: ``2.5``, ``2,5``."""
        return format_decimal(number, format="0.##", locale=self._locale)

    def refusal(self, error: Refusal) -> Markup:
        """Return the sentence of a refusal, whose code is ``refusal.stale`` or ``genial.refusal.taken``.

        Inputs for which the game's catalogue has words, as ``genesis.word.terrain.G``, are said in words.
        Where the operator's files are and what to do with them is for the log alone.
        """
        if isinstance(error, StoreError) and not isinstance(error, Closed | Conflict):
            return self("refusal.store")
        if isinstance(error, IllegalStep):
            why = self.refusal(IllegalMove(error.code, **error.inputs))
            return self("refusal.step", number=error.number, step=error.step, why=why)
        section = error.code.partition(".")[0]
        inputs = {key: self._worded(section, key, value) for key, value in error.inputs.items()}
        return self(sorted_code(error.code, "refusal"), **inputs)

    def _worded(self, section: str, key: str, value: object) -> object:
        """Return an input in words; several letters, as ``G*``, letter by letter. Others stay as they are."""
        if not isinstance(value, str) or not value:
            return value
        for parts in ([value], list(value)):
            codes = [f"{section}.word.{key}.{part}" for part in parts]
            if all(map(self.knows, codes)):
                return self.list(self.plain(code) for code in codes)
        return value

    def when(self, at: datetime, style: str = "R") -> Markup:
        """Return a time as Discord shows it, in the reader's own zone."""
        return Markup(discord.utils.format_dt(at, style))  # pyright: ignore[reportArgumentType]


def sorted_code(code: str, kind: str) -> str:
    """Return ``<kind>.stale`` for ``stale``, and ``genial.<kind>.taken`` for ``genial.taken``."""
    section, dot, name = code.partition(".")
    return f"{section}.{kind}.{name}" if dot else f"{kind}.{section}"


@cache
def text_for(language: str, *, named: bool = False) -> Text:
    """Return the sentences of a language; English for languages we do not speak."""
    return Text(language, named=named)


def language_of(locale: discord.Locale | str | None) -> str:
    """Return our language for one of Discord's locales: French or English."""
    return "fr" if str(locale or "").partition("-")[0] == "fr" else "en"
