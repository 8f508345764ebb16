"""A light core of Genesis (Knizia) for play-outs: whole numbers, changed in place, and one way to play on.

`tests/contracts/test_cores.py` holds it to the rules.
"""

from __future__ import annotations

from functools import lru_cache

from engine.genesis.board import GRID, Terrain, has_room, neighbours, pieces, squares
from engine.genesis.model import WILD, Move, Tile
from engine.genesis.scoring import herd_points, masks, totals
from engine.genesis.state import DIE_FACES, State, remaining_terrains, terrain_pairs
from engine.robots.estimate import Draws

__all__ = ["Table", "Zones", "step"]

_BITS = GRID.width * GRID.rows
"""The number of bits of a mask of squares."""
_KINDS = tuple(range(len(Terrain)))


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
        self.dice = (DIE_FACES[draws.below(6)], DIE_FACES[draws.below(6)])

    def points(self) -> tuple[int, ...]:
        """Return the points of each seat if the game ended now."""
        return totals(self.terrain, self.owned)


class Zones:
    """The zones of a position as a player in a hurry sees them: counts of tiles stand for herds."""

    __slots__ = ("around", "counts", "largest", "masks")

    def __init__(self, table: Table | None) -> None:
        if table is None:
            return
        self.masks: list[list[int]] = [list(pieces(mask)) for mask in table.terrain]
        """The zones of each terrain."""
        self.around = [[neighbours(zone) for zone in zones] for zones in self.masks]
        """The squares beside each zone, and some of its own."""
        self.counts = [
            [sum((zone & owned).bit_count() << _SEAT * seat for seat, owned in enumerate(table.owned)) for zone in zones]
            for zones in self.masks
        ]
        """The tiles of each zone: as many for each seat as `_SEAT` bits say."""
        self.largest = [max((zone.bit_count() for zone in zones), default=0) for zones in self.masks]

    def copy(self) -> Zones:
        new = Zones(None)
        new.masks = [each[:] for each in self.masks]
        new.around = [each[:] for each in self.around]
        new.counts = [each[:] for each in self.counts]
        new.largest = self.largest[:]
        return new

    def add(self, terrain: int, square: int, seat: int) -> None:
        """Note a tile."""
        bit, masks, around, counts = 1 << square, self.masks[terrain], self.around[terrain], self.counts[terrain]
        mask, beside, count = bit, bit << 1 | bit >> 1 | bit << _ROW | bit >> _ROW, 1 << _SEAT * seat
        touched = [number for number, near in enumerate(around) if near & bit]
        for number in reversed(touched):
            mask |= masks[number]
            beside |= around[number]
            count += counts[number]
            last_mask, last_around, last_count = masks.pop(), around.pop(), counts.pop()
            if number < len(masks):
                masks[number], around[number], counts[number] = last_mask, last_around, last_count
        masks.append(mask)
        around.append(beside)
        counts.append(count)
        size = mask.bit_count()
        if size > self.largest[terrain]:
            self.largest[terrain] = size


_SEAT = 8
"""The number of bits for the tiles of a seat in a count."""
_ROW = GRID.width
_NEW = 18
"""Ten times the worth of a zone of one tile."""


@lru_cache(maxsize=1 << 16)
def _gain(seat: int, seats: int, count: int, largest: int, record: int) -> int:
    """Return about ten times what a tile more in a zone with these counts is worth to the seat."""
    more = count + (1 << _SEAT * seat)
    return _worth(seat, seats, more, largest, record) - _worth(seat, seats, count, largest, record)


def _worth(seat: int, seats: int, count: int, largest: int, record: int) -> int:
    sizes = [count >> _SEAT * each & (1 << _SEAT) - 1 for each in range(seats)]
    size = sum(sizes)
    multiplier = 1
    if size >= largest:
        multiplier = 3 if size >= record else 2
    there = [each for each in range(seats) if sizes[each]]
    won = [0] * seats
    points = herd_points([sizes[each] for each in there], multiplier)
    for each, point in zip(there, points, strict=True):
        won[each] = 10 * point + 2 * sizes[each]
    own = won.pop(seat)
    value = own - max(won)
    return value if size >= 3 else 3 * size * value // 10


def step(table: Table, zones: Zones, draws: Draws) -> None:
    """Play a sensible turn for the seat to move: tiles as rolled, each where it is worth most."""
    seat, seats, terrain = table.seat, table.seats, table.terrain
    left = table.left[seat]
    largest = zones.largest
    for face in table.dice:
        kinds = (face,) if face != WILD and left[face] else [kind for kind in _KINDS if left[kind]]
        record = max(largest)
        best, where, kind = -1 << 30, 0, -1
        free = table.free
        for each in kinds:
            size = largest[each]
            for near, count in zip(zones.around[each], zones.counts[each], strict=True):
                near &= free
                if near:
                    value = _gain(seat, seats, count, size, record)
                    if value > best:
                        best, where, kind = value, near, each
            if best < _NEW:
                apart = terrain[each]
                apart = free & ~(apart << 1 | apart >> 1 | apart << _ROW | apart >> _ROW)
                if apart:
                    best, where, kind = _NEW, apart, each
        if kind < 0:
            break
        at = draws.below(_BITS)
        later = where >> at
        at = (later & -later).bit_length() - 1 + at if later else (where & -where).bit_length() - 1
        table.put(kind, at)
        if table.is_over:
            return
        zones.add(kind, at, seat)
    table.end_turn(draws)
