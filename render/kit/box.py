"""How large Discord's clients show a lone picture, in points: nothing is cropped, and nothing is enlarged."""

from __future__ import annotations

__all__ = ["BOX", "PHONE", "on_a_phone", "on_a_window"]

BOX = (550, 350)
"""A wide window fits a picture into this box."""
PHONE = 390
"""A phone shows it at its full width."""


def on_a_window(width: int, height: int) -> float:
    """The scale at which a wide window shows a picture of that size."""
    return min(1.0, BOX[0] / width, BOX[1] / height)


def on_a_phone(width: int) -> float:
    """The scale at which a phone shows a picture of that width."""
    return min(1.0, PHONE / width)
