"""Génial's six symbols: the printed shapes, in colours that keep apart under every colour blindness."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import ImageDraw

from engine.genial.model import Colour
from render.kit.canvas import RGB

__all__ = ["BODY", "HUES", "RIM", "draw_symbol"]

HUES: dict[Colour, RGB] = {
    Colour.RED: (242, 40, 74),
    Colour.ORANGE: (246, 138, 0),
    Colour.YELLOW: (255, 250, 142),
    Colour.GREEN: (0, 208, 160),
    Colour.BLUE: (40, 106, 255),
    Colour.PURPLE: (226, 148, 242),
}
"""Colours of the symbols. They are always shown on `BODY`, in both themes.

They were found by search: at least 35 apart in CIELAB and with a contrast of 3 to `BODY`, for normal sight,
protanopia, deuteranopia and tritanopia alike.
"""

BODY: RGB = (16, 17, 22)
"""Colour of a tile, and of everything else that carries a symbol."""
RIM: RGB = (122, 129, 148)
"""Colour of a tile's edge."""

Point = tuple[float, float]


def _star(x: float, y: float, points: int, outer: float, inner: float) -> list[Point]:
    """Return the corners of a star with `points` points, one of them upwards."""
    reaches = (outer, inner) * points
    return [
        (x + reach * sin(pi * step / points), y - reach * cos(pi * step / points))
        for step, reach in enumerate(reaches)
    ]


def draw_symbol(
    draw: ImageDraw.ImageDraw, colour: Colour, x: float, y: float, size: float, fill: RGB | None = None
) -> None:
    """Draw the colour's shape around (x, y), `size` from the centre to the points, in its hue or `fill`.

    All six look equally large: round shapes reach less far than pointed ones.
    """
    fill = fill or HUES[colour]
    match colour:
        case Colour.RED:
            draw.polygon(_star(x, y, 12, size * 1.04, size * 0.6), fill)
        case Colour.YELLOW:
            draw.polygon(_star(x, y, 24, size * 1.02, size * 0.74), fill)
        case Colour.BLUE:
            draw.polygon(_star(x, y, 6, size * 1.08, size * 0.58), fill)
        case Colour.ORANGE:
            draw.polygon(_star(x, y, 3, size * 0.98, size * 0.98), fill)
        case Colour.GREEN:
            reach = size * 0.86
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill)
        case Colour.PURPLE:
            reach = size * 0.92
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), outline=fill, width=round(size * 0.4))
