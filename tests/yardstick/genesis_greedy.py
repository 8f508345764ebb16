"""The automatic player `greedy`, which plays the turn with the largest gain on the present board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.chance import Chance
from engine.game import Player
from engine.genesis.board import Terrain
from engine.genesis.model import Move, Tile, View
from engine.genesis.state import remaining_terrains, terrain_pairs
from tests.yardstick.genesis_evaluation import Land

__all__ = ["Greedy"]


class Greedy(Player):
    """A player that places each tile where its value minus the best rival's grows most; ties are drawn."""

    def choose(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], object],
        chance: Chance,
    ) -> Move:
        """Choose as `Player.choose` says."""
        assert view.seat is not None, "players sit at the table"
        land, left = Land(view, view.seat), view.left[view.seat]
        firsts = {terrain: _best(land, terrain, view.free, chance) for terrain in remaining_terrains(left)}
        record, alone = max(firsts.values(), key=lambda candidate: candidate[0])
        best = Move(alone)
        for first, second in terrain_pairs(view.dice, left):
            gained, tile = firsts[first]
            more, other = _best(land.with_tile(tile), second, view.free & ~(1 << tile.square), chance)
            if gained + more > record:
                best, record = Move(tile, other), gained + more
        return best


def _best(land: Land, terrain: Terrain, free: int, chance: Chance) -> tuple[float, Tile]:
    """Return the gain of the best tile of this terrain, and that tile. Ties are drawn."""
    ranked = land.ranking(terrain, free)
    record = ranked[0][0]
    return record, Tile(terrain, chance.choice([square for gain, square in ranked if gain == record]))
