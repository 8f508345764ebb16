"""What speaks for a move in Genesis (Brassinne): who lives and who dies after it."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.face.context import Context
from cogs.genesis_life.ranking import move_preview
from cogs.text.text import Markup
from engine.genesis_life.board import evolve
from engine.genesis_life.model import Move, Place, Remove, View

__all__ = ["reasons"]


def reasons(ctx: Context, view: View, move: Move) -> Iterator[Markup]:
    """Yield what the move does, in words that follow "it"."""
    text, colour = ctx.text, view.colour
    if colour is None:
        return
    if isinstance(move, Remove):
        preview = move_preview(view, move.square)
        if preview.outcome is not None:
            yield text(f"genesis_life.why.{preview.outcome.value}")
            return
        dead = preview.dead
        yield text("genesis_life.why.removed", mine=dead[colour], theirs=dead[colour.other])
    elif isinstance(move, Place):
        cells = list(view.cells)
        cells[colour] |= 1 << move.square
        evolution = evolve(cells[0] | cells[1])
        dying = evolution.alone | evolution.stifled
        mine, theirs = ((dying & cells[each]).bit_count() for each in (colour, colour.other))
        yield text("genesis_life.why.placed", mine=mine, theirs=theirs)
