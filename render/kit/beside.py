"""Beside a board: a column of cards, one for each seat."""

from __future__ import annotations

from collections.abc import Sequence
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
    """A picture of the box in which clients show it, `width` pixels wide."""

    width: int

    @property
    def height(self) -> int:
        return round(self.width * BOX[1] / BOX[0])

    def px(self, units: float) -> int:
        """A length in pixels, given as that of a picture 1,100 pixels wide."""
        return max(1, round(units * self.width / 1100))

    @property
    def letters(self) -> int:
        """Size of the smallest letters that a phone still shows large enough to be read."""
        return self.px(36)

    def cards(self, left: int, count: int) -> tuple[Box, ...]:
        """So many cards of one height from pixel column `left` to the right edge."""
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
    """A seat's card, on which its particulars are still to be drawn."""

    active: bool
    """It stands out: the seat is to move, or has won."""
    rank: int | None
    back: RGB


def begin_card(
    sheet: Sheet, frame: Frame, box: Box, seat: int, to_move: Seat | None, result: Result | None, theme: Theme
) -> Card:
    """Draw the ground of a seat's card, with a stripe where the seat is to move or has won."""
    rank = result.ranks[seat] if result else None
    active = seat == to_move or rank == 1
    return Card(active, rank, lit_panel(sheet, frame, box, theme, lit=active))


def lit_panel(sheet: Sheet, frame: Frame, box: Box, theme: Theme, *, lit: bool) -> RGB:
    """Draw a panel, lit and with a stripe or plain; return its colour."""
    paint, px = ink(theme), frame.px
    back = paint.lit if lit else paint.panel
    edge = paint.accent if lit else back
    ground = panel(sheet.palette, box.width, box.height, px(14), px(8), back, edge, paint.ground)
    sheet.stamp(ground, box.left, box.top)
    return back


def write_arrow(sheet: Sheet, x: int, y: int, size: int, back: RGB, theme: Theme) -> None:
    """The triangle that says whose turn it is, from pixel column `x` on."""
    sheet.stamp(arrow(sheet.palette, size, ink(theme).accent, back), x, y)


def write_rank(sheet: Sheet, rank: int, x: int, y: int, size: int, theme: Theme) -> None:
    """A rank on a disc around (x, y)."""
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
    """Who sits there, as far as the fonts know the name (else the seat's number), `room` pixels at most."""
    name = drawable(names[seat] if seat < len(names) else "") or f"#{seat + 1}"
    sheet.write(fitted(name, room, size, bold), x, y, size, front, back, bold=bold)
