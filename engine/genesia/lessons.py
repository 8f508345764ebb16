"""The lessons in Genesia, each with the test of whether it is solved; `lessons.txt` holds their positions."""

from __future__ import annotations

from pathlib import Path

from engine.genesia import codes
from engine.kit.lessons import Lesson, Tried, event_goal, read

__all__ = ["LESSONS"]

MIN_CONQUEST_GAIN = 4
"""Points of conquest that the movement of a lesson must gain at least."""


def _conquers(tried: Tried) -> bool:
    gained = tried.after.sheets[0].conquest - tried.before.sheets[0].conquest
    return bool(tried.events_with(codes.MOVED)) and gained >= MIN_CONQUEST_GAIN


def _chooses_war(tried: Tried) -> bool:
    return any(event.inputs["stand"] == "war" for event in tried.events_with(codes.STOOD))


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"),
    {
        "card": event_goal(codes.GAINED_CLANS),
        "recruit": event_goal(codes.RECRUITED),
        "move": _conquers,
        "war": _chooses_war,
        "assault": event_goal(codes.ASSAULT),
    },
)
