"""Genesia's vocabulary: phases, what a seat sees, and all that `box`, `options` and `moves` name.

Whoever is outside of these rules takes every name from here.

In solo one seat leads two peoples; everywhere else people and seat are the same number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from engine.game import Result, Seat
from engine.genesia.box import CARDS, MAPS, OBJECTIVES
from engine.genesia.box.cards import Card, Count, Effect, Kind, Lot, Mode, Objective, Place, Timing, age_of
from engine.genesia.box.maps import VALUES, Map, Region, Shape
from engine.genesia.moves import (
    Assault,
    Back,
    Campaign,
    ChooseStance,
    Discard,
    Draft,
    End,
    GiveOrder,
    GiveWarOrder,
    KeepObjective,
    Line,
    Lose,
    Move,
    Movement,
    Pass,
    Play,
    Recruit,
    Stance,
    StandingOrder,
    TakePlace,
    WarOrder,
)
from engine.genesia.options import NEXT_LEVEL, WEARINESS, CopyTiming, GenesiaOptions, Level, Reactions
from engine.kit.enums import quick

__all__ = [
    "CARDS",
    "CITIES",
    "CLANS",
    "DISCARD_PAYS",
    "INCOME",
    "LONGEST_CAMPAIGN",
    "LONGEST_LINE",
    "MAPS",
    "NEXT_LEVEL",
    "OBJECTIVES",
    "RECRUIT_PRICE",
    "VALUES",
    "WEARINESS",
    "Assault",
    "Back",
    "Campaign",
    "Card",
    "ChooseStance",
    "Claim",
    "CombatView",
    "CopyTiming",
    "Count",
    "Discard",
    "Draft",
    "Effect",
    "End",
    "GenesiaOptions",
    "GiveOrder",
    "GiveWarOrder",
    "KeepObjective",
    "Kind",
    "Level",
    "Line",
    "Lose",
    "Lot",
    "Map",
    "Mode",
    "Move",
    "Movement",
    "Objective",
    "Pass",
    "Phase",
    "Place",
    "Play",
    "PlayedCard",
    "Reactions",
    "Recruit",
    "Region",
    "Shape",
    "Sheet",
    "Stance",
    "StandingOrder",
    "TakePlace",
    "Timing",
    "View",
    "WarOrder",
    "age_of",
]

CLANS = 30
"""Clans of each people (rulebook: Matériel)."""
CITIES = 20
INCOME = 15
"""Coins at the beginning of an Age; none in solo."""
RECRUIT_PRICE = 2
DISCARD_PAYS = 4
LONGEST_CAMPAIGN = 6
"""Assaults in a list."""
LONGEST_LINE = 12
"""Steps of a turn in one line."""


@quick
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


class PlayedCard(NamedTuple):
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


class CombatView(NamedTuple):
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
    played: tuple[PlayedCard, ...]
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
    combat: CombatView | None
    stances: tuple[Stance | None, ...]
    """Of this round once revealed; the viewer's own before that. Never `TRUCE`: the table sees peace."""
    round: int
    """Rounds of war or peace in this Age, from 1; 0 before."""
    stance: Stance | None
    """The viewer's own sealed choice, a truce as such."""
    standing_order: StandingOrder | None
    """The viewer's own standing order."""
    war_order: WarOrder | None
    """The viewer's own order about war and peace."""
    campaign: tuple[Assault, ...]
    """The viewer's own list of assaults still to be made."""
    steps: tuple[Move, ...]
    """What the viewer has sealed to do: how its assault is fought, or its end of the Age step by step."""
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
        return MAPS[self.seats]

    @cached_property
    def holders(self) -> tuple[tuple[int, ...], ...]:
        """By region, the peoples that hold it: several only in home lands."""
        return tuple(
            tuple(p for p in range(self.peoples) if self.clans[p][r] or r in self.cities[p])
            for r in range(len(self.map.regions))
        )

    def claimed(self, card: int) -> Timing:
        """How a card that the viewer could copy now was played, or may be at this end of the Age.

        Raises `LookupError` for another one.
        """
        if self.phase is Phase.END and all(claim.card != card for claim in self.claims):
            return Timing.END
        return {claim.card: claim.timing for claim in self.claims}[card]

    def seat_of(self, people: int) -> Seat:
        """Who leads that people."""
        return Seat(0) if self.seats == 1 else Seat(people)
