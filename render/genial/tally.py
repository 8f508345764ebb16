"""The parts of a score of Génial on the end card: six values with their symbols."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import ImageDraw

from engine.genial.model import Colour
from render.cards.end_card import Part
from render.cards.paper import Sign
from render.genial.symbols import BODY, draw_symbol

__all__ = ["parts", "symbol"]


def parts(track: Sequence[int], decided: int | None) -> tuple[Part, ...]:
    """Return the values, the lowest first; the one at place `decided` made the rank."""
    order = sorted(Colour, key=lambda colour: (track[colour], colour))
    return tuple(
        Part(str(track[colour]), sign=symbol(colour), decided=place == decided)
        for place, colour in enumerate(order)
    )


@cache
def symbol(colour: Colour) -> Sign:
    """Return what draws the colour's symbol on a tile's dark."""

    def sign(draw: ImageDraw.ImageDraw, x: float, y: float, reach: float) -> None:
        edge = reach * 1.2
        draw.rounded_rectangle((x - edge, y - edge, x + edge, y + edge), reach * 0.4, BODY)
        draw_symbol(draw, colour, x, y, reach)

    return sign
