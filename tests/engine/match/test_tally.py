"""A person's results: what counts, closest finishes, rivals, and the time to answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from engine.game import Result, Seat
from engine.match.tally import Ended, margin, tally_of
from engine.match.values import Match, Occupant, Status, Venue
from engine.outcome import ENDED_WON, ranking

ANN, BOB, CEE = 1, 2, 3
ROBOT = Occupant(None, "", "steady")


def person(number: int) -> Occupant:
    return Occupant(number, f"Person {number}")


def ended(
    number: int,
    *seats: Occupant,
    scores: tuple[int, ...],
    game: str = "genial",
    reason: str = "x",
    answers: tuple[int, ...] = (),
) -> Ended:
    match = Match(
        *(number, game, 1, None, len(seats), Status.OVER, ANN, Venue(1, 2, "en"), seats, "", None, 3),
        datetime(2026, 1, 1, tzinfo=UTC),
    )
    return Ended(match, Result.by_score(((each,) for each in scores), reason), answers)


def test_matches_with_people_and_against_robots_are_counted_apart() -> None:
    won, shared = (
        ended(1, person(ANN), person(BOB), scores=(9, 8)),
        ended(2, person(BOB), person(ANN), scores=(5, 5)),
    )
    lost = ended(3, person(ANN), ROBOT, person(CEE), scores=(3, 4, 5))
    alone = ended(4, person(ANN), ROBOT, scores=(20, 1))
    (genial,) = tally_of(ANN, [alone, lost, shared, won]).games
    assert (genial.played, genial.won, genial.shared) == (3, 1, 1)
    assert (genial.robots_played, genial.robots_won) == (1, 1)
    assert genial.best == (20, 4)


def test_the_game_played_most_comes_first_and_a_match_alone_counts_nowhere() -> None:
    games = ["genial", "genesia", "genesia"]
    matches = [
        ended(number, person(ANN), person(BOB), scores=(2, 3), game=game) for number, game in enumerate(games)
    ]
    alone = ended(9, person(ANN), scores=(7,), game="genesis")
    assert [each.game for each in tally_of(ANN, [*matches, alone]).games] == ["genesia", "genial"]


def test_a_match_without_result_or_scores_says_nothing_of_scores() -> None:
    won = ended(1, person(ANN), person(BOB), scores=(0, 0), reason=ENDED_WON)
    open_ = replace(won, result=None)
    life = ended(2, person(ANN), person(BOB), scores=(1, 0))
    tally = tally_of(ANN, [won, open_, life])
    assert tally.games[0].best is None
    assert tally.closest == ()
    assert margin(ANN, open_) is None


def test_the_closest_finishes_are_those_to_the_nearest_person() -> None:
    far = ended(1, person(ANN), person(BOB), scores=(30, 10))
    near = ended(2, person(ANN), person(BOB), person(CEE), scores=(30, 10, 31))
    robot = ended(3, person(ANN), ROBOT, scores=(30, 30))
    assert [
        (difference, each.match.id) for difference, each in tally_of(ANN, [far, near, robot]).closest
    ] == [
        (1, 2),
        (20, 1),
    ]


def test_rivals_are_people_with_the_name_of_the_latest_match() -> None:
    matches = [
        ended(2, person(ANN), Occupant(BOB, "Robert"), scores=(9, 8)),
        ended(1, person(ANN), person(BOB), person(CEE), scores=(1, 8, 1)),
        ended(3, person(ANN), Occupant(-2, "\x1a"), ROBOT, scores=(1, 8, 9)),
    ]
    first, second = tally_of(ANN, matches).rivals
    assert (first.name, first.met, first.ahead, first.behind) == ("Robert", 2, 1, 1)
    assert (second.person, second.met, second.ahead, second.behind) == (CEE, 1, 0, 0)


def test_nobody_is_ahead_where_robots_have_played_for_all() -> None:
    match = ended(1, person(ANN), person(BOB), scores=(9, 8))
    result = ranking(match.result, 2, (Seat(0), Seat(1)))
    (rival,) = tally_of(ANN, [replace(match, result=result)]).rivals
    assert (rival.met, rival.ahead, rival.behind) == (1, 0, 0)


def test_the_median_of_the_own_answers() -> None:
    matches = [
        ended(1, person(ANN), person(BOB), scores=(1, 2), answers=(10, 30)),
        ended(2, person(ANN), person(BOB), scores=(1, 2), answers=(50,)),
    ]
    tally = tally_of(ANN, matches)
    assert (tally.answered, tally.median_answer) == (3, 30)
    assert tally_of(ANN, []).median_answer is None
