"""Who sits where: a name that fits, the ground of a row, the arrow of whoever is to move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageDraw

from render.kit.canvas import RGB, Palette, Sprite, opaque, painted
from render.kit.lettering import drawable, fitted, length

__all__ = ["SIGNS", "RosterLine", "arrow", "panel", "shown_name"]

SIGNS = "▲■●◆"
"""The seats' signs as characters, for text that goes with a picture."""


@dataclass(frozen=True)
class RosterLine:
    """A person or automatic player in a row."""

    seat: int
    name: str
    moves: bool
    """It is this seat's turn."""


@lru_cache(maxsize=32)
def panel(
    palette: Palette, width: int, height: int, soft: int, stripe: int, back: RGB, edge: RGB, ground: RGB
) -> Sprite:
    """A row's ground with rounded corners and a stripe of `edge` on its left."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom = width * scale - 1, height * scale - 1
        draw.rounded_rectangle((0, 0, right, bottom), soft * scale, edge)
        if edge != back:
            inner = (stripe * scale, 0, right, bottom)
            draw.rounded_rectangle(inner, soft * scale, back, corners=(False, True, True, False))

    return Sprite(opaque(painted(width, height, paint, scale=2), palette, ground))


def shown_name(line: RosterLine, width: float, large: int, small: int, bold: bool) -> tuple[str, int]:
    """The name as far as the fonts know it (else the seat's number) and its size: shrunk, then shortened."""
    name = drawable(line.name) or f"#{line.seat + 1}"
    for size in range(large, small - 1, -2):
        if length(name, size, bold) <= width:
            return name, size
    return fitted(name, width, small, bold), small


@lru_cache(maxsize=32)
def arrow(palette: Palette, size: int, front: RGB, back: RGB) -> Sprite:
    """A triangle that points to whoever is to move."""

    """A triangle that points to whoever is to move."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw.polygon([(0, 0), (edge, edge / 2), (0, edge)], front)

    return Sprite(opaque(painted(size, size, paint), palette, back), None, (0, size // 2))
