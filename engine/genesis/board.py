"""The board of Genesis (Knizia): terrains, squares, blocked squares, and the reader of its file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from pathlib import Path

from engine.kit.masks import members as squares
from engine.kit.squares import SquareGrid

__all__ = [
    "BOARD",
    "COLUMNS",
    "GRID",
    "LETTERS",
    "ROWS",
    "BadBoard",
    "Board",
    "Relief",
    "Terrain",
    "by_neighbour_count",
    "flood",
    "has_room",
    "name",
    "named",
    "neighbours",
    "pieces",
    "place_of",
    "read_board",
    "squares",
]

COLUMNS, ROWS = 14, 10
LEFT_COLUMNS = 11
"""The number of columns left of the river."""
GRID = SquareGrid(COLUMNS, ROWS)
_WIDTH = GRID.width

name, named, place_of = GRID.name, GRID.square_named, GRID.place_of

LETTERS = "GYMB"
"""The letters of the terrains in notations, in the order of `Terrain`."""


class Terrain(IntEnum):
    """A terrain. The four terrains are in the order of a die's faces."""

    FOREST = 0  # G, green
    SAVANNA = 1  # Y, yellow
    MOUNTAIN = 2  # M, brown
    MARSH = 3  # B, blue

    @property
    def letter(self) -> str:
        return LETTERS[self]


class Relief(IntEnum):
    """A kind of blocked square."""

    VOLCANO = 0
    PIT = 1


class BadBoard(ValueError):  # noqa: N818 - beside BadOptions and BadPosition
    """The error for a file that is no board of Genesis. Its message says where and why."""


@dataclass(frozen=True)
class Board:
    """The squares of the board as bits of integers."""

    all: int
    """Bits of the squares that can be played on: the whole board (118)."""
    left_bank: int
    """Bits of those left of the river (93), on which two players play."""
    relief: dict[int, Relief]
    """The blocked squares, by bit number."""

    def playable(self, seats: int) -> int:
        """Return the bits of the squares in play with this number of seats."""
        return self.left_bank if seats == 2 else self.all


def neighbours(mask: int) -> int:
    """Return the bits of all squares one step away from the mask. They may be off the board."""
    return mask << 1 | mask >> 1 | mask << _WIDTH | mask >> _WIDTH


def by_neighbour_count(mask: int) -> tuple[int, int, int, int]:
    """Return the bits of the squares with four neighbours in the mask, with three, with two and with one."""
    left, right, below, above = mask << 1, mask >> 1, mask << _WIDTH, mask >> _WIDTH
    beside, ends = left ^ right, below ^ above  # exactly one of the two
    across, along, corner = left & right, below & above, beside & ends
    odd, pair = beside ^ ends, across ^ along | corner
    return across & along, pair & odd, pair & ~odd, odd & ~pair


def flood(seed: int, mask: int) -> int:
    """Return the squares of `mask` that are connected with `seed`, a part of it, by edges."""
    while (grown := (seed | neighbours(seed)) & mask) != seed:
        seed = grown
    return seed


@lru_cache(maxsize=4096)
def pieces(mask: int) -> tuple[int, ...]:
    """Return the parts of the mask that are connected by edges, each as a mask, by their lowest square.

    Results are cached: most zones and herds stay the same for every tile that a player considers.
    """
    parts: list[int] = []
    while mask:
        part = flood(mask & -mask, mask)
        parts.append(part)
        mask ^= part
    return tuple(parts)


def has_room(free: int) -> bool:
    """Return whether three connected squares are free: one of them then has two free neighbours."""
    left, right, down, up = free << 1, free >> 1, free << _WIDTH, free >> _WIDTH
    return bool(free & (left & right | down & up | (left | right) & (down | up)))


def read_board(text: str) -> Board:
    """Read a board and check it. Raises `BadBoard`.

    The board must have 10 volcanoes and 12 tar pits, no two of which touch only by a corner. The part left of
    the river and the whole board must each be connected, and every free square in them must have two free
    neighbours. Then there is no pocket of fewer than three squares, and no single tile can cut one off.
    """
    rows = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if len(rows) != ROWS:
        raise BadBoard(f"{len(rows)} rows instead of {ROWS}")
    free, relief = 0, dict[int, Relief]()
    for number, line in zip(range(ROWS, 0, -1), rows, strict=True):
        label, _, drawn = line.strip().partition(" ")
        if label != str(number) or len(drawn) != _WIDTH or drawn[LEFT_COLUMNS] != "|":
            raise BadBoard(
                f"row {number}: expected its number, {LEFT_COLUMNS} squares, |, "
                f"{COLUMNS - LEFT_COLUMNS} squares"
            )
        for column, sign in enumerate(drawn[:LEFT_COLUMNS] + drawn[LEFT_COLUMNS + 1 :]):
            square = (number - 1) * _WIDTH + column
            if sign == ".":
                free |= 1 << square
            elif sign in "^o":
                relief[square] = Relief("^o".index(sign))
            else:
                raise BadBoard(f"{name(square)}: {sign!r} is not one of . ^ o")
    left = free & sum((1 << LEFT_COLUMNS) - 1 << row * _WIDTH for row in range(ROWS))
    _check_relief(relief)
    for part in (left, free):
        _check_free(part)
    return Board(all=free, left_bank=left, relief=relief)


def _check_relief(relief: dict[int, Relief]) -> None:
    kinds = tuple(relief.values())
    counts = (kinds.count(Relief.VOLCANO), kinds.count(Relief.PIT))
    if counts != (10, 12):
        raise BadBoard(f"{counts[0]} volcanoes and {counts[1]} tar pits instead of 10 and 12")
    for square in relief:
        for across in (1, -1):
            other = square + _WIDTH + across
            if other in relief and square + _WIDTH not in relief and square + across not in relief:
                raise BadBoard(f"{name(square)} and {name(other)} touch by a corner only")


def _check_free(part: int) -> None:
    if len(pieces(part)) != 1:
        raise BadBoard("the free squares do not hang together")
    for square in squares(part):
        if (neighbours(1 << square) & part).bit_count() < 2:
            raise BadBoard(f"{name(square)} has fewer than two free neighbours")


BOARD = read_board((Path(__file__).parent / "board.txt").read_text("utf-8"))
