"""The final ranks: who has left is last, and who played for somebody else is not rated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from engine.game import Result, Seat
from engine.league.final import beginners, final_ranks, stewards_turns
from engine.outcome import Gone

ANN, BOB, CEE = 1, 2, 3


@dataclass(frozen=True)
class Line:
    kind: str
    seat: Seat | None
    text: str = ""
    by: int | None = None
    made: str = ""


def moved(seat: int, by: int | None, times: int = 1) -> list[Line]:
    """Moves of a person, or of a robot where there is none."""
    return [Line("move", Seat(seat), "x", by, "" if by else "steady 1")] * times


def sat(seat: int, text: str, by: int | None = None) -> Line:
    return Line("seat", Seat(seat), text, by)


NOBODY_LEFT = ((), (), ())
FIRST = Result((1, 2, 3), ((9,), (8,), (7,)), "x")


def ranks(*lines: Line, gone: Mapping[Seat, Gone] | None = None) -> tuple[int, ...]:
    return final_ranks(lines, gone or {}, FIRST)


def test_ranks_stay_where_everybody_has_played() -> None:
    assert ranks(*moved(0, ANN), *moved(1, BOB), *moved(2, CEE)) == (1, 2, 3)


@pytest.mark.parametrize(
    ("lines", "gone"),
    [
        (moved(0, None, 3), {Seat(0): Gone.ABSENT}),
        (moved(0, ANN), {Seat(0): Gone.RESIGNED}),
        ([*moved(0, ANN), sat(0, "substitute", 4), *moved(0, 4, 5)], {}),
    ],
)
def test_whoever_left_is_last(lines: list[Line], gone: Mapping[Seat, Gone]) -> None:
    assert ranks(*lines, gone=gone) == (3, 1, 2)


def test_a_move_that_the_house_makes_for_somebody_is_no_stewards() -> None:
    made_by_the_house = [Line("move", Seat(0), "x")] * 3
    assert ranks(*made_by_the_house) == (1, 2, 3)
    assert stewards_turns([*made_by_the_house, *moved(1, None, 2)], 3) == (0, 2, 0)


def test_who_came_back_is_not_last() -> None:
    assert ranks(*moved(0, None, 3), *moved(0, ANN), gone={}) == (1, 2, 3)


def test_who_began_is_rated_and_who_took_over_is_not() -> None:
    lines = [*moved(0, ANN), *moved(1, BOB), sat(1, "substitute", 4), *moved(1, 4), sat(2, "substitute", 5)]
    assert beginners(lines, [ANN, 4, 5], NOBODY_LEFT) == (ANN, BOB, None)


def test_who_has_resigned_began_nevertheless() -> None:
    assert beginners([*moved(0, ANN), sat(0, "resigned", ANN)], [None, BOB], NOBODY_LEFT) == (ANN, BOB)


def test_who_left_before_the_own_first_move_began_nevertheless() -> None:
    lines = [sat(0, "resigned", ANN), sat(1, "substitute", 4), *moved(1, 4)]
    assert beginners(lines, [None, 4], [(), (BOB,)]) == (ANN, BOB)
    taken = [sat(0, "resigned", ANN), sat(0, "substitute", 5), *moved(0, 5)]
    assert beginners(taken, [5], [(ANN,)]) == (ANN,)
