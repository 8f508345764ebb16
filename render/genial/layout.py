"""Layout of Génial's pictures: the board in the middle, the sides around it, the shape of the clients' box.

A client fits a picture into a box of 11:7. A hexagon of cells leaves the four corners of that box free. The
sides have their places there, clockwise as around a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.kit.box import BOX
from render.kit.hexes import Axial, Lattice

__all__ = ["LAP", "STRIP", "WIDTH", "Frame", "Stand", "layout", "outermost", "stands"]

LAP = 18
"""Steps of a bar. A longer track continues on a second bar."""
WIDTH = 1100
"""Picture width in pixels for which lengths are given. Another width changes them in proportion."""

STRIP = 196
"""Width of the strip left of the candidates, with the tile and its owner's points."""


@dataclass(frozen=True)
class Frame:
    """A picture `width` pixels wide in the shape of the clients' box."""

    width: int = WIDTH

    @property
    def height(self) -> int:
        return round(self.width * BOX[1] / BOX[0])

    def px(self, length: float) -> int:
        """Return a length in pixels, at least 1, for a length given at `WIDTH`."""
        return max(1, round(length * self.width / WIDTH))

    @property
    def letter_size(self) -> int:
        """Size of the smallest letters that a player needs: capitals are 26 pixels high at `WIDTH`."""
        return self.px(36)

    @property
    def figure_size(self) -> int:
        """The size in pixels of values and counts: 8 points high on a telephone 324 points wide."""
        return self.px(38)

    @property
    def border(self) -> int:
        """Pixels of the board that are seen around its cells."""
        return self.px(5)

    def below(self, lattice: Lattice) -> int:
        """Return the pixels from the centre of the lowest cells down to the middle of the numbers under
        them.
        """
        notch = lattice.side / 2 * (1 + self.px(26) / lattice.pitch)
        return round(notch + self.border * 1.15 + self.px(15))

    def beside(self, lattice: Lattice, wide: float) -> int:
        """Return the pixels from the centre of a row's outermost cell to the middle of a label `wide` pixels
        wide.
        """
        return round(lattice.pitch / 2 + self.border + self.px(3) + wide / 2)

    def labelled_box(self, lattice: Lattice) -> tuple[int, int, int, int]:
        """Return the left, top, right and bottom of a board with its edge and labels, and a little room
        around them.
        """
        left, top, right, bottom = lattice.box
        away = lattice.pitch // 2
        low = lattice.y + lattice.radius * lattice.rise + self.below(lattice) + self.px(15)
        before = self.beside(lattice, self.px(29)) + self.px(20)
        after = self.beside(lattice, self.px(48)) + self.px(14)
        high = top - self.border - self.px(1)
        return left - before + away, high, right + after - away, max(low, bottom)


@lru_cache(maxsize=24)
def layout(radius: int, width: int = WIDTH) -> Lattice:
    """Return the lattice of the largest board that fits, with its labels, into a picture `width` pixels
    wide.
    """
    frame = Frame(width)
    pitch = 2
    while _tall(frame, radius, pitch + 2) <= frame.height:
        pitch += 2
    _, top, _, _ = frame.labelled_box(Lattice(radius, pitch, 0, 0))
    return Lattice(
        radius, pitch, width // 2 - frame.px(9), (frame.height - _tall(frame, radius, pitch)) // 2 - top
    )


def _tall(frame: Frame, radius: int, pitch: int) -> int:
    """Return the height in pixels of a board with its labels."""
    _, top, _, bottom = frame.labelled_box(Lattice(radius, pitch, 0, 0))
    return bottom - top


@dataclass(frozen=True)
class Stand:
    """A side's place beside the board: a corner, or a whole flank."""

    frame: Frame
    lattice: Lattice
    is_right: bool
    is_low: bool
    is_whole: bool

    @property
    def margin(self) -> int:
        return self.frame.px(5)

    @property
    def top(self) -> int:
        return self.lattice.y + self.frame.px(6) if self.is_low else self.margin

    @property
    def bottom(self) -> int:
        whole = self.is_low or self.is_whole
        return self.frame.height - self.margin if whole else self.lattice.y - self.frame.px(6)

    def reach(self, y: int) -> int:
        """Return the innermost pixel column of the place at height `y`. Labels and board begin behind it."""
        lattice, frame = self.lattice, self.frame
        away = abs(y - lattice.y) * lattice.pitch / 2 / lattice.rise
        half = lattice.radius * lattice.pitch - away
        wide = frame.px(48 if self.is_right and (self.is_low or self.is_whole) else 29)
        label = frame.beside(lattice, wide) + wide / 2 + frame.px(13)
        return round(lattice.x + half + label if self.is_right else lattice.x - half - label)

    @property
    def outline(self) -> tuple[tuple[int, int], ...]:
        """Corners of the place's ground, clockwise on the left, counterclockwise on the right."""
        heights = [self.top, self.lattice.y, self.bottom] if self.is_whole else [self.top, self.bottom]
        return ((self.outer, self.bottom), (self.outer, self.top), *((self.reach(y), y) for y in heights))

    @property
    def outer(self) -> int:
        """The outermost pixel column."""
        return self.frame.width - self.margin - 1 if self.is_right else self.margin

    @property
    def is_mirrored(self) -> bool:
        """Rows begin at the outer edge: in a corner on the right, they run from right to left."""
        return self.is_right and not self.is_whole

    @property
    def row_left(self) -> int:
        """The pixel column where the rows of colours begin: their right end if they are mirrored."""
        if self.is_mirrored:
            return self.outer - self.frame.px(4)
        return self.frame.px(938) if self.is_right else self.margin + self.frame.px(6 if self.is_whole else 3)

    def line(self, index: int) -> int:
        """Return the pixel row of a line of names.

        It runs along the upper or lower edge of the picture. A partner's line always runs along the lower
        one.
        """
        low = self.is_low or index > 0
        return self.frame.height - self.frame.px(32) if low else self.frame.px(32)

    def row(self, index: int) -> int:
        """Return the pixel row of a colour: close together in a corner, above and below the board's tip on a
        flank.
        """
        px = self.frame.px
        if self.is_whole:
            return px(102 + 62 * index if index < 3 else 454 + 62 * (index - 3))
        return (self.frame.height - px(272) if self.is_low else px(72)) + px(40) * index

    @property
    def score(self) -> tuple[int, int, int]:
        """Return the outer and the inner pixel column for the score that decides, and its pixel row.

        It stands beside the rows that are next to the first name, where the place is broad.
        """
        px = self.frame.px
        y = self.frame.height - px(86) if self.is_low else px(86)
        inner = self.reach(y + (-px(28) if self.is_low else px(28)))
        if self.is_right:
            return (px(932) if self.is_whole else self.outer - px(156)), inner + px(8), y
        return self.margin + px(156), inner - px(8), y


def stands(frame: Frame, lattice: Lattice, sides: int) -> list[Stand]:
    """Return the sides' places: a flank each for one or two sides, otherwise a corner each, clockwise."""
    if sides <= 2:
        return [Stand(frame, lattice, right, False, True) for right in (False, True)[:sides]]
    corners = ((False, False), (True, False), (True, True), (False, True))
    return [Stand(frame, lattice, right, low, False) for right, low in corners[:sides]]


def outermost(lattice: Lattice, row: int, right: bool) -> Axial:
    """Return the first cell of a row, or the last one if `right`."""
    radius = lattice.radius
    return (min(radius, radius - row) if right else max(-radius, -radius - row), row)
