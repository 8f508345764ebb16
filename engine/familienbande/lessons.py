"""The goals of the lessons in Familienbande. Their positions are in `lessons.txt`."""

from __future__ import annotations

from pathlib import Path

from engine.kit.lessons import Lesson, Tried, event_goal, numbers, read

__all__ = ["LESSONS"]

MIN_POINTS = 4
"""Points for the own family that a birth must bring in the lesson `child`."""


def _brings(tried: Tried) -> bool:
    family: int = tried.before.family
    return any(
        numbers(event, "points")[family] >= MIN_POINTS for event in tried.events_with("familienbande.born")
    )


def _wins(tried: Tried) -> bool:
    return any(numbers(event, "winners") == (0,) for event in tried.events_with("familienbande.won"))


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"),
    {
        "marry": event_goal("familienbande.married"),
        "child": _brings,
        "exchange": event_goal("familienbande.exchanged"),
        "turn": event_goal("familienbande.turned"),
        "win": _wins,
    },
)
