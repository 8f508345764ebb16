"""The steps of a turn of Genesis (Knizia) that people see one after the other."""

from __future__ import annotations

from engine.chance import SeededChance
from engine.game import Seat, Stage
from engine.genesis import GENESIS
from engine.genesis.board import named
from engine.genesis.model import GenesisOptions, dice_text
from engine.genesis.state import State, opening


def stages(state: State, text: str) -> tuple[Stage, ...]:
    """Return the stages of a turn of the seat to move."""
    move = GENESIS.parse(state, state.to_move, text)
    return tuple(GENESIS.stages(state, state.to_move, move, SeededChance(b"stages", 0)))


def codes(stage: Stage) -> list[str]:
    return [event.code.removeprefix("genesis.") for event in stage.events]


def begun(free: str = "") -> State:
    """Return a first turn with a forest and a savanna; `free` names the only free squares."""
    state = opening(GenesisOptions(), 3, Seat(0), (0, 1))
    bits = sum(1 << named(each) for each in free.split())
    return state._replace(free=bits) if free else state


def test_each_tile_is_seen_before_the_next_seat_rolls() -> None:
    first, second, roll = stages(begun(), "Y:C5 G:D5")
    assert [codes(each) for each in (first, second, roll)] == [["placed"], [], ["rolled"]]
    views = [GENESIS.view(each.state, None) for each in (first, second, roll)]
    assert [len(view.placements) for view in views] == [1, 2, 2]
    assert [view.left[0] for view in views] == [(13, 12, 13, 13), (12, 12, 13, 13), (12, 12, 13, 13)]
    assert [view.to_move for view in views] == [0, 0, 1]
    assert [dice_text(view.dice) for view in views[:2]] == ["GY", "GY"]
    assert [view.free.bit_count() for view in views] == [
        begun().free.bit_count() - gone for gone in (1, 2, 2)
    ]


def test_a_seat_without_tiles_is_skipped_with_the_roll() -> None:
    state = begun()
    state = state._replace(left=(state.left[0], (0, 0, 0, 0), state.left[2]))
    assert [codes(each) for each in stages(state, "M:C5")] == [["chose"], ["skipped", "rolled"]]


def test_the_last_tile_is_seen_before_the_end() -> None:
    tile, end = stages(begun("C5 D5 E5"), "G:C5 Y:E5")
    assert (codes(tile), codes(end)) == (["cut_short"], ["won"])
    assert GENESIS.view(tile.state, None).placements == GENESIS.view(end.state, None).placements
    assert (GENESIS.result(tile.state) is None, GENESIS.result(end.state) is None) == (True, False)
