"""Tiles and points on Génial's board that are new since the viewer's last turn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.genial.model import Colour, Placement, View
from render.genial.layout import LAP
from render.kit.fresh import Fresh

__all__ = ["freshness", "gains"]


def freshness(view: View) -> list[Fresh]:
    """Return the age of each tile: of the last turn, placed since the viewer's last turn, or older.

    A turn that the viewer is still playing does not count as its last one: while a bonus tile is to be
    placed, the others' tiles stay marked. A spectator gets the view of whoever is to move.
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
    """Return the points that each side's markers gained by tiles that are new to the viewer.

    The last tile may still have to be counted. The points are all 0 if the tiles do not explain the tracks.
    """
    fresh = freshness(view)
    new = next((index for index, value in enumerate(fresh) if value is not Fresh.OLD), len(fresh))
    counts = (len(fresh), len(fresh) - 1) if view.asks is None else (len(fresh),)
    if all(_tracks_after(view, view.placements[:count]) != view.tracks for count in counts):
        return [(0,) * len(Colour) for _ in view.sides]
    before = _tracks_after(view, view.placements[:new])
    return [
        tuple(late - early for early, late in zip(old, now, strict=True))
        for old, now in zip(before, view.tracks, strict=True)
    ]


def _tracks_after(view: View, placements: Sequence[Placement]) -> tuple[tuple[int, ...], ...]:
    """Return the tracks after these placements.

    On a double track a marker rests at 18 until its turn is over.
    """
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
