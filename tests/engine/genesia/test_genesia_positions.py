"""Positions of Genesia as text: read back as they are written, or refused."""

from __future__ import annotations

import pytest

from engine.chance import SeededChance
from engine.game import Seat
from engine.genesia.model import (
    Phase,
)
from engine.genesia.rules import GENESIA
from tests.engine.genesia.genesia_games import (
    AGE,
    CHANGED_AT,
    HIDDEN,
    OPTIONS,
    ORDER,
    PLACES,
    PUBLIC,
    ROUND,
    SEATS,
    STEP,
    TURNS,
    UNDO,
    combat,
    growth,
    is_refused,
    one_game,
    reaction,
    with_combat,
    with_part,
    with_word,
)


@pytest.mark.parametrize("seats", OPTIONS)
def test_every_position_of_a_game_reads_as_it_is_written(seats: int) -> None:
    texts: set[str] = set()
    for state in one_game(seats):
        text = GENESIA.position(state)
        assert "\n" not in text
        again = GENESIA.read_position(text)
        assert again == state
        assert hash(again) == hash(state)
        texts.add(text)
    assert len(texts) == len(one_game(seats)), "every move changes the position"


def test_a_solo_game_has_no_attack_phase() -> None:
    phases = {state.phase for state in one_game(1)}
    assert phases - {Phase.END} == {Phase.GROWTH, Phase.EXPANSION, Phase.OVER}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_redealt_twins_are_positions_too(seats: int) -> None:
    for state in one_game(seats)[::7]:
        for viewer in (None, Seat(0)):
            twin = GENESIA.redeal(state, viewer, SeededChance(b"twin", state.ply))
            assert GENESIA.read_position(GENESIA.position(twin)) == twin


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", "nonsense", "2", "0 1:growth", "2:lots=RB/VG 1:growth", "\x00", "é" * 30),
        *("9 " * 40, "2 " * 5000, "2 1:growth AB@0 0 " + "-/0/0,2,0/-/-/-/0/0/0 " * 2 + "- - 0,0 -"),
    ],
)
def test_text_that_is_no_position_is_refused(text: str) -> None:
    assert is_refused(text)


def test_the_words_are_at_the_indices_that_these_tests_use() -> None:
    assert not is_refused(" ".join(growth()))
    assert len(growth()) == CHANGED_AT + 1


@pytest.mark.parametrize(
    ("word", "part", "text"),
    [
        (PUBLIC, 0, "A0:31"),
        (PUBLIC, 0, "A0:16,A1:15"),
        (PUBLIC, 0, ",".join(f"{a}{n}:0+" for a in "AB" for n in range(10)) + ",G0:0+"),
        (PUBLIC, 0, "A0:-1"),
        (PUBLIC, 0, "A0:0"),
        (PUBLIC, 0, "Z0:1"),
        (PUBLIC, 0, "A1:1,A0:1"),
        (PUBLIC, 0, "A0:1,A0:2"),
        (PUBLIC, 1, "-1"),
        (PUBLIC, 1, "1000000"),
        (PUBLIC, 1, "1.5"),
        (PUBLIC, 2, "-1,2,0"),
        (PUBLIC, 2, "0,2,2"),
        (PUBLIC, 2, "0,2"),
        (PUBLIC, 3, "91"),
        (PUBLIC, 5, "-"),
        (PUBLIC, 5, "1,2"),
        (PUBLIC, 5, "-3"),
        (HIDDEN, 0, "31,31"),
        (HIDDEN, 0, "91"),
        (HIDDEN, 5, "13"),
        (HIDDEN, 8, "perhaps"),
    ],
)
def test_invalid_numbers_regions_and_cards_are_refused(word: int, part: int, text: str) -> None:
    assert is_refused(with_part(growth(), word, part, text))


@pytest.mark.parametrize(
    ("word", "text"),
    [
        (SEATS, "3"),
        (SEATS, "6"),
        (SEATS, "2:teams=AB,teams=AB"),
        (SEATS, "2:level=easy"),
        (SEATS, "2:lots=XX/XX/XX"),
        (SEATS, "2:nonsense=1"),
        (AGE, "0:growth"),
        (AGE, "4:growth"),
        (AGE, "3:growth"),
        (AGE, "2:stance"),
        (AGE, "2:assault"),
        (AGE, "2:reaction"),
        (AGE, "2:losses"),
        (AGE, "2:end"),
        (AGE, "2:place"),
        (AGE, "2:over"),
        (AGE, "2:winter"),
        (ORDER, "AA@0"),
        (ORDER, "A@0"),
        (ORDER, "ABC@0"),
        (ORDER, "AB@2"),
        (STEP, "-1"),
        (ROUND, "1:1:--/-/-"),
        (ROUND, "1:1:WP/A/A:--:-:-:0"),
        (TURNS, "0"),
        (UNDO, "end:0:0:-"),
        (UNDO, "move_1_A0-Q1:1:0:A0@0"),
        (UNDO, "recruit_x:2:0:-"),
        (PLACES, "AB/.."),
        (CHANGED_AT, "A0@0"),
    ],
)
def test_parts_that_do_not_fit_the_phase_are_refused(word: int, text: str) -> None:
    assert is_refused(with_word(growth(), word, text))


def test_words_left_over_are_refused() -> None:
    assert is_refused(" ".join([*growth(), "-"]))
    assert is_refused(" ".join(growth()[:-1]))


def test_a_result_is_counted_not_written() -> None:
    over = one_game(3)[-1]
    again = GENESIA.read_position(GENESIA.position(over))
    assert again.result == over.result
    assert over.result is not None


def test_an_assault_under_way_is_read_back() -> None:
    words = reaction()
    assert not is_refused(with_combat(words, 0, combat(words)[0]))


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (0, "1:1:WWW"),
        (0, "1:WW"),
        (0, "1:-1:WW"),
        (1, "C"),
        (2, "C"),
        (2, "-"),
        (3, "--"),
        (3, "Q1-B1-B"),
        (3, "G0-G1-E"),
        (4, "91"),
        (6, "2"),
    ],
)
def test_a_broken_assault_is_refused(part: int, text: str) -> None:
    assert is_refused(with_combat(reaction(), part, text))
