"""The layout of Genesia's map on a picture: coasts, lakes, ferries, and room for signs.

It is worked out once for a map and a width.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import dist, hypot

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.genesia.model import MAPS, Map
from render.genesia.borders import HIGH, WIDE, Point, borders
from render.genesia.coasts import band, coastline, land
from render.genesia.placement import Room, rooms
from render.kit.levels import map_levels

__all__ = ["Box", "Chart", "Ferry", "chart", "region_image"]

Box = tuple[int, int, int, int]

FINE = 2
"""Factor by which coasts and borders are drawn larger before they are reduced."""


@dataclass(frozen=True)
class Ferry:
    """An arrow across water between two regions."""

    regions: tuple[int, int]
    start: Point
    end: Point


@dataclass(frozen=True, eq=False)
class Chart:
    """A map on a picture; lengths are in pixels."""

    map: Map
    width: int
    height: int
    """Height of the map. The picture may continue below it."""
    left: int
    """Pixel column where the sea begins."""
    unit: float
    """Pixels in a unit of letters and signs."""
    boxes: tuple[Box, ...]
    """Boxes around each region and its border."""
    masks: tuple[Image.Image, ...]
    """Masks of the pixels of each region in its box (mode L, 0 or 255)."""
    lines: tuple[Image.Image, ...]
    """Shares of each pixel of a region's box that borders and coasts cover (mode L)."""
    rooms: tuple[Room, ...]
    """Places of each region's signs."""
    outlines: tuple[tuple[Point, ...], ...]
    """Border of each region; neighbours share points."""
    ferries: tuple[Ferry, ...]
    coast: Image.Image
    """Share of each pixel that the coastlines cover (mode L)."""
    rims: tuple[Image.Image, ...]
    """Shares of each pixel that a band outside a people's continent covers, by people (mode L)."""
    shallows: Image.Image
    """Nearness of land (mode L, 255 on land)."""

    def px(self, units: float) -> int:
        return max(1, round(units * self.unit))


RICH = (2, 3)
"""Numbers of seats with maps that have room for every region's value beside its stack."""
COLUMN = 334
"""Units on the left of a board's map, for the seats."""
MARGIN = 6
"""Units on the left of a large map."""
SMALL = 0.54
"""Unit of letters and signs on a large map, in units of the map. Signs this small leave room for every
value.
"""


@lru_cache(maxsize=12)
def chart(seats: int, width: int, *, large: bool = False) -> Chart:
    """Return the map for this many seats on a picture `width` pixels wide: beside the seats, or all over
    it.
    """
    map = MAPS[seats]
    left = MARGIN if large else COLUMN
    unit = width / (left + WIDE + (MARGIN if large else 0))
    size = (width, round(HIGH * unit))
    outlines = [[((left + x) * unit, y * unit) for x, y in line] for line in borders(seats)]
    lands = _lands(map)
    fine = [[(x * FINE, y * FINE) for x, y in outline] for outline in outlines]
    whole = (size[0] * FINE, size[1] * FINE)
    ground, coast, rims = Image.new("L", whole), Image.new("L", whole), list[Image.Image]()
    for regions in lands:
        points = [point for region in regions for point in outlines[region]]
        around = _box(points, size, round(26 * unit))
        box = around[0] * FINE, around[1] * FINE, around[2] * FINE, around[3] * FINE
        mass = land([fine[region] for region in regions], box, unit * FINE)
        ground.paste(mass, box, mass)
        coast.paste(255, box, coastline(mass, unit * FINE))
        if len(rims) < map.peoples:
            rim = Image.new("L", size)
            rim.paste(band(mass, unit * FINE).reduce(FINE), around)
            rims.append(rim)
    edges = Image.new("L", whole)
    draw = ImageDraw.Draw(edges)
    for outline in fine:
        draw.line([*outline, outline[0]], 255, round(4 * unit * FINE), joint="curve")
    lines = ImageChops.lighter(ImageChops.darker(edges, ground), coast)
    small, near = ground.reduce(FINE), lines.reduce(FINE)
    ids = Image.new("L", size)
    draw = ImageDraw.Draw(ids)
    for region, outline in enumerate(outlines):
        draw.polygon(outline, region + 1)
    ids.paste(0, (0, 0), map_levels(small, lambda level: 255 * (level < 128)))
    boxes = tuple(_box(outline, size, 4) for outline in outlines)
    masks = tuple(
        map_levels(ids.crop(box), lambda level, own=region + 1: 255 * (level == own))
        for region, box in enumerate(boxes)
    )
    return Chart(
        map=map,
        width=width,
        height=size[1],
        left=0 if large else round(left * unit),
        unit=unit * (SMALL if large else 1),
        boxes=boxes,
        masks=masks,
        lines=tuple(near.crop(box) for box in boxes),
        rooms=rooms(map, masks, boxes, unit * (SMALL if large else 1), large or seats in RICH),
        outlines=tuple(tuple(outline) for outline in outlines),
        ferries=tuple(_ferries(map, outlines, ids, unit)),
        coast=coast.reduce(FINE),
        rims=tuple(rims),
        shallows=small.filter(ImageFilter.GaussianBlur(17 * unit)),
    )


def region_image(chart: Chart) -> Image.Image:
    """Return the region of each pixel: its index + 1, 0 for water (mode L)."""
    image = Image.new("L", (chart.width, chart.height))
    for region, (box, mask) in enumerate(zip(chart.boxes, chart.masks, strict=True)):
        image.paste(region + 1, box, mask)
    return image


def _lands(map: Map) -> list[list[int]]:
    """Return the regions of each continent by people, then those of the island."""
    return [
        [region.index for region in map.regions if region.continent == people]
        for people in (*range(map.peoples), None)
    ]


def _box(outline: list[Point], size: tuple[int, int], margin: int) -> Box:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    left, top = max(0, int(min(xs)) - margin), max(0, int(min(ys)) - margin)
    return left, top, min(size[0], int(max(xs)) + margin), min(size[1], int(max(ys)) + margin)


def _ferries(map: Map, outlines: list[list[Point]], ids: Image.Image, unit: float) -> Iterator[Ferry]:
    """Yield each ferry's arrow from shore to shore, at the narrowest place near the line between the regions'
    middles.
    """
    for a, joined in enumerate(map.ferries):
        for b in sorted(joined):
            if a < b:
                one, two = _middle(outlines[a]), _middle(outlines[b])
                here, there = (
                    [(point, 0.35 * _aside(point, one, two)) for point in outlines[region][::2]]
                    for region in (a, b)
                )
                pairs = sorted((dist(p, q) + off + far, p, q) for p, off in here for q, far in there)
                found = (_ferry(p, q, ids, (a, b), unit) for _, p, q in pairs)
                yield next(each for each in found if each is not None)


def _ferry(p: Point, q: Point, ids: Image.Image, regions: tuple[int, int], unit: float) -> Ferry | None:
    """Return the arrow between these points of two shores.

    Return `None` if it would cross other regions or end in the water.
    """
    if not _alone(p, q, ids, regions):
        return None
    middle = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
    ends = [_shore(middle, end, ids, region, unit) for end, region in zip((p, q), regions, strict=True)]
    ashore = (
        ids.getpixel((round(x), round(y))) == region + 1 for (x, y), region in zip(ends, regions, strict=True)
    )
    return Ferry(regions, *ends) if all(ashore) else None


def _alone(start: Point, end: Point, ids: Image.Image, regions: tuple[int, int]) -> bool:
    """Return `True` if there is nothing but water and these regions between the two points."""
    steps = max(1, round(dist(start, end) / 2))
    ours = {0, *(region + 1 for region in regions)}
    return all(
        ids.getpixel(
            (
                min(ids.width - 1, round(start[0] + (end[0] - start[0]) * step / steps)),
                min(ids.height - 1, round(start[1] + (end[1] - start[1]) * step / steps)),
            )
        )
        in ours
        for step in range(steps + 1)
    )


def _shore(start: Point, towards: Point, ids: Image.Image, region: int, unit: float) -> Point:
    """Return a point of the line a little behind the region's shore."""
    long = dist(start, towards) or 1.0
    dx, dy = (towards[0] - start[0]) / long, (towards[1] - start[1]) / long
    far = 0.0
    while (
        far < long + 60 * unit
        and ids.getpixel((round(start[0] + dx * far), round(start[1] + dy * far))) != region + 1
    ):
        far += 0.5
    inland = far + 7 * unit
    while (
        far < inland and ids.getpixel((round(start[0] + dx * far), round(start[1] + dy * far))) == region + 1
    ):
        far += 0.5
    far -= 1.0
    return start[0] + dx * far, start[1] + dy * far


def _middle(outline: list[Point]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _aside(point: Point, start: Point, end: Point) -> float:
    """Return the distance of the point from the line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return abs((point[0] - start[0]) * dy - (point[1] - start[1]) * dx) / hypot(dx, dy)
