"""Genesia's vocabulary: options, moves, and what a seat sees.

In solo one seat leads two peoples; everywhere else people and seat are the same number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from engine.game import Options, Result, Seat
from engine.genesia.box import CARDS, MAPS, OBJECTIVES
from engine.genesia.cards import Card, Count, Effect, Kind, Lot, Mode, Objective, Place, Timing, age_of
from engine.genesia.maps import VALUES, Map, Region, Shape

__all__ = [
    "CARDS",
    "CITIES",
    "CLANS",
    "DISCARD_PAYS",
    "INCOME",
    "MAPS",
    "NEXT_LEVEL",
    "OBJECTIVES",
    "RECRUIT_PRICE",
    "VALUES",
    "Aim",
    "Assault",
    "Back",
    "Card",
    "Claim",
    "CopyTiming",
    "Count",
    "Discard",
    "Draft",
    "Effect",
    "End",
    "GenesiaOptions",
    "Kind",
    "Level",
    "Lose",
    "Lot",
    "Map",
    "March",
    "Mode",
    "Move",
    "Objective",
    "Order",
    "Pass",
    "Phase",
    "Pick",
    "Place",
    "Play",
    "Recruit",
    "Region",
    "Rest",
    "Seek",
    "Shape",
    "Sheet",
    "Stance",
    "Stand",
    "Struggle",
    "Timing",
    "View",
    "age_of",
]

CLANS = 30
"""Clans of each people (rulebook: Matériel)."""
CITIES = 20
INCOME = 15
"""Coins at the beginning of an Age; none in solo."""
RECRUIT_PRICE = 2
DISCARD_PAYS = 4


class Level(StrEnum):
    """Which cards are left out of a solo game."""

    BEGINNER = "beginner"
    EXPERT = "expert"
    HEROIC = "heroic"


NEXT_LEVEL = {Level.BEGINNER: (Level.EXPERT, 100), Level.EXPERT: (Level.HEROIC, 130)}
"""After each level of solo the one to go on to, and from how many points (rulebook: Règles pour 1 joueur)."""


class CopyTiming(StrEnum):
    """Until when a card that an opponent played may be copied."""

    TURN = "turn"  # the end of the copier's next turn in that Age
    AGE = "age"  # the end of the Age


class GenesiaOptions(Options, frozen=True):
    """Variants of Genesia (rulebook: Règles pour 1 joueur, Règles avancées)."""

    objectives: bool = True
    """Secret objectives; never in solo."""
    teams: str = ""
    """One letter a seat, ``"ABAB"``; empty when everybody plays alone. At least two teams."""
    lots: str = ""
    """Letters of the lots in each Age, ``"BYG/BVR/GVR"``: as many as seats. Empty: the first ones, always."""
    decks: str = ""
    """Cards of each Age instead of lots, ``"1-12/31-42/61,63-73"``: six for each seat (see `decks`)."""
    level: Level = Level.BEGINNER
    """Of a solo game."""
    copy_timing: CopyTiming = CopyTiming.TURN
    attack_recruits: bool = False
    """Clans may be recruited on the own turn of the attack phase too."""


class Phase(StrEnum):
    """Where in an Age the match is."""

    OBJECTIVE = "objective"  # all: which of two objectives to keep
    DRAFT = "draft"  # all: one card of those in hand
    GROWTH = "growth"  # in turn
    EXPANSION = "expansion"  # in turn
    STANCE = "stance"  # all but those who can have no war: war or peace
    ASSAULT = "assault"  # in turn, who chose war: where
    REACTION = "reaction"  # the attacked player: a card or none
    LOSSES = "losses"  # the attacker: how many fall, siege, move in
    END = "end"  # all who hold cards: play or discard them
    PLACE = "place"  # the poorest first: a place in the turn order
    OVER = "over"


# Moves


@dataclass(frozen=True, slots=True)
class Aim:
    """Keep this objective. Written ``objective 4``."""

    objective: int

    def __str__(self) -> str:
        return f"objective {self.objective}"


@dataclass(frozen=True, slots=True)
class Draft:
    """Take this card of those in hand. Written ``draft 12``."""

    card: int

    def __str__(self) -> str:
        return f"draft {self.card}"


@dataclass(frozen=True, slots=True)
class Recruit:
    """Buy `clans` clans and put them into the own home land or an own city. Written ``recruit 3 A0``."""

    clans: int
    at: str

    def __str__(self) -> str:
        return f"recruit {self.clans} {self.at}"


@dataclass(frozen=True, slots=True)
class March:
    """Move `clans` clans along `route`, from its first region to its last. Written ``move 3 A0-A1-A3``."""

    clans: int
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"move {self.clans} {'-'.join(self.route)}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card: ``card 12``, ``card 12 A3`` (where), ``card 69 A0-G3`` (a leap from where to where).

    ``card 69 A0-G3 x2`` is a leap of two clans, without a number of as many as possible. A card that copies
    names the copied one: ``card 17 copy 5``, ``card 17 copy 5 A3``.
    """

    card: int
    copy: int | None = None
    at: str | None = None
    """The region that the effect asks for: the destination of a leap."""
    start: str | None = None
    """Where a leap begins."""
    clans: int | None = None
    """How many leap; `None` for as many as possible."""

    def __str__(self) -> str:
        copied = "" if self.copy is None else f" copy {self.copy}"
        place = "" if self.at is None else f" {self.at}" if self.start is None else f" {self.start}-{self.at}"
        return f"card {self.card}{copied}{place}{'' if self.clans is None else f' x{self.clans}'}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card away, face down, for 4 coins. Written ``discard 12``."""

    card: int

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Back:
    """Take back the last step of this turn, if it revealed nothing and touched nobody. Written ``back``."""

    def __str__(self) -> str:
        return "back"


@dataclass(frozen=True, slots=True)
class End:
    """The turn is over; at the end of an Age: nothing more to play. Written ``end``."""

    def __str__(self) -> str:
        return "end"


class Stand(StrEnum):
    """War or peace."""

    WAR = "war"
    PEACE = "peace"
    TRUCE = "truce"  # peace in every round of this Age until attacked; a standing order


@dataclass(frozen=True, slots=True)
class Stance:
    """War or peace, in secret. Written ``war``, ``peace`` or ``truce``."""

    stand: Stand

    def __str__(self) -> str:
        return self.stand.value


@dataclass(frozen=True, slots=True)
class Assault:
    """Attack region `target` from region `source`. Written ``assault A9-G5``."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"assault {self.source}-{self.target}"


@dataclass(frozen=True, slots=True)
class Pass:
    """No assault is possible, or no card against one. Written ``pass``."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Lose:
    """How an assault is fought: ``lose 2``, ``lose 2 siege``, ``lose 1 enter 3``."""

    clans: int
    """What both lose, before cards change it."""
    siege: bool = False
    """Take the undefended city for one clan more."""
    enter: int = 0
    """Clans that move in when nothing of the defender's is left."""

    def __str__(self) -> str:
        siege = " siege" if self.siege else ""
        return f"lose {self.clans}{siege}{f' enter {self.enter}' if self.enter else ''}"


class Rest(StrEnum):
    """What the bot answers for a seat that is attacked, until the end of the Age."""

    ASK = "ask"
    NEVER = "never"  # no card, without asking
    CITY = "city"  # where a city could be lost the defence card that serves best; else ask


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order for when attacked, in secret. Written ``order ask``, ``never`` or ``city``."""

    rest: Rest

    def __str__(self) -> str:
        return f"order {self.rest.value}"


@dataclass(frozen=True, slots=True)
class Seek:
    """Take this place in the next Age's turn order, 1 the first. Written ``place 2``."""

    place: int

    def __str__(self) -> str:
        return f"place {self.place}"


Move = (
    Aim
    | Draft
    | Recruit
    | March
    | Play
    | Discard
    | Back
    | End
    | Stance
    | Assault
    | Pass
    | Lose
    | Order
    | Seek
)


# Views


class Pick(NamedTuple):
    """A card on the table in front of a people."""

    card: int
    people: int
    """Who played it."""
    copied: int | None
    """The card copied, when `card` is one that copies."""
    timing: Timing
    phase: Phase
    """When it was played."""


class Claim(NamedTuple):
    """A card that an opponent played and that may still be copied."""

    card: int
    people: int
    timing: Timing
    """How it was played: what a copy does too."""


class Struggle(NamedTuple):
    """The assault that is being fought."""

    attacker: int
    defender: int | None
    """`None` until the target is named."""
    source: str | None
    target: str | None
    attack_cards: tuple[int, ...]
    """Played by the attacker for this assault (the copied card where one copies)."""
    defence_cards: tuple[int, ...]
    reacted: bool
    """The defender has had its say."""


class Sheet(NamedTuple):
    """A people's score sheet (rulebook: Fin de partie)."""

    progress: tuple[int, int, int]
    """By Age; of the running Age what is certain so far."""
    radiance: int
    regions: tuple[int, ...]
    """How many regions of each value of `VALUES` it holds."""
    conquest: int
    objective: int | None
    """Points of the objective: what it would bring now, `None` where the viewer may not know."""

    @property
    def total(self) -> int:
        """The sum; an unknown objective counts nothing."""
        return sum(self.progress) + self.radiance + self.conquest + (self.objective or 0)


@dataclass(frozen=True)
class View:
    """All that a seat (or a spectator) may know of a match of Genesia. Tuples by people unless said."""

    seat: Seat | None
    """The viewer; `None` is a spectator."""
    options: GenesiaOptions
    seats: int
    peoples: int
    age: int
    """1 to 3."""
    phase: Phase
    order: tuple[int, ...]
    """Peoples in this Age's turn order."""
    acting: tuple[int, ...]
    """Peoples that must decide now, sealed choices not counted."""
    chosen: frozenset[int]
    """Peoples that have sealed their choice while others still think."""
    people: int | None
    """The people that the viewer decides for now or next; in solo the one whose turn it is."""
    clans: tuple[tuple[int, ...], ...]
    """By people and region."""
    cities: tuple[frozenset[int], ...]
    """By people, regions with its city."""
    coins: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Cards in hand that the viewer knows, ascending: the own ones; both of a solo player."""
    pack: tuple[int, ...]
    """In the draft: the cards the viewer chooses from."""
    pick: int | None
    """In the draft or for the objective: what the viewer has chosen so far and may still change."""
    discards: tuple[int, ...]
    """Cards that the viewer put away in this Age, the one left over from the draft included."""
    played: tuple[Pick, ...]
    """All cards played in this Age, oldest first."""
    inventions: tuple[tuple[int, ...], ...]
    """That pay progress every Age, copied ones included."""
    intents: tuple[tuple[int, ...], ...]
    """Cards at work during the attack phase of this Age."""
    free_moves: tuple[int, ...]
    prices: tuple[int, ...]
    """Coins for a recruit."""
    passage: tuple[bool, ...]
    """Pays no toll now."""
    claims: tuple[Claim, ...]
    """What the viewer could copy now."""
    struggle: Struggle | None
    stances: tuple[Stand | None, ...]
    """Of this round once revealed; the viewer's own before that. Never `TRUCE`: the table sees peace."""
    round: int
    """Rounds of war or peace in this Age, from 1; 0 before."""
    stance: Stand | None
    """The viewer's own sealed choice, a truce as such."""
    order_given: Rest | None
    """The viewer's own standing order."""
    choosing: tuple[int, ...]
    """While places are chosen: peoples that still choose, the next one first."""
    places: tuple[int | None, ...]
    """While places are chosen: the people on each place, first to last."""
    objectives: tuple[int, ...]
    """The two that the viewer was dealt, while it chooses."""
    objective: int | None
    """The one that the viewer keeps."""
    revealed: tuple[int | None, ...]
    """Everybody's objective once the game is over."""
    can_take_back: bool
    """The viewer's last step can be taken back."""
    changed: frozenset[int]
    """Regions that changed since the viewer's own last turn; for a spectator in the last turn."""
    sheets: tuple[Sheet, ...]
    """As it would be scored now, with what the viewer knows."""
    result: Result | None

    @property
    def map(self) -> Map:
        """The board."""
        return MAPS[self.peoples]

    @cached_property
    def holders(self) -> tuple[tuple[int, ...], ...]:
        """By region, the peoples that hold it: several only in home lands."""
        return tuple(
            tuple(p for p in range(self.peoples) if self.clans[p][r] or r in self.cities[p])
            for r in range(len(self.map.regions))
        )

    def claimed(self, card: int) -> Timing:
        """How a card that the viewer could copy now was played. Raises `LookupError` for another one."""
        return {claim.card: claim.timing for claim in self.claims}[card]

    def seat_of(self, people: int) -> Seat:
        """Who leads that people."""
        return Seat(0) if self.seats == 1 else Seat(people)
