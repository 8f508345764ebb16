"""The automatic players of Genesis (Brassinne)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.chance import Chance
from engine.game import Player
from engine.genesis_life.board import evolve, squares
from engine.genesis_life.model import (
    DRAW,
    Boards,
    Colour,
    Draw,
    Move,
    Place,
    Remove,
    View,
    protected_square,
    survivors,
)
from engine.genesis_life.sense import sensible, with_neighbours
from engine.genesis_life.state import CELLS_EACH

__all__ = ["Greedy", "Random", "worth"]

WIN_VALUE = 1000.0
"""The value of a removal that wins; a lost match is worth its negative."""
DEATH_VALUE = 10.0
"""The value of an extinct opponent in a turn of `_prospects`; an extinct own organism has its negative."""
TURNS = tuple(Colour)
"""The turns that `_prospects` looks ahead: one of each colour, red first."""


class Random(Player):
    """A player that draws among placements or removals. It never offers or accepts a draw."""

    def choose(
        self, view: View, moves: Sequence[Move], imagine: Callable[[Chance], object], chance: Chance
    ) -> Move:
        """Choose as `Player.choose` says."""
        return moves[chance.below(len(moves) - (moves[-1] == DRAW))]


class Greedy(Player):
    """A player that looks ahead over the opponent's next turn; ties are drawn.

    It takes away the cell after which it has the best margin once the opponent has evolved and taken away its
    best cell, and its own deaths and births have followed. It places each cell where the organism has the
    best prospects even if the opponent puts the most harmful cell beside it. It accepts a draw if the
    opponent has more cells, and never offers one. It makes no foolish move (`sensible`).
    """

    version = 3

    def choose(
        self, view: View, moves: Sequence[Move], imagine: Callable[[Chance], object], chance: Chance
    ) -> Move:
        """Choose as `Player.choose` says."""
        colour = view.colour
        assert colour is not None, "somebody is to move"
        if view.offer is not None and view.offer != view.seat and _margin(view.cells, colour) < 0:
            return DRAW
        best: list[Move] = []
        record = float("-inf")
        for move in sensible(view, moves):
            if isinstance(move, Draw):
                continue
            value = worth(view, move)
            if value > record:
                best, record = [], value
            if value == record:
                best.append(move)
        return chance.choice(best)


def worth(view: View, move: Place | Remove) -> float:
    """Return the value of a move for the seat to move. Values are only comparable within one question.

    The value of a removal is the margin of cells, or `WIN_VALUE` or its negative if it decides the match. The
    value of a placement is the sum over the next two turns that `_prospects` returns.
    """
    colour = view.colour
    assert colour is not None, "somebody is to move"
    if isinstance(move, Place):
        return _placement_worth(view.cells, move.square, colour)
    return _removal_worth(view, move.square, colour)


def _placement_worth(cells: Boards, square: int, colour: Colour) -> float:
    """Return the prospects after this placement and the most harmful cell that can be put beside it."""
    before = _with_cells(cells, colour, cells[colour] | 1 << square)
    occupied, other = before[0] | before[1], colour.other
    answers = squares(with_neighbours(before[colour]) & ~occupied)
    if occupied.bit_count() >= len(Colour) * CELLS_EACH or not answers:
        return _prospects(before, colour)
    return min(
        _prospects(_with_cells(before, other, before[other] | 1 << answer), colour) for answer in answers
    )


def _prospects(picture: Boards, colour: Colour) -> float:
    """Return the value of the living cells if the evolution began now, summed over a turn of each colour.

    Nothing is removed. Own cells count twice as much as the opponent's: an organism that lives may still win.
    An extinct organism decides the turns that are left.
    """
    value, mine = 0.0, int(colour)
    for turn in TURNS:
        picture = survivors(picture, evolve(picture[0] | picture[1]), turn)
        own, other = picture[mine].bit_count(), picture[1 - mine].bit_count()
        if not own or not other:
            return value + (len(TURNS) - turn) * DEATH_VALUE * (bool(own) - bool(other))
        value += own - other / 2
    return value


def _removal_worth(view: View, square: int, colour: Colour) -> float:
    """Return the margin after this removal, the opponent's best turn, and the own deaths and births then.

    A draw by repetition is worth 0.
    """
    other = colour.other
    before = _with_cells(view.cells, colour, view.cells[colour] & ~(1 << square))
    if view.history[-2::-2].count(before) >= 2:
        return 0.0
    if not before[colour]:
        return -2 * WIN_VALUE
    evolution = evolve(before[0] | before[1])
    grown = survivors(before, evolution, other)
    if not grown[colour]:
        return -2 * WIN_VALUE  # even if the other organism dies as well
    if not grown[other]:
        return WIN_VALUE
    kept = protected_square(evolution.born, grown[other])
    answers = [taken for taken in squares(grown[other]) if taken != kept]
    return min(
        _margin_after(_with_cells(grown, other, grown[other] & ~(1 << taken)), colour) for taken in answers
    )


def _margin_after(before: Boards, colour: Colour) -> float:
    """Return the margin after a turn of this colour that begins with this picture, or the end's value."""
    if not before[colour.other]:
        return WIN_VALUE
    after = survivors(before, evolve(before[0] | before[1]), colour)
    if not after[colour.other]:
        return WIN_VALUE
    if not after[colour]:
        return -WIN_VALUE
    return _margin(after, colour)


def _with_cells(cells: Boards, colour: Colour, mask: int) -> Boards:
    return (mask, cells[1]) if colour is Colour.RED else (cells[0], mask)


def _margin(cells: Boards, colour: Colour) -> int:
    """Return the number of cells that this colour has more than the other."""
    return cells[colour].bit_count() - cells[colour.other].bit_count()
