"""The parts of a score of Familienbande on the end card: the family's points, less the hand's."""

from __future__ import annotations

from functools import cache

from PIL import ImageDraw

from engine.familienbande.model import Trait
from render.cards.end_card import Part
from render.cards.paper import Sign
from render.familienbande.portraits import BODY, draw_trait

__all__ = ["parts"]


def parts(family: Trait, points: int, penalty: int) -> tuple[Part, ...]:
    """Return the family's sign with its points, and the points that the cards left in the hand cost."""
    return (Part(f"{points} − {penalty}" if penalty else str(points), sign=_sign(family)),)


@cache
def _sign(family: Trait) -> Sign:
    def sign(draw: ImageDraw.ImageDraw, x: float, y: float, reach: float) -> None:
        edge = reach * 1.2
        draw.rounded_rectangle((x - edge, y - edge, x + edge, y + edge), reach * 0.4, BODY)
        draw_trait(draw, family, x, y, reach)

    return sign
