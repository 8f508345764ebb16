"""Pieces on Genesia's map: stacks of clans and cities."""

from __future__ import annotations

from PIL import ImageDraw

from render.genesia.marks import LETTER, narrow_mask
from render.genesia.palette import INKY, PEOPLES, board_palette, contrast_colour
from render.genesia.placement import TOWER, WIDE
from render.kit.canvas import RGB, Sprite, Theme, opacity_mask, opaque, paint_image
from render.kit.memory import kept
from render.kit.seats import draw_sign

__all__ = ["Shape", "stack"]

RIM = 3.2
"""Width of the dark edge. All lengths in this module are in units."""
BAND = 22
"""Height of the sign's ground above a number."""
MORE = 16
"""Extra width of a stack with a number of two digits."""

Shape = tuple[float, float]
"""Width and height: `WIDE`, `TALL` or `SLIM` of `placement`, or narrower."""


@kept
def stack(
    unit: float, theme: Theme, people: int, clans: int, city: bool, back: RGB, shape: Shape = WIDE
) -> Sprite:
    """Return a people's stack: its sign and the number of clans, in their city if there is one; or an empty
    city.
    """
    hue = PEOPLES[people]
    front = contrast_colour(hue)
    wide, high = shape[0] + (MORE if clans > 9 else 0), shape[1] + TOWER
    width, height = round(wide * unit), round(high * unit)
    beside = shape[1] == WIDE[1]
    reach = 13 if beside else 9
    signed = (reach + 9, TOWER + (high - TOWER) / 2) if beside else (wide / 2, TOWER + RIM + BAND / 2)
    digits = (signed[0] + reach + wide - 3) / 2 if beside else wide / 2
    middle = signed[1] if beside else high - RIM - 26

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        one = unit * scale
        for grow, fill in ((0.0, INKY), (RIM, hue)):
            soft = 3 if city else 14
            box = (grow * one, (TOWER + grow) * one, (wide - grow) * one - 1, (high - grow) * one - 1)
            draw.rounded_rectangle(box, max(0.0, (soft - grow) * one), fill)
            if city:
                _draw_battlements(draw, wide, 4 if beside else 3, grow, one, fill)
        x, y = signed
        if not beside:  # the sign alone over a 1 would look like an i
            top, soft = TOWER + RIM, max(0.0, ((3 if city else 14) - RIM) * one)
            band = (RIM * one, top * one, (wide - RIM) * one - 1, (top + BAND) * one)
            draw.rounded_rectangle(band, soft, front, corners=(True, True, False, False))
        draw_sign(draw, people, x * one, y * one, reach * one, front if beside else hue)
        if not clans:
            _draw_gate(draw, digits * one, (high - RIM) * one, one, front)

    image = paint_image(width, height, paint)
    if clans:
        room = wide - signed[0] - reach - 9 if beside else wide - 2 * RIM - 2
        letters, rise = narrow_mask(str(clans), round(LETTER * unit), round(room * unit))
        image.paste(front, (round(digits * unit - letters.width / 2), round(middle * unit) - rise), letters)
    whole = opaque(image, board_palette(theme), back)
    return Sprite(whole, opacity_mask(image, 127), (width // 2, round((TOWER + shape[1] / 2) * unit)))


def _draw_battlements(
    draw: ImageDraw.ImageDraw, wide: float, count: int, grow: float, one: float, fill: RGB
) -> None:
    tooth = max(wide / (2 * count - 1), 2 * RIM + 1)
    for number in range(count):
        left = 2 * number * tooth
        box = (left + grow, grow, left + tooth - grow, TOWER + 2 * RIM)
        draw.rectangle([edge * one for edge in box], fill)


def _draw_gate(draw: ImageDraw.ImageDraw, x: float, bottom: float, one: float, fill: RGB) -> None:
    """Draw the gate of a city without clans."""
    draw.ellipse((x - 11 * one, bottom - 32 * one, x + 11 * one, bottom - 10 * one), fill)
    draw.rectangle((x - 11 * one, bottom - 21 * one, x + 11 * one, bottom), fill)
