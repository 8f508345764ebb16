"""Illustrations of Genesia's cards, drawn by code in one style from signs, in the colours of each card's
lot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PIL import Image, ImageDraw

from engine.genesia.model import Lot
from render.genesia.art.brush import EDGE, Brush
from render.genesia.art.first import FIRST
from render.genesia.art.goals import GOALS
from render.genesia.art.second import SECOND
from render.genesia.art.third import THIRD
from render.genesia.palette import BONE, GOLD, INKY, LOTS, NEUTRAL
from render.kit.canvas import RGB, Theme, ink, mixed, paint_image

__all__ = ["CARDS", "GOALS", "faint_tones", "illustration", "lot_tones"]

CARDS: Mapping[int, Callable[[Brush], None]] = {**FIRST, **SECOND, **THIRD}
"""Functions that draw the illustrations, by card number."""


def lot_tones(lot: Lot | None) -> tuple[RGB, ...]:
    """Return the colours of a lot's illustrations, by `Tone`. `None` is for objectives that belong to no
    lot.
    """
    hue = NEUTRAL if lot is None else LOTS[lot]
    accent = LOTS[Lot.RED] if lot is Lot.YELLOW else GOLD
    return mixed(hue, BONE, 0.7), mixed(hue, BONE, 0.4), hue, mixed(hue, INKY, 0.4), INKY, BONE, accent


def faint_tones(theme: Theme) -> tuple[RGB, ...]:
    """Return the colours of cards that no longer matter, by `Tone`."""
    back, front = ink(theme).panel, ink(theme).muted
    return tuple(mixed(back, front, share) for share in (0, 0.2, 0.4, 0.6, 1, 0.2, 0.4))


def illustration(number: int, size: int, tones: Sequence[RGB]) -> Image.Image:
    """Return a card's illustration on nothing (RGBA, square). Negative numbers are objectives."""
    drawn = CARDS[number] if number > 0 else GOALS[-number]

    def draw_art(draw: ImageDraw.ImageDraw, scale: float) -> None:
        reach = size * scale / 2
        drawn(Brush(draw, tones, complex(reach, reach), complex(reach, 0), EDGE * reach))

    return paint_image(size, size, draw_art)
