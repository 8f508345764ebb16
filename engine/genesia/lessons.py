"""The lessons in Genesia, each with the test of whether it is solved; `lessons.txt` holds their positions."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from engine.genesia import codes
from engine.genesia.model import CARDS
from engine.kit.lessons import Lesson, Tried, event_goal, read

__all__ = ["LESSONS"]

WONDERS = 11
"""The objective to keep in a lesson: three cities on the island."""
MIN_CONQUEST_GAIN = 4
"""Points of conquest that the movement of a lesson must gain at least."""


def _conquers(tried: Tried) -> bool:
    gained = tried.after.sheets[0].conquest - tried.before.sheets[0].conquest
    return bool(tried.events_with(codes.MOVED)) and gained >= MIN_CONQUEST_GAIN


def _chooses_war(tried: Tried) -> bool:
    return any(event.inputs["stand"] == "war" for event in tried.events_with(codes.STOOD))


def _keeps_wonders(tried: Tried) -> bool:
    return any(event.inputs["objective"] == WONDERS for event in tried.events_with(codes.AIMED))


def _takes_invention(tried: Tried) -> bool:
    taken = (cast(int, event.inputs["card"]) for event in tried.events_with(codes.TOOK))
    return any(CARDS[card].is_invention for card in taken)


def _gains_clans_last(tried: Tried) -> bool:
    """Return whether a card was played for clans: sealed, it already counts in the learner's own view."""
    before, after = (sum(view.clans[0]) for view in (tried.before, tried.after))
    return bool(tried.events_with(codes.PLANNED)) and after > before


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"),
    {
        "objective": _keeps_wonders,
        "draft": _takes_invention,
        "card": event_goal(codes.GAINED_CLANS),
        "recruit": event_goal(codes.RECRUITED),
        "move": _conquers,
        "war": _chooses_war,
        "assault": event_goal(codes.ASSAULT),
        "end": _gains_clans_last,
    },
    unpictured=("objective", "draft", "end"),
)
