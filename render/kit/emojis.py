"""Emojis as they were looked at: the files that are uploaded, kept beside the code that draws them.

On Discord an emoji's name carries a hash of its file. Drawn by another version of the drawing library, the
same picture has other bytes: all of them would be uploaded again, at Discord's fifty an hour.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from render.kit.canvas import Picture

__all__ = ["FOLDER", "kept"]

FOLDER = Path(__file__).parents[1] / "emojis"


def kept(name: str, draw: Callable[[], Picture]) -> bytes:
    """The emoji's file; drawn where none is kept yet."""
    file = FOLDER / f"{name}.png"
    return file.read_bytes() if file.exists() else draw().data
