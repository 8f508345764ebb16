"""The size at which Discord's clients show a lone picture, in points. They crop and enlarge nothing."""

from __future__ import annotations

__all__ = ["BOX", "PHONE_WIDTH", "phone_scale", "window_scale"]

BOX = (550, 350)
"""Width and height in points of the box into which a wide window fits a picture."""
PHONE_WIDTH = 390
"""Width in points at which a phone shows a picture."""


def window_scale(width: int, height: int) -> float:
    """Return the scale at which a wide window shows a picture of this size."""
    return min(1.0, BOX[0] / width, BOX[1] / height)


def phone_scale(width: int) -> float:
    """Return the scale at which a phone shows a picture of this width."""
    return min(1.0, PHONE_WIDTH / width)
