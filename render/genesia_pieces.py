"""What stands on Genesia's map: stacks of clans and cities."""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageDraw

from render.canvas import RGB, Sprite, Theme, covered, opaque, painted
from render.genesia_hues import INKY, PEOPLES, board_palette, on
from render.genesia_signs import draw_people
from render.lettering import mask

__all__ = ["stack"]

SIZE = 74
"""Width and height of a stack's sprite, in units."""


@lru_cache(maxsize=1024)
def stack(unit: float, theme: Theme, people: int, clans: int, city: bool, back: RGB) -> Sprite:
    """Clans of a people with their number, in their city if there is one; or a city on its own."""
    hue, size = PEOPLES[people], round(SIZE * unit)
    front = on(hue)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        one, middle = unit * scale, size * scale / 2
        draw_figure = _castle if city else _plate
        draw_figure(draw, middle, middle, one, 3.0, INKY)
        draw_figure(draw, middle, middle, one, 0.0, hue)
        if city:
            draw_people(draw, people, middle, middle - 20 * one, 11.5 * one, INKY)
            draw_people(draw, people, middle, middle - 20 * one, 9 * one, hue if front is INKY else front)
            if not clans:
                _gate(draw, middle, middle, one)
        else:
            draw_people(draw, people, middle, middle - 15 * one, 9.5 * one, front)

    image = painted(size, size, paint)
    if clans:
        letters, rise = mask(str(clans), round(32 * unit), True)
        y = size // 2 + round((14 if city else 11) * unit)
        image.paste(front, ((size - letters.width) // 2, y - rise), letters)
    whole = opaque(image, board_palette(theme), back)
    return Sprite(whole, covered(image, 127), (size // 2, size // 2))


def _plate(draw: ImageDraw.ImageDraw, x: float, y: float, one: float, grow: float, fill: RGB) -> None:
    wide, high = (24 + grow) * one, (29 + grow) * one
    draw.rounded_rectangle((x - wide, y - high, x + wide, y + high), (12 + grow) * one, fill)


def _castle(draw: ImageDraw.ImageDraw, x: float, y: float, one: float, grow: float, fill: RGB) -> None:
    """Two towers with battlements and a wall between them."""

    def box(x0: float, y0: float, x1: float, y1: float) -> None:
        draw.rectangle(
            (x + (x0 - grow) * one, y + (y0 - grow) * one, x + (x1 + grow) * one, y + (y1 + grow) * one), fill
        )

    box(-29, -4, 29, 28)
    for left in (-29, 14):
        box(left, -20, left + 15, 28)
        for tooth in (0, 10):
            box(left + tooth, -27, left + tooth + 5, -20)
    for tooth in (-12, -2.5, 7):
        box(tooth, -9, tooth + 5, 0)


def _gate(draw: ImageDraw.ImageDraw, x: float, y: float, one: float) -> None:
    draw.ellipse((x - 9 * one, y + 4 * one, x + 9 * one, y + 22 * one), INKY)
    draw.rectangle((x - 9 * one, y + 13 * one, x + 9 * one, y + 28 * one), INKY)
