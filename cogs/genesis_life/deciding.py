"""What decided a match of Genesis (Brassinne): the cells that the other side still had before the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cogs.face.deciding import Course, Decision, turning_point
from engine.genesis_life.model import Colour, View

__all__ = ["decided", "margin", "standing"]


def standing(view: View) -> tuple[int, int]:
    """Return each seat's living cells."""
    red, black = (view.cells[colour].bit_count() for colour in Colour)
    return (red, black) if view.red == 0 else (black, red)


def margin(course: Course) -> str:
    """Return by how many cells the winner was ahead; ``=`` for a draw."""
    if not course.is_decided:
        return "="
    ours, theirs = (round(course.scores[-1][seat]) for seat in (course.winner, course.second))
    return f"+{ours - theirs}" if ours > theirs else f"{ours} › {theirs}"


def decided(course: Course, turn: Callable[[Any], int | None]) -> Decision | None:
    """Return the loser's cells before the last move, where they were several, or else how the lead ran."""
    if not course.is_decided or len(course.scores) < 2:
        return None
    ours, theirs = (round(course.scores[-2][seat]) for seat in (course.winner, course.second))
    sides = course.side_of(course.winner), course.side_of(course.second)
    if theirs > ours:
        return Decision("genesis_life.decided.more", *sides, {"a": ours, "b": theirs})
    if theirs > 1:
        return Decision("genesis_life.decided.last", *sides, {"n": theirs})
    return turning_point(course, turn)
