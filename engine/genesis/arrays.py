"""The core of Genesis (Knizia) that can be compiled: whole numbers in arrays, and one way to play on.

The same functions run compiled and as plain Python, with the same results (engine/robots/compiled.py).
`tests/contracts/test_cores.py` holds them to the rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.genesis.board import GRID, Terrain, squares
from engine.genesis.model import WILD
from engine.genesis.state import DIE_FACES, State
from engine.robots.array_draws import DRAWS, below, sow
from engine.robots.compiled import array, compiled

__all__ = ["MARGIN", "Table", "play_out", "table_of", "warm"]

Array = Any
"""An array of whole numbers."""

SEAT, IS_OVER, ONE, OTHER, FREE, SEATS = range(DRAWS + 1, 7)
"""The places in `Table.now`: `ONE` and `OTHER` are the dice, `FREE` the number of free squares."""
EMPTY, OFF = 4, 5
"""The marks of a free square and of one that is not in play, beside the four terrains."""
_ANY = 4
"""The face of a die that allows any terrain."""
MARGIN = 16
"""The number of a square is its bit number and so much: steps from any square lead to a number from 0."""
_ROW = GRID.width
_SIZE = GRID.width * GRID.rows + 2 * MARGIN
_KINDS = len(Terrain)
_ASIDE = 4
"""The part of 16 tiles that a play-out lays beside any zone of the terrain, not beside the own herd."""
_LEAST = 3
"""The number of tiles in the smallest zone that pays."""


class Table(NamedTuple):
    """A position, and room to count in."""

    now: Array
    """Single numbers: the seat to move, its dice, and so on."""
    kinds: Array
    """The terrain of each square, `EMPTY` or `OFF`."""
    owners: Array
    free: Array
    """The free squares, in no order."""
    left: Array
    """The number of tiles of each terrain that each seat has."""
    laid: Array
    """The number of tiles of each terrain that each seat has on the board."""
    faces: Array
    steps: Array
    """The ways to the four neighbours."""
    zones: Array
    """The number of each square's zone, counted from 1, once the points are counted; 0 before."""
    stack: Array
    sums: Array
    """Of each zone: its terrain, its size, its factor, and what its herds are like."""
    herds: Array
    """Of each herd: its zone, its owner, its size."""
    points: Array


@compiled
def has_room(t: Table) -> bool:
    """Return whether three connected squares are free."""
    kinds = t.kinds
    for index in range(t.now[FREE]):
        at = t.free[index]
        around = 0
        if kinds[at + 1] == EMPTY:
            around += 1
        if kinds[at - 1] == EMPTY:
            around += 1
        if kinds[at + _ROW] == EMPTY:
            around += 1
        if kinds[at - _ROW] == EMPTY:
            around += 1
        if around > 1:
            return True
    return False


@compiled
def put(t: Table, kind: int, index: int) -> None:
    """Put a tile of the seat to move on a free square, by its place among them; without room it is over."""
    now = t.now
    seat, at = now[SEAT], t.free[index]
    t.kinds[at] = kind
    t.owners[at] = seat
    t.left[seat * _KINDS + kind] -= 1
    t.laid[seat * _KINDS + kind] += 1
    now[FREE] -= 1
    t.free[index] = t.free[now[FREE]]
    if not has_room(t):
        now[IS_OVER] = 1


@compiled
def end_turn(t: Table) -> None:
    """Go on to the next seat that has a tile, and roll its dice, unless the game is over."""
    now = t.now
    if now[IS_OVER]:
        return
    seat, tiles = now[SEAT], 0
    while not tiles:
        seat += 1
        if seat == now[SEATS]:
            seat = 0
        for kind in range(_KINDS):
            tiles += t.left[seat * _KINDS + kind]
    now[SEAT] = seat
    roll = below(now, 36)
    now[ONE], now[OTHER] = t.faces[roll // 6], t.faces[roll % 6]


@compiled
def place_of(t: Table, square: int) -> int:
    """Return the place of a square among the free ones."""
    for index in range(t.now[FREE]):
        if t.free[index] == square:
            return index
    return -1


@compiled
def make(t: Table, first: int, one: int, second: int, other: int) -> None:
    """Lay a tile on a square and, unless `second` is below 0, another one, and end the turn."""
    put(t, first, place_of(t, one))
    if second >= 0 and not t.now[IS_OVER]:
        put(t, second, place_of(t, other))
    end_turn(t)


@compiled
def kind_of(t: Table, face: int) -> int:
    """Return the terrain of the tile that is laid for the face of a die; -1 if the seat has no tile."""
    now = t.now
    base = now[SEAT] * _KINDS
    if face != _ANY and t.left[base + face]:
        return face
    turn = below(now, _KINDS)
    fallback = -1
    for number in range(_KINDS):
        kind = turn + number
        if kind >= _KINDS:
            kind -= _KINDS
        if t.left[base + kind]:
            if t.laid[base + kind]:
                return kind
            if fallback < 0:
                fallback = kind
    return fallback


@compiled
def step(t: Table) -> None:
    """Play a sensible turn: tiles as rolled, each beside its herd, else beside a zone."""
    now, kinds, owners = t.now, t.kinds, t.owners
    seat = now[SEAT]
    for die in range(2):
        kind = kind_of(t, now[ONE] if die == 0 else now[OTHER])
        if kind < 0:
            break
        count = now[FREE]
        turn = below(now, count)
        is_own = below(now, 16) >= _ASIDE and t.laid[seat * _KINDS + kind] > 0
        chosen = -1
        for number in range(count):
            index = turn + number
            if index >= count:
                index -= count
            at = t.free[index]
            up, down, right, left = at + _ROW, at - _ROW, at + 1, at - 1
            beside_up, beside_down = kinds[up] == kind, kinds[down] == kind
            beside_right, beside_left = kinds[right] == kind, kinds[left] == kind
            if beside_up or beside_down or beside_right or beside_left:
                if not is_own:
                    chosen = index
                    break
                if (
                    (beside_up and owners[up] == seat)
                    or (beside_down and owners[down] == seat)
                    or (beside_right and owners[right] == seat)
                    or (beside_left and owners[left] == seat)
                ):
                    chosen = index
                    break
                if chosen < 0:
                    chosen = index
        put(t, kind, turn if chosen < 0 else chosen)
        if now[IS_OVER]:
            return
    end_turn(t)


@compiled
def count(t: Table) -> None:
    """Count the points of all seats, as if the game ended now."""
    kinds, owners, zones, stack, sums, herds = t.kinds, t.owners, t.zones, t.stack, t.sums, t.herds
    zone_count = 0
    for at in range(MARGIN, _SIZE - MARGIN):
        zones[at] = 0
    for start in range(MARGIN, _SIZE - MARGIN):
        kind = kinds[start]
        if kind >= _KINDS or zones[start]:
            continue
        zone_count += 1
        zones[start] = zone_count
        stack[0] = start
        waiting, size = 1, 0
        while waiting:
            waiting -= 1
            at = stack[waiting]
            size += 1
            for direction in range(4):
                to = at + t.steps[direction]
                if kinds[to] == kind and zones[to] == 0:
                    zones[to] = zone_count
                    stack[waiting] = to
                    waiting += 1
        base = 8 * zone_count
        sums[base] = kind
        sums[base + 1] = size
        for field in range(2, 8):
            sums[base + field] = 0
    record, alike = 0, 0
    for zone in range(1, zone_count + 1):
        size = sums[8 * zone + 1]
        if size > record:
            record, alike = size, 1
        elif size == record:
            alike += 1
    for kind in range(_KINDS):
        largest, number, which = 0, 0, 0
        for zone in range(1, zone_count + 1):
            if sums[8 * zone] == kind:
                size = sums[8 * zone + 1]
                sums[8 * zone + 2] = 1 if size >= _LEAST else 0
                if size > largest:
                    largest, number, which = size, 1, zone
                elif size == largest:
                    number += 1
        if number == 1 and largest >= _LEAST:
            sums[8 * which + 2] = 3 if largest == record and alike == 1 else 2
    herd_count = 0
    for start in range(MARGIN, _SIZE - MARGIN):
        zone = zones[start]
        if zone <= 0 or sums[8 * zone + 2] == 0:
            continue
        seat = owners[start]
        zones[start] = -zone
        stack[0] = start
        waiting, size = 1, 0
        while waiting:
            waiting -= 1
            at = stack[waiting]
            size += 1
            for direction in range(4):
                to = at + t.steps[direction]
                if zones[to] == zone and owners[to] == seat:
                    zones[to] = -zone
                    stack[waiting] = to
                    waiting += 1
        herds[3 * herd_count] = zone
        herds[3 * herd_count + 1] = seat
        herds[3 * herd_count + 2] = size
        herd_count += 1
        # The largest herd and how many there are of it, the second and how many, and how many in all.
        base = 8 * zone
        sums[base + 7] += 1
        if size > sums[base + 3]:
            sums[base + 5], sums[base + 6] = sums[base + 3], sums[base + 4]
            sums[base + 3], sums[base + 4] = size, 1
        elif size == sums[base + 3]:
            sums[base + 4] += 1
        elif size > sums[base + 5]:
            sums[base + 5], sums[base + 6] = size, 1
        elif size == sums[base + 5]:
            sums[base + 6] += 1
    for seat in range(t.now[SEATS]):
        t.points[seat] = 0
    for herd in range(herd_count):
        base, seat, size = 8 * herds[3 * herd], herds[3 * herd + 1], herds[3 * herd + 2]
        factor, firsts = sums[base + 2], sums[base + 4]
        if firsts > 1 or sums[base + 7] == 1:
            if size == sums[base + 3]:
                t.points[seat] += 6 * factor // firsts
        elif size == sums[base + 3]:
            t.points[seat] += 4 * factor
        elif size == sums[base + 5]:
            t.points[seat] += 2 * factor // sums[base + 6]


@compiled
def copy_of(t: Table) -> Table:
    """Return a position that changes apart; it shares the room to count in."""
    return Table(
        t.now.copy(),
        t.kinds.copy(),
        t.owners.copy(),
        t.free.copy(),
        t.left.copy(),
        t.laid.copy(),
        t.faces,
        t.steps,
        t.zones,
        t.stack,
        t.sums,
        t.herds,
        t.points,
    )


@compiled
def play_out(world: Table, first: int, one: int, second: int, other: int, seed: int) -> tuple[int, int]:
    """Make a move, play on to the end, and return what came of it for the mover.

    That is the number of winners, 0 if the mover is not among them, and its lead in points.
    """
    t = copy_of(world)
    now = t.now
    sow(now, seed)
    mine = now[SEAT]
    make(t, first, one, second, other)
    while not now[IS_OVER]:
        step(t)
    count(t)
    own, rival, winners = t.points[mine], 0, 1
    for seat in range(now[SEATS]):
        if seat != mine:
            rival = max(rival, t.points[seat])
            if t.points[seat] == own:
                winners += 1
    return 0 if rival > own else winners, own - rival


def table_of(state: State) -> Table:
    """Return the position of a state."""
    kinds, owners = [OFF] * _SIZE, [0] * _SIZE
    laid = [0] * (_KINDS * state.seats)
    for seat, terrain, square, _ in state.placements:
        kinds[square + MARGIN], owners[square + MARGIN] = int(terrain), int(seat)
        laid[seat * _KINDS + terrain] += 1
    free = [square + MARGIN for square in squares(state.free)]
    for square in free:
        kinds[square] = EMPTY
    dice = [_ANY if face == WILD else int(face) for face in state.dice or (WILD, WILD)]
    return Table(
        now=array([0, int(state.to_move), int(state.result is not None), *dice, len(free), state.seats]),
        kinds=array(kinds),
        owners=array(owners),
        free=array([*free, 0]),
        left=array([number for each in state.left for number in each]),
        laid=array(laid),
        faces=array([_ANY if face == WILD else int(face) for face in DIE_FACES]),
        steps=array([1, -1, _ROW, -_ROW]),
        zones=array([0] * _SIZE),
        stack=array([0] * _SIZE),
        sums=array([0] * (8 * _SIZE)),
        herds=array([0] * (3 * _SIZE)),
        points=array([0] * state.seats),
    )


def warm(state: State) -> None:
    """Call all that is compiled, with the first position of a match."""
    table = table_of(state)
    play_out(table, 0, int(table.free[0]), -1, 0, 1)
