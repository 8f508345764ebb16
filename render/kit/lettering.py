"""Lines of text: two fonts in any size, the characters they have, and names shortened to fit.

The fonts always use Pillow's basic layout engine. The other one depends on a library of the machine, and
pixels must not. `bidi` adds the parts of it that names need: right-to-left order and joined Arabic letters.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from render.kit.bidi import visual
from render.kit.memory import kept

__all__ = ["FACES", "drawable", "fitted", "length", "mask"]

FOLDER = Path(__file__).parent / "fonts"
FACES = 8
"""Sizes of a font that stay open: each takes 300 kB, and to open one takes no longer than to measure two
lines."""
_drawing = Lock()
"""The lock that every use of a font takes, since a font face serves one thread at a time."""


@lru_cache(maxsize=FACES)
def _font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(FOLDER / name, size, layout_engine=ImageFont.Layout.BASIC)


@kept
def mask(text: str, size: int, bold: bool = False) -> tuple[Image.Image, int]:
    """Return the line as coverage (mode L), and the distance in pixels from its top to the middle of a
    capital.
    """
    with _drawing:
        face, line = _font(size, bold), visual(text)
        left, top, right, bottom = face.getbbox(line, anchor="ls")
        capital = face.getbbox("H", anchor="ls")[1]
        image = Image.new("L", (max(1, int(right - min(left, 0))), max(1, int(bottom - top))))
        ImageDraw.Draw(image).text((-min(left, 0), -top), line, fill=255, font=face, anchor="ls")
    return image, round(capital / 2 - top)


@lru_cache(maxsize=4096)
def length(text: str, size: int, bold: bool = False) -> float:
    """Return the width of the line in pixels."""
    with _drawing:
        return _font(size, bold).getlength(visual(text))


def _pixels(character: str) -> bytes:
    with _drawing:
        image = Image.new("L", (48, 48))
        ImageDraw.Draw(image).text((8, 4), character, fill=255, font=_font(24))
    return image.tobytes()


@lru_cache(maxsize=4096)
def _has_glyph(character: str) -> bool:
    """Return whether the fonts have the character. They draw an unknown one as they draw U+FFFF."""
    return _pixels(character) != _pixels("\uffff")


def drawable(name: str) -> str:
    """Return the part of the name that the fonts can show, on one line.

    Return "" without a letter or digit in it.

    Compatibility forms are folded. Controls, emoji and combining marks are left out. A run of other unknown
    letters becomes an ellipsis.
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
    """Return the text, shortened with an ellipsis if it is wider than `width` pixels."""
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
