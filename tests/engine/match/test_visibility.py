"""The stages of moves that a viewer may know of."""

from __future__ import annotations

from engine.game import Event, Seat, Stage
from engine.match.visibility import visible_stages

ANN, BOB = Seat(0), Seat(1)
TOLD = Event("told")
ONLY_BOB = Event("drew", BOB, to=frozenset((BOB,)))


def seen(viewer: Seat | None, *entries: list[tuple[Event, ...]], newcomer: int = 0) -> list[str]:
    """Return the names of the stages that the viewer sees: the entry's number and a letter each."""
    stages = [
        (number, Stage(f"{number}{'abc'[each]}", events))
        for number, moves in enumerate(entries)
        for each, events in enumerate(moves)
    ]
    return [stage.state for _, stage in visible_stages(stages, viewer, newcomer)]


def test_a_stage_is_seen_by_whoever_may_know_of_one_of_its_events() -> None:
    move = [(TOLD,), (ONLY_BOB,), (TOLD, ONLY_BOB)]
    assert seen(ANN, [()], move) == ["0a", "1a", "1c"]
    assert seen(None, [()], move) == ["0a", "1a", "1c"]
    assert seen(BOB, [()], move) == ["0a", "1a", "1b", "1c"]


def test_a_stage_that_tells_nothing_goes_with_the_one_before() -> None:
    assert seen(ANN, [()], [(TOLD,), ()], [(ONLY_BOB,), ()]) == ["0a", "1a", "1b"]
    assert seen(BOB, [()], [(TOLD,), ()], [(ONLY_BOB,), ()]) == ["0a", "1a", "1b", "2a", "2b"]


def test_the_state_after_the_first_entry_is_always_seen_and_a_move_that_tells_nothing_never() -> None:
    assert seen(ANN, [(ONLY_BOB,)], [()], [(TOLD,)]) == ["0a", "2a"]
    assert seen(ANN, [(TOLD,), (), (ONLY_BOB,)], [(ONLY_BOB,)]) == ["0a", "0b", "0c"]
    assert seen(ANN, [(ONLY_BOB,), (ONLY_BOB,)], [(TOLD,)]) == ["0b", "1a"]


def test_a_newcomer_sees_no_stage_of_which_only_the_person_before_knew() -> None:
    secret = [(TOLD,), (ONLY_BOB,)]
    assert seen(BOB, [()], secret, secret, newcomer=2) == ["0a", "1a", "2a", "2b"]


def test_a_stage_has_the_events_alone_that_its_viewer_is_told() -> None:
    stages = [(0, Stage("start", ())), (1, Stage("moved", (TOLD, ONLY_BOB)))]
    assert [stage.events for _, stage in visible_stages(stages, ANN)] == [(), (TOLD,)]
    assert [stage.events for _, stage in visible_stages(stages, BOB)] == [(), (TOLD, ONLY_BOB)]
    assert [stage.events for _, stage in visible_stages(stages, BOB, 2)] == [(), (TOLD,)]
