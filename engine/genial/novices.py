"""The weak automatic players of Génial: they see less, and miss nothing of what they see."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.genial.greedy import worth
from engine.genial.model import Move, Place, Swap, View
from engine.genial.scoring import Lines
from engine.genial.state import advance
from engine.kit.best_player import BestPlayer

__all__ = ["CASUAL", "NOVICE"]

_END = 1000.0
"""The value of a marker at the end of its track: nobody misses that."""
_SEEN = 4
"""The number of tiles of the rack that the casual player looks at."""


def _sums(view: View, points: Sequence[int]) -> float:
    """Return the points of a placement, whatever their colours; nothing where no marker moves by them."""
    side = next(i for i, seats in enumerate(view.sides) if view.seat in seats)
    before = view.tracks[side]
    after, reached = advance(before, points, 0, view.track_end)
    steps = sum(after) - sum(before)
    return (sum(points) if steps else 0) + _END * reached.bit_count()


def _worths(
    view: View,
    moves: Sequence[Move],
    sees: Callable[[Place], bool],
    value: Callable[[View, Sequence[int]], float],
) -> list[float]:
    """Return the values of moves: of placements that the player does not see only that of an end.

    It always swaps if it may, and never declines an extra tile.
    """
    lines = Lines(view.cells)
    values: dict[tuple[int, ...], tuple[float, float]] = {}
    worths: list[float] = []
    for move in moves:
        if isinstance(move, Swap):
            worths.append(float("inf"))
        elif isinstance(move, Place):
            points = lines.points(move.first, move.second, move.a, move.b)
            if points not in values:
                values[points] = value(view, points), _sums(view, points)
            seen, sums = values[points]
            worths.append(seen if sees(move) or sums >= _END else float("-inf"))
        else:
            worths.append(float("-inf"))
    return worths


def _novice(view: View, moves: Sequence[Move]) -> list[float]:
    return _worths(view, moves, lambda _: True, _sums)


def _casual(view: View, moves: Sequence[Move]) -> list[float]:
    seen = {frozenset(tile) for tile in view.rack[:_SEEN]}
    return _worths(view, moves, lambda move: frozenset((move.first, move.second)) in seen, worth)


NOVICE = BestPlayer(_novice, version=2)
"""It takes the most points there are now, and forgets that its lowest colour counts."""
CASUAL = BestPlayer(_casual, version=2)
"""It weighs colours as `Greedy` does, and looks at four tiles of its rack."""
