"""The time that pictures and lists of choices take: small ones are made at once, without the hop to a thread.

A hop takes a tenth of a millisecond on an idle machine and four where other threads draw, as much as the
smallest pictures. While one is drawn at once, everything else waits for it: hence the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from time import thread_time
from typing import Any, TypeVar, cast

from render.kit.canvas import Picture

__all__ = ["AT_ONCE_SECONDS", "DrawTimes"]

T = TypeVar("T")

AT_ONCE_SECONDS = 0.0015
"""Processor time of a picture, or of a list, up to which it is made at once."""
_WEIGHT = 0.25
"""Share of the newest picture in the estimate."""


class DrawTimes:
    """Estimates of the processor time of a picture, by the function that draws it, and of other work."""

    def __init__(self, clock: Callable[[], float] = thread_time) -> None:
        """`clock` gives the seconds that the calling thread has computed."""
        self._clock = clock
        self._estimates: dict[Hashable, float] = {}

    def is_small(self, draw: Callable[[], Picture]) -> bool:
        """Return true if the picture will take less than `AT_ONCE_SECONDS`, by those before it."""
        kind = _kind(draw)
        return kind is not None and self.is_small_kind(kind)

    def is_small_kind(self, kind: Hashable) -> bool:
        """Return true if work of this kind will take less than `AT_ONCE_SECONDS`, by what was done before."""
        return self._estimates.get(kind, AT_ONCE_SECONDS) < AT_ONCE_SECONDS

    def draw(self, draw: Callable[[], Picture]) -> Picture:
        """Draw, and note how long it took."""
        return self.run(_kind(draw), draw)

    def run(self, kind: Hashable, work: Callable[..., T], *given: object) -> T:
        """Do the work, and note how long it took: a long time at once, a short one little by little."""
        began = self._clock()
        done = work(*given)
        took = self._clock() - began
        before = self._estimates.get(kind, took)
        self._estimates[kind] = max(took, before) if took > AT_ONCE_SECONDS else _mean(before, took)
        return done


def _mean(before: float, took: float) -> float:
    return before + (took - before) * _WEIGHT


def _kind(draw: Callable[[], Picture]) -> Hashable:
    """Return the function that draws the picture; `None` for a film or another closure, which are large."""
    return cast("partial[Any]", draw).func if isinstance(draw, partial) else None
