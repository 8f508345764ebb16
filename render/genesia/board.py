"""The picture of Genesia's map with stacks, ways and assaults, and each people's goods."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import dist, hypot

from PIL import Image, ImageDraw, ImageFilter

from engine.genesia.model import View
from render.genesia.arrows import arrow
from render.genesia.borders import Point
from render.genesia.ground import Ring, empty_map, redraw_code, redraw_name, redraw_value, region
from render.genesia.labels import label_box, with_names
from render.genesia.map import Box, Chart, chart
from render.genesia.marks import CLANS, clan_count
from render.genesia.palette import SCENES, contrast_colour, grounds, held_colour, signs
from render.genesia.pieces import stack
from render.genesia.placement import sign_boxes, stack_shape
from render.genesia.routes import march_way, trimmed
from render.genesia.seats import Below, Column, draw_below, draw_beside
from render.kit.box import BOX
from render.kit.canvas import Picture, Sheet, Theme, ink, mapped, paint_image
from render.kit.film import FILM_WIDTH
from render.kit.levels import at_least, shrunk
from render.kit.marks import CASING, DISC, WIDTH, dim, draw_attack, number_disc, softened

__all__ = ["board", "choice", "large"]

SHAPE = BOX[0] / BOX[1]
NARROWEST = 760
"""Width of the smallest part of the map that is shown, in 1,650ths of the picture's width."""
SHAFT, SHORTEST, HALF, HEAD = 150, 105, 22, 40
"""The best length of an attack's arrow, its least, half its width, and half its head's, in units."""
TRIED = 400
"""Places of an attack's arrow that are tried."""
STEP, RIM, NEARER, RANKED = 6, 8, 0.02, 120
"""Values for the place of a disc in a region: units between the places that are tried, units of other signs'
edges on which it may lie, the cost of a unit from the region's middle, and how many places are kept.
"""
BEYOND = {True: 12, False: 90}
"""Cost of what lies beyond the border, where a sign costs 255: for a strict place, and for others."""

Around = tuple[float, float, float, float]
"""A box in pixels."""


def board(
    view: View,
    names: Sequence[str],
    *,
    theme: Theme = Theme.DARK,
    width: int = 1650,
    route: Sequence[str] = (),
    clans: int = 0,
    dimmed: bool = True,
) -> Picture:
    """Draw the map as `view` knows it, with each people's goods on its left, in turn order.

    The shape is 11:7.

    `names` are by people; a missing or undrawable one shows as the seat's number. `route` is a planned march
    drawn over the map: region codes from the first to the last, with the number of its `clans`. Regions that
    changed since the viewer's own last turn are marked. While an assault is fought the rest of the map is
    darker and greyer, unless `dimmed` is false; never in a film, in which arrow and line stand out by moving,
    and light that goes on and off would change all pixels of a frame.
    """
    lie = chart(view.seats, width)
    sheet = empty_map(lie, lie.height, theme).copy()
    _draw_map(sheet, lie, view, theme, route, clans, dimmed=dimmed and width > FILM_WIDTH)
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
    """Draw the part of the map with these regions (codes), each with its mark, or its code if it has none.

    The part has the shape of the board and is as wide as it must be. If the regions lie too far apart for
    that, draw the whole board. All other regions are dimmed.
    """
    lie = chart(view.seats, width)
    sheet = empty_map(lie, lie.height, theme).copy()
    _draw_map(sheet, lie, view, theme, (), 0, assault=False)
    chosen = [lie.map.indices[code] for code in regions]
    part = _part(lie, [lie.boxes[index] for index in chosen]) if chosen else None
    corner = (0, 0)
    if part is not None:
        sheet, corner = Sheet(sheet.image.crop(part), sheet.palette), part[:2]
    if chosen:
        sheet = _dimmed(sheet, lie, chosen, theme, corner)
    high = round(DISC * sheet.image.width / WIDTH)
    _draw_marks(sheet, lie, view, {code: marks.get(code, code) for code in regions}, high, corner)
    if part is None:
        draw_beside(sheet, Column(lie), view, names, theme)
    return sheet.encode()


def _dimmed(
    sheet: Sheet,
    lie: Chart,
    lit: Collection[int],
    theme: Theme,
    corner: tuple[int, int] = (0, 0),
    *,
    attack: bool = False,
) -> Sheet:
    """Return the sheet, whose top left corner lies at `corner` of the map, with all regions dimmed but those
    that are `lit`.
    """
    rest, shapes = ink(theme).ground, list[tuple[tuple[int, int], Image.Image]]()
    for index in lit:
        left, top, *_ = lie.boxes[index]
        shapes.append(((left - corner[0], top - corner[1]), _shape(lie, index)))
    read = () if attack else signs()
    return dim(
        sheet,
        CASING if attack else rest,
        shapes=shapes,
        attack=attack,
        kept=(rest,),
        signs=read,
        grounds=grounds(theme),
    )


def _draw_marks(
    sheet: Sheet, lie: Chart, view: View, marks: Mapping[str, str], high: int, corner: tuple[int, int]
) -> None:
    """Draw the regions' marks on pills `high` pixels high, each where it covers the least of other signs."""
    taken: list[Around] = []
    for code, label in marks.items():
        pill = number_disc(sheet.palette, label, high)
        wide, tall = pill.image.size
        x, y = _free_place(lie, view, lie.map.indices[code], (wide, tall), taken)
        sheet.stamp(pill, x - corner[0], y - corner[1])
        taken.append((x - wide / 2 - 2, y - tall / 2 - 2, x + wide / 2 + 2, y + tall / 2 + 2))


def _free_place(
    lie: Chart,
    view: View,
    index: int,
    size: tuple[int, int],
    taken: Sequence[Around] = (),
    *,
    strict: bool = False,
) -> tuple[int, int]:
    """Return the middle, in the region, of a place of this size that covers the least of stacks and values.

    It covers nothing that is `taken`. A place that reaches beyond the border is worse than one in the region.
    A `strict` one rather does that than cover a sign.
    """
    near = (index, *lie.map.near[index])
    signs = tuple(box for each in near for box in _shown_boxes(lie, view, each))
    wide, high = size[0] / 2, size[1] / 2
    places = _places(lie, index, size, signs, strict)
    free = (
        (x, y)
        for x, y in places
        if not any(x + wide > a and x - wide < c and y + high > b and y - high < d for a, b, c, d in taken)
    )
    return next(free, places[0] if places else lie.rooms[index].middle)


@lru_cache(maxsize=512)
def _places(
    lie: Chart, index: int, size: tuple[int, int], signs: tuple[Around, ...], strict: bool
) -> tuple[tuple[int, int], ...]:
    """Return middles of places in a region, those first around which the least is covered."""
    mask, (left, top, right, bottom), step = lie.masks[index], lie.boxes[index], max(2, lie.px(STEP))
    across, down = -(-size[0] // 2 // step) * step, -(-size[1] // 2 // step) * step
    costs = Image.new("L", (right - left + 2 * across, bottom - top + 2 * down), BEYOND[strict])
    costs.paste(0, (across, down), _shape(lie, index))
    draw, rim = ImageDraw.Draw(costs), 0.0 if strict else RIM * lie.unit
    for x, y, u, v in signs:
        far = across - left, down - top
        draw.rectangle((x + rim + far[0], y + rim + far[1], u - rim + far[0], v - rim + far[1]), 255)
    small = costs.reduce(step)
    around = small.filter(ImageFilter.BoxBlur((size[0] / 2 / step, size[1] / 2 / step))).tobytes()
    middle, found = lie.rooms[index].middle, list[tuple[float, tuple[int, int]]]()
    for at, cost in enumerate(around):
        x, y = (at % small.width * step + step // 2 - across, at // small.width * step + step // 2 - down)
        here = x + left, y + top
        inside = lie.left + size[0] / 2 < here[0] < lie.width - size[0] / 2
        inside = inside and size[1] / 2 < here[1] < lie.height - size[1] / 2
        if inside and _is_in(mask, x, y):
            found.append((cost + dist(here, middle) * NEARER / lie.unit, here))
    return tuple(here for _, here in sorted(found)[:RANKED])


def _is_in(mask: Image.Image, x: float, y: float) -> bool:
    return 0 <= x < mask.width and 0 <= y < mask.height and bool(mask.getpixel((int(x), int(y))))


def _shown_boxes(lie: Chart, view: View, index: int) -> tuple[Around, ...]:
    """Return the boxes of a region's value and of the stacks that stand there now."""
    return _boxes(lie, index, len(view.holders[index]))


@lru_cache(maxsize=2048)
def _boxes(lie: Chart, index: int, count: int) -> tuple[Around, ...]:
    here, room = lie.map.regions[index], lie.rooms[index]
    places = room.stacks[min(count, len(room.stacks)) - 1] if count else ()
    if not count and not room.apart:  # the sign of a home land's people stands where its stack would
        places = room.stacks[0]
    alone = replace(room, stacks=(tuple(places),))
    return tuple(sign_boxes(here, alone, lie.unit, stacked=stack_shape(room, count)))


@lru_cache(maxsize=1024)
def _shape(lie: Chart, index: int) -> Image.Image:
    """Return a mask of the region in its box (mode 1)."""
    return at_least(lie.masks[index], 128)


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
    _draw_map(sheet, lie, view, theme, (), 0, dimmed=False)
    draw_below(sheet, seats, view, names, theme)
    return sheet.encode()


def _draw_map(
    sheet: Sheet,
    lie: Chart,
    view: View,
    theme: Theme,
    route: Sequence[str],
    clans: int,
    *,
    assault: bool = True,
    dimmed: bool = True,
) -> None:
    """Draw regions in their holders' colours, then ways, then stacks, then the assault over all of it.

    During an assault all the rest is `dimmed`, but on a large map, on which it is to be read.
    """
    fight = _fight(lie, view) if assault else ()
    for index, holders in enumerate(view.holders):
        ring = Ring.FIGHT if index in fight[-1:] else Ring.FRESH if index in view.changed else None
        if holders or ring:
            sheet.stamp(region(lie, theme, index, holders, ring=ring), *lie.boxes[index][:2])
    end = _draw_march(sheet, lie, view, route, theme) if len(route) > 1 else None
    for index in range(len(view.holders)):
        _draw_stacks(sheet, lie, view, index, theme)
    if end is not None and clans:
        disc = clan_count(lie.unit, theme, clans)
        sheet.overlay(disc, end[0] - disc.width // 2, end[1] - disc.height // 2)
    if fight and dimmed:
        dark = _dimmed(sheet, lie, fight, theme, attack=True)
        _keep_signs(sheet, dark, lie, view, fight, theme)
        sheet.image, sheet.palette = dark.image, dark.palette
    if len(fight) == 2:
        _draw_assault(sheet, lie, view, (fight[0], fight[1]), theme)


def _keep_signs(
    sheet: Sheet, dark: Sheet, lie: Chart, view: View, fight: Collection[int], theme: Theme
) -> None:
    """Dim the signs outside of the fight less than what they stand on, so that they can be read."""
    table = softened(sheet.palette, grounds(theme))
    for index in range(len(lie.rooms)):
        if index in fight:
            continue
        for left, top, right, bottom in _shown_boxes(lie, view, index):
            box = round(left), round(top), round(right), round(bottom)
            dark.image.paste(mapped(sheet.image.crop(box), table, "P"), box)


def _fight(lie: Chart, view: View) -> tuple[int, ...]:
    """Return the region that is attacked, after the one from where it is, if one is."""
    if view.combat is None or view.combat.target is None:
        return ()
    codes = (view.combat.source, view.combat.target)
    return tuple(lie.map.indices[code] for code in codes if code is not None)


def _draw_stacks(sheet: Sheet, lie: Chart, view: View, index: int, theme: Theme) -> None:
    room, holders = lie.rooms[index], view.holders[index]
    places = zip(holders, room.stacks[min(len(holders), len(room.stacks)) - 1], strict=False)
    # If stacks overlap, the right end of each stays in sight, which bears its number.
    for people, at in sorted(places, key=lambda each: each[1], reverse=True):
        clans, city = view.clans[people][index], index in view.cities[people]
        colour = held_colour(theme, people)
        sheet.stamp(stack(lie.unit, theme, people, clans, city, colour, stack_shape(room, len(holders))), *at)


def _draw_assault(sheet: Sheet, lie: Chart, view: View, fight: tuple[int, int], theme: Theme) -> None:
    """Draw an arrow from the attacking region into the attacked one, beside their values and stacks.

    What it must cross of other signs is drawn again over it.
    """
    boxes = {index: _shown_boxes(lie, view, index) for index in range(len(lie.rooms))}
    a, b = _assault_ends(lie, fight, tuple(box for index in fight for box in boxes[index]))
    edge = round(60 * lie.unit)
    left, top = round(min(a[0], b[0])) - edge, round(min(a[1], b[1])) - edge
    right, bottom = round(max(a[0], b[0])) + edge, round(max(a[1], b[1])) + edge

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        ends = [((x - left) * scale, (y - top) * scale) for x, y in (a, b)]
        draw_attack(draw, ends[0], ends[1], lie.unit * scale)

    sheet.overlay(paint_image(right - left, bottom - top, paint, scale=3), left, top)
    for index, shown in boxes.items():
        label = lie.rooms[index].name
        named = () if label is None else (label_box(label),)
        if any(_along(a, b, HEAD * lie.unit, box) for box in (*shown, *named)):
            _redraw(sheet, lie, view, index, theme)


@lru_cache(maxsize=64)
def _assault_ends(lie: Chart, fight: tuple[int, int], signs: tuple[Around, ...]) -> tuple[Point, Point]:
    """Return the ends of an attack's arrow: in the two regions, and where it covers the least of signs."""
    starts, ends = (_spots(lie, index) for index in fight)
    here, there = (lie.rooms[index].middle for index in fight)
    pairs = sorted(
        (dist(a, here) + dist(b, there) + 2 * abs(dist(a, b) - SHAFT * lie.unit), a, b)
        for a in starts
        for b in ends
        if dist(a, b) >= SHORTEST * lie.unit
    )
    best: tuple[float, Point, Point] | None = None
    for far, a, b in pairs[:TRIED]:
        if best is not None and far >= best[0]:
            break
        cost = far + 4 * sum(_along(a, b, HALF * lie.unit, box) for box in signs)
        cost += 6 * _astray(lie, fight, a, b)
        if best is None or cost < best[0]:
            best = cost, a, b
    return (best[1], best[2]) if best else (here, there)


def _spots(lie: Chart, index: int) -> list[Point]:
    """Return points all over a region."""
    mask, (left, top, *_) = lie.masks[index], lie.boxes[index]
    step = max(2, lie.px(22))
    inner = shrunk(mask, lie.px(14))
    return [
        (x + left, y + top)
        for x in range(step // 2, mask.width, step)
        for y in range(step // 2, mask.height, step)
        if inner.getpixel((x, y))
    ] or [lie.rooms[index].middle]


def _astray(lie: Chart, fight: tuple[int, int], a: Point, b: Point) -> float:
    """Return how many pixels of a line run over other regions."""
    count = 16
    others = {*range(len(lie.rooms))} - {*fight}
    near = [index for index in others if {index} & {*lie.map.near[fight[0]], *lie.map.near[fight[1]]}]
    on = 0
    for n in range(count + 1):
        x, y = a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count
        on += any(
            _is_in(lie.masks[index], x - lie.boxes[index][0], y - lie.boxes[index][1]) for index in near
        )
    return dist(a, b) * on / count


def _along(a: Point, b: Point, half: float, box: Around) -> float:
    """Return how many pixels of a line, `half` a width to each side, lie on the box."""
    long = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    count = max(1, round(long / 4))
    left, top, right, bottom = box
    points = ((a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count) for n in range(count + 1))
    return (
        sum(left - half < x < right + half and top - half < y < bottom + half for x, y in points)
        * long
        / count
    )


def _redraw(sheet: Sheet, lie: Chart, view: View, index: int, theme: Theme) -> None:
    """Draw a region's signs again, over anything drawn across them."""
    redraw_code(sheet, lie, index, theme, view.holders[index])
    redraw_name(sheet, lie, index, theme, view.holders[index])
    redraw_value(sheet, lie, index, theme, view.holders[index])
    _draw_stacks(sheet, lie, view, index, theme)


def _draw_march(sheet: Sheet, lie: Chart, view: View, route: Sequence[str], theme: Theme) -> tuple[int, int]:
    """Draw the way of a march from region to region; return where the number of its clans stands, at its end.

    It keeps outside of values and stacks. What it must cross is drawn again over it.
    """
    regions = [lie.map.indices[code] for code in route]
    front, size = SCENES[theme].way, round(CLANS * lie.unit)
    end = _free_place(lie, view, regions[-1], (size, size), strict=True)
    points = march_way(lie, regions, end, lambda index: _shown_boxes(lie, view, index))
    points = trimmed(points, 30 * lie.unit, size * 0.5)
    sheet.overlay(*arrow(points, front, contrast_colour(front), wide=lie.px(13), head=lie.px(34)))
    for index in {*regions}:
        redraw_value(sheet, lie, index, theme, view.holders[index])
    return end
