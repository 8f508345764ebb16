"""Styles of play that measure whether war and progress are real choices: each is `Greedy` with one belief."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.chance import Chance
from engine.genesia.model import Draft, Move, Phase, View
from engine.genesia.players.evaluation import HABITS
from engine.genesia.players.greedy import Greedy

__all__ = ["ORDER_GIVER", "STYLES", "RandomDrafter"]


class RandomDrafter(Greedy):
    """A player that drafts at random, and plays as `Greedy` otherwise."""

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


ORDER_GIVER = Greedy(gives_orders=True)
"""`Greedy` as a person who is asked seldom: it lists assaults and makes truces."""
_NEVER_ENOUGH = 999.0
"""Points that no assault can bring."""

STYLES: Mapping[str, Greedy] = {
    "peace": Greedy(
        HABITS._replace(
            least_gain=(0.0, _NEVER_ENOUGH, _NEVER_ENOUGH, _NEVER_ENOUGH),
            coins_per_point=(0.0, 1.5, 1.2, 0.9),
            city_worth=(0.0, 3.5, 2.5, 0.2),
            menace_share=0.0,
            guard_share=0.9,
            offence_factor=0.0,
            defence_factor=2.0,
        )
    ),
    "war": Greedy(HABITS._replace(least_gain=(0.0, 1.0, 0.5, 0.1), offence_factor=1.4, defence_factor=0.8)),
    "late": Greedy(
        HABITS._replace(least_gain=(0.0, _NEVER_ENOUGH, _NEVER_ENOUGH, 1.0), city_worth=(0.0, 3.5, 2.5, 0.2))
    ),
    "progress": Greedy(HABITS._replace(progress_factor=2.0)),
}
"""The styles by name.

``peace`` never attacks, and builds; ``war`` attacks wherever anything is gained; ``late`` builds first and
attacks only in Age III; ``progress`` takes inventions and cards for progress before all others.
"""
