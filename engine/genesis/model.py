"""The vocabulary of Genesis (Knizia): options, tiles, moves and what a seat sees."""

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
"""A die that shows its wild face; the other faces are the numbers of `Terrain`."""


FACE_LETTERS = LETTERS + "*"


class Species(Enum):
    """What each seat plays, in seat order."""

    REPTILE = 0
    DINOSAUR = 1
    MAMMAL = 2
    HUMAN = 3


class GenesisOptions(Options, frozen=True):
    """Parameters of Genesis (Knizia)."""

    tiles_per_terrain: int = 13
    """13 (52 tiles a player, the rulebook's set-up) or 16 (64, its list of components)."""


class Tile(NamedTuple):
    """A tile of one terrain on a square. Written ``G:C5``."""

    terrain: Terrain
    square: int

    def __str__(self) -> str:
        return f"{LETTERS[self.terrain]}:{name(self.square)}"


class Move(NamedTuple):
    """A turn: two tiles as rolled, in the order in which they are placed, or one of any terrain.

    Written ``G:C5 Y:D7`` or ``M:A1``.
    """

    first: Tile
    second: Tile | None = None

    def __str__(self) -> str:
        return str(self.first) if self.second is None else f"{self.first} {self.second}"


class Placement(NamedTuple):
    """A tile on the board and who put it there."""

    seat: Seat
    terrain: Terrain
    square: int
    turn: int
    """Turns counted from 0 over the whole match."""


def dice_text(dice: tuple[int, ...]) -> str:
    """The dice as letters, ``*`` for the wild face: ``G*``."""
    return "".join([FACE_LETTERS[face] for face in dice])


class View(NamedTuple):
    """All that may be known of a match: nothing is hidden in this game."""

    seat: Seat | None
    """The viewer; `None` is a spectator."""
    options: GenesisOptions
    seats: int
    first_seat: Seat
    turn: int
    """Number of the turn being played, from 0."""
    to_move: Seat | None
    """Whose turn it is; `None` when the game is over."""
    dice: tuple[int, ...]
    """The two dice of this turn, numbers of `Terrain` or `WILD`; empty when the game is over."""
    placements: tuple[Placement, ...]
    """Every tile on the board, oldest first."""
    left: tuple[tuple[int, ...], ...]
    """For each seat, how many tiles of each terrain it still has."""
    free: int
    """Bits of the free squares."""
    result: Result | None

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Every zone as it would score now, largest first."""
        return score_zones(*masks(self.placements, self.seats))

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat would have if the game ended now."""
        return totals(*masks(self.placements, self.seats))
