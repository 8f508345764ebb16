"""A light core of Génial for play-outs: whole numbers, changed in place, and one way to play on.

`tests/contracts/test_cores.py` holds it to the rules. It does not know solo.
"""

from __future__ import annotations

from functools import lru_cache

from engine.genial.board import Grid, grid
from engine.genial.model import Asks, Keep, Move, Place, Swap
from engine.genial.state import (
    MASKS,
    RACK_SIZE,
    TILES,
    Moves,
    State,
    advance,
    free_pairs,
    has_pair,
    kind,
    track_end,
)
from engine.robots.estimate import Draws

__all__ = ["OVER", "Table", "step"]

PLACE, BONUS, SWAP, OVER = range(4)
_ASKS = {Asks.PLACE: PLACE, Asks.BONUS: BONUS, Asks.SWAP: SWAP, None: OVER}
_MOST = 48
"""More points than a half of a tile can bring on the largest board."""
_COLOURS = range(6)


class _Board:
    """The cells that show each colour, and the points that a half of a tile brings on each cell."""

    __slots__ = ("free", "levels", "points", "shown", "steps")

    free: int
    shown: list[int]
    points: list[list[int]]
    """The points of a half by its colour and the bit number of its cell."""
    levels: list[list[int]]
    """The cells on which a half of a colour brings so many points: some of them are taken."""
    steps: tuple[int, ...]

    def copy(self) -> _Board:
        new = _Board()
        new.free, new.steps, new.shown = self.free, self.steps, self.shown[:]
        new.points = [each[:] for each in self.points]
        new.levels = [each[:] for each in self.levels]
        return new

    def show(self, colour: int, at: int) -> None:
        """Cover a cell with this colour."""
        shown, points, levels = self.shown[colour], self.points[colour], self.levels[colour]
        for step in self.steps:
            up, down = at + step, at - step
            while shown >> up & 1:
                up += step
            while shown >> down & 1:
                down -= step
            above, below = (up - at) // step, (at - down) // step
            for cell, more in ((up, below), (down, above)):
                bit, was = 1 << cell, points[cell]
                points[cell] = was + more
                if was:
                    levels[was] ^= bit
                levels[was + more] |= bit
        self.shown[colour] = shown | 1 << at
        self.free &= ~(1 << at)


@lru_cache(maxsize=2)
def _board(shown: tuple[int, ...], radius: int) -> _Board:
    cells, board = grid(radius), _Board()
    board.steps, board.shown = cells.up, [0] * 6
    board.free = cells.all
    size = max(cells.cells) + max(cells.steps) + 1
    board.points = [[0] * size for _ in _COLOURS]
    board.levels = [[0] * _MOST for _ in _COLOURS]
    for colour, mask in enumerate(shown):
        while mask:
            low = mask & -mask
            mask ^= low
            board.show(colour, low.bit_length() - 1)
    return board


class Table:
    """A position."""

    __slots__ = (
        "asks",
        "bag",
        "board",
        "due",
        "end",
        "grid",
        "open_symbols",
        "racks",
        "seat",
        "seats",
        "single",
        "stopped",
        "tracks",
        "turn",
    )

    grid: Grid
    board: _Board
    seats: int
    seat: int
    """The seat to move."""
    turn: int
    asks: int
    due: int
    """The number of bonus tiles that are due after the one that is asked for."""
    stopped: int
    """The colours whose markers move no further in this turn."""
    open_symbols: int
    tracks: list[tuple[int, ...]]
    racks: list[list[int]]
    bag: list[int]
    """The tiles to draw; the last one is drawn next."""
    end: int
    single: bool
    """There is one bonus tile a turn at most."""

    @classmethod
    def of(cls, state: State) -> Table:
        """Return the position of a state, which is not of solo."""
        self = cls()
        self.grid, self.board = grid(state.radius), _board(state.shown, state.radius).copy()
        self.seats, self.seat, self.turn = state.seats, state.to_move, state.turn
        self.asks, self.due = _ASKS[state.asks], state.bonus_left
        self.stopped, self.open_symbols = state.stopped_colours, state.open_symbols
        self.tracks = list(state.tracks)
        self.racks = [list(rack) for rack in state.racks]
        self.bag = list(state.bag)
        self.end, self.single = track_end(state.options), state.options.single_bonus
        return self

    def copy(self) -> Table:
        """Return a position that changes apart."""
        new = Table()
        new.grid, new.board = self.grid, self.board.copy()
        new.seats, new.seat, new.turn = self.seats, self.seat, self.turn
        new.asks, new.due, new.stopped = self.asks, self.due, self.stopped
        new.open_symbols, new.tracks, new.bag = self.open_symbols, self.tracks[:], self.bag[:]
        new.racks = [rack[:] for rack in self.racks]
        new.end, new.single = self.end, self.single
        return new

    @property
    def near(self) -> int:
        """The cells of which a tile must cover one."""
        free = self.board.free
        if not (self.open_symbols and self.asks == PLACE):
            return free
        near = 0
        for bit, _ in self.grid.symbols:
            if self.open_symbols >> bit & 1:
                near |= self.grid.around[bit]
        return near & free

    def moves(self) -> list[Move]:
        """Return the legal moves of the seat to move."""
        if self.asks == OVER:
            return []
        if self.asks == SWAP:
            return [Swap(), Keep()]
        free, radius = self.board.free, self.grid.radius
        near = self.near if self.open_symbols and self.asks == PLACE else free
        rack = bytes(sorted(self.racks[self.seat]))
        return list(Moves(rack, free_pairs(free, radius, near), radius, self.asks == BONUS))

    def make(self, move: Move, draws: Draws) -> None:
        """Make a move of the game."""
        match move:
            case Place():
                bits = self.grid.bits
                self.place(kind(move.first, move.second), move.first, bits[move.a], move.second, bits[move.b])
            case Swap():
                self.swap(draws)
            case Keep() if self.asks == BONUS:
                self.due = 0
                self.ask_on(0)
            case Keep():
                self.end_turn()

    def place(self, tile: int, first: int, a: int, second: int, b: int) -> None:
        """Place a tile of the rack, move the markers, and go on to the next question or turn."""
        board, side = self.board, self.seat % len(self.tracks)
        here, there = board.points[first][a], board.points[second][b]
        reached = 0
        if here or there:
            scored = [0] * 6
            scored[first] += here
            scored[second] += there
            self.tracks[side], reached = advance(self.tracks[side], scored, self.stopped, self.end)
            self.stopped |= reached
        board.show(first, a)
        board.show(second, b)
        self.racks[self.seat].remove(tile)
        if self.open_symbols and self.asks == PLACE:
            around = self.grid.around
            self.open_symbols &= ~(around[a] | around[b])
            if self.turn + 1 == self.seats:
                self.open_symbols = 0
        self.ask_on(reached)

    def ask_on(self, reached: int) -> None:
        """Go on to the next question of the seat, or to the next turn, after markers reached an end."""
        track = self.tracks[self.seat % len(self.tracks)]
        if (reached and min(track) == self.end) or not has_pair(self.board.free, self.grid.radius):
            self.asks, self.due = OVER, 0
            return
        due = self.due
        if reached:
            due += (self.asks == PLACE) if self.single else reached.bit_count()
        rack = self.racks[self.seat]
        if due and rack:
            self.asks, self.due = BONUS, due - 1
            return
        self.due = 0
        least, lowest = min(track), 0
        for colour in _COLOURS:
            if track[colour] == least:
                lowest |= 1 << colour
        for tile in rack:
            if MASKS[tile] & lowest:
                self.end_turn()
                return
        if rack:
            self.asks = SWAP
        else:
            self.end_turn()

    def swap(self, draws: Draws) -> None:
        """Draw six tiles, and put the old rack into the bag."""
        old, bag = self.racks[self.seat], self.bag
        self.racks[self.seat] = [bag.pop() for _ in range(min(RACK_SIZE, len(bag)))]
        bag += old
        draws.shuffle(bag)
        self._next()

    def end_turn(self) -> None:
        """Fill the rack, and go on to the next seat."""
        rack, bag = self.racks[self.seat], self.bag
        while len(rack) < RACK_SIZE and bag:
            rack.append(bag.pop())
        self._next()

    def _next(self) -> None:
        self.turn += 1
        self.seat = (self.seat + 1) % self.seats
        self.asks, self.due, self.stopped = PLACE, 0, 0

    def scores(self) -> list[tuple[int, ...]]:
        """Return what decides at the end, for each side."""
        return [tuple(sorted(track)) for track in self.tracks]


def step(table: Table, draws: Draws) -> None:
    """Make a sensible move for the seat to move: it scores most for its low colours, and swaps if it may."""
    if table.asks == SWAP:
        table.swap(draws)
        return
    board = table.board
    rack, track = table.racks[table.seat], table.tracks[table.seat % len(table.tracks)]
    weights = [0] * 6
    weight = 32
    for colour in sorted(_COLOURS, key=track.__getitem__):
        weights[colour] = weight if track[colour] < table.end and not table.stopped >> colour & 1 else 0
        weight >>= 1
    free, all_near = board.free, table.near
    one, two, three = board.steps
    # Cells of which a neighbour is free as well.
    beside = free << one | free >> one | free << two | free >> two | free << three | free >> three
    usable = free & beside & (all_near if all_near != free else -1)
    tops: list[tuple[int, int, int] | None] = [None] * 6
    best, chosen = -1, (0, 0, 0, 0, 0)
    at = draws.below(len(rack))
    seen = 0
    for tile in rack[at:] + rack[:at]:
        if seen >> tile & 1:
            continue
        seen |= 1 << tile
        first, second = TILES[tile]
        if weights[second] > weights[first]:
            first, second = second, first
        top = tops[first]
        if top is None:
            levels = board.levels[first]
            for level in range(_HIGH, 0, -1):
                if cells := levels[level] & usable:
                    break
            else:
                level, cells = 0, usable
            around = (
                cells << one | cells >> one | cells << two | cells >> two | cells << three | cells >> three
            )
            top = tops[first] = level, cells, around & free
        level, cells, around = top
        levels = board.levels[second]
        other = 0
        for more in range(_HIGH, 0, -1):
            if levels[more] & around:
                other = more
                break
        value = weights[first] * level + weights[second] * other
        if value > best:
            best = value
            chosen = tile, first, second, cells, levels[other] & around if other else around
    tile, first, second, cells, others = chosen
    turn = draws.below(64)
    later = others >> turn
    bit = (later & -later) << turn if later else others & -others
    fits = (bit << one | bit >> one | bit << two | bit >> two | bit << three | bit >> three) & cells
    table.place(tile, first, fits.bit_length() - 1, second, bit.bit_length() - 1)


_HIGH = 14
"""The most points of a half that a play-out looks for."""
