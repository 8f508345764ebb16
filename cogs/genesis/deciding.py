"""The decision of a match of Genesis (Knizia): the zone without which another would have come first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from cogs.face.deciding import Course, Decision, turning_point
from engine.game import Seat
from engine.genesis.model import Terrain, View, Zone

__all__ = ["by_terrain", "decided"]


def by_terrain(view: View, seat: Seat) -> Mapping[Terrain, int]:
    """Return the seat's points by the terrain of their zones."""
    points: Counter[Terrain] = Counter()
    for zone in view.zones:
        points[zone.terrain] += _points(zone, seat)
    return points


def decided(course: Course, turn: Callable[[Any], int | None]) -> Decision | None:
    """Return the largest zone without which the winner would not be ahead, or else how the lead ran."""
    if not course.is_decided:
        return None
    view: View = course.views[-1]
    ours, theirs, lead = course.winner, course.second, view.points[course.winner] - view.points[course.second]
    if lead > 0:
        for zone in view.zones:
            a, b = _points(zone, ours), _points(zone, theirs)
            if a - b >= lead:
                given = {"n": zone.size, "terrain": zone.terrain.letter, "a": a, "b": b}
                return Decision("genesis.decided.zone", course.side_of(ours), course.side_of(theirs), given)
    return turning_point(course, turn)


def _points(zone: Zone, seat: Seat) -> int:
    return sum(herd.points for herd in zone.herds if herd.seat == seat)
