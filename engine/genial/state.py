"""The state of Génial, its tiles, tracks and free cells, and the sequence of its legal placements."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Result, Seat
from engine.genial.board import Cell, Colour, grid
from engine.genial.model import Asks, Form, GenialOptions, Keep, Move, Place, Placement, Tile
from engine.kit.lazy import Lazy
from engine.kit.masks import member, members

__all__ = [
    "FULL_BAG",
    "MASKS",
    "NAMES",
    "RACK_SIZE",
    "SEAT_COUNTS",
    "SUPPLY",
    "TILES",
    "Moves",
    "State",
    "Tiles",
    "advance",
    "draw",
    "free_pairs",
    "has_pair",
    "kind",
    "lowest_colours",
    "merge",
    "sides",
    "track_end",
    "with_tile",
    "without_tile",
]

TILES: tuple[Tile, ...] = tuple(
    Tile(first, second) for first in Colour for second in Colour if first <= second
)
"""The 21 kinds of tiles. Racks and the bag hold their indices in this tuple."""

SUPPLY: tuple[int, ...] = tuple(5 if tile.first == tile.second else 6 for tile in TILES)
"""The number of tiles of each kind: 120 in all, with 40 symbols of each colour."""

MASKS: tuple[int, ...] = tuple(1 << tile.first | 1 << tile.second for tile in TILES)
"""The bits of the colours of each kind."""

NAMES: tuple[str, ...] = tuple(map(str, TILES))
"""The two letters of each kind."""

RACK_SIZE = 6
"""Tiles of a full rack, except in solo, where it has one."""
SEAT_COUNTS: dict[Form, tuple[int, ...]] = {Form.FREE: (2, 3, 4), Form.TEAM: (4,), Form.SOLO: (1,)}
"""The numbers of seats of each form of play."""
_KINDS = {both: number for number, tile in enumerate(TILES) for both in (tile, tile[::-1])}

Tiles = bytes
"""Tiles in ascending order, one byte each with the number of its kind: a rack, or the bag."""

FULL_BAG: Tiles = bytes(tile for tile, count in enumerate(SUPPLY) for _ in range(count))
"""All 120 tiles."""


class State(msgspec.Struct, frozen=True):
    """A position of Génial with all its secrets."""

    options: GenialOptions
    seats: int
    radius: int
    first_seat: Seat
    turn: int
    """The number of turns that were begun before this one."""
    asks: Asks | None
    """The question that the seat to move has to answer; `None` once the game is over, and between two stages
    of a move."""
    bonus_left: int
    """The number of bonus tiles that are due this turn after the one that is asked for."""
    stopped_colours: int
    """Bits of the colours whose markers reached the end of a sheet this turn: they move no further in it."""
    open_symbols: int
    """Grid bits of the printed symbols that a first tile may still touch; 0 after the last first tile."""
    placements: tuple[Placement, ...]
    tracks: tuple[tuple[int, ...], ...]
    """The six markers of each side, in the order of `Colour`."""
    racks: tuple[Tiles, ...]
    bag: Tiles
    free: int
    """Grid bits of the free cells."""
    shown: tuple[int, ...]
    """The grid bits of the cells that show each of the six colours."""
    to_move: Seat
    """The seat whose turn it is, or was when the game ended."""
    result: Result | None

    def with_fields(self, **changes: Any) -> State:
        """Return a copy of the state with these fields changed."""
        return replace(self, **changes)

    @property
    def side(self) -> int:
        """The number of the side to which the seat to move belongs."""
        return self.to_move % len(self.tracks)


def kind(first: Colour, second: Colour) -> int:
    """Return the number of the kind of tile with these symbols, in either order."""
    return _KINDS[first, second]


def sides(options: GenialOptions, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats of each side, which share a score. Partners sit opposite each other."""
    if options.form is Form.TEAM:
        return ((Seat(0), Seat(2)), (Seat(1), Seat(3)))
    return tuple((Seat(seat),) for seat in range(seats))


def track_end(options: GenialOptions) -> int:
    """Return the last space of a track: one sheet, or two sheets end to end for teams and in solo."""
    return 18 if options.form is Form.FREE else 36


def advance(
    track: tuple[int, ...], points: Sequence[int], stopped: int, end: int
) -> tuple[tuple[int, ...], int]:
    """Return the track after these points, and the bits of the colours that reached the end of a sheet.

    A marker stops at 18 and at `end`; its points past that are lost. Colours in `stopped` do not move.
    """
    reached = 0
    moved = list(track)
    for colour, gained in enumerate(points):
        if not gained or stopped >> colour & 1:
            continue
        at = track[colour]
        if at == end:
            continue
        stop = 18 if at < 18 else end
        if at + gained >= stop:
            reached |= 1 << colour
            moved[colour] = stop
        else:
            moved[colour] = at + gained
    return tuple(moved), reached


def lowest_colours(track: tuple[int, ...]) -> int:
    """Return the bits of the colours whose markers are lowest."""
    least = min(track)
    return sum(1 << colour for colour, value in enumerate(track) if value == least)


def draw(bag: Tiles, chance: Chance, number: int = 1) -> tuple[bytes, Tiles]:
    """Draw tiles one by one. Return their kinds in the order drawn, and the bag without them.

    Chance draws a number below the size of the bag, which picks a tile of the ordered bag. Fewer than
    `number` tiles are drawn if the bag has fewer.
    """
    if number == 1 and bag:
        place = chance.below(len(bag))
        return bag[place : place + 1], bag[:place] + bag[place + 1 :]
    drawn = bytearray()
    for _ in range(min(number, len(bag))):
        place = chance.below(len(bag))
        drawn.append(bag[place])
        bag = bag[:place] + bag[place + 1 :]
    return bytes(drawn), bag


def merge(*tiles: Tiles) -> Tiles:
    """Return all these tiles together, in ascending order."""
    return bytes(sorted(b"".join(tiles)))


def with_tile(tiles: Tiles, tile: int) -> Tiles:
    """Return the tiles and one more of this kind."""
    at = bisect(tiles, tile)
    return tiles[:at] + bytes((tile,)) + tiles[at:]


def without_tile(tiles: Tiles, tile: int) -> Tiles:
    """Return the tiles without one of this kind. Raises `ValueError` if there is none."""
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]


def has_pair(free: int, radius: int) -> bool:
    """Return whether two neighbouring cells are free."""
    one, two, three = grid(radius).up
    return bool(free & free >> one or free & free >> two or free & free >> three)


def free_pairs(free: int, radius: int, near: int) -> tuple[int, int, int]:
    """Return the pairs of neighbouring free cells of which at least one is in `near`.

    The result has, for each of the three directions in `Grid.up`, the bits of the pairs' cells with the lower
    bit number.
    """
    one, two, three = grid(radius).up
    if near == free:
        return free & free >> one, free & free >> two, free & free >> three
    return (
        free & free >> one & (near | near >> one),
        free & free >> two & (near | near >> two),
        free & free >> three & (near | near >> three),
    )


class Moves(Lazy[Move]):
    """The lazy sequence of legal placements: kind by kind, pair by pair, then either way round.

    `Keep` comes last if the tile is a bonus tile, which may be declined. ``len``, indexing and ``in`` do not
    list all moves. Every way to place a tile occurs once: with its symbols in the order of the colours, and a
    double with its cells in the order of their names.
    """

    __slots__ = ("_count", "_extra", "_pairs", "_radius", "_ways")

    def __init__(self, rack: Tiles, pairs: tuple[int, int, int], radius: int, extra: bool = False) -> None:
        ways = b""
        for tile in rack:
            if tile not in ways:
                ways += _WAYS[tile]
        self._ways = ways
        self._pairs = pairs
        self._radius = radius
        one, two, three = pairs
        self._count = one.bit_count() + two.bit_count() + three.bit_count()
        self._extra = extra
        self._length = self._count * len(ways) + extra

    @property
    def placements_key(self) -> tuple[bytes, tuple[int, int, int], int]:
        """A key that is equal for sequences with equal placements, with or without `Keep`."""
        return self._ways, self._pairs, self._radius

    def item(self, index: int) -> Move:
        if self._extra and index == self._length - 1:
            return Keep()
        tile = self._ways[index // self._count]
        pair, turned = divmod(index - self._ways.index(tile) * self._count, len(_WAYS[tile]))
        for mask, step in zip(self._pairs, grid(self._radius).up, strict=True):
            count = mask.bit_count()
            if pair < count:
                low = member(mask, pair)
                return self._place(tile, low, low + step, turned)
            pair -= count
        raise AssertionError("a pair's number is below their number")

    def _place(self, tile: int, low: int, high: int, turned: int) -> Place:
        cells = grid(self._radius).cells
        first, second = TILES[tile]
        if turned:
            low, high = high, low
        return Place(first, second, cells[low], cells[high], self._radius)

    @property
    def tiles(self) -> list[tuple[Colour, Colour]]:
        """The different tiles of the placements."""
        return [TILES[tile] for tile in dict.fromkeys(self._ways)]

    @property
    def pairs(self) -> list[tuple[Cell, Cell, int]]:
        """The pairs of cells of the placements, with the number in `DIRECTIONS` of the step between them.

        The step leads from the first cell to the second. A tile that is no double may also lie the other way
        round.
        """
        cells = grid(self._radius).cells
        return [
            (cells[low], cells[low + step], towards)
            for towards, (mask, step) in enumerate(zip(self._pairs, grid(self._radius).up, strict=True))
            for low in members(mask)
        ]

    def __iter__(self) -> Iterator[Move]:
        steps = zip(self._pairs, grid(self._radius).up, strict=True)
        pairs = [(low, low + step) for mask, step in steps for low in members(mask)]
        for tile in dict.fromkeys(self._ways):
            for low, high in pairs:
                for turned in range(len(_WAYS[tile])):
                    yield self._place(tile, low, high, turned)
        if self._extra:
            yield Keep()

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Keep):
            return self._extra
        if not isinstance(move, Place) or move.radius != self._radius or move.first > move.second:
            return False
        if kind(move.first, move.second) not in self._ways:
            return False
        bits = grid(self._radius).bits
        a, b = bits.get(move.a, 0), bits.get(move.b, 0)
        if move.first == move.second and a > b:
            return False
        low = min(a, b)
        return any(
            abs(a - b) == step and mask >> low & 1
            for mask, step in zip(self._pairs, grid(self._radius).up, strict=True)
        )


_WAYS = tuple(bytes((tile,)) * len({*symbols}) for tile, symbols in enumerate(TILES))
"""The number of each kind, once for each way to lay it on a pair: a double has one, the others two."""
