"""Choosing a move in Genesis (Brassinne): squares in order of worth, and what a removal leads to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from engine.game import BadNotation, GameOver, IllegalMove, NotYourTurn
from engine.genesis_life import codes
from engine.genesis_life.board import CENTRE, mask_of, name, place_of
from engine.genesis_life.model import Asks, Draw, Move, Place, Preview, Remove, View
from engine.genesis_life.notation import check_removal, square_at
from engine.genesis_life.players import worth

__all__ = ["cells", "fitting", "may_draw", "move_preview", "rank_moves", "removable_square"]

_CELL = re.compile(r"\s*[Xx]?[\s:-]*([A-Za-z])\s?([0-9]{1,2})\s*")


@lru_cache(maxsize=256)
def move_preview(view: View, square: int) -> Preview:
    """Return `View.preview` from a cache: a panel asks for every cell."""
    return view.preview(square)


@lru_cache(maxsize=64)
def _ranked(view: View, moves: tuple[Place | Remove, ...]) -> tuple[Place | Remove, ...]:
    return tuple(sorted(moves, key=lambda move: (-worth(view, move), _off_centre(move.square), move.square)))


def _off_centre(square: int) -> int:
    """Steps to the centre, where squares of equal worth come first."""
    here, centre = place_of(square), place_of(CENTRE)
    return max(abs(here[0] - centre[0]), abs(here[1] - centre[1]))


def rank_moves(view: View, moves: Sequence[Move]) -> tuple[Place | Remove, ...]:
    """Every placement or removal, the best first."""
    return _ranked(view, tuple(move for move in moves if not isinstance(move, Draw)))


def may_draw(moves: Sequence[Move]) -> bool:
    """Return true if a draw may be offered or accepted."""
    return any(isinstance(move, Draw) for move in moves)


def cells(typed: str) -> str:
    """Return a typed beginning of a cell's name as the beginning of its removal: ``d`` becomes ``xd``."""
    typed = typed.strip()
    return typed if typed[:1] in {"x", "X"} else f"x{typed}"


def fitting(view: View, moves: Sequence[Move], typed: str) -> list[Place | Remove]:
    """The placements or removals that begin as typed, the best first; the ``x`` may be left out."""
    wanted = re.sub(r"[\s:-]", "", typed).upper()
    if wanted.startswith("X"):
        if view.asks is Asks.PLACE:
            return []
        wanted = wanted[1:]
    return [move for move in rank_moves(view, moves) if name(move.square).startswith(wanted)]


def removable_square(view: View, moves: Sequence[Move], typed: str) -> int:
    """The square of a cell that may be taken away. Raises `Refusal` for any other text, as a move would."""
    if view.asks is None:
        raise GameOver("game_over")
    if view.seat != view.to_move:
        raise NotYourTurn("not_your_turn")
    found = _CELL.fullmatch(typed)
    if found is None:
        raise BadNotation(codes.NOTATION, text=typed.strip()[:40])
    square = square_at(found[1], found[2])
    if view.asks is Asks.PLACE:
        raise IllegalMove(codes.STILL_PLACING)
    assert view.colour is not None
    removable = mask_of(move.square for move in moves if isinstance(move, Remove))
    check_removal(square, view.cells, view.colour, removable)
    return square
