"""The cards of Familienbande: five traits, seventy portraits, and the children that a couple can have."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, IntEnum
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from engine.kit.masks import mask_of, members

__all__ = [
    "CARDS",
    "DECK",
    "GENERATIONS",
    "GENERATION_SIZES",
    "MEN",
    "WOMEN",
    "Card",
    "Gender",
    "Trait",
    "cards_in",
    "fitting_children",
    "mask",
]

GENERATIONS = 5
"""The number of generations, founders included."""

GENERATION_SIZES: tuple[int, ...] = (3, 4, 5, 6, 7)
"""The number of members of each full generation, without spouses: three founders, then children."""


class Trait(IntEnum):
    """A trait, of which a family is proud, in the order of the rulebook.

    It is a letter in positions and a shape in pictures.
    """

    EARS = 0  # E, blue: Ohrenstaufen
    GLASSES = 1  # G, yellow: Blindsor
    NOSE = 2  # N, green: Zinkenzollern
    LIPS = 3  # L, red: Mundlingen
    HAIR = 4  # H, orange: Rothaarowitz

    @property
    def letter(self) -> str:
        return "EGNLH"[self]


class Gender(Enum):
    """The gender of a portrait. Spouses are of opposite genders."""

    MAN = "m"
    WOMAN = "w"


class Card(NamedTuple):
    """A portrait with three traits in ascending order. A trait may be repeated."""

    number: int
    """The number on the card: 1 to 35 for men, 36 to 70 for women with the traits of the man 35 below."""
    gender: Gender
    traits: tuple[Trait, Trait, Trait]
    counts: tuple[int, ...]
    """The number of times that each of the five traits appears."""

    @property
    def letters(self) -> str:
        """The letters of the traits: ``EEN`` for ears twice and a nose."""
        return "".join(trait.letter for trait in self.traits)


def _deck() -> Iterator[Card]:
    number = 1
    for gender in Gender:
        for traits in combinations_with_replacement(Trait, 3):
            yield Card(number, gender, traits, tuple(traits.count(trait) for trait in Trait))
            number += 1


CARDS: dict[int, Card] = {card.number: card for card in _deck()}
"""The 70 cards by number: each choice of three out of five traits, repeats allowed, once for each gender."""


def mask(*numbers: int) -> int:
    """Return the set of these cards, in which bit n stands for card n."""
    return mask_of(numbers)


DECK: int = mask(*CARDS)
"""The set of all cards."""
MEN: int = mask(*(card.number for card in CARDS.values() if card.gender is Gender.MAN))
WOMEN: int = DECK ^ MEN


@lru_cache(maxsize=4096)
def cards_in(bits: int) -> tuple[int, ...]:
    """Return the numbers of a set of cards, ascending."""
    return members(bits)


@cache
def fitting_children(one: int, other: int) -> int:
    """Return the set of the cards whose three traits are among the six traits of this couple."""
    six = [a + b for a, b in zip(CARDS[one].counts, CARDS[other].counts, strict=True)]
    return mask(
        *(
            card.number
            for card in CARDS.values()
            if all(needed <= there for needed, there in zip(card.counts, six, strict=True))
        )
    )
