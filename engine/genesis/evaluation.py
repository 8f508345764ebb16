"""What tiles are worth as the board stands: for the player `greedy`, and to rank places for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from engine.game import Seat
from engine.genesis.board import (
    BOARD,
    ROWS,
    Terrain,
    by_neighbour_count,
    neighbours,
    pieces,
    place_of,
    squares,
)
from engine.genesis.model import Tile, View
from engine.genesis.scoring import MIN_ZONE_SIZE, herd_points, masks, totals, zone_around

__all__ = ["Land", "points_after"]


def points_after(view: View, seat: Seat, tiles: Iterable[Tile]) -> tuple[int, ...]:
    """Every seat's points if these tiles of the seat lay on the board and the game ended."""
    new = [(seat, terrain, square, view.turn) for terrain, square in tiles]
    return totals(*masks([*view.placements, *new], view.seats))


class Land:
    """The tiles on the board as masks, seen from one seat. What was worked out once is kept."""

    def __init__(self, view: View, seat: Seat) -> None:
        self._seat = seat
        self._centre_rank = _centre_rank(view.seats)
        self._terrain, self._owned = masks(view.placements, view.seats)
        self._sizes = [max((part.bit_count() for part in pieces(mask)), default=0) for mask in self._terrain]
        # A zone has the same owners with and without more of the seat's tiles: these are shared by `after`.
        self._worths: dict[tuple[Terrain, int], float] = {}
        self._gains: dict[tuple[Terrain, int, int], float] = {}

    def with_tile(self, tile: Tile) -> Land:
        """The same land with one more of the seat's tiles."""
        land = object.__new__(Land)
        land._seat = self._seat
        land._centre_rank = self._centre_rank
        land._terrain, land._owned = self._terrain.copy(), self._owned.copy()
        land._terrain[tile.terrain] |= 1 << tile.square
        land._owned[self._seat] |= 1 << tile.square
        land._sizes, land._worths, land._gains = self._sizes, self._worths, self._gains
        return land

    def ranking(self, terrain: Terrain, free: int) -> list[tuple[float, int]]:
        """The free squares for a tile of this terrain and what it gains there, the best first."""
        by_gain = self._by_gain(terrain, free)
        return [(gain, square) for gain in sorted(by_gain, reverse=True) for square in squares(by_gain[gain])]

    def _by_gain(self, terrain: Terrain, free: int) -> dict[float, int]:
        """Bits of the free squares where the tile gains as much."""
        mask = self._terrain[terrain]
        near = free & neighbours(mask)
        alone = self._worth(terrain, 0, 0)
        found = {alone: rest} if (rest := free & ~near) else {}
        for square in squares(near):
            gain = self._gain(terrain, square)
            found[gain] = found.get(gain, 0) | 1 << square
        return found

    def ranking_by_room(
        self, terrain: Terrain, free: int, count: int | None = None
    ) -> list[tuple[float, int]]:
        """As `ranked`; of squares that gain the same those with room around come first, then the middle ones.

        At least `count` of them, where there are so many; all without. For people: whoever draws among
        equals, as `greedy` does, has no use for it.
        """
        by_gain, rooms = self._by_gain(terrain, free), by_neighbour_count(free)
        best: list[tuple[float, int]] = []
        for gain in sorted(by_gain, reverse=True):
            rest = by_gain[gain]
            for room in (*rooms, -1):
                if alike := rest & room:
                    best += [(gain, square) for square in sorted(squares(alike), key=self._centre_rank)]
                    if count is not None and len(best) >= count:
                        return best
                    rest ^= alike
        return best

    def _gain(self, terrain: Terrain, square: int) -> float:
        mask = self._terrain[terrain]
        zone = zone_around(square, mask)
        gained = self._gains.get((terrain, square, zone))
        if gained is None:
            before = sum(self._worth(terrain, part, 0) for part in pieces(zone & mask))
            gained = self._worth(terrain, zone, 1 << square) - before
            self._gains[terrain, square, zone] = gained
        return gained

    def _worth(self, terrain: Terrain, zone: int, more: int) -> float:
        """What a zone is worth to the seat: its points minus those of the best rival, and room to grow.

        An empty zone stands for one where a first tile is put by itself. The tiles on the squares of `more`
        are the seat's as well.
        """
        worth = self._worths.get((terrain, zone))
        if worth is None:
            worth = self._worths[terrain, zone] = self._appraise(terrain, zone, more)
        return worth

    def _appraise(self, terrain: Terrain, zone: int, more: int) -> float:
        size = zone.bit_count()
        if not zone:
            return 6 * _share(1)
        multiplier = 1
        if size >= self._sizes[terrain]:
            multiplier = 3 if size >= max(self._sizes) else 2
        sizes: list[int] = []
        owners: list[int] = []
        for seat, owned in enumerate(self._owned):
            for herd in pieces((owned | more if seat == self._seat else owned) & zone):
                sizes.append(herd.bit_count())
                owners.append(seat)
        won = [0.0] * len(self._owned)
        for owner, number, points in zip(owners, sizes, herd_points(sizes, multiplier), strict=True):
            won[owner] += points + 0.2 * number
        own = won.pop(self._seat)
        return (own - max(won)) * _share(size)


@cache
def _centre_rank(seats: int) -> Callable[[int], int]:
    """The place of each square among all in play, those in the middle first."""
    part = squares(BOARD.playable(seats))
    columns = 1 + max(place_of(square)[0] for square in part)
    found: dict[int, tuple[int, int]] = {}
    for square in part:
        column, row = place_of(square)
        aside, above = abs(2 * column - columns + 1), abs(2 * row - ROWS + 1)
        found[square] = max(aside, above), aside + above
    places = {
        square: place for place, square in enumerate(sorted(part, key=lambda each: (found[each], each)))
    }
    return places.__getitem__


def _share(size: int) -> float:
    """How much of its points a zone of this size can be counted on for."""
    return 1.0 if size >= MIN_ZONE_SIZE else 0.3 * size
