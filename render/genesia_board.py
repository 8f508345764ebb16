"""The picture of Genesia's map with everything that stands on it, and what each people has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from PIL import Image

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
from render.genesia_ways import trimmed, way

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
    if len(route) > 1:
        _march(sheet, lie, route, theme)
    for index, holders in enumerate(view.holders):
        _stacks(sheet, lie, view, index, holders, theme)
    if view.struggle and view.struggle.source and view.struggle.target:
        _assault(sheet, lie, (view.struggle.source, view.struggle.target), theme)
    if len(route) > 1 and clans:
        _marchers(sheet, lie, route, clans, theme)
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
    points, _ = way(lie, [lie.map.named[code] for code in codes])
    points = trimmed(points, 30 * lie.unit, 34 * lie.unit)
    image, x, y = arrow(points, SCENES[theme].fight, INKY, wide=lie.px(12), head=lie.px(30))
    sheet.overlay(image, x, y)
    long = sum(dist(a, b) for a, b in pairwise(points))
    if long > 90 * lie.unit:
        _lay(sheet, clash(lie.px(50), theme), trimmed(points, long * 0.4, 0)[0])


def _march(sheet: Sheet, lie: Chart, route: Sequence[str], theme: Theme) -> None:
    """The way of the clans from region to region, under the stacks that stand there."""
    points, stops = way(lie, [lie.map.named[code] for code in route])
    front = SCENES[theme].way
    end = trimmed(points[-2:], 0, 30 * lie.unit)[-1]
    image, x, y = arrow([*points[:-1], end], front, on(front), wide=lie.px(11), head=lie.px(30), stops=stops)
    sheet.overlay(image, x, y)


def _marchers(sheet: Sheet, lie: Chart, route: Sequence[str], clans: int, theme: Theme) -> None:
    """How many clans march, on the first leg of the way."""
    points, _ = way(lie, [lie.map.named[code] for code in route[:2]])
    long = sum(dist(a, b) for a, b in pairwise(points))
    _lay(sheet, count(lie.px(48), theme, clans), trimmed(points, long / 2, 0)[0])


def _lay(sheet: Sheet, disc: Image.Image, at: Point) -> None:
    sheet.overlay(disc, round(at[0]) - disc.width // 2, round(at[1]) - disc.height // 2)
