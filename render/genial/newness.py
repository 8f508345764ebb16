"""What has changed on Génial's board since the viewer's last turn: tiles and points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.genial.model import Colour, Placement, View
from render.genial.layout import LAP
from render.kit.fresh import Fresh

__all__ = ["freshness", "gains"]


def freshness(view: View) -> list[Fresh]:
    """How new each tile is: those of the last turn, those placed since the viewer's last turn, the others.

    A turn that the viewer is still playing is not its last one: a bonus tile leaves marked what others did.
    A spectator looks over the shoulder of whoever is to move.
    """
    placements = view.placements
    if not placements:
        return []
    final = placements[-1].turn
    viewer = view.seat if view.seat is not None else view.to_move
    if viewer is None:
        viewer = placements[-1].seat
    playing = view.turn if view.to_move == viewer else None
    seen = max((each.turn for each in placements if each.seat == viewer and each.turn != playing), default=-1)
    return [
        Fresh.LAST if each.turn == final else Fresh.NEW if each.turn > seen else Fresh.OLD
        for each in placements
    ]


def gains(view: View) -> list[tuple[int, ...]]:
    """What each side's markers advanced by the tiles that are new to the viewer."""
    fresh = freshness(view)
    new = next((index for index, value in enumerate(fresh) if value is not Fresh.OLD), len(fresh))
    before, after = (_folded(view, view.placements[:count]) for count in (new, len(fresh)))
    if after != view.tracks:
        return [(0,) * len(Colour) for _ in view.sides]
    return [
        tuple(late - early for early, late in zip(old, now, strict=True))
        for old, now in zip(before, after, strict=True)
    ]


def _folded(view: View, placements: Sequence[Placement]) -> tuple[tuple[int, ...], ...]:
    """The tracks after these placements; a marker on a double track rests at 18 until its turn is over."""
    tracks = [[0] * len(Colour) for _ in view.sides]
    resting: set[tuple[int, int]] = set()
    turn = -1
    for placement in placements:
        if placement.turn != turn:
            turn = placement.turn
            resting.clear()
        side = next(index for index, seats in enumerate(view.sides) if placement.seat in seats)
        for colour, points in enumerate(placement.points):
            value = tracks[side][colour]
            if points and (side, colour) not in resting:
                stop = LAP if value < LAP else view.track_end
                tracks[side][colour] = min(stop, value + points)
                if value < LAP <= value + points:
                    resting.add((side, colour))
    return tuple(map(tuple, tracks))
