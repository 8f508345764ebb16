"""The goals of the lessons in Genesis (Knizia). Their positions are in `lessons.txt`."""

from __future__ import annotations

from pathlib import Path

from engine.genesis import codes
from engine.kit.lessons import Lesson, Tried, event_goal, numbers, read

__all__ = ["LESSONS"]

MIN_POINTS = 3
"""Points that a turn must bring in the lessons that ask for points."""


def _gains(tried: Tried) -> bool:
    return tried.after.points[0] - tried.before.points[0] >= MIN_POINTS


def _gains_with_two(tried: Tried) -> bool:
    return _gains(tried) and bool(tried.events_with(codes.PLACED))


def _takes(tried: Tried) -> bool:
    """Return whether the opponent has lost points."""
    return tried.after.points[1] < tried.before.points[1]


def _wins(tried: Tried) -> bool:
    return any(numbers(event, "winners") == (0,) for event in tried.events_with(codes.WON))


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"),
    {
        "grow": _gains,
        "wild": _gains_with_two,
        "alone": event_goal(codes.CHOSE),
        "lead": _takes,
        "win": _wins,
    },
)
