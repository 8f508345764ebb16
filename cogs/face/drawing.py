"""Pictures that are yet to be drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from render.kit.canvas import Picture

__all__ = ["Drawing"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to be drawn, and the same in words."""

    draw: Callable[..., Picture]
    alt: str
    """The picture in words, in at most 1,024 characters."""
