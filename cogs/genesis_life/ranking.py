"""Choosing a move in Genesis (Brassinne): squares in order of worth, and what a removal leads to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from engine.genesis_life.board import CENTRE, name, place_of
from engine.genesis_life.model import Asks, Draw, Move, Place, Preview, Remove, View
from engine.genesis_life.players import worth

__all__ = ["fitting", "may_draw", "move_preview", "rank_moves"]


@lru_cache(maxsize=256)
def move_preview(view: View, square: int) -> Preview:
    """Return `View.preview` from a cache: a panel asks for every cell."""
    return view.preview(square)


@lru_cache(maxsize=64)
def _ranked(view: View, moves: tuple[Place | Remove, ...], has_help: bool) -> tuple[Place | Remove, ...]:
    value = worth if has_help else _spared
    return tuple(sorted(moves, key=lambda move: (-value(view, move), _off_centre(move.square), move.square)))


def _spared(view: View, move: Place | Remove) -> float:
    """Return how many more of the other's cells than of one's own would die; 0 for a placement."""
    if isinstance(move, Place) or view.colour is None:
        return 0
    dead = move_preview(view, move.square).dead
    return dead[view.colour.other] - dead[view.colour]


def _off_centre(square: int) -> int:
    """Steps to the centre, where squares of equal worth come first."""
    here, centre = place_of(square), place_of(CENTRE)
    return max(abs(here[0] - centre[0]), abs(here[1] - centre[1]))


def rank_moves(view: View, moves: Sequence[Move], *, has_help: bool = True) -> tuple[Place | Remove, ...]:
    """Every placement or removal, the best first; without help by who would die, or from the centre."""
    return _ranked(view, tuple(move for move in moves if not isinstance(move, Draw)), has_help)


def may_draw(moves: Sequence[Move]) -> bool:
    """Return true if a draw may be offered or accepted."""
    return any(isinstance(move, Draw) for move in moves)


def fitting(view: View, moves: Sequence[Move], typed: str, *, has_help: bool = True) -> list[Place | Remove]:
    """The placements or removals that begin as typed, the best first; the ``x`` may be left out."""
    wanted = re.sub(r"[\s:-]", "", typed).upper()
    if wanted.startswith("X"):
        if view.asks is Asks.PLACE:
            return []
        wanted = wanted[1:]
    ranked = rank_moves(view, moves, has_help=has_help)
    return [move for move in ranked if name(move.square).startswith(wanted)]
