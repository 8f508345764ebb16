"""What speaks for a placement in Génial: its points, the lowest colour, what is left to the others."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.face.context import Context
from cogs.genial.descriptions import colour_name, lowest_colours, points_in_words, side_name
from cogs.genial.ranking import track_of
from cogs.text.text import Markup
from engine.genial.board import Cell, Colour, cells, neighbours
from engine.genial.model import Move, Place, Swap, View
from engine.genial.scoring import Lines
from engine.genial.state import advance

__all__ = ["reasons"]


def reasons(ctx: Context, view: View, move: Move) -> Iterator[Markup]:
    """Yield what the move does, in words that follow "it"."""
    text, track = ctx.text, track_of(view)
    if isinstance(move, Swap):
        yield text("genial.why.swap", colours=lowest_colours(text, track))
    if not isinstance(move, Place):
        return
    points = Lines(view.cells).points(move.first, move.second, move.a, move.b)
    yield text("genial.why.points", points=points_in_words(text, points))
    after, _ = advance(track, points, 0, view.track_end)
    if min(after) > min(track):
        yield text("genial.why.lowest", before=min(track), after=min(after))
    if (denied := _denied(view, move)) is not None:
        side, colour, before, left = denied
        who = side_name(ctx, view.sides[side])
        yield text("genial.why.denied", who=who, colour=colour_name(text, colour), before=before, after=left)


def _denied(view: View, move: Place) -> tuple[int, Colour, int, int] | None:
    """Return the other side, its lowest colour, and the most that one symbol of it scores before and after.

    It is the side that loses most by the move; `None` where nobody does.
    """
    placed = {**view.cells, move.a: move.first, move.b: move.second}
    found: list[tuple[int, Colour, int, int]] = []
    for number, (side, track) in enumerate(zip(view.sides, view.tracks, strict=True)):
        if view.seat in side:
            continue
        colour = min(Colour, key=lambda each: track[each])
        before, after = _most(view, view.cells, colour), _most(view, placed, colour)
        if after < before:
            found.append((number, colour, before, after))
    return max(found, key=lambda each: each[2] - each[3], default=None)


def _most(view: View, shown: dict[Cell, Colour], colour: Colour) -> int:
    """Return the most that a symbol of this colour scores on a free cell with a free neighbour."""
    half, free = Lines(shown).half_points[colour], {*cells(view.radius)} - {*shown}
    return max(
        (
            half[cell][towards]
            for cell in free
            for towards, other in enumerate(neighbours(cell))
            if other in free
        ),
        default=0,
    )
