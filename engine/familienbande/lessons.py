"""The goals of the lessons in Familienbande. Their positions are in `lessons.txt`."""

from __future__ import annotations

from pathlib import Path

from engine.familienbande import codes
from engine.kit.lessons import Lesson, Tried, event_goal, numbers, read

__all__ = ["LESSONS"]

MIN_POINTS = 4
"""Points for the own family that a birth must bring in the lesson `child`."""


def _brings(tried: Tried) -> bool:
    family: int = tried.before.family
    return any(numbers(event, "points")[family] >= MIN_POINTS for event in tried.events_with(codes.BORN))


def _wins(tried: Tried) -> bool:
    return any(numbers(event, "winners") == (0,) for event in tried.events_with(codes.WON))


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"),
    {
        "marry": event_goal(codes.MARRIED),
        "child": _brings,
        "exchange": event_goal(codes.EXCHANGED),
        "turn": event_goal(codes.TURNED),
        "win": _wins,
    },
)
