"""The family: five traits, seventy portraits, and who can be whose child."""

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

GENERATION_SIZES: tuple[int, ...] = (3, 4, 5, 6, 7)
"""Members of each generation, spouses not counted: the founders, then children."""


class Trait(IntEnum):
    """What a family is proud of, in the order of the rulebook: a letter in positions, a shape in pictures."""

    EARS = 0  # E, blue: Ohrenstaufen
    GLASSES = 1  # G, yellow: Blindsor
    NOSE = 2  # N, green: Zinkenzollern
    LIPS = 3  # L, red: Mundlingen
    HAIR = 4  # H, orange: Rothaarowitz

    @property
    def letter(self) -> str:
        return "EGNLH"[self]


class Gender(Enum):
    """Spouses are of opposite genders."""

    MAN = "m"
    WOMAN = "w"


class Card(NamedTuple):
    """A portrait: three traits in ascending order, repeats allowed."""

    number: int
    """1 to 35 are men, 36 to 70 women; a man and the woman 35 above him have the same traits."""
    gender: Gender
    traits: tuple[Trait, Trait, Trait]
    counts: tuple[int, ...]
    """How often each of the five traits appears."""

    @property
    def letters(self) -> str:
        """``EEN``: ears twice, nose."""
        return "".join(trait.letter for trait in self.traits)


def _deck() -> Iterator[Card]:
    number = 1
    for gender in Gender:
        for traits in combinations_with_replacement(Trait, 3):
            yield Card(number, gender, traits, tuple(traits.count(trait) for trait in Trait))
            number += 1


CARDS: dict[int, Card] = {card.number: card for card in _deck()}
"""The 70 cards by number: for each gender every choice of three out of five traits, repeats allowed."""


def mask(*numbers: int) -> int:
    """The set of these cards: bit n stands for card n."""
    return mask_of(numbers)


DECK: int = mask(*CARDS)
MEN: int = mask(*(card.number for card in CARDS.values() if card.gender is Gender.MAN))
WOMEN: int = DECK ^ MEN


@lru_cache(maxsize=4096)
def cards_in(bits: int) -> tuple[int, ...]:
    """The numbers of a set of cards, ascending."""
    return members(bits)


@cache
def fitting_children(one: int, other: int) -> int:
    """The cards whose three traits are among the six of this couple."""
    six = [a + b for a, b in zip(CARDS[one].counts, CARDS[other].counts, strict=True)]
    return mask(
        *(
            card.number
            for card in CARDS.values()
            if all(needed <= there for needed, there in zip(card.counts, six, strict=True))
        )
    )
