"""An automatic player that makes the move with the highest value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.chance import Chance
from engine.game import Player

__all__ = ["BestPlayer"]


@dataclass(frozen=True)
class BestPlayer(Player):
    """A player that values every move from its seat's view and draws one of the best."""

    worths: Callable[[Any, Sequence[Any]], Sequence[float]]
    """A function of a view and its moves that returns a value for each move; higher is better."""
    version: int = 1
    """The value of `Player.version`."""

    def choose(
        self, view: Any, moves: Sequence[Any], imagine: Callable[[Chance], Any], chance: Chance
    ) -> Any:
        values = self.worths(view, moves)
        best = max(values)
        return chance.choice([move for move, value in zip(moves, values, strict=True) if value == best])
