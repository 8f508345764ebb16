"""Illustrations of Genesia's cards: drawn by code from signs, one style, in the colours of each card's lot.

A drawing is a function of a `Brush`: it knows seven tones, no size and no lot. What occurs in more than one
of them, such as a flame, a wheel, a sword, is among the `shapes`.
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
from render.kit.canvas import RGB, Theme, ink, mixed, painted

__all__ = ["CARDS", "GOALS", "faint_tones", "illustration", "lot_tones"]

CARDS: Mapping[int, Callable[[Brush], None]] = {**FIRST, **SECOND, **THIRD}
"""By the number of the card."""


def lot_tones(lot: Lot | None) -> tuple[RGB, ...]:
    """The colours of a lot's illustrations, by `Tone`; an objective may belong to none."""
    hue = NEUTRAL if lot is None else LOTS[lot]
    accent = LOTS[Lot.RED] if lot is Lot.YELLOW else GOLD
    return mixed(hue, BONE, 0.7), mixed(hue, BONE, 0.4), hue, mixed(hue, INKY, 0.4), INKY, BONE, accent


def faint_tones(theme: Theme) -> tuple[RGB, ...]:
    """The colours of what no longer matters, by `Tone`."""
    back, front = ink(theme).panel, ink(theme).muted
    return tuple(mixed(back, front, share) for share in (0, 0.2, 0.4, 0.6, 1, 0.2, 0.4))


def illustration(number: int, size: int, tones: Sequence[RGB]) -> Image.Image:
    """A card's picture, with a negative number an objective's: a square on nothing (RGBA)."""
    drawn = CARDS[number] if number > 0 else GOALS[-number]

    def draw_art(draw: ImageDraw.ImageDraw, scale: float) -> None:
        reach = size * scale / 2
        drawn(Brush(draw, tones, complex(reach, reach), complex(reach, 0), EDGE * reach))

    return painted(size, size, draw_art)
