"""The types of the Age cards and the secret objectives; the files beside this one list them.

No card has code of its own. A card is a few effects out of one small vocabulary, with the phases in which it
may be played. The text of a card is composed from the same effects, so text and rules cannot differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.kit.enums import quick

__all__ = [
    "CARD_NUMBERS",
    "LOT_SIZE",
    "Card",
    "Count",
    "Effect",
    "Kind",
    "Lot",
    "Mode",
    "Objective",
    "Place",
    "Timing",
    "age_of",
]

CARD_NUMBERS = range(1, 91)
LOT_SIZE = 6
"""Cards of one colour in one Age."""


@quick
class Lot(StrEnum):
    """The five colours of the cards, in number order within an Age."""

    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    VIOLET = "violet"
    RED = "red"

    @property
    def letter(self) -> str:
        return self.value[0].upper()


@quick
class Timing(StrEnum):
    """The times at which a mode of a card may be played."""

    GROWTH = "growth"
    EXPANSION = "expansion"
    ATTACK = "attack"  # in one's own assault, before or after the defender has reacted
    DEFENCE = "defence"  # out of turn, when attacked
    END = "end"  # step 2 of the end of an Age
    INTENT = "intent"  # in growth, declared to all; at work during the whole attack phase
    COPY = "copy"  # on one's own turn, as a card that an opponent has played


@quick
class Place(StrEnum):
    """The regions where an effect puts clans or a city."""

    HOME = "home"  # the player's home land
    CITY = "city"  # one of the player's cities, which it chooses
    CITIES = "cities"  # each of the player's cities
    OWN = "own"  # one region that the player holds and chooses (for a city: with its clan, without its city)
    FRONTIER = "frontier"  # one free region next to a region that the player holds, which it chooses
    RIVAL = "rival"  # one rival's home land, which the player chooses


_TARGETED = frozenset({Place.CITY, Place.OWN, Place.FRONTIER, Place.RIVAL})


@quick
class Count(StrEnum):
    """The quantities that cards and objectives count, always of one people at that moment."""

    REGIONS = "regions"  # held: with a clan or a city; home lands too
    CLANS = "clans"  # on the board
    STACKS = "stacks"  # regions with three or more of its clans
    CITIES = "cities"  # on the board
    ISLAND = "island"  # regions held on the island
    ISLAND_CITIES = "island-cities"
    ABROAD = "abroad"  # regions held on other peoples' continents
    ABROAD_CITIES = "abroad-cities"
    CONTINENTS = "continents"  # other peoples' continents with at least one region held
    HOMES = "homes"  # rivals' home lands held
    OWN = "own"  # regions held on its continent, the home land included
    PEAK = "peak"  # 1 for holding the region worth 15
    INVENTIONS = "inventions"  # played or copied
    COINS = "coins"


@quick
class Kind(StrEnum):
    """The kinds of effects. In each comment, N is `Effect.amount`."""

    COINS = "coins"  # take N coins from the bank
    CLANS = "clans"  # N clans from the player's supply to `place`
    CITY = "city"  # one city from the player's supply to `place`
    MOVES = "moves"  # N steps of a clan (in Age III of a stack) without cost, until the expansion turn ends
    PRICE = "price"  # recruits cost N coins each until the end of the Age
    PASSAGE = "passage"  # no toll until the end of the player's expansion turn
    LEAP = "leap"  # up to N clans of one region at once to a region at most `distance` steps away
    TRIBUTE = "tribute"  # every rival pays N coins to the player, or what it has
    PROGRESS = "progress"  # N progress points, this Age only
    COPY = "copy"  # the effects of a card that an opponent has played
    # Attacker: one assault (timing attack), or all of the phase (timing intent).
    FORCE = "force"  # counts as N clans more when clans are compared
    STRIKE = "strike"  # the defender loses N clans more
    SPARE = "spare"  # the attacker loses N clans fewer
    RANGE = "range"  # may attack a region at most N steps away
    STORM = "storm"  # a siege costs no clan
    # Defender: one assault (timing defence), or all of the phase (timing intent).
    SHIELD = "shield"  # the assault is over, nobody loses anything
    HOLD = "hold"  # the defender loses N clans fewer
    RIPOSTE = "riposte"  # the attacker loses N clans more
    PACIFIST = "pacifist"  # makes no assault in this Age
    UNIQUE = "unique"  # the card is never copied when played in this mode


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card: `amount`, given once or for every `per` of `count`, `most` at most."""

    kind: Kind
    amount: int = 0
    place: Place | None = None
    """The place of clans and cities; `None` for other effects."""
    distance: int = 0
    """Steps of a leap at most; 0 for other effects."""
    count: Count | None = None
    per: int = 1
    most: int | None = None

    @property
    def is_targeted(self) -> bool:
        """Return whether the player has to name a region."""
        return self.place in _TARGETED or self.kind is Kind.LEAP


class Mode(NamedTuple):
    """One way to play a card: its timings and its effects."""

    timings: frozenset[Timing]
    effects: tuple[Effect, ...]


class Card(NamedTuple):
    """An Age card.

    An invention has `progress`: it stays with its owner and pays at the end of every Age.
    """

    number: int
    """The card's number: 1 to 30 in Age I, 31 to 60 in Age II, 61 to 90 in Age III."""
    lot: Lot
    cost: int
    """Coins that playing the card costs."""
    progress: int
    """Progress points at the end of every Age, 0 for a card that is no invention."""
    modes: tuple[Mode, ...]
    """The ways to play the card; no two of them share a timing."""

    @property
    def age(self) -> int:
        return age_of(self.number)

    @property
    def is_invention(self) -> bool:
        return self.progress > 0

    @property
    def timings(self) -> frozenset[Timing]:
        return frozenset[Timing]().union(*[mode.timings for mode in self.modes])

    def mode(self, timing: Timing) -> Mode | None:
        """Return the mode of the card with this timing; `None` if it has none."""
        for mode in self.modes:
            if timing in mode.timings:
                return mode
        return None


class Objective(NamedTuple):
    """A secret objective: `points` at the end for a player that meets every one of `goals`."""

    number: int
    """The objective's number, 1 to 12."""
    lot: Lot | None
    """The colour that must be in use for the objective to be; `None` if it always is."""
    points: int
    goals: tuple[tuple[Count, tuple[int, int, int, int]], ...]
    """Each count with the numbers needed among 2, 3, 4 and 5 players."""

    def threshold(self, goal: int, seats: int) -> int:
        """Return the number needed for that goal with this number of players."""
        return self.goals[goal][1][seats - 2]


def age_of(number: int) -> int:
    """Return the Age of a card: 1, 2 or 3."""
    return (number - 1) // 30 + 1
