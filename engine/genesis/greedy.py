"""The automatic player `steady`, which plays the turn with the largest gain on the present board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.chance import Chance
from engine.game import Player
from engine.genesis.board import Terrain
from engine.genesis.evaluation import Land, winning_end
from engine.genesis.model import Move, Tile, View
from engine.genesis.state import remaining_terrains, terrain_pairs

__all__ = ["Greedy"]


class Greedy(Player):
    """A player that places each tile where its value minus the best rival's grows most; ties are drawn.

    A single tile is laid only where the dice leave no choice (docs/robots.md).
    """

    version = 2

    def __init__(self, *, rivals: bool = True, ways: int | None = None, growth: bool = True) -> None:
        """Make a player that tries so many `ways` to use the dice; without `rivals` it counts its own value
        alone, and without `growth` nothing but points at once.
        """
        self._rivals, self._ways, self._growth = rivals, ways, growth

    def choose(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], object],
        chance: Chance,
    ) -> Move:
        """Choose as `Player.choose` says: a turn that wins, else two tiles wherever the dice allow it."""
        assert view.seat is not None, "players sit at the table"
        if (won := winning_end(view, view.seat)) is not None:
            return won
        land, left = Land(view, view.seat, rivals=self._rivals, growth=self._growth), view.left[view.seat]
        firsts = {terrain: _best(land, terrain, view.free, chance) for terrain in remaining_terrains(left)}
        pairs = terrain_pairs(view.dice, left) if view.free.bit_count() > 1 else ()
        if self._ways is not None:
            thirds = land.lone_pairs(view.free)
            pairs = (*pairs[: self._ways], *[pair for pair in pairs[self._ways :] if thirds & {*pair}])
        best, record = Move(max(firsts.values(), key=lambda candidate: candidate[0])[1]), float("-inf")
        for first, second in pairs:
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
