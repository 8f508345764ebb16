"""Decks that players choose: the cards in use in each Age (rulebook: Règles avancées).

They are written by number, with ranges and a slash between the Ages: ``1-12/31-42/61,63-73``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import count, groupby

from engine.game import BadOptions
from engine.genesia import codes
from engine.genesia.box import CARDS
from engine.genesia.box.cards import Card, Kind, Timing, age_of

__all__ = ["CARDS_EACH", "SEATS", "Deck", "cards_by_age", "check", "normalised", "ready_deck"]

CARDS_EACH = 6
"""Cards of each Age for each player."""
SEATS = range(2, 6)
"""The numbers of players that may choose decks; a solo game has its own cards."""

_AGES = ("I", "II", "III")
_CARDS = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?")
_DASH = re.compile(r"\s*[-–]\s*")
_COMMA = re.compile(r"[\s,;+]+")
_OFFENCE = frozenset({Kind.FORCE, Kind.STRIKE, Kind.SPARE, Kind.RANGE, Kind.STORM})


class Deck(StrEnum):
    """Ready-made decks: all cards of one kind, completed with others."""

    ATTACK = "attack"  # all cards that help an attacker
    END = "end"  # all cards for the end of an Age, without those that can serve an attack too
    INVENTIONS = "inventions"


@lru_cache(maxsize=256)
def cards_by_age(decks: str) -> tuple[tuple[int, ...], ...]:
    """Return the cards of each Age, ascending. Spaces and order in the text do not matter.

    Raises `BadOptions` genesia.decks, decks_age, decks_twice.
    """
    ages = decks.split("/")
    if len(ages) != len(_AGES):
        raise BadOptions(codes.DECKS, decks=decks[:60])
    return tuple([_cards_of(written, age) for age, written in enumerate(ages, 1)])


def _cards_of(written: str, age: int) -> tuple[int, ...]:
    cards: list[int] = []
    for part in filter(None, _COMMA.split(_DASH.sub("-", written))):
        found = _CARDS.fullmatch(part)
        if found is None:
            raise BadOptions(codes.DECKS, decks=part[:60])
        ends = sorted((int(found[1]), int(found[2] or found[1])))
        cards += range(ends[0], ends[1] + 1)
    for card in sorted(cards):
        if card not in CARDS or age_of(card) != age:
            first = 30 * (age - 1)
            raise BadOptions(codes.DECKS_AGE, card=card, age=_AGES[age - 1], first=first + 1, last=first + 30)
        if cards.count(card) > 1:
            raise BadOptions(codes.DECKS_TWICE, card=card, age=_AGES[age - 1])
    return tuple(sorted(cards))


def normalised(decks: str) -> str:
    """Return the same decks as the options write them: ascending, in ranges of two or more cards.

    Raises `BadOptions` as `cards_by_age`.
    """
    return _decks_text(cards_by_age(decks))


def _decks_text(ages: Iterable[Sequence[int]]) -> str:
    return "/".join([",".join(_ranges(cards)) for cards in ages])


def _ranges(cards: Sequence[int]) -> Iterable[str]:
    steps = count()
    for _, run in groupby(cards, key=lambda card: card - next(steps)):
        first, *others = run
        yield f"{first}-{others[-1]}" if others else f"{first}"


def check(decks: str, seats: int | None = None) -> int:
    """Return the number of players that the decks are for: every Age has six different cards for each.

    Raises `BadOptions` as `cards_by_age`; decks_sizes if no number of players fits, decks_size if `seats`
    does not fit or the Ages differ, decks_spelling if the options write the decks differently.
    """
    sizes = [len(cards) for cards in cards_by_age(decks)]
    if seats is None:
        seats, left = divmod(sizes[0], CARDS_EACH)
        if left or seats not in SEATS:
            raise BadOptions(codes.DECKS_SIZES, age=_AGES[0], cards=sizes[0])
    for age, cards in zip(_AGES, sizes, strict=True):
        if cards != CARDS_EACH * seats:
            raise BadOptions(codes.DECKS_SIZE, age=age, cards=cards, needed=CARDS_EACH * seats, seats=seats)
    if decks != (written := normalised(decks)):
        raise BadOptions(codes.DECKS_SPELLING, written=written)
    return seats


# Ready-made decks


def ready_deck(deck: Deck, seats: int) -> str:
    """Return all cards of that kind, then those of the first lots until there are six for each player."""
    ages: list[list[int]] = []
    for age in range(1, len(_AGES) + 1):
        cards = [card for card in CARDS.values() if card.age == age]
        cards.sort(key=lambda card: (not _is_wanted(deck, card), card.number))
        ages.append(sorted([card.number for card in cards[: CARDS_EACH * seats]]))
    return _decks_text(ages)


def _is_wanted(deck: Deck, card: Card) -> bool:
    match deck:
        case Deck.ATTACK:
            return any(
                mode.timings & {Timing.ATTACK, Timing.INTENT} and effect.kind in _OFFENCE
                for mode in card.modes
                for effect in mode.effects
            )
        case Deck.END:
            return Timing.END in card.timings and not card.timings & {Timing.ATTACK, Timing.INTENT}
        case Deck.INVENTIONS:
            return card.is_invention
