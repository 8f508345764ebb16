"""Scoring: zones, their herds and what they pay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.game import Seat
from engine.genesis.board import Terrain, flood, pieces, squares

__all__ = ["Herd", "Zone", "herd_points", "masks", "score_zones", "totals"]

MIN_ZONE_SIZE = 3
"""Tiles of the smallest zone that counts."""


class Herd(NamedTuple):
    """Tiles of one species that hang together in a zone."""

    seat: Seat
    squares: tuple[int, ...]
    points: int


class Zone(NamedTuple):
    """Tiles of one terrain that hang together, whoever placed them."""

    terrain: Terrain
    squares: tuple[int, ...]
    herds: tuple[Herd, ...]
    """Largest first, then by seat and lowest square."""
    multiplier: int
    """3, 2 or 1; 0 for a zone too small to count."""

    @property
    def size(self) -> int:
        return len(self.squares)


def masks(placed: Iterable[tuple[int, int, int, int]], seats: int) -> tuple[list[int], list[int]]:
    """Bits of the squares of each terrain and of each seat, from every tile's seat, terrain, square, turn."""
    of_terrain, of_seat = [0] * len(Terrain), [0] * seats
    for seat, terrain, square, _ in placed:
        bit = 1 << square
        of_terrain[terrain] |= bit
        of_seat[seat] |= bit
    return of_terrain, of_seat


def herd_points(sizes: Sequence[int], multiplier: int) -> list[int]:
    """Points of each herd of a zone, from the herds' sizes: 4 and 2 times the multiplier, shares floored.

    A lone herd takes both pools, herds tied for largest share both, herds tied for second the second.
    """
    largest = max(sizes)
    first = sizes.count(largest)
    if first > 1 or len(sizes) == 1:
        return [6 * multiplier // first if size == largest else 0 for size in sizes]
    second = max(size for size in sizes if size != largest)
    share = 2 * multiplier // sizes.count(second)
    return [4 * multiplier if size == largest else share if size == second else 0 for size in sizes]


def _zones(of_terrain: Sequence[int]) -> list[tuple[int, Terrain, int, int]]:
    """Every zone, largest first: its size below 0, terrain, mask and multiplier.

    The largest zone of all pays three times, the largest of each other terrain twice. When several are
    largest of all none pays three times, and a terrain's largest pays twice unless it is tied within its
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
    """The herds of a zone, largest first: size below 0, seat, mask."""
    herds = [
        (-herd.bit_count(), seat, herd) for seat, owned in enumerate(of_seat) for herd in pieces(owned & part)
    ]
    if len(herds) > 1:
        herds.sort(key=lambda herd: herd[:2])
    return herds


def score_zones(of_terrain: Sequence[int], of_seat: Sequence[int]) -> tuple[Zone, ...]:
    """Every zone of the board, largest first, then by terrain and lowest square."""
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
    """The points of each seat."""
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
    """The part of the mask that a tile on this square would belong to, that tile included."""
    return flood(1 << square, mask | 1 << square)
