"""Where everything lies on a picture of Génial: the board in the middle, sides around it, the box's shape.

A client fits a picture into a box of 11:7. A hexagon of cells leaves the four corners of that box free, and
there the sides have their places, clockwise as around a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.kit.box import BOX
from render.kit.hexes import Axial, Lattice

__all__ = ["LAP", "STRIP", "WIDTH", "Frame", "Stand", "layout", "outermost", "stands"]

LAP = 18
"""Steps of a bar; a longer track goes round again on a second bar."""
WIDTH = 1100
"""Pixels for which lengths are given; a picture of another width has them in proportion."""

STRIP = 196
"""Left of the places to choose from: the tile, and how its owner stands."""


@dataclass(frozen=True)
class Frame:
    """A picture `width` pixels wide."""

    width: int = WIDTH

    @property
    def height(self) -> int:
        return round(self.width * BOX[1] / BOX[0])

    def px(self, length: float) -> int:
        """A length in pixels, given for `WIDTH`."""
        return max(1, round(length * self.width / WIDTH))

    @property
    def letter(self) -> int:
        """Size of the smallest letters that a player needs: capitals 26 pixels high for `WIDTH`."""
        return self.px(36)

    @property
    def border(self) -> int:
        """What of the board is seen around its cells."""
        return self.px(5)

    def below(self, lattice: Lattice) -> int:
        """From the centre of the lowest cells down to the middle of the numbers under them."""
        notch = lattice.side / 2 * (1 + self.px(26) / lattice.pitch)
        return round(notch + self.border * 1.15 + self.px(15))

    def beside(self, lattice: Lattice, wide: float) -> int:
        """From the centre of the outermost cell of a row to the middle of a label so wide beside it."""
        return round(lattice.pitch / 2 + self.border + self.px(3) + wide / 2)

    def labelled(self, lattice: Lattice) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of a board with its edge and labels, and a little room around them."""
        left, top, right, bottom = lattice.box
        away = lattice.pitch // 2
        low = lattice.y + lattice.radius * lattice.rise + self.below(lattice) + self.px(15)
        before = self.beside(lattice, self.px(29)) + self.px(20)
        after = self.beside(lattice, self.px(48)) + self.px(14)
        high = top - self.border - self.px(1)
        return left - before + away, high, right + after - away, max(low, bottom)


@lru_cache(maxsize=24)
def layout(radius: int, width: int = WIDTH) -> Lattice:
    """The lattice of the largest board that fits, with its labels, into a picture `width` pixels wide."""
    frame = Frame(width)
    pitch = 2
    while _tall(frame, radius, pitch + 2) <= frame.height:
        pitch += 2
    _, top, _, _ = frame.labelled(Lattice(radius, pitch, 0, 0))
    return Lattice(
        radius, pitch, width // 2 - frame.px(9), (frame.height - _tall(frame, radius, pitch)) // 2 - top
    )


def _tall(frame: Frame, radius: int, pitch: int) -> int:
    """Pixels from above a board to below its numbers."""
    _, top, _, bottom = frame.labelled(Lattice(radius, pitch, 0, 0))
    return bottom - top


@dataclass(frozen=True)
class Stand:
    """A side's place beside the board: a corner, or the whole flank."""

    frame: Frame
    lattice: Lattice
    right: bool
    low: bool
    whole: bool

    @property
    def margin(self) -> int:
        return self.frame.px(5)

    @property
    def top(self) -> int:
        return self.lattice.y + self.frame.px(6) if self.low else self.margin

    @property
    def bottom(self) -> int:
        whole = self.low or self.whole
        return self.frame.height - self.margin if whole else self.lattice.y - self.frame.px(6)

    def reach(self, y: int) -> int:
        """The innermost pixel at that height: labels and board begin behind it."""
        lattice, frame = self.lattice, self.frame
        away = abs(y - lattice.y) * lattice.pitch / 2 / lattice.rise
        half = lattice.radius * lattice.pitch - away
        wide = frame.px(48 if self.right and (self.low or self.whole) else 29)
        label = frame.beside(lattice, wide) + wide / 2 + frame.px(13)
        return round(lattice.x + half + label if self.right else lattice.x - half - label)

    @property
    def outline(self) -> tuple[tuple[int, int], ...]:
        """Corners of the place's ground, clockwise on the left, counterclockwise on the right."""
        heights = [self.top, self.lattice.y, self.bottom] if self.whole else [self.top, self.bottom]
        return ((self.outer, self.bottom), (self.outer, self.top), *((self.reach(y), y) for y in heights))

    @property
    def outer(self) -> int:
        """The outermost pixel."""
        return self.frame.width - self.margin - 1 if self.right else self.margin

    @property
    def left(self) -> int:
        """Where the rows begin."""
        return self.frame.px(938 if self.whole else 946) if self.right else self.margin + self.frame.px(6)

    def line(self, index: int) -> int:
        """Middle of a line of names: along the outer edges of the picture, partners' on both."""
        low = self.low or index > 0
        return self.frame.height - self.frame.px(32) if low else self.frame.px(32)

    def row(self, index: int) -> int:
        """Middle of the row of a colour: close together in a corner, on a flank above and below its tip."""
        px = self.frame.px
        if self.whole:
            return px(102 + 62 * index if index < 3 else 454 + 62 * (index - 3))
        return (self.frame.height - px(262) if self.low else px(72)) + px(38) * index


def stands(frame: Frame, lattice: Lattice, sides: int) -> list[Stand]:
    """The sides' places: one flank each for up to two of them, else a corner each, clockwise."""
    if sides <= 2:
        return [Stand(frame, lattice, right, False, True) for right in (False, True)[:sides]]
    corners = ((False, False), (True, False), (True, True), (False, True))
    return [Stand(frame, lattice, right, low, False) for right, low in corners[:sides]]


def outermost(lattice: Lattice, row: int, right: bool) -> Axial:
    """The first or the last cell of a row."""
    radius = lattice.radius
    return (min(radius, radius - row) if right else max(-radius, -radius - row), row)
