"""The vocabulary of Genesis (Brassinne): colours, moves, turns and what a seat sees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

from engine.game import Options, Result, Seat
from engine.genesis_life.board import EVERYWHERE, Evolution, evolve, name

__all__ = [
    "DRAW",
    "Asks",
    "Boards",
    "Colour",
    "Draw",
    "LifeOptions",
    "Move",
    "Place",
    "Remove",
    "Turn",
    "View",
    "protected",
]

Boards = tuple[int, int]
"""Masks of the red and the black cells."""


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
    times: int
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
    def protected(self) -> int | None:
        """The only newborn of this turn, which may not be taken away."""
        if self.asks is not Asks.REMOVE:
            return None
        turn = self.turn(-1)
        return protected(turn.evolution.born, turn.after[turn.colour])

    def preview(self, square: int) -> Evolution:
        """What the opponent's next turn does when this cell is taken away now."""
        return evolve((self.cells[0] | self.cells[1]) & ~(1 << square))

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


def protected(born: int, own: int) -> int | None:
    """The square of the only newborn, unless it is the only cell."""
    return born.bit_length() - 1 if born.bit_count() == 1 and own != born else None
