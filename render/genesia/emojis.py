"""Genesia's small pictures for buttons and sentences, 128 × 128 pixels on transparent ground."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PIL import ImageDraw

from engine.genesia.model import Lot, Timing
from render.genesia.marks import medallion
from render.genesia.palette import BONE, DARK, GOLD, INKY, LOTS, PEOPLES
from render.genesia.plates import lot_disc, timing_plate
from render.genesia.signs import Sign, draw_pictogram
from render.kit.canvas import RGB, Picture, paint_image, png

__all__ = ["EMOJIS"]

SIZE = 128


def _people(people: int) -> Picture:
    return png(medallion(SIZE, people))


def _timing(timing: Timing) -> Picture:
    return png(timing_plate(SIZE, timing))


def _lot(lot: Lot) -> Picture:
    return png(lot_disc(SIZE, lot))


def _plate(sign: Sign, fill: RGB, back: RGB) -> Picture:
    """Return a pictogram on a plate with a light rim, so that it can be seen on any ground."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = SIZE * scale - 1, SIZE * scale * 0.04
        draw.rounded_rectangle((0, 0, edge, edge), edge * 0.24, BONE)
        draw.rounded_rectangle((rim, rim, edge - rim, edge - rim), edge * 0.2, back)
        draw_pictogram(draw, sign, edge / 2, edge / 2, edge * 0.35, fill, back)

    return png(paint_image(SIZE, SIZE, paint))


def _coin() -> Picture:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = SIZE * scale - 1
        draw.ellipse((0, 0, edge, edge), DARK)
        draw_pictogram(draw, Sign.COIN, edge / 2, edge / 2, edge * 0.48, GOLD, DARK)

    return png(paint_image(SIZE, SIZE, paint))


EMOJIS: Mapping[str, Callable[[], Picture]] = {
    **{f"genesia_people_{people}": partial(_people, people) for people in range(len(PEOPLES))},
    "genesia_coin": _coin,
    "genesia_clan": partial(_plate, Sign.CLAN, BONE, INKY),
    "genesia_city": partial(_plate, Sign.CITY, BONE, INKY),
    "genesia_progress": partial(_plate, Sign.BULB, GOLD, INKY),
    "genesia_war": partial(_plate, Sign.SWORDS, BONE, LOTS[Lot.RED]),
    "genesia_peace": partial(_plate, Sign.PEACE, INKY, LOTS[Lot.GREEN]),
    **{f"genesia_{timing.value}": partial(_timing, timing) for timing in Timing},
    **{f"genesia_lot_{lot.value}": partial(_lot, lot) for lot in Lot},
}
