"""What tiles are worth as the board stands: for the player `greedy`, and to rank places for people."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.game import Seat
from engine.genesis.board import BOARD, ROWS, Terrain, adjacent, pieces, place_of, squares
from engine.genesis.model import Tile, View
from engine.genesis.scoring import LEAST, masks, paid, totals, zone_around

__all__ = ["Land", "points_after"]


def points_after(view: View, seat: Seat, tiles: Iterable[Tile]) -> tuple[int, ...]:
    """Every seat's points if these tiles of the seat lay on the board and the game ended."""
    new = [(seat, terrain, square, view.turn) for terrain, square in tiles]
    return totals(*masks([*view.placements, *new], view.seats))


class Land:
    """The tiles on the board as masks, seen from one seat."""

    def __init__(self, view: View, seat: Seat) -> None:
        self._seat = seat
        self._middle = _middle(view.seats)
        self._terrain, self._owned = masks(view.placements, view.seats)
        self._sizes = [max((part.bit_count() for part in pieces(mask)), default=0) for mask in self._terrain]

    def after(self, tile: Tile) -> Land:
        """The same land with one more of the seat's tiles."""
        land = object.__new__(Land)
        land._seat = self._seat
        land._middle = self._middle
        land._terrain, land._owned = self._terrain.copy(), self._owned.copy()
        land._terrain[tile.terrain] |= 1 << tile.square
        land._owned[self._seat] |= 1 << tile.square
        land._sizes = self._sizes
        return land

    def ranked(self, terrain: Terrain, free: int) -> list[tuple[float, int]]:
        """The free squares for a tile of this terrain and what it gains there, the best first."""
        mask = self._terrain[terrain]
        near = free & adjacent(mask)
        alone = self._worth(terrain, 0)
        gains = [(self._gained(terrain, square), square) for square in squares(near)]
        gains += [(alone, square) for square in squares(free & ~near)]
        gains.sort(key=lambda gain: (-gain[0], gain[1]))
        return gains

    def inviting(self, terrain: Terrain, free: int) -> list[tuple[float, int]]:
        """As `ranked`; of squares that gain the same those with room around come first, then the middle ones.

        For people: whoever draws among equals, as `greedy` does, has no use for it.
        """
        middle = self._middle
        return sorted(
            self.ranked(terrain, free),
            key=lambda gain: (
                -gain[0],
                -(adjacent(1 << gain[1]) & free).bit_count(),
                middle[gain[1]],
                gain[1],
            ),
        )

    def _gained(self, terrain: Terrain, square: int) -> float:
        mask = self._terrain[terrain]
        zone = zone_around(square, mask)
        before = sum(self._worth(terrain, part) for part in pieces(zone & mask))
        self._owned[self._seat] |= 1 << square
        gained = self._worth(terrain, zone) - before
        self._owned[self._seat] &= ~(1 << square)
        return gained

    def _worth(self, terrain: Terrain, zone: int) -> float:
        """What a zone is worth to the seat: its points minus those of the best rival, and room to grow.

        An empty zone stands for one where a first tile is put by itself.
        """
        size = zone.bit_count()
        if not zone:
            return 6 * _share(1)
        multiplier = 1
        if size >= self._sizes[terrain]:
            multiplier = 3 if size >= max(self._sizes) else 2
        sizes: list[int] = []
        owners: list[int] = []
        for seat, owned in enumerate(self._owned):
            for herd in pieces(owned & zone):
                sizes.append(herd.bit_count())
                owners.append(seat)
        won = [0.0] * len(self._owned)
        for owner, number, points in zip(owners, sizes, paid(sizes, multiplier), strict=True):
            won[owner] += points + 0.2 * number
        own = won.pop(self._seat)
        return (own - max(won)) * _share(size)


@cache
def _middle(seats: int) -> dict[int, tuple[int, int]]:
    """How far each square is from the middle of the part in play."""
    part = squares(BOARD.playable(seats))
    columns = 1 + max(place_of(square)[0] for square in part)
    found: dict[int, tuple[int, int]] = {}
    for square in part:
        column, row = place_of(square)
        aside, above = abs(2 * column - columns + 1), abs(2 * row - ROWS + 1)
        found[square] = max(aside, above), aside + above
    return found


def _share(size: int) -> float:
    """How much of its points a zone of this size can be counted on for."""
    return 1.0 if size >= LEAST else 0.3 * size
