"""The divisions of the next season."""

from __future__ import annotations

from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import given, settings

from engine.league.levels import Former, Place, estimated, falling, placed


def former(level: int, place: int, share: float = 0.5, first: bool = False) -> Former:
    return Former(level, place, 6, rises=False, falls=False, share=share, first=first)


def level_of(places: tuple[Place, ...], member: int) -> int:
    return next(place.level for place in places if member in place.members)


def ladder() -> dict[int, Former]:
    """Three divisions of six on two levels, after a season; in each the smallest number was first."""
    known: dict[int, Former] = {}
    for division, level in enumerate((0, 1, 1)):
        falls = falling(0, 2, 1, 6) if level == 0 else 0
        for place in range(1, 7):
            rises, goes_down = place == 1 and level > 0, place > 6 - falls
            known[6 * division + place - 1] = Former(level, place, 6, rises, goes_down, 0.5, first=False)
    return known


def test_the_first_of_each_division_rises_and_as_many_fall() -> None:
    drawn = {each: each for each in range(18)}
    following = placed(list(range(18)), ladder(), 2, drawn)
    assert sorted(following[0].members) == [0, 1, 2, 3, 6, 12]
    assert level_of(following, 4) == level_of(following, 5) == 1


def test_who_is_missing_above_is_replaced_by_the_best_below() -> None:
    drawn = {each: each for each in range(18)}
    there = [each for each in range(18) if each != 1]
    following = placed(there, ladder(), 2, drawn)
    # 6 and 12 rise; 7 and 13 were second, 7 by the order drawn before 13; 4 and 5 fall all the same.
    assert 7 in following[0].members
    assert not {4, 5} & set(following[0].members)


def test_the_best_below_is_who_has_shown_most_over_all_seasons() -> None:
    known = {each: replace(was, strength=1.5 if each == 10 else 0.0) for each, was in ladder().items()}
    following = placed(
        [each for each in range(18) if each != 1], known, 2, {each: each for each in range(18)}
    )
    # 7 was second this time, but 10 is the stronger one.
    assert 10 in following[0].members
    assert 7 not in following[0].members


def test_a_strength_follows_results_and_whom_they_were_against() -> None:
    assert estimated(0, 0, 0.5) == 0
    assert estimated(0, 0, 1.0) > estimated(0, 0, 0.7) > 0 > estimated(0, 0, 0.2)
    assert estimated(0, 0.5, 0.5) > 0, "an even result against stronger ones"
    found = 0.0
    for _ in range(40):
        found = estimated(found, 0, 0.75)
    assert abs(found - 0.75) < 0.01


def test_newcomers_play_among_themselves_from_ten_on() -> None:
    old = {each: former(0, 1 + each) for each in range(6)}
    drawn = {each: each for each in range(40)}
    few = placed([*range(6), *range(20, 29)], old, 2, drawn)
    assert not any(place.newcomers for place in few)
    assert {level_of(few, each) for each in range(20, 29)} == {max(place.level for place in few)}
    many = placed([*range(6), *range(20, 30)], old, 2, drawn)
    apart = [place for place in many if place.newcomers]
    assert sorted(each for place in apart for each in place.members) == list(range(20, 30))


def test_the_points_of_the_first_season_place_a_newcomer() -> None:
    drawn = {each: each for each in range(200)}
    # Seven divisions: levels of 1, 2 and 4.
    old = {each: former(0 if each < 6 else 1 if each < 18 else 2, 3) for each in range(42)}
    for share, level in ((0.8, 1), (0.6, 1), (0.59, 2)):
        after = {**old, 41: former(2, 4, share, first=True)}
        assert level_of(placed(list(range(42)), after, 2, drawn), 41) == level


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_whatever_happened_everybody_plays_once_and_levels_are_full(data: st.DataObject) -> None:
    people = data.draw(st.integers(4, 90))
    seats = data.draw(st.integers(2, 4))
    known: dict[int, Former] = {}
    for each in range(data.draw(st.integers(0, people))):
        rises = data.draw(st.booleans())
        known[each] = Former(
            level=data.draw(st.integers(0, 5)),
            place=data.draw(st.integers(1, 7)),
            size=7,
            rises=rises,
            falls=not rises and data.draw(st.booleans()),
            share=data.draw(st.sampled_from([0.0, 0.3, 0.6, 0.8, 1.0])),
            first=data.draw(st.booleans()),
        )
    drawn = {each: people - each for each in range(people)}
    places = placed(list(range(people)), known, seats, drawn)
    assert sorted(each for place in places for each in place.members) == list(range(people))
    assert [place.level for place in places] == sorted(place.level for place in places)
    assert places == placed(list(range(people)), known, seats, drawn)
