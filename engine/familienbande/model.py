"""The values of Familienbande: moves, the family tree, and the view of a seat."""

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
    """The options of Familienbande, which has no variants."""


@dataclass(frozen=True, slots=True)
class Marry:
    """A move that marries hand card `card` to the single `on` of the tree. Written ``marry 12 on 45``."""

    card: int
    on: int

    def __str__(self) -> str:
        return f"marry {self.card} on {self.on}"


@dataclass(frozen=True, slots=True)
class Child:
    """A move that plays hand card `card` as a child of a couple. Written ``child 33 of 45``.

    `of` is the parent that was in the tree first: a founder or a child, not the spouse.
    """

    card: int
    of: int

    def __str__(self) -> str:
        return f"child {self.card} of {self.of}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A move that draws a card and plays none. Written ``pass``."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Discard:
    """A move after a birth that puts `card` of the hand away, face down, and draws another.

    Written ``discard 21``.
    """

    card: int

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Keep:
    """A move after a birth that keeps the hand as it is. Written ``keep``."""

    def __str__(self) -> str:
        return "keep"


Move = Marry | Child | Pass | Discard | Keep


class Asks(StrEnum):
    """The question that the seat to move has to answer."""

    ACT = "act"  # a marriage, a birth or a pass
    EXCHANGE = "exchange"  # the exchange of a hand card after a birth, or none


class PlacedCard(NamedTuple):
    """A hand card that was put on the table, as a spouse or as a child."""

    turn: int
    """The number of the turn, counted from 0 over the whole match."""
    card: int
    to: int
    """The founder or child that it married, or that is its parent."""
    is_child: bool
    """It is a child; otherwise it is a spouse."""


class Person(NamedTuple):
    """A member of a generation, with the spouse and the children."""

    card: int
    turn: int | None
    """The number of the turn of the birth; `None` for a founder."""
    parent: int | None
    """The parent that was in the tree first; `None` for a founder."""
    spouse: int | None
    """The spouse's card; `None` for a single."""
    wedding_turn: int | None
    """The number of the turn of the marriage; `None` for a single."""
    children: tuple[int, ...]
    """The children's cards, in the order of their births."""


class Row(NamedTuple):
    """A generation of the family tree."""

    generation: int
    """The number of the generation, 1 to 5."""
    people: tuple[Person, ...]
    """The members, in the order of their births."""
    size: int
    """The number of members when it is full, without spouses."""
    is_turned: bool
    """The row is turned over: its members no longer marry or have children."""

    @property
    def free(self) -> int:
        """The number of members that are missing."""
        return self.size - len(self.people)


def penalty(cards: int) -> int:
    """Return the points that cards left in the hand cost: 1 for the first, 2 for the second, and so on."""
    return cards * (cards + 1) // 2


@dataclass(frozen=True)
class View:
    """Everything that a seat or a spectator may know of a match of Familienbande."""

    seat: Seat | None
    """The viewer; `None` is a spectator."""
    options: FamilienbandeOptions
    seats: int
    first_seat: Seat
    turn: int
    """The number of the current turn, counted from 0."""
    to_move: Seat | None
    """The seat whose turn it is; `None` when the game is over."""
    asks: Asks | None
    """The question that the seat to move has to answer; `None` when the game is over, and between two stages
    of a move."""
    founders: tuple[int, ...]
    """The three members of generation 1."""
    placed: tuple[PlacedCard, ...]
    """All cards that were put on the table since, oldest first."""
    markers: tuple[int, ...]
    """The points of the five traits, in the order of `Trait`."""
    hand_sizes: tuple[int, ...]
    """The number of cards that each seat holds."""
    hand: tuple[int, ...]
    """The viewer's cards, ascending; none for a spectator."""
    family: Trait | None
    """The viewer's own family; `None` for a spectator."""
    families: tuple[Trait | None, ...]
    """The family of each seat, `None` if the viewer does not know it. All are known once they lie open."""
    pile_size: int
    """The number of cards left to draw."""
    discard_count: int
    """The number of cards that all seats have put away, face down, since the last shuffle."""
    own_discards: tuple[int, ...]
    """The cards among them that the viewer put away, ascending."""
    shown_hands: tuple[tuple[int, ...], ...]
    """The hand of each seat once hands and families lie open, at the end; empty before."""
    dry_passes: int
    """The number of passes in a row without a draw. The game ends when it is the number of seats."""
    result: Result | None

    def seat_of(self, turn: int) -> Seat:
        """Return the seat whose turn this was."""
        return Seat((self.first_seat + turn) % self.seats)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The five generations of the family tree."""
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
        if self._is_counting:
            # The row above is turned over once the points of the child are counted; at the end it is not.
            full[generation[self.placed[-1].card]] = False
        return tuple(
            Row(
                number + 1,
                tuple(people),
                GENERATION_SIZES[number],
                number + 1 < GENERATIONS and full[number + 1],
            )
            for number, people in enumerate(rows)
        )

    @property
    def _is_counting(self) -> bool:
        """A child is placed, and its move goes on."""
        if self.asks is not None or self.to_move is None or not self.placed:
            return False
        last = self.placed[-1]
        return last.is_child and last.turn == self.turn

    @cached_property
    def singles(self) -> frozenset[int]:
        """The members that may still marry."""
        return frozenset(
            person.card
            for row in self.rows[:-1]
            for person in row.people
            if person.spouse is None and not row.is_turned
        )

    @cached_property
    def turned_members(self) -> frozenset[int]:
        """The members of the rows that are turned over."""
        return frozenset(person.card for row in self.rows if row.is_turned for person in row.people)
