"""The automatic player `steady`, which plays the turn with the largest gain on the present board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.chance import Chance
from engine.game import Player, Seat
from engine.genesis.board import Terrain
from engine.genesis.evaluation import Land, brings, folly, single_tile, winning_end
from engine.genesis.model import Move, Tile, View
from engine.genesis.state import remaining_terrains, terrain_pairs

__all__ = ["Greedy"]

_ZONE_PAYS = 6
"""The points of a zone with one herd that is no largest one."""


class Greedy(Player):
    """A player that places each tile where its value minus the best rival's grows most; ties are drawn.

    A single tile is laid only where the dice leave no choice (docs/robots.md).
    """

    version = 3

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
        """Choose as `Player.choose` says: a turn that wins, else two tiles wherever the dice allow it.

        A foolish turn is the last thing that it plays (`folly`).
        """
        assert view.seat is not None, "players sit at the table"
        if (won := winning_end(view, view.seat)) is not None:
            return won
        land, left = Land(view, view.seat, rivals=self._rivals, growth=self._growth), view.left[view.seat]
        firsts = {terrain: _best(land, terrain, view.free, chance) for terrain in remaining_terrains(left)}
        pairs = terrain_pairs(view.dice, left) if view.free.bit_count() > 1 else ()
        thirds = land.lone_pairs(view.free)
        if self._ways is not None:
            pairs = (*pairs[: self._ways], *[pair for pair in pairs[self._ways :] if thirds.keys() & {*pair}])
        turns: list[tuple[float, Move]] = []
        for first, second in pairs:
            gained, tile = firsts[first]
            more, other = _best(land.with_tile(tile), second, view.free & ~(1 << tile.square), chance)
            turns.append((gained + more, Move(tile, other)))
        turns.sort(key=lambda turn: -turn[0])
        turns.append((0, Move(max(firsts.values(), key=lambda candidate: candidate[0])[1])))
        if thirds and not brings(view, view.seat)(turns[0][1]):
            turns = [*_third_tiles(view, view.seat, land, thirds, pairs, chance), *turns]
        is_foolish = folly(view, view.seat)
        for _, move in turns:
            if not is_foolish(move):
                return move
        return single_tile(view, view.seat, land, is_foolish) or turns[0][1]


def _third_tiles(
    view: View,
    seat: Seat,
    land: Land,
    thirds: Mapping[Terrain, int],
    pairs: Sequence[tuple[Terrain, Terrain]],
    chance: Chance,
) -> list[tuple[float, Move]]:
    """Return the turns that make a zone of two own tiles pay at once, and their gains, best first."""
    turns: list[tuple[float, Move]] = []
    for pair in pairs:
        for terrain, other in dict.fromkeys((pair, pair[::-1])):
            if terrain in thirds:
                gained, tile = _best(land, terrain, thirds[terrain], chance)
                more, second = _best(land.with_tile(tile), other, view.free & ~(1 << tile.square), chance)
                turns.append((gained + more, Move(tile, second)))
    is_worth_it = brings(view, seat, _ZONE_PAYS)
    return sorted([turn for turn in turns if is_worth_it(turn[1])], key=lambda turn: -turn[0])


def _best(land: Land, terrain: Terrain, free: int, chance: Chance) -> tuple[float, Tile]:
    """Return the gain of the best tile of this terrain, and that tile. Ties are drawn."""
    ranked = land.ranking(terrain, free)
    record = ranked[0][0]
    return record, Tile(terrain, chance.choice([square for gain, square in ranked if gain == record]))
