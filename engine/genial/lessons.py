"""The goals of the lessons in Génial. Their positions are in `lessons.txt`."""

from __future__ import annotations

from pathlib import Path

from engine.genial import codes
from engine.kit.lessons import Lesson, Tried, event_goal, numbers, read

__all__ = ["LESSONS"]

MIN_POINTS = 4
"""Points of all colours together that a placement must score in the lesson `score`."""


def _scores(tried: Tried) -> bool:
    return any(sum(numbers(event, "points")) >= MIN_POINTS for event in tried.events_with(codes.PLACED))


def _raises_lowest(tried: Tried) -> bool:
    """Return whether a tile was placed that scores for a colour whose marker was lowest."""
    track = tried.before.tracks[0]
    lowest = [colour for colour, points in enumerate(track) if points == min(track)]
    return any(
        numbers(event, "points")[colour] for event in tried.events_with(codes.PLACED) for colour in lowest
    )


def _wins(tried: Tried) -> bool:
    return any(numbers(event, "winners") == (0,) for event in tried.events_with(codes.WON))


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"),
    {
        "score": _scores,
        "lowest": _raises_lowest,
        "bonus": event_goal(codes.BONUS),
        "swap": event_goal(codes.SWAPPED),
        "win": _wins,
    },
)
