"""The players of Genesis (Brassinne) that search: `strong` and `expert`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.chance import Chance
from engine.game import Player
from engine.genesis_life.board import squares
from engine.genesis_life.core import GOES_ON, WIN, WON, Table, after_removal, best_removal
from engine.genesis_life.model import DRAW, Asks, Colour, Move, Place, Remove, View
from engine.genesis_life.players import worth
from engine.genesis_life.sense import sensible
from engine.genesis_life.state import CELLS_EACH

__all__ = ["Searcher"]

_LAST = (16, 6)
"""The numbers of placements that are tried with one cell to place, and with two."""
_ANSWERS = 5
"""The number of the opponent's placements that are looked at then."""
_LOSING = -30
"""The value of a search below which an offered draw is taken."""


class Searcher(Player):
    """A player that searches removals, and the last placements by what can be removed after them.

    It accepts a draw if it would lose otherwise, and never offers one.
    """

    version = 2

    def __init__(self, positions: int, plain: Player) -> None:
        """`positions` are looked at for a move; `plain` makes the placements that are too early for that."""
        self._positions, self._plain = positions, plain

    @property
    def budget(self) -> int:
        return self._positions

    def choose(
        self, view: View, moves: Sequence[Move], imagine: Callable[[Chance], Any], chance: Chance
    ) -> Move:
        """Choose as `Player.choose` says."""
        if view.asks is Asks.PLACE:
            left = 2 * CELLS_EACH - len(view.placed[0]) - len(view.placed[1])
            if left > len(_LAST):
                return self._plain.choose(view, moves, imagine, chance)
            return self._placement(view, moves, left)
        square, value = best_removal(Table.of(imagine(chance)), self._positions)
        if value < _LOSING and view.offer is not None and view.offer != view.seat:
            return DRAW
        return Remove(square)

    def _placement(self, view: View, moves: Sequence[Move], left: int) -> Move:
        places = _best(view, moves, _LAST[left - 1])
        each = self._positions // len(places)
        values: list[int] = []
        for place in places:
            view_then = _with_cell(view, place)
            if left == 1:
                values.append(_settled(view_then, each))
            else:
                answers = _best(view_then, [*map(Place, squares(view_then.free))], _ANSWERS)
                values.append(
                    -max(_settled(_with_cell(view_then, answer), each // len(answers)) for answer in answers)
                )
        return places[values.index(max(values))]


def _best(view: View, moves: Sequence[Move], number: int) -> list[Place]:
    """Return so many placements, those that are best at first sight."""
    places = [move for move in sensible(view, moves) if isinstance(move, Place)]
    values = [worth(view, place) for place in places]
    return [places[at] for at in sorted(range(len(places)), key=lambda at: -values[at])[:number]]


def _with_cell(view: View, place: Place) -> View:
    """Return the view of the next seat after a placement."""
    colour = view.colour
    assert colour is not None, "somebody is to move"
    cells = [*view.cells]
    cells[colour] |= 1 << place.square
    return view._replace(cells=(cells[0], cells[1]), to_move=view.seat_of(colour.other))


def _settled(view: View, positions: int) -> int:
    """Return the value for the seat that has placed the last cell, by a search of so many positions."""
    placer = view.colour
    assert placer is not None, "somebody would be to move"
    placer = placer.other
    # Red's cells evolve first: as after a removal of black's.
    outcome, black, red, born = after_removal(view.cells[1], view.cells[0])
    if outcome != GOES_ON:
        value = WIN if outcome == WON else -WIN
        return value if placer is Colour.BLACK else -value
    _, value = best_removal(Table(red, black, born, int(Colour.RED), {}), positions)
    return -value if placer is Colour.BLACK else value
