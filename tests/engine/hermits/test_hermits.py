"""The rules of Hermits: choices at once in five seats and more, and the lowest score wins."""

from __future__ import annotations

import pytest

from engine.chance import SeededChance
from engine.game import BadOptions, IllegalMove, NotYourTurn, Result, Seat
from engine.kit.lessons import Lesson, attempt, replies
from engine.kit.masks import mask_of
from engine.kit.played import play_moves
from tests.newcomers.hermits.lessons import LESSONS
from tests.newcomers.hermits.rules import GRID, HERMITS, HermitsOptions, Reach, State

CHANCE = SeededChance(bytes(32), 0)


def chosen(state: State, *seats: int) -> str:
    """The first square of each of these seats, by seat."""
    return "; ".join(f"{seat}:{HERMITS.moves(state, Seat(seat))[0]}" for seat in seats)


def squares(*names: str) -> int:
    return mask_of(map(GRID.square_named, names))


def test_choices_are_sealed_until_the_last_one() -> None:
    state = play_moves(HERMITS, "", seats=8)
    some = play_moves(HERMITS, chosen(state, 6, 2, 7), after=state)
    assert HERMITS.pending(some) == (0, 1, 3, 4, 5)
    other = HERMITS.moves(state, Seat(6))[1]
    twin = play_moves(HERMITS, f"6:{other}; {chosen(state, 2, 7)}", after=state)
    assert HERMITS.view(some, Seat(0)) == HERMITS.view(twin, Seat(0)) != HERMITS.view(state, Seat(0))
    settled = play_moves(HERMITS, chosen(some, 5, 4, 3, 1, 0), after=some)
    assert [each.bit_count() for each in settled.settled] == [1] * 8
    assert HERMITS.pending(settled) == tuple(range(8))


def test_neighbours_count_at_four_sides_or_all_around_and_the_fewest_win() -> None:
    homes = (squares("A1", "A2"), squares("B2"), squares("C3"), squares("A3"), squares("G7"))
    state = State(Reach.SIDES, 0, (0,) * 5, homes, (None,) * 5)
    assert state.crowds() == (2, 1, 0, 1, 0)
    result = HERMITS.result(state)
    assert result is not None
    assert result.ranks == (5, 3, 1, 3, 1)
    around = State(Reach.ALL, 0, (0,) * 5, homes, (None,) * 5)
    assert around.crowds() == (3, 4, 1, 2, 0)


def test_the_lowest_scores_win_number_by_number() -> None:
    rows = [(3, 1), (2, 9), (2, 4), (3, 1), (7, 0)]
    assert Result.by_score(rows, "toy.over", lowest=True).ranks == (3, 2, 1, 3, 5)
    assert Result.by_score(rows, "toy.over").ranks == (2, 4, 5, 2, 1)


@pytest.mark.parametrize("seats", [2, 4, 9])
def test_five_to_eight_play(seats: int) -> None:
    with pytest.raises(BadOptions, match=r"hermits\.seats"):
        HERMITS.setup(HermitsOptions(), seats, CHANCE)


def test_squares_of_others_and_seats_that_have_chosen_are_refused() -> None:
    state = play_moves(HERMITS, "", seats=5)
    with pytest.raises(IllegalMove, match=r"hermits\.notation"):
        play_moves(HERMITS, f"0:{HERMITS.moves(state, Seat(1))[0]}", after=state)
    chose = play_moves(HERMITS, chosen(state, 3), after=state)
    for seat in (3, 5, 9):
        with pytest.raises(NotYourTurn):
            HERMITS.parse(chose, Seat(seat), "A1")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda each: each.key)
def test_a_lesson_is_done_by_its_example_and_not_by_every_move(lesson: Lesson) -> None:
    assert lesson.seats == 5
    assert attempt(HERMITS, lesson, lesson.example).done
    moves = HERMITS.moves(HERMITS.read_position(lesson.position), lesson.seat)
    assert not all(attempt(HERMITS, lesson, str(move)).done for move in moves)


def test_all_seven_others_answer_a_choice_in_a_lesson() -> None:
    state = play_moves(HERMITS, "", seats=8)
    lesson = Lesson("toy", HERMITS.position(state), str(HERMITS.moves(state, Seat(0))[0]), bool, seats=8)
    done = attempt(HERMITS, lesson, lesson.example)
    then = replies(HERMITS, lesson, done.state)
    assert HERMITS.pending(then.state) == tuple(range(8))
    assert [event.code for event in then.events] == ["hermits.settled"] * 8
