"""The player that makes the move which promises most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.chance import Chance

__all__ = ["BestPlayer"]


@dataclass(frozen=True)
class BestPlayer:
    """Judges every move by what its seat sees; ties are drawn."""

    worths: Callable[[Any, Sequence[Any]], Sequence[float]]
    """From a view and its moves what each of them promises: the higher, the better."""

    def choose(
        self, view: Any, moves: Sequence[Any], imagine: Callable[[Chance], Any], chance: Chance
    ) -> Any:
        values = self.worths(view, moves)
        best = max(values)
        return chance.choice([move for move, value in zip(moves, values, strict=True) if value == best])
