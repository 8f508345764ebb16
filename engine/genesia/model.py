"""Genesia's vocabulary: phases, the view of a seat, and the names that `box`, `options` and `moves` define.

Code outside the rules imports these names from here. In solo one seat leads two peoples; otherwise a people
has the same number as its seat.
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
    "AGE_INCOME",
    "CARDS",
    "DISCARD_COINS",
    "MAPS",
    "MAX_CAMPAIGN_LENGTH",
    "MAX_CITIES",
    "MAX_CLANS",
    "MAX_LINE_STEPS",
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

MAX_CLANS = 30
"""Clans that a people has, on the board and in its supply (rulebook: Matériel)."""
MAX_CITIES = 20
"""Cities that a people has, on the board and in its supply."""
AGE_INCOME = 15
"""Coins that each people gets at the beginning of an Age; a solo player gets none."""
RECRUIT_PRICE = 2
"""Coins for each clan recruited, unless a card lowers the price."""
DISCARD_COINS = 4
"""Coins for each card discarded."""
MAX_CAMPAIGN_LENGTH = 6
"""Assaults that one `Campaign` may list."""
MAX_LINE_STEPS = 12
"""Steps of a turn that one `Line` may hold."""


@quick
class Phase(StrEnum):
    """The phases of an Age, in order; each comment names the peoples that decide, and the subject."""

    OBJECTIVE = "objective"  # all at once: one of two objectives to keep
    DRAFT = "draft"  # all at once: one card of their pack
    GROWTH = "growth"  # one after the other: cards, recruits
    EXPANSION = "expansion"  # one after the other: cards, recruits, movements
    STANCE = "stance"  # all at once, without peoples that visibly cannot attack: war or peace
    ASSAULT = "assault"  # one after the other, those that chose war: the assault
    REACTION = "reaction"  # the defender: a defence card or none
    LOSSES = "losses"  # the attacker: clans lost, siege, clans that move in
    END = "end"  # all at once, those that hold cards: play or discard them
    PLACE = "place"  # one after the other, least progress first: a place in the next turn order
    OVER = "over"


class PlayedCard(NamedTuple):
    """A card that lies on the table in front of the people that played it."""

    card: int
    people: int
    """The people that played the card."""
    copied: int | None
    """The number of the copied card, if the card was played as a copy; `None` otherwise."""
    timing: Timing
    """The timing as which the card was played: `COPY` for a copy."""
    phase: Phase
    """The phase in which the card was played."""


class Claim(NamedTuple):
    """A card that an opponent played and that a people may copy."""

    card: int
    people: int
    """The people that played the card."""
    timing: Timing
    """The timing as which the card was played. A copy works as the mode with this timing."""


class CombatView(NamedTuple):
    """The assault that is being fought, as everybody sees it."""

    attacker: int
    defender: int | None
    """The attacked people; `None` until the assault is named."""
    source: str | None
    target: str | None
    attack_cards: tuple[int, ...]
    """Cards that the attacker played for this assault; for a copy the number of the copied card."""
    defence_cards: tuple[int, ...]
    has_reacted: bool
    """The defender has played its last card against this assault, or declined to."""


class Sheet(NamedTuple):
    """A people's score sheet (rulebook: Fin de partie)."""

    progress: tuple[int, int, int]
    """Progress points by Age; for the running Age those that are certain so far."""
    radiance: int
    regions: tuple[int, ...]
    """The number of regions held, by each value of `VALUES`."""
    conquest: int
    objective: int | None
    """Points that the objective would bring now; `None` where the viewer may not know."""

    @property
    def total(self) -> int:
        """Return the sum of the sheet; an unknown objective counts 0."""
        return sum(self.progress) + self.radiance + self.conquest + (self.objective or 0)


@dataclass(frozen=True)
class View:
    """The facts that a seat or a spectator may know of a match.

    Tuples are by people unless stated otherwise.
    """

    seat: Seat | None
    """The viewer's seat; `None` for a spectator."""
    options: GenesiaOptions
    seats: int
    peoples: int
    age: int
    """The running Age, 1 to 3."""
    phase: Phase
    order: tuple[int, ...]
    """The peoples in this Age's turn order."""
    pending: tuple[int, ...]
    """The peoples that must decide now, without peoples that have sealed a choice."""
    chosen: frozenset[int]
    """The peoples that have sealed their choice while others still decide."""
    people: int | None
    """The people that the viewer leads; in solo the one whose turn it is. `None` for a spectator."""
    clans: tuple[tuple[int, ...], ...]
    """The number of clans, by people and region."""
    cities: tuple[frozenset[int], ...]
    """The regions with each people's city, as indices."""
    coins: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """The cards in hand that the viewer knows, ascending: its own ones, in solo those of both peoples."""
    pack: tuple[int, ...]
    """The cards that the viewer chooses from in the draft."""
    pick: int | None
    """The card or objective that the viewer has sealed and may still change."""
    discards: tuple[int, ...]
    """The cards that the viewer discarded in this Age, with the one left over from the draft."""
    played: tuple[PlayedCard, ...]
    """The cards played in this Age, oldest first."""
    inventions: tuple[tuple[int, ...], ...]
    """The inventions that pay progress at the end of every Age, copied ones included."""
    intents: tuple[tuple[int, ...], ...]
    """The cards that each people declared as intents for the attack phase of this Age."""
    free_moves: tuple[int, ...]
    prices: tuple[int, ...]
    """Coins for each clan recruited."""
    passage: tuple[bool, ...]
    """The right to move without paying tolls now."""
    claims: tuple[Claim, ...]
    """The cards that the viewer may copy now with a card in its hand."""
    copyable: tuple[tuple[Claim, ...], ...]
    """The cards that each people may still copy in its running or next turn, as everybody can work it out.

    A spectator's view alone has them: robots make many views of seats.
    """
    combat: CombatView | None
    stances: tuple[Stance | None, ...]
    """The stances of this round once they are revealed; before that only the viewer's own.

    A truce is shown as `PEACE`: the other players never learn of it.
    """
    round: int
    """The number of the round of war or peace in this Age, counted from 1; 0 before the first."""
    stance: Stance | None
    """The viewer's own sealed stance; a truce is `TRUCE`."""
    standing_order: StandingOrder | None
    """The viewer's order for the case that it is attacked; `None` in solo and for spectators."""
    war_order: WarOrder | None
    """The viewer's order about war and peace; `None` in solo and for spectators."""
    campaign: tuple[Assault, ...]
    """The viewer's own list of assaults still to be made."""
    steps: tuple[Move, ...]
    """The steps that the viewer has sealed: the way to fight its assault, or its plays at the end of the Age.
    """
    choosing: tuple[int, ...]
    """The peoples that still choose a place in the turn order, the next one first."""
    places: tuple[int | None, ...]
    """The people on each place of the next turn order, first to last, while places are chosen.

    `None` is a free place.
    """
    objectives: tuple[int, ...]
    """The two objectives dealt to the viewer, until it has chosen one."""
    objective: int | None
    """The objective that the viewer keeps."""
    revealed: tuple[int | None, ...]
    """The objective of each people once the game is over."""
    can_take_back: bool
    """The viewer's last step can be taken back by `Back`."""
    changed: frozenset[int]
    """The regions that changed since the viewer's own last turn.

    A spectator sees those of the people that must decide.
    """
    sheets: tuple[Sheet, ...]
    """The score sheets as they would be now, as far as the viewer knows."""
    result: Result | None
    truce_follows: bool = False
    """A truce follows the viewer's list of assaults."""

    @property
    def map(self) -> Map:
        """Return the map for this number of seats."""
        return MAPS[self.seats]

    @cached_property
    def holders(self) -> tuple[tuple[int, ...], ...]:
        """Return, by region, the peoples that hold it; only home lands can have several holders."""
        return tuple(
            tuple(p for p in range(self.peoples) if self.clans[p][r] or r in self.cities[p])
            for r in range(len(self.map.regions))
        )

    def claim_timing(self, card: int) -> Timing:
        """Return the timing as which a copy of `card` works.

        That is the timing of the copied play. At the end of an Age it is `END` also for a card that no
        opponent has played yet. Raises `KeyError` for a card that the viewer cannot copy.
        """
        if self.phase is Phase.END and all(claim.card != card for claim in self.claims):
            return Timing.END
        return {claim.card: claim.timing for claim in self.claims}[card]

    def seat_of(self, people: int) -> Seat:
        """Return the seat that leads this people."""
        return Seat(0) if self.seats == 1 else Seat(people)
