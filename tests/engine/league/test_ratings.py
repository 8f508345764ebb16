"""Ratings: ties, order, time away, what is shown, and how often the range holds the true strength."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from math import log, sqrt
from random import Random
from statistics import fmean

import pytest

from engine.league.ratings import ENOUGH, RatedTable, Rating, rated, rivals_of, shown

START = datetime(2026, 1, 1, tzinfo=UTC)
POINTS = 400 / log(10) / (25 / 6 * sqrt(2))
"""Points for each unit of a rating."""


def table(number: int, ranks: dict[int, int], days: float = 0) -> RatedTable:
    return RatedTable(number, START + timedelta(days=days), ranks)


def test_tied_players_move_alike_and_stay_above_the_next() -> None:
    after = rated([table(1, {1: 1, 2: 1, 3: 3, 4: 4, 5: 5})])
    assert after[1].mean == after[2].mean
    means = [after[each].mean for each in (2, 3, 4, 5)]
    assert means == sorted(means, reverse=True)
    assert len(set(means)) == 4


def test_the_order_in_which_tables_are_given_changes_nothing() -> None:
    random = Random(3)
    tables = [
        table(number, {each: rank for rank, each in enumerate(random.sample(range(8), 3), 1)}, number // 2)
        for number in range(40)
    ]
    assert rated(tables) == rated(random.sample(tables, len(tables)))


def test_a_table_with_one_person_left_rates_nobody() -> None:
    assert rated([table(1, {1: 1})]) == {}


def test_time_away_makes_uncertain_and_never_more_than_a_newcomer() -> None:
    tables = [table(number, {1: 1, 2: 2} if number % 2 else {1: 2, 2: 1}, number) for number in range(60)]
    one = rated(tables)[1]
    assert one.deviation_at(one.last + timedelta(days=60)) == pytest.approx(one.deviation)
    assert one.deviation < one.deviation_at(one.last + timedelta(days=365)) < 6
    assert one.deviation_at(one.last + timedelta(days=30 * 365)) == pytest.approx(6)


def test_a_rating_is_shown_from_ten_matches_on() -> None:
    tables = [table(number, {1: 1, 2: 2}, number) for number in range(ENOUGH - 1)]
    assert shown(rated(tables), START) == {}
    tables.append(table(99, {1: 1, 3: 2}, 99))
    ratings = shown(rated(tables), START + timedelta(days=99))
    assert list(ratings) == [1]
    assert ratings[1].matches == ENOUGH
    assert ratings[1].low < 1500 < ratings[1].high


def placed(after: Mapping[int, Rating], person: int, among: int) -> int:
    """Return the place of a person among those from 0 to `among`."""
    return 1 + sum(after[each].mean > after[person].mean for each in range(among))


def duels(random: Random, strength: Mapping[int, float], count: int, daily: int) -> list[RatedTable]:
    """Return tables of two of these people by chance, so many a day; the stronger wins more often."""
    tables: list[RatedTable] = []
    for number in range(count):
        there = random.sample(range(len(strength)), 2)
        form = {each: strength[each] - log(-log(random.random())) for each in there}
        order = sorted(there, key=form.__getitem__, reverse=True)
        tables.append(table(number, {each: rank for rank, each in enumerate(order, 1)}, number / daily))
    return tables


def test_an_own_second_account_brings_nobody_far() -> None:
    gained, places = list[float](), list[int]()
    for seed in range(8):
        random = Random(seed)
        strength = {each: random.gauss(0, 0.6) for each in range(40)}
        strength[0] = sorted(strength.values())[20]
        tables = duels(random, strength, 400, 4)
        before = rated(tables)
        for accounts in ([99] * 30, list(range(-30, 0))):  # one, or one that is forgotten after each match
            won = [table(400 + number, {0: 1, each: 2}, 100 + number) for number, each in enumerate(accounts)]
            after = rated([*tables, *won])
            gained.append((after[0].mean - before[0].mean) * POINTS)
            places.append(placed(after, 0, 40))
    assert fmean(gained) < 150, "it was 230"
    assert fmean(places) > 5, "it was 3"


def test_two_who_meet_again_after_half_a_year_count_in_full() -> None:
    often = [table(number, {1: 1, 2: 2}, number) for number in range(6)]
    five = rated(often[:5])[1].mean
    sixth = rated(often)[1].mean - five
    later = rated([*often[:5], table(5, {1: 1, 2: 2}, 185)])[1].mean - five
    assert sixth < later * 0.55


def test_several_who_were_forgotten_at_one_table_are_met_once() -> None:
    def alone(sign: int) -> float:
        tables = [
            table(number, {1: 1, **{sign * (10 * number + each): each for each in (2, 3, 4)}})
            for number in range(1, 6)
        ]
        return rated(tables)[1].mean

    assert alone(-1) == pytest.approx(alone(1)), "five tables count in full"


def test_an_opponent_who_has_met_nobody_else_is_no_rival() -> None:
    tables = [table(1, {1: 1, 99: 2}), table(2, {1: 1, 2: 2, 3: 3}), table(3, {1: 1, -5: 2})]
    assert rivals_of(tables) == {1: 2, 2: 2, 3: 2, 99: 1}


def test_the_mean_of_all_who_are_shown_stays_where_it_is() -> None:
    random = Random(5)
    tables = [
        table(number, {each: rank for rank, each in enumerate(random.sample(range(30), 2), 1)}, number / 4)
        for number in range(1500)
    ]
    ranges = shown(rated(tables), START + timedelta(days=375)).values()
    assert len(ranges) == 30
    assert fmean((each.low + each.high) / 2 for each in ranges) == pytest.approx(1500, abs=1)


def test_the_range_holds_the_true_strength_of_about_19_in_20() -> None:
    held: list[bool] = []
    for seed in range(8):
        random = Random(seed)
        strength = {each: random.gauss(0, 0.8) for each in range(40)}
        tables = duels(random, strength, 800, 3)
        ranges = shown(rated(tables), tables[-1].ended)
        mean = fmean(strength[each] for each in ranges)
        for each, rating in ranges.items():
            points = 1500 + (strength[each] - mean) * 400 / log(10)
            held.append(rating.low <= points <= rating.high)
    assert 0.92 <= fmean(held) <= 0.99
