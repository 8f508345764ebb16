"""Names of the seats: a name that fits, the ground of its row, the arrow of whoever is to move."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import ImageDraw

from render.kit.canvas import RGB, Palette, Sprite, opaque, paint_image
from render.kit.lettering import drawable, fitted, length
from render.kit.memory import kept

__all__ = ["RosterLine", "arrow", "panel", "shown_name"]


@dataclass(frozen=True)
class RosterLine:
    """A seat's line in a list of players."""

    seat: int
    name: str
    is_to_move: bool
    """It is this seat's turn."""


@kept
def panel(
    palette: Palette, width: int, height: int, soft: int, stripe: int, back: RGB, edge: RGB, ground: RGB
) -> Sprite:
    """Return a row's ground, with rounded corners and a stripe in the colour `edge` on its left."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        right, bottom = width * scale - 1, height * scale - 1
        draw.rounded_rectangle((0, 0, right, bottom), soft * scale, edge)
        if edge != back:
            inner = (stripe * scale, 0, right, bottom)
            draw.rounded_rectangle(inner, soft * scale, back, corners=(False, True, True, False))

    return Sprite(opaque(paint_image(width, height, paint, scale=2), palette, ground))


def shown_name(line: RosterLine, width: float, large: int, small: int, bold: bool) -> tuple[str, int]:
    """Return the name and the size to write it in: first the name is shrunk, then it is shortened.

    Characters that the fonts lack are dropped. If nothing of the name can be shown, it is the seat's number.
    """
    name = drawable(line.name) or f"#{line.seat + 1}"
    for size in range(large, small - 1, -2):
        if length(name, size, bold) <= width:
            return name, size
    return fitted(name, width, small, bold), small


@kept
def arrow(palette: Palette, size: int, front: RGB, back: RGB) -> Sprite:
    """Return a triangle that points to the right, at the name of whoever is to move."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw.polygon([(0, 0), (edge, edge / 2), (0, edge)], front)

    return Sprite(opaque(paint_image(size, size, paint), palette, back), None, (0, size // 2))
