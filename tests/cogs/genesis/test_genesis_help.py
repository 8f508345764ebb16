"""Squares of Genesis (Knizia) at a table without help."""

from __future__ import annotations

from random import Random

from cogs.genesis.ranking import alone, points_gained, rank_spots
from engine.chance import SeededChance
from engine.genesis import GENESIS
from engine.genesis.model import GenesisOptions


def test_squares_stand_by_their_points() -> None:
    """Each square is asked for its own points, also those that are taken for alike."""
    dice = Random("squares by points")
    state = GENESIS.setup(GenesisOptions(), 3, SeededChance(bytes(32), 0))
    for number in range(1, 25):
        seat = GENESIS.pending(state)[0]
        view, moves = GENESIS.view(state, seat), GENESIS.moves(state, seat)
        for terrain in alone(view):
            spots = rank_spots(view, terrain, has_help=False)
            points = [points_gained(view, spot.tile) for spot in spots]
            assert points == sorted(points, reverse=True)
            assert len(spots) == view.free.bit_count()
        state, _ = GENESIS.play(state, seat, dice.choice(moves), SeededChance(bytes(32), number))
