"""The balance report: it counts what was played, and finds what is out of bounds."""

from __future__ import annotations

from collections import Counter

from engine.genesia.balance import Survey, report, survey
from engine.genesia.model import CARDS


def sound() -> Survey:
    """A hundred games of two in which nothing stands out."""
    each = Counter(dict.fromkeys(range(1, 13), 100))
    return Survey(
        seats=2,
        games=100,
        moves=20_000,
        wins=[50.0, 50.0],
        kept=Counter({5: 100}),
        kept_wins=Counter({5: 50_000}),
        played=Counter({5: 90}),
        with_objective=each,
        reached=Counter(dict.fromkeys(each, 50)),
    )


def faults(each: Survey) -> list[str]:
    return [line for line in report([each], 1).splitlines() if line.startswith("* 2 players:")]


def test_nothing_stands_out() -> None:
    assert faults(sound()) == []
    assert "Everything is within bounds." in report([sound()], 1)


def test_a_seat_that_wins_too_often_is_named() -> None:
    each = sound()
    each.wins = [58.0, 42.0]
    assert faults(each) == ["* 2 players: seat 1 wins 58.0%"]


def test_a_card_that_wins_too_often_is_named() -> None:
    each = sound()
    each.kept_wins[5] = 63_000
    assert faults(each) == ["* 2 players: card 5 kept wins 63.0% (100 times)"]


def test_a_card_that_is_hardly_played_is_named() -> None:
    each = sound()
    each.played[5] = 19
    assert faults(each) == ["* 2 players: card 5 is played in 19.0% of the games where it is kept"]


def test_an_objective_that_is_too_easy_or_too_hard_is_named() -> None:
    each = sound()
    each.reached[3], each.reached[4] = 90, 10
    assert faults(each) == [
        "* 2 players: objective 3 succeeds in 90.0%",
        "* 2 players: objective 4 succeeds in 10.0%",
    ]


def test_games_are_counted_whole() -> None:
    both = survey(2, 2, seed=7)
    assert (both.games, round(sum(both.wins), 6)) == (2, 2)
    assert sum(both.kept.values()) == 2 * 2 * 3 * 5  # games, players, Ages, cards
    assert set(both.kept) <= set(CARDS)
    assert all(both.played[card] <= both.kept[card] for card in both.played)
    assert sum(both.with_objective.values()) == 4
    assert survey(2, 2, seed=7) == both
