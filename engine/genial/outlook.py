"""The part of Génial in estimates: its candidates and its play-out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from engine.genial.board import grid
from engine.genial.core import OVER, Table, step
from engine.genial.greedy import worth
from engine.genial.model import Form, Move, Place, Swap, View
from engine.genial.scoring import Lines
from engine.genial.state import State, kind
from engine.robots.estimate import Draws, Outlook

__all__ = ["OUTLOOK", "SWIFT"]

W = TypeVar("W")

_TRIED, _TRIED_SWIFTLY = 6, 12
"""The numbers of placements that are tried, in plain Python and by the compiled core."""
_FEW = 150
"""The play-outs of a budget that are spent at larger tables, too: fewer tell nothing."""
_POINT = 0.05
"""The share of the win that a point more at first sight promises."""
_LEAD = 18
"""The lead of the lowest marker that counts as the whole of it."""


class _Placements(Outlook[View, Move, W]):
    """The placements that are best at first sight."""

    def __init__(self, tried: int) -> None:
        self._tried = tried

    def tried(self, view: View) -> int:
        """Return the number of placements to try in this view."""
        return self._tried

    def candidates(self, view: View, moves: Sequence[Move], world: Any) -> Sequence[tuple[Move, float]]:
        """Return the placements that are best at first sight; none in solo, which the core does not know."""
        if view.options.form is Form.SOLO:
            return ()
        if Swap() in moves:
            return [(Swap(), 0.0)]
        lines, alike = Lines(view.cells), dict[tuple[int, ...], list[Move]]()
        tried = self.tried(view)
        for move in moves:
            if isinstance(move, Place):
                points = lines.points(move.first, move.second, move.a, move.b)
                alike.setdefault(points, []).append(move)
        worths = {points: worth(view, points) for points in alike}
        best = max(worths.values())
        found: list[tuple[Move, float]] = []
        for points in sorted(alike, key=lambda points: -worths[points])[:tried]:
            group, promise = alike[points], (worths[points] - best) * _POINT
            # From both ends of the list: far from each other on the board.
            found += [(move, promise) for move in dict.fromkeys((group[0], group[-1]))]
        return found[:tried]


class _Plain(_Placements[Table]):
    def spends(self, view: View, budget: int) -> int:
        """Return the budget of two, and less of it at larger tables, whose games are longer."""
        return budget * 3 // (view.seats + 1)

    def world(self, view: View, state: Any, draws: Draws) -> Table:
        return Table.of(state)

    def play_out(self, world: Table, move: Move, draws: Draws) -> tuple[float, float]:
        table, mine = world.copy(), world.seat % len(world.tracks)
        draws.shuffle(table.bag)
        table.make(move, draws)
        while table.asks != OVER:
            step(table, draws)
        scores = table.scores()
        best = max(scores)
        rivals = max([score for side, score in enumerate(scores) if side != mine])
        ahead = scores[mine][0] - rivals[0] + (scores[mine][1] - rivals[1]) / 4
        share = 1 / scores.count(best) if scores[mine] == best else 0.0
        return share, max(-1.0, min(1.0, ahead / _LEAD))


class _Boards:
    """The board that was made last: all redealt states of a question show the same one."""

    _last: tuple[Any, Any] = None, None

    @classmethod
    def of(cls, state: State) -> Any:
        from engine.genial.arrays import board_of

        key = state.shown, state.tracks, state.open_symbols, state.options, state.seats
        last, board = cls._last
        if last != key:
            board = board_of(state)
            cls._last = key, board
        return board


class _Swift(_Placements[Any]):
    """The same with the compiled core (arrays.py), which is imported by whoever thinks with it."""

    worlds = 60

    def tried(self, view: View) -> int:
        """Return fewer placements than by two where more seats need more play-outs for each."""
        return self._tried if view.seats == 2 else self._tried * 2 // 3

    def spends(self, view: View, budget: int) -> int:
        """Return the budget of two, and less of a large one on larger boards, whose games are longer."""
        return budget if view.seats == 2 else max(budget * 9 // 20, min(budget, _FEW))

    def world(self, view: View, state: State, draws: Draws) -> Any:
        from engine.genial.arrays import dealt

        return dealt(_Boards.of(state), state)

    def play_out(self, world: Any, move: Move, draws: Draws) -> tuple[float, float]:
        from engine.genial.arrays import play_out

        seed = draws.seed
        if isinstance(move, Place):
            bits = grid(move.radius).bits
            tile = kind(move.first, move.second)
            winners, ahead = play_out(
                world, tile, int(move.first), bits[move.a], int(move.second), bits[move.b], seed
            )
        else:
            winners, ahead = play_out(world, -1, 0, 0, 0, 0, seed)
        return (1 / winners if winners else 0.0), max(-1.0, min(1.0, ahead / (4 * _LEAD)))


OUTLOOK = _Plain(_TRIED)
SWIFT = _Swift(_TRIED_SWIFTLY)
