"""Genesis (Knizia) as text: moves as people type them, and whole positions on one line."""

from __future__ import annotations

import re

from engine.game import BadNotation, BadPosition, IllegalMove, Seat
from engine.genesis import codes
from engine.genesis.board import BOARD, Relief, Terrain, name, named
from engine.genesis.model import GenesisOptions, Move, Tile, dice_text
from engine.genesis.state import State, opening, remaining_terrains, take_turn, terrain_pairs
from engine.kit.reading import no_move, words_of

__all__ = ["parse", "position", "read_position"]

TILES_PER_TERRAIN = (13, 16)
"""The allowed values of `GenesisOptions.tiles_per_terrain`."""
_TILE = r"([A-Z])[\s:;,/=-]*([A-Z])\s?([0-9]{1,2})"
_MOVE = re.compile(rf"{_TILE}(?:[\s,;+&/-]*{_TILE})?")
_TURN = re.compile(r"([GYMB])([A-N][0-9]{1,2})(?:([GYMB])([A-N][0-9]{1,2}))?")
_POSITION = re.compile(
    r"(?P<seats>[2-4])/(?P<tiles>1[36]) (?P<first>[0-3]) (?P<turns>-|[A-Z0-9/]+) (?P<dice>-|[GYMB*]{2})"
)
_TERRAINS = {terrain.letter: terrain for terrain in Terrain}


def parse(state: State, seat: Seat, text: str) -> Move:
    """Parse ``G:C5 Y:D7`` or ``M:A1``, in either case, with or without colons and spaces.

    Raises as `Game.parse`.
    """
    found = _MOVE.fullmatch(words_of(text, seat, () if state.result else (state.to_move,)))
    if found is None:
        raise no_move(codes.NOTATION, text)
    first = Tile(_terrain(found[1]), _square(state, f"{found[2]}{int(found[3])}"))
    if found[4] is None:
        if first.terrain not in remaining_terrains(state.left[seat]):
            raise IllegalMove(codes.NONE_LEFT, terrain=first.terrain.letter)
        return Move(first)
    second = Tile(_terrain(found[4]), _square(state, f"{found[5]}{int(found[6])}"))
    if first.square == second.square:
        raise IllegalMove(codes.SAME_SQUARE, square=name(first.square))
    _check_dice(state, first.terrain, second.terrain)
    return Move(first, second)


def _terrain(letter: str) -> Terrain:
    if letter not in _TERRAINS:
        raise BadNotation(codes.TERRAIN, letter=letter)
    return _TERRAINS[letter]


def _square(state: State, text: str) -> int:
    """Return the free square with this name. Raises `IllegalMove` that says why a tile may not go there."""
    try:
        square = named(text)
    except KeyError:
        raise IllegalMove(codes.OFF_BOARD, square=text) from None
    if not BOARD.playable(state.seats) >> square & 1:
        if BOARD.all >> square & 1:
            raise IllegalMove(codes.BEYOND_RIVER, square=text)
        volcano = BOARD.relief[square] is Relief.VOLCANO
        raise IllegalMove(codes.VOLCANO if volcano else codes.PIT, square=text)
    if not state.free >> square & 1:
        raise IllegalMove(codes.TAKEN, square=text)
    return square


def _check_dice(state: State, first: Terrain, second: Terrain) -> None:
    """Raise `IllegalMove` unless the dice and the seat's tiles allow these terrains, in this order."""
    left = state.left[state.to_move]
    for terrain in (first, second):
        if left[terrain] < (2 if first == second else 1):
            raise IllegalMove(
                codes.NONE_LEFT if not left[terrain] else codes.ONE_LEFT, terrain=terrain.letter
            )
    allowed = terrain_pairs(state.dice, left)
    if (first, second) not in allowed:
        if first == second and state.dice.count(first) == 1:
            other = next(face for face in state.dice if face != first)
            raise IllegalMove(codes.ROLLED_ONCE, terrain=first.letter, dice=dice_text((other,)))
        culprit = second if any(first in pair for pair in allowed) else first
        raise IllegalMove(codes.NOT_ROLLED, terrain=culprit.letter, dice=dice_text(state.dice))


def position(state: State) -> str:
    """Return the state as four words: seats and tiles per terrain, first seat, turns, dice.

    ``2/13 0 GC5YD7/MA1 G*``: a turn is its one or two tiles, ``*`` is a wild face. Everything else follows
    from these.
    """
    turns: list[str] = []
    last = -1
    for _, terrain, square, turn in state.placements:
        written = terrain.letter + name(square)
        if turn == last:
            turns[-1] += written
        else:
            turns.append(written)
            last = turn
    return " ".join(
        (
            f"{state.seats}/{state.options.tiles_per_terrain}",
            str(state.first_seat),
            "/".join(turns) or "-",
            dice_text(state.dice) or "-",
        )
    )


def read_position(text: str) -> State:
    """Return the state of a text. Raises `BadPosition` unless `position` writes exactly this text for it."""
    found = _POSITION.fullmatch(text)
    if found is None:
        raise BadPosition(codes.POSITION, at=text[:40])
    seats, first = int(found["seats"]), int(found["first"])
    if first >= seats:
        raise BadPosition(codes.POSITION, at=found["first"])
    state = opening(GenesisOptions(int(found["tiles"])), seats, Seat(first), ())
    for turn in [] if found["turns"] == "-" else found["turns"].split("/"):
        state = _read_turn(state, turn)
    if state.result is None and found["dice"] != "-":
        state = state._replace(dice=tuple("GYMB*".index(face) for face in found["dice"]))
    if position(state) != text or bool(state.dice) == bool(state.result):
        raise BadPosition(codes.POSITION, at=found["dice"])
    return state


def _read_turn(state: State, text: str) -> State:
    """Return the state after one turn. The dice of past turns are not written: any terrains may be placed.

    Raises `BadPosition`.
    """
    found = _TURN.fullmatch(text)
    if found is None or state.result is not None:
        raise BadPosition(codes.POSITION, at=text)
    try:
        tiles = [
            Tile(_TERRAINS[found[n]], _square(state, found[n + 1])) for n in (1, 3) if found[n] is not None
        ]
    except IllegalMove:
        raise BadPosition(codes.POSITION, at=text) from None
    if len({tile.square for tile in tiles}) < len(tiles):
        raise BadPosition(codes.POSITION, at=text)
    after, placed = take_turn(state, Move(*tiles))
    if placed < len(tiles) or min(after.left[state.to_move]) < 0:
        raise BadPosition(codes.POSITION, at=text)
    return after
