"""Markers and seats right of Familienbande's tree: traits' points, seats with their cards, final totals."""

from __future__ import annotations

from collections.abc import Sequence

from engine.familienbande.model import Trait, View
from render.familienbande import material
from render.familienbande.layout import SEATS_TOP, Tree, seat_pitch
from render.kit.canvas import RGB, Sheet, Theme, ink
from render.kit.marks import TURN_LINE
from render.kit.names import RosterLine, shown_name

__all__ = ["draw_markers", "draw_seats"]

LETTERS, FIGURES = 36, 38
"""Font sizes of names and of numbers, in 1,100ths of the width.

Capitals are 9 points high on a phone, numbers 8 points on a telephone 324 points wide.
"""
MARKERS, MARKER = 566, 106
"""Left edge of the markers and width of each, in 1,100ths of the width."""
LEFT, RIGHT = 746, 1094


def draw_markers(sheet: Sheet, tree: Tree, view: View, gained: Sequence[int], theme: Theme) -> None:
    """Draw each trait's points with a bar, and the points that it gained since the viewer's last turn."""
    paint, px = ink(theme), tree.px
    most = max(60, -(-max(view.markers) // 10) * 10)
    for trait, (value, gain) in enumerate(zip(view.markers, gained, strict=True)):
        left, y = px(MARKERS + MARKER * trait), px(30)
        large = value < 100
        size = px(40 if large else 30)
        sheet.stamp(material.chip(size, theme, Trait(trait), paint.ground), left + size // 2, y)
        x = left + px(46 if large else 32)
        sheet.write(str(value), x, y, px(FIGURES), paint.text, paint.ground, bold=large)
        bar = material.bar((px(98), px(11)), theme, Trait(trait), value, gain, most)
        sheet.stamp(bar, left, px(55))
        if gain:
            right = left + px(98)
            sheet.write(f"+{gain}", right, px(75), px(FIGURES), paint.accent, paint.ground, anchor="r")


def draw_seats(sheet: Sheet, tree: Tree, view: View, names: Sequence[str], theme: Theme) -> None:
    """Draw the seats' names, the seat to move and the number of cards; when over, ranks, families and
    totals. Wherever all families are known before, they are laid open beside the cards that are left.
    """
    paint, px = ink(theme), tree.px
    left, right = px(LEFT), px(RIGHT)
    named = [*names, *[""] * view.seats]
    pitch = seat_pitch(view.seats)
    line = {2: px(TURN_LINE), 3: px(3)}.get(view.seats, 0)  # what the accents of a name leave of its row
    for seat in range(view.seats):
        top, bottom = px(SEATS_TOP + pitch * seat), px(SEATS_TOP + pitch * (seat + 1) - 2)
        active = view.to_move == seat or (view.result is not None and view.result.ranks[seat] == 1)
        back = paint.lit if active else paint.panel
        size = right - left, bottom - top
        sheet.stamp(material.panel(size, theme, active=active, line=line), left, top)
        y, x = (top + bottom) // 2, left + px(22)
        front, tab = (paint.ground, paint.accent) if active else (paint.text, back)
        if view.result is not None:
            rank = str(view.result.ranks[seat])
            sheet.write(rank, x, y, px(FIGURES), front, tab, bold=True, anchor="m")
            x += px(40)
            front, tab = paint.text, back
        sheet.stamp(material.seat_sign(px(28), theme, seat, front, tab), x, y)
        x += px(20 if view.result is not None else 38)
        end = right - px(10)
        family = view.families[seat]
        of_seat = _draw_hand_size if family is None or view.result is None else _draw_total
        end = of_seat(sheet, tree, view, seat, end, y, theme, back)
        if family is not None and view.result is None and None not in view.families:
            sheet.stamp(material.chip(px(38), theme, family, back), end - px(26), y)
            end -= px(46)
        roster = RosterLine(seat, named[seat], active)
        name, letters = shown_name(roster, end - x - px(6), px(LETTERS), px(LETTERS), active)
        sheet.write(name, x, y, letters, paint.text, back, bold=active)


def _draw_hand_size(
    sheet: Sheet, tree: Tree, view: View, seat: int, end: int, y: int, theme: Theme, back: RGB
) -> int:
    """Draw a fan of cards and their number. Return the pixel column where they begin."""
    paint, px = ink(theme), tree.px
    held = str(view.hand_sizes[seat])
    width = sheet.write(held, end, y, px(FIGURES), paint.text, back, bold=True, anchor="r")
    x = end - max(px(25), width) - px(24)
    sheet.stamp(material.fan(px(34), theme, back), x, y)
    return x - px(20)


def _draw_total(
    sheet: Sheet, tree: Tree, view: View, seat: int, end: int, y: int, theme: Theme, back: RGB
) -> int:
    """Draw the seat's family and total. Return the pixel column where they begin.

    The difference between the total and the family's marker is the penalty for cards in hand.
    """
    assert view.result is not None
    paint, px = ink(theme), tree.px
    family = view.families[seat]
    assert family is not None
    total = str(view.result.scores[seat][0]).replace("-", "−")
    wide = sheet.write(total, end, y, px(FIGURES), paint.text, back, bold=True, anchor="r")
    x = end - max(px(50), wide) - px(26)
    sheet.stamp(material.chip(px(38), theme, family, back), x, y)
    return x - px(20)
