"""Signs and colours by which the seats of a game are told apart, for up to eight seats."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import ImageDraw

from render.kit.canvas import RGB

__all__ = ["SEAT_COLOURS", "SIGNS", "SIGN_COLOUR", "draw_sign"]

SIGNS = "▲■●◆★✚▼○"
"""The seats' signs as characters, for text that goes with a picture."""
SEAT_COLOURS: tuple[RGB, ...] = (
    (196, 101, 22),
    (113, 79, 214),
    (156, 189, 206),
    (3, 123, 80),
    (255, 186, 30),
    (0, 220, 125),
    (147, 84, 155),
    (200, 152, 255),
)
"""The seats' colours. They keep apart on both themes' grounds and under every common colour blindness."""
SIGN_COLOUR: RGB = (20, 22, 28)
"""The colour of a sign on its seat's colour."""


def draw_sign(draw: ImageDraw.ImageDraw, seat: int, x: float, y: float, reach: float, fill: RGB) -> None:
    """Draw the seat's sign around (x, y): triangle, square, disc, diamond, star, cross, triangle, ring.

    `reach` is the distance from (x, y) to its edge. Raises `ValueError` for a seat without a sign.
    """
    match seat:
        case 0:
            draw.polygon(
                [(x, y - reach * 1.05), (x + reach, y + reach * 0.75), (x - reach, y + reach * 0.75)], fill
            )
        case 1:
            half = reach * 0.82
            draw.rectangle((x - half, y - half, x + half, y + half), fill)
        case 2:
            half = reach * 0.92
            draw.ellipse((x - half, y - half, x + half, y + half), fill)
        case 3:
            far = reach * 1.15
            draw.polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], fill)
        case 4:
            points = [
                (x + far * sin(pi * step / 5), y + reach * 0.08 - far * cos(pi * step / 5))
                for step, far in enumerate((reach * 1.2, reach * 0.52) * 5)
            ]
            draw.polygon(points, fill)
        case 5:
            far, near = reach, reach * 0.36
            draw.rectangle((x - far, y - near, x + far, y + near), fill)
            draw.rectangle((x - near, y - far, x + near, y + far), fill)
        case 6:
            draw.polygon(
                [(x, y + reach * 1.05), (x + reach, y - reach * 0.75), (x - reach, y - reach * 0.75)], fill
            )
        case 7:
            half = reach * 0.98
            draw.ellipse((x - half, y - half, x + half, y + half), outline=fill, width=round(reach * 0.42))
        case _:
            raise ValueError(f"seat {seat} has no sign: there are {len(SIGNS)}")
