"""Every picture is composed for the box in which a client shows it, and can be read there."""

from __future__ import annotations

import pytest

from render.kit.box import BOX, on_a_phone, on_a_window
from render.kit.canvas import Theme
from tests.contracts.cases import EVERY, REGISTERED, Case, Contestant
from tests.contracts.test_picture_contract import SAMPLES
from tests.contracts.told import look, played
from tests.render.shown import LEAST, letters_of

UPRIGHT = "large"
"""Samples whose name begins so are shown to whoever asks for them, and are not composed for the box."""
SHAPE = BOX[0] / BOX[1]


@pytest.mark.parametrize(("game", "name"), SAMPLES, ids=[f"{game}-{name}" for game, name in SAMPLES])
def test_every_picture_can_be_read_where_it_is_shown(game: Contestant, name: str) -> None:
    if name.startswith(UPRIGHT):
        pytest.skip("not composed for the box")
    picture, written = letters_of(lambda: game.gallery[name](Theme.DARK))
    window, phone = on_a_window(picture.width, picture.height), on_a_phone(picture.width)
    assert picture.width / picture.height >= SHAPE * 0.97, "upright pictures shrink"
    ornament = game.trial.ornament
    needed = {each for each in written if each.text not in ornament and any(map(str.isalnum, each.text))}
    small = {each for each in needed if each.capital * min(window, phone) < LEAST}
    assert not small, f"{picture.width} × {picture.height}, shown at {window:.2f} and {phone:.2f}"


@EVERY
def test_the_board_fills_the_box(case: Case) -> None:
    if case.key not in {game.key for game in REGISTERED}:
        pytest.skip("not composed for the box")
    positions = played(case, 5, greedy=True)
    for state, *_ in (positions[0], positions[-1]):
        picture = case.face.board(look(case, "en"), case.game.view(state, None), None).draw()
        assert picture.width / picture.height == pytest.approx(SHAPE, rel=0.03)
