"""Hermits on Discord: `/hermits`."""

from __future__ import annotations

from cogs.actions.game_cog import plain_extension
from cogs.face.context import Context
from cogs.face.face import Hand
from cogs.face.squares_face import SquaresFace
from engine.kit.masks import members
from engine.kit.small import Seen
from render.kit.plain_board import Position
from tests.newcomers.hermits import pictures
from tests.newcomers.hermits.rules import GRID, HERMITS, HermitsOptions, Move, State

__all__ = ["FACE", "HermitsFace", "setup"]


class HermitsFace(SquaresFace[HermitsOptions, Move, Seen[State]]):
    """See `Face`."""

    paragraphs = ("aim", "round")

    def position(self, view: Seen[State]) -> Position:
        return pictures.position(view)

    def hand(self, ctx: Context, view: Seen[State]) -> Hand | None:
        if view.seat is None or not (own := view.state.hands[view.seat]):
            return None
        return Hand(ctx.text("hermits.hand", squares=", ".join(map(GRID.name, members(own)))))


FACE = HermitsFace(HERMITS)
setup = plain_extension(FACE)
