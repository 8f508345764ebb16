"""Find a card of Genesia by what somebody types: its number, or a part of its name."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from discord import app_commands

from cogs.genesia.card_texts import card_name, short_text
from cogs.text.text import LANGUAGES, Text, text_for
from engine.game import Refusal
from engine.genesia.model import CARDS

__all__ = ["card_called", "cards_called", "suggested_cards"]

SUGGESTED = 25
"""Suggestions that Discord takes."""
LABEL = 100


def _folded(said: str) -> str:
    """Return it without capitals, accents and typographic signs: as one types it in a hurry."""
    plain = unicodedata.normalize("NFKD", said.replace("’", "'").replace("œ", "oe")).casefold()
    return " ".join("".join(each for each in plain if not unicodedata.combining(each)).split())


def cards_called(text: Text, typed: str) -> Sequence[int]:
    """Return the cards whose number or name fits, the best first: the reader's language before others."""
    wanted = _folded(typed)
    number, _, rest = wanted.partition(" ")
    if number.isdecimal() and (not rest or int(number) in CARDS):
        begin = [card for card in CARDS if f"{card}".startswith(f"{int(number)}")]
        return [card for card in begin if card == int(number)] if rest else begin
    found: dict[int, tuple[int, int, int]] = {}
    for order, reader in enumerate((text, *(text_for(each) for each in LANGUAGES))):
        for card in CARDS:
            name = _folded(reader.plain(f"genesia.card.{card}.name"))
            words = [name, *(name[at + 1 :] for at, each in enumerate(name) if each in " '-")]
            if wanted in name:
                fit = 0 if name.startswith(wanted) else 1 if any(w.startswith(wanted) for w in words) else 2
                found.setdefault(card, (order > 0, fit, card))
    return sorted(found, key=lambda card: found[card])


def card_called(text: Text, typed: str) -> int:
    """Return the card that is meant. Raises `Refusal` ``unknown_value`` if there is none."""
    cards = cards_called(text, typed)
    if not cards:
        raise Refusal("unknown_value", value=typed[:40])
    return cards[0]


def suggested_cards(text: Text, typed: str) -> list[app_commands.Choice[str]]:
    """Return the cards that fit, each with what it does in a few words."""
    return [
        app_commands.Choice(
            name=f"{card_name(text, card)} · {short_text(text, CARDS[card])}"[:LABEL], value=f"{card}"
        )
        for card in cards_called(text, typed)[:SUGGESTED]
    ]
