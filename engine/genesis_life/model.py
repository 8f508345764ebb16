"""The vocabulary of Genesis (Brassinne): colours, moves, turns and what a seat sees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

from engine.game import Options, Result, Seat
from engine.genesis_life.board import EVERYWHERE, Evolution, evolve, name

__all__ = [
    "DRAW",
    "DRAW_OCCURRENCES",
    "Asks",
    "Boards",
    "Colour",
    "Draw",
    "LifeOptions",
    "Move",
    "Outcome",
    "Place",
    "Preview",
    "Remove",
    "Turn",
    "View",
    "protected_square",
]

Boards = tuple[int, int]
"""Masks of the red and the black cells."""
DRAW_OCCURRENCES = 3
"""How often the same picture comes up with the same player to move until the game is drawn."""
NO_EVOLUTION = Evolution(0, 0, 0)


class Colour(IntEnum):
    """The two organisms."""

    RED = 0
    BLACK = 1

    @property
    def other(self) -> Colour:
        return Colour(1 - self)


class LifeOptions(Options, frozen=True):
    """Genesis (Brassinne) has no variants."""


@dataclass(frozen=True, slots=True)
class Place:
    """Put a cell on a free square. Written ``C4``."""

    square: int

    def __str__(self) -> str:
        return name(self.square)


@dataclass(frozen=True, slots=True)
class Remove:
    """Take away one of one's own cells, which ends the turn. Written ``xD5``."""

    square: int

    def __str__(self) -> str:
        return "x" + name(self.square)


@dataclass(frozen=True, slots=True)
class Draw:
    """Offer a draw before moving, or accept the one that the opponent offered. Written ``draw``."""

    def __str__(self) -> str:
        return "draw"


DRAW = Draw()
Move = Place | Remove | Draw


class Asks(StrEnum):
    """What the seat whose turn it is has to decide."""

    PLACE = "place"  # where its next cell goes
    REMOVE = "remove"  # which of its cells it takes away


class Turn(NamedTuple):
    """One turn of the evolution."""

    colour: Colour
    """Whose turn it was."""
    before: Boards
    """The picture on which the turn was judged."""
    evolution: Evolution
    """What that picture led to. Births did not happen when the deaths ended the game."""
    after: Boards
    """The living after deaths and births."""
    removed: int | None
    """The square of the cell taken away; `None` when the turn has not come to that."""


class Outcome(StrEnum):
    """How a removal ends the match at once."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


class Preview(NamedTuple):
    """The opponent's next turn when a certain cell is taken away now."""

    before: Boards
    """The picture on which it is judged."""
    evolution: Evolution
    """What happens then: nothing where the picture is not judged, no births where deaths end the match."""
    outcome: Outcome | None
    """`None` while the match goes on."""

    @property
    def dead(self) -> tuple[int, int]:
        """How many red and black cells would be dead."""
        red, black = self.before
        return (self.evolution.dead & red).bit_count(), (self.evolution.dead & black).bit_count()


class View(NamedTuple):
    """All that may be known of a match: nothing is hidden in this game."""

    seat: Seat | None
    """The viewer; `None` is a spectator."""
    red: Seat
    """Who plays red; the other seat plays black."""
    to_move: Seat | None
    """Whose turn it is; `None` when the game is over."""
    asks: Asks | None
    placed: tuple[tuple[int, ...], tuple[int, ...]]
    """The squares of the first red and black cells, in the order in which they were placed."""
    cells: Boards
    """The living cells now."""
    first: Colour
    """Who evolves first: red, but for positions set up by hand."""
    history: tuple[Boards, ...]
    """The picture at the beginning of each turn of the evolution."""
    removals: tuple[int, ...]
    """The cell taken away in each turn."""
    occurrences: int
    """How often this turn's picture has come up with the same player to move; the third ends the game."""
    offer: Seat | None
    """Who offers a draw."""
    result: Result | None

    def seat_of(self, colour: Colour) -> Seat:
        return self.red if colour is Colour.RED else Seat(1 - self.red)

    @property
    def colour(self) -> Colour | None:
        """The colour to move; `None` when the game is over."""
        return None if self.to_move is None else Colour.RED if self.to_move == self.red else Colour.BLACK

    def turn(self, number: int) -> Turn:
        """Turn `number` of the evolution, from 0; negative ones count from the end. Raises `IndexError`."""
        number = range(len(self.history))[number]
        before = self.history[number]
        evolution = evolve(before[0] | before[1])
        colour = Colour((self.first + number) % 2)
        removed = self.removals[number] if number < len(self.removals) else None
        return Turn(colour, before, evolution, survivors(before, evolution, colour), removed)

    @property
    def protected_square(self) -> int | None:
        """The only newborn of this turn, which may not be taken away."""
        if self.asks is not Asks.REMOVE:
            return None
        turn = self.turn(-1)
        return protected_square(turn.evolution.born, turn.after[turn.colour])

    def preview(self, square: int) -> Preview:
        """What the opponent's next turn does when this cell of the seat to move is taken away now."""
        colour = self.colour
        assert colour is not None
        before = (self.cells[0] & ~(1 << square), self.cells[1] & ~(1 << square))
        if not before[colour]:
            return Preview(before, NO_EVOLUTION, Outcome.LOST)
        if self.history[-2::-2].count(before) >= DRAW_OCCURRENCES - 1:
            return Preview(before, NO_EVOLUTION, Outcome.DRAWN)
        evolution = evolve(before[0] | before[1])
        after = survivors(before, evolution, colour.other)
        if not after[colour]:
            return Preview(before, evolution._replace(born=0), Outcome.LOST)
        if not after[colour.other]:
            return Preview(before, evolution._replace(born=0), Outcome.WON)
        return Preview(before, evolution, None)

    @property
    def free(self) -> int:
        """Mask of the free squares."""
        return EVERYWHERE & ~(self.cells[0] | self.cells[1])


def survivors(before: Boards, evolution: Evolution, colour: Colour) -> Boards:
    """The living after a turn's deaths and births; no births when the deaths ended the game."""
    dead = evolution.alone | evolution.stifled
    living = [before[0] & ~dead, before[1] & ~dead]
    if living[0] and living[1]:
        living[colour] |= evolution.born
    return living[0], living[1]


def protected_square(born: int, own: int) -> int | None:
    """The square of the only newborn, unless it is the only cell."""
    return born.bit_length() - 1 if born.bit_count() == 1 and own != born else None
