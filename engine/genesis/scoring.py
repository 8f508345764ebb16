"""The scoring of Genesis (Knizia): zones, their herds and their points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.game import Seat
from engine.genesis.board import Terrain, flood, pieces, squares

__all__ = ["Herd", "Zone", "herd_points", "masks", "score_zones", "totals"]

MIN_ZONE_SIZE = 3
"""The number of tiles in the smallest zone that pays."""


class Herd(NamedTuple):
    """A connected group of tiles of one species in a zone."""

    seat: Seat
    squares: tuple[int, ...]
    points: int


class Zone(NamedTuple):
    """A connected group of tiles of one terrain, of all seats together."""

    terrain: Terrain
    squares: tuple[int, ...]
    herds: tuple[Herd, ...]
    """The herds, largest first, then by seat and lowest square."""
    multiplier: int
    """The factor of the points: 3, 2 or 1, and 0 for a zone that is too small to pay."""

    @property
    def size(self) -> int:
        return len(self.squares)


def masks(placed: Iterable[tuple[int, int, int, int]], seats: int) -> tuple[list[int], list[int]]:
    """Return the bits of the squares of each terrain and of each seat.

    `placed` has the seat, the terrain, the square and the turn of every tile.
    """
    of_terrain, of_seat = [0] * len(Terrain), [0] * seats
    for seat, terrain, square, _ in placed:
        bit = 1 << square
        of_terrain[terrain] |= bit
        of_seat[seat] |= bit
    return of_terrain, of_seat


def herd_points(sizes: Sequence[int], multiplier: int) -> list[int]:
    """Return the points of each herd of a zone with herds of these sizes.

    The first pool is 4 times the multiplier, the second 2 times. A lone herd takes both. Herds tied for
    largest share both, herds tied for second share the second; shares are rounded down.
    """
    largest = max(sizes)
    first = sizes.count(largest)
    if first > 1 or len(sizes) == 1:
        return [6 * multiplier // first if size == largest else 0 for size in sizes]
    second = max(size for size in sizes if size != largest)
    share = 2 * multiplier // sizes.count(second)
    return [4 * multiplier if size == largest else share if size == second else 0 for size in sizes]


def _zones(of_terrain: Sequence[int]) -> list[tuple[int, Terrain, int, int]]:
    """Return the negative size, the terrain, the mask and the multiplier of every zone, largest first.

    The largest zone of all pays three times, the largest of each other terrain twice. If several are largest
    of all, none pays three times. A terrain's largest pays no more than once if it is tied within its
    terrain.
    """
    found: list[tuple[int, Terrain, int]] = []
    bonus: dict[tuple[Terrain, int], int] = {}
    top: list[int] = []
    for terrain in Terrain:
        parts = pieces(of_terrain[terrain])
        sizes = [part.bit_count() for part in parts]
        found += [(-size, terrain, part) for size, part in zip(sizes, parts, strict=True)]
        largest = max(sizes, default=0)
        top += [largest] * sizes.count(largest)
        if sizes.count(largest) == 1:
            bonus[terrain, largest] = 2
    if top.count(record := max(top, default=0)) == 1:
        bonus = {key: 3 if key[1] == record else pays for key, pays in bonus.items()}
    found.sort(key=lambda zone: zone[:2])
    return [
        (size, terrain, part, bonus.get((terrain, -size), 1) if -size >= MIN_ZONE_SIZE else 0)
        for size, terrain, part in found
    ]


def _herds(part: int, of_seat: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return the negative size, the seat and the mask of each herd of a zone, largest first."""
    herds = [
        (-herd.bit_count(), seat, herd) for seat, owned in enumerate(of_seat) for herd in pieces(owned & part)
    ]
    if len(herds) > 1:
        herds.sort(key=lambda herd: herd[:2])
    return herds


def score_zones(of_terrain: Sequence[int], of_seat: Sequence[int]) -> tuple[Zone, ...]:
    """Return the zones of the board, largest first, then by terrain and lowest square."""
    zones: list[Zone] = []
    for _, terrain, part, multiplier in _zones(of_terrain):
        herds = _herds(part, of_seat)
        points = herd_points([-size for size, _, _ in herds], multiplier)
        shown = [
            Herd(Seat(seat), squares(herd), won) for (_, seat, herd), won in zip(herds, points, strict=True)
        ]
        zones.append(Zone(terrain, squares(part), tuple(shown), multiplier))
    return tuple(zones)


def totals(of_terrain: Sequence[int], of_seat: Sequence[int]) -> tuple[int, ...]:
    """Return the points of each seat."""
    sums = [0] * len(of_seat)
    for _, _, part, multiplier in _zones(of_terrain):
        if multiplier:
            herds = _herds(part, of_seat)
            for (_, seat, _), won in zip(
                herds, herd_points([-size for size, _, _ in herds], multiplier), strict=True
            ):
                sums[seat] += won
    return tuple(sums)


def zone_around(square: int, mask: int) -> int:
    """Return the connected part of the mask to which a tile on this square would belong, with that tile."""
    return flood(1 << square, mask | 1 << square)
