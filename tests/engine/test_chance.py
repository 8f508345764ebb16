"""Chance: the documented scheme, even distribution, and drawing again what was kept."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Chance, DrawnChance, SeededChance, commitment, match_key, new_seed, rekeyed
from tests.stranger.program import Stream, block

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
SEED = bytes(range(32))
CLICKS = (1180000000000000001, 1180000000000000002, 1180000000000000003)


def test_the_pages_known_answers_are_right() -> None:
    key = match_key(SEED, CLICKS)
    shown = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", PAGE, re.MULTILINE))
    assert shown["seed"] == f"`{SEED.hex()}`"
    assert shown["commitment"] == f"`{commitment(SEED)}`"
    assert shown["ids of the clicks, the last one that of Start"] == f"`{','.join(map(str, CLICKS))}`"
    assert shown["key of the match"] == f"`{key.hex()}`"
    for entry in (0, 7):
        assert shown[f"entry {entry}, block 0"] == f"`{block(key, entry, 0).hex()}`"
    answers = {name: value for name, value in shown.items() if "draw" in name}
    draws = {
        (0, (2, 120, 119, 118, 117, 116)): "entry 0, draws below 2, 120, 119, 118, 117, 116",
        (7, (6,) * 5): "entry 7, five draws below 6",
        (12, (2**63 + 1,) * 4): f"entry 12, four draws below {2**63 + 1} (half of the words are thrown away)",
    }
    for (entry, limits), name in draws.items():
        chance = SeededChance(key, entry)
        stream = Stream(key, entry)
        assert ", ".join(str(chance.below(n)) for n in limits) == answers[name]
        assert chance.draws == tuple(stream.below(n) for n in limits)
    chance = SeededChance(key, 3)
    assert " ".join(chance.shuffled("ABCDE")) == answers["entry 3, shuffling A B C D E (draws 3, 1, 2, 1)"]
    assert chance.draws == (3, 1, 2, 1)
    fresh = rekeyed(key, "ab" * 32)
    assert shown["key after a `fresh` line with 32 times `ab`"] == f"`{fresh.hex()}`"
    chance = SeededChance(fresh, 7)
    drawn = ", ".join(str(chance.below(6)) for _ in range(5))
    assert drawn == shown["entry 7 after that, five draws below 6"]


# Distribution. The key is fixed, so these cannot fail by bad luck; the bounds are those of a chi-square test.


@pytest.mark.parametrize(("n", "bound"), [(2, 15.1), (3, 18.4), (6, 25.7), (7, 27.9), (120, 186.0)])
def test_numbers_are_even(n: int, bound: float) -> None:
    chance = SeededChance(b"even", 1)
    draws = 200 * n
    counts = Counter(chance.below(n) for _ in range(draws))
    assert sum((counts[k] - 200) ** 2 / 200 for k in range(n)) < bound


def test_a_range_that_does_not_divide_the_words_is_even_too() -> None:
    n = 3 * 2**62
    chance = SeededChance(b"even", 2)
    thirds = Counter(chance.below(n) // 2**62 for _ in range(3000))
    assert all(abs(thirds[third] - 1000) < 110 for third in range(3)), (
        "modulo alone would give 1500, 750, 750"
    )


def test_every_order_of_three_things_is_as_likely() -> None:
    chance = SeededChance(b"even", 3)
    orders = Counter("".join(chance.shuffled("abc")) for _ in range(1200))
    assert len(orders) == 6
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 25.7


def test_entries_keys_seeds_and_clicks_have_streams_of_their_own() -> None:
    def first(chance: Chance) -> int:
        return chance.below(2**64)

    streams = {
        first(SeededChance(match_key(seed, clicks), entry))
        for seed in (SEED, bytes(32))
        for clicks in ((), (1,), (12,), (1, 2), (2, 1))
        for entry in (0, 1, 10)
    }
    assert len(streams) == 2 * 5 * 3


def test_a_new_seed_is_new() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert {len(seed) for seed in seeds} == {32}


# Drawing again.


@given(st.lists(st.integers(1, 1000), max_size=20), st.integers(0, 50))
def test_what_was_kept_is_drawn_again(limits: list[int], entry: int) -> None:
    chance = SeededChance(b"again", entry)
    numbers = [chance.below(n) for n in limits]
    assert chance.draws == tuple(numbers)
    kept = DrawnChance(chance.draws)
    assert [kept.below(n) for n in limits] == numbers
    assert kept.unused_count == 0
    assert kept.draws == chance.draws


def test_more_or_other_draws_than_were_kept_are_an_error() -> None:
    with pytest.raises(ValueError, match="one more"):
        DrawnChance(()).below(6)
    with pytest.raises(ValueError, match="below 6"):
        DrawnChance((6,)).below(6)
    chance = DrawnChance((1, 2))
    assert chance.below(6) == 1
    assert chance.unused_count == 1


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_nothing_can_be_drawn_from_an_impossible_range(n: int) -> None:
    chance = SeededChance(b"range", 0)
    with pytest.raises(ValueError, match="cannot draw"):
        chance.below(n)
    assert chance.draws == ()


def test_one_of_nothing_cannot_be_chosen() -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        SeededChance(b"range", 0).choice([])
