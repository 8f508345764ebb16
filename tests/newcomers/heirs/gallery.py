"""Samples of the pictures of Heirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.game import Seat
from engine.kit.played import play_moves
from render.kit.canvas import Picture, Theme
from render.kit.plain_board import board
from tests.newcomers.heirs.pictures import position
from tests.newcomers.heirs.rules import HEIRS

__all__ = ["GALLERY"]


def _sample(moves: str, seat: Seat | None) -> Callable[[Theme], Picture]:
    shown = position(HEIRS.view(play_moves(HEIRS, moves), seat))
    return lambda theme: board(shown, ("Ada", "Basile"), theme=theme)


GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": _sample("heir C1", Seat(0)),
    "over": _sample("heir C1; heir F6; D1-D2; A6-A5; D2-D3; A5-A4; D3-D4; A4-A3; D4-D5; A3-A2; D5-C6", None),
}
