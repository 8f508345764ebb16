"""Values of tiles on the present board, for the player `steady` and for suggestions to people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from engine.game import Seat
from engine.genesis.board import (
    BOARD,
    ROWS,
    Terrain,
    by_neighbour_count,
    has_room,
    neighbours,
    pieces,
    place_of,
    squares,
)
from engine.genesis.model import Move, Tile, View
from engine.genesis.scoring import MIN_ZONE_SIZE, herd_points, masks, totals, zone_around
from engine.genesis.state import remaining_terrains, terrain_pairs

__all__ = ["Land", "brings", "folly", "points_after", "single_tile", "winning_end"]

_FEW = 16
"""With more free squares no turn ends the match, but for boards on which nobody would leave them so."""

_COSTLY = 6
"""Own points that nobody gives away for nothing."""


def points_after(view: View, seat: Seat, tiles: Iterable[Tile]) -> tuple[int, ...]:
    """Return the points of each seat if these tiles of `seat` were on the board and the game ended."""
    new = [(seat, terrain, square, view.turn) for terrain, square in tiles]
    return totals(*masks([*view.placements, *new], view.seats))


def winning_end(view: View, seat: Seat) -> Move | None:
    """Return a turn that ends the match and wins it; `None` without one. Nobody misses that."""
    free = view.free
    if free.bit_count() > _FEW or view.seat is None:
        return None
    left, before = view.left[seat], masks(view.placements, view.seats)
    singles, pairs = remaining_terrains(left), terrain_pairs(view.dice, left)
    open_squares = squares(free)
    for one in open_squares:
        rest = free & ~(1 << one)
        if not has_room(rest):
            for terrain in singles:
                if _wins(before, seat, (Tile(terrain, one),)):
                    return Move(Tile(terrain, one))
            continue
        for other in open_squares:
            if other == one or has_room(rest & ~(1 << other)):
                continue
            for first, second in pairs:
                tiles = Tile(first, one), Tile(second, other)
                if _wins(before, seat, tiles):
                    return Move(*tiles)
    return None


def folly(view: View, seat: Seat) -> Callable[[Move], bool]:
    """Return a function of a turn that tells whether everybody would shake their head at it.

    The turn ends the match and loses it, or costs several own points at once and gains nothing on the best
    rival.
    """
    before = points_after(view, seat, ())

    def is_foolish(move: Move) -> bool:
        first = view.free & ~(1 << move.first.square)
        rest = first if move.second is None else first & ~(1 << move.second.square)
        tiles = [move.first]
        if move.second is not None and has_room(first):
            tiles.append(move.second)
        after = points_after(view, seat, tiles)
        if not (has_room(first) and has_room(rest)):
            return after[seat] < max(after)
        return after[seat] <= before[seat] - _COSTLY and _lead(after, seat) <= _lead(before, seat)

    return is_foolish


def brings(view: View, seat: Seat, least: int = 1) -> Callable[[Move], bool]:
    """Return a function of a turn: whether it brings so many points at once, or so much of a lead."""
    before = points_after(view, seat, ())

    def is_bringing(move: Move) -> bool:
        after = points_after(view, seat, [tile for tile in move if tile is not None])
        return after[seat] - before[seat] >= least or _lead(after, seat) - _lead(before, seat) >= least

    return is_bringing


def _lead(points: Sequence[int], seat: Seat) -> int:
    """Return the points that the seat has more than the best other one."""
    return points[seat] - max(each for other, each in enumerate(points) if other != seat)


def single_tile(view: View, seat: Seat, land: Land, is_foolish: Callable[[Move], bool]) -> Move | None:
    """Return the turn of one tile that gains most and is not foolish; `None` without one."""
    turns = [
        (gain, Move(Tile(terrain, square)))
        for terrain in remaining_terrains(view.left[seat])
        for gain, square in land.ranking(terrain, view.free)
    ]
    turns.sort(key=lambda turn: -turn[0])
    return next((move for _, move in turns if not is_foolish(move)), None)


def _wins(before: tuple[list[int], list[int]], seat: Seat, tiles: Iterable[Tile]) -> bool:
    terrain, owned = before[0].copy(), before[1].copy()
    for tile in tiles:
        terrain[tile.terrain] |= 1 << tile.square
        owned[seat] |= 1 << tile.square
    points = list(totals(terrain, owned))
    return points.pop(seat) > max(points)


class Land:
    """The tiles on the board as masks, and their values to one seat. Values are cached."""

    def __init__(self, view: View, seat: Seat, *, rivals: bool = True, growth: bool = True) -> None:
        """Look at the view as the seat; without `rivals` their points do not count.

        Without `growth` nothing counts but points that a tile brings at once.
        """
        self._seat = seat
        self._growth = growth
        self._rivals = rivals
        self._centre_rank = _centre_rank(view.seats)
        self._terrain, self._owned = masks(view.placements, view.seats)
        self._sizes = [max((part.bit_count() for part in pieces(mask)), default=0) for mask in self._terrain]
        # These are shared by `with_tile`: only the seat's own tiles are added there, so that a mask of a zone
        # always has the same owners.
        self._worths: dict[tuple[Terrain, int], float] = {}
        self._gains: dict[tuple[Terrain, int, int], float] = {}

    def with_tile(self, tile: Tile) -> Land:
        """Return a copy with one more tile of the seat.

        Its zones are compared with the largest zones without that tile.
        """
        land = object.__new__(Land)
        land._seat, land._rivals, land._growth = self._seat, self._rivals, self._growth
        land._centre_rank = self._centre_rank
        land._terrain, land._owned = self._terrain.copy(), self._owned.copy()
        land._terrain[tile.terrain] |= 1 << tile.square
        land._owned[self._seat] |= 1 << tile.square
        land._sizes, land._worths, land._gains = self._sizes, self._worths, self._gains
        return land

    def lone_pairs(self, free: int) -> dict[Terrain, int]:
        """Return the terrains of zones of two own tiles, and the bits of the free squares beside them.

        A third tile there makes them pay; nobody misses that.
        """
        owned, found = self._owned[self._seat], dict[Terrain, int]()
        for terrain in Terrain:
            for zone in pieces(self._terrain[terrain]):
                if zone.bit_count() == MIN_ZONE_SIZE - 1 and not zone & ~owned and neighbours(zone) & free:
                    found[terrain] = found.get(terrain, 0) | neighbours(zone) & free
        return found

    def ranking(self, terrain: Terrain, free: int) -> list[tuple[float, int]]:
        """Return the gain of a tile of this terrain and the square, for all free squares, best first."""
        by_gain = self._by_gain(terrain, free)
        return [(gain, square) for gain in sorted(by_gain, reverse=True) for square in squares(by_gain[gain])]

    def _by_gain(self, terrain: Terrain, free: int) -> dict[float, int]:
        """Return the bits of the free squares by the gain of a tile of this terrain there."""
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
        """Return the result of `ranking`, with squares of the same gain in an order that suits people.

        Squares with more free neighbours come first, then those nearer to the middle. With `count`, the
        result may end early, but has at least that many squares if there are so many. `steady` does not need
        this order: it draws among equal squares.
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
        """Return the value of the zone with a tile on this square minus the values of the zones it joins."""
        mask = self._terrain[terrain]
        zone = zone_around(square, mask)
        gained = self._gains.get((terrain, square, zone))
        if gained is None:
            before = sum(self._worth(terrain, part, 0) for part in pieces(zone & mask))
            gained = self._worth(terrain, zone, 1 << square) - before
            self._gains[terrain, square, zone] = gained
        return gained

    def _worth(self, terrain: Terrain, zone: int, more: int) -> float:
        """Return the value of a zone to the seat.

        It is the seat's points and a fifth for each of its tiles, minus the same of the best rival. Only a
        part of that counts while the zone is too small to pay. An empty zone stands for a new zone of one
        tile. The tiles on the squares of `more` belong to the seat as well.
        """
        worth = self._worths.get((terrain, zone))
        if worth is None:
            worth = self._worths[terrain, zone] = self._appraise(terrain, zone, more)
        return worth

    def _appraise(self, terrain: Terrain, zone: int, more: int) -> float:
        """Compute the value for `_worth`."""
        size = zone.bit_count()
        if not self._growth and size < MIN_ZONE_SIZE:
            return 0.0
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
            won[owner] += points + (0.2 * number if self._growth else 0)
        own = won.pop(self._seat)
        return (own - (max(won) if self._rivals else 0)) * _share(size)


@cache
def _centre_rank(seats: int) -> Callable[[int], int]:
    """Return a function that numbers the squares in play, those nearest to the middle first."""
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
    """Return the part of its points for which a zone of this size is valued."""
    return 1.0 if size >= MIN_ZONE_SIZE else 0.3 * size
