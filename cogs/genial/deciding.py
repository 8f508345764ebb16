"""The decision of a match of Génial: the lead until the last tile, and the colour on which it was lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from cogs.face.deciding import Course, Decision, turning_point
from engine.game import Seat
from engine.genial.board import Colour
from engine.genial.model import View

__all__ = ["decided", "standing"]


def standing(view: View) -> tuple[int, ...]:
    """Return each seat's lowest value."""
    return tuple(
        next(min(track) for side, track in zip(view.sides, view.tracks, strict=True) if seat in side)
        for seat in range(view.seats)
    )


def decided(course: Course, turn: Callable[[Any], int | None]) -> Decision | None:
    """Return what decided it: a later number where the lowest ones are equal, or else how the lead ran."""
    if not course.is_decided:
        return None
    ours, theirs = (course.result.scores[seat] for seat in (course.winner, course.second))
    who, other = course.side_of(course.winner), course.side_of(course.second)
    if ours[0] == theirs[0]:
        better, worse = next((a, b) for a, b in zip(ours, theirs, strict=True) if a != b)
        return Decision("genial.decided.tie", who, other, {"lowest": ours[0], "a": better, "b": worse})
    run = turning_point(course, turn)
    if run is None or run.code.startswith("decided.level"):
        return run
    lost, score = _lowest(course.views[-1], run.other[0])
    inputs = {**run.inputs, "colours": lost, "score": score}
    if run.code == "decided.last":
        return replace(run, code="genial.decided.last", inputs=inputs)
    return replace(run, code="genial.decided.since", inputs={**inputs, "n": len(run.other)})


def _lowest(view: View, seat: Seat) -> tuple[str, int]:
    """Return the letters of the colours in which the seat's side has least, and how much it has there."""
    track: Sequence[int] = next(
        track for side, track in zip(view.sides, view.tracks, strict=True) if seat in side
    )
    return "".join(colour.letter for colour in Colour if track[colour] == min(track)), min(track)
