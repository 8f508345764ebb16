"""Handmade positions of Genesis (Brassinne) for the gallery and the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine.game import Result, Seat
from engine.genesis_life import codes
from engine.genesis_life.board import CENTRE, evolve, mask_of, named, squares
from engine.genesis_life.model import Asks, Boards, Colour, View, protected_square, survivors
from render.genesis_life.pictures import board
from render.kit.canvas import Picture, Theme
from render.kit.squares import Mark

__all__ = ["GALLERY", "dying", "evolving", "placing", "worked_example"]

_RED = "E5 D4 E6 C6 F4 G5 D7"
_BLACK = "D5 F6 E7 C5 G4 F3 D3"


def _mask(text: str) -> int:
    return mask_of(named(square) for square in text.split())


def placing(count: int = 9, *, viewer: int | None = None, offer: int | None = None) -> View:
    """Return a match in its placing phase, with `count` cells on the board."""
    reds = tuple(named(square) for square in _RED.split())[: (count + 1) // 2]
    blacks = tuple(named(square) for square in _BLACK.split())[: count // 2]
    assert reds[0] == CENTRE
    return View(
        seat=None if viewer is None else Seat(viewer),
        red=Seat(0),
        to_move=Seat(count % 2),
        asks=Asks.PLACE,
        placed=(reds, blacks),
        cells=(mask_of(reds), mask_of(blacks)),
        first=Colour.RED,
        history=(),
        removals=(),
        occurrences=0,
        offer=None if offer is None else Seat(offer),
        result=None,
    )


def _evolved(
    start: Boards, first: Colour, turns: int, choose: Random | None, take: tuple[str, ...] = ()
) -> View:
    """Return the evolution from a start position, before turn `turns` + 1 or at its end.

    Each turn removes a cell: a random one if `choose` is given, otherwise the next of `take`.
    """
    history, removals, cells, colour = [start], list[int](), start, first
    while True:
        cells = survivors(cells, evolve(cells[0] | cells[1]), colour)
        ended = not cells[0] or not cells[1]
        if ended or len(removals) == turns:
            break
        born = cells[colour] & ~history[-1][colour]
        own = [square for square in squares(cells[colour]) if square != protected_square(born, cells[colour])]
        taken = choose.choice(own) if choose else named(take[len(removals)])
        removals.append(taken)
        left = cells[colour] & ~(1 << taken)
        cells = (left, cells[1]) if colour is Colour.RED else (cells[0], left)
        history.append(cells)
        colour = colour.other
    result = None
    if ended:
        ranks, scores = ((1, 2), ((1,), (0,))) if cells[0] else ((2, 1), ((0,), (1,)))
        result = Result(ranks, scores, codes.OWN_DEAD)
    return View(
        seat=None,
        red=Seat(0),
        to_move=None if ended else Seat(int(colour)),
        asks=None if ended else Asks.REMOVE,
        placed=(squares(start[0]), squares(start[1])),
        cells=cells,
        first=first,
        history=tuple(history),
        removals=tuple(removals),
        occurrences=1,
        offer=None,
        result=result,
    )


def evolving(turns: int = 0, *, seed: int = 1) -> View:
    """Return the evolution after this many turns."""
    return _evolved((_mask(_RED), _mask(_BLACK)), Colour.RED, turns, Random(seed))


def dying(turns: int = 0) -> View:
    """Return the evolution between the deaths and the births after this many turns."""
    view = evolving(turns)
    red, black = view.history[-1]
    return view._replace(asks=None, cells=(view.cells[0] & red, view.cells[1] & black))


def worked_example(*, over: bool = False) -> View:
    """Return the rulebook's example with white as red: before its last removal, or after it if `over`."""
    start = (_mask("B1 C3 C4 C5 D4"), _mask("B4 D1 E3"))
    return _evolved(start, Colour.RED, 1 if over else 0, None, ("D5",))


NAMES = ("Léa", "Maximilian von Hohenzollern")
HOSTILE = ("W" * 60, "שלום דוד 🦊")


def _board(view: View, theme: Theme, names: Sequence[str] = NAMES) -> Picture:
    return board(view, names, theme=theme)


def _candidates(view: View, theme: Theme) -> Picture:
    own = view.free if view.asks is Asks.PLACE else view.cells[view.colour or Colour.RED]
    marks = [
        Mark(square, str(number))
        for number, square in enumerate(squares(own)[:: 1 + len(squares(own)) // 9][:8], 1)
    ]
    return board(view, NAMES, theme=theme, marks=marks, best="1")


def _pointed(view: View, theme: Theme) -> Picture:
    own = squares(view.cells[view.colour or Colour.RED])
    return board(view, NAMES, theme=theme, pointed=own[len(own) // 2])


GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: _board(placing(1), theme),
    "placing": lambda theme: _board(placing(10, offer=0), theme),
    "first turn": lambda theme: _board(evolving(), theme),
    "evolution": lambda theme: _board(evolving(4), theme),
    "worked example": lambda theme: _board(worked_example(), theme),
    "over": lambda theme: _board(worked_example(over=True), theme),
    "pointed": lambda theme: _pointed(evolving(2), theme),
    "candidates": lambda theme: _candidates(evolving(3), theme),
    "candidates, placing": lambda theme: _candidates(placing(6), theme),
    "names": lambda theme: _board(placing(5), theme, HOSTILE),
    "deaths": lambda theme: _board(dying(2), theme),
}
