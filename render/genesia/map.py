"""The layout of Genesia's map on a picture: coasts, lakes, ferries, and room for signs.

What takes long of it is read from the files in `charts` where they have it, and worked out otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageFilter

from engine.genesia.model import MAPS, Map
from render.genesia.borders import Point
from render.genesia.chart_files import read_survey
from render.genesia.placement import Room
from render.genesia.survey import Box, Ferry, Survey, layout, region_masks, survey

__all__ = ["Box", "Chart", "Ferry", "Waters", "chart", "region_image", "waters"]


class Waters(NamedTuple):
    """The water and the coasts of a chart, from which its ground is painted."""

    coast: Image.Image
    """Share of each pixel that the coastlines cover (mode L)."""
    rims: tuple[Image.Image, ...]
    """Shares of each pixel that a band outside a people's continent covers, by people (mode L)."""
    shallows: Image.Image
    """Nearness of land (mode L, 255 on land)."""


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
    seats: int
    large: bool
    """The map takes the whole picture."""

    def px(self, units: float) -> int:
        return max(1, round(units * self.unit))


@lru_cache(maxsize=12)
def chart(seats: int, width: int, *, large: bool = False) -> Chart:
    """Return the map for this many seats on a picture `width` pixels wide: beside the seats, or all over
    it.
    """
    lay = layout(seats, width, large=large)
    known = _known(seats, width, large=large)
    return Chart(
        map=MAPS[seats],
        width=lay.width,
        height=lay.height,
        left=lay.left,
        unit=lay.unit,
        boxes=lay.boxes,
        masks=region_masks(known.regions, lay.boxes),
        lines=tuple(known.lines.crop(box) for box in lay.boxes),
        rooms=known.rooms,
        outlines=lay.outlines,
        ferries=known.ferries,
        seats=seats,
        large=large,
    )


def waters(lie: Chart) -> Waters:
    """Return what the ground is painted from. Nobody keeps it: it takes 10 MB, of a large map twice as much.

    The ground is kept itself, and seldom painted.
    """
    known = _known(lie.seats, lie.width, large=lie.large)
    scale = layout(lie.seats, lie.width, large=lie.large).scale
    return Waters(known.coast, known.rims, known.ground.filter(ImageFilter.GaussianBlur(17 * scale)))


def _known(seats: int, width: int, *, large: bool) -> Survey:
    return read_survey(seats, width, large=large) or survey(seats, width, large=large)


def region_image(chart: Chart) -> Image.Image:
    """Return the region of each pixel: its index + 1, 0 for water (mode L)."""
    image = Image.new("L", (chart.width, chart.height))
    for region, (box, mask) in enumerate(zip(chart.boxes, chart.masks, strict=True)):
        image.paste(region + 1, box, mask)
    return image
