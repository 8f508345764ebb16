"""The automatic player `greedy`: the turn that gains most, zone by zone, as the board stands now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.chance import Chance
from engine.genesis.board import Terrain
from engine.genesis.evaluation import Land
from engine.genesis.model import Move, Tile, View
from engine.genesis.state import remaining_terrains, terrain_pairs

__all__ = ["Greedy"]


class Greedy:
    """Places each tile where its own points minus the best rival's grow most; ties are drawn."""

    def choose(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], object],
        chance: Chance,
    ) -> Move:
        """As `Player.choose`."""
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
    """What the best tile of this terrain gains, and that tile."""
    ranked = land.ranking(terrain, free)
    record = ranked[0][0]
    return record, Tile(terrain, chance.choice([square for gain, square in ranked if gain == record]))
