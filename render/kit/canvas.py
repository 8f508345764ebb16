"""Canvas of all pictures: themes, palettes, sheets to draw on, and PNG files.

A sheet is a palette image from its first pixel. Shapes are drawn once at several times their size, reduced,
converted to the palette and cached as sprites: a picture is then little more than pasting and one PNG
encoding. Blends exist only as ramps between two colours of the palette.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from PIL import Image, ImageDraw

from render.kit.encoding import palette_png
from render.kit.lettering import mask
from render.kit.memory import kept

__all__ = [
    "RGB",
    "SCALE",
    "Ink",
    "Paint",
    "Palette",
    "Picture",
    "Sheet",
    "Sprite",
    "Theme",
    "contrast",
    "ink",
    "layer",
    "lettered_disc",
    "mapped",
    "mixed",
    "opacity_mask",
    "opaque",
    "paint_image",
    "paint_over",
    "png",
    "reduced",
]

RGB = tuple[int, int, int]

SCALE = 4
"""Factor by which sprites are drawn larger than they are shown."""


COMPRESSION = 3
"""The zlib level for pictures outside a palette, such as emojis.

It gives a quarter more bytes than level 6, in half its time.
"""


class Theme(StrEnum):
    """The background of the client that shows the picture."""

    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True)
class Picture:
    """An encoded picture; `width` and `height` are in pixels."""

    data: bytes
    width: int
    height: int
    suffix: str = "png"


@dataclass(frozen=True)
class Ink:
    """The colours of a theme that are not a game's own."""

    ground: RGB  # behind everything
    panel: RGB  # a row of a table, a card
    lit: RGB  # the row of whoever is to move
    text: RGB
    muted: RGB
    accent: RGB  # what is new, whose turn it is
    line: RGB  # separators


INKS = {
    Theme.DARK: Ink(
        ground=(24, 26, 32),
        panel=(34, 37, 46),
        lit=(50, 54, 66),
        text=(244, 245, 248),
        muted=(160, 166, 180),
        accent=(255, 214, 102),
        line=(60, 64, 76),
    ),
    Theme.LIGHT: Ink(
        ground=(250, 249, 246),
        panel=(238, 236, 230),
        lit=(255, 240, 200),
        text=(28, 29, 34),
        muted=(104, 104, 110),
        accent=(160, 84, 0),
        line=(214, 210, 200),
    ),
}


def ink(theme: Theme) -> Ink:
    return INKS[theme]


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: RGB) -> float:
    shares = [part / 255 for part in colour]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mixed(a: RGB, b: RGB, share: float) -> RGB:
    """Return the colour that lies `share` of the way from `a` to `b`."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


@dataclass(frozen=True)
class Sprite:
    """A palette image, the mask of its pixels that count (`None`: all of them), and its centre."""

    image: Image.Image
    mask: Image.Image | None = None
    centre: tuple[int, int] = (0, 0)


class Palette:
    """A palette of at most 256 colours.

    Each ramp gives a start colour, an end colour and the steps between them.
    """

    is_shared = True
    """Its bytes are not counted for each sheet that is kept."""

    def __init__(self, ramps: Iterable[tuple[RGB, RGB, int]]) -> None:
        colours: dict[RGB, int] = {}
        for start, end, steps in ramps:
            for step in range(steps + 1):
                colours.setdefault(mixed(start, end, step / steps), len(colours))
        if len(colours) > 256:
            raise ValueError(f"{len(colours)} colours do not fit into a palette")
        self.colours = tuple(colours)
        self._index = colours
        self.image = Image.new("P", (1, 1))
        # Every sprite in the palette gets a copy of what is given here: of bytes that is no new thing.
        self.image.putpalette(bytes(part for colour in self.colours for part in colour))
        self.index = lru_cache(maxsize=4096)(self._nearest)
        self._blends = lru_cache(maxsize=64)(self._blend)
        self.line_sprite = kept(self._line_sprite)

    def _nearest(self, colour: RGB) -> int:
        """Return the index of the palette's colour nearest to `colour`."""
        if (found := self._index.get(colour)) is not None:
            return found
        return min(range(len(self.colours)), key=lambda entry: _distance(self.colours[entry], colour))

    def _blend(self, front: RGB, back: RGB) -> list[int]:
        steps = [self.index(mixed(back, front, step / 16)) for step in range(17)]
        return [steps[round(level / 255 * 16)] for level in range(256)]

    def quantized(self, image: Image.Image) -> Image.Image:
        """Return an RGB copy of the image in this palette: each pixel takes the nearest colour."""
        return image.convert("RGB").quantize(palette=self.image, dither=Image.Dither.NONE)

    def _line_sprite(self, text: str, size: int, bold: bool, front: RGB, back: RGB) -> Sprite:
        """Return one line of text, `front` on `back`.

        The sprite's centre is at its left end, half a capital high.
        """
        letters, rise = mask(text, size, bold)
        return Sprite(mapped(letters, self._blends(front, back), "P"), None, (0, rise))


def mapped(image: Image.Image, table: list[int], mode: str) -> Image.Image:
    """Return a copy of the image in `mode`; `table` gives the new value for each of its 256 levels."""
    return image.point(table, mode)  # pyright: ignore[reportUnknownMemberType] - Pillow's annotation


def opacity_mask(image: Image.Image, least: int) -> Image.Image:
    """Return a mask (mode 1) of the pixels whose alpha is greater than `least`."""
    return mapped(image.getchannel("A"), [255 * (level > least) for level in range(256)], "1")


def _distance(a: RGB, b: RGB) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


Paint = Callable[[ImageDraw.ImageDraw, float], None]


def layer(width: int, height: int, paint: Paint, *, scale: int = SCALE) -> Image.Image:
    """Return an image that ``paint(draw, scale)`` draws at `scale` times its size, in opaque colours on
    nothing.

    Its fourth band is 255 where something was drawn. The image is RGBX, as its colours are already those of
    RGBa: Pillow would convert an RGBA image to RGBa, pixel by pixel, before it reduces it.
    """
    image = Image.new("RGBX", (width * scale, height * scale), (0, 0, 0, 0))
    paint(ImageDraw.Draw(image), scale)
    return image


def paint_image(width: int, height: int, paint: Paint, *, scale: int = SCALE) -> Image.Image:
    """Return a drawing as `layer` makes it, reduced to its size (RGBA)."""
    return reduced(layer(width, height, paint, scale=scale), scale)


def paint_over(under: Image.Image, paint: Paint, *, scale: int = SCALE) -> Image.Image:
    """Draw more on a copy of a layer and return the whole, reduced to its size (RGBA)."""
    image = under.copy()
    paint(ImageDraw.Draw(image), scale)
    return reduced(image, scale)


def reduced(image: Image.Image, scale: int = SCALE) -> Image.Image:
    """Return a layer reduced to its size (RGBA)."""
    small = image.reduce(scale)
    return Image.frombytes("RGBa", small.size, small.tobytes()).convert("RGBA")


def opaque(image: Image.Image, palette: Palette, back: RGB) -> Image.Image:
    """Return the RGBA image in the palette, laid on a ground of one colour."""
    ground = Image.new("RGB", image.size, back)
    ground.paste(image, (0, 0), image)
    return palette.quantized(ground)


@kept
def lettered_disc(text: str, size: int, back: RGB, front: RGB) -> Image.Image:
    """Return a disc `size` pixels wide with a short text in it (RGBA). It is cached: do not draw on it."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw.ellipse((0, 0, edge - 1, edge - 1), front)
        rim = edge * 0.06
        draw.ellipse((rim, rim, edge - 1 - rim, edge - 1 - rim), back)

    disc = paint_image(size, size, paint)
    letters, rise = mask(text, round(size * {0: 0.66, 1: 0.66, 2: 0.58}.get(len(text), 0.44)), True)
    disc.paste(front, ((size - letters.width) // 2, size // 2 - rise), letters)
    return disc


class Sheet:
    """A picture being drawn, in one palette."""

    def __init__(self, image: Image.Image, palette: Palette) -> None:
        self.image = image
        self.palette = palette

    @classmethod
    def blank(cls, width: int, height: int, palette: Palette, colour: RGB) -> Sheet:
        image = Image.new("P", (width, height), palette.index(colour))
        image.putpalette(bytes(palette.image.getpalette() or ()))
        return cls(image, palette)

    def copy(self) -> Sheet:
        return Sheet(self.image.copy(), self.palette)

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste the sprite with its centre on (x, y)."""
        at = (x - sprite.centre[0], y - sprite.centre[1])
        self.image.paste(sprite.image, at, sprite.mask)

    def overlay(self, image: Image.Image, x: int, y: int) -> None:
        """Lay the RGBA image over the sheet with its top left corner on (x, y)."""
        box = (x, y, x + image.width, y + image.height)
        under = self.image.crop(box).convert("RGB")
        under.paste(image, (0, 0), image)
        self.image.paste(self.palette.quantized(under), box)

    def fill(self, box: tuple[int, int, int, int], colour: RGB) -> None:
        self.image.paste(self.palette.index(colour), box)

    def write(
        self,
        text: str,
        x: int,
        y: int,
        size: int,
        front: RGB,
        back: RGB,
        *,
        bold: bool = False,
        anchor: str = "l",
    ) -> int:
        """Write one line on ground of the colour `back`; return its width in pixels.

        `anchor` names the part of the line that stands at x: its left end (l), middle (m) or right end (r).
        The middle of a capital stands at y.
        """
        line = self.palette.line_sprite(text, size, bold, front, back)
        width = line.image.width
        self.stamp(line, x - {"l": 0, "m": width // 2, "r": width}[anchor], y)
        return width

    def encode(self) -> Picture:
        return Picture(palette_png(self.image), self.image.width, self.image.height)


def png(image: Image.Image) -> Picture:
    """Return the image as a PNG file."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=COMPRESSION)
    return Picture(out.getvalue(), image.width, image.height)
