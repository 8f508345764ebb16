"""The automatic player `steady`, which looks at one placement and weighs its lowest markers most."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.chance import Chance
from engine.game import Player
from engine.genial.model import Move, Place, Swap, View
from engine.genial.scoring import Lines
from engine.genial.state import advance

__all__ = ["Greedy", "worth"]

_END = 8
"""The value of a marker at the end of a sheet, for which another tile is placed: nobody misses that."""


def worth(view: View, points: Sequence[int]) -> float:
    """Return the value of a placement with these points for the viewer's side.

    It weighs the markers after the placement by 1, ½, ¼ …, lowest first, and adds `_END` for each one that
    reaches the end of a sheet. A colour that is stopped for this turn counts as if it still moved. Values are
    only comparable for placements in one state.
    """
    side = next(i for i, seats in enumerate(view.sides) if view.seat in seats)
    track, reached = advance(view.tracks[side], points, 0, view.track_end)
    return sum(value * 2.0**-place for place, value in enumerate(sorted(track))) + _END * reached.bit_count()


class Greedy(Player):
    """A player that makes the placement with the highest `worth`; ties are drawn."""

    version = 2

    def choose(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], object],
        chance: Chance,
    ) -> Move:
        """Choose as `Player.choose` says. It always swaps if it may, and never declines an extra tile."""
        if Swap() in moves:
            return Swap()
        lines = Lines(view.cells)
        best: list[Move] = []
        record = float("-inf")
        values: dict[tuple[int, ...], float] = {}
        for move in moves:
            if not isinstance(move, Place):
                continue
            points = lines.points(move.first, move.second, move.a, move.b)
            value = values.get(points)
            if value is None:
                value = values[points] = worth(view, points)
            if value > record:
                best, record = [], value
            if value == record:
                best.append(move)
        return chance.choice(best)
