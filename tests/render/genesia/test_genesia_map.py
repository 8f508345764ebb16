"""The map of Genesia on the picture: regions that touch are seen to touch, and no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise, product
from math import dist

import pytest
from PIL import Image, ImageChops, ImageDraw

from cogs.genesia.places import region_names
from cogs.text.text import LANGUAGES, text_for
from render.gallery.genesia import NAMES, sample
from render.genesia.grid import CELL, Place
from render.genesia.ground import empty_map, region
from render.genesia.labels import with_names
from render.genesia.map import RICH, Chart, chart, region_image
from render.genesia.palette import SCENES
from render.genesia.pictures import board
from render.genesia.placement import CODE_HEIGHT, CODE_WIDTHS, ROW, SLIM, TALL, VALUE_WIDTH, WIDE, Room
from render.genesia.routes import crossing, way
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


def placed(lie: Chart, region: int, mask: Image.Image) -> bool:
    """Return `True` if all of the mask, as large as the picture, lies in the region."""
    own = Image.new("L", mask.size)
    own.paste(lie.masks[region], lie.boxes[region][:2])
    return ImageChops.subtract(mask, own).getbbox() is None


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


def around(middle: Place, wide: float, high: float) -> Box:
    return middle[0] - wide / 2, middle[1] - high / 2, middle[0] + wide / 2, middle[1] + high / 2


def apart(one: Box, other: Box, slack: float) -> bool:
    """Return `True` if the boxes overlap by no more than `slack`."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) <= slack
        or min(one[3], other[3]) - max(one[1], other[1]) <= slack
    )


def code_box(lie: Chart, code: str, room: Room) -> Box:
    return around(room.code, CODE_WIDTHS[len(code) == 3] * room.narrow * lie.unit, CODE_HEIGHT * lie.unit)


def stack_boxes(lie: Chart, places: Sequence[Place], room: Room) -> list[Box]:
    wide, high = (SLIM if len(room.stacks) > 2 else TALL) if room.tall else WIDE
    return [around(place, wide * room.narrow * lie.unit, high * lie.unit) for place in places]


@pytest.mark.parametrize(("seats", "kind"), EVERY)
def test_codes_values_and_stacks_do_not_leave_their_region(seats: int, kind: str) -> None:
    lie = laid_out(seats, kind)
    slack = (2 + CELL) * lie.unit  # half a border, and a square of the search
    for here, room in zip(lie.map.regions, lie.rooms, strict=True):
        boxes = [code_box(lie, here.code, room)]
        boxes += stack_boxes(lie, room.stacks[-1], room)
        mask = Image.new("L", (lie.width, lie.height))
        if room.apart:
            left, top, right, bottom = around(room.value, VALUE_WIDTH * lie.unit, VALUE_WIDTH * lie.unit)
            disc = (left + slack, top + slack, right - slack, bottom - slack)
            ImageDraw.Draw(mask).ellipse(disc, 255)
        for left, top, right, bottom in boxes:
            inner = (left + slack, top + slack, right - slack, bottom - slack)
            ImageDraw.Draw(mask).rectangle(inner, 255)
        assert placed(lie, here.index, mask), here.code


@pytest.mark.parametrize(("seats", "kind"), EVERY)
def test_stacks_hide_neither_code_nor_value_nor_each_other(seats: int, kind: str) -> None:
    lie = laid_out(seats, kind)
    for here, room in zip(lie.map.regions, lie.rooms, strict=True):
        assert len(room.stacks) == (lie.map.peoples if here.is_home else 1)
        assert room.apart == (not here.is_home and (kind != "board" or seats in RICH)), here.code
        told = [code_box(lie, here.code, room)]
        told += [around(room.value, VALUE_WIDTH * lie.unit, VALUE_WIDTH * lie.unit)] * room.apart
        for places in room.stacks:
            boxes = stack_boxes(lie, places, room)
            crowd = 20 if room.tall else 39
            slack = 1 if len(places) <= ROW else 1 + lie.unit * crowd  # more than a row holds stand closer
            assert all(apart(one, other, slack) for one, other in combinations(boxes, 2)), here.code
            assert all(apart(one, other, 1) for one in told for other in boxes), here.code
        assert all(apart(one, other, 1) for one, other in combinations(told, 2)), here.code


@pytest.mark.parametrize("seats", SEATS)
def test_ways_stay_in_the_regions_they_run_through(seats: int) -> None:
    lie = chart(seats, WIDTH)
    image = region_image(lie)
    for a, near in enumerate(lie.map.near):
        for b in near:
            points, stops = way(lie, (a, b))
            assert (points[0], points[-1], stops) == (lie.rooms[a].middle, lie.rooms[b].middle, [])
            water = {0} if b in lie.map.ferries[a] else set[int]()
            for (x, y), (u, v) in pairwise(points):
                for share in range(11):
                    spot = round(x + (u - x) * share / 10), round(y + (v - y) * share / 10)
                    assert image.getpixel(spot) in {a + 1, b + 1} | water, (a, b)


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
