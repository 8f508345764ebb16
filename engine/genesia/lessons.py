"""Lessons in Genesia: what each asks for. The positions stand in `lessons.txt`."""

from __future__ import annotations

from pathlib import Path

from engine.kit.lessons import Lesson, Tried, happened, read

__all__ = ["LESSONS"]

VALUE = 4
"""What the regions conquered shall be worth more."""


def _conquers(tried: Tried) -> bool:
    gained = tried.after.sheets[0].conquest - tried.before.sheets[0].conquest
    return bool(tried.told("genesia.moved")) and gained >= VALUE


def _chooses_war(tried: Tried) -> bool:
    return any(event.inputs["stand"] == "war" for event in tried.told("genesia.stood"))


LESSONS: tuple[Lesson, ...] = read(
    Path(__file__).with_name("lessons.txt"),
    {
        "card": happened("genesia.gained_clans"),
        "recruit": happened("genesia.recruited"),
        "move": _conquers,
        "war": _chooses_war,
        "assault": happened("genesia.assault"),
    },
)
