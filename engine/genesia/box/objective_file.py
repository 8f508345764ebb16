"""The reader of the objectives: ``number | lot or neutral | points | count >= n2/n3/n4/n5, …`` in a line."""

from __future__ import annotations

import re

from engine.genesia.box.cards import Count, Lot, Objective
from engine.genesia.box.file_lines import FileLine, read_lines

__all__ = ["OBJECTIVE_NUMBERS", "read_objectives"]

OBJECTIVE_NUMBERS = range(1, 13)
ALLOWED_POINTS = range(8, 15)
"""Points that an objective may be worth."""

_GOAL = re.compile(r"(?P<count>[a-z-]+) >= (?P<needed>\d+/\d+/\d+/\d+)", re.ASCII)


def read_objectives(file: str, text: str) -> dict[int, Objective]:
    """Return the twelve objectives by number. Raises `BadBox` for the first fault found."""
    objectives: dict[int, Objective] = {}
    for line in read_lines(file, text, 4):
        objective = _objective(line)
        if objective.number in objectives:
            raise line.error(f"objective {objective.number} is there twice")
        objectives[objective.number] = objective
    missing = [number for number in OBJECTIVE_NUMBERS if number not in objectives]
    if missing:
        last = FileLine(file, len(text.splitlines()) or 1, ())
        raise last.error(f"no objective {', '.join(map(str, missing))}")
    return dict(sorted(objectives.items()))


def _objective(line: FileLine) -> Objective:
    number = line.whole_number(0, "number")
    if number not in OBJECTIVE_NUMBERS:
        raise line.error(f"number {number} is not in {OBJECTIVE_NUMBERS[0]} to {OBJECTIVE_NUMBERS[-1]}")
    lot = (*Lot, None)[(number - 1) // 2]
    lot_name = "neutral" if lot is None else lot.value
    if line.columns[1] != lot_name:
        raise line.error(f"objective {number} belongs to {lot_name!r}, not {line.columns[1]!r}")
    points = line.whole_number(2, "points")
    if points not in ALLOWED_POINTS:
        raise line.error(f"points {points} are not in {ALLOWED_POINTS[0]} to {ALLOWED_POINTS[-1]}")
    goals = tuple(_goal(line, written.strip()) for written in line.columns[3].split(","))
    if len({count for count, _ in goals}) < len(goals):
        raise line.error("a count is there twice")
    return Objective(number, lot, points, goals)


def _goal(line: FileLine, written: str) -> tuple[Count, tuple[int, int, int, int]]:
    parts = _GOAL.fullmatch(written)
    if parts is None:
        raise line.error(f"goal {written!r} is not 'count >= n2/n3/n4/n5'")
    if parts["count"] not in {count.value for count in Count}:
        raise line.error(f"unknown count {parts['count']!r}")
    two, three, four, five = map(int, parts["needed"].split("/"))
    if not min(two, three, four, five):
        raise line.error(f"goal {written!r} is met by nothing")
    return Count(parts["count"]), (two, three, four, five)
