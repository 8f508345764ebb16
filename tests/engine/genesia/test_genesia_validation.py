"""The check for possible states: it accepts every state of whole games, and finds impossible ones."""

from __future__ import annotations

import pytest

from engine.chance import SeededChance
from engine.game import Seat
from engine.genesia.model import (
    Phase,
)
from engine.genesia.rules import GENESIA
from tests.engine.genesia.genesia_card_validation import ImpossibleError
from tests.engine.genesia.genesia_games import (
    AGE,
    ASIDE,
    CHANGED_AT,
    DONE,
    HIDDEN,
    OPTIONS,
    ORDER,
    PLAYED,
    PUBLIC,
    ROUND,
    STEP,
    TURNS,
    UNDO,
    combat,
    first,
    growth,
    one_game,
    reaction,
    with_combat,
    with_part,
    with_word,
)
from tests.engine.genesia.genesia_validation import check_possible


def is_impossible(text: str) -> bool:
    """Return whether the text can be read, but no match can reach its state."""
    state = GENESIA.read_position(text)
    try:
        check_possible(state)
    except ImpossibleError:
        return True
    return False


@pytest.mark.parametrize("seats", OPTIONS)
def test_every_state_of_a_game_is_possible(seats: int) -> None:
    for state in one_game(seats):
        check_possible(state)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_redealt_twins_are_possible_too(seats: int) -> None:
    for state in one_game(seats)[::7]:
        for viewer in (None, Seat(0)):
            check_possible(GENESIA.redeal(state, viewer, SeededChance(b"twin", state.ply)))


def test_unchanged_words_are_possible() -> None:
    assert not is_impossible(" ".join(growth()))
    assert not is_impossible(" ".join(reaction()))


@pytest.mark.parametrize(
    ("word", "part", "text"),
    [
        (PUBLIC, 2, "0,7,0"),
        (PUBLIC, 3, "3"),
        (PUBLIC, 3, "5,5"),
        (PUBLIC, 4, "79"),
        (PUBLIC, 7, "1"),
        (PUBLIC, 8, "99999"),
        (HIDDEN, 0, "-"),
        (HIDDEN, 0, "1,2,3,4,5"),
        (HIDDEN, 1, "31"),
        (HIDDEN, 2, "31"),
        (HIDDEN, 3, "-"),
        (HIDDEN, 4, "1,2"),
        (HIDDEN, 5, "-"),
        (HIDDEN, 6, "war"),
        (HIDDEN, 7, "1"),
    ],
)
def test_impossible_sums_and_cards_are_found(word: int, part: int, text: str) -> None:
    assert is_impossible(with_part(growth(), word, part, text))


@pytest.mark.parametrize(
    ("word", "text"),
    [
        (AGE, "2:draft"),
        (AGE, "2:objective"),
        (STEP, "3"),
        (PLAYED, "31A:growth:growth@1"),
        (PLAYED, "31A:defence:growth@1"),
        (TURNS, "0,99999"),
        (UNDO, "recruit_1_A0:2:0:A0@0"),
        (UNDO, "discard_99:-4:0:-"),
        (DONE, "A"),
        (ASIDE, "-"),
        (ASIDE, "1,2,3,4,5,6,7,8,9,10,11,12"),
        (CHANGED_AT, "A0@99999"),
        (CHANGED_AT, "-"),
    ],
)
def test_parts_that_the_phase_cannot_have_are_found(word: int, text: str) -> None:
    assert is_impossible(with_word(growth(), word, text))


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (0, "1:1:PP"),
        (0, "1:1:--"),
        (0, "0:0:WW"),
        (0, "99999:1:WW"),
        (0, "1:2:WW"),
        (0, "40:31:WW"),
        (1, "-"),
        (1, "AA"),
        (3, "A0-B0-A"),
        (3, "A0-B0-B"),
        (3, "A0-A0-A"),
        (4, "5"),
        (5, "5"),
        (6, "1"),
    ],
)
def test_an_impossible_assault_is_found(part: int, text: str) -> None:
    assert is_impossible(with_combat(reaction(), part, text))


def test_two_holders_of_a_region_are_found_except_in_home_lands() -> None:
    words = growth()
    words[PUBLIC + 1] = words[PUBLIC + 1].replace(words[PUBLIC + 1].split("/")[0], "B0:1", 1)
    words[CHANGED_AT] = "A0@1,A1@1,B0@1"
    assert not is_impossible(with_part(words, PUBLIC, 0, "A0:2,B0:1"))
    words[PUBLIC + 1] = words[PUBLIC + 1].replace("B0:1", "A1:1,B0:1")
    assert is_impossible(with_part(words, PUBLIC, 0, "A1:2"))


def test_the_rounds_without_losses_fit_the_round_and_its_assaults() -> None:
    words = with_combat(reaction(), 0, "1:1:WW").split(" ")
    both = combat(words)[2] + "AB".replace(combat(words)[2], "")
    words[ORDER] = f"{both}@0"
    assert not is_impossible(with_combat(words, 1, both))
    assert is_impossible(with_combat(words, 0, "1:0:WW"))
    stance = GENESIA.position(first(Phase.STANCE, seats=2)).split(" ")
    assert is_impossible(
        " ".join([*stance[:ROUND], stance[ROUND].replace(":1:", ":0:"), *stance[ROUND + 1 :]])
    )


def test_the_attacker_is_not_the_defender() -> None:
    words = reaction()
    _, waiting, attacker, *_ = combat(words)
    other = "AB".replace(attacker, "")
    assert waiting.startswith(attacker)
    assert is_impossible(with_combat(words, 2, other))
