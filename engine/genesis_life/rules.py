"""The rules of Genesis (Brassinne): place seven cells each, then evolve and take one away in each turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from engine.chance import Chance
from engine.game import BadOptions, Defaults, Event, Game, Player, Result, Seat, Stage
from engine.genesis_life import codes, notation
from engine.genesis_life.board import CENTRE, EVERYWHERE, name, squares
from engine.genesis_life.model import DRAW, Asks, Colour, LifeOptions, Move, Place, Remove, View
from engine.genesis_life.novices import CASUAL, NOVICE
from engine.genesis_life.players import Greedy, Random
from engine.genesis_life.searcher import Searcher
from engine.genesis_life.state import (
    CELLS_EACH,
    State,
    agree_draw,
    begin_turn,
    between,
    placing_position,
    removable_cells,
    take_away,
)
from engine.kit.positions import Notation
from engine.kit.stages import Break, Told, events_in, stages_of

__all__ = ["GENESIS_LIFE", "GenesisLife"]


_STRONG, _EXPERT = 400, 40_000
"""The positions that the players look at for a move."""


class GenesisLife(Game[LifeOptions, State, Move, View]):
    """The rules of Genesis, by Michel Brassinne: two organisms, one of which survives."""

    key: ClassVar[str] = "genesis_life"
    title: ClassVar[str] = "Genesis (Brassinne)"
    rules: ClassVar[int] = 1
    Options = LifeOptions
    positions = Notation(notation.position, notation.read_position)
    players: ClassVar[Mapping[str, Player]] = {
        "random": Random(),
        "novice": NOVICE,
        "casual": CASUAL,
        "steady": Greedy(),
        "strong": Searcher(_STRONG, Greedy()),
        "expert": Searcher(_EXPERT, Greedy()),
    }
    slow: ClassVar[frozenset[str]] = frozenset({"strong", "expert"})

    def seats(self, options: LifeOptions) -> Collection[int]:
        return (2,)

    def setup(self, options: LifeOptions, seats: int, chance: Chance) -> State:
        """Draw the seat that plays red, and place its first cell, which can only go to the centre."""
        if seats != 2:
            raise BadOptions(codes.SEATS, seats=seats)
        red = Seat(chance.below(2))
        return placing_position(red, ((CENTRE,), ()), (1 << CENTRE, 0), None)

    def pending(self, state: State) -> tuple[Seat, ...]:
        return () if state.asks is None else (state.to_move,)

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return the moves by squares in ascending order, then ``draw`` unless this seat has offered one."""
        if state.asks is None or seat != state.to_move:
            return ()
        moves: list[Move]
        if state.asks is Asks.PLACE:
            moves = [Place(square) for square in squares(EVERYWHERE & ~(state.cells[0] | state.cells[1]))]
        else:
            moves = [Remove(square) for square in squares(removable_cells(state))]
        if state.offer != seat:
            moves.append(DRAW)
        return moves

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        return notation.parse(state, seat, text)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        state, told = _play(state, seat, move)
        return state, events_in(told)

    def stages(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[Stage]:
        """Return the placement or removal, then the deaths and the births of the next turn, then the end.

        What does not happen has no stage.
        """
        state, told = _play(state, seat, move)
        return stages_of(told, state, between)

    def anticipate(self, state: State, seat: Seat) -> State | None:
        """Return the state with this waiting seat to move, while it has a cell left to place.

        `None` for the evolution: a turn of it depends on the cell that the opponent takes away.
        """
        if state.asks is not Asks.PLACE or seat == state.to_move:
            return None
        if len(state.placed[state.colour.other]) == CELLS_EACH:
            return None
        return state._replace(to_move=seat, offer=None)

    def defaults(self, state: State, seat: Seat) -> Defaults:
        """Return the seat's move as forced if it has only one. Nothing is hidden: all can see it."""
        moves = self.moves(state, seat)
        return Defaults(forced=moves[0]) if len(moves) == 1 else Defaults()

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat,
            state.red,
            None if state.result is not None else state.to_move,
            state.asks,
            state.placed,
            state.cells,
            state.first,
            state.history,
            state.removals,
            state.occurrences,
            state.offer,
            state.result,
        )

    def redeal(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Return the state itself: nothing is hidden."""
        return state

    def concluded(self, view: View, result: Result) -> View:
        return view._replace(result=result, to_move=None, asks=None, offer=None)

    def result(self, state: State) -> Result | None:
        return state.result


def _play(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Told, ...]]:
    """Return the state after the move, and its events with the ends of its stages."""
    if isinstance(move, Remove):
        return take_away(state, move.square)
    if isinstance(move, Place):
        return _place(state, seat, move.square)
    if state.offer is None:
        return state._replace(offer=seat), (Event(codes.OFFERS_DRAW, seat),)
    state, agreed = agree_draw(state)
    return state, (agreed,)


def _place(state: State, seat: Seat, square: int) -> tuple[State, tuple[Told, ...]]:
    """Place a cell, and begin the evolution if it was the last one."""
    colour = state.colour
    placed, cells = [*state.placed], [*state.cells]
    placed[colour] = (*placed[colour], square)
    cells[colour] |= 1 << square
    offer = state.offer if state.offer == seat else None
    state = placing_position(state.red, (placed[0], placed[1]), (cells[0], cells[1]), offer)
    event = Event(codes.PLACED, seat, {"colour": "rb"[colour], "square": name(square)})
    if len(placed[1]) < CELLS_EACH:
        return state, (event,)
    last = Break(state._replace(to_move=seat))
    state, more = begin_turn(state, Colour.RED)
    return state, (event, last, *more)


GENESIS_LIFE = GenesisLife()
