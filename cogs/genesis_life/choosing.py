"""Choosing a move in Genesis (Brassinne): squares in order of worth, and what a removal leads to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from engine.game import BadNotation, GameOver, IllegalMove, NotYourTurn
from engine.genesis_life.board import CENTRE, Evolution, mask_of, name, place_of
from engine.genesis_life.model import (
    Asks,
    Boards,
    Colour,
    Draw,
    Move,
    Place,
    Remove,
    View,
    survivors,
)
from engine.genesis_life.notation import check_removal, pointed_at
from engine.genesis_life.players import worth

__all__ = ["Outcome", "Preview", "cells", "fitting", "may_draw", "pointed", "previewed", "ranked"]

_CELL = re.compile(r"\s*[Xx]?[\s:-]*([A-Za-z])\s?([0-9]{1,2})\s*")
DRAWN_AT = 3


class Outcome(StrEnum):
    """How a removal ends the match at once."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


class Preview(NamedTuple):
    """The opponent's next turn when a certain cell is taken away now."""

    before: Boards
    """The picture on which it is judged."""
    evolution: Evolution
    """Births do not happen when the match ends."""
    outcome: Outcome | None
    """`None` while the match goes on."""

    @property
    def dead(self) -> tuple[int, int]:
        """How many red and black cells would be dead."""
        red, black = self.before
        return (self.evolution.dead & red).bit_count(), (self.evolution.dead & black).bit_count()


@lru_cache(maxsize=256)
def previewed(view: View, square: int) -> Preview:
    """What the opponent's next turn does when this cell of the seat to move is taken away now."""
    colour = view.colour
    assert colour is not None
    before = (view.cells[0] & ~(1 << square), view.cells[1] & ~(1 << square))
    evolution = view.preview(square)
    outcome = _outcome(view, before, evolution, colour)
    return Preview(before, evolution if outcome is None else evolution._replace(born=0), outcome)


def _outcome(view: View, before: Boards, evolution: Evolution, colour: Colour) -> Outcome | None:
    if not before[colour]:
        return Outcome.LOST
    if view.history[-2::-2].count(before) >= DRAWN_AT - 1:
        return Outcome.DRAWN
    after = survivors(before, evolution, colour.other)
    if not after[colour]:
        return Outcome.LOST
    return None if after[colour.other] else Outcome.WON


@lru_cache(maxsize=64)
def _ranked(view: View, moves: tuple[Place | Remove, ...]) -> tuple[Place | Remove, ...]:
    return tuple(sorted(moves, key=lambda move: (-worth(view, move), _off_centre(move.square), move.square)))


def _off_centre(square: int) -> int:
    """Steps to the centre, where squares of equal worth come first."""
    here, centre = place_of(square), place_of(CENTRE)
    return max(abs(here[0] - centre[0]), abs(here[1] - centre[1]))


def ranked(view: View, moves: Sequence[Move]) -> tuple[Place | Remove, ...]:
    """Every placement or removal, the best first."""
    return _ranked(view, tuple(move for move in moves if not isinstance(move, Draw)))


def may_draw(moves: Sequence[Move]) -> bool:
    """Whether a draw may be offered or accepted."""
    return any(isinstance(move, Draw) for move in moves)


def cells(typed: str) -> str:
    """What was typed of a cell's name, as the beginning of its removal: ``d`` becomes ``xd``."""
    typed = typed.strip()
    return typed if typed[:1] in {"x", "X"} else f"x{typed}"


def fitting(view: View, moves: Sequence[Move], typed: str) -> list[Place | Remove]:
    """The placements or removals that begin as typed, the best first; the ``x`` may be left out."""
    wanted = re.sub(r"[\s:-]", "", typed).upper()
    if wanted.startswith("X"):
        if view.asks is Asks.PLACE:
            return []
        wanted = wanted[1:]
    return [move for move in ranked(view, moves) if name(move.square).startswith(wanted)]


def pointed(view: View, moves: Sequence[Move], typed: str) -> int:
    """The square of a cell that may be taken away. Raises `Refusal` for any other text, as a move would."""
    if view.asks is None:
        raise GameOver("game_over")
    if view.seat != view.to_move:
        raise NotYourTurn("not_your_turn")
    found = _CELL.fullmatch(typed)
    if found is None:
        raise BadNotation("genesis_life.notation", text=typed.strip()[:40])
    square = pointed_at(found[1], found[2])
    if view.asks is Asks.PLACE:
        raise IllegalMove("genesis_life.still_placing")
    assert view.colour is not None
    removable = mask_of(move.square for move in moves if isinstance(move, Remove))
    check_removal(square, view.cells, view.colour, removable)
    return square
