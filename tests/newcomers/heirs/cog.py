"""Heirs on Discord: `/heirs`."""

from __future__ import annotations

from cogs.actions.game_cog import plain_extension
from cogs.face.context import Context
from cogs.face.face import Hand
from cogs.face.squares_face import SquaresFace
from engine.kit.small import Seen
from render.kit.plain_board import Position
from tests.newcomers.heirs import pictures
from tests.newcomers.heirs.rules import GRID, HEIRS, HeirsOptions, Move, State

__all__ = ["FACE", "HeirsFace", "setup"]


class HeirsFace(SquaresFace[HeirsOptions, Move, Seen[State]]):
    """See `Face`."""

    paragraphs = ("aim", "heir", "move", "notation")

    def asks(self, view: Seen[State]) -> str:
        return "heir" if None in view.state.heirs else "move"

    def position(self, view: Seen[State]) -> Position:
        return pictures.position(view)

    def hand(self, ctx: Context, view: Seen[State]) -> Hand | None:
        heir = None if view.seat is None else view.state.heirs[view.seat]
        return None if heir is None else Hand(ctx.text("heirs.hand", square=GRID.name(heir)))


FACE = HeirsFace(HEIRS)
setup = plain_extension(FACE)
