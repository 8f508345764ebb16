"""The state of Genesis (Brassinne) and the turns of the evolution."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Event, Result, Seat
from engine.genesis_life import codes
from engine.genesis_life.board import evolve, name, squares
from engine.genesis_life.model import DRAW_OCCURRENCES, Asks, Boards, Colour, protected_square, survivors
from engine.kit.stages import Break, Told

__all__ = [
    "CELLS_EACH",
    "State",
    "agree_draw",
    "begin_turn",
    "between",
    "placing_position",
    "removable_cells",
    "take_away",
]

CELLS_EACH = 7
"""The number of cells that each player places."""


class State(NamedTuple):
    """A position of Genesis (Brassinne)."""

    red: Seat
    to_move: Seat
    """The seat whose turn it is, or was when the game ended."""
    asks: Asks | None
    """The question that the seat to move has to answer.

    `None` once the game is over, and in a state between two stages of a move, which has no result.
    """
    placed: tuple[tuple[int, ...], tuple[int, ...]]
    """The squares of the red and of the black cells that were placed, in the order of placing."""
    first: Colour
    """The colour that evolves first."""
    cells: Boards
    """The living cells."""
    history: tuple[Boards, ...]
    """The picture at the beginning of each turn of the evolution."""
    removals: tuple[int, ...]
    """The square of the cell taken away in each turn of the evolution."""
    occurrences: int
    """The number of turns of the seat to move, this one included, that began with this turn's picture.

    It is 0 while cells are placed.
    """
    offer: Seat | None
    """The seat that offers a draw: the seat to move in this turn, or the other one in its last turn."""
    result: Result | None

    @property
    def colour(self) -> Colour:
        """The colour of the seat to move."""
        return Colour.RED if self.to_move == self.red else Colour.BLACK


def placing_position(
    red: Seat, placed: tuple[tuple[int, ...], tuple[int, ...]], cells: Boards, offer: Seat | None
) -> State:
    """Return the state while cells are placed. Red is to move if both have placed equally many."""
    turn = red if len(placed[0]) == len(placed[1]) else Seat(1 - red)
    return State(red, turn, Asks.PLACE, placed, Colour.RED, cells, (), (), 0, offer, None)


def begin_turn(state: State, colour: Colour) -> tuple[State, list[Told]]:
    """Begin a turn of `colour`: cells die and are born until it has to take one away, or the game ends.

    Return the state and the events. The opponent's deaths come first in them; what follows from deaths is a
    stage of its own.
    """
    seat = state.red if colour is Colour.RED else Seat(1 - state.red)
    history = (*state.history, state.cells)
    occurrences = history[::-2].count(state.cells)
    state = state._replace(to_move=seat, asks=Asks.REMOVE, history=history, occurrences=occurrences)
    if occurrences >= DRAW_OCCURRENCES:
        state, ended = _end_game(state, None, codes.REPETITION)
        return state, [ended]
    events: list[Told] = []
    if occurrences > 1:
        events.append(Event(codes.REPEATED, seat, {"times": occurrences}))
    before = state.cells
    evolution = evolve(before[0] | before[1])
    other = colour.other
    cells = survivors(before, evolution, colour)
    for owner in (other, colour):
        for code, dead in (
            (codes.ALONE, evolution.alone),
            (codes.STIFLED, evolution.stifled),
        ):
            if gone := dead & before[owner]:
                events.append(Event(code, seat, {"colour": "rb"[owner], "squares": _names(gone)}))
    state = state._replace(cells=cells)
    if not cells[other]:
        over, ended = _end_game(state, colour, codes.OPPONENT_DEAD)
        return over, [*events, Break(state), ended]
    if not cells[colour]:
        over, ended = _end_game(state, other, codes.OWN_DEAD)
        return over, [*events, Break(state), ended]
    if evolution.born:
        if evolution.dead:
            events.append(Break(state))
        inputs = {"colour": "rb"[colour], "squares": _names(evolution.born)}
        events.append(Event(codes.BORN, seat, inputs))
    return state, events


def between(state: State) -> State:
    """Return the state of a `Break` as it is shown: nobody is asked, and no cell is born yet in the turn."""
    if len(state.history) == len(state.removals):
        return state._replace(asks=None)
    before, cells = state.history[-1], state.cells
    return state._replace(asks=None, cells=(cells[0] & before[0], cells[1] & before[1]))


def take_away(state: State, square: int) -> tuple[State, tuple[Told, ...]]:
    """Take a cell away and begin the opponent's turn. The game ends if it was the last own cell.

    Return the state and the events; what follows from the removal is a stage of its own.
    """
    colour, seat = state.colour, state.to_move
    cells = [*state.cells]
    cells[colour] &= ~(1 << square)
    removed = state._replace(
        cells=(cells[0], cells[1]),
        removals=(*state.removals, square),
        offer=state.offer if state.offer == seat else None,
    )
    if not cells[colour]:
        state, ended = _end_game(removed, colour.other, codes.NONE_LEFT)
        more: list[Told] = [ended]
    else:
        state, more = begin_turn(removed, colour.other)
    return state, (Event(codes.REMOVED, seat, {"square": name(square)}), Break(removed), *more)


def removable_cells(state: State) -> int:
    """Return the mask of the cells that the seat to move may take away."""
    own = state.cells[state.colour]
    before = state.history[-1]
    born = own & ~before[state.colour]
    kept = protected_square(born, own)
    return own if kept is None else own & ~(1 << kept)


def agree_draw(state: State) -> tuple[State, Event]:
    """End the game with a draw by agreement."""
    return _end_game(state, None, codes.AGREED)


def _end_game(state: State, winner: Colour | None, reason: str) -> tuple[State, Event]:
    if winner is None:
        result = Result.by_score(((0,), (0,)), reason)
        event = Event(codes.DRAWN, None, {"reason": reason})
    else:
        seat = state.red if winner is Colour.RED else Seat(1 - state.red)
        result = Result.by_score(((int(seat == 0),), (int(seat == 1),)), reason)
        event = Event(codes.WON, seat, {"colour": "rb"[winner], "reason": reason})
    return state._replace(asks=None, result=result), event


def _names(mask: int) -> str:
    return " ".join([name(square) for square in squares(mask)])
