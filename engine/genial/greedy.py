"""The automatic player `greedy`: the best placement of this turn, judged by what lies lowest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.chance import Chance
from engine.genial.model import Move, Place, Swap, View
from engine.genial.scoring import Lines
from engine.genial.state import advance

__all__ = ["Greedy", "worth"]


def worth(view: View, points: Sequence[int]) -> float:
    """How good a placement with these points is for the viewer's side; values compare within one question."""
    side = next(i for i, seats in enumerate(view.sides) if view.seat in seats)
    track, reached = advance(view.tracks[side], points, 0, view.track_end)
    return sum(value * 2.0**-place for place, value in enumerate(sorted(track))) + 3 * reached.bit_count()


class Greedy:
    """Takes the placement that lifts its low markers most; ties are drawn."""

    def choose(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], object],
        chance: Chance,
    ) -> Move:
        """As `Player.choose`. Swaps a rack without any of the lowest colours, and places its extra tiles."""
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
