"""The costly part of the layout of Genesia's map: land, borders, ferries, and room for signs.

It depends on the number of seats, the width and the kind of picture alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import dist, hypot
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from engine.genesia.model import MAPS, Map
from render.genesia.borders import HIGH, WIDE, Point, borders
from render.genesia.coasts import band, coastline, land
from render.genesia.placement import Room, rooms
from render.kit.levels import map_levels

__all__ = ["Box", "Ferry", "Layout", "Survey", "box_around", "layout", "region_masks", "survey"]

Box = tuple[int, int, int, int]

FINE = 2
"""Factor by which coasts and borders are drawn larger before they are reduced."""
COLUMN = 334
"""Units on the left of a board's map, for the seats."""
MARGIN = 6
"""Units on the left of a large map."""
SMALL = 0.454
"""Unit of letters and signs on a large map, in units of the map. Signs this small leave room for every code
and name.
"""


@dataclass(frozen=True)
class Ferry:
    """An arrow across water between two regions."""

    regions: tuple[int, int]
    start: Point
    end: Point


class Layout(NamedTuple):
    """The size of a map on a picture, in pixels."""

    width: int
    height: int
    left: int
    """Pixel column where the sea begins."""
    scale: float
    """Pixels in a unit of the map."""
    unit: float
    """Pixels in a unit of letters and signs."""
    outlines: tuple[tuple[Point, ...], ...]
    """Border of each region; neighbours share points."""
    boxes: tuple[Box, ...]
    """Boxes around each region and its border."""


@dataclass(frozen=True)
class Survey:
    """The facts about a map on a picture that take long to work out.

    Images are in mode L and as large as the map.
    """

    regions: Image.Image
    """The region of each pixel: its index + 1, 0 for water."""
    lines: Image.Image
    """Share of each pixel that borders and coasts cover."""
    ground: Image.Image
    """Share of each pixel that is land."""
    coast: Image.Image
    """Share of each pixel that the coastlines cover."""
    rims: tuple[Image.Image, ...]
    """Shares of each pixel that a band outside a people's continent covers, by people."""
    rooms: tuple[Room, ...]
    """Places of each region's signs."""
    ferries: tuple[Ferry, ...]


@lru_cache(maxsize=12)
def layout(seats: int, width: int, *, large: bool) -> Layout:
    """Return the size of the map for this many seats on a picture `width` pixels wide."""
    left = MARGIN if large else COLUMN
    scale = width / (left + WIDE + (MARGIN if large else 0))
    size = (width, round(HIGH * scale))
    outlines = tuple(tuple(((left + x) * scale, y * scale) for x, y in line) for line in borders(seats))
    return Layout(
        *size,
        left=0 if large else round(left * scale),
        scale=scale,
        unit=scale * (SMALL if large else 1),
        outlines=outlines,
        boxes=tuple(box_around(outline, size, 4) for outline in outlines),
    )


def survey(seats: int, width: int, *, large: bool) -> Survey:
    """Work out the map for this many seats, from its borders alone."""
    map, lay = MAPS[seats], layout(seats, width, large=large)
    unit, outlines, size = lay.scale, lay.outlines, (lay.width, lay.height)
    fine = [[(x * FINE, y * FINE) for x, y in outline] for outline in outlines]
    whole = (size[0] * FINE, size[1] * FINE)
    ground, coast, rims = Image.new("L", whole), Image.new("L", whole), list[Image.Image]()
    for regions in _lands(map):
        points = [point for region in regions for point in outlines[region]]
        around = box_around(points, size, round(26 * unit))
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
    small = ground.reduce(FINE)
    ids = Image.new("L", size)
    draw = ImageDraw.Draw(ids)
    for region, outline in enumerate(outlines):
        draw.polygon(outline, region + 1)
    ids.paste(0, (0, 0), map_levels(small, lambda level: 255 * (level < 128)))
    return Survey(
        regions=ids,
        lines=lines.reduce(FINE),
        ground=small,
        coast=coast.reduce(FINE),
        rims=tuple(rims),
        rooms=rooms(map, region_masks(ids, lay.boxes), lay.boxes, lay.unit, large),
        ferries=tuple(_ferries(map, outlines, ids, unit)),
    )


def region_masks(regions: Image.Image, boxes: Sequence[Box]) -> tuple[Image.Image, ...]:
    """Return masks of the pixels of each region in its box (mode L, 0 or 255)."""
    return tuple(
        map_levels(regions.crop(box), lambda level, own=region + 1: 255 * (level == own))
        for region, box in enumerate(boxes)
    )


def box_around(outline: Sequence[Point], size: tuple[int, int], margin: int) -> Box:
    """Return the box around the points with a margin, inside the picture."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    left, top = max(0, int(min(xs)) - margin), max(0, int(min(ys)) - margin)
    return left, top, min(size[0], int(max(xs)) + margin), min(size[1], int(max(ys)) + margin)


def _lands(map: Map) -> list[list[int]]:
    """Return the regions of each continent by people, then those of the island."""
    return [
        [region.index for region in map.regions if region.continent == people]
        for people in (*range(map.peoples), None)
    ]


def _ferries(map: Map, outlines: Sequence[Sequence[Point]], ids: Image.Image, unit: float) -> Iterator[Ferry]:
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


def _middle(outline: Sequence[Point]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _aside(point: Point, start: Point, end: Point) -> float:
    """Return the distance of the point from the line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return abs((point[0] - start[0]) * dy - (point[1] - start[1]) * dx) / hypot(dx, dy)
