"""A light core of Genesis (Knizia) for play-outs: whole numbers, changed in place, and one way to play on.

`tests/contracts/test_cores.py` holds it to the rules.
"""

from __future__ import annotations

from engine.genesis.board import GRID, Terrain, has_room, squares
from engine.genesis.model import WILD, Move, Tile
from engine.genesis.scoring import masks, totals
from engine.genesis.state import DIE_FACES, State, remaining_terrains, terrain_pairs
from engine.robots.estimate import Draws

__all__ = ["Table", "play_on"]

_BITS = GRID.width * GRID.rows
"""The number of bits of a mask of squares."""
_KINDS = tuple(range(len(Terrain)))
_ROW = GRID.width
_ASIDE = 4
"""The part of 16 tiles that a play-out lays beside any zone of the terrain, not beside the own herd."""
_ROLLS = tuple((one, other) for one in DIE_FACES for other in DIE_FACES)


class Table:
    """A position. Sets of squares are bits of whole numbers."""

    __slots__ = ("dice", "free", "is_over", "left", "owned", "seat", "seats", "terrain")

    seats: int
    seat: int
    """The seat to move."""
    dice: tuple[int, ...]
    terrain: list[int]
    """The squares of each terrain."""
    owned: list[int]
    """The squares of each seat."""
    left: list[list[int]]
    """The number of tiles of each terrain that each seat has."""
    free: int
    is_over: bool

    @classmethod
    def of(cls, state: State) -> Table:
        """Return the position of a state."""
        self = cls()
        self.seats, self.seat, self.dice = state.seats, state.to_move, state.dice
        self.terrain, self.owned = masks(state.placements, state.seats)
        self.left = [list(each) for each in state.left]
        self.free, self.is_over = state.free, state.result is not None
        return self

    def copy(self) -> Table:
        """Return a position that changes apart."""
        new = Table()
        new.seats, new.seat, new.dice = self.seats, self.seat, self.dice
        new.terrain, new.owned = self.terrain[:], self.owned[:]
        new.left = [each[:] for each in self.left]
        new.free, new.is_over = self.free, self.is_over
        return new

    def moves(self) -> list[Move]:
        """Return the legal moves of the seat to move, in no order that matters."""
        if self.is_over:
            return []
        left, free = tuple(self.left[self.seat]), squares(self.free)
        found = [Move(Tile(terrain, at)) for terrain in remaining_terrains(left) for at in free]
        for one, other in terrain_pairs(self.dice, left):
            found += [Move(Tile(one, a), Tile(other, b)) for a in free for b in free if a != b]
        return found

    def make(self, move: Move, draws: Draws) -> None:
        """Make a move of the game, and roll."""
        self.put(*move.first)
        if move.second is not None and not self.is_over:
            self.put(*move.second)
        self.end_turn(draws)

    def put(self, terrain: int, square: int) -> None:
        """Put a tile of the seat to move on a square; the game is over if that leaves no room."""
        bit = 1 << square
        self.terrain[terrain] |= bit
        self.owned[self.seat] |= bit
        self.left[self.seat][terrain] -= 1
        self.free ^= bit
        self.is_over = not has_room(self.free)

    def end_turn(self, draws: Draws) -> None:
        """Go on to the next seat that has a tile, and roll its dice, unless the game is over."""
        if self.is_over:
            return
        left, seats, seat = self.left, self.seats, (self.seat + 1) % self.seats
        while not any(left[seat]):
            seat = (seat + 1) % seats
        self.seat = seat
        self.dice = _ROLLS[draws.below(len(_ROLLS))]

    def points(self) -> tuple[int, ...]:
        """Return the points of each seat if the game ended now."""
        return totals(self.terrain, self.owned)


def play_on(table: Table, draws: Draws, turns: int = 1 << 30) -> None:
    """Play so many sensible turns, or to the end: tiles as rolled, each beside its herd, else beside a zone.

    A player that takes what is worth most on the present board was tried in its place, and led to weaker
    moves, and so did an end after a few rounds (docs/robots.md).
    """
    terrain, owned, left = table.terrain, table.owned, table.left
    seats, seat, free, dice = table.seats, table.seat, table.free, table.dice
    below = draws.below
    while turns > 0:
        turns -= 1
        tiles, mine = left[seat], owned[seat]
        for face in dice:
            kind = face
            if face == WILD or not tiles[face]:
                kind = below(4)
                if not (tiles[kind] and terrain[kind] & mine):
                    has = [each for each in _KINDS if tiles[each]]
                    if not has:
                        break
                    beside = [each for each in has if terrain[each] & mine]
                    has = beside or has
                    kind = has[kind % len(has)]
            zones = terrain[kind]
            herds = zones & mine
            way = below(16)
            near = (herds << 1 | herds >> 1 | herds << _ROW | herds >> _ROW) & free if way >= _ASIDE else 0
            if not near:
                near = (zones << 1 | zones >> 1 | zones << _ROW | zones >> _ROW) & free or free
            at = below(_BITS)
            later = near >> at
            bit = (later & -later) << at if later else near & -near
            terrain[kind] = zones | bit
            mine |= bit
            tiles[kind] -= 1
            free ^= bit
            if not (free << 1 & free & free >> 1 or has_room(free)):
                turns = -1
                break
        owned[seat] = mine
        if turns < 0:
            table.is_over = True
            break
        seat = (seat + 1) % seats
        while not any(left[seat]):
            seat = (seat + 1) % seats
        dice = _ROLLS[below(36)]
    table.seat, table.free, table.dice = seat, free, dice
