"""The map of Genesia on the picture: what touches is seen to touch, and nothing else."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from math import dist

import pytest
from golden import opened
from PIL import Image, ImageChops, ImageDraw

from render.canvas import Theme
from render.genesia import board
from render.genesia_ground import empty_map, region
from render.genesia_hues import SCENES
from render.genesia_map import Chart, chart, shown
from render.genesia_room import CODE, CROWD, STACK, VALUE
from render.genesia_ways import crossing, way
from render.samples.genesia import NAMES, sample

PEOPLES = (2, 3, 4, 5)
WIDTH = 1600
BORDER = 30
"""Pixels of common border that everybody sees, on a picture 1,000 pixels wide."""
CORNER = 5
"""Pixels of common border where two regions meet in a corner."""


@cache
def borders(peoples: int) -> Counter[tuple[int, int]]:
    """How many pixels of each pair of regions lie side by side, lines being no water."""
    image = shown(chart(peoples, 1000))
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
    """Whether all of the mask, as large as the picture, lies in the region."""
    own = Image.new("L", mask.size)
    own.paste(lie.masks[region], lie.boxes[region][:2])
    return ImageChops.subtract(mask, own).getbbox() is None


@pytest.mark.parametrize("peoples", PEOPLES)
def test_every_touching_pair_shares_a_border_and_no_other_does(peoples: int) -> None:
    lie, seen = chart(peoples, WIDTH), borders(peoples)
    for a, b in combinations(range(len(lie.map.regions)), 2):
        codes = lie.map.regions[a].code, lie.map.regions[b].code
        if b in lie.map.touching[a]:
            assert seen[a, b] >= BORDER, codes
        else:
            assert seen[a, b] <= CORNER, codes


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("peoples", PEOPLES)
def test_borders_are_drawn_between_regions_of_one_owner_too(peoples: int, theme: Theme) -> None:
    """On the way between two neighbours one crosses a line, even if one people holds everything."""
    lie, dark = chart(peoples, WIDTH), SCENES[theme].line
    sheet = empty_map(peoples, WIDTH, lie.height, theme).copy()
    for index, box in enumerate(lie.boxes):
        sheet.stamp(region(peoples, WIDTH, theme, index, (1,)), *box[:2])
    image = sheet.image.convert("RGB")
    for a, near in enumerate(lie.map.touching):
        for b in near:
            if a < b:
                ((x, y),) = crossing(lie, a, b)
                spots = [(round(x) + dx, round(y) + dy) for dx in range(-2, 3) for dy in range(-2, 3)]
                assert any(dist(colour(image, *spot), dark) < 30 for spot in spots), (a, b)


@pytest.mark.parametrize("peoples", PEOPLES)
def test_every_ferry_has_an_arrow_over_water_from_shore_to_shore(peoples: int) -> None:
    lie = chart(peoples, WIDTH)
    image = shown(lie)
    pairs = {(a, b) for a, joined in enumerate(lie.map.ferries) for b in joined if a < b}
    assert {ferry.regions for ferry in lie.ferries} == pairs
    for ferry in lie.ferries:
        for shore, (x, y) in zip(ferry.regions, (ferry.start, ferry.end), strict=True):
            assert image.getpixel((round(x), round(y))) == shore + 1
        for share in (0.3, 0.5, 0.7):
            x, y = (round(a + (b - a) * share) for a, b in zip(ferry.start, ferry.end, strict=True))
            assert image.getpixel((x, y)) == 0


@pytest.mark.parametrize("peoples", PEOPLES)
@pytest.mark.parametrize("theme", Theme)
def test_arrows_of_ferries_are_bright(peoples: int, theme: Theme) -> None:
    lie = chart(peoples, WIDTH)
    image = opened(board(sample(peoples, 1, start=True), NAMES, theme=theme)).convert("RGB")
    for ferry in lie.ferries:
        x, y = (round((a + b) / 2) for a, b in zip(ferry.start, ferry.end, strict=True))
        assert dist(colour(image, x, y), SCENES[theme].way) < 20


@pytest.mark.parametrize("peoples", PEOPLES)
def test_codes_and_values_do_not_leave_their_region(peoples: int) -> None:
    lie = chart(peoples, WIDTH)
    for here, room in zip(lie.map.regions, lie.rooms, strict=True):
        mask = Image.new("L", (lie.width, lie.height))
        draw = ImageDraw.Draw(mask)
        (x, y), reach = room.value, VALUE * room.size - 1
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), 255)
        (x, y), wide = room.code, CODE[0] * (1.36 if len(here.code) == 3 else 1)
        half = (wide * room.size / 2 - 1, CODE[1] * room.size / 2 - 1)
        draw.rectangle((x - half[0], y - half[1], x + half[0], y + half[1]), 255)
        assert placed(lie, here.index, mask), here.code


@pytest.mark.parametrize("peoples", PEOPLES)
def test_stacks_stand_in_their_region_beside_its_value_and_each_other(peoples: int) -> None:
    lie = chart(peoples, WIDTH)
    image = shown(lie)
    for here, room in zip(lie.map.regions, lie.rooms, strict=True):
        assert len(room.stacks) == (peoples if here.home else 1)
        for places in room.stacks:
            size = room.size * (CROWD if len(places) > 3 else 1)
            for place in places:
                assert image.getpixel(place) == here.index + 1
                assert dist(place, room.value) >= (STACK * 0.7 + VALUE) * size
            for one, two in pairwise(places):
                assert dist(one, two) >= 58 * size


@pytest.mark.parametrize("peoples", PEOPLES)
def test_ways_stay_in_the_regions_they_run_through(peoples: int) -> None:
    lie = chart(peoples, WIDTH)
    image = shown(lie)
    for a, near in enumerate(lie.map.near):
        for b in near:
            points, stops = way(lie, (a, b))
            assert (points[0], points[-1], stops) == (lie.rooms[a].middle, lie.rooms[b].middle, [])
            water = {0} if b in lie.map.ferries[a] else set[int]()
            for x, y in points:
                assert image.getpixel((round(x), round(y))) in {a + 1, b + 1} | water, (a, b)


@pytest.mark.parametrize("peoples", PEOPLES)
def test_pixels_lead_back_to_the_rings(peoples: int) -> None:
    field = chart(peoples, WIDTH).field
    for radius in (0.05, 0.2, 0.45, 0.7, 0.99):
        for turns in (0.0, 0.3, 0.62, 0.97):
            back = field.rings(*field.at(radius, turns))
            assert back[0] == pytest.approx(radius, abs=1e-3)
            assert (back[1] - turns + 0.5) % 1 == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize(("peoples", "width"), [(2, 400), (3, 2200), (5, 500)])
def test_the_map_can_be_drawn_in_any_size(peoples: int, width: int) -> None:
    lie = chart(peoples, width)
    assert lie.width == width
    assert all(room.size >= 0.6 for room in lie.rooms)
    assert abs(lie.height / width - chart(peoples, WIDTH).height / WIDTH) < 0.01
