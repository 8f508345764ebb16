"""An automatic player that plays at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.chance import Chance
from engine.game import Player

__all__ = ["RandomPlayer"]


class RandomPlayer(Player):
    """A player that draws one of the legal moves, all equally likely."""

    def choose(
        self, view: Any, moves: Sequence[Any], imagine: Callable[[Chance], Any], chance: Chance
    ) -> Any:
        return chance.choice(moves)
