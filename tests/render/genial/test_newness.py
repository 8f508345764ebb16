"""Tiles and points shown as new are those since the viewer's last tile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import Seat
from engine.genial import GENIAL
from engine.genial.model import Form, View
from render.gallery.genial import sample
from render.genial.newness import freshness, gains
from render.kit.fresh import Fresh
from tests.render.played import FORMS, genial_states


def test_tiles_after_the_viewers_last_one_are_new() -> None:
    view = sample(4, 10, viewer=3)  # seats 0 1 2 3 0 1 2 3 0 1
    assert freshness(view) == [Fresh.OLD] * 8 + [Fresh.NEW, Fresh.LAST]
    assert freshness(replace(view, seat=Seat(1))) == [Fresh.OLD] * 9 + [Fresh.LAST]


def test_a_bonus_tile_leaves_marked_what_the_others_placed_before_the_turn() -> None:
    view = sample(4, 10)  # seats 0 1 2 3 0 1 2 3 0 1
    bonus = replace(view, seat=Seat(1), to_move=Seat(1), turn=view.placements[-1].turn)
    assert freshness(bonus) == [Fresh.OLD] * 6 + [Fresh.NEW] * 3 + [Fresh.LAST]


def test_a_spectator_gets_the_view_of_the_seat_to_move() -> None:
    view = sample(4, 10)
    assert view.to_move == 2
    assert freshness(view) == [Fresh.OLD] * 7 + [Fresh.NEW] * 2 + [Fresh.LAST]
    over = sample(4, 10, over=True)
    assert freshness(over) == [Fresh.OLD] * 9 + [Fresh.LAST]


def test_nothing_is_new_on_an_empty_board_and_everything_before_the_first_turn() -> None:
    assert freshness(sample(3)) == []
    assert gains(sample(3)) == [(0,) * 6] * 3
    assert freshness(sample(3, 2, viewer=2)) == [Fresh.NEW, Fresh.LAST]


@pytest.mark.parametrize(("form", "seats"), FORMS)
def test_gains_are_the_difference_to_the_tracks_before_the_new_tiles(form: Form, seats: int) -> None:
    tracks: list[tuple[tuple[int, ...], ...]] = []
    moved = 0
    for state in genial_states(form, seats):
        view: View = GENIAL.view(state, Seat(0))
        if len(view.placements) == len(tracks):
            tracks.append(view.tracks)
        before = tracks[freshness(view).count(Fresh.OLD)]
        expected = [
            tuple(late - early for early, late in zip(old, now, strict=True))
            for old, now in zip(before, view.tracks, strict=True)
        ]
        assert gains(view) == expected
        moved += any(map(any, expected))
    assert moved > 20


def test_tracks_that_the_tiles_do_not_explain_show_no_gains() -> None:
    view = sample(2, 9, viewer=0)
    assert any(map(any, gains(view)))
    odd = replace(view, tracks=tuple(tuple(value + 1 for value in track) for track in view.tracks))
    assert gains(odd) == [(0,) * 6] * 2
