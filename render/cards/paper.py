"""Paper for cards: shapes drawn twice as large and reduced, and lines of text on them."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.cards.robots import robot_image
from render.kit.canvas import RGB, Picture, Theme, ink
from render.kit.encoding import palette_png
from render.kit.lettering import drawable, fitted, length, mask
from render.kit.levels import resized
from render.kit.marks import CASING
from render.kit.seats import SEAT_COLOURS, draw_sign

__all__ = ["GOLDEN", "HEIGHT", "LINES", "SMALLEST", "WIDTH", "Paper", "Sign", "star", "written_name"]

Point = tuple[float, float]
Sign = Callable[[ImageDraw.ImageDraw, float, float, float], None]
"""Draws something around a point, as far as a reach: ``sign(draw, x, y, reach)``."""

WIDTH, HEIGHT = 1100, 700
SMALLEST = 38
"""Smallest size of letters and digits: they are 8 points high on a telephone 324 points wide."""
GOLDEN: RGB = (255, 206, 84)
LINES: dict[Theme, tuple[RGB, ...]] = {
    Theme.DARK: (
        (110, 150, 255),
        (255, 110, 80),
        (255, 206, 84),
        (70, 214, 160),
        (214, 130, 226),
        (150, 220, 250),
        (250, 160, 60),
        (190, 190, 200),
    ),
    Theme.LIGHT: (
        (36, 62, 240),
        (184, 30, 6),
        (160, 96, 0),
        (0, 120, 78),
        (150, 66, 160),
        (0, 104, 140),
        (150, 70, 20),
        (90, 90, 100),
    ),
}
"""Colours of curves by seat, which stand out on a panel of their theme."""
assert len(SEAT_COLOURS) <= len(LINES[Theme.DARK]) == len(LINES[Theme.LIGHT])
_SCALE = 2
_COLOURS = 128


class Paper:
    """A card that is being drawn; lengths are in its own pixels. Lines of text lie over all shapes."""

    def __init__(self, theme: Theme, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.theme, self.ink, self.width, self.height = theme, ink(theme), width, height
        self._image = Image.new("RGB", (width * _SCALE, height * _SCALE), self.ink.ground)
        self._draw = ImageDraw.Draw(self._image)
        self._lines: list[tuple[str, float, float, int, RGB, bool, str]] = []
        self._picture: tuple[Image.Image, int, int] | None = None
        self._faces: list[tuple[str, int, int, int]] = []

    def box(
        self,
        box: tuple[float, float, float, float],
        fill: RGB | None,
        soft: float = 14,
        line: RGB | None = None,
        wide: int = 3,
    ) -> None:
        """Draw a rectangle with soft corners."""
        edges = tuple(edge * _SCALE for edge in box)
        self._draw.rounded_rectangle(edges, soft * _SCALE, fill, line, wide * _SCALE)

    def disc(
        self, x: float, y: float, reach: float, fill: RGB | None, line: RGB | None = None, wide: int = 3
    ) -> None:
        left, top, right, bottom = (
            (x - reach) * _SCALE,
            (y - reach) * _SCALE,
            (x + reach) * _SCALE,
            (y + reach) * _SCALE,
        )
        self._draw.ellipse((left, top, right, bottom), fill, line, wide * _SCALE)

    def shape(self, points: Sequence[Point], fill: RGB) -> None:
        self._draw.polygon([(x * _SCALE, y * _SCALE) for x, y in points], fill)

    def line(self, points: Sequence[Point], fill: RGB, wide: float) -> None:
        spots = [(x * _SCALE, y * _SCALE) for x, y in points]
        self._draw.line(spots, fill, round(wide * _SCALE), joint="curve")

    def sign(self, sign: Sign, x: float, y: float, reach: float) -> None:
        sign(self._draw, x * _SCALE, y * _SCALE, reach * _SCALE)

    def seat(self, seat: int, x: float, y: float, reach: float, fill: RGB, back: RGB | None = None) -> None:
        """Draw a seat's sign; on a disc of the colour `back`, where a game has colours of its own."""
        if back is None:
            draw_sign(self._draw, seat, x * _SCALE, y * _SCALE, reach * _SCALE * 0.8, fill)
            return
        self.disc(x, y, reach, back, self.ink.text, 2)
        red, green, blue = back
        light = 0.299 * red + 0.587 * green + 0.114 * blue > 128
        front = CASING if light else (255, 255, 255)
        draw_sign(self._draw, seat, x * _SCALE, y * _SCALE, reach * _SCALE * 0.52, front)

    def write(
        self, text: str, x: float, y: float, size: int, fill: RGB, *, bold: bool = True, anchor: str = "l"
    ) -> float:
        """Write a line with its left end, middle or right end at x, the middle of a capital at y; return its
        width.
        """
        self._lines.append((text, x, y, size, fill, bold, anchor))
        return length(text, size, bold)

    def robot(self, level: str, x: float, y: float, side: int) -> None:
        """Draw a robot's face with its middle there; letters lie over it."""
        self._faces.append((level, round(x - side / 2), round(y - side / 2), side))

    def paste(self, picture: Picture, left: int, top: int, high: int) -> None:
        """Show one picture so high, with its top left corner there; it lies over all else."""
        image = Image.open(io.BytesIO(picture.data)).convert("RGB")
        wide = round(high * picture.width / picture.height)
        self._picture = resized(image, wide, high), left, top

    def encode(self) -> Picture:
        image = self._image.reduce(_SCALE)
        for level, left, top, side in self._faces:
            face = robot_image(level, side)
            image.paste(face, (left, top), face)
        for text, x, y, size, fill, bold, anchor in self._lines:
            letters, rise = mask(text, size, bold)
            left = x - {"l": 0, "m": letters.width / 2, "r": letters.width}[anchor]
            image.paste(fill, (round(left), round(y) - rise), letters)
        small = image.quantize(_COLOURS, dither=Image.Dither.NONE)
        if self._picture is not None:
            _add(small, *self._picture)
        return Picture(palette_png(small), self.width, self.height)


def _add(small: Image.Image, picture: Image.Image, left: int, top: int) -> None:
    """Paste the picture on a palette image; it brings colours of its own, and takes none from the card."""
    other = picture.quantize(_COLOURS, dither=Image.Dither.NONE)
    own, more = ((each.getpalette() or [])[: 3 * _COLOURS] for each in (small, other))
    small.putpalette([*own, *[0] * (3 * _COLOURS - len(own)), *more])
    shifted = other.tobytes().translate(bytes((index + _COLOURS) % 256 for index in range(256)))
    small.paste(Image.frombytes("P", other.size, shifted), (left, top))


def written_name(name: str, seat: int, room: float, large: int, *, bold: bool) -> tuple[str, int]:
    """Return a name and the size in which it fits: it is made smaller first, then shorter."""
    shown = drawable(name) or f"#{seat + 1}"
    for size in range(large, SMALLEST - 1, -1):
        if length(shown, size, bold) <= room:
            return shown, size
    return fitted(shown, room, SMALLEST, bold), SMALLEST


def star(x: float, y: float, far: float, near: float, count: int = 5) -> list[Point]:
    """Return the corners of a star."""
    return [
        (
            x + (near if step % 2 else far) * sin(pi * step / count),
            y - (near if step % 2 else far) * cos(pi * step / count),
        )
        for step in range(2 * count)
    ]
