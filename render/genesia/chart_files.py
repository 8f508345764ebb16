"""Files with the layouts of Genesia's maps, in the widths that are used in play.

A layout takes a second or two to work out and some hundredths of one to read. A file is a PNG: the images of
a `Survey` one below the other, and its numbers as JSON in a text chunk. ``python -m render charts`` writes
all of them anew, after a change of the maps or of how they are laid out.
"""

from __future__ import annotations

import io
import logging
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from PIL import Image, PngImagePlugin

from engine.genesia.model import MAPS
from render.genesia.placement import Room
from render.genesia.survey import Ferry, Survey, layout, survey
from render.kit.film import FILM_WIDTH

__all__ = ["FOLDER", "SHIPPED", "read_survey", "write_charts"]

log = logging.getLogger("longtable.pictures")

FOLDER = Path(__file__).parent / "charts"
SHIPPED = tuple(
    (seats, width, large)
    for seats in MAPS
    for width, large in ((1650, False), (1650, True), (FILM_WIDTH, False))
)
"""Seats, width and kind of each layout that is used in play: of boards, large maps and films."""
KEY = "survey"
"""Keyword of the text chunk."""
PLANES = 4
"""Images of a layout besides one for each people."""


class Numbers(msgspec.Struct):
    """The part of a `Survey` that is not images."""

    rooms: tuple[Room, ...]
    ferries: tuple[Ferry, ...]


def chart_file(seats: int, width: int, *, large: bool) -> Path:
    return FOLDER / f"{seats}-{'large' if large else 'board'}-{width}.png"


def read_survey(seats: int, width: int, *, large: bool) -> Survey | None:
    """Return the layout from its file, or `None` if there is none in this width, or none that can be read."""
    if (seats, width, large) not in SHIPPED:
        return None
    file = chart_file(seats, width, large=large)
    try:
        return _decoded(file.read_bytes(), seats, width, large)
    except (OSError, SyntaxError, ValueError, zlib.error, msgspec.MsgspecError) as error:
        log.warning("%s cannot be read (%s): this map is laid out anew", file.name, error)
        return None


def _decoded(data: bytes, seats: int, width: int, large: bool) -> Survey:
    map, lay = MAPS[seats], layout(seats, width, large=large)
    with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
        assert isinstance(image, PngImagePlugin.PngImageFile)
        if (image.mode, image.size) != ("L", (width, lay.height * (PLANES + map.peoples))):
            raise ValueError(f"{image.mode} {image.size}")
        numbers = msgspec.json.decode(image.text.get(KEY, ""), type=Numbers)
        if len(numbers.rooms) != len(map.regions):
            raise ValueError(f"{len(numbers.rooms)} regions")
        image.load()
        image.info.clear()  # every part would get a copy
        planes = [image.crop((0, top, width, top + lay.height)) for top in range(0, image.height, lay.height)]
    regions, lines, ground, coast, *rims = planes
    return Survey(regions, lines, ground, coast, tuple(rims), numbers.rooms, numbers.ferries)


def encoded(known: Survey) -> bytes:
    """Return the content of a file with this layout."""
    planes = (known.regions, known.lines, known.ground, known.coast, *known.rims)
    width, height = known.regions.size
    image = Image.new("L", (width, height * len(planes)))
    for number, plane in enumerate(planes):
        image.paste(plane, (0, number * height))
    text = PngImagePlugin.PngInfo()
    text.add_text(KEY, msgspec.json.encode(Numbers(known.rooms, known.ferries)).decode(), zip=True)
    data = io.BytesIO()
    image.save(data, "PNG", pnginfo=text, optimize=True)
    return data.getvalue()


def write_charts() -> Iterator[Path]:
    """Write the files that are missing or not as the code lays the maps out, and delete others; yield those
    that changed.
    """
    FOLDER.mkdir(exist_ok=True)
    wanted = {chart_file(seats, width, large=large): (seats, width, large) for seats, width, large in SHIPPED}
    for file in sorted({*FOLDER.iterdir()} - wanted.keys()):
        file.unlink()
        yield file
    for file, (seats, width, large) in wanted.items():
        drawn = survey(seats, width, large=large)
        if read_survey(seats, width, large=large) != drawn:
            file.write_bytes(encoded(drawn))
            yield file
