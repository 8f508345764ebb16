"""Genesia's counts, score sheets, objectives, ties, teams and solo (Fin de partie)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.chance import SeededChance
from engine.game import Seat
from engine.genesia import scoring
from engine.genesia.model import OBJECTIVES, Count, GenesiaOptions, Objective
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from tests.engine.genesia.genesia_games import one_game
from tests.engine.genesia.genesia_positions import position

ME = "A0:3 A1:1 A4:0+ B0:2 B3:1+ B4:4 C1:1 G0:1+ G1:5"


@pytest.mark.parametrize(
    ("what", "number"),
    [
        (Count.REGIONS, 9),
        (Count.CLANS, 18),
        (Count.STACKS, 3),
        (Count.CITIES, 3),
        (Count.ISLAND, 2),
        (Count.ISLAND_CITIES, 1),
        (Count.ABROAD, 4),
        (Count.ABROAD_CITIES, 1),
        (Count.CONTINENTS, 2),
        (Count.HOMES, 1),
        (Count.OWN, 3),
        (Count.PEAK, 1),
        (Count.INVENTIONS, 2),
        (Count.COINS, 7),
    ],
)
def test_counts_of_cards_and_objectives(what: Count, number: int) -> None:
    state = position(ME, "", "", coins=7, inventions=(1, 5))
    assert scoring.count(state, 0, what) == number


def test_every_count_of_a_people_with_nothing_is_none() -> None:
    state = position("", ME, "")
    assert {scoring.count(state, 0, what) for what in Count} == {0}


def test_how_far_an_objective_is_agrees_with_its_points_from_what_its_owner_sees() -> None:
    """For every objective, in random games, by the view of its own seat.

    Coins and inventions are those that it shows: the seat sees its own plays at the end of an Age at once.
    """
    met = 0
    for seats in (2, 3, 5):
        for state in one_game(seats)[::25]:
            for people in range(len(state.public)):
                view = GENESIA.view(state, Seat(people))
                for number, objective in OBJECTIVES.items():
                    far = scoring.objective_progress(view, people, number)
                    own = {
                        Count.COINS: view.coins[people],
                        Count.INVENTIONS: len(view.inventions[people]),
                    }
                    counts = [
                        own[what] if what in own else scoring.count(state, people, what)
                        for what, _ in objective.goals
                    ]
                    assert [done for done, _ in far] == counts
                    needed = [objective.threshold(goal, view.peoples) for goal in range(len(counts))]
                    assert [each for _, each in far] == needed
                    met += all(done >= each for done, each in far)
    assert met


# Rayonnement, conquête


def test_two_points_for_each_region_on_another_continent_home_lands_too_the_island_not() -> None:
    assert scoring.sheet(position(ME, "", ""), 0, True).radiance == 8


def test_every_region_held_pays_its_value_on_the_own_continent_abroad_and_on_the_island() -> None:
    sheet = scoring.sheet(position(ME, "", ""), 0, True)
    assert sheet.regions == (2, 3, 0, 0, 0, 0, 1, 1)
    assert sheet.conquest == 2 * 1 + 3 * 2 + 12 + 15


def test_a_region_pays_each_people_that_holds_a_home_land_radiance_but_its_owner_none() -> None:
    state = position("B0:1", "B0:1")
    assert [scoring.sheet(state, people, True).radiance for people in range(2)] == [2, 0]


# Progrès


def test_the_sheet_has_the_progress_of_every_age_and_what_is_certain_of_this_one() -> None:
    state = position("", "", age=2, bonus=3, progress=(4,))
    assert scoring.sheet(state, 0, True).progress == (4, 3, 0)


# Objectif


def position_with_objective(number: int, *boards: str, **rest: Any) -> State:
    state = position(*boards, options=GenesiaOptions(), **rest)
    return replace(state, hidden=(replace(state.hidden[0], objective=number), *state.hidden[1:]))


@pytest.fixture
def _aim(monkeypatch: pytest.MonkeyPatch) -> None:
    goals = ((Count.CITIES, (1, 2, 2, 2)), (Count.HOMES, (1, 1, 1, 1)))
    monkeypatch.setitem(OBJECTIVES, 4, Objective(4, None, 10, goals))  # type: ignore[arg-type]


@pytest.mark.usefixtures("_aim")
@pytest.mark.parametrize(
    ("mine", "points"), [("A1:1+ A2:1+ B0:1", 10), ("A1:1+ B0:1", 0), ("A1:1+ A2:1+", 0), ("", 0)]
)
def test_an_objective_pays_when_all_its_goals_are_met_and_nothing_otherwise(mine: str, points: int) -> None:
    assert scoring.objective_points(position_with_objective(4, mine, "", ""), 0) == points


@pytest.mark.usefixtures("_aim")
def test_the_numbers_an_objective_needs_depend_on_the_number_of_players() -> None:
    assert scoring.objective_points(position_with_objective(4, "A1:1+ B0:1", ""), 0) == 10


def test_an_objective_that_may_not_be_known_is_not_on_the_sheet() -> None:
    assert scoring.sheet(position("", ""), 0, False).objective is None


# The result


def position_with_scores(*rows: tuple[int, int, int], **rest: Any) -> State:
    """Return a position with a row of scores for each people.

    A row is points of conquest (0 to 2), points of progress, and 1 for an objective that pays, otherwise 0.
    """
    lands = ("", "{0}1:1", "{0}1:1 {0}2:1")
    boards = [lands[land].format("ABCDE"[people]) for people, (land, _, _) in enumerate(rows)]
    state = position(*boards, age=3, **rest)
    public = tuple(
        replace(own, progress=(0, 0, progress))
        for own, (_, progress, _) in zip(state.public, rows, strict=True)
    )
    hidden = tuple(
        replace(own, objective=4 if aim else None)
        for own, (_, _, aim) in zip(state.hidden, rows, strict=True)
    )
    return replace(state, public=public, hidden=hidden)


@pytest.fixture
def _paid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OBJECTIVES, 4, Objective(4, None, 5, ((Count.REGIONS, (1, 1, 1, 1)),)))  # type: ignore[arg-type]


def ranks(*rows: tuple[int, int, int], **rest: Any) -> tuple[int, ...]:
    return scoring.result(position_with_scores(*rows, **rest)).ranks


def test_the_most_points_win() -> None:
    assert ranks((1, 3, 0), (2, 3, 0), (0, 3, 0)) == (2, 1, 3)


@pytest.mark.usefixtures("_paid")
def test_ties_go_to_the_objective_then_to_progress_then_are_shared() -> None:
    assert ranks((1, 5, 0), (1, 0, 1)) == (2, 1)
    assert ranks((1, 1, 0), (2, 0, 0)) == (1, 2)
    assert ranks((1, 1, 0), (1, 1, 0), (0, 1, 0)) == (1, 1, 3)


def test_a_team_scores_what_its_weakest_member_scores() -> None:
    options = GenesiaOptions(objectives=False, teams="ABAB")
    result = scoring.result(position_with_scores((2, 9, 0), (1, 4, 0), (1, 1, 0), (2, 5, 0), options=options))
    assert result.ranks == (3, 1, 3, 1)
    assert result.scores == ((2, 0, 1), (5, 0, 4), (2, 0, 1), (5, 0, 4))


def test_teams_may_be_of_any_sizes() -> None:
    options = GenesiaOptions(objectives=False, teams="ABB")
    assert ranks((1, 3, 0), (2, 9, 0), (1, 2, 0), options=options) == (1, 2, 2)


def test_example_two_against_three_each_side_scores_what_its_weakest_member_has() -> None:
    """The totals are 11 and 5 against 6, 10 and 7.

    Règles avancées, «y compris à 1 contre 2 ou 2 contre 3».
    """
    options = GenesiaOptions(objectives=False, teams="AABBB")
    rows = ((2, 9, 0), (1, 4, 0), (1, 5, 0), (2, 8, 0), (0, 7, 0))
    state = position_with_scores(*rows, options=options)
    assert [scoring.sheet(state, people, True).total for people in range(5)] == [11, 5, 6, 10, 7]
    result = scoring.result(state)
    assert result.ranks == (4, 4, 1, 1, 1)
    assert [scores[0] for scores in result.scores] == [5, 5, 6, 6, 6]


def test_a_game_of_two_against_three_is_played_to_its_result() -> None:
    options = GenesiaOptions(teams="AABBB")
    state = GENESIA.setup(options, 5, SeededChance(b"teams", 0))
    picks = random.Random(5)
    while pending := GENESIA.pending(state):
        moves = GENESIA.moves(state, pending[0])
        move = moves[picks.randrange(len(moves))]
        state, _ = GENESIA.play(state, pending[0], move, SeededChance(b"teams", state.ply))
    result = GENESIA.result(state)
    assert result is not None
    totals = [scoring.sheet(state, people, True).total for people in range(5)]
    two, three = min(totals[:2]), min(totals[2:])
    assert [scores[0] for scores in result.scores] == [two, two, three, three, three]
    assert two != three, "another seed, for a match that is not tied"
    assert result.ranks == ((1, 1, 3, 3, 3) if two > three else (4, 4, 1, 1, 1))


def test_in_solo_the_weaker_people_is_the_score() -> None:
    result = scoring.result(position_with_scores((2, 9, 0), (1, 4, 0), seats=1))
    assert result.ranks == (1,)
    assert result.scores == ((5, 11),)
