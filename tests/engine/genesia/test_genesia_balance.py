"""The balance report: it counts games, and lists the shares that are out of bounds."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.genesia.balance import Survey, balance_report, interval, report, survey
from engine.genesia.model import CARDS, Level
from engine.genesia.players.styles import STYLES


def sound() -> Survey:
    """Return a thousand games of two in which every share is within bounds."""
    each = Counter(dict.fromkeys(range(1, 13), 1000))
    return Survey(
        seats=2,
        games=1000,
        moves=200_000,
        places=Counter({(age, place): 500_000 for age in (1, 2, 3) for place in (0, 1)}),
        kept=Counter({5: 1000}),
        kept_wins=Counter({5: 500_000}),
        used=Counter({(5, 0): 900}),
        with_objective=each,
        reached=Counter(dict.fromkeys(each, 500)),
    )


def faults(each: Survey) -> list[str]:
    return [line for line in report([each], 1).splitlines() if line.startswith("* 2 players:")]


def test_shares_within_bounds_make_no_fault() -> None:
    assert faults(sound()) == []
    assert "Everything is within bounds." in report([sound()], 1)
    assert "Its exit code is 0:" in report([sound()], 1)


def test_a_place_in_the_turn_order_that_wins_too_often_is_named() -> None:
    each = sound()
    each.places[2, 0], each.places[2, 1] = 660_000, 340_000
    assert faults(each) == [
        "* 2 players: place 1 of Age 2 wins 66% [63%–69%], n 1000",
        "* 2 players: place 2 of Age 2 wins 34% [31%–37%], n 1000",
    ]
    assert "Its exit code is 1:" in report([each], 1)


def test_a_card_that_wins_too_often_is_named() -> None:
    each = sound()
    each.kept_wins[5] = 730_000
    assert faults(each) == ["* 2 players: card 5 kept wins 73% [70%–76%], n 1000"]


def test_a_mode_that_is_hardly_used_is_named() -> None:
    each = sound()
    each.used[5, 0] = 50
    assert faults(each) == ["* 2 players: card 5, expansion+end, is used in 5% [4%–7%], n 1000"]


def test_an_objective_that_is_too_easy_or_too_hard_is_named() -> None:
    each = sound()
    each.reached[3], each.reached[4] = 900, 100
    assert [fault.partition(" in ")[0] for fault in faults(each)] == [
        "* 2 players: objective 3 succeeds",
        "* 2 players: objective 4 succeeds",
    ]


def test_a_share_that_chance_alone_explains_is_no_fault() -> None:
    each = sound()
    each.kept[5], each.kept_wins[5], each.used[5, 0] = 10, 8_000, 9
    each.with_objective[3], each.reached[3] = 4, 4
    assert faults(each) == []


def test_styles_and_solo_have_bounds_too() -> None:
    mixed = Survey(
        2, 500, players=Counter(war=500, peace=500), player_wins=Counter(war=450_000, peace=50_000)
    )
    solo = Survey(1, 500, scores=Counter({90: 500}))
    text = report([], 1, styles=[mixed], solo=[(Level.BEGINNER, solo)])
    assert "* 2 players: style war wins 90%" in text
    assert "* 2 players: style peace wins 10%" in text
    assert "* solo, beginner: 100 points are passed in 0%" in text


@pytest.mark.parametrize(("part", "n", "low", "high"), [(0, 10, 0.0, 0.278), (50, 100, 0.404, 0.596)])
def test_intervals_are_wilsons(part: int, n: int, low: float, high: float) -> None:
    assert interval(part, n) == pytest.approx((low, high), abs=0.001)


def test_games_are_counted_whole() -> None:
    both = survey(2, 2, seed=7)
    assert both.games == 2
    assert [sum(both.places[age, place] for place in (0, 1)) for age in (1, 2, 3)] == [2000] * 3
    assert sum(both.kept.values()) == 2 * 2 * 3 * 5  # games, players, Ages, cards
    assert set(both.kept) <= set(CARDS)
    assert all(number <= both.kept[card] for (card, _), number in both.used.items())
    assert sum(both.with_objective.values()) == 4
    assert both.players == {"steady": 4}
    assert survey(2, 2, seed=7) == both


def test_mixed_tables_have_several_styles() -> None:
    mixed = survey(3, 2, 7, tuple(STYLES))
    assert sum(mixed.players.values()) == 6
    assert len(mixed.players) > 1


def test_dealt_places_have_a_table_apart_from_chosen_ones() -> None:
    chosen, dealt = survey(3, 4, seed=7), survey(3, 4, seed=7, by_lot=True)
    assert [sum(dealt.places[age, place] for place in range(3)) for age in (1, 2, 3)] == [4000] * 3
    assert dealt != chosen, "nobody has the place that was chosen"
    text = report([chosen], 7, dealt=[dealt])
    before, _, after = text.partition("## The effect of a place in the turn order alone")
    assert "| Age | 1 | 2 | 3 |" in before
    assert "| Age | 1 | 2 | 3 |" in after
    assert "3 players (share 33%):" in after


def test_a_place_that_wins_too_often_only_where_it_is_dealt_is_no_fault() -> None:
    each = sound()
    each.places[2, 0], each.places[2, 1] = 660_000, 340_000
    assert "Everything is within bounds." in report([sound()], 1, dealt=[each])


@pytest.mark.parametrize(
    ("players", "there", "missing"), [((2,), "## 2 players", "## Solo"), ((1,), "## Solo", "## 2 players")]
)
def test_one_number_of_players_is_measured_alone(players: tuple[int, ...], there: str, missing: str) -> None:
    text, _ = balance_report(1, 7, players)
    assert f"--games 1 --seed 7 --players {players[0]}`" in text
    assert there in text
    assert missing not in text
    assert "## 3 players" not in text
