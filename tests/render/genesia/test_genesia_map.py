"""The map of Genesia on the picture: regions that touch are seen to touch, and no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise, product
from math import dist

import pytest
from PIL import Image

from cogs.genesia.places import region_names
from cogs.text.text import LANGUAGES, text_for
from render.gallery.genesia import NAMES, sample
from render.genesia.grid import CELL, Place
from render.genesia.ground import empty_map, region
from render.genesia.labels import with_names
from render.genesia.map import Chart, chart, region_image
from render.genesia.palette import SCENES
from render.genesia.pictures import board
from render.genesia.placement import (
    CODE_HEIGHT,
    CODE_WIDTHS,
    ROW,
    VALUE_HEIGHT,
    VALUE_WIDTH,
    Room,
    plate_width,
    stack_shape,
)
from render.genesia.routes import crossing, march_way
from render.kit.canvas import Theme
from render.kit.memory import size_of
from tests.render.golden import open_picture

SEATS = (1, 2, 3, 4, 5)
EVERY = [*product(SEATS, ("board", "large", *LANGUAGES))]
"""Maps with their kinds of layout: beside the seats, over the whole width, and that with names in a
language.
"""
WIDTH = 1650
BORDER = 30
"""Pixels of common border that everybody sees, on a picture 1,000 pixels wide."""
CORNER = 5
"""Pixels of common border of two regions that meet in a corner, at most."""


def names(seats: int, language: str) -> tuple[str, ...]:
    return region_names(text_for(language), sample(seats))


def laid_out(seats: int, kind: str) -> Chart:
    lie = chart(seats, WIDTH, large=kind != "board")
    return with_names(lie, names(seats, kind)) if kind in LANGUAGES else lie


@pytest.mark.parametrize("large", [False, True])
def test_a_chart_holds_no_whole_picture(large: bool) -> None:
    """Charts are kept for every number of seats: waters, of 10 MB and more, are read anew for a ground."""
    lie = chart(4, WIDTH, large=large)
    held = [each for each in vars(lie).values() if isinstance(each, Image.Image)]
    held += [one for each in vars(lie).values() if isinstance(each, tuple) for one in _images(each)]
    assert held
    assert all(each.size != (lie.width, lie.height) for each in held)
    assert size_of(lie) < 10_000_000


def _images(parts: tuple[object, ...]) -> list[Image.Image]:
    return [each for each in parts if isinstance(each, Image.Image)]


@cache
def borders(seats: int) -> Counter[tuple[int, int]]:
    """Return the number of adjacent pixels of each pair of regions; border lines do not count as water."""
    image = region_image(chart(seats, 1000))
    wide, pixels = image.width, image.tobytes()
    pairs: Counter[tuple[int, int]] = Counter()
    for step in (1, wide):
        for a, b in Counter(zip(pixels, pixels[step:], strict=False)).items():
            if a[0] and a[1] and a[0] != a[1]:
                pairs[(min(a) - 1, max(a) - 1)] += b
    return pairs


def colour(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    found = image.getpixel((x, y))
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_every_touching_pair_shares_a_border_and_no_other_does(seats: int) -> None:
    lie, seen = chart(seats, WIDTH), borders(seats)
    for a, b in combinations(range(len(lie.map.regions)), 2):
        codes = lie.map.regions[a].code, lie.map.regions[b].code
        if b in lie.map.touching[a]:
            assert seen[a, b] >= BORDER, codes
        else:
            assert seen[a, b] <= CORNER, codes


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("seats", SEATS)
def test_borders_are_drawn_between_regions_of_one_owner_too(seats: int, theme: Theme) -> None:
    """A way between two neighbours crosses a line, even if one people holds everything."""
    lie, dark = chart(seats, WIDTH), SCENES[theme].line
    sheet = empty_map(lie, lie.height, theme).copy()
    for index, box in enumerate(lie.boxes):
        sheet.stamp(region(lie, theme, index, (1,)), *box[:2])
    image = sheet.image.convert("RGB")
    for a, near in enumerate(lie.map.touching):
        for b in near:
            if a < b:
                ((x, y),) = crossing(lie, a, b)
                spots = [(round(x) + dx, round(y) + dy) for dx in range(-2, 3) for dy in range(-2, 3)]
                assert any(dist(colour(image, *spot), dark) < 30 for spot in spots), (a, b)


@pytest.mark.parametrize("seats", SEATS)
def test_every_ferry_has_an_arrow_over_water_from_shore_to_shore(seats: int) -> None:
    lie = chart(seats, WIDTH)
    image = region_image(lie)
    pairs = {(a, b) for a, joined in enumerate(lie.map.ferries) for b in joined if a < b}
    assert {ferry.regions for ferry in lie.ferries} == pairs
    for ferry in lie.ferries:
        for shore, (x, y) in zip(ferry.regions, (ferry.start, ferry.end), strict=True):
            assert image.getpixel((round(x), round(y))) == shore + 1
        for share in (0.3, 0.5, 0.7):
            x, y = (round(a + (b - a) * share) for a, b in zip(ferry.start, ferry.end, strict=True))
            assert image.getpixel((x, y)) == 0


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("theme", Theme)
def test_arrows_of_ferries_are_bright(seats: int, theme: Theme) -> None:
    lie = chart(seats, WIDTH)
    image = open_picture(board(sample(seats, 1, start=True), NAMES, theme=theme)).convert("RGB")
    for ferry in lie.ferries:
        x, y = (round((a + b) / 2) for a, b in zip(ferry.start, ferry.end, strict=True))
        assert dist(colour(image, x, y), SCENES[theme].way) < 20


Box = tuple[float, float, float, float]
ALONE, CROWDED = 0.78, 0.4
"""Shares of a sign on a board that must lie in its region: of one, and where all peoples stand in one."""
TOUCH = 6
"""Pixels by which the edges of two regions' signs may overlap."""


def share_inside(lie: Chart, region: int, box: Box) -> float:
    """Return the share of a box that lies in the region."""
    left, top, *_ = lie.boxes[region]
    x, y, u, v = (round(edge) for edge in box)
    part = lie.masks[region].crop((x - left, y - top, u - left, v - top))
    return part.histogram()[255] / (part.width * part.height)


def around(middle: Place, wide: float, high: float) -> Box:
    return middle[0] - wide / 2, middle[1] - high / 2, middle[0] + wide / 2, middle[1] + high / 2


def apart(one: Box, other: Box, slack: float) -> bool:
    """Return `True` if the boxes overlap by no more than `slack`."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) <= slack
        or min(one[3], other[3]) - max(one[1], other[1]) <= slack
    )


def told_boxes(lie: Chart, index: int) -> list[Box]:
    """Return the boxes of a region's code and value."""
    room, here = lie.rooms[index], lie.map.regions[index]
    found = [] if room.code is None else [code_box(lie, here.code, room)]
    if room.apart:
        coded = room.code is not None  # there a plate for two digits may reach over a gap
        wide = VALUE_WIDTH if coded else plate_width(here.value >= 10) * room.narrow
        found.append(around(room.value, wide * lie.unit, VALUE_HEIGHT * lie.unit))
    return found


def code_box(lie: Chart, code: str, room: Room) -> Box:
    assert room.code is not None
    return around(room.code, CODE_WIDTHS[len(code) == 3] * room.narrow * lie.unit, CODE_HEIGHT * lie.unit)


def stack_boxes(lie: Chart, places: Sequence[Place], room: Room) -> list[Box]:
    wide, high = stack_shape(room, len(places))
    return [around(place, wide * lie.unit, high * lie.unit) for place in places]


@pytest.mark.parametrize(("seats", "kind"), EVERY)
def test_codes_values_and_stacks_hardly_leave_their_region(seats: int, kind: str) -> None:
    """On a board signs are so large that a few reach a little beyond the border, on a large map none."""
    lie = laid_out(seats, kind)
    slack = (2 + CELL) * lie.unit  # half a border, and a square of the search
    for here, room in zip(lie.map.regions, lie.rooms, strict=True):
        alone = stack_boxes(lie, room.stacks[0], room)
        crowd = stack_boxes(lie, room.stacks[-1], room)
        for boxes, least in ((told_boxes(lie, here.index) + alone, ALONE), (crowd, CROWDED)):
            for left, top, right, bottom in boxes:
                inner = (left + slack, top + slack, right - slack, bottom - slack)
                inside = share_inside(lie, here.index, inner)
                assert inside >= (1 if kind != "board" else least), (here.code, inside)
                assert left >= lie.left - 1, here.code
                assert right <= lie.width + 1, here.code
                assert -1 <= top <= bottom <= lie.height + 1, here.code


@pytest.mark.parametrize("seats", SEATS)
def test_no_sign_hides_one_of_another_region(seats: int) -> None:
    lie = laid_out(seats, "board")
    signs = [
        told_boxes(lie, index) + stack_boxes(lie, room.stacks[0], room)
        for index, room in enumerate(lie.rooms)
    ]
    for one, other in combinations(range(len(signs)), 2):
        codes = lie.map.regions[one].code, lie.map.regions[other].code
        assert all(apart(a, b, TOUCH) for a in signs[one] for b in signs[other]), codes


@pytest.mark.parametrize(("seats", "kind"), EVERY)
def test_stacks_hide_neither_code_nor_value_nor_each_other(seats: int, kind: str) -> None:
    lie = laid_out(seats, kind)
    for here, room in zip(lie.map.regions, lie.rooms, strict=True):
        assert len(room.stacks) == (lie.map.peoples if here.is_home else 1)
        assert room.apart == (not here.is_home), here.code
        assert (room.code is None) == (kind == "board"), "codes are on large maps"
        told = told_boxes(lie, here.index)
        for places in room.stacks:
            boxes = stack_boxes(lie, places, room)
            crowd = 24 if room.tall else 46
            close = kind != "board" and len(places) > ROW  # more than a row holds stand closer there
            slack = 1 + lie.unit * crowd if close else 2
            assert all(apart(one, other, slack) for one, other in combinations(boxes, 2)), here.code
            assert all(apart(one, other, 2) for one in told for other in boxes), here.code
        assert all(apart(one, other, 2) for one, other in combinations(told, 2)), here.code


@pytest.mark.parametrize("seats", SEATS)
def test_ways_stay_in_the_regions_they_run_through(seats: int) -> None:
    """They lead from the one to the other, around signs, over water by ferry. A corner may be cut."""
    lie = chart(seats, WIDTH)
    image = region_image(lie)
    for a, near in enumerate(lie.map.near):
        for b in near[:1] if a % 4 else near:
            end = lie.rooms[b].middle
            points = march_way(lie, (a, b), end, lambda index: told_boxes(lie, index))
            assert (points[0], points[-1]) == (lie.rooms[a].middle, end)
            water = {0} if b in lie.map.ferries[a] else set[int]()
            seen = [
                image.getpixel((round(x + (u - x) * share / 5), round(y + (v - y) * share / 5)))
                for (x, y), (u, v) in pairwise(points)
                for share in range(6)
            ]
            beyond = [spot for spot in seen if spot not in {a + 1, b + 1} | water]
            assert len(beyond) <= 0.1 * len(seen), (lie.map.regions[a].code, lie.map.regions[b].code)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(("seats", "width"), [(2, 700), (3, 2200), (5, 800)])
def test_the_map_can_be_drawn_in_any_size(seats: int, width: int, large: bool) -> None:
    lie, usual = chart(seats, width, large=large), chart(seats, WIDTH, large=large)
    assert lie.width == width
    assert all(room.narrow >= 0.7 for room in lie.rooms)
    assert abs(lie.height / width - usual.height / WIDTH) < 0.01


@pytest.mark.parametrize("seats", SEATS)
def test_the_map_fills_its_part_of_the_picture(seats: int) -> None:
    """More than four fifths of the map beside the seats is land."""
    lie = chart(seats, WIDTH)
    ground = sum(mask.histogram()[255] for mask in lie.masks)
    assert ground / ((lie.width - lie.left) * lie.height) > 0.8
