"""Lessons in Heirs: what each asks for. The positions stand in `lessons.txt`."""

from __future__ import annotations

from pathlib import Path

from engine.kit.lessons import Lesson, Tried, event_goal, read
from tests.newcomers.heirs import codes
from tests.newcomers.heirs.rules import GRID

__all__ = ["LESSONS"]


def _in_row_four(tried: Tried) -> bool:
    return GRID.place_of(tried.after.state.last[1])[1] == 3


def _straight(tried: Tried) -> bool:
    start, end = tried.after.state.last
    return GRID.place_of(start)[0] == GRID.place_of(end)[0]


def _heir_stays(tried: Tried) -> bool:
    return tried.before.state.heirs[0] == tried.after.state.heirs[0]


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"),
    {
        "march": _in_row_four,
        "take": event_goal(codes.TOOK),
        "block": _straight,
        "heir": _heir_stays,
        "cross": lambda tried: tried.after.result is not None,
    },
)
