"""Cards beside a board, one for each seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.game import Result, Seat
from render.kit.box import BOX
from render.kit.canvas import RGB, Sheet, Theme, ink
from render.kit.lettering import drawable, fitted
from render.kit.names import arrow, panel
from render.kit.squares import tag

__all__ = ["Box", "Card", "Frame", "begin_card", "lit_panel", "write_arrow", "write_name", "write_rank"]


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
) -> Card:
    """Draw the ground of a seat's card, with a stripe if the seat is to move or has won; return its look.

    `to_move` has every seat that is to move: several where they choose at once.
    """
    rank = result.ranks[seat] if result else None
    active = seat in to_move or rank == 1
    return Card(active, rank, lit_panel(sheet, frame, box, theme, lit=active))


def lit_panel(sheet: Sheet, frame: Frame, box: Box, theme: Theme, *, lit: bool) -> RGB:
    """Draw a panel and return its colour. A lit one has a stripe at its left edge."""
    paint, px = ink(theme), frame.px
    back = paint.lit if lit else paint.panel
    edge = paint.accent if lit else back
    ground = panel(sheet.palette, box.width, box.height, px(14), px(8), back, edge, paint.ground)
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
) -> None:
    """Write the seat's name in at most `room` pixels.

    Characters that the fonts lack are dropped. If nothing of the name can be shown, write the seat's number.
    """
    name = drawable(names[seat] if seat < len(names) else "") or f"#{seat + 1}"
    sheet.write(fitted(name, room, size, bold), x, y, size, front, back, bold=bold)
