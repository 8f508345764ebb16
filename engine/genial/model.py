"""Génial's vocabulary: colours, cells, tiles, moves and what a seat sees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import msgspec

from engine.game import Options, Result, Seat
from engine.genial.board import SYMBOLS, Cell, Colour, names

__all__ = [
    "Asks",
    "Cell",
    "Colour",
    "Form",
    "GenialOptions",
    "Keep",
    "Move",
    "Place",
    "Placement",
    "Swap",
    "Tile",
    "View",
]


class Form(StrEnum):
    """The rulebook's forms of play."""

    FREE = "free"  # 2 to 4 players, each for themselves
    TEAM = "team"  # 4 players, partners opposite
    SOLO = "solo"  # 1 player, no rack


class GenialOptions(Options, frozen=True):
    """Variants of Génial."""

    form: Form = Form.FREE
    single_bonus: bool = False
    """Tournament rule: one extra tile a turn at most, however many markers reach 18."""


class Tile(NamedTuple):
    """Two symbols; `first <= second`. Written as their letters, ``RB``; a double is ``RR``."""

    first: Colour
    second: Colour

    def __str__(self) -> str:
        return self.first.letter + self.second.letter


class Place(msgspec.Struct, frozen=True, order=True):
    """Put a tile: symbol `first` on cell `a`, `second` on `b`. Written ``BR E5 F5``: blue on E5, red on F5.

    Cells are named as in Abalone: the letter is the row, A at the bottom; the number is the diagonal, so that
    ``letter = radius - r`` and ``number = q + radius + 1``. E5 touches E4, E6, D4, D5, F5 and F6.
    """

    first: Colour
    second: Colour
    a: Cell
    b: Cell
    radius: int
    """Cells along a side of the board minus one; names of cells depend on it."""

    def __str__(self) -> str:
        named = names(self.radius)
        return f"{self.first.letter}{self.second.letter} {named[self.a]} {named[self.b]}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Show the rack, draw six new tiles, put the old ones back. Written ``swap``."""

    def __str__(self) -> str:
        return "swap"


@dataclass(frozen=True, slots=True)
class Keep:
    """Decline the swap, or the extra tiles that are still due. Written ``keep``."""

    def __str__(self) -> str:
        return "keep"


Move = Place | Swap | Keep


class Asks(StrEnum):
    """What the seat whose turn it is has to decide."""

    PLACE = "place"  # the turn's tile
    BONUS = "bonus"  # an extra tile, or none
    SWAP = "swap"  # swap the rack or keep it


class Placement(msgspec.Struct, frozen=True):
    """A tile on the board, who put it there, and what it scored."""

    seat: Seat
    turn: int
    """Turns counted from 0 over the whole match; a bonus tile has its turn's number."""
    first: Colour
    second: Colour
    a: Cell
    b: Cell
    points: tuple[int, ...]
    """Points counted for each of the six colours, before tracks end (six numbers)."""


@dataclass(frozen=True)
class View:
    """All that a seat (or a spectator) may know of a match of Génial."""

    seat: Seat | None
    """The viewer; `None` is a spectator."""
    options: GenialOptions
    seats: int
    radius: int
    """5, 6 or 7: 91, 127 or 169 cells."""
    first_seat: Seat
    turn: int
    """Number of the turn being played, from 0."""
    to_move: Seat | None
    """Whose turn it is; `None` when the game is over."""
    asks: Asks | None
    bonus_left: int
    """Extra tiles still to be placed this turn after the one being asked for."""
    placements: tuple[Placement, ...]
    """Every tile on the board, oldest first."""
    sides: tuple[tuple[Seat, ...], ...]
    """Who shares a score: one seat a side, or two in the team game."""
    tracks: tuple[tuple[int, ...], ...]
    """For each side, the six markers in the order of `Colour`: 0..18, on double tracks 0..36."""
    track_end: int
    """18 or 36."""
    rack_sizes: tuple[int, ...]
    """How many tiles each seat holds."""
    rack: tuple[Tile, ...]
    """The viewer's tiles, in a fixed order; none for a spectator. In solo the tile to place, for all."""
    open_symbols: tuple[Cell, ...]
    """Printed symbols that a first tile may still touch, empty when every seat has placed its first."""
    result: Result | None

    @cached_property
    def cells(self) -> dict[Cell, Colour]:
        """What shows on the board: printed symbols and tiles."""
        shown = dict(SYMBOLS)
        for tile in self.placements:
            shown[tile.a] = tile.first
            shown[tile.b] = tile.second
        return shown
