"""The time that pictures take: small ones are drawn at once, without the hop to a thread.

A hop takes a tenth of a millisecond on an idle machine and four where other threads draw, as much as the
smallest pictures. While one is drawn at once, everything else waits for it: hence the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from time import thread_time
from typing import Any, cast

from render.kit.canvas import Picture

__all__ = ["AT_ONCE_SECONDS", "DrawTimes"]

AT_ONCE_SECONDS = 0.0015
"""Processor time of a picture up to which it is drawn at once."""
_WEIGHT = 0.25
"""Share of the newest picture in the estimate."""


class DrawTimes:
    """Estimates of the processor time of a picture, by the function that draws it."""

    def __init__(self, clock: Callable[[], float] = thread_time) -> None:
        """`clock` gives the seconds that the calling thread has computed."""
        self._clock = clock
        self._estimates: dict[Hashable, float] = {}

    def is_small(self, draw: Callable[[], Picture]) -> bool:
        """Return true if the picture will take less than `AT_ONCE_SECONDS`, by those before it."""
        kind = _kind(draw)
        return kind is not None and self._estimates.get(kind, AT_ONCE_SECONDS) < AT_ONCE_SECONDS

    def draw(self, draw: Callable[[], Picture]) -> Picture:
        """Draw, and note how long it took. A long time counts at once, a short one little by little."""
        began = self._clock()
        picture = draw()
        took, kind = self._clock() - began, _kind(draw)
        before = self._estimates.get(kind, took)
        self._estimates[kind] = max(took, before) if took > AT_ONCE_SECONDS else _mean(before, took)
        return picture


def _mean(before: float, took: float) -> float:
    return before + (took - before) * _WEIGHT


def _kind(draw: Callable[[], Picture]) -> Hashable:
    """Return the function that draws the picture; `None` for a film or another closure, which are large."""
    return cast("partial[Any]", draw).func if isinstance(draw, partial) else None
