"""The values of Génial: options, tiles, moves, and the view of a seat."""

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
    """A form of play in the rulebook."""

    FREE = "free"  # 2 to 4 players, each for themselves
    TEAM = "team"  # 4 players, partners opposite
    SOLO = "solo"  # 1 player, no rack


class GenialOptions(Options, frozen=True):
    """The options of Génial."""

    form: Form = Form.FREE
    single_bonus: bool = False
    """Tournament rule: at most one bonus tile a turn, however many markers reach the end of a sheet."""


class Tile(NamedTuple):
    """A tile of two symbols, ``first <= second``. Written as their letters, ``RB``; a double is ``RR``."""

    first: Colour
    second: Colour

    def __str__(self) -> str:
        return self.first.letter + self.second.letter


class Place(msgspec.Struct, frozen=True, order=True):
    """A move that places a tile with symbol `first` on cell `a` and `second` on `b`.

    Written ``BR E5 F5``: blue on E5, red on F5. Cells are named as in Abalone: the letter is the row, with A
    at the bottom, and the number is the diagonal. The row's place in the alphabet, counted from 0, is
    ``radius - r``; the number is ``q + radius + 1``. E5 touches E4, E6, D4, D5, F5 and F6.
    """

    first: Colour
    second: Colour
    a: Cell
    b: Cell
    radius: int
    """The number of cells along a side of the board minus one. The names of cells depend on it."""

    def __str__(self) -> str:
        named = names(self.radius)
        return f"{self.first.letter}{self.second.letter} {named[self.a]} {named[self.b]}"


@dataclass(frozen=True, slots=True)
class Swap:
    """A move that shows the rack, draws six tiles and puts the old ones into the bag. Written ``swap``."""

    def __str__(self) -> str:
        return "swap"


@dataclass(frozen=True, slots=True)
class Keep:
    """A move that declines the swap, or all bonus tiles that are still due. Written ``keep``."""

    def __str__(self) -> str:
        return "keep"


Move = Place | Swap | Keep


class Asks(StrEnum):
    """The question that the seat to move has to answer."""

    PLACE = "place"  # the turn's tile
    BONUS = "bonus"  # a bonus tile, or none
    SWAP = "swap"  # swap the rack or keep it


class Placement(msgspec.Struct, frozen=True):
    """A tile on the board, with the seat that placed it and the points that it scored."""

    seat: Seat
    turn: int
    """The number of the turn, counted from 0 over the whole match. A bonus tile has its turn's number."""
    first: Colour
    second: Colour
    a: Cell
    b: Cell
    points: tuple[int, ...]
    """Points counted for each of the six colours, with those that are lost past the end of a sheet."""


@dataclass(frozen=True)
class View:
    """Everything that a seat or a spectator may know of a match of Génial."""

    seat: Seat | None
    """The viewer; `None` is a spectator."""
    options: GenialOptions
    seats: int
    radius: int
    """The radius of the board: 5, 6 or 7, for 91, 127 or 169 cells."""
    first_seat: Seat
    turn: int
    """The number of the current turn, counted from 0."""
    to_move: Seat | None
    """The seat whose turn it is; `None` when the game is over."""
    asks: Asks | None
    """The question that the seat to move has to answer; `None` when the game is over, and between two stages
    of a move."""
    bonus_left: int
    """The number of bonus tiles that are due this turn after the one that is asked for."""
    placements: tuple[Placement, ...]
    """All tiles on the board, oldest first."""
    sides: tuple[tuple[Seat, ...], ...]
    """The seats that share a score: one seat a side, or two in the team game."""
    tracks: tuple[tuple[int, ...], ...]
    """The six markers of each side, in the order of `Colour`, from 0 to `track_end`."""
    track_end: int
    """The last space of a track: 18, or 36 in the team and the solo game."""
    rack_sizes: tuple[int, ...]
    """The number of tiles that each seat holds."""
    rack: tuple[Tile, ...]
    """The viewer's tiles, in a fixed order; none for a spectator. In solo everybody sees the tile."""
    open_symbols: tuple[Cell, ...]
    """Printed symbols that a first tile may still touch; none when every seat has placed its first tile."""
    result: Result | None

    @cached_property
    def cells(self) -> dict[Cell, Colour]:
        """The colour that each covered or printed cell shows."""
        shown = dict(SYMBOLS)
        for tile in self.placements:
            shown[tile.a] = tile.first
            shown[tile.b] = tile.second
        return shown
