"""Positions of Genesis (Knizia) made up for the gallery and the tests: plausible to look at."""

from __future__ import annotations

from random import Random

from engine.game import Result, Seat
from engine.genesis.board import adjacent, squares
from engine.genesis.model import BOARD, GenesisOptions, Placement, Terrain, View

__all__ = ["sample"]


def sample(
    seats: int = 2,
    turns: int = 0,
    *,
    viewer: int | None = None,
    over: bool = False,
    dice: tuple[int, int] = (0, 4),
    seed: int = 1,
) -> View:
    """A match after so many turns of two tiles, most of them placed beside tiles of their terrain."""
    random = Random(seed)
    free = BOARD.playable(seats)
    of_terrain = [0] * len(Terrain)
    left = [[13] * len(Terrain) for _ in range(seats)]
    placements: list[Placement] = []
    for turn in range(turns):
        seat = Seat(turn % seats)
        for _ in range(2):
            terrain = random.choice([each for each in Terrain if left[seat][each]])
            near = squares(adjacent(of_terrain[terrain]) & free)
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
    return view._replace(result=Result(ranks, tuple((own,) for own in points), "genesis.no_room"))
