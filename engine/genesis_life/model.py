"""The values of Genesis (Brassinne): colours, moves, turns, previews, and the view of a seat."""

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
"""The game is drawn when the same picture comes up for this time with the same player to move."""
NO_EVOLUTION = Evolution(0, 0, 0)
"""The evolution of a picture that is not judged."""


class Colour(IntEnum):
    """The colour of an organism."""

    RED = 0
    BLACK = 1

    @property
    def other(self) -> Colour:
        return Colour(1 - self)


class LifeOptions(Options, frozen=True):
    """The options of Genesis (Brassinne), which has no variants."""


@dataclass(frozen=True, slots=True)
class Place:
    """A move that places a cell on a free square. Written ``C4``."""

    square: int

    def __str__(self) -> str:
        return name(self.square)


@dataclass(frozen=True, slots=True)
class Remove:
    """A move that takes away an own cell, which ends the turn. Written ``xD5``."""

    square: int

    def __str__(self) -> str:
        return "x" + name(self.square)


@dataclass(frozen=True, slots=True)
class Draw:
    """A move that offers a draw before moving, or accepts the opponent's offer. Written ``draw``."""

    def __str__(self) -> str:
        return "draw"


DRAW = Draw()
Move = Place | Remove | Draw


class Asks(StrEnum):
    """The question that the seat to move has to answer."""

    PLACE = "place"  # the square of its next cell
    REMOVE = "remove"  # the own cell to take away


class Turn(NamedTuple):
    """A turn of the evolution."""

    colour: Colour
    """The colour whose turn it was."""
    before: Boards
    """The picture at the beginning of the turn, which was judged."""
    evolution: Evolution
    """The deaths and births that follow from it. No births happened if the deaths ended the game."""
    after: Boards
    """The living cells after deaths and births."""
    removed: int | None
    """The square of the cell taken away; `None` if the turn has not come to that."""


class Outcome(StrEnum):
    """The end of the match that a removal leads to at once, for the seat that removes."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


class Preview(NamedTuple):
    """The opponent's next turn if a certain cell is taken away now."""

    before: Boards
    """The picture at its beginning, which is judged."""
    evolution: Evolution
    """The deaths and births in it: none if the picture is not judged, no births if deaths end the match."""
    outcome: Outcome | None
    """The end of the match; `None` if it goes on."""

    @property
    def dead(self) -> tuple[int, int]:
        """The numbers of red and of black cells that would die."""
        red, black = self.before
        return (self.evolution.dead & red).bit_count(), (self.evolution.dead & black).bit_count()


class View(NamedTuple):
    """The view of a match. Nothing is hidden in this game."""

    seat: Seat | None
    """The viewer; `None` is a spectator."""
    red: Seat
    """The seat that plays red; the other seat plays black."""
    to_move: Seat | None
    """The seat whose turn it is; `None` when the game is over."""
    asks: Asks | None
    """The question that the seat to move has to answer.

    `None` when the game is over, and between two stages of a move (`is_between`).
    """
    placed: tuple[tuple[int, ...], tuple[int, ...]]
    """The squares of the red and of the black cells that were placed, in the order of placing."""
    cells: Boards
    """The living cells."""
    first: Colour
    """The colour that evolves first: red, except in positions set up by hand."""
    history: tuple[Boards, ...]
    """The picture at the beginning of each turn of the evolution."""
    removals: tuple[int, ...]
    """The square of the cell taken away in each turn of the evolution."""
    occurrences: int
    """The number of turns of the seat to move, this one included, that began with this turn's picture.

    It is 0 while cells are placed. The game is drawn when it is 3.
    """
    offer: Seat | None
    """The seat that offers a draw."""
    result: Result | None

    def seat_of(self, colour: Colour) -> Seat:
        """Return the seat that plays this colour."""
        return self.red if colour is Colour.RED else Seat(1 - self.red)

    @property
    def colour(self) -> Colour | None:
        """The colour to move; `None` when the game is over."""
        return None if self.to_move is None else Colour.RED if self.to_move == self.red else Colour.BLACK

    @property
    def is_between(self) -> bool:
        """Return whether this is shown between two stages of a move: nobody is asked, and it is not over."""
        return self.asks is None and self.to_move is not None

    def turn(self, number: int) -> Turn:
        """Return turn `number` of the evolution, counted from 0, or from the end if negative.

        Raises `IndexError`.
        """
        number = range(len(self.history))[number]
        before = self.history[number]
        evolution = evolve(before[0] | before[1])
        colour = Colour((self.first + number) % 2)
        removed = self.removals[number] if number < len(self.removals) else None
        return Turn(colour, before, evolution, survivors(before, evolution, colour), removed)

    @property
    def protected_square(self) -> int | None:
        """The square of the only newborn of this turn, which may not be taken away; `None` without one."""
        if self.asks is not Asks.REMOVE:
            return None
        turn = self.turn(-1)
        return protected_square(turn.evolution.born, turn.after[turn.colour])

    def preview(self, square: int) -> Preview:
        """Return the opponent's next turn if this cell of the seat to move is taken away now."""
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
    """Return the cells after a turn of `colour`, without births if the deaths end the game."""
    dead = evolution.alone | evolution.stifled
    living = [before[0] & ~dead, before[1] & ~dead]
    if living[0] and living[1]:
        living[colour] |= evolution.born
    return living[0], living[1]


def protected_square(born: int, own: int) -> int | None:
    """Return the square of the only newborn, which may not be taken away.

    Return `None` if another number of cells was born, or if it is the only cell in `own`.
    """
    return born.bit_length() - 1 if born.bit_count() == 1 and own != born else None
