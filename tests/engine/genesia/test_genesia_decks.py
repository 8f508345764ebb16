"""Genesia's decks chosen by players: notation, refusals, the cards dealt (Règles avancées)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.chance import SeededChance
from engine.game import BadOptions, BadPosition
from engine.genesia.box.decks import SEATS, Deck, cards_by_age, check, normalised, ready_deck
from engine.genesia.model import CARDS, GenesiaOptions, Lot, Phase, Timing
from engine.genesia.phases import setup
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from tests.engine.genesia.genesia_card_validation import ImpossibleError
from tests.engine.genesia.genesia_positions import chance
from tests.engine.genesia.genesia_validation import check_possible

TWO = "1-12/31-42/61,63-73"
READY = pytest.mark.parametrize(("deck", "seats"), [(deck, seats) for deck in Deck for seats in SEATS])


def refusal(options: GenesiaOptions, seats: int) -> tuple[str, dict[str, Any]]:
    with pytest.raises(BadOptions) as raised:
        GENESIA.setup(options, seats, chance())
    return raised.value.code.removeprefix("genesia."), dict(raised.value.inputs)


# Notation


def test_ranges_stand_for_all_their_cards() -> None:
    assert cards_by_age(TWO) == (tuple(range(1, 13)), tuple(range(31, 43)), (61, *range(63, 74)))


@pytest.mark.parametrize(
    "text",
    [
        "1-12/31-42/61,63-73",
        " 1 - 12 / 31–42 / 61, 63 – 73 ",
        "12-1/42-31/73-63 61",
        "3,1,2,4-12/31-40;41;42/63-73+61",
    ],
)
def test_order_spaces_and_dashes_are_forgiven_and_spelt_one_way(text: str) -> None:
    assert normalised(text) == TWO


def test_two_neighbours_are_a_range_and_one_card_is_itself() -> None:
    assert normalised("1,2,4,6,7,8/31/61") == "1-2,4,6-8/31/61"


# Refusals


@pytest.mark.parametrize(
    ("decks", "code", "inputs"),
    [
        ("1-12/31-42", "decks", {"decks": "1-12/31-42"}),
        ("1-12/31-42/61-72/1-12", "decks", {"decks": "1-12/31-42/61-72/1-12"}),
        ("1-12/x/61-72", "decks", {"decks": "x"}),
        ("1--12/31-42/61-72", "decks", {"decks": "1--12"}),
        ("1-12/30-41/61-72", "decks_age", {"card": 30, "age": "II", "first": 31, "last": 60}),
        ("1-12/31-42/80-91", "decks_age", {"card": 91, "age": "III", "first": 61, "last": 90}),
        ("0-11/31-42/61-72", "decks_age", {"card": 0, "age": "I", "first": 1, "last": 30}),
        ("1-12/31-42,33/61-72", "decks_twice", {"card": 33, "age": "II"}),
        ("1-11/31-42/61-72", "decks_sizes", {"age": "I", "cards": 11}),
        ("1-6/31-36/61-66", "decks_sizes", {"age": "I", "cards": 6}),
        ("1-12/31-42/61-71", "decks_size", {"age": "III", "cards": 11, "needed": 12, "seats": 2}),
        ("1-12/31-48/61-72", "decks_size", {"age": "II", "cards": 18, "needed": 12, "seats": 2}),
        ("2,1,3-12/31-42/61-72", "decks_spelling", {"written": "1-12/31-42/61-72"}),
    ],
)
def test_wrong_decks_are_refused_with_fault_and_age(decks: str, code: str, inputs: dict[str, Any]) -> None:
    assert refusal(GenesiaOptions(decks=decks), 2) == (code, inputs)


def test_decks_are_for_one_number_of_players() -> None:
    options = GenesiaOptions(decks=TWO)
    assert list(GENESIA.seats(options)) == [2]
    assert refusal(options, 3) == ("decks_size", {"age": "I", "cards": 12, "needed": 18, "seats": 3})
    assert refusal(options, 1) == ("solo_decks", {})
    assert refusal(options, 6) == ("seats", {"seats": 6})
    assert refusal(GenesiaOptions(decks=TWO, teams="ABA"), 3)[0] == "teams"


def test_lots_and_decks_do_not_go_together() -> None:
    assert refusal(GenesiaOptions(decks=TWO, lots="BY/BY/BY"), 2) == ("lots_decks", {})


# The cards dealt


def test_all_cards_of_the_deck_are_dealt_and_no_others() -> None:
    state = GENESIA.setup(GenesiaOptions(objectives=False, decks="1-11,30/31-42/61-72"), 2, chance())
    dealt = [n for hidden in state.hidden for n in range(1, 91) if hidden.pack >> n & 1]
    assert sorted(dealt) == [*range(1, 12), 30]
    assert [hidden.pack.bit_count() for hidden in state.hidden] == [6, 6]


def test_objectives_are_those_of_the_colours_that_occur_and_the_neutral_ones() -> None:
    options = GenesiaOptions(decks="1-11,30/31-42/61-72")
    assert setup.lots_in_use(options, 2, 1) == (Lot.BLUE, Lot.YELLOW, Lot.RED)
    assert setup.lots_in_use(options, 2, 2) == (Lot.BLUE, Lot.YELLOW)
    assert setup.objectives_in_use(options, 2) == (1, 2, 3, 4, 9, 10, 11, 12)


@pytest.mark.parametrize("seats", SEATS)
def test_decks_with_the_fewest_colours_have_two_objectives_for_each_player(seats: int) -> None:
    decks = "/".join(f"{first}-{first + 6 * seats - 1}" for first in (1, 31, 61))
    assert len(setup.objectives_in_use(GenesiaOptions(decks=decks), seats)) >= 2 * seats
    state = GENESIA.setup(GenesiaOptions(decks=decks), seats, chance())
    assert [len(hidden.dealt) for hidden in state.hidden] == [2] * seats


# Positions


def random_game(options: GenesiaOptions, seats: int) -> list[State]:
    """Return the states of a random game from its set-up to its end."""
    picks = random.Random(1)
    state = GENESIA.setup(options, seats, SeededChance(b"decks", 0))
    states = [state]
    while pending := GENESIA.pending(state):
        moves = GENESIA.moves(state, pending[0])
        move = moves[picks.randrange(len(moves))]
        state, _ = GENESIA.play(state, pending[0], move, SeededChance(b"decks", state.ply))
        states.append(state)
    return states


def test_positions_keep_the_decks() -> None:
    options = GenesiaOptions(decks=ready_deck(Deck.END, 2), objectives=False)
    for state in random_game(options, 2)[::5]:
        text = GENESIA.position(state)
        assert text.startswith("2:objectives=no,decks=1-3+5+11-12+17+19-20+22-23+28/31-35+37-39+")
        assert GENESIA.read_position(text) == state


@pytest.mark.parametrize(
    "decks",
    ["1-12/31-42", "1-12/31-42/61-71", "1-12/31-42/61,63-73", "2+1+3-12/31-42/61-72"],
)
def test_positions_with_other_decks_are_refused(decks: str) -> None:
    state = GENESIA.setup(GenesiaOptions(objectives=False, decks="1-12/31-42/61-72"), 2, chance())
    assert state.phase is Phase.DRAFT
    text = GENESIA.position(state)
    assert GENESIA.read_position(text) == state
    with pytest.raises(BadPosition):
        GENESIA.read_position(text.replace("1-12/31-42/61-72", decks))


def test_cards_of_other_decks_than_the_options_name_are_found() -> None:
    state = GENESIA.setup(GenesiaOptions(objectives=False, decks="1-12/31-42/61-72"), 2, chance())
    check_possible(state)
    with pytest.raises(ImpossibleError):
        check_possible(replace(state, options=replace(state.options, decks="13-24/31-42/61-72")))


# Ready-made decks


@READY
def test_ready_decks_are_valid_for_their_number_of_players(deck: Deck, seats: int) -> None:
    decks = ready_deck(deck, seats)
    assert check(decks, seats) == seats
    assert len(decks) <= 100, "what a suggestion can hold"
    assert {len(pack) for pack in cards_by_age(decks)} == {6 * seats}


@READY
def test_ready_decks_have_every_card_of_their_kind(deck: Deck, seats: int) -> None:
    used = {card for pack in cards_by_age(ready_deck(deck, seats)) for card in pack}
    for card in CARDS.values():
        war = card.timings & {Timing.ATTACK, Timing.INTENT}
        end = any(mode.timings == {Timing.END} for mode in card.modes) and not war
        attack = any(mode.timings == {Timing.ATTACK} for mode in card.modes)
        kinds = {Deck.ATTACK: attack, Deck.END: end, Deck.INVENTIONS: card.is_invention}
        assert not kinds[deck] or card.number in used
