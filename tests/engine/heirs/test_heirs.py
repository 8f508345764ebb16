"""The rules of Heirs, clause by clause."""

from __future__ import annotations

import pytest

from engine.chance import DrawnChance
from engine.game import Event, IllegalMove, Seat
from engine.kit.lessons import Lesson, attempt
from tests.newcomers.heirs.lessons import LESSONS
from tests.newcomers.heirs.rules import GRID, HEIRS, HeirsOptions, State

FIRST, SECOND = Seat(0), Seat(1)


def after(*typed: str, state: State | None = None) -> tuple[State, tuple[Event, ...]]:
    """Where these moves lead, with what the last one told: seats by turns from seat 0."""
    state = state or HEIRS.setup(HeirsOptions(), 2, DrawnChance((0,)))
    events: tuple[Event, ...] = ()
    for number, text in enumerate(typed):
        move = HEIRS.parse(state, Seat(number % 2), text)
        state, events = HEIRS.play(state, Seat(number % 2), move, DrawnChance(()))
    return state, events


def test_heirs_are_named_at_once_and_in_secret() -> None:
    state, events = after("heir c1")
    assert HEIRS.pending(state) == (SECOND,)
    assert events[0].to == {FIRST}
    assert HEIRS.view(state, SECOND) == HEIRS.view(after("heir a1")[0], SECOND)


@pytest.mark.parametrize(
    ("typed", "code"),
    [("a6-a5", "not_yours"), ("c1-c3", "no_step"), ("c1 d1", "no_step"), ("pass", "notation")],
)
def test_what_is_no_move_is_refused(typed: str, code: str) -> None:
    state, _ = after("heir c1", "heir a6")
    with pytest.raises(IllegalMove, match=rf"heirs\.{code}"):
        HEIRS.parse(state, FIRST, typed)


def test_straight_ahead_one_is_stopped_and_aslant_one_takes() -> None:
    state, _ = after("heir a1", "heir f6", "d1-d2", "d6-d5", "d2-d3", "d5-d4")
    assert "D3-D4" not in map(str, HEIRS.moves(state, FIRST))
    state, events = after("c1-c2", "e6-e5", "c2-c3", "e5-e4", "d3-e4", state=state)
    assert (events[0].code, events[0].revealed) == ("heirs.took", True)
    assert not state.families[1] >> GRID.square_named("E4") & 1


@pytest.mark.parametrize(
    ("heir", "last", "reason"),
    [("e6", "d3-e4", "heirs.heir_taken"), ("f6", "e5-d6", "heirs.crossed")],
)
def test_who_takes_the_heir_or_reaches_the_far_row_wins(heir: str, last: str, reason: str) -> None:
    line = ["heir a1", f"heir {heir}", "d1-d2", "d6-d5", "d2-d3", "e6-e5", "c1-c2", "e5-e4"]
    line += [last] if last.startswith("d3") else ["d3-e4", "a6-a5", "e4-e5", "a5-a4", last]
    result = HEIRS.result(after(*line)[0])
    assert result is not None
    assert (result.reason, result.ranks) == (reason, (1, 2))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda each: each.key)
def test_a_lesson_is_done_by_its_example_and_not_by_every_move(lesson: Lesson) -> None:
    assert attempt(HEIRS, lesson, lesson.example).done
    moves = HEIRS.moves(HEIRS.read_position(lesson.position), FIRST)
    assert not all(attempt(HEIRS, lesson, str(move)).done for move in moves)
