"""Samples of the pictures of Heirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.game import Seat
from render.kit.canvas import Picture, Theme
from render.kit.plain_board import board
from tests.newcomers.heirs.pictures import position
from tests.newcomers.heirs.rules import HEIRS

__all__ = ["GALLERY"]


def _sample(written: str, seat: Seat | None) -> Callable[[Theme], Picture]:
    shown = position(HEIRS.view(HEIRS.read_position(written), seat))
    return lambda theme: board(shown, ("Ada", "Basile"), theme=theme)


GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": _sample('{"turn":0,"families":[63,2164663517184],"heirs":[2,null],"last":[]}', Seat(0)),
    "over": _sample('{"turn":1,"families":[47,2130303778816],"heirs":[2,35],"last":[22,30]}', None),
}
