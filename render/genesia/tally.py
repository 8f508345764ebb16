"""The parts of a score of Genesia on the end card: the kinds of points in a bar."""

from __future__ import annotations

from functools import cache

from engine.genesia.model import Sheet
from render.cards.end_card import Part
from render.cards.paper import Sign as Drawn
from render.genesia.palette import PEOPLES
from render.genesia.signs import Sign, draw_pictogram
from render.kit.canvas import RGB, Theme, ink

__all__ = ["colour_of", "legend", "parts"]

KINDS: tuple[tuple[Sign, RGB], ...] = (
    (Sign.BULB, (46, 130, 210)),
    (Sign.RAYS, (196, 130, 0)),
    (Sign.PEAK, (150, 66, 160)),
    (Sign.TARGET, (30, 140, 96)),
)
"""Kinds of points, in the order of the sheet, with the colours of their bars: progress, radiance, conquest,
objective."""


def parts(sheet: Sheet) -> tuple[Part, ...]:
    """Return the points of each kind."""
    points = sum(sheet.progress), sheet.radiance, sheet.conquest, sheet.objective or 0
    return tuple(Part(value=part, colour=fill) for part, (_, fill) in zip(points, KINDS, strict=True))


def legend(theme: Theme) -> tuple[tuple[Drawn, RGB], ...]:
    """Return the signs of the kinds, in their order."""
    return tuple((_drawn(kind, fill, ink(theme).ground), fill) for kind, fill in KINDS)


@cache
def _drawn(kind: Sign, fill: RGB, back: RGB) -> Drawn:
    return lambda draw, x, y, reach: draw_pictogram(draw, kind, x, y, reach, fill, back)


def colour_of(people: int) -> RGB:
    """Return the colour of a people's pieces."""
    return PEOPLES[people]
