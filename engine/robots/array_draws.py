"""Random numbers of the cores that can be compiled: the same compiled and as plain Python.

A core keeps the number from which the next one follows in its array of single numbers, at `DRAWS`.
"""

from __future__ import annotations

from typing import Any

from engine.robots.compiled import compiled

__all__ = ["DRAWS", "below", "sow"]

Array = Any
"""An array of whole numbers."""

DRAWS = 0
"""The place in a core's single numbers at which the draws are kept."""
_WORD = (1 << 48) - 1


@compiled
def sow(now: Array, seed: int) -> None:
    """Let all that is drawn from here on follow from the seed."""
    now[DRAWS] = seed & _WORD


@compiled
def below(now: Array, n: int) -> int:
    """Return a random number from 0 to n - 1."""
    at = (now[DRAWS] * 25214903917 + 11) & _WORD
    now[DRAWS] = at
    return ((at >> 17) * n) >> 31
