"""Familienbande's vocabulary: moves, the family tree, and what a seat sees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from engine.familienbande.cards import GENERATION_SIZES, GENERATIONS, Card, Gender, Trait
from engine.game import Options, Result, Seat

__all__ = [
    "Asks",
    "Card",
    "Child",
    "Discard",
    "FamilienbandeOptions",
    "Gender",
    "Keep",
    "Marry",
    "Move",
    "Pass",
    "Person",
    "PlacedCard",
    "Row",
    "Trait",
    "View",
    "penalty",
]


class FamilienbandeOptions(Options, frozen=True):
    """Familienbande has no variants."""


@dataclass(frozen=True, slots=True)
class Marry:
    """Put hand card `card` on the single `on` of the tree. Written ``marry 12 on 45``."""

    card: int
    on: int

    def __str__(self) -> str:
        return f"marry {self.card} on {self.on}"


@dataclass(frozen=True, slots=True)
class Child:
    """Hand card `card` is born to the couple of tree member `of`. Written ``child 33 of 45``.

    Of the two parents `of` is the one that was in the tree first: a founder or a child, not the spouse.
    """

    card: int
    of: int

    def __str__(self) -> str:
        return f"child {self.card} of {self.of}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Draw a card and play none. Written ``pass``."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Discard:
    """After a birth: put hand card `card` away, face down, and draw another. Written ``discard 21``."""

    card: int

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Keep:
    """After a birth: keep the hand as it is. Written ``keep``."""

    def __str__(self) -> str:
        return "keep"


Move = Marry | Child | Pass | Discard | Keep


class Asks(StrEnum):
    """What the seat whose turn it is has to decide."""

    ACT = "act"  # marriage, birth or pass
    EXCHANGE = "exchange"  # after a birth: exchange a hand card or keep all


class PlacedCard(NamedTuple):
    """A hand card that was put on the table."""

    turn: int
    """Turns counted from 0 over the whole match."""
    card: int
    to: int
    """The founder or child that it married, or whose couple it was born to."""
    is_child: bool
    """A child; otherwise a spouse."""


class Person(NamedTuple):
    """A member of a generation, with his or her spouse."""

    card: int
    turn: int | None
    """When born; `None` for a founder."""
    parent: int | None
    """The parent that was in the tree first; `None` for a founder."""
    spouse: int | None
    wedding_turn: int | None
    """Turn of the marriage."""
    children: tuple[int, ...]


class Row(NamedTuple):
    """A generation."""

    generation: int
    """1 to 5."""
    people: tuple[Person, ...]
    """In the order of their births."""
    size: int
    """How many members it takes, spouses not counted."""
    is_turned: bool
    """Turned over: no more marriages or births to its members."""

    @property
    def free(self) -> int:
        """How many more children it takes."""
        return self.size - len(self.people)


def penalty(cards: int) -> int:
    """What cards left in the hand cost: 1 for the first, 2 for the second, and so on."""
    return cards * (cards + 1) // 2


@dataclass(frozen=True)
class View:
    """All that a seat (or a spectator) may know of a match of Familienbande."""

    seat: Seat | None
    """The viewer; `None` is a spectator."""
    options: FamilienbandeOptions
    seats: int
    first_seat: Seat
    turn: int
    """Number of the turn being played, from 0."""
    to_move: Seat | None
    """Whose turn it is; `None` when the game is over."""
    asks: Asks | None
    founders: tuple[int, ...]
    """The three members of generation 1."""
    placed: tuple[PlacedCard, ...]
    """Every card put on the table since, oldest first."""
    markers: tuple[int, ...]
    """Points of the five traits, in the order of `Trait`."""
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds."""
    hand: tuple[int, ...]
    """The viewer's cards, ascending; none for a spectator."""
    family: Trait | None
    """The viewer's own; `None` for a spectator."""
    families: tuple[Trait | None, ...]
    """Of each seat, as far as the viewer knows: the own one; all of them once the game is over."""
    pile_size: int
    """Cards left to draw."""
    discard_count: int
    """Cards put away face down."""
    own_discards: tuple[int, ...]
    """Those among them that the viewer put away, ascending."""
    shown_hands: tuple[tuple[int, ...], ...]
    """Every seat's hand once the game is over; empty before."""
    dry_passes: int
    """Passes in a row in which nothing could be drawn: as many as there are seats end the game."""
    result: Result | None

    def seat_of(self, turn: int) -> Seat:
        """Whose turn that was."""
        return Seat((self.first_seat + turn) % self.seats)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The family tree, generation by generation."""
        generation = dict.fromkeys(self.founders, 0)
        born: dict[int, tuple[int | None, int | None]] = dict.fromkeys(self.founders, (None, None))
        born |= {each.card: (each.turn, each.to) for each in self.placed if each.is_child}
        weddings = {each.to: each for each in self.placed if not each.is_child}
        children: dict[int, list[int]] = {card: [] for card in born}
        for each in self.placed:
            if each.is_child:
                generation[each.card] = generation[each.to] + 1
                children[each.to].append(each.card)
        rows: list[list[Person]] = [[] for _ in GENERATION_SIZES]
        for card, (turn, parent) in born.items():
            wedding = weddings.get(card)
            rows[generation[card]].append(
                Person(
                    card,
                    turn,
                    parent,
                    wedding.card if wedding else None,
                    wedding.turn if wedding else None,
                    tuple(children[card]),
                )
            )
        full = [len(people) == size for people, size in zip(rows, GENERATION_SIZES, strict=True)]
        return tuple(
            Row(
                number + 1,
                tuple(people),
                GENERATION_SIZES[number],
                number + 1 < GENERATIONS and full[number + 1],
            )
            for number, people in enumerate(rows)
        )

    @cached_property
    def singles(self) -> frozenset[int]:
        """Members who may still marry."""
        return frozenset(
            person.card
            for row in self.rows[:-1]
            for person in row.people
            if person.spouse is None and not row.is_turned
        )

    @cached_property
    def turned_members(self) -> frozenset[int]:
        """Members of the rows that were turned over."""
        return frozenset(person.card for row in self.rows if row.is_turned for person in row.people)
