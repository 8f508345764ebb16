"""The steps of Génial's moves that people see one after the other."""

from __future__ import annotations

from engine.chance import SeededChance
from engine.game import Seat, Stage
from engine.genial import GENIAL
from engine.genial.model import Asks
from engine.genial.state import State
from tests.engine.genial.genial_tables import table

BLUES = {"E4": "B", "E5": "B"}


def stages(state: State, text: str) -> tuple[Stage, ...]:
    """Return the stages of a move of the seat to move."""
    seat = state.to_move
    move = GENIAL.parse(state, seat, text)
    return tuple(GENIAL.stages(state, seat, move, SeededChance(b"stages", 0)))


def codes(stage: Stage) -> list[str]:
    return [event.code.removeprefix("genial.") for event in stage.events]


def test_the_tile_lies_there_before_its_points_are_counted_and_the_next_is_drawn() -> None:
    state = table(["BR RR", "OO"], BLUES)
    tile, points, draw = stages(state, "BR E6 F6")
    assert [codes(each) for each in (tile, points, draw)] == [["placed"], [], ["drew"]]
    views = [GENIAL.view(each.state, None) for each in (tile, points, draw)]
    assert [len(view.placements) for view in views] == [1, 1, 1]
    assert [view.tracks[0] for view in views] == [(0,) * 6, (0, 0, 0, 0, 2, 0), (0, 0, 0, 0, 2, 0)]
    assert [view.to_move for view in views] == [0, 0, 1]
    assert [view.asks for view in views] == [None, None, Asks.PLACE]
    assert [view.rack_sizes[0] for view in views] == [1, 1, 6]
    assert [GENIAL.pending(each.state) for each in (tile, points)] == [(), ()]


def test_a_tile_without_points_is_not_counted() -> None:
    assert [codes(each) for each in stages(table(["BR RR", "OO"]), "BR E6 F6")] == [["placed"], ["drew"]]


def test_a_bonus_is_told_with_the_points_that_bring_it() -> None:
    state = table(["BR RR", "OO"], BLUES, tracks=[(0, 0, 0, 0, 17, 0), (0,) * 6])
    tile, points = stages(state, "BR E6 F6")
    assert (codes(tile), codes(points)) == (["placed"], ["bonus"])
    assert GENIAL.view(tile.state, Seat(0)).tracks[0][4] == 17
    assert GENIAL.view(points.state, Seat(0)).asks is Asks.BONUS


def test_the_last_tile_is_seen_and_counted_before_the_end() -> None:
    state = table(["BR RR", "OO"], BLUES, free="E6 F6")
    tile, points, end = stages(state, "BR E6 F6")
    assert [codes(each) for each in (tile, points, end)] == [["placed"], [], ["won"]]
    assert [GENIAL.result(each.state) is None for each in (tile, points, end)] == [True, True, False]
    assert [GENIAL.view(each.state, None).to_move for each in (tile, points, end)] == [0, 0, None]


def test_other_moves_are_one_step() -> None:
    state = table(["BB BB BB BB BB BB", "OO"], asks=Asks.SWAP, tracks=[(0, 1, 1, 1, 1, 1), (0,) * 6])
    for text in ("swap", "keep"):
        assert len(stages(state, text)) == 1
