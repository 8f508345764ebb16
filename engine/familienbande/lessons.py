"""The goals of the lessons in Familienbande. Their positions are in `lessons.txt`."""

from __future__ import annotations

from pathlib import Path

from engine.kit.lessons import Lesson, Tried, happened, numbers, read

__all__ = ["LESSONS"]

MIN_POINTS = 4
"""Points for the own family that a birth must bring in the lesson `child`."""


def _brings(tried: Tried) -> bool:
    family: int = tried.before.family
    return any(numbers(event, "points")[family] >= MIN_POINTS for event in tried.told("familienbande.born"))


def _wins(tried: Tried) -> bool:
    return any(numbers(event, "winners") == (0,) for event in tried.told("familienbande.won"))


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"),
    {
        "marry": happened("familienbande.married"),
        "child": _brings,
        "exchange": happened("familienbande.exchanged"),
        "turn": happened("familienbande.turned"),
        "win": _wins,
    },
)
