"""Glibc's allocator, told to return to the system what is freed.

It keeps an arena for each of many threads, and from the first large block that is freed on it takes large
ones from arenas too. Pictures are drawn in whatever thread is free, with pixels by the megabyte between
sprites that stay: each arena is then as large as the largest picture drawn in it, and mostly empty.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple

__all__ = ["OPTIONS", "Option", "set_up"]


class Option(NamedTuple):
    """A parameter of the allocator."""

    number: int
    """Its number for `mallopt`."""
    value: int
    variable: str
    """The variable of the environment by which an operator sets it."""
    tunable: str
    """Its name in ``GLIBC_TUNABLES``, by which an operator sets it too."""


OPTIONS = (
    Option(-8, 2, "MALLOC_ARENA_MAX", "glibc.malloc.arena_max"),
    Option(-3, 4 * 1024 * 1024, "MALLOC_MMAP_THRESHOLD_", "glibc.malloc.mmap_threshold"),
    Option(-1, 8 * 1024 * 1024, "MALLOC_TRIM_THRESHOLD_", "glibc.malloc.trim_threshold"),
)
"""Arenas; bytes from which a block is the system's own, and goes back as it is freed; free bytes at the end
of an arena that go back. A threshold that is set stays: glibc would raise it. An eighth of these saves six
megabytes and takes a quarter more time for drawing, since each page that comes back is filled with zeros."""


def set_up(environ: Mapping[str, str], mallopt: Callable[[int, int], int] | None = None) -> None:
    """Set what the operator has not set, before there are threads. Elsewhere it does nothing."""
    if mallopt is None and sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return
    tuned = environ.get("GLIBC_TUNABLES", "")
    for option in OPTIONS:
        if option.variable not in environ and f"{option.tunable}=" not in tuned:
            mallopt(option.number, option.value)
