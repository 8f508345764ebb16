"""Lines of text: two fonts in any size, what they can show, and names made to fit.

The basic layout engine is asked for everywhere: the other one depends on a library of the machine, and pixels
must not. What basic layout lacks for names, right-to-left order and joined Arabic letters, is in `bidi`.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from render.kit.bidi import visual

__all__ = ["drawable", "fitted", "length", "mask"]

FOLDER = Path(__file__).parent / "fonts"
_drawing = Lock()
"""A font face serves one thread at a time."""


@lru_cache(maxsize=64)
def _font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(FOLDER / name, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=512)
def mask(text: str, size: int, bold: bool = False) -> tuple[Image.Image, int]:
    """The line as coverage (mode L), and how many pixels below its top the middle of a capital is."""
    with _drawing:
        face, line = _font(size, bold), visual(text)
        left, top, right, bottom = face.getbbox(line, anchor="ls")
        capital = face.getbbox("H", anchor="ls")[1]
        image = Image.new("L", (max(1, int(right - min(left, 0))), max(1, int(bottom - top))))
        ImageDraw.Draw(image).text((-min(left, 0), -top), line, fill=255, font=face, anchor="ls")
    return image, round(capital / 2 - top)


@lru_cache(maxsize=4096)
def length(text: str, size: int, bold: bool = False) -> float:
    """Width of the line in pixels."""
    with _drawing:
        return _font(size, bold).getlength(visual(text))


def _pixels(character: str) -> bytes:
    with _drawing:
        image = Image.new("L", (48, 48))
        ImageDraw.Draw(image).text((8, 4), character, fill=255, font=_font(24))
    return image.tobytes()


@lru_cache(maxsize=4096)
def _has_glyph(character: str) -> bool:
    """Whether the fonts know the character: an unknown one is drawn like the non-character."""
    return _pixels(character) != _pixels("\uffff")


def drawable(name: str) -> str:
    """What of the name the fonts can show, on one line; empty when that is nothing worth showing.

    Compatibility forms are folded; controls, emoji and stacked marks are left out; other unknown letters
    become an ellipsis.
    """
    kept: list[str] = []
    for character in unicodedata.normalize("NFKC", name[:200]):
        kind = unicodedata.category(character)
        if character.isspace():
            kept.append(" ")
        elif kind[0] in "CM":
            continue
        elif _has_glyph(character):
            kept.append(character)
        elif kind[0] in "LN" and kept[-1:] != ["…"]:
            kept.append("…")
    line = " ".join("".join(kept).split())
    return line if any(character.isalnum() for character in line) else ""


def fitted(text: str, width: float, size: int, bold: bool = False) -> str:
    """The text, shortened with an ellipsis until it is at most `width` pixels wide."""
    if length(text, size, bold) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if length(text[:middle].rstrip() + "…", size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"
