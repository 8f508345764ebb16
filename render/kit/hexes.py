"""Hexagon layout: cells with pointed tops in level rows, on whole pixels.

The horizontal pitch is even and the rows are a whole number of pixels apart. Every cell therefore looks
alike, and half a pitch is a whole number too. Axial coordinates are the engine's: `r` counts rows downwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

__all__ = ["Axial", "Lattice", "cells_of", "corners"]

Axial = tuple[int, int]
Point = tuple[float, float]

NEIGHBOURS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps to the six neighbours, clockwise on the picture from the right."""


def cells_of(radius: int) -> Iterator[Axial]:
    """Yield the cells of a hexagonal board row by row from the top, each row from left to right."""
    for r in range(-radius, radius + 1):
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1):
            yield q, r


def corners(pitch: float, share: float = 1.0) -> tuple[Point, ...]:
    """Return the corners of a hexagon around (0, 0), clockwise from the top.

    With `share` 1 the hexagon fills its cell.
    """
    side = pitch / sqrt(3) * share
    half = pitch / 2 * share
    return ((0, -side), (half, -side / 2), (half, side / 2), (0, side), (-half, side / 2), (-half, -side / 2))


@dataclass(frozen=True)
class Lattice:
    """A hexagonal board around pixel (x, y). Its `radius` is the number of cells along a side, minus one."""

    radius: int
    pitch: int
    """Pixels between the centres of neighbours in a row; must be even."""
    x: int
    y: int

    @property
    def rise(self) -> int:
        """Pixels between the centres of two rows."""
        return round(self.pitch * sqrt(3) / 2)

    @property
    def side(self) -> float:
        """Length of a cell's side in pixels."""
        return self.pitch / sqrt(3)

    def centre(self, cell: Axial) -> tuple[int, int]:
        q, r = cell
        return self.x + q * self.pitch + r * self.pitch // 2, self.y + r * self.rise

    def middle(self, a: Axial, b: Axial) -> tuple[int, int]:
        """Return the point half way between the centres of two cells."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        return (ax + bx) // 2, (ay + by) // 2

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The left, top, right and bottom edge of all cells."""
        across = (2 * self.radius + 1) * self.pitch // 2
        down = self.radius * self.rise + round(self.side)
        return self.x - across, self.y - down, self.x + across, self.y + down

    def cells(self) -> Iterator[Axial]:
        return cells_of(self.radius)
