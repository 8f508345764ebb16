"""Cards beside a board, one for each seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from engine.game import Result, Seat
from render.kit.box import BOX
from render.kit.canvas import RGB, Palette, Sheet, Sprite, Theme, ink, opaque
from render.kit.lettering import drawable, fitted, length, mask
from render.kit.levels import resized
from render.kit.marks import TURN_BAR, TURN_LINE, WIDTH, turn_ground
from render.kit.memory import kept
from render.kit.names import arrow
from render.kit.squares import tag

__all__ = [
    "NARROWEST",
    "Box",
    "Card",
    "Frame",
    "begin_card",
    "lit_panel",
    "write_arrow",
    "write_name",
    "write_narrow",
    "write_rank",
]

NARROWEST = 0.74
"""The least share of their width in which letters are written."""


@dataclass(frozen=True)
class Frame:
    """The proportions of the box in which clients show a lone picture (`BOX`), at a width of `width`
    pixels.
    """

    width: int

    @property
    def height(self) -> int:
        return round(self.width * BOX[1] / BOX[0])

    def px(self, units: float) -> int:
        """Return a length in pixels, at least 1, for `units` of a picture 1,100 pixels wide."""
        return max(1, round(units * self.width / 1100))

    @property
    def letter_size(self) -> int:
        """The size in pixels of the smallest letters that can still be read on a phone."""
        return self.px(36)

    @property
    def figure_size(self) -> int:
        """The size in pixels of values and counts: 8 points high on a telephone 324 points wide."""
        return self.px(38)

    def cards(self, left: int, count: int) -> tuple[Box, ...]:
        """Return boxes for `count` cards of equal height, between pixel column `left` and the right edge."""
        edge, gap = self.px(8), self.px(8)
        tall = (self.height - 2 * edge - (count - 1) * gap) // count
        wide = self.width - left - edge
        return tuple(Box(left, edge + index * (tall + gap), wide, tall) for index in range(count))


class Box(NamedTuple):
    """A rectangle in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The pixel after the last column."""
        return self.left + self.width

    @property
    def middle(self) -> int:
        """Pixel row of the middle."""
        return self.top + self.height // 2


class Card(NamedTuple):
    """The look of a seat's card after its ground is drawn. The caller still draws what stands on it."""

    is_active: bool
    """The card stands out, because the seat is to move or has won."""
    rank: int | None
    back: RGB


def begin_card(
    sheet: Sheet,
    frame: Frame,
    box: Box,
    seat: int,
    to_move: Collection[Seat | None],
    result: Result | None,
    theme: Theme,
    bar: tuple[int, int] | None = None,
) -> Card:
    """Draw the ground of a seat's card, outlined if the seat is to move or has won; return its look.

    `to_move` has every seat that is to move: several where they choose at once. The bar on the left of an
    outlined card runs between two distances from its top, all along if `bar` is `None`.
    """
    rank = result.ranks[seat] if result else None
    active = seat in to_move or rank == 1
    back = lit_panel(sheet, frame, box, theme, lit=active)
    if active and bar is not None:
        line = max(2, frame.px(TURN_LINE))
        left, right = box.left + line, box.left + frame.px(TURN_BAR)
        begin, end = (box.top + each for each in bar)
        for top, bottom in ((box.top + line, begin), (end, box.top + box.height - line)):
            sheet.fill((left, top, right, bottom), back)
    return Card(active, rank, back)


def lit_panel(sheet: Sheet, frame: Frame, box: Box, theme: Theme, *, lit: bool) -> RGB:
    """Draw a panel and return its colour. A lit one has an outline, and a bar at its left edge."""
    paint, px = ink(theme), frame.px
    back = paint.lit if lit else paint.panel
    edge = paint.accent if lit else back
    unit = frame.width / WIDTH
    ground = turn_ground(sheet.palette, box.width, box.height, px(14), unit, back, edge, paint.ground)
    sheet.stamp(ground, box.left, box.top)
    return back


def write_arrow(sheet: Sheet, x: int, y: int, size: int, back: RGB, theme: Theme) -> None:
    """Draw the triangle that marks whoever is to move, with its left end at pixel column `x`."""
    sheet.stamp(arrow(sheet.palette, size, ink(theme).accent, back), x, y)


def write_rank(sheet: Sheet, rank: int, x: int, y: int, size: int, theme: Theme) -> None:
    """Draw a rank on a disc around (x, y)."""
    paint = ink(theme)
    disc = tag(str(rank), round(size * 0.79), size, paint.accent if rank == 1 else paint.muted, paint.ground)
    sheet.overlay(disc, x - disc.width // 2, y - size // 2)


def write_name(
    sheet: Sheet,
    names: Sequence[str],
    seat: int,
    x: int,
    y: int,
    room: int,
    size: int,
    front: RGB,
    back: RGB,
    *,
    bold: bool = False,
    narrow: bool = False,
) -> None:
    """Write the seat's name in at most `room` pixels, where it must be `narrow` with letters closer together
    before it is shortened.

    Characters that the fonts lack are dropped. If nothing of the name can be shown, write the seat's number.
    """
    name = drawable(names[seat] if seat < len(names) else "") or f"#{seat + 1}"
    wide = length(name, size, bold)
    if narrow and wide > room:
        shown = fitted(name, int(room / NARROWEST), size, bold)
        share = min(1.0, room / length(shown, size, bold))
        write_narrow(sheet, shown, x, y, size, front, back, bold=bold, share=share)
        return
    sheet.write(fitted(name, room, size, bold), x, y, size, front, back, bold=bold)


def write_narrow(
    sheet: Sheet,
    text: str,
    x: int,
    y: int,
    size: int,
    front: RGB,
    back: RGB,
    *,
    bold: bool = False,
    right: bool = False,
    share: float = NARROWEST,
) -> None:
    """Write a line in letters of full height and `share` of their width, from `x` on or up to it."""
    line = _narrow(sheet.palette, text, size, front, back, bold, share)
    sheet.stamp(line, x - line.image.width if right else x, y)


@kept
def _narrow(
    palette: Palette, text: str, size: int, front: RGB, back: RGB, bold: bool, share: float
) -> Sprite:
    letters, rise = mask(text, size, bold)
    letters = resized(letters, max(1, int(letters.width * share)), letters.height)
    image = Image.new("RGBA", letters.size, (*front, 0))
    image.putalpha(letters)
    return Sprite(opaque(image, palette, back), None, (0, rise))
