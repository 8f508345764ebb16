"""The state of a match of Genesia: one immutable value, whose text is the position.

Peoples are numbered like continents; tuples are by people unless stated otherwise. Sets of cards and of
regions are integers used as bit sets: bit n stands for card n, or for the region with index n.
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
    """The open possessions of a people."""

    clans: tuple[int, ...]
    """The number of clans, by region."""
    cities: int
    """The regions with a city of the people, as bits."""
    coins: int
    free_moves: int = 0
    """Steps that cost no coin (of a clan, in Age III of a stack), until the people's expansion turn ends."""
    price: int = 2
    """Coins for each clan recruited, until the end of the Age."""
    passage: bool = False
    """The people's movements pay no toll until its expansion turn ends."""
    inventions: tuple[int, ...] = ()
    """Inventions that the people played or copied: they pay progress at the end of every Age."""
    intents: tuple[int, ...] = ()
    """Cards declared as intents, which work in this Age's attack phase; for a copy, the copied card."""
    progress: tuple[int, ...] = ()
    """The progress points of each Age that has been counted."""
    bonus: int = 0
    """Progress points that cards gave at once in this Age."""
    attacked: bool = False
    """An assault was made on the people in this Age."""
    last_ply: int = 0
    """`State.ply` of the people's last move. The view marks later changes as new."""


class Hidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secrets of a people."""

    hand: int = 0
    """The cards in hand, as bits."""
    pack: int = 0
    """The cards to choose from in the draft, as bits; the sealed choice is still among them."""
    taken: tuple[int, ...] = ()
    """The cards taken so far in the running draft, in the order in which they were taken."""
    pick: int | None = None
    """The sealed choice in the draft or for the objective: a card of the pack, or one of `dealt`."""
    discards: int = 0
    """The cards discarded in this Age, as bits."""
    dealt: tuple[int, ...] = ()
    """The two objectives dealt, until one is chosen."""
    objective: int | None = None
    """The objective kept."""
    stance: Stance | None = None
    """The sealed choice of war or peace in this round."""
    truce: bool = False
    """The house answers peace in this Age, until an assault on the people costs either side something."""
    standing_order: StandingOrder = StandingOrder.ASK
    """The order for the case that the people is attacked, until the end of the Age."""
    war_order: WarOrder = WarOrder.ASK
    """The order about war and peace, kept from Age to Age."""
    steps: tuple[Move, ...] = ()
    """Sealed steps: the people's way to fight its assault (one `Lose`), or its plays at the Age's end."""
    campaign: tuple[Assault, ...] = ()
    """The assaults that the people has listed and not made yet, the next one first."""
    truce_follows: bool = False
    """A truce begins once `campaign` is empty; never set without a list."""


class UndoStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the running turn that can be taken back."""

    move: str
    """The notation of the move."""
    coins: int = 0
    """Coins that the step cost; negative for a discard."""
    free_moves: int = 0
    """Free movements that the step used."""
    changed_at: tuple[tuple[int, int], ...] = ()
    """``(region, ply)`` of each region that the step changed; the ply is that of its previous change."""


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The assault of the people in turn in the attack phase; without a target until it is named."""

    attacker: int
    source: int | None = None
    target: int | None = None
    defender: int | None = None
    attack_cards: tuple[int, ...] = ()
    """Cards that the attacker played for the assault; for a copy the number of the copied card."""
    defence_cards: tuple[int, ...] = ()
    reacted: bool = False
    """The defender has played its last card against the assault, or declined to."""


class AttackRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round of war or peace."""

    number: int
    """The number of the round, counted from 1 in each Age."""
    stances: tuple[Stance | None, ...]
    """The stances of all peoples once they are revealed; all `None` before."""
    waiting: tuple[int, ...] = ()
    """The peoples that chose war and have not made their assault, the next one first.

    The first of them is the attacker of `combat`.
    """
    combat: Combat | None = None
    calm: int = 1
    """Rounds in a row, with this one, in which no clan fell and no city changed hands.

    It is 0 once that has happened in this round.
    """


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole state of a match, secrets included."""

    options: GenesiaOptions
    seats: int
    age: int
    phase: Phase
    order: tuple[int, ...]
    turn: int
    """The index in `order` of the people in turn, in growth, in expansion and at the end of an Age in solo.
    """
    public: tuple[Public, ...]
    hidden: tuple[Hidden, ...]
    played: tuple[tuple[PlayedCard, int], ...] = ()
    """``(played card, ply)`` of each card played in this Age, oldest first."""
    turn_ends: tuple[int, ...] = ()
    """The ply at the end of each people's last turn in this Age; 0 before.

    Cards played later may be copied.
    """
    undo: tuple[UndoStep, ...] = ()
    """The steps of the running turn that can be taken back, the latest last."""
    attack_round: AttackRound | None = None
    """The round of war or peace, also kept at the end of the Age; `None` in the other phases and in solo."""
    done: int = 0
    """The peoples that have finished the end of the Age, as bits."""
    choosing: tuple[int, ...] = ()
    """The peoples that still choose a place in the next turn order, the next one first."""
    places: tuple[int | None, ...] = ()
    """The people on each place of the next turn order, while places are chosen; `None` if free."""
    aside: tuple[int, ...] = ()
    """Objectives that no people has, ascending; hidden from all."""
    ply: int = 0
    """The number of moves made."""
    changed_at: tuple[int, ...] = ()
    """The ply of each region's last change."""
    result: Result | None = None
