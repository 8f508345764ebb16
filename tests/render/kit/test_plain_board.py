"""Tests of the plain board with eight seats: pieces look different, all who are to move are marked."""

from __future__ import annotations

import io
from collections.abc import Collection

import pytest
from PIL import Image

from engine.game import Result, Seat
from engine.kit.squares import SquareGrid
from render.kit.beside import Frame
from render.kit.canvas import Theme, ink
from render.kit.plain_board import Piece, Position, board
from render.kit.seats import SEAT_COLOURS

GRID = SquareGrid(8, 8)
NAMES = ("Ada", "Basile", "Chloé", "Dan", "Éloïse", "Ferdinand", "Gwendoline", "Hugo")
CARDS = 710
"""Pixel column at which the cards of this board begin."""


def drawn(
    to_move: Collection[int] = (), seats: int = 8, theme: Theme = Theme.DARK, result: Result | None = None
) -> Image.Image:
    pieces = tuple(Piece(seat, seat) for seat in range(seats))
    shown = Position(GRID, pieces, tuple(map(Seat, to_move)), result)
    return Image.open(io.BytesIO(board(shown, NAMES[:seats], theme=theme).data)).convert("RGB")


@pytest.mark.parametrize("theme", Theme)
def test_eight_pieces_look_different(theme: Theme) -> None:
    picture = drawn(theme=theme)
    squares = [picture.crop((60 + 80 * column, 570, 124 + 80 * column, 644)) for column in range(8)]
    for seat, square in enumerate(squares):
        many = {colour for count, colour in square.getcolors(9999) or [] if count > 200}
        assert many & set(SEAT_COLOURS) == {SEAT_COLOURS[seat]}


@pytest.mark.parametrize("seats", [2, 4, 5, 8])
def test_all_who_are_to_move_are_marked(seats: int) -> None:
    asked = {0, seats - 1}
    picture, paint = drawn(asked, seats), ink(Theme.DARK)
    for seat, card in enumerate(Frame(1100).cards(CARDS, seats)):
        shown = picture.crop((card.left, card.top, card.right, card.top + card.height))
        colours = {colour for count, colour in shown.getcolors(99999) or [] if count > 200}
        assert (paint.accent in colours) == (seat in asked)
        assert (paint.lit in colours) == (seat in asked)


def test_ranks_of_eight_stand_on_their_cards() -> None:
    result = Result.by_score([(seat,) for seat in range(8)], "toy.over", lowest=True)
    before, after = drawn(), drawn(result=result)
    cards = Frame(1100).cards(CARDS, 8)
    areas = [(card.left, card.top, card.right, card.top + card.height) for card in cards]
    shown = [after.crop(area) for area in areas]
    assert all(one.tobytes() != before.crop(area).tobytes() for one, area in zip(shown, areas, strict=True))
