"""Handmade positions of Genesis (Knizia) for the gallery and the tests: plausible to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine.game import Result, Seat
from engine.genesis import codes
from engine.genesis.board import neighbours, squares
from engine.genesis.model import BOARD, GenesisOptions, Placement, Terrain, View
from render.genesis.pictures import board, scoring
from render.kit.canvas import Picture, Theme
from render.kit.squares import Mark

__all__ = ["GALLERY", "sample"]


def sample(
    seats: int = 2,
    turns: int = 0,
    *,
    viewer: int | None = None,
    over: bool = False,
    dice: tuple[int, int] = (0, 4),
    seed: int = 1,
) -> View:
    """Return a match after `turns` turns of two tiles each, most of them placed beside tiles of their
    terrain.
    """
    random = Random(seed)
    free = BOARD.playable(seats)
    of_terrain = [0] * len(Terrain)
    left = [[13] * len(Terrain) for _ in range(seats)]
    placements: list[Placement] = []
    for turn in range(turns):
        seat = Seat(turn % seats)
        for _ in range(2):
            terrain = random.choice([each for each in Terrain if left[seat][each]])
            near = squares(neighbours(of_terrain[terrain]) & free)
            square = random.choice(near if near and random.random() < 0.7 else squares(free))
            free &= ~(1 << square)
            of_terrain[terrain] |= 1 << square
            left[seat][terrain] -= 1
            placements.append(Placement(seat, terrain, square, turn))
    view = View(
        seat=None if viewer is None else Seat(viewer),
        options=GenesisOptions(),
        seats=seats,
        first_seat=Seat(0),
        turn=turns,
        to_move=None if over else Seat(turns % seats),
        dice=() if over else dice,
        placements=tuple(placements),
        left=tuple(map(tuple, left)),
        free=free,
        result=None,
    )
    if not over:
        return view
    points = view.points
    ranks = tuple(1 + sum(other > own for other in points) for own in points)
    return view._replace(result=Result(ranks, tuple((own,) for own in points), codes.NO_ROOM))


NAMES = ("Léa", "Maximilian von Hohenzollern", "Ōtani", "Rhea")


def _board(view: View, theme: Theme, names: Sequence[str] = NAMES) -> Picture:
    return board(view, names, theme=theme)


def _candidates(view: View, theme: Theme) -> Picture:
    marks = [Mark(square, str(number)) for number, square in enumerate(squares(view.free)[::9][:8], 1)]
    return board(view, NAMES, theme=theme, marks=marks, best="1")


HOSTILE = ("W" * 60, "שלום דוד", "\n\u202e🦊 東京", "**محمد الأمين**")

GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: _board(sample(2, dice=(2, 3)), theme),
    "two players": lambda theme: _board(sample(2, 22, viewer=0), theme),
    "three players": lambda theme: _board(sample(3, 24, dice=(4, 4)), theme),
    "four players": lambda theme: _board(sample(4, 38, viewer=2), theme),
    "over": lambda theme: _board(sample(4, 52, over=True), theme),
    "over, two": lambda theme: _board(sample(2, 42, over=True), theme),
    "scoring": lambda theme: scoring(sample(4, 52, over=True), NAMES, theme=theme),
    "scoring, two": lambda theme: scoring(sample(2, 42, over=True), NAMES, theme=theme),
    "names": lambda theme: _board(sample(4, 9), theme, HOSTILE),
    "candidates": lambda theme: _candidates(sample(3, 15, viewer=0), theme),
}
