"""The state of a match of Genesia: one immutable value, which is also its position in text.

Peoples are numbered like continents; tuples are by people unless said. Sets of cards and of regions are
bits of integers: bit n is card n, or the region with index n.
"""

from __future__ import annotations

import msgspec

from engine.game import Result
from engine.genesia.model import (
    Assault,
    GenesiaOptions,
    Move,
    Phase,
    PlayedCard,
    Stance,
    StandingOrder,
    WarOrder,
)

__all__ = ["AttackRound", "Combat", "Hidden", "Public", "State", "UndoStep"]


class Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a people has, openly."""

    clans: tuple[int, ...]
    """By region."""
    cities: int
    """Regions with its city, as bits."""
    coins: int
    free_moves: int = 0
    price: int = 2
    passage: bool = False
    inventions: tuple[int, ...] = ()
    intents: tuple[int, ...] = ()
    """Cards at work in this Age's attack phase (the copied card where one copies)."""
    progress: tuple[int, ...] = ()
    """Of each Age that is counted."""
    bonus: int = 0
    """Progress of this Age that cards gave outright."""
    attacked: bool = False
    """In this Age."""
    last_ply: int = 0
    """`State.ply` of its own last move: what changed later is new to it."""


class Hidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a people has, in secret."""

    hand: int = 0
    """Cards chosen, to be played; as bits."""
    pack: int = 0
    """In the draft: cards to choose from, the sealed choice still among them."""
    taken: tuple[int, ...] = ()
    """In the draft: the cards of the hand, the first one taken first."""
    pick: int | None = None
    """Sealed choice: a card of the pack, or one of the objectives."""
    discards: int = 0
    """Cards put away in this Age."""
    dealt: tuple[int, ...] = ()
    """The two objectives."""
    objective: int | None = None
    stance: Stance | None = None
    """Sealed choice of war or peace in this round."""
    truce: bool = False
    standing_order: StandingOrder = StandingOrder.ASK
    war_order: WarOrder = WarOrder.ASK
    """Kept from Age to Age."""
    steps: tuple[Move, ...] = ()
    """Sealed: how its assault is fought, or its end of the Age step by step."""
    campaign: tuple[Assault, ...] = ()
    """Assaults still to be made, the next one first."""


class UndoStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the running turn that can be taken back."""

    move: str
    """Its notation."""
    coins: int = 0
    """Coins that it cost; negative for a discard."""
    free_moves: int = 0
    """Free movements that it used."""
    changed_at: tuple[tuple[int, int], ...] = ()
    """Regions it changed, and when each had changed before."""


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The assault of the people whose turn it is in the attack phase."""

    attacker: int
    source: int | None = None
    target: int | None = None
    defender: int | None = None
    attack_cards: tuple[int, ...] = ()
    defence_cards: tuple[int, ...] = ()
    reacted: bool = False


class AttackRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round of war or peace."""

    number: int
    """From 1 in each Age."""
    stances: tuple[Stance | None, ...]
    """As revealed; all `None` before."""
    waiting: tuple[int, ...] = ()
    """Peoples that chose war and have not made their assault, the next one first."""
    combat: Combat | None = None
    calm: int = 1
    """Rounds in a row, this one the last, in which nobody has lost a clan or a city; 0 once somebody has."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything there is to know of a match."""

    options: GenesiaOptions
    seats: int
    age: int
    phase: Phase
    order: tuple[int, ...]
    turn: int
    """Index in `order` of the people in turn, in growth and expansion and in solo's end of an Age."""
    public: tuple[Public, ...]
    hidden: tuple[Hidden, ...]
    played: tuple[tuple[PlayedCard, int], ...] = ()
    """Cards played in this Age with the `ply` of each, oldest first."""
    turn_ends: tuple[int, ...] = ()
    """By people, `ply` at the end of its last turn in this Age: what was played later may be copied."""
    undo: tuple[UndoStep, ...] = ()
    attack_round: AttackRound | None = None
    done: int = 0
    """In the end of an Age: peoples that have finished, as bits."""
    choosing: tuple[int, ...] = ()
    places: tuple[int | None, ...] = ()
    aside: tuple[int, ...] = ()
    """Objectives that nobody was dealt, ascending; hidden from all."""
    ply: int = 0
    """Moves made."""
    changed_at: tuple[int, ...] = ()
    """By region, `ply` when it last changed."""
    result: Result | None = None
