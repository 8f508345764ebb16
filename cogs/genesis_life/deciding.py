"""The decision of a match of Genesis (Brassinne): the cells that the other side still had before the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cogs.face.deciding import Course, Decision, turning_point
from engine.genesis_life.model import Asks, Colour, View

__all__ = ["decided", "living", "margin", "standing"]


def standing(view: View) -> tuple[int, int]:
    """Return each seat's living cells."""
    red, black = (view.cells[colour].bit_count() for colour in Colour)
    return (red, black) if view.red == 0 else (black, red)


def living(view: View) -> int:
    """Return all living cells."""
    return sum(cells.bit_count() for cells in view.cells)


def margin(course: Course) -> str:
    """Return by how many cells the winner was ahead; ``=`` for a draw, nothing where no cell lives."""
    if not course.is_decided:
        return "="
    ours, theirs = (round(course.scores[-1][seat]) for seat in (course.winner, course.second))
    return f"+{ours - theirs}" if ours > theirs else ""


def decided(course: Course, turn: Callable[[Any], int | None]) -> Decision | None:
    """Return the loser's cells before the last one was taken away, or else how the lead ran.

    They are told where they were several.
    """
    if not course.is_decided or len(course.scores) < 2:
        return None
    ours, theirs = (round(course.scores[-2][seat]) for seat in (course.winner, course.second))
    sides = course.side_of(course.winner), course.side_of(course.second)
    if course.views[-2].asks is not Asks.REMOVE:
        return turning_point(course, turn)
    if theirs > ours:
        return Decision("genesis_life.decided.more", *sides, {"a": ours, "b": theirs})
    if theirs > 1:
        return Decision("genesis_life.decided.last", *sides, {"n": theirs})
    return turning_point(course, turn)
