"""Signs on Genesia's cards beside words: illustrations, timings, lots, costs, points, ticks."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.genesia.model import Lot, Timing
from render.genesia.art import illustration
from render.genesia.art.brush import Tone
from render.genesia.marks import value_disc
from render.genesia.palette import BONE, DARK, GOLD, INKY, LOTS, card_palette, contrast_colour
from render.genesia.signs import TIMINGS, Sign, draw_pictogram
from render.kit.canvas import RGB, Sprite, Theme, ink, opacity_mask, opaque, paint_image
from render.kit.lettering import mask
from render.kit.memory import kept

__all__ = [
    "art_sprite", "cost_sprite", "icon", "lot_disc", "lot_sprite", "points_sprite", "progress_sprite",
    "tick_sprite", "timing_plate", "timing_sprite",
]  # fmt: skip

PLATES: dict[Timing, RGB] = {
    Timing.GROWTH: LOTS[Lot.GREEN],
    Timing.EXPANSION: LOTS[Lot.YELLOW],
    Timing.ATTACK: LOTS[Lot.RED],
    Timing.DEFENCE: LOTS[Lot.BLUE],
    Timing.END: LOTS[Lot.VIOLET],
    Timing.INTENT: INKY,
    Timing.COPY: INKY,
}


@kept
def icon(sign: Sign, size: int, fill: RGB, back: RGB, theme: Theme) -> Sprite:
    def draw_icon(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw_pictogram(draw, sign, edge / 2, edge / 2, edge * 0.48, fill, back)

    return _flat(paint_image(size, size, draw_icon), theme, back)


def _flat(image: Image.Image, theme: Theme, back: RGB) -> Sprite:
    whole = opaque(image, card_palette(theme), back)
    return Sprite(whole, opacity_mask(image, 100), (image.width // 2, image.height // 2))


def timing_plate(size: int, timing: Timing) -> Image.Image:
    """Return a card's timing as a pictogram on a plate (RGBA)."""
    hue = PLATES[timing]

    def draw_plate(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.05
        draw.rounded_rectangle((0, 0, edge, edge), edge * 0.24, BONE)
        draw.rounded_rectangle((rim, rim, edge - rim, edge - rim), edge * 0.2, hue)
        draw_pictogram(draw, TIMINGS[timing], edge / 2, edge / 2, edge * 0.34, contrast_colour(hue), hue)

    return paint_image(size, size, draw_plate)


@kept
def timing_sprite(size: int, timing: Timing, theme: Theme, back: RGB) -> Sprite:
    return _flat(timing_plate(size, timing), theme, back)


def lot_disc(size: int, lot: Lot, share: float = 0.6) -> Image.Image:
    """Return a lot's letter on a disc of its colour.

    `share` is the letter's size as a share of the disc's (RGBA).
    """
    hue = LOTS[lot]

    def draw_disc(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.07
        draw.ellipse((0, 0, edge, edge), contrast_colour(hue))
        draw.ellipse((rim, rim, edge - rim, edge - rim), hue)

    disc = paint_image(size, size, draw_disc)
    letters, rise = mask(lot.letter, round(size * share), True)
    disc.paste(contrast_colour(hue), ((size - letters.width) // 2, size // 2 - rise), letters)
    return disc


@kept
def lot_sprite(size: int, lot: Lot, theme: Theme) -> Sprite:
    return _flat(lot_disc(size, lot, 0.76), theme, LOTS[lot])


@kept
def cost_sprite(size: int, cost: int, dear: bool, theme: Theme, back: RGB) -> Sprite:
    """Return a coin with the number to pay."""
    hue = LOTS[Lot.RED] if dear else GOLD

    def draw_coin(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge, rim = size * scale - 1, size * scale * 0.06
        draw.ellipse((0, 0, edge, edge), DARK)
        draw.ellipse((rim, rim, edge - rim, edge - rim), hue)

    image = paint_image(size, size, draw_coin)
    letters, rise = mask(str(cost), round(size * 0.63), True)
    image.paste(contrast_colour(hue), ((size - letters.width) // 2, size // 2 - rise), letters)
    return _flat(image, theme, back)


@kept
def progress_sprite(size: int, theme: Theme, back: RGB) -> Sprite:
    """Return a bulb, the sign of a progress point at the end of every Age."""

    def draw_bulb(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale
        draw_pictogram(draw, Sign.BULB, edge / 2, edge / 2, edge * 0.5, DARK, GOLD)
        draw.ellipse((edge * 0.24, edge * 0.09, edge * 0.76, edge * 0.61), GOLD)
        wire = ((0.42, 0.6), (0.38, 0.38), (0.5, 0.47), (0.62, 0.38), (0.58, 0.6))
        draw.line([(edge * x, edge * y) for x, y in wire], DARK, round(edge * 0.05))

    return _flat(paint_image(size, size, draw_bulb), theme, back)


@kept
def points_sprite(size: int, points: int, theme: Theme, back: RGB) -> Sprite:
    """Return the points of an objective on a disc."""
    return _flat(value_disc(size, points, DARK), theme, back)


@kept
def tick_sprite(size: int, theme: Theme) -> Sprite:
    """Return the sign on the card that is picked so far."""
    accent = ink(theme).accent

    def draw_tick(draw: ImageDraw.ImageDraw, scale: float) -> None:
        edge = size * scale - 1
        draw.ellipse((0, 0, edge, edge), accent)
        draw_pictogram(draw, Sign.TICK, edge / 2, edge / 2, edge * 0.3, contrast_colour(accent), accent)

    return _flat(paint_image(size, size, draw_tick), theme, BONE)


@kept
def art_sprite(number: int, size: int, tones: tuple[RGB, ...], theme: Theme) -> Sprite:
    """Return an illustration on its ground; objectives have negative numbers."""
    return Sprite(opaque(illustration(number, size, tones), card_palette(theme), tones[Tone.PALE]))
