"""Pictures drawn before: the same function with equal arguments gives the same pixels.

A seat's view is among the arguments: nobody gets a picture of another view.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from typing import cast

from render.kit.canvas import Picture

__all__ = ["PictureCache"]

BYTES = 8_000_000


class PictureCache:
    """The pictures used last, up to a number of bytes."""

    def __init__(self, most: int = BYTES) -> None:
        self._most = most
        self._bytes = 0
        self._kept: OrderedDict[Hashable, Picture] = OrderedDict()

    def get(self, draw: Callable[[], Picture]) -> Picture | None:
        """Return the picture if it was drawn lately; `None` otherwise."""
        key = _key(draw)
        if key is None or key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def keep(self, draw: Callable[[], Picture], picture: Picture) -> Picture:
        """Remember what `draw` has drawn; return it."""
        key = _key(draw)
        if key is not None and key not in self._kept:
            self._kept[key] = picture
            self._bytes += len(picture.data)
            while self._bytes > self._most:
                self._bytes -= len(self._kept.popitem(last=False)[1].data)
        return picture


def _key(draw: Callable[[], Picture]) -> Hashable | None:
    """Return a key that is equal for equal pictures; `None` if the arguments cannot be compared."""
    if not isinstance(draw, partial):
        return None
    made = cast("partial[Picture]", draw)
    key = (made.func, made.args, tuple(sorted(made.keywords.items(), key=lambda each: each[0])))
    try:
        hash(key)
    except TypeError:
        return None
    return key
