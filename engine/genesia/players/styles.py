"""Styles of play, to measure whether war is a choice: `Greedy` with one belief about war each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.chance import Chance
from engine.genesia.model import Draft, Move, Phase, View
from engine.genesia.players.evaluation import HABITS
from engine.genesia.players.greedy import Greedy

__all__ = ["ORDERS", "STYLES", "Lot"]


class Lot(Greedy):
    """Drafts by lot, and plays as `Greedy`."""

    def choose(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], object],
        chance: Chance,
    ) -> Move:
        if view.phase is Phase.DRAFT:
            return chance.choice([move for move in moves if isinstance(move, Draft)])
        return super().choose(view, moves, imagine, chance)


ORDERS = Greedy(orders=True)
"""As `Greedy`, but asked seldom: it lists assaults and makes truces."""
_NEVER = 999.0

STYLES: Mapping[str, Greedy] = {
    "peace": Greedy(
        HABITS._replace(
            least=(0.0, _NEVER, _NEVER, _NEVER),
            point=(0.0, 1.5, 1.2, 0.9),
            city=(0.0, 3.5, 2.5, 0.2),
            menace=0.0,
            guard=0.9,
            offence=0.0,
            defence=2.0,
        )
    ),
    "war": Greedy(HABITS._replace(least=(0.0, 1.0, 0.5, 0.1), offence=1.4, defence=0.8)),
    "late": Greedy(HABITS._replace(least=(0.0, _NEVER, _NEVER, 1.0), city=(0.0, 3.5, 2.5, 0.2))),
}
"""Never attacks, and builds; attacks wherever anything is gained; builds first and fights in Age III."""
