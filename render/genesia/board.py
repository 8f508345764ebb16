"""The picture of Genesia's map with everything that stands on it, and what each people has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from PIL import Image

from engine.genesia.model import View
from render.genesia.arrows import arrow
from render.genesia.borders import Point
from render.genesia.ground import Ring, empty_map, region
from render.genesia.map import Chart, chart
from render.genesia.marks import clash, count
from render.genesia.palette import INKY, SCENES, filled, on
from render.genesia.pieces import stack
from render.genesia.placement import SLIM, TALL, WIDE
from render.genesia.routes import trimmed, way
from render.genesia.seats import Below, Column, draw_below, draw_beside
from render.kit.canvas import Picture, Sheet, Theme

__all__ = ["board", "large"]


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1650,
    route: Sequence[str] = (),
    clans: int = 0,
) -> Picture:
    """The map as `view` knows it, and on its left what each people has, in turn order; 11:7.

    `names` by people; a missing or undrawable one shows as the seat's number. `route` is a march that is
    planned, drawn over the map: codes of regions from the first to the last, `clans` how many march. Marked
    are regions that changed since the viewer's own last turn, and the assault that is being fought. With four
    and five peoples a region shows its value only while nobody holds it.
    """
    lie = chart(view.peoples, width)
    sheet = empty_map(lie, lie.height, theme).copy()
    _draw_map(sheet, lie, view, theme, route, clans)
    draw_beside(sheet, Column(lie), view, names, theme)
    return sheet.encode()


def large(view: View, names: Sequence[str], *, theme: Theme = Theme.DARK, width: int = 1650) -> Picture:
    """The map over all the width, with the value of every region, and below it all that each people has."""
    lie = chart(view.peoples, width, large=True)
    seats = Below(lie)
    sheet = empty_map(lie, seats.bottom, theme).copy()
    _draw_map(sheet, lie, view, theme, (), 0)
    draw_below(sheet, seats, view, names, theme)
    return sheet.encode()


def _draw_map(sheet: Sheet, lie: Chart, view: View, theme: Theme, route: Sequence[str], clans: int) -> None:
    """Regions in their holders' colours, then ways, then what stands there."""
    target = view.combat.target if view.combat else None
    attacked = None if target is None else lie.map.named[target]
    for index, holders in enumerate(view.holders):
        ring = Ring.FIGHT if index == attacked else Ring.FRESH if index in view.changed else None
        if holders or ring:
            sheet.stamp(region(lie, theme, index, holders, ring=ring), *lie.boxes[index][:2])
    if len(route) > 1:
        _march(sheet, lie, route, theme)
    for index, holders in enumerate(view.holders):
        _stacks(sheet, lie, view, index, holders, theme)
    if view.combat and view.combat.source and view.combat.target:
        _assault(sheet, lie, (view.combat.source, view.combat.target), theme)
    if len(route) > 1 and clans:
        _marchers(sheet, lie, route, clans, theme)


def _stacks(sheet: Sheet, lie: Chart, view: View, index: int, holders: tuple[int, ...], theme: Theme) -> None:
    room = lie.rooms[index]
    wide, high = (SLIM if len(room.stacks) > 2 else TALL) if room.tall else WIDE
    shape = (wide * room.narrow, high)
    places = zip(holders, room.stacks[min(len(holders), len(room.stacks)) - 1], strict=False)
    # Where they stand close, the right end of each is seen: its number.
    for people, at in sorted(places, key=lambda each: each[1], reverse=True):
        clans, city = view.clans[people][index], index in view.cities[people]
        sheet.stamp(stack(lie.unit, theme, people, clans, city, filled(theme, people), shape), *at)


def _assault(sheet: Sheet, lie: Chart, codes: tuple[str, str], theme: Theme) -> None:
    """An arrow from the attacking region to the attacked one, with crossed swords on it if it is long."""
    points, _ = way(lie, [lie.map.named[code] for code in codes])
    points = trimmed(points, 34 * lie.unit, 34 * lie.unit)
    image, x, y = arrow(points, SCENES[theme].fight, INKY, wide=lie.px(14), head=lie.px(36))
    sheet.overlay(image, x, y)
    long = sum(dist(a, b) for a, b in pairwise(points))
    if long > 90 * lie.unit:
        _lay(sheet, clash(lie.px(60), theme), trimmed(points, long * 0.4, 0)[0])


def _march(sheet: Sheet, lie: Chart, route: Sequence[str], theme: Theme) -> None:
    """The way of the clans from region to region, under the stacks that stand there."""
    points, stops = way(lie, [lie.map.named[code] for code in route])
    front = SCENES[theme].way
    end = trimmed(points[-2:], 0, 30 * lie.unit)[-1]
    image, x, y = arrow([*points[:-1], end], front, on(front), wide=lie.px(13), head=lie.px(34), stops=stops)
    sheet.overlay(image, x, y)


def _marchers(sheet: Sheet, lie: Chart, route: Sequence[str], clans: int, theme: Theme) -> None:
    """How many clans march, on the first leg of the way."""
    points, _ = way(lie, [lie.map.named[code] for code in route[:2]])
    long = sum(dist(a, b) for a, b in pairwise(points))
    _lay(sheet, count(lie.unit, theme, clans), trimmed(points, long / 2, 0)[0])


def _lay(sheet: Sheet, disc: Image.Image, at: Point) -> None:
    sheet.overlay(disc, round(at[0]) - disc.width // 2, round(at[1]) - disc.height // 2)
