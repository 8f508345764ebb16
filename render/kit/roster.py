"""Below a board of squares: a row for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.game import Result, Seat
from render.kit.canvas import RGB, Sheet, Theme, ink, lettered_disc
from render.kit.tracks import Line, arrow, panel, shown_name

__all__ = ["Roster", "Row", "begin_row", "write_name"]


@dataclass(frozen=True)
class Roster:
    """Where the seats' rows lie on a sheet of `width` pixels, from pixel row `top` on."""

    width: int
    top: int

    def px(self, thousandths: float) -> int:
        """A length in pixels, given in thousandths of the width."""
        return max(1, round(thousandths * self.width / 1000))

    @property
    def row(self) -> int:
        """Height of a row."""
        return self.px(74)

    def row_top(self, index: int) -> int:
        return self.top + index * (self.row + self.px(8))

    def bottom(self, rows: int) -> int:
        """The pixel after so many rows and their margin."""
        return self.row_top(rows) + self.px(6)


class Row(NamedTuple):
    """A seat's row, on which its particulars are still to be drawn."""

    active: bool
    """It stands out: the seat is to move, or has won."""
    rank: int | None
    back: RGB
    middle: int
    """Pixel row of the middle."""


def begin_row(
    sheet: Sheet, roster: Roster, seat: int, to_move: Seat | None, result: Result | None, theme: Theme
) -> Row:
    """Draw the ground of a seat's row with its rank or, when it is to move, an arrow."""
    paint, px, top = ink(theme), roster.px, roster.row_top(seat)
    rank = result.ranks[seat] if result else None
    active = seat == to_move or rank == 1
    back, middle = (paint.lit if active else paint.panel), top + roster.row // 2
    edge, wide = (paint.accent if active else back), roster.width - 2 * px(14)
    sheet.stamp(panel(sheet.palette, wide, roster.row, px(14), px(8), back, edge, paint.ground), px(14), top)
    if rank is not None:
        disc = lettered_disc(str(rank), px(40), paint.accent if rank == 1 else paint.muted, paint.ground)
        sheet.overlay(disc, px(30), middle - disc.height // 2)
    elif seat == to_move:
        sheet.stamp(arrow(sheet.palette, px(24), paint.accent, back), px(38), middle)
    return Row(active, rank, back, middle)


def write_name(
    sheet: Sheet,
    roster: Roster,
    row: Row,
    seat: int,
    names: Sequence[str],
    left: int,
    room: int,
    theme: Theme,
) -> None:
    """Write who sits there from pixel `left` on, `room` pixels wide at the most."""
    line = Line(seat, names[seat] if seat < len(names) else "", row.active)
    name, size = shown_name(line, room, roster.px(28), roster.px(22), row.active)
    sheet.write(name, left, row.middle, size, ink(theme).text, row.back, bold=row.active)
