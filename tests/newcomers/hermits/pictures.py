"""Hermits as it is drawn: who lives where, and how many neighbours everybody has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.game import Seat
from engine.kit.masks import members
from engine.kit.played import play_moves
from engine.kit.small import Seen
from render.kit.canvas import Picture, Theme
from render.kit.plain_board import Piece, Position, board
from tests.newcomers.hermits.rules import GRID, HERMITS, State

__all__ = ["GALLERY", "position"]

NAMES = ("Ada", "Basile", "Chloé", "Dan", "Éloïse", "Ferdinand", "Gwendoline", "Hugo")


def position(view: Seen[State]) -> Position:
    """Return what lies where; a card counts neighbours."""
    state = view.state
    homes = tuple(Piece(square, seat) for seat, own in enumerate(state.settled) for square in members(own))
    return Position(GRID, homes, view.pending, view.result, state.last, state.crowds())


def _sample(rounds: int, seats: int) -> Callable[[Theme], Picture]:
    state = play_moves(HERMITS, "", seats=seats)
    for _ in range(rounds):
        for seat in map(Seat, range(seats)):
            move = HERMITS.moves(state, seat)[0]
            state = play_moves(HERMITS, f"{seat}:{move}", after=state)
    shown = position(HERMITS.view(state, None))
    return lambda theme: board(shown, NAMES[:seats], theme=theme)


GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": _sample(0, 5),
    "settled": _sample(1, 8),
    "over": _sample(2, 8),
}
