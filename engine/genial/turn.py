"""The steps of a turn of Génial that draw nothing: place a tile, count it, find the next question."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Result, Seat
from engine.genial import codes
from engine.genial.board import grid
from engine.genial.model import Asks, Form, GenialOptions, Place, Placement
from engine.genial.scoring import line_points
from engine.genial.state import TILES, State, Tiles, advance, has_pair, kind, sides, track_end, without_tile
from engine.kit.items import with_item

__all__ = [
    "BONUS",
    "PLACE",
    "SWAP",
    "bonus_tiles",
    "can_swap",
    "is_first_tile",
    "near_symbols",
    "next_turn",
    "opening",
    "place_tile",
    "with_next_question",
]

_NO_POINTS = (0,) * 6
PLACE, BONUS, SWAP = Asks

RADIUS_BY_SEATS = {1: 5, 2: 5, 3: 6, 4: 7}
"""The radius of the board for each number of seats."""


def opening(options: GenialOptions, seats: int, first: Seat, racks: tuple[Tiles, ...], bag: Tiles) -> State:
    """Return the state before the first tile."""
    radius = RADIUS_BY_SEATS[seats]
    cells = grid(radius)
    shown = [0] * 6
    printed = 0
    for bit, colour in cells.symbols:
        shown[colour] |= 1 << bit
        printed |= 1 << bit
    return State(
        options=options,
        seats=seats,
        radius=radius,
        first_seat=first,
        turn=0,
        asks=PLACE,
        bonus_left=0,
        stopped_colours=0,
        open_symbols=printed,
        placements=(),
        tracks=((0,) * 6,) * len(sides(options, seats)),
        racks=racks,
        bag=bag,
        free=cells.all & ~printed,
        shown=tuple(shown),
        to_move=first,
        result=None,
    )


def is_first_tile(state: State) -> bool:
    """Return whether the tile that is asked for is the first one of its seat."""
    return bool(state.open_symbols) and state.asks is PLACE


def near_symbols(state: State) -> int:
    """Return the bits of the cells beside printed symbols that no first tile has touched."""
    cells = grid(state.radius)
    near = 0
    for bit, _ in cells.symbols:
        if state.open_symbols >> bit & 1:
            near |= cells.around[bit]
    return near


def place_tile(state: State, move: Place) -> tuple[State, tuple[int, ...], int]:
    """Place the tile, count its lines and move the markers; `with_next_question` decides what follows.

    Return the state in which the same question is still open, the points for each colour, and the bits of the
    colours whose markers reached the end of a sheet.
    """
    first, second = move.first, move.second
    cells = grid(state.radius)
    a, b = cells.bits[move.a], cells.bits[move.b]
    shown = list(state.shown)
    points, tracks, reached = _NO_POINTS, state.tracks, 0
    beside_a, beside_b = shown[first] & cells.around[a], shown[second] & cells.around[b]
    if beside_a or beside_b:
        scored = [0] * 6
        if beside_a:
            scored[first] += line_points(shown[first], a, beside_a)
        if beside_b:
            scored[second] += line_points(shown[second], b, beside_b)
        points = tuple(scored)
        tracks, reached = _move_markers(state, points)
    shown[first] |= 1 << a
    shown[second] |= 1 << b
    seat = state.to_move
    rack = without_tile(state.racks[seat], kind(first, second))
    placed = Placement(seat, state.turn, first, second, move.a, move.b, points)
    after = replace(
        state,
        stopped_colours=state.stopped_colours | reached,
        open_symbols=_open_symbols_after(state, a, b) if state.open_symbols else 0,
        placements=state.placements + (placed,),  # noqa: RUF005 - on the path of every move
        tracks=tracks,
        racks=with_item(state.racks, seat, rack),
        free=state.free ^ (1 << a | 1 << b),
        shown=tuple(shown),
    )
    return after, points, reached


def _move_markers(state: State, points: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return all tracks after the points of the seat to move, and the bits as in `advance`."""
    side = state.side
    track, reached = advance(state.tracks[side], points, state.stopped_colours, track_end(state.options))
    return with_item(state.tracks, side, track), reached


def _open_symbols_after(state: State, a: int, b: int) -> int:
    """Return the bits of the symbols that a first tile may touch after a tile on the cells `a` and `b`."""
    if not is_first_tile(state):
        return state.open_symbols
    if state.turn + 1 == state.seats:
        return 0
    around = grid(state.radius).around
    return state.open_symbols & ~(around[a] | around[b])


def bonus_tiles(state: State, reached: int) -> int:
    """Return the number of bonus tiles that the tile just placed gives.

    `reached` has the bits of the colours whose markers it brought to the end of a sheet.
    """
    if state.options.form is Form.SOLO or not reached:
        return 0
    if state.options.single_bonus:
        return 1 if state.asks is PLACE else 0
    return reached.bit_count()


def can_swap(state: State) -> bool:
    """Return whether the seat to move may swap: it has tiles, none of them shows a lowest colour.

    Nobody may swap in solo.
    """
    seat = state.to_move
    rack = state.racks[seat]
    track = state.tracks[seat % len(state.tracks)]
    least = min(track)
    for tile in rack:
        first, second = TILES[tile]
        if track[first] == least or track[second] == least:
            return False
    return bool(rack) and state.options.form is not Form.SOLO


def with_next_question(state: State, reached: int) -> State:
    """Return the state with the next question of the seat that has placed or declined a tile.

    `reached` has the bits of the colours whose markers the tile brought to the end of a sheet. The new `asks`
    is `BONUS`, `SWAP`, `None` (with a result) if the game is over, or `PLACE` if the turn has to end.
    """
    if reached and _is_complete(state):
        return _end_game(state, codes.COMPLETE)
    if not has_pair(state.free, state.radius):
        return _end_game(state, codes.BOARD_FULL)
    due = state.bonus_left + bonus_tiles(state, reached) if reached or state.bonus_left else 0
    if due and state.racks[state.to_move]:
        return state.with_fields(asks=BONUS, bonus_left=due - 1)
    asks = SWAP if can_swap(state) else PLACE
    return (
        state if asks is state.asks and not state.bonus_left else state.with_fields(asks=asks, bonus_left=0)
    )


def _is_complete(state: State) -> bool:
    end = track_end(state.options)
    return all(marker == end for marker in state.tracks[state.side])


def _end_game(state: State, reason: str) -> State:
    scores = [tuple(sorted(track)) for track in state.tracks]
    everyone = sides(state.options, state.seats)
    by_seat = [
        scores[side] for seat in range(state.seats) for side, who in enumerate(everyone) if seat in who
    ]
    return state.with_fields(asks=None, bonus_left=0, result=Result.by_score(by_seat, reason))


def next_turn(state: State, racks: tuple[Tiles, ...], bag: Tiles) -> State:
    """Return the state at the next seat's turn. `racks` and `bag` are those after this turn's draw."""
    turn = state.turn + 1
    seat = Seat((state.first_seat + turn) % state.seats)
    return replace(
        state,
        turn=turn,
        to_move=seat,
        asks=PLACE,
        bonus_left=0,
        stopped_colours=0,
        racks=racks,
        bag=bag,
    )
