"""Points of tables, standings with their ties, and what can still be reached, against all outcomes."""

from __future__ import annotations

from itertools import combinations, product

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from engine.league.points import POINT, Played, behind_all, standings, table_points
from engine.league.prospects import Outlook, outlooks


def duel(winner: int, loser: int, turns: int = 0) -> Played:
    return Played({winner: 1, loser: 2}, {winner: turns})


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ({7: 1, 8: 2}, {7: 24, 8: 0}),
        ({7: 1, 8: 1}, {7: 12, 8: 12}),
        ({1: 1, 2: 2, 3: 3}, {1: 24, 2: 12, 3: 0}),
        ({1: 1, 2: 1, 3: 3, 4: 4}, {1: 20, 2: 20, 3: 8, 4: 0}),
        ({1: 1, 2: 2, 3: 2, 4: 2, 5: 5}, {1: 24, 2: 12, 3: 12, 4: 12, 5: 0}),
    ],
)
def test_the_points_of_a_table(ranks: dict[int, int], points: dict[int, int]) -> None:
    assert table_points(ranks) == points


@given(st.lists(st.integers(1, 5), min_size=2, max_size=5))
def test_every_table_gives_half_a_point_a_seat(ranks: list[int]) -> None:
    assert sum(table_points(dict(enumerate(ranks))).values()) == len(ranks) * POINT // 2


def test_who_resigned_is_last_whatever_the_score() -> None:
    assert behind_all({1: 1, 2: 2, 3: 3}, [1]) == {2: 1, 3: 2, 1: 3}
    assert behind_all({1: 1, 2: 2, 3: 3}, [1, 3]) == {2: 1, 1: 2, 3: 2}
    assert behind_all({1: 1, 2: 1}, []) == {1: 1, 2: 1}


def test_equal_points_are_told_apart_by_the_results_between_them() -> None:
    played = [duel(1, 2), duel(2, 3), duel(1, 4), duel(3, 1), duel(2, 4), duel(4, 3)]
    places = {line.member: line.place for line in standings([1, 2, 3, 4], played)}
    assert places == {1: 1, 2: 2, 3: 4, 4: 3}


def test_a_circle_of_wins_is_told_apart_by_fewer_turns_of_stewards_or_shared() -> None:
    circle = [duel(1, 2), duel(2, 3), duel(3, 1)]
    assert [line.place for line in standings([1, 2, 3], circle)] == [1, 1, 1]
    helped = [duel(1, 2, turns=3), duel(2, 3), duel(3, 1, turns=1)]
    assert [line.member for line in standings([1, 2, 3], helped)] == [2, 3, 1]


def test_results_between_them_count_only_where_all_have_met_equally_often() -> None:
    # 1 and 2 have met, neither has met 3: the points of whom they were ahead of decide.
    played = [duel(2, 1), duel(1, 4), duel(3, 4), duel(4, 5)]
    lines = standings([1, 2, 3, 4, 5], played)
    assert {line.member: line.place for line in lines} == {1: 1, 2: 1, 3: 1, 4: 4, 5: 5}


PAIRS = list(combinations(range(4), 2))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from([0, 12, 24, None]), min_size=6, max_size=6),
    st.integers(0, 1),
    st.integers(0, 2),
)
def test_between_two_what_can_be_reached_is_exact(results: list[int | None], rise: int, fall: int) -> None:
    points = dict.fromkeys(range(4), 0)
    open_tables: list[tuple[int, int]] = []
    for (a, b), result in zip(PAIRS, results, strict=True):
        if result is None:
            open_tables.append((a, b))
        else:
            points[a] += result
            points[b] += POINT - result
    found = outlooks(points, open_tables, rise, fall)
    ends: list[dict[int, int]] = []
    for outcome in product([0, 12, 24], repeat=len(open_tables)):
        end = dict(points)
        for (a, b), result in zip(open_tables, outcome, strict=True):
            end[a] += result
            end[b] += POINT - result
        ends.append(end)
    for member, prospect in found.items():
        ahead = [sum(end[o] > end[member] for o in end if o != member) for end in ends]
        level = [sum(end[o] >= end[member] for o in end if o != member) for end in ends]
        can_rise, sure = rise > min(ahead), rise > max(level)
        can_fall, falls = max(level) >= 4 - fall, min(ahead) >= 4 - fall
        wanted = (
            Outlook.SURE
            if sure
            else Outlook.FALLS
            if falls
            else Outlook.OPEN
            if can_rise and can_fall
            else Outlook.RISING
            if can_rise
            else Outlook.FALLING
            if can_fall
            else Outlook.SAFE
        )
        assert prospect.outlook is wanted
        assert prospect.least == min(end[member] for end in ends)
        assert prospect.most == max(end[member] for end in ends)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_at_larger_tables_nothing_is_called_sure_that_can_still_change(data: st.DataObject) -> None:
    tables = [(0, 1, 2), (3, 4, 5), (0, 3, 4), (1, 2, 5)]
    played = data.draw(st.integers(0, 4))
    order = st.permutations([1, 2, 3])
    points = dict.fromkeys(range(6), 0)
    for table in tables[:played]:
        for member, gained in table_points(dict(zip(table, data.draw(order), strict=True))).items():
            points[member] += gained
    said = outlooks(points, tables[played:], 1, 1)
    for table in tables[played:]:
        for member, gained in table_points(dict(zip(table, data.draw(order), strict=True))).items():
            points[member] += gained
    for member, prospect in said.items():
        better = sum(points[o] >= points[member] for o in points if o != member)
        ahead = sum(points[o] > points[member] for o in points if o != member)
        match prospect.outlook:
            case Outlook.SURE:
                assert better == 0
            case Outlook.FALLS:
                assert ahead == 5
            case Outlook.SAFE:
                assert ahead > 0
                assert better < 5
            case Outlook.RISING:
                assert better < 5
            case Outlook.FALLING:
                assert ahead > 0
            case Outlook.OPEN:
                pass
        assert prospect.least <= points[member] <= prospect.most
