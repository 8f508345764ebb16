"""The state of Genesis (Knizia), the terrains that the dice allow, and the sequence of legal moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.game import Result, Seat
from engine.genesis import codes
from engine.genesis.board import BOARD, Terrain, has_room, squares
from engine.genesis.model import WILD, GenesisOptions, Move, Placement, Tile
from engine.genesis.scoring import masks, totals
from engine.kit.items import with_item
from engine.kit.lazy import Lazy
from engine.kit.masks import member

__all__ = [
    "DIE_FACES",
    "Moves",
    "State",
    "opening",
    "rank",
    "remaining_terrains",
    "take_turn",
    "terrain_pairs",
]

DIE_FACES = (*Terrain, WILD, WILD)
"""The six faces of a die: each terrain once, and two wild faces."""

TERRAINS = tuple(Terrain)


class State(NamedTuple):
    """A position of Genesis (Knizia)."""

    options: GenesisOptions
    seats: int
    first_seat: Seat
    to_move: Seat
    """The seat whose turn it is, or was when the game ended."""
    turn: int
    """The number of turns that were made before this one."""
    dice: tuple[int, ...]
    """The faces of this turn's two dice; empty once the game is over."""
    placements: tuple[Placement, ...]
    left: tuple[tuple[int, ...], ...]
    """The number of tiles of each terrain that each seat still has."""
    free: int
    """Bits of the free squares."""
    result: Result | None


def opening(options: GenesisOptions, seats: int, first: Seat, dice: tuple[int, ...]) -> State:
    """Return the state with an empty board and this roll."""
    left = ((options.tiles_per_terrain,) * len(Terrain),) * seats
    return State(options, seats, first, first, 0, dice, (), left, BOARD.playable(seats), None)


@lru_cache(maxsize=4096)
def _terrain_pairs(dice: tuple[int, ...], left: tuple[int, ...]) -> tuple[tuple[Terrain, Terrain], ...]:
    allowed: set[tuple[Terrain, Terrain]] = set()
    for one, other in (dice, dice[::-1]):
        for first in _allowed(one, left):
            after = list(left)
            after[first] -= 1
            allowed |= {(first, second) for second in _allowed(other, after)}
    return tuple(sorted(allowed))


def _allowed(face: int, left: Sequence[int]) -> list[Terrain]:
    """Return the terrains that one die allows to a seat with these tiles."""
    if face != WILD and left[face]:
        return [TERRAINS[face]]
    return [terrain for terrain in TERRAINS if left[terrain]]


def terrain_pairs(dice: tuple[int, ...], left: tuple[int, ...]) -> tuple[tuple[Terrain, Terrain], ...]:
    """Return the terrains of a first and a second tile that the dice allow to a seat with these tiles.

    Either die may be the first. A wild face allows any terrain that is left. So does a terrain of which no
    tile is left.
    """
    # Only whether none, one or several tiles are left makes a difference: fewer cases fit into the cache.
    return _terrain_pairs(dice, tuple([min(number, 2) for number in left]))


@lru_cache(maxsize=16)
def _remaining_terrains(has: tuple[bool, ...]) -> tuple[Terrain, ...]:
    return tuple(terrain for terrain in TERRAINS if has[terrain])


def remaining_terrains(left: tuple[int, ...]) -> tuple[Terrain, ...]:
    """Return the terrains of which a tile is left."""
    return _remaining_terrains(tuple([number > 0 for number in left]))


class Moves(Lazy[Move]):
    """The lazy sequence of legal moves: two tiles pair by pair and square by square, then one tile.

    ``len``, indexing and ``in`` do not list all moves.
    """

    def __init__(self, state: State) -> None:
        left = state.left[state.to_move]
        self._free = state.free
        self._count = count = state.free.bit_count()
        self._pairs = terrain_pairs(state.dice, left)
        self._singles = remaining_terrains(left)
        self._ways = count * (count - 1)
        self._length = len(self._pairs) * self._ways + len(self._singles) * count

    def item(self, index: int) -> Move:
        doubles = len(self._pairs) * self._ways
        if index >= doubles:
            terrain, at = divmod(index - doubles, self._count)
            return Move(Tile(self._singles[terrain], member(self._free, at)))
        pair, way = divmod(index, self._ways)
        a, b = divmod(way, self._count - 1)
        b += b >= a
        first, second = self._pairs[pair]
        return Move(Tile(first, member(self._free, a)), Tile(second, member(self._free, b)))

    def __iter__(self) -> Iterator[Move]:
        free = squares(self._free)
        for first, second in self._pairs:
            for a in free:
                for b in free:
                    if a != b:
                        yield Move(Tile(first, a), Tile(second, b))
        for terrain in self._singles:
            for a in free:
                yield Move(Tile(terrain, a))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        first, second = move
        if not self._free >> first.square & 1:
            return False
        if second is None:
            return first.terrain in self._singles
        if not self._free >> second.square & 1 or first.square == second.square:
            return False
        return (first.terrain, second.terrain) in self._pairs

    def __repr__(self) -> str:
        return f"<{self._length} moves>"


def take_turn(state: State, move: Move) -> tuple[State, int]:
    """Place the tiles of a turn. Return the state after it, and the number of tiles placed.

    The second tile is not placed if the first one ends the game. An ended game has its result. Otherwise it
    is the turn of the next seat that has a tile, and the dice are still to be rolled.
    """
    options, seats, first_seat, seat, turn, _, placements, left, free, _ = state
    tiles = list(left[seat])
    terrain, square = move.first
    free ^= 1 << square
    tiles[terrain] -= 1
    placed = [Placement(seat, terrain, square, turn)]
    if move.second is not None and has_room(free):
        terrain, square = move.second
        free ^= 1 << square
        tiles[terrain] -= 1
        placed.append(Placement(seat, terrain, square, turn))
    placements = (*placements, *placed)
    left = with_item(left, seat, tuple(tiles))
    result = None
    if has_room(free):
        turn += 1
        seat = Seat((seat + 1) % seats)
        while not any(left[seat]):
            seat = Seat((seat + 1) % seats)
    else:
        result = rank(placements, seats)
    return State(options, seats, first_seat, seat, turn, (), placements, left, free, result), len(placed)


def rank(placements: Sequence[Placement], seats: int) -> Result:
    """Return the result: most points win, seats with equal points share the rank."""
    return Result.by_score(((own,) for own in totals(*masks(placements, seats))), codes.NO_ROOM)
