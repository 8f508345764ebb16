"""Lessons in Hermits: what each asks for. The positions stand in `lessons.txt`."""

from __future__ import annotations

from pathlib import Path

from engine.kit.lessons import Lesson, Tried, read

__all__ = ["LESSONS"]


def _alone(tried: Tried) -> bool:
    return tried.after.state.crowds()[0] == tried.before.state.crowds()[0]


def _won(tried: Tried) -> bool:
    return tried.after.result is not None and tried.after.result.ranks[0] == 1


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"), {"alone": _alone, "win": _won}, seats=5
)
