"""The decision of a match of Familienbande: cards left in the hand, or the run of the families' points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cogs.face.deciding import Course, Decision, turning_point
from engine.familienbande.model import View

__all__ = ["decided", "standing"]


def standing(view: View, final: View) -> tuple[int, ...]:
    """Return the points of each seat's family, at the end without what the hand costs.

    Nothing where families were never laid open.
    """
    families = [family for family in final.families if family is not None]
    if len(families) < final.seats or final.result is None:
        return ()
    if view.result is not None:
        return tuple(scores[0] for scores in final.result.scores)
    return tuple(view.markers[family] for family in families)


def decided(course: Course, turn: Callable[[Any], int | None]) -> Decision | None:
    """Return what decided it: the smaller hand of two equal scores, what a hand cost, or how the lead ran."""
    if not course.is_decided:
        return None
    view: View = course.views[-1]
    ours, theirs = (course.result.scores[seat] for seat in (course.winner, course.second))
    who = course.side_of(course.winner)
    if ours[0] == theirs[0]:
        given = {"total": ours[0], "a": -ours[1], "b": -theirs[1]}
        return Decision("familienbande.decided.hand", who, course.side_of(course.second), given)
    families = {seat: family for seat, family in enumerate(view.families) if family is not None}
    points = {seat: view.markers[family] for seat, family in families.items()}
    best = max((side[0] for side in course.sides), key=lambda seat: points.get(seat, 0))
    if len(points) == view.seats and points[best] > points[course.winner]:
        cost = points[best] - course.result.scores[best][0]
        given = {"n": cost, "a": points[course.winner], "b": points[best]}
        return Decision("familienbande.decided.penalty", who, course.side_of(best), given)
    if len(points) == view.seats and points[course.second] == points[course.winner]:
        given = {"b": points[course.winner], "x": points[course.winner] - ours[0]}
        given["y"] = points[course.second] - theirs[0]
        return Decision("familienbande.decided.equal", who, course.side_of(course.second), given)
    return turning_point(course, turn)
