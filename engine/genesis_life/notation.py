"""Genesis (Brassinne) as text: moves as people type them, and whole positions on one line."""

from __future__ import annotations

import re

from engine.game import BadPosition, IllegalMove, Seat
from engine.genesis_life import codes
from engine.genesis_life.board import CENTRE, mask_of, name, named
from engine.genesis_life.model import DRAW, Asks, Boards, Colour, Move, Place, Remove
from engine.genesis_life.state import (
    CELLS_EACH,
    State,
    agree_draw,
    begin_turn,
    placing_position,
    removable_cells,
    take_away,
)
from engine.kit.reading import no_move, words_of

__all__ = ["check_removal", "parse", "position", "read_position", "square_at"]

_MOVE = re.compile(r"(X?)[\s:-]*([A-Z])[\s:-]*([0-9]{1,2})")
_SQUARE = re.compile(r"[A-I][1-9]")
_LIST = r"-|(?:[A-I][1-9])+"
_POSITION = re.compile(
    rf"(?P<red>[01]) (?P<first>[rb]) (?P<reds>{_LIST}) (?P<blacks>{_LIST}) (?P<removals>{_LIST}) "
    r"(?P<offer>[-01]) (?P<asks>place|remove|over|agreed)"
)


def parse(state: State, seat: Seat, text: str) -> Move:
    """Parse ``C4``, ``xD5`` or ``draw``, in either case; the ``x`` is optional. Raises as `Game.parse`."""
    words = words_of(text, seat, () if state.asks is None else (state.to_move,))
    if words == "DRAW":
        if state.offer == seat:
            raise IllegalMove(codes.OFFERED)
        return DRAW
    found = _MOVE.fullmatch(words)
    if found is None:
        raise no_move(codes.NOTATION, text)
    square = square_at(found[2], found[3])
    if state.asks is Asks.PLACE:
        if found[1]:
            raise IllegalMove(codes.STILL_PLACING)
        if (state.cells[0] | state.cells[1]) >> square & 1:
            raise IllegalMove(codes.TAKEN, square=name(square))
        return Place(square)
    check_removal(square, state.cells, state.colour, removable_cells(state))
    return Remove(square)


def square_at(letter: str, number: str) -> int:
    """Return the square with these coordinates. Raises `IllegalMove` if it is not on the board."""
    cell = f"{letter.upper()}{int(number)}"
    try:
        return named(cell)
    except KeyError:
        raise IllegalMove(codes.OFF_BOARD, square=cell) from None


def check_removal(square: int, cells: Boards, colour: Colour, removable: int) -> None:
    """Raise `IllegalMove` unless `colour` may take away the cell on this square.

    `removable` is the mask of the cells that it may take away.
    """
    if not (cells[0] | cells[1]) >> square & 1:
        raise IllegalMove(codes.EMPTY, square=name(square))
    if not cells[colour] >> square & 1:
        raise IllegalMove(codes.NOT_YOURS, square=name(square))
    if not removable >> square & 1:
        raise IllegalMove(codes.NEWBORN, square=name(square))


def position(state: State) -> str:
    """Return the state as seven words.

    They are red's seat; the colour that evolves first (``r`` or ``b``); the squares of the placed red and of
    the placed black cells, in the order of placing; the cells taken away since; the seat that offers a draw;
    the question (``place``, ``remove``, ``over``, or ``agreed`` for a draw by agreement). Everything else
    follows from these. A match begins as ``0 r E5 - - - place``.
    """
    asks = state.asks.value if state.asks is not None else "over"
    if state.result is not None and state.result.reason == codes.AGREED:
        asks = "agreed"
    return " ".join(
        (
            str(state.red),
            "rb"[state.first],
            "".join(map(name, state.placed[0])) or "-",
            "".join(map(name, state.placed[1])) or "-",
            "".join(map(name, state.removals)) or "-",
            "-" if state.offer is None else str(state.offer),
            asks,
        )
    )


def read_position(text: str) -> State:
    """Return the state of a text. Raises `BadPosition` unless `position` writes exactly this text for it.

    Positions set up by hand are read as well: the evolution may begin with any cells of both colours.
    """
    found = _POSITION.fullmatch(text)
    if found is None:
        raise BadPosition(codes.POSITION, at=text[:40])
    placed = (_squares(found["reds"]), _squares(found["blacks"]))
    offer = None if found["offer"] == "-" else Seat(int(found["offer"]))
    cells = (mask_of(placed[0]), mask_of(placed[1]))
    if sum(mask.bit_count() for mask in cells) < len(placed[0]) + len(placed[1]) or cells[0] & cells[1]:
        raise BadPosition(codes.POSITION, at=found["blacks"])
    state = placing_position(Seat(int(found["red"])), placed, cells, offer)
    agreement = found["asks"] == "agreed"
    if found["asks"] == "place" or (agreement and found["removals"] == "-" and _is_placing(placed)):
        if not _is_placing(placed) or found["removals"] != "-" or found["first"] != "r":
            raise BadPosition(codes.POSITION, at=found["asks"])
    else:
        state = _evolve(state, Colour("rb".index(found["first"])), _squares(found["removals"]))
        state = state._replace(offer=offer)
    if agreement and state.asks is not None:
        state, _ = agree_draw(state)
    if position(state) != text:
        raise BadPosition(codes.POSITION, at=found["asks"])
    return state


def _squares(text: str) -> tuple[int, ...]:
    return tuple(named(square) for square in _SQUARE.findall(text))


def _is_placing(placed: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    """Return whether a match that places cells in turn can have placed these, with more to come."""
    reds, blacks = placed
    return reds[:1] == (CENTRE,) and len(blacks) < CELLS_EACH and len(reds) - len(blacks) in (0, 1)


def _evolve(state: State, first: Colour, removals: tuple[int, ...]) -> State:
    """Return the state after these removals, when `first` evolves first. Raises `BadPosition`."""
    if not all(state.cells):
        raise BadPosition(codes.POSITION, at="-")
    state, _ = begin_turn(state._replace(first=first), first)
    for square in removals:
        if state.asks is None or not removable_cells(state) >> square & 1:
            raise BadPosition(codes.POSITION, at=name(square))
        state, _ = take_away(state, square)
    return state
