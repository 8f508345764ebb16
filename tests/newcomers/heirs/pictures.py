"""Heirs as it is drawn: what lies where, for whoever may see it."""

from __future__ import annotations

from engine.kit.masks import members
from engine.kit.small import Seen
from render.kit.plain_board import Piece, Position
from tests.newcomers.heirs.rules import GRID, State

__all__ = ["position"]


def position(view: Seen[State]) -> Position:
    """An heir whom the viewer knows has a letter."""
    state = view.state
    pieces = tuple(
        Piece(square, seat, "H" if square == state.heirs[seat] else "")
        for seat, family in enumerate(state.families)
        for square in members(family)
    )
    return Position(GRID, pieces, view.pending, view.result, state.last)
