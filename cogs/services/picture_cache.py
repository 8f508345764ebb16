"""Pictures drawn before: the same function with equal arguments gives the same pixels.

A seat's view is among the arguments: nobody gets a picture of another view.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
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
    try:
        return _comparable(cast("partial[object]", draw))
    except TypeError:
        return None


def _comparable(value: object) -> Hashable:
    """Return a value that stands for this one in a key, and is equal for an equal one.

    Pictures that are drawn within others, mappings, and values of several fields are compared by their parts.
    Raises `TypeError` for a value that has none and cannot be hashed.
    """
    if isinstance(value, partial):
        made = cast("partial[object]", value)
        return made.func, *map(_comparable, made.args), _comparable(made.keywords)
    try:
        hash(value)
    except TypeError:
        if isinstance(value, Mapping):
            pairs = cast("Mapping[str, object]", value).items()
            return Mapping, *((key, _comparable(each)) for key, each in sorted(pairs))
        if is_dataclass(value) and not isinstance(value, type):
            return type(value), *(_comparable(getattr(value, each.name)) for each in fields(value))
        raise
    return value
