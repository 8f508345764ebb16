"""Where hexagons lie: cells with pointed tops in flat rows, on whole pixels.

The horizontal pitch is even and the rows are a whole number of pixels apart, so every cell looks alike and
half a pitch is whole too. Axial coordinates as in the engine: `r` counts rows downwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

__all__ = ["Axial", "Lattice", "cells_of", "corners"]

Axial = tuple[int, int]
Point = tuple[float, float]

NEIGHBOURS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Clockwise on the picture, from the right."""


def cells_of(radius: int) -> Iterator[Axial]:
    """The cells of a hexagonal board, row by row from the top, left to right."""
    for r in range(-radius, radius + 1):
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1):
            yield q, r


def corners(pitch: float, share: float = 1.0) -> tuple[Point, ...]:
    """Corners of a hexagon around (0, 0) clockwise from the top, `share` of the size that fills its cell."""
    side = pitch / sqrt(3) * share
    half = pitch / 2 * share
    return ((0, -side), (half, -side / 2), (half, side / 2), (0, side), (-half, side / 2), (-half, -side / 2))


@dataclass(frozen=True)
class Lattice:
    """A hexagonal board of `radius` (cells along a side minus one) around pixel (x, y)."""

    radius: int
    pitch: int
    """Pixels between neighbours in a row; even."""
    x: int
    y: int

    @property
    def rise(self) -> int:
        """Pixels from row to row."""
        return round(self.pitch * sqrt(3) / 2)

    @property
    def side(self) -> float:
        """Length of a cell's side in pixels."""
        return self.pitch / sqrt(3)

    def centre(self, cell: Axial) -> tuple[int, int]:
        q, r = cell
        return self.x + q * self.pitch + r * self.pitch // 2, self.y + r * self.rise

    def middle(self, a: Axial, b: Axial) -> tuple[int, int]:
        """The point half way between two cells."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        return (ax + bx) // 2, (ay + by) // 2

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of all cells."""
        across = (2 * self.radius + 1) * self.pitch // 2
        down = self.radius * self.rise + round(self.side)
        return self.x - across, self.y - down, self.x + across, self.y + down

    def cells(self) -> Iterator[Axial]:
        return cells_of(self.radius)
