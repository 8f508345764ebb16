"""The values of Genesis (Knizia): options, tiles, moves, and the view of a seat."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.game import Options, Result, Seat
from engine.genesis.board import BOARD, LETTERS, Board, Relief, Terrain, name
from engine.genesis.scoring import Herd, Zone, masks, score_zones, totals

__all__ = [
    "BOARD",
    "WILD",
    "Board",
    "GenesisOptions",
    "Herd",
    "Move",
    "Placement",
    "Relief",
    "Species",
    "Terrain",
    "Tile",
    "View",
    "Zone",
    "dice_text",
]

WILD = 4
"""The wild face of a die; the other faces are the numbers of `Terrain`."""

FACE_LETTERS = LETTERS + "*"
"""The letters of the faces in notations, by their numbers."""


class Species(Enum):
    """A species, by the number of the seat that plays it."""

    REPTILE = 0
    DINOSAUR = 1
    MAMMAL = 2
    HUMAN = 3


class GenesisOptions(Options, frozen=True):
    """The options of Genesis (Knizia)."""

    tiles_per_terrain: int = 13
    """13 (52 tiles a player, as the rulebook's set-up says) or 16 (64, as its list of components says)."""


class Tile(NamedTuple):
    """A tile of one terrain on a square. Written ``G:C5``."""

    terrain: Terrain
    square: int

    def __str__(self) -> str:
        return f"{LETTERS[self.terrain]}:{name(self.square)}"


class Move(NamedTuple):
    """The move of a turn: two tiles as rolled, in the order of placing, or one tile of any terrain.

    Written ``G:C5 Y:D7`` or ``M:A1``.
    """

    first: Tile
    second: Tile | None = None

    def __str__(self) -> str:
        return str(self.first) if self.second is None else f"{self.first} {self.second}"


class Placement(NamedTuple):
    """A tile on the board and the seat that placed it."""

    seat: Seat
    terrain: Terrain
    square: int
    turn: int
    """The number of the turn, counted from 0 over the whole match."""


def dice_text(dice: tuple[int, ...]) -> str:
    """Return the dice as letters, with ``*`` for the wild face: ``G*``."""
    return "".join([FACE_LETTERS[face] for face in dice])


class View(NamedTuple):
    """The view of a match. Nothing is hidden in this game."""

    seat: Seat | None
    """The viewer; `None` is a spectator."""
    options: GenesisOptions
    seats: int
    first_seat: Seat
    turn: int
    """The number of the current turn, counted from 0."""
    to_move: Seat | None
    """The seat whose turn it is; `None` when the game is over."""
    dice: tuple[int, ...]
    """The faces of this turn's two dice: numbers of `Terrain` or `WILD`. Empty when the game is over."""
    placements: tuple[Placement, ...]
    """All tiles on the board, oldest first."""
    left: tuple[tuple[int, ...], ...]
    """The number of tiles of each terrain that each seat still has."""
    free: int
    """Bits of the free squares."""
    result: Result | None

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones with the points that they would pay now, largest first."""
        return score_zones(*masks(self.placements, self.seats))

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat if the game ended now."""
        return totals(*masks(self.placements, self.seats))
