"""Suggestions: legal moves that fit the typed text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from cogs.face.menus import CHOICES
from engine.kit.reading import bare

__all__ = ["Suggestion", "fitting", "suggestion"]

T = TypeVar("T")

LABEL = 100
"""Characters of a suggestion that Discord shows."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal move, suggested while typing."""

    label: str
    notation: str


def suggestion(move: object, prospect: str = "", spelled: str = "") -> Suggestion:
    """Return a move as a suggestion: its notation, or the reader's spelling of it, and its prospect."""
    shown = spelled or str(move)
    label = f"{shown} · {prospect}" if prospect else shown
    return Suggestion(label[:LABEL], str(move))


def fitting(moves: Iterable[T], typed: str) -> list[T]:
    """Return the first moves whose notation begins as typed, as many as can be suggested.

    Neither case nor what stands between letters and digits matters: ``xd5``, ``X D5`` and ``x:d 5`` are one.
    """
    wanted = bare(typed)
    if typed.strip() and not wanted:
        return []
    found: Iterator[T] = (move for move in moves if bare(str(move)).startswith(wanted))
    return list(islice(found, CHOICES))
