"""The core of Génial that can be compiled: whole numbers in arrays, and one way to play on.

The same functions run compiled and as plain Python, with the same results (engine/robots/compiled.py). They
do not know solo. `tests/contracts/test_cores.py` holds them to the rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.genial.board import grid
from engine.genial.state import TILES, State, track_end
from engine.robots.array_draws import DRAWS, below, sow
from engine.robots.compiled import array, compiled

__all__ = ["Board", "board_of", "dealt", "play_out", "warm"]

Array = Any
"""An array of whole numbers."""

PLACE, BONUS, SWAP, OVER = range(4)
FREE, OFF = 6, 7
"""The marks of a free cell and of one that is not on the board, beside the six colours."""
SEAT, TURN, ASKS, DUE, STOPPED, OPEN, BAG, PAIRS = range(DRAWS + 1, 9)
SEATS, SIDES, END, SINGLE, SIZE, STEPS = range(PAIRS + 1, 15)
"""The places in `Board.now`; the steps to the six neighbours begin at the last one."""
_ASKS = {"place": PLACE, "bonus": BONUS, "swap": SWAP, None: OVER}
_RACK = 6
_BAG = 120
_REACHED = 96
"""The worth of a marker that reaches the end of a sheet: three of its lowest steps."""


class Board(NamedTuple):
    """A position, and room to think in."""

    now: Array
    """Single numbers: the seat to move, what it is asked, and so on."""
    cells: Array
    """The colour that each cell shows, `FREE` or `OFF`, by its bit number."""
    points: Array
    """The points of a half, by colour and cell."""
    scoring: Array
    """The cells on which a half of a colour scores, by colour; some of them are taken."""
    counts: Array
    """The number of `scoring` cells of each colour."""
    beside: Array
    """The bits of the printed symbols that each cell touches."""
    tracks: Array
    racks: Array
    held: Array
    """The number of tiles of each rack."""
    bag: Array
    tiles: Array
    """The two colours of each kind of tile."""
    sums: Array
    """The worth of each space of the tracks for the side to move, summed from the beginning."""
    stops: Array
    """The space on which each marker of that side stops in this turn."""
    tops: Array
    """The most points of a half of each colour."""
    bounds: Array
    """The worth that each tile of the rack has at most."""


@compiled
def show(p: Board, colour: int, at: int) -> None:
    """Cover a cell with this colour."""
    now, cells, points, scoring, counts = p.now, p.cells, p.points, p.scoring, p.counts
    size = now[SIZE]
    base = colour * size
    for axis in range(3):
        step = now[STEPS + axis]
        up, down = at + step, at - step
        if cells[up] == FREE:
            now[PAIRS] -= 1
        if cells[down] == FREE:
            now[PAIRS] -= 1
        more_up, more_down = 1, 1
        while cells[up] == colour:
            up += step
            more_down += 1
        while cells[down] == colour:
            down -= step
            more_up += 1
        if cells[up] == FREE:
            if points[base + up] == 0:
                scoring[base + counts[colour]] = up
                counts[colour] += 1
            points[base + up] += more_up
        if cells[down] == FREE:
            if points[base + down] == 0:
                scoring[base + counts[colour]] = down
                counts[colour] += 1
            points[base + down] += more_down
    cells[at] = colour


@compiled
def moved(at: int, gained: int, end: int) -> int:
    """Return the place of a marker after so many points."""
    stop = 18 if at < 18 else end
    return min(stop, at + gained)


@compiled
def appraise(p: Board, side: int) -> None:
    """Note what each space of the tracks is worth to a side, and where its markers stop in this turn."""
    tracks, end, stopped, sums, stops = p.tracks, p.now[END], p.now[STOPPED], p.sums, p.stops
    base = side * 6
    sums[0] = 0
    for space in range(1, end + 1):
        sums[space] = 1
    for colour in range(6):
        at = tracks[base + colour]
        stops[colour] = at if at == end or stopped >> colour & 1 else 18 if at < 18 else end
        for space in range(1, at + 1):
            sums[space] *= 2
    for space in range(1, end + 1):
        sums[space] += sums[space - 1]


@compiled
def worth(p: Board, base: int, first: int, here: int, second: int, there: int) -> int:
    """Return what a tile with these points adds to the worth of a track, which `appraise` has noted.

    The worth is 32 times the lowest marker, 16 times the next, and so on: each space counts 1, 2, 4 ...
    by the number of markers that have passed it.
    """
    sums, stops = p.sums, p.stops
    one = p.tracks[base + first]
    if first == second:
        to = min(one + here + there, stops[first])
        return sums[to] - sums[one] + (_REACHED if to > one and to == stops[first] else 0)
    other = p.tracks[base + second]
    to, to_other = min(one + here, stops[first]), min(other + there, stops[second])
    total = sums[to] - sums[one] + sums[to_other] - sums[other]
    both, start = min(to, to_other), max(one, other)
    if both > start:
        total += sums[both] - sums[start]
    if to > one and to == stops[first]:
        total += _REACHED
    if to_other > other and to_other == stops[second]:
        total += _REACHED
    return total


@compiled
def place(p: Board, index: int, first: int, a: int, second: int, b: int) -> None:
    """Place a tile of the rack, move the markers, and go on to the next question or turn."""
    now, tracks, points = p.now, p.tracks, p.points
    seat = now[SEAT]
    side, size, end = seat % now[SIDES], now[SIZE], now[END]
    here, there = points[first * size + a], points[second * size + b]
    if first == second:
        here += there
        there = 0
    reached, count = 0, 0
    for half in range(2):
        colour, gained = (first, here) if half == 0 else (second, there)
        at = tracks[side * 6 + colour]
        if gained and at < end and not now[STOPPED] >> colour & 1:
            to = moved(at, gained, end)
            tracks[side * 6 + colour] = to
            if to == end or to == 18:
                reached |= 1 << colour
                count += 1
    now[STOPPED] |= reached
    show(p, first, a)
    show(p, second, b)
    last = p.held[seat] - 1
    p.racks[seat * _RACK + index] = p.racks[seat * _RACK + last]
    p.held[seat] = last
    if now[OPEN] and now[ASKS] == PLACE:
        now[OPEN] &= ~(p.beside[a] | p.beside[b])
        if now[TURN] + 1 == now[SEATS]:
            now[OPEN] = 0
    ask_on(p, reached, count)


@compiled
def ask_on(p: Board, reached: int, count: int) -> None:
    """Go on to the next question of the seat, or to the next turn, after markers reached an end."""
    now, tracks = p.now, p.tracks
    seat = now[SEAT]
    base = seat % now[SIDES] * 6
    least = tracks[base]
    for colour in range(1, 6):
        least = min(least, tracks[base + colour])
    if (reached and least == now[END]) or now[PAIRS] == 0:
        now[ASKS] = OVER
        now[DUE] = 0
        return
    due = now[DUE]
    if reached:
        if now[SINGLE]:
            if now[ASKS] == PLACE:
                due += 1
        else:
            due += count
    size = p.held[seat]
    if due and size:
        now[ASKS] = BONUS
        now[DUE] = due - 1
        return
    now[DUE] = 0
    for index in range(size):
        tile = p.racks[seat * _RACK + index]
        if tracks[base + p.tiles[2 * tile]] == least or tracks[base + p.tiles[2 * tile + 1]] == least:
            end_turn(p)
            return
    if size:
        now[ASKS] = SWAP
    else:
        end_turn(p)


@compiled
def end_turn(p: Board) -> None:
    """Fill the rack, and go on to the next seat."""
    now = p.now
    seat = now[SEAT]
    while p.held[seat] < _RACK and now[BAG]:
        at = below(now, now[BAG])
        now[BAG] -= 1
        p.racks[seat * _RACK + p.held[seat]] = p.bag[at]
        p.bag[at] = p.bag[now[BAG]]
        p.held[seat] += 1
    now[TURN] += 1
    now[SEAT] = (seat + 1) % now[SEATS]
    now[ASKS] = PLACE
    now[DUE] = 0
    now[STOPPED] = 0


@compiled
def swap(p: Board) -> None:
    """Draw six tiles, and put the old rack into the bag."""
    now = p.now
    seat = now[SEAT]
    size = p.held[seat]
    left = now[BAG]
    drawn = min(_RACK, left)
    # Tiles drawn go to the end of the bag, and change places with the old rack there.
    for number in range(drawn):
        at = below(now, left - number)
        last = left - number - 1
        p.bag[at], p.bag[last] = p.bag[last], p.bag[at]
    fresh = left - drawn
    for number in range(max(drawn, size)):
        index = seat * _RACK + number
        if number < drawn and number < size:
            p.racks[index], p.bag[fresh + number] = p.bag[fresh + number], p.racks[index]
        elif number < drawn:
            p.racks[index] = p.bag[fresh + number]
        else:
            p.bag[fresh + number] = p.racks[index]
    now[BAG] = fresh + size
    p.held[seat] = drawn
    end_turn(p)


@compiled
def step(p: Board) -> None:
    """Make a sensible move for the seat to move: it is worth most for its low colours; it swaps if it may."""
    now, cells, points, scoring, counts = p.now, p.cells, p.points, p.scoring, p.counts
    if now[ASKS] == SWAP:
        swap(p)
        return
    seat = now[SEAT]
    side, size, held = seat % now[SIDES], now[SIZE], p.held[seat]
    base = side * 6
    opening = now[OPEN] if now[ASKS] == PLACE else 0
    rack = seat * _RACK
    tops, bounds = p.tops, p.bounds
    appraise(p, side)
    for colour in range(6):
        own, top, number, count = colour * size, 0, 0, counts[colour]
        while number < count:
            cell = scoring[own + number]
            if cells[cell] == FREE:
                top = max(top, points[own + cell])
                number += 1
            else:
                count -= 1
                scoring[own + number] = scoring[own + count]
        counts[colour] = count
        tops[colour] = top
    begin = below(now, held)
    for index in range(held):
        tile = p.racks[rack + index]
        first, second = p.tiles[2 * tile], p.tiles[2 * tile + 1]
        bounds[index] = worth(p, base, first, tops[first], second, tops[second])
    best, chosen, best_a, best_b, best_first, best_second = 0, -1, 0, 0, 0, 0
    while True:
        index, most = -1, best
        for number in range(held):
            at = begin + number
            if at >= held:
                at -= held
            if bounds[at] > most:
                index, most = at, bounds[at]
        if index < 0:
            break
        bounds[index] = 0
        tile = p.racks[rack + index]
        first, second = p.tiles[2 * tile], p.tiles[2 * tile + 1]
        for way in range(1 if first == second else 2):
            one, other = (first, second) if way == 0 else (second, first)
            count = counts[one]
            if count == 0:
                continue
            own_one, own_other = one * size, other * size
            turn = below(now, count)
            for near in range(count):
                at = turn + near
                if at >= count:
                    at -= count
                a = scoring[own_one + at]
                here = points[own_one + a]
                if worth(p, base, one, here, other, tops[other]) <= best:
                    continue
                for direction in range(6):
                    b = a + now[STEPS + direction]
                    if cells[b] != FREE:
                        continue
                    if opening and not (p.beside[a] | p.beside[b]) & opening:
                        continue
                    value = worth(p, base, one, here, other, points[own_other + b])
                    if value > best:
                        best, chosen = value, index
                        best_a, best_b, best_first, best_second = a, b, one, other
    if chosen < 0:
        chosen = begin
        tile = p.racks[rack + chosen]
        best_first, best_second = p.tiles[2 * tile], p.tiles[2 * tile + 1]
        turn = below(now, size)
        done = False
        for number in range(size):
            a = turn + number
            if a >= size:
                a -= size
            if cells[a] != FREE:
                continue
            for direction in range(6):
                b = a + now[STEPS + direction]
                if cells[b] == FREE and (not opening or (p.beside[a] | p.beside[b]) & opening):
                    best_a, best_b, done = a, b, True
                    break
            if done:
                break
    place(p, chosen, best_first, best_a, best_second, best_b)


@compiled
def copy_of(p: Board) -> Board:
    """Return a position that changes apart; it shares the room to think in."""
    return Board(
        p.now.copy(),
        p.cells.copy(),
        p.points.copy(),
        p.scoring.copy(),
        p.counts.copy(),
        p.beside,
        p.tracks.copy(),
        p.racks.copy(),
        p.held.copy(),
        p.bag.copy(),
        p.tiles,
        p.sums,
        p.stops,
        p.tops,
        p.bounds,
    )


@compiled
def key_of(p: Board, side: int) -> int:
    """Return a number that ranks sides: the markers, lowest first."""
    base = side * 6
    key = 0
    for rank in range(6):
        for colour in range(6):
            at, place = p.tracks[base + colour], 0
            for each in range(6):
                value = p.tracks[base + each]
                if value < at or (value == at and each < colour):
                    place += 1
            if place == rank:
                key = key * 64 + at
    return key


@compiled
def play_out(world: Board, tile: int, first: int, a: int, second: int, b: int, seed: int) -> tuple[int, int]:
    """Place a tile of the seat to move, play on to the end, and return what came of it for its side.

    That is the number of winners, 0 if the side is not among them, and four times the lead of its lowest
    marker and once that of the next. With a `tile` below 0 the rack is swapped.
    """
    p = copy_of(world)
    now = p.now
    sow(now, seed)
    mine = now[SEAT] % now[SIDES]
    if tile < 0:
        swap(p)
    else:
        seat = now[SEAT]
        index = 0
        for each in range(p.held[seat]):
            if p.racks[seat * _RACK + each] == tile:
                index = each
        place(p, index, first, a, second, b)
    while now[ASKS] != OVER:
        step(p)
    own, best, winners = key_of(p, mine), 0, 0
    rival = 0
    for side in range(now[SIDES]):
        key = key_of(p, side)
        if key > best:
            best, winners = key, 1
        elif key == best:
            winners += 1
        if side != mine and key > rival:
            rival = key
    ahead = 4 * ((own >> 30) - (rival >> 30)) + (own >> 24 & 63) - (rival >> 24 & 63)
    return winners if own == best else 0, ahead


def board_of(state: State) -> Board:
    """Return the position of a state, which is not of solo."""
    cells = grid(state.radius)
    size = max(cells.cells) + max(cells.steps) + 1
    symbols = [bit for bit, _ in cells.symbols]
    shown, beside, now = [OFF] * size, [0] * size, [0] * (STEPS + 6)
    for bit in cells.cells:
        shown[bit] = FREE
    for number, bit in enumerate(symbols):
        for to in cells.steps:
            beside[bit + to] |= 1 << number
    now[OPEN] = sum(1 << number for number, bit in enumerate(symbols) if state.open_symbols >> bit & 1)
    now[PAIRS] = sum(shown[bit + to] == FREE for bit in cells.cells for to in cells.up)
    now[SEATS], now[SIDES], now[SIZE] = state.seats, len(state.tracks), size
    now[END], now[SINGLE] = track_end(state.options), int(state.options.single_bonus)
    now[STEPS:] = [*cells.up, *(-to for to in cells.up)]
    board = Board(
        now=array(now),
        cells=array(shown),
        points=array([0] * (6 * size)),
        scoring=array([0] * (6 * size)),
        counts=array([0] * 6),
        beside=array(beside),
        tracks=array([space for track in state.tracks for space in track]),
        racks=array([0]),
        held=array([0]),
        bag=array([0]),
        tiles=array([int(colour) for tile in TILES for colour in tile]),
        sums=array([0] * 37),
        stops=array([0] * 6),
        tops=array([0] * 6),
        bounds=array([0] * _RACK),
    )
    for colour, mask in enumerate(state.shown):
        while mask:
            low = mask & -mask
            mask ^= low
            show(board, colour, low.bit_length() - 1)
    return dealt(board, state)


def dealt(board: Board, state: State) -> Board:
    """Return the position of a state with this board and these tracks: its racks, bag and question."""
    now = board.now.copy()
    now[SEAT], now[TURN], now[ASKS] = int(state.to_move), state.turn, _ASKS[state.asks]
    now[DUE], now[STOPPED], now[BAG] = state.bonus_left, state.stopped_colours, len(state.bag)
    racks = [0] * (_RACK * state.seats)
    for seat, rack in enumerate(state.racks):
        racks[_RACK * seat : _RACK * seat + len(rack)] = rack
    return board._replace(
        now=now,
        racks=array(racks),
        held=array([len(rack) for rack in state.racks]),
        bag=array([*state.bag, *[0] * (_BAG + 1 - len(state.bag))]),
    )


def warm(state: State) -> None:
    """Call all that is compiled, with the first position of a match."""
    play_out(board_of(state), -1, 0, 0, 0, 0, 1)
