"""Sizes of the letters in a picture, in its own pixels.

`render.kit.box` gives the scale at which it is shown.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import hypot
from typing import Any

import pytest
from PIL import Image, ImageDraw

from render.kit import lettering, marks
from render.kit.canvas import RGB, Palette, Picture, Sheet, Sprite
from render.kit.memory import cache_of, is_kept

__all__ = [
    "MIN_CAPITAL",
    "Disc",
    "Letters",
    "discs_of",
    "forget",
    "letters_of",
    "overruns_of",
    "recorded_inks",
]

LETTERLESS_TYPES = {"tuple", "dict", "bool", "float", "int", "str", "Block", "Chart", "Lattice", "Point"}
"""Return types of cached functions that write no letters."""
ALIKE = 12
"""Difference of two colours in one channel, up to which the ground of a text counts as even."""
TOUCH = 2
"""Pixels by which an accent or a tail may reach beyond the box of its line."""
HALF = 127
"""Coverage of a pixel, of 255, above which it belongs to a letter."""
COVERED = 8
"""Pixels of letters over which something else may be drawn."""
MIN_CAPITAL = 9
"""Height in points, as shown, of the smallest capital or digit that a player needs."""


@dataclass(frozen=True)
class Letters:
    """A line of text in a picture; `capital` is the height of a capital in the picture's own pixels."""

    text: str
    capital: int


def letters_of(draw: Callable[[], Picture]) -> tuple[Picture, list[Letters]]:
    """Return the picture and every line of text that was written to make it.

    The caches of `render` that may hold letters are emptied first, so that every line is written again. A
    line that is written on an enlarged layer counts with its size there; no picture has such lines.
    """
    forget()
    with _record_lines() as written:
        return draw(), written


def overruns_of(draw: Callable[[], Picture]) -> tuple[Picture, list[str]]:
    """Return the picture and the lines of text that overrun the box for which they were written.

    Such a line leaves the picture, or lies on pixels that have not the colour on which it was to stand, or
    something else is drawn over its letters. An accent or a tail may touch the edge.
    """
    forget()
    found: list[str] = []
    lines: list[Line] = []
    plain = Sheet.write

    def write(self: Sheet, text: str, x: int, y: int, size: int, front: RGB, back: RGB, **how: Any) -> int:
        letters, rise = lettering.mask(text, size, how.get("bold", False))
        before = {"l": 0, "m": letters.width // 2, "r": letters.width}[how.get("anchor", "l")]
        left, top = x - before, y - rise
        ink = letters.getbbox()
        if ink is not None:
            box = (
                left + ink[0] + TOUCH,
                top + ink[1] + TOUCH,
                max(left + ink[2] - TOUCH, left + ink[0] + TOUCH + 1),
                max(top + ink[3] - TOUCH, top + ink[1] + TOUCH + 1),
            )
            under = [self.palette.colours[index] for index in set(self.image.crop(box).tobytes())]
            is_outside = min(box) < 0 or box[2] > self.image.width or box[3] > self.image.height
            if is_outside or any(_differ(colour, back) for colour in under):
                found.append(text)
        width = plain(self, text, x, y, size, front, back, **how)
        place = (left, top, left + letters.width, top + letters.height)
        lines.append(Line(self.image, text, place, letters, self.image.crop(place)))
        return width

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sheet, "write", write)
        picture = draw()
    return picture, [*found, *(line.text for line in lines if line.is_covered)]


@dataclass(frozen=True)
class Line:
    """A line of text as it was written on an image."""

    image: Image.Image
    text: str
    place: tuple[int, int, int, int]
    letters: Image.Image
    written: Image.Image
    """That place of the image, right after the line was written."""

    @property
    def is_covered(self) -> bool:
        """Something has been drawn over the letters since."""
        now = self.image.crop(self.place).tobytes()
        seen = zip(self.letters.tobytes(), self.written.tobytes(), now, strict=True)
        return sum(ink > HALF and before != after for ink, before, after in seen) > COVERED


@dataclass(frozen=True)
class Disc:
    """A candidate's number on its disc, which grows longer with its digits, where it stands on a picture."""

    text: str
    x: float
    y: float
    wide: int
    high: int
    grounds: tuple[RGB, ...]
    """The colours that it lies on."""

    def is_clear_of(self, other: Disc) -> bool:
        """Return whether neither of the two hides a part of the other."""
        along = abs(self.x - other.x) - (self.wide - self.high + other.wide - other.high) / 2
        return hypot(max(0.0, along), self.y - other.y) >= (self.high + other.high) / 2

    def is_in(self, width: int, height: int) -> bool:
        """Return whether all of it is on a picture of this size."""
        across, down = self.wide / 2, self.high / 2
        return across <= self.x <= width - across and down <= self.y <= height - down


@contextmanager
def recorded_inks() -> Iterator[list[tuple[str, RGB, RGB]]]:
    """Yield a list of the texts that are written meanwhile, each with its colour and that of its ground."""
    found: list[tuple[str, RGB, RGB]] = []
    plain = Sheet.write

    def write(self: Sheet, text: str, x: int, y: int, size: int, front: RGB, back: RGB, **how: Any) -> int:
        found.append((text, front, back))
        return plain(self, text, x, y, size, front, back, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sheet, "write", write)
        yield found


def discs_of(draw: Callable[[], Picture]) -> tuple[Picture, list[Disc], list[tuple[str, str]]]:
    """Return the picture, the numbers of its candidates, and the texts that lie on a number: text, number."""
    forget()
    names: dict[int, tuple[str, Sprite]] = {}
    discs: list[Disc] = []
    lines: list[tuple[str, float, float]] = []
    plain_disc, plain_stamp, plain_write = marks.number_disc, Sheet.stamp, Sheet.write

    def number_disc(palette: Palette, text: str, high: int, *, best: bool = False) -> Sprite:
        sprite = plain_disc(palette, text, high, best=best)
        names[id(sprite)] = (text, sprite)
        return sprite

    def stamp(self: Sheet, sprite: Sprite, x: int, y: int) -> None:
        if id(sprite) in names:
            wide, high = sprite.image.size
            left, top = x - sprite.centre[0], y - sprite.centre[1]
            under = self.image.crop((left - 2, top - 2, left + wide + 2, top + high + 2)).tobytes()
            grounds = tuple(self.palette.colours[index] for index in sorted(set(under)))
            discs.append(Disc(names[id(sprite)][0], left + wide / 2, top + high / 2, wide, high, grounds))
        plain_stamp(self, sprite, x, y)

    def write(self: Sheet, text: str, x: int, y: int, *given: Any, **how: Any) -> int:
        width = plain_write(self, text, x, y, *given, **how)
        lines.append((text, x + {"l": width / 2, "m": 0, "r": -width / 2}[how.get("anchor", "l")], y))
        return width

    with pytest.MonkeyPatch.context() as patch:
        for module in [module for name, module in sys.modules.items() if name.startswith("render.")]:
            if getattr(module, "number_disc", None) is plain_disc:
                patch.setattr(module, "number_disc", number_disc)
        patch.setattr(Sheet, "stamp", stamp)
        patch.setattr(Sheet, "write", write)
        picture = draw()
    return (
        picture,
        discs,
        [
            (text, disc.text)
            for text, x, y in lines
            for disc in discs
            if abs(x - disc.x) < disc.wide / 2 and abs(y - disc.y) < disc.high / 2
        ],
    )


def _differ(one: RGB, other: RGB) -> bool:
    """Return whether the eye tells the colours apart."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > ALIKE


@contextmanager
def _record_lines() -> Iterator[list[Letters]]:
    found: list[Letters] = []
    plain = ImageDraw.ImageDraw.text

    def text(self: ImageDraw.ImageDraw, xy: Any, text: Any, *given: Any, **more: Any) -> None:
        font = more.get("font")
        if font is not None and str(text).strip():
            found.append(Letters(str(text), round(-font.getbbox("H", anchor="ls")[1])))
        plain(self, xy, text, *given, **more)

    def trial_pixels(character: str) -> bytes:
        """Return the character's pixels as before, without recording them: a trial letter is on no
        picture.
        """
        with pytest.MonkeyPatch.context() as aside:
            aside.setattr(ImageDraw.ImageDraw, "text", plain)
            return trial(character)

    trial = lettering._pixels  # pyright: ignore[reportPrivateUsage]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ImageDraw.ImageDraw, "text", text)
        patch.setattr(lettering, "_pixels", trial_pixels)
        yield found


def forget() -> None:
    """Empty the caches of `render` that may hold letters."""
    for module in [module for name, module in sys.modules.items() if name.startswith("render.")]:
        for value in [*vars(module).values()]:
            for each in (value, *getattr(value, "__dict__", {}).values()):
                if isinstance(each, functools._lru_cache_wrapper) and _may_hold_letters(each):  # pyright: ignore[reportPrivateUsage]
                    each.cache_clear()
                elif callable(each) and is_kept(each) and _may_hold_letters(each):
                    cache_of(each).clear()


def _may_hold_letters(cache: Any) -> bool:
    """Return whether the cached values may hold letters. Points, measures and masks do not."""
    return (
        not {*re.findall(r"\w+", cache.__wrapped__.__annotations__.get("return", "unknown"))}
        <= LETTERLESS_TYPES
    )
