"""The decision of a match of Genesia: objectives, progress between equals, or the beginning of the lead."""

from __future__ import annotations

from dataclasses import replace

from cogs.face.deciding import Course, Decision, turning_point
from engine.genesia.model import View

__all__ = ["decided", "standing"]


def standing(view: View) -> tuple[int, ...]:
    """Return each seat's total as its sheet shows it; of a team, or of two peoples, the weaker one's."""
    totals = [sheet.total for sheet in view.sheets]
    if view.seats == 1:
        return (min(totals),)
    teams = view.options.teams
    if not teams:
        return tuple(totals)
    weakest = {
        team: min(total for mine, total in zip(teams, totals, strict=True) if mine == team) for team in teams
    }
    return tuple(weakest[team] for team in teams)


def decided(course: Course) -> Decision | None:
    """Return what decided it: a later number of two equal totals, the objectives, or how the lead ran."""
    if not course.is_decided:
        return None
    view: View = course.views[-1]
    ours, theirs = (course.result.scores[seat] for seat in (course.winner, course.second))
    who, other = course.side_of(course.winner), course.side_of(course.second)
    if ours[0] == theirs[0]:
        number = next((number for number in (1, 2) if ours[number] != theirs[number]), None)
        if number is None:
            return None
        kind = "objective" if number == 1 else "progress"
        given = {"total": ours[0], "a": ours[number], "b": theirs[number]}
        return Decision(f"genesia.decided.tie.{kind}", who, other, given)
    if not view.options.teams:
        before = {seat: sheet.total - (sheet.objective or 0) for seat, sheet in enumerate(view.sheets)}
        best = max((side[0] for side in course.sides), key=lambda seat: before[seat])
        if (led := before[best] - before[course.winner]) > 0:
            return Decision("genesia.decided.objective", who, course.side_of(best), {"n": led})
    run = turning_point(course, lambda seen: seen.age)
    if run is not None and run.code == "decided.since":
        return replace(run, code="genesia.decided.since", inputs={"age": run.inputs["turn"]})
    return run
