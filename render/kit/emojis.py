"""Emojis as they are uploaded: PNG files that somebody approved, kept beside the code that draws them.

On Discord an emoji's name carries a hash of its file. Another version of the drawing library gives the same
picture other bytes: all emojis would be uploaded again, at Discord's fifty an hour.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from render.kit.canvas import Picture

__all__ = ["FOLDER", "emoji_bytes"]

FOLDER = Path(__file__).parents[1] / "emojis"


def emoji_bytes(name: str, draw: Callable[[], Picture]) -> bytes:
    """Return the bytes of the emoji's file, or draw it if there is no file yet."""
    file = FOLDER / f"{name}.png"
    return file.read_bytes() if file.exists() else draw().data
