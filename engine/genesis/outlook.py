"""The part of Genesis (Knizia) in estimates: its candidates and its play-out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, TypeVar

from engine.genesis.core import Table, play_on
from engine.genesis.evaluation import Land, brings, folly, single_tile, winning_end
from engine.genesis.model import Move, Tile, View
from engine.genesis.state import remaining_terrains, terrain_pairs
from engine.robots.estimate import Draws, Outlook

__all__ = ["OUTLOOK", "SWIFT"]

W = TypeVar("W")

_FIRSTS, _SECONDS = 4, 3
"""The numbers of squares that are tried for a first tile of a terrain, and for a second beside it."""
_TRIED, _TRIED_SWIFTLY = 12, 16
"""The numbers of moves that are tried, in plain Python and by the compiled core."""
_ROOMY = 40
"""With so many tiles on the board, or fewer, everybody lays two."""
_ZONE_PAYS = 6
"""The points of a third tile beside two own ones: where they can be had, no turn brings nothing."""
_POINT = 0.04
"""The share of the win that a point more at first sight promises."""
_LEAD = 40
"""The lead in points that counts as the whole of it."""


class _Moves(Outlook[View, Move, W]):
    """The moves with the largest gain on the present board."""

    worlds = 1

    def __init__(self, tried: int) -> None:
        self._tried = tried

    def candidates(self, view: View, moves: Sequence[Move], world: Any) -> Sequence[tuple[Move, float]]:
        """Return the moves with the largest gain on the present board, without foolish ones (`folly`)."""
        assert view.seat is not None, "players sit at the table"
        if (won := winning_end(view, view.seat)) is not None:
            return [(won, 0.0)]
        land, left = Land(view, view.seat), view.left[view.seat]
        firsts = {
            terrain: [(gain, Tile(terrain, at)) for gain, at in land.ranking(terrain, view.free)[:_FIRSTS]]
            for terrain in remaining_terrains(left)
        }
        found = dict[frozenset[Tile], tuple[float, Move]]()
        if view.free.bit_count() > 1:
            for one, other in terrain_pairs(view.dice, left):
                for gain, tile in firsts[one]:
                    rest = view.free & ~(1 << tile.square)
                    for more, at in land.with_tile(tile).ranking(other, rest)[:_SECONDS]:
                        second = Tile(other, at)
                        both = frozenset((tile, second))
                        if both not in found or found[both][0] < gain + more:
                            found[both] = gain + more, Move(tile, second)
        if not found or len(view.placements) > _ROOMY:
            for ranked in firsts.values():
                gain, tile = ranked[0]
                found[frozenset((tile,))] = gain, Move(tile)
        ranked = sorted(found.values(), key=lambda each: (-each[0], str(each[1])))
        is_foolish = folly(view, view.seat)
        wise = [*islice((each for each in ranked if not is_foolish(each[1])), self._tried)]
        if not wise:
            single = single_tile(view, view.seat, land, is_foolish)
            wise = [(0.0, single)] if single is not None else ranked[: self._tried]
        makes_pay, pays = brings(view, view.seat, _ZONE_PAYS), brings(view, view.seat)
        if land.lone_pairs(view.free) and any(makes_pay(move) for _, move in wise):
            wise = [each for each in wise if pays(each[1])]
        best = wise[0][0]
        return [(move, (gain - best) * _POINT) for gain, move in wise]

    def spends(self, view: View, budget: int) -> int:
        """Return the budget of two, and less of it at larger tables, whose games are longer."""
        return budget * 3 // (view.seats + 1)


class _Plain(_Moves[Table]):
    def world(self, view: View, state: Any, draws: Draws) -> Table:
        return Table.of(state)

    def play_out(self, world: Table, move: Move, draws: Draws) -> tuple[float, float]:
        table, mine = world.copy(), world.seat
        table.make(move, draws)
        if not table.is_over:
            play_on(table, draws)
        points = table.points()
        best = max(points)
        lead = (points[mine] - _best_rival(points, mine)) / _LEAD
        return (1 / points.count(best) if points[mine] == best else 0.0), max(-1.0, min(1.0, lead))


def _best_rival(points: Sequence[int], mine: int) -> int:
    return max([each for seat, each in enumerate(points) if seat != mine])


class _Swift(_Moves[Any]):
    """The same with the compiled core (arrays.py), which is imported by whoever thinks with it."""

    def spends(self, view: View, budget: int) -> int:
        """Return the budget of two, and less of it at larger tables, whose games are longer."""
        return budget * 4 // (view.seats + 2)

    def world(self, view: View, state: Any, draws: Draws) -> Any:
        from engine.genesis.arrays import table_of

        return table_of(state)

    def play_out(self, world: Any, move: Move, draws: Draws) -> tuple[float, float]:
        from engine.genesis.arrays import MARGIN, play_out

        (first, one), (second, other) = move.first, move.second or (-1, 0)
        winners, lead = play_out(world, int(first), one + MARGIN, int(second), other + MARGIN, draws.seed)
        return (1 / winners if winners else 0.0), max(-1.0, min(1.0, lead / _LEAD))


OUTLOOK = _Plain(_TRIED)
SWIFT = _Swift(_TRIED_SWIFTLY)
