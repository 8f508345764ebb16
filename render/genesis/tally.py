"""The parts of a score of Genesis (Knizia) on the end card: points by terrain."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from PIL import ImageDraw

from engine.genesis.model import Terrain
from render.cards.end_card import Part
from render.cards.paper import Sign
from render.genesis.material import draw_terrain

__all__ = ["parts"]


def parts(points: Mapping[Terrain, int]) -> tuple[Part, ...]:
    """Return the points that zones of each terrain have brought, with the terrain's sign."""
    return tuple(Part(str(points.get(terrain, 0)), sign=_sign(terrain)) for terrain in Terrain)


@cache
def _sign(terrain: Terrain) -> Sign:
    def sign(draw: ImageDraw.ImageDraw, x: float, y: float, reach: float) -> None:
        draw_terrain(draw, terrain, x - reach, y - reach, reach * 2)

    return sign
