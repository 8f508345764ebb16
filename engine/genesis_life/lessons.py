"""The goals of the lessons in Genesis (Brassinne). Their positions are in `lessons.txt`."""

from __future__ import annotations

from pathlib import Path

from engine.genesis_life import codes
from engine.genesis_life.board import evolve, named
from engine.kit.lessons import Lesson, Tried, read

__all__ = ["LESSONS"]

MIN_DEATHS = 3
"""Cells of the opponent that must die in the lesson `kill`."""


def _deaths(tried: Tried, *, own: bool) -> int:
    """Return the number of own cells, or of the opponent's, that died in the opponent's turn."""
    colour = "r" if (tried.before.red == 0) is own else "b"
    told = [*tried.events_with(codes.ALONE), *tried.events_with(codes.STIFLED)]
    return sum(
        len(str(event.inputs["squares"]).split()) for event in told if event.inputs["colour"] == colour
    )


def _lives(tried: Tried) -> bool:
    """Return whether the placed cell would survive if the evolution began now."""
    cells = tried.after.cells
    dead = evolve(cells[0] | cells[1]).dead
    placed = [named(str(event.inputs["square"])) for event in tried.events_with(codes.PLACED)]
    return bool(placed) and not any(dead >> square & 1 for square in placed)


def _kills(tried: Tried) -> bool:
    return _deaths(tried, own=False) >= MIN_DEATHS


def _spares(tried: Tried) -> bool:
    """Return whether a cell was removed and no own cell died in the opponent's turn."""
    return bool(tried.events_with(codes.REMOVED)) and not _deaths(tried, own=True)


def _prevents(tried: Tried) -> bool:
    """Return whether a cell was removed and nothing was born in the opponent's turn."""
    return bool(tried.events_with(codes.REMOVED)) and not tried.events_with(codes.BORN)


def _wins(tried: Tried) -> bool:
    own = "r" if tried.before.red == 0 else "b"
    return any(event.inputs["colour"] == own for event in tried.events_with(codes.WON))


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"),
    {"place": _lives, "kill": _kills, "safe": _spares, "birth": _prevents, "win": _wins},
    aside=("draw",),
)
