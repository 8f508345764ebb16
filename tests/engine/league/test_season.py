"""A season as values: it begins with divisions and tables, and the next one knows how everybody did."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine.league.draws import drawn_order, table_seed
from engine.league.prospects import Outlook
from engine.league.season import begun, divisions_of, former_of
from engine.league.values import Member, MemberState, Season, Stage, TableResult

NOW = datetime(2026, 11, 28, tzinfo=UTC)


def season(people: int, number: int = 1) -> Season:
    members = tuple(Member(each, f"P{each}", 900 + each) for each in range(1, people + 1))
    return Season(7, number, Stage.SIGN_UP, bytes(32), NOW, members=members)


def played(played: Season) -> Season:
    """Smaller numbers win everywhere."""
    for table in played.tables:
        order = sorted(table.seats)
        ranks = tuple(order.index(person) + 1 for person in table.seats)
        played = played.with_table(replace(table, result=TableResult(ranks, (0,) * len(ranks))))
    return played


def test_a_season_of_six_is_one_division_in_which_all_meet() -> None:
    begins = begun(season(6), {}, 2, 4)
    (division,) = divisions_of(begins)
    assert len(division.tables) == 15
    assert {each.division for each in begins.members} == {0}
    assert {line.points for line in division.lines} == {0}
    assert (division.rise, division.fall) == (0, 0)
    assert {each.outlook for each in division.prospects.values()} == {Outlook.SAFE}


def test_the_season_after_knows_who_rises_and_who_falls() -> None:
    first = played(begun(season(18), {}, 2, 4))
    known = former_of(first, None)
    assert set(known) == set(range(1, 19))
    assert all(each.first for each in known.values())
    first = replace(first, former=known)
    second = begun(season(18, 2), known, 2, 4)
    levels = [division.level for division in divisions_of(second)]
    assert levels == [0, 1, 1]
    assert [division.rise for division in divisions_of(second)] == [0, 1, 1]
    assert divisions_of(second)[0].fall == 2
    after = former_of(played(second), first)
    assert sum(each.rises for each in after.values()) == 2
    assert sum(each.falls for each in after.values()) == 2
    assert not any(each.first for each in after.values())


def test_who_sits_out_keeps_the_level_for_one_season() -> None:
    first = played(begun(season(18), {}, 2, 4))
    first = replace(first, stage=Stage.CLOSED, former=former_of(first, None))
    absent = season(18, 2)
    absent = replace(absent, members=tuple(each for each in absent.members if each.person != 18))
    second = played(begun(absent, first.former, 2, 4))
    second = replace(second, former=former_of(second, first))
    assert second.former[18].sat_out
    third = replace(absent, number=3)
    third = played(begun(third, second.former, 2, 4))
    assert 18 not in former_of(third, second)


def test_who_withdrew_is_last_whatever_the_points() -> None:
    begins = begun(season(6), {}, 2, 4)
    ends = played(begins)
    winner = replace(next(each for each in ends.members if each.person == 1), state=MemberState.WITHDRAWN)
    known = former_of(ends.with_member(winner), None)
    assert known[1].place == 6
    assert known[2].place == 1


def test_too_few_people_make_no_season() -> None:
    with pytest.raises(ValueError, match="needs 4 people"):
        begun(season(3), {}, 2, 4)


def test_draws_depend_on_seed_and_clicks_alone() -> None:
    members = [(each, 100 + each) for each in range(20)]
    assert drawn_order(b"a" * 32, members) == drawn_order(b"a" * 32, reversed(members))
    assert drawn_order(b"a" * 32, members) != drawn_order(b"b" * 32, members)
    assert drawn_order(b"a" * 32, members) != drawn_order(
        b"a" * 32, [(each, 200 + each) for each in range(20)]
    )
    assert len({table_seed(b"a" * 32, each) for each in range(50)}) == 50
