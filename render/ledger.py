"""Below Familienbande's tree: the five markers, and the seats with their cards or, once over, totals."""

from __future__ import annotations

from collections.abc import Sequence

from engine.familienbande.model import Trait, View
from render import album
from render.canvas import RGB, Sheet, Theme, ink, lettered_disc
from render.kinship import Tree
from render.tracks import Line, shown_name

__all__ = ["bottom", "draw_markers", "draw_seats"]

TRACK, SEAT = 47, 60
"""Height of a line in thousandths of the width."""


def bottom(tree: Tree, seats: int) -> int:
    """Height of the whole picture in pixels."""
    return _top(tree) + tree.px(max(TRACK * len(Trait), SEAT * seats)) + tree.px(16)


def _top(tree: Tree) -> int:
    return tree.bottom + tree.px(26)


def draw_markers(sheet: Sheet, tree: Tree, view: View, gained: Sequence[int], theme: Theme) -> None:
    """A bar for each trait, ten points a notch, and what it gained since the viewer's last turn."""
    paint, px = ink(theme), tree.px
    most = max(60, -(-max(view.markers) // 10) * 10)
    for trait, (value, gain) in enumerate(zip(view.markers, gained, strict=True)):
        y = _top(tree) + px(TRACK) * trait + px(TRACK) // 2
        sheet.stamp(album.chip(px(44), theme, Trait(trait), paint.ground), px(36), y)
        bar = album.bar((px(270), px(26)), theme, Trait(trait), value, gain, most)
        sheet.stamp(bar, px(66), y)
        width = sheet.write(str(value), px(350), y, px(34), paint.text, paint.ground, bold=True)
        if gain:
            sheet.write(f"+{gain}", px(358) + width, y - px(4), px(22), paint.accent, paint.ground, bold=True)


def draw_seats(sheet: Sheet, tree: Tree, view: View, names: Sequence[str], theme: Theme) -> None:
    """Who sits where, whose turn it is and how many cards are held; at the end families and totals."""
    paint, px = ink(theme), tree.px
    left, right = px(476), tree.width - px(12)
    named = [*names, *[""] * view.seats]
    room = max(TRACK * 5, SEAT * view.seats)
    for seat in range(view.seats):
        top = _top(tree) + px((room - SEAT * view.seats) / 2 + SEAT * seat)
        active = view.to_move == seat or (view.result is not None and view.result.ranks[seat] == 1)
        back = paint.lit if active else paint.panel
        panel = album.panel((right - left, px(SEAT - 8)), theme, active=active)
        y = top + px(SEAT - 8) // 2
        sheet.stamp(panel, left, top)
        x = left + px(32)
        if view.result is not None:
            rank = view.result.ranks[seat]
            disc = lettered_disc(str(rank), px(36), paint.accent if rank == 1 else paint.muted, paint.ground)
            sheet.overlay(disc, x - disc.width // 2, y - disc.height // 2)
            x += px(18)
        elif active:
            sheet.write("▶", x, y, px(24), paint.accent, back, anchor="m")
        sheet.stamp(album.seat_sign(px(24), theme, seat, back), x + px(30), y)
        x += px(48)
        end = right - px(18)
        end = (
            _total(sheet, tree, view, seat, end, y, theme, back)
            if view.result
            else _held(sheet, tree, view, seat, end, y, theme, back)
        )
        line = Line(seat, named[seat], active)
        name, size = shown_name(line, end - x - px(12), px(27), px(21), active)
        sheet.write(name, x, y, size, paint.text, back, bold=active)


def _held(sheet: Sheet, tree: Tree, view: View, seat: int, end: int, y: int, theme: Theme, back: RGB) -> int:
    """A fan of cards and their number; returns where it begins."""
    paint, px = ink(theme), tree.px
    width = sheet.write(str(view.hands[seat]), end, y, px(30), paint.text, back, bold=True, anchor="r")
    fan = album.fan(px(44), theme, back)
    sheet.stamp(fan, end - width - px(34), y)
    return end - width - px(62)


def _total(sheet: Sheet, tree: Tree, view: View, seat: int, end: int, y: int, theme: Theme, back: RGB) -> int:
    """Family, its marker, the penalty, and the total; returns where it begins."""
    assert view.result is not None
    paint, px = ink(theme), tree.px
    family = view.families[seat]
    assert family is not None
    total, points = view.result.scores[seat][0], view.markers[family]
    wide = sheet.write(str(total).replace("-", "−"), end, y, px(36), paint.text, back, bold=True, anchor="r")
    x = end - max(px(76), wide + px(14))
    wide = 0
    if lost := points - total:
        wide = sheet.write(f"−{lost}", x, y, px(25), paint.accent, back, bold=True, anchor="r")
    x -= max(px(54), wide + px(10))
    wide = sheet.write(str(points), x, y, px(25), paint.muted, back, anchor="r")
    x -= max(px(58), wide + px(28))
    sheet.stamp(album.chip(px(42), theme, family, back), x, y)
    return x - px(26)
