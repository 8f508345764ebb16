"""Genesia's set-up: the pieces of each player, the objectives, the draft and the solo deals."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engine.game import BadOptions, Seat
from engine.genesia.model import CARDS, GenesiaOptions, Level, Lot, Phase
from engine.genesia.phases import setup
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from tests.engine.genesia.genesia_positions import (
    PLAIN,
    act,
    acts,
    chance,
    codes,
    event_inputs,
    legal_texts,
    refusal,
)


def first_state(seats: int, options: GenesiaOptions = PLAIN) -> State:
    return GENESIA.setup(options, seats, chance())


def cards(mask: int) -> list[int]:
    return [n for n in range(1, 91) if mask >> n & 1]


def with_packs(*packs: Sequence[int], age: int = 1) -> State:
    """Return the first choice of a draft with these packs."""
    state = first_state(len(packs))
    hidden = [
        replace(own, pack=sum(1 << n for n in pack)) for own, pack in zip(state.hidden, packs, strict=True)
    ]
    return replace(state, age=age, hidden=tuple(hidden))


PACKS = ([1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [13, 14, 15, 16, 17, 18])


# Mise en place


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_begins_with_fifteen_coins_and_nothing_on_the_board(seats: int) -> None:
    state = first_state(seats)
    assert [public.coins for public in state.public] == [15] * seats
    assert all(not any(public.clans) and not public.cities for public in state.public)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_order_of_the_first_age_is_drawn(seats: int) -> None:
    orders = {GENESIA.setup(PLAIN, seats, chance(entry)).order for entry in range(200)}
    assert all(sorted(order) == list(range(seats)) for order in orders)
    assert {order[0] for order in orders} == set(range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_six_cards_each_are_all_the_cards_of_as_many_lots_as_players(seats: int) -> None:
    packs = [cards(hidden.pack) for hidden in first_state(seats).hidden]
    assert [len(pack) for pack in packs] == [6] * seats
    assert sorted(n for pack in packs for n in pack) == list(range(1, 6 * seats + 1))


def test_lots_may_be_chosen_for_every_age() -> None:
    options = GenesiaOptions(lots="YGR/BVR/GVR")
    assert setup.lots_in_use(options, 3, 1) == (Lot.YELLOW, Lot.GREEN, Lot.RED)
    assert setup.lots_in_use(options, 3, 2) == (Lot.BLUE, Lot.VIOLET, Lot.RED)
    assert {CARDS[n].lot for n in setup.cards_in_use(options, 3, 3)} == {Lot.GREEN, Lot.VIOLET, Lot.RED}


# Objectifs secrets


def test_two_objectives_each_come_from_the_colours_in_use_and_the_neutral_ones() -> None:
    state = first_state(3, GenesiaOptions())
    dealt = [number for hidden in state.hidden for number in hidden.dealt]
    assert [len(hidden.dealt) for hidden in state.hidden] == [2, 2, 2]
    assert sorted([*dealt, *state.aside]) == [1, 2, 3, 4, 5, 6, 11, 12]


def test_a_colour_used_in_one_age_brings_its_objectives() -> None:
    assert setup.objectives_in_use(GenesiaOptions(lots="BY/BY/BR"), 2) == (1, 2, 3, 4, 9, 10, 11, 12)


def test_one_of_two_objectives_is_kept_and_may_be_chosen_anew_until_all_have() -> None:
    state = first_state(2, GenesiaOptions())
    first, second = state.hidden[0].dealt
    state, events = act(state, f"objective {first}", 0)
    assert codes(events) == ["aimed"]
    assert events[0].to == {0}
    assert not events[0].inputs["changed"]
    assert GENESIA.pending(state) == (1,)
    state, events = act(state, f"objective {second}", 0)
    assert events[0].inputs["changed"]
    state, events = act(state, f"objective {state.hidden[1].dealt[0]}", 1)
    assert codes(events) == ["aimed", "age"]
    assert state.hidden[0].objective == second
    assert first in state.aside
    assert state.phase is Phase.DRAFT


def test_an_objective_that_was_not_dealt_is_refused() -> None:
    state = first_state(2, GenesiaOptions())
    other = state.hidden[1].dealt[0]
    assert refusal(state, f"objective {other}", 0) == ("not_dealt", {"objective": other})


def test_without_objectives_the_draft_comes_at_once() -> None:
    state = first_state(4)
    assert state.phase is Phase.DRAFT
    assert state.aside == ()


# Drafter


def test_a_card_is_sealed_and_may_be_changed_until_the_last_one_has_chosen() -> None:
    state = with_packs(*PACKS)
    state, events = act(state, "draft 1", 0)
    assert codes(events) == ["took"]
    assert events[0].to == {0}
    assert not events[0].inputs["changed"]
    state, events = act(state, "draft 2", 0)
    assert state.hidden[0].pick == 2
    assert events[0].inputs["changed"]
    state, events = act(state, "draft 2", 0)
    assert not events[0].inputs["changed"], "the same card again is no change"
    assert GENESIA.pending(state) == (1, 2)
    assert legal_texts(state, 0) == [f"draft {n}" for n in (1, 2, 3, 4, 5, 6)]


@pytest.mark.parametrize(("age", "giver"), [(1, 2), (2, 1), (3, 2)])
def test_packs_go_to_the_left_to_the_right_and_to_the_left(age: int, giver: int) -> None:
    state = acts(with_packs(*PACKS, age=age), "draft 1", "draft 7", "draft 13")
    assert cards(state.hidden[0].hand) == [1]
    assert cards(state.hidden[0].pack) == PACKS[giver][1:]


def test_five_cards_are_kept_and_the_sixth_is_put_away_unseen_and_pays_nothing() -> None:
    state, events = first_state(3), ()
    for number in range(1, 6):
        for seat in range(3):
            state, events = act(state, legal_texts(state, seat)[0], seat)
        assert event_inputs(events, "picked") == {"number": number}
    assert state.phase is Phase.GROWTH
    assert [hidden.hand.bit_count() for hidden in state.hidden] == [5, 5, 5]
    assert [hidden.discards.bit_count() for hidden in state.hidden] == [1, 1, 1]
    assert [public.coins for public in state.public] == [15] * 3
    drafted = [event for event in events if event.code == "genesia.drafted"]
    assert [event.to for event in drafted] == [{0}, {1}, {2}]
    assert drafted[1].inputs["cards"] == tuple(cards(state.hidden[1].hand))
    assert [drafted[1].inputs["left"]] == cards(state.hidden[1].discards)


def test_a_card_that_is_not_in_the_pack_is_refused() -> None:
    state = with_packs(*PACKS)
    assert refusal(state, "draft 7", 0) == ("not_in_pack", {"card": 7})
    assert refusal(state, "draft 91", 0) == ("unknown_card", {"card": 91})


# Règles pour 1 joueur


@pytest.mark.parametrize(
    ("level", "without"),
    [
        (Level.BEGINNER, {6, 11, 36, 39, 64, 65, 70, 72}),
        (Level.EXPERT, {5, 12, 33, 42, 64, 65, 69, 72}),
        (Level.HEROIC, {3, 9, 34, 40, 64, 65, 67, 72}),
    ],
)
def test_a_solo_pack_has_ten_ten_and_eight_blue_and_yellow_cards(level: Level, without: set[int]) -> None:
    packs = [setup.cards_in_use(GenesiaOptions(level=level), 1, age) for age in (1, 2, 3)]
    assert [len(pack) for pack in packs] == [10, 10, 8]
    blue_and_yellow = {*range(1, 13), *range(31, 43), *range(61, 73)}
    assert {n for pack in packs for n in pack} == blue_and_yellow - without


def test_solo_deals_no_coins_no_objectives_and_five_open_cards_to_each_people() -> None:
    state = first_state(1, GenesiaOptions())
    assert state.phase is Phase.GROWTH
    assert [hidden.hand.bit_count() for hidden in state.hidden] == [5, 5]
    assert [public.coins for public in state.public] == [0, 0]
    assert GENESIA.view(state, Seat(0)).hands == GENESIA.view(state, None).hands
    assert GENESIA.view(state, Seat(0)).hands == tuple(tuple(cards(h.hand)) for h in state.hidden)


def test_in_solo_the_order_turns_round_every_age_and_the_third_deals_four_cards_each() -> None:
    state = first_state(1)
    first = state.order
    orders = [first]
    dealt: list[int] = []
    while GENESIA.pending(state):
        age = state.age
        state, _ = act(state, "end")
        if state.age != age:
            orders.append(state.order)
            dealt = [hidden.hand.bit_count() for hidden in state.hidden]
    assert orders == [first, first[::-1], first]
    assert dealt == [4, 4]


# Options


@pytest.mark.parametrize(
    ("options", "seats", "code"),
    [
        (GenesiaOptions(), 6, "seats"),
        (GenesiaOptions(), 0, "seats"),
        (GenesiaOptions(teams="AB"), 3, "teams"),
        (GenesiaOptions(teams="AAAA"), 4, "teams"),
        (GenesiaOptions(teams="ab"), 2, "teams"),
        (GenesiaOptions(teams="A"), 1, "solo_teams"),
        (GenesiaOptions(teams="ABA", lots="BY/BY/BY"), 3, "teams"),
        (GenesiaOptions(lots="BY/BY"), 2, "lots"),
        (GenesiaOptions(lots="BY/BY/BYG"), 2, "lots"),
        (GenesiaOptions(lots="BB/BY/BY"), 2, "lots"),
        (GenesiaOptions(lots="BX/BY/BY"), 2, "lots"),
        (GenesiaOptions(lots="B/Y/B"), 1, "lots"),
        (GenesiaOptions(lots="BY/BY/BY"), 3, "lots"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: GenesiaOptions, seats: int, code: str) -> None:
    with pytest.raises(BadOptions) as raised:
        GENESIA.setup(options, seats, chance())
    assert raised.value.code == f"genesia.{code}"


def test_teams_and_lots_fix_the_number_of_players() -> None:
    assert list(GENESIA.seats(GenesiaOptions())) == [1, 2, 3, 4, 5]
    assert list(GENESIA.seats(GenesiaOptions(teams="AABBB"))) == [5]
    assert list(GENESIA.seats(GenesiaOptions(lots="BYG/BYG/BYG"))) == [3]
