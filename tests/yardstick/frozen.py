"""Automatic players as they were at commit 8b60440, frozen: strengths are measured against them.

They import today's rules and boards, and nothing of today's players. They are never changed but for a name of
the engine that has changed. `PLAYERS` has the `greedy` of each game, and Genesia's `expert`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Player
from engine.genesia.rules import GENESIA
from engine.kit.best_player import BestPlayer
from tests.yardstick import familienbande_greedy, genesis_greedy, genesis_life_greedy, genial_greedy
from tests.yardstick.genesia.genesia_expert import Expert
from tests.yardstick.genesia.genesia_greedy import Greedy

__all__ = ["PLAYERS", "expert"]


def expert(worlds: int = 16, seconds: float = 2.0) -> Player:
    """Return Genesia's frozen `expert`, which spends so much on a turn."""
    return Expert(lambda: GENESIA, worlds=worlds, seconds=seconds)


PLAYERS: Mapping[str, Mapping[str, Player]] = {
    "genial": {"greedy": genial_greedy.Greedy()},
    "genesis": {"greedy": genesis_greedy.Greedy()},
    "genesis_life": {"greedy": genesis_life_greedy.Greedy()},
    "familienbande": {"greedy": BestPlayer(familienbande_greedy.worths)},
    "genesia": {"greedy": Greedy(), "expert": expert()},
}
"""The frozen players, by the key of their game and by name."""
