"""Pictures drawn before: the same function with equal arguments gives the same pixels.

A seat's view is among the arguments: nobody gets a picture of another view.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import cast

from render.kit.canvas import Picture
from render.kit.memory import MEMORY, Kept, Memory

__all__ = ["PictureCache"]


class PictureCache:
    """The pictures used last, within the budget of all that is drawn once."""

    def __init__(self, memory: Memory = MEMORY) -> None:
        self._kept = Kept[Picture](memory)

    def get(self, draw: Callable[[], Picture]) -> Picture | None:
        """Return the picture if it was drawn lately; `None` otherwise."""
        key = _key(draw)
        return None if key is None else self._kept.get(key)

    def keep(self, draw: Callable[[], Picture], picture: Picture) -> Picture:
        """Remember what `draw` has drawn; return it."""
        key = _key(draw)
        if key is not None:
            self._kept.put(key, picture)
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
