"""The player that plays anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.chance import Chance

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Every legal move is equally likely."""

    def choose(
        self, view: Any, moves: Sequence[Any], imagine: Callable[[Chance], Any], chance: Chance
    ) -> Any:
        return chance.choice(moves)
