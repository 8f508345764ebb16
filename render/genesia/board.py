"""The picture of Genesia's map with stacks, ways and assaults, and each people's goods."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from math import dist

from PIL import Image

from engine.genesia.model import View
from render.genesia.arrows import arrow
from render.genesia.borders import Point
from render.genesia.ground import Ring, code_box, empty_map, redraw_code, redraw_name, redraw_value, region
from render.genesia.labels import label_box, with_names
from render.genesia.map import Box, Chart, chart
from render.genesia.marks import candidate_number, clan_count, clash
from render.genesia.palette import INKY, SCENES, contrast_colour, held_colour
from render.genesia.pieces import stack
from render.genesia.placement import CODE_WIDTHS, SLIM, TALL, WIDE
from render.genesia.routes import trimmed, way
from render.genesia.seats import Below, Column, draw_below, draw_beside
from render.kit.box import BOX
from render.kit.canvas import Picture, Sheet, Theme

__all__ = ["board", "choice", "large"]

SHAPE = BOX[0] / BOX[1]
NARROWEST = 760
"""Width of the smallest part of the map that is shown, in 1,650ths of the picture's width."""
ENDS = range(34, 125, 6)
"""Units before the middle of a region at which an arrow may end, the best place first."""
SWORDS = (0.4, 0.5, 0.3, 0.6, 0.2)
"""Shares of an arrow's length at which crossed swords may lie, the best place first."""
CLANS = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""Shares of a leg of a march at which the number of its clans may lie, the best place first."""
SMALLEST = 0.62
"""Smallest scale of candidates' numbers on a part of the map, which clients shrink less than all of it."""


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1650,
    route: Sequence[str] = (),
    clans: int = 0,
) -> Picture:
    """Draw the map as `view` knows it, with each people's goods on its left, in turn order.

    The shape is 11:7.

    `names` are by people; a missing or undrawable one shows as the seat's number. `route` is a planned march
    drawn over the map: region codes from the first to the last, with the number of its `clans`. Regions that
    changed since the viewer's own last turn are marked, and so is the assault that is being fought. On the
    maps for one, four and five a region shows its value only while nobody holds it.
    """
    lie = chart(view.seats, width)
    sheet = empty_map(lie, lie.height, theme).copy()
    _draw_map(sheet, lie, view, theme, route, clans)
    draw_beside(sheet, Column(lie), view, names, theme)
    return sheet.encode()


def choice(
    view: View,
    names: Sequence[str],
    regions: Collection[str],
    marks: Mapping[str, str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1650,
) -> Picture:
    """Draw the part of the map with these regions (codes), their codes replaced by `marks`.

    The part has the shape of the board and is as wide as it must be. If the regions lie too far apart for
    that, draw the whole board.
    """
    lie = chart(view.seats, width)
    sheet = empty_map(lie, lie.height, theme).copy()
    _draw_map(sheet, lie, view, theme, (), 0)
    boxes = [lie.boxes[lie.map.indices[code]] for code in regions]
    part = _part(lie, boxes) if boxes else None
    share = 1.0 if part is None else max(SMALLEST, (part[2] - part[0]) / width)
    for code, label in marks.items():
        room = lie.rooms[lie.map.indices[code]]
        wide = round((CODE_WIDTHS[len(code) == 3] * room.narrow + 12) * lie.unit)
        _lay(sheet, candidate_number(lie.unit * share, label, wide), room.code)
    if part is not None:
        return Sheet(sheet.image.crop(part), sheet.palette).encode()
    draw_beside(sheet, Column(lie), view, names, theme)
    return sheet.encode()


def _part(lie: Chart, boxes: Sequence[Box]) -> Box | None:
    """Return the smallest part of the map around these boxes in the shape of a board.

    Return `None` if none fits on the map.
    """
    edge = lie.px(16)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    wide, tall = max(rights) - min(lefts) + 2 * edge, max(bottoms) - min(tops) + 2 * edge
    width = max(wide, round(tall * SHAPE), NARROWEST * lie.width // 1650)
    height = round(width / SHAPE)
    if width > lie.width - lie.left or height > lie.height:
        return None
    x = min(max((min(lefts) + max(rights) - width) // 2, lie.left), lie.width - width)
    y = min(max((min(tops) + max(bottoms) - height) // 2, 0), lie.height - height)
    return x, y, x + width, y + height


def large(
    view: View,
    names: Sequence[str],
    regions: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1650,
) -> Picture:
    """Draw the map over the whole width with every region's name and value, and below it each people's goods.

    `regions` are the regions' names in the viewer's language.
    """
    lie = with_names(chart(view.seats, width, large=True), tuple(regions))
    seats = Below(lie)
    sheet = empty_map(lie, seats.bottom, theme).copy()
    _draw_map(sheet, lie, view, theme, (), 0)
    draw_below(sheet, seats, view, names, theme)
    return sheet.encode()


def _draw_map(sheet: Sheet, lie: Chart, view: View, theme: Theme, route: Sequence[str], clans: int) -> None:
    """Draw regions in their holders' colours, then ways, then stacks."""
    target = view.combat.target if view.combat else None
    attacked = None if target is None else lie.map.indices[target]
    for index, holders in enumerate(view.holders):
        ring = Ring.FIGHT if index == attacked else Ring.FRESH if index in view.changed else None
        if holders or ring:
            sheet.stamp(region(lie, theme, index, holders, ring=ring), *lie.boxes[index][:2])
    if len(route) > 1:
        _draw_march(sheet, lie, view, route, theme)
    for index, holders in enumerate(view.holders):
        _draw_stacks(sheet, lie, view, index, holders, theme)
    if view.combat and view.combat.source and view.combat.target:
        _draw_assault(sheet, lie, view, (view.combat.source, view.combat.target), theme)
    if len(route) > 1 and clans:
        _draw_clan_count(sheet, lie, view, route, clans, theme)


def _draw_stacks(
    sheet: Sheet, lie: Chart, view: View, index: int, holders: tuple[int, ...], theme: Theme
) -> None:
    room = lie.rooms[index]
    wide, high = (SLIM if len(room.stacks) > 2 else TALL) if room.tall else WIDE
    shape = (wide * room.narrow, high)
    places = zip(holders, room.stacks[min(len(holders), len(room.stacks)) - 1], strict=False)
    # If stacks overlap, the right end of each stays in sight, which bears its number.
    for people, at in sorted(places, key=lambda each: each[1], reverse=True):
        clans, city = view.clans[people][index], index in view.cities[people]
        sheet.stamp(stack(lie.unit, theme, people, clans, city, held_colour(theme, people), shape), *at)


def _draw_assault(sheet: Sheet, lie: Chart, view: View, codes: tuple[str, str], theme: Theme) -> None:
    """Draw an arrow from the attacking region to the attacked one, with crossed swords on it if it is long.

    It ends before a code that it would cover. A code that it must cross is drawn again over it, and so are
    names.
    """
    way_, _ = way(lie, [lie.map.indices[code] for code in codes])
    drawn: list[tuple[list[Point], tuple[Image.Image, int, int], list[int]]] = []
    for last in ENDS:
        points = trimmed(way_, 34 * lie.unit, last * lie.unit)
        image = arrow(points, SCENES[theme].fight, INKY, wide=lie.px(14), head=lie.px(36))
        drawn.append((points, image, _crossed(lie, *image, lie.px(4))))
        if not drawn[-1][2]:
            break
    points, (image, x, y), crossed = min(drawn, key=lambda each: len(each[2]))
    sheet.overlay(image, x, y)
    for index in crossed:
        redraw_code(sheet, lie, index, theme, view.holders[index])
    for index, room in enumerate(lie.rooms):
        if room.name and _lies_on(image.getchannel("A"), x, y, label_box(room.name)):
            redraw_name(sheet, lie, index, theme, view.holders[index])
    long = sum(dist(a, b) for a, b in pairwise(points))
    if long > 90 * lie.unit:
        places = [trimmed(points, long * share, 0)[0] for share in SWORDS]
        free = next((place for place in places if not _on_letters(lie, place, lie.px(30))), None)
        if free is not None:
            _lay(sheet, clash(lie.px(60), theme), free)


def _crossed(lie: Chart, image: Image.Image, x: int, y: int, edge: int = 0) -> list[int]:
    """Return the regions whose codes the image covers, apart from `edge` pixels at the codes' edges."""
    shape, boxes = image.getchannel("A"), (code_box(lie, index) for index in range(len(lie.rooms)))
    return [index for index, box in enumerate(boxes) if _lies_on(shape, x, y, box, edge)]


def _lies_on(shape: Image.Image, x: int, y: int, box: Box, edge: int = 0) -> bool:
    """Return `True` if a shape with its top left corner at (x, y) covers part of the box, apart from its
    edge.
    """
    left, top, right, bottom = box
    inner = left - x + edge, top - y + edge, right - x - edge, bottom - y - edge
    return shape.crop(inner).getbbox() is not None


def _on_letters(lie: Chart, at: Point, half: int) -> bool:
    """Return `True` if a disc around `at` with radius `half` would lie on a region's code or name."""
    boxes = [code_box(lie, index) for index in range(len(lie.rooms))]
    boxes += [label_box(room.name) for room in lie.rooms if room.name]
    return any(_covered(at, half, box) for box in boxes)


def _covered(at: Point, half: int, box: Box) -> float:
    """Return the area of the box in pixels that a square around `at` covers; `half` is half its side."""
    left, top, right, bottom = box
    wide = min(right, at[0] + half) - max(left, at[0] - half)
    return max(0.0, wide) * max(0.0, min(bottom, at[1] + half) - max(top, at[1] - half))


def _draw_march(sheet: Sheet, lie: Chart, view: View, route: Sequence[str], theme: Theme) -> None:
    """Draw the way of a march from region to region. Codes and values stay in sight over it."""
    regions = [lie.map.indices[code] for code in route]
    points, stops = way(lie, regions)
    front = SCENES[theme].way
    end = trimmed(points[-2:], 0, 30 * lie.unit)[-1]
    drawn = arrow(
        [*points[:-1], end], front, contrast_colour(front), wide=lie.px(13), head=lie.px(34), stops=stops
    )
    sheet.overlay(*drawn)
    for index in _crossed(lie, *drawn):
        redraw_code(sheet, lie, index, theme, view.holders[index])
    for index in {*regions}:
        redraw_value(sheet, lie, index, theme, view.holders[index])


def _draw_clan_count(
    sheet: Sheet, lie: Chart, view: View, route: Sequence[str], clans: int, theme: Theme
) -> None:
    """Draw the number of marching clans at the place on the way that covers the least of codes, stacks and
    values.
    """
    disc, regions = clan_count(lie.unit, theme, clans), [lie.map.indices[code] for code in route]
    half = disc.width // 2
    taken = [code_box(lie, index) for index in range(len(lie.rooms))]
    taken += [_around(lie, place) for index in range(len(lie.rooms)) for place in _standing(lie, view, index)]
    places = [place for leg in pairwise(regions) for place in _beside(lie, leg, half)]
    xs, ys = zip(*places, strict=True)
    reach = min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
    near = [box for box in taken if _meet(box, reach)]
    _lay(sheet, disc, min(places, key=lambda place: sum(_covered(place, half, box) for box in near)))


def _meet(a: Box, b: Box) -> bool:
    """Return `True` if two boxes have pixels in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _beside(lie: Chart, leg: Sequence[int], half: int) -> list[Point]:
    """Return places for a disc on a leg of a march, then places a little beside it, the best ones first."""
    points, _ = way(lie, leg)
    long = sum(dist(a, b) for a, b in pairwise(points))
    on_it = [trimmed(points, long * share, 0)[0] for share in CLANS]
    aside = [(0, -half), (0, half), (-half, 0), (half, 0), (half, half), (-half, half)]
    return on_it + [(x + far * dx, y + far * dy) for far in (1, 1.6) for x, y in on_it for dx, dy in aside]


def _standing(lie: Chart, view: View, index: int) -> list[Point]:
    """Return the middles of a region's stacks, and of its value if it is shown."""
    room, holders = lie.rooms[index], view.holders[index]
    stacks = room.stacks[min(len(holders), len(room.stacks)) - 1] if holders else ()
    return [*stacks, *([room.value] if room.apart or not holders else [])]


def _around(lie: Chart, place: Point) -> Box:
    """Return the box that a stack or a value at this place covers at most."""
    wide, high = lie.px(WIDE[0] / 2), lie.px(TALL[1] / 2)
    x, y = round(place[0]), round(place[1])
    return x - wide, y - high, x + wide, y + high


def _lay(sheet: Sheet, disc: Image.Image, at: Point) -> None:
    sheet.overlay(disc, round(at[0]) - disc.width // 2, round(at[1]) - disc.height // 2)
