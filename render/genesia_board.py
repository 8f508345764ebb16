"""The picture of Genesia's map with everything that stands on it, and what each people has."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from engine.genesia.model import View
from render.canvas import Picture, Sheet, Theme
from render.genesia_arrows import arrow
from render.genesia_ground import Ring, empty_map, region
from render.genesia_hues import INKY, SCENES, filled, on
from render.genesia_map import Chart, chart
from render.genesia_marks import clash, count
from render.genesia_pieces import stack
from render.genesia_room import CROWD
from render.genesia_seats import Seats, draw_age, draw_seats

__all__ = ["board"]

Point = tuple[float, float]


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1600,
    route: Sequence[str] = (),
    clans: int = 0,
) -> Picture:
    """The map as `view` knows it, and below it what each people has, in turn order; `width` pixels wide.

    `names` in seat order; a missing or undrawable one shows as the seat's number. `route` is a march that is
    planned, drawn over the map: codes of regions from the first to the last, `clans` how many march. Marked
    are regions that changed since the viewer's own last turn, and the assault that is being fought.
    """
    lie = chart(view.peoples, width)
    seats = Seats(lie)
    sheet = empty_map(view.peoples, width, seats.bottom, theme).copy()
    target = view.struggle.target if view.struggle else None
    attacked = None if target is None else lie.map.named[target]
    for index, holders in enumerate(view.holders):
        ring = Ring.FIGHT if index == attacked else Ring.FRESH if index in view.changed else None
        if holders or ring:
            here = region(view.peoples, width, theme, index, holders, ring=ring)
            sheet.stamp(here, *lie.boxes[index][:2])
    for index, holders in enumerate(view.holders):
        _stacks(sheet, lie, view, index, holders, theme)
    if view.struggle and view.struggle.source and view.struggle.target:
        _assault(sheet, lie, (view.struggle.source, view.struggle.target), theme)
    if len(route) > 1:
        _march(sheet, lie, route, clans, theme)
    draw_age(sheet, seats, view, theme)
    draw_seats(sheet, seats, view, names, theme)
    return sheet.encode()


def _stacks(sheet: Sheet, lie: Chart, view: View, index: int, holders: tuple[int, ...], theme: Theme) -> None:
    places = lie.rooms[index].stacks
    size = lie.unit * lie.rooms[index].size * (CROWD if len(holders) > 3 else 1)
    for people, at in zip(holders, places[min(len(holders), len(places)) - 1], strict=False):
        clans, city = view.clans[people][index], index in view.cities[people]
        sheet.stamp(stack(size, theme, people, clans, city, filled(theme, people)), *at)


def _assault(sheet: Sheet, lie: Chart, codes: tuple[str, str], theme: Theme) -> None:
    """An arrow from the attacking region to the attacked one, with crossed swords on it if it is long."""
    start, end = (lie.rooms[lie.map.named[code]].middle for code in codes)
    start, end = _towards(start, end, 30 * lie.unit), _towards(end, start, 34 * lie.unit)
    fight = SCENES[theme].fight
    image, x, y = arrow((start, end), fight, INKY, wide=lie.px(12), head=lie.px(30))
    sheet.overlay(image, x, y)
    long = hypot(end[0] - start[0], end[1] - start[1])
    if long > 90 * lie.unit:
        disc, middle = clash(lie.px(50), theme), _towards(start, end, long * 0.4)
        sheet.overlay(disc, round(middle[0]) - disc.width // 2, round(middle[1]) - disc.height // 2)


def _march(sheet: Sheet, lie: Chart, route: Sequence[str], clans: int, theme: Theme) -> None:
    """The way of the clans from region to region, and how many they are."""
    points: list[Point] = [lie.rooms[lie.map.named[code]].middle for code in route]
    points[0] = _towards(points[0], points[1], 30 * lie.unit)
    points[-1] = _towards(points[-1], points[-2], 24 * lie.unit)
    way = SCENES[theme].way
    image, x, y = arrow(points, way, on(way), wide=lie.px(11), head=lie.px(30))
    sheet.overlay(image, x, y)
    if clans:
        disc = count(lie.px(48), theme, clans)
        first = _towards(
            points[0], points[1], hypot(points[1][0] - points[0][0], points[1][1] - points[0][1]) * 0.4
        )
        sheet.overlay(disc, round(first[0]) - disc.width // 2, round(first[1]) - disc.height // 2)


def _towards(start: Point, end: Point, by: float) -> Point:
    """A point that much nearer to the end."""
    long = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) * by / long, start[1] + (end[1] - start[1]) * by / long
