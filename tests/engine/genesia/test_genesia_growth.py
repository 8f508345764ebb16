"""Genesia's growth turns: recruits, discards, the order of turns, undo, standing orders."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.genesia.model import Phase
from tests.engine.genesia.genesia_positions import (
    act,
    acts,
    board,
    codes,
    event_inputs,
    lay_cards,
    legal_texts,
    position,
    refusal,
)

# Croissance: recrutez


def test_a_clan_costs_two_coins_and_comes_to_the_home_land() -> None:
    state, events = act(position("", "", coins=15), "recruit 7 A0")
    assert board(state, 0) == "A0:7"
    assert state.public[0].coins == 1
    assert event_inputs(events, "recruited") == {"people": 0, "clans": 7, "at": "A0", "coins": 14}


@pytest.mark.parametrize("age", [2, 3])
def test_clans_may_be_recruited_in_an_own_city_from_the_second_age_on(age: int) -> None:
    """ "Soit sur votre Terre natale soit dans une de vos Cités (à l'Âge II ou à l'Âge III)." """
    state = acts(position("A4:0+", "", age=age, coins=15), "recruit 2 A4", "recruit 1 A0")
    assert board(state, 0) == "A0:1 A4:2+"
    first = position("A4:0+", "", coins=15)
    assert refusal(first, "recruit 2 A4") == ("recruit_early", {"region": "A4"})
    assert not [text for text in legal_texts(first) if text.endswith("A4")]


def test_clans_are_recruited_nowhere_else() -> None:
    state = position("A1:3", "B0:1+", coins=15)
    for region in ("A1", "B0", "G0"):
        assert refusal(state, f"recruit 1 {region}") == ("recruit_where", {"region": region})
    assert refusal(state, "recruit 1 C0") == ("unknown_region", {"region": "C0"})


def test_recruits_must_be_paid_for() -> None:
    assert refusal(position("", "", coins=3), "recruit 2 A0") == ("coins", {"cost": 4, "coins": 3})


def test_thirty_clans_are_all_there_are() -> None:
    state = position("A0:29", "", coins=15)
    assert refusal(state, "recruit 2 A0") == ("supply", {"left": 1})
    assert refusal(state, "recruit 0 A0") == ("at_least_one", {})
    assert legal_texts(state)[0] == "recruit 1 A0"
    assert not [text for text in legal_texts(acts(state, "recruit 1 A0")) if text.startswith("recruit")]


def test_every_recruit_that_can_be_paid_for_is_listed() -> None:
    moves = legal_texts(position("A4:0+", "", age=2, coins=5))
    assert moves[:4] == ["recruit 1 A0", "recruit 2 A0", "recruit 1 A4", "recruit 2 A4"]
    assert moves[4:] == ["end", "order never", "order city", "order guard", "stand target", "stand peace"]


# Défausser une carte


def test_a_card_is_put_away_for_four_coins_and_nobody_learns_which() -> None:
    state, events = act(position("", "", hands=[[3, 5]]), "discard 3")
    assert state.public[0].coins == 4
    assert state.hidden[0].hand == 1 << 5
    assert state.hidden[0].discards == 1 << 3
    assert [(event.code, event.to) for event in events] == [
        ("genesia.discarded", None),
        ("genesia.put_away", {0}),
    ]
    assert "card" not in events[0].inputs


def test_as_many_cards_as_one_likes_may_be_put_away() -> None:
    state = acts(position("", "", hands=[[3, 5, 7]]), "discard 3", "discard 5", "discard 7")
    assert state.public[0].coins == 12


def test_a_card_that_is_not_in_hand_cannot_be_put_away() -> None:
    state = position("", "", hands=[[3], [4]])
    assert refusal(state, "discard 4") == ("not_in_hand", {"card": 4})


# L'ordre du tour


def test_all_grow_in_turn_order_before_all_expand_in_turn_order() -> None:
    state = position("A1:2", "A3:1", "", order="CAB", hands=[[1], [2], [3]])
    seen: list[tuple[Phase, int]] = []
    for _ in range(6):
        seen.append((state.phase, state.order[state.turn]))
        state, _ = act(state, "end")
    growth, expansion = Phase.GROWTH, Phase.EXPANSION
    assert seen == [(growth, 2), (growth, 0), (growth, 1), (expansion, 2), (expansion, 0), (expansion, 1)]
    assert state.phase is Phase.STANCE


def test_clans_do_not_move_in_growth() -> None:
    state = position("A0:3", "", coins=9)
    assert refusal(state, "move 1 A0-A1") == ("not_now", {"what": "move", "phase": "growth"})


# Reprendre un coup


def test_recruits_movements_and_discards_are_taken_back_one_by_one() -> None:
    before = position("A0:3 A4:0+", "", coins=9, hands=[[3]], age=2, phase=Phase.EXPANSION, free_moves=1)
    state = acts(before, "recruit 1 A4", "discard 3", "move 2 A0-A2-A5", "back", "back", "back")
    assert state.public == tuple(
        replace(own, last_ply=state.public[p].last_ply) for p, own in enumerate(before.public)
    )
    assert state.hidden == before.hidden
    assert state.changed_at == before.changed_at
    assert state.undo == ()


def test_taking_back_is_refused_with_nothing_to_take_back() -> None:
    state = position("", "", coins=9)
    assert refusal(state, "back") == ("nothing_to_take_back", {})
    assert "back" not in legal_texts(state)
    assert "back" in legal_texts(acts(state, "recruit 1 A0"))


def test_taking_back_a_discard_tells_others_no_card() -> None:
    _, events = act(acts(position("", "", hands=[[3]]), "discard 3"), "back")
    assert event_inputs(events, "took_back") == {"people": 0, "move": "discard"}
    assert [event.to for event in events] == [None, {0}]


def test_a_card_played_cannot_be_taken_back_nor_what_came_before() -> None:
    with lay_cards({3: "0 | 0 | growth: coins 1"}):
        state = acts(position("", "", coins=9, hands=[[3]]), "recruit 1 A0", "card 3")
        assert refusal(state, "back") == ("nothing_to_take_back", {})


def test_a_movement_that_pays_a_toll_cannot_be_taken_back_nor_what_came_before() -> None:
    state = position("A0:1", "A1:1", coins=9, phase=Phase.EXPANSION)
    state = acts(state, "recruit 1 A0", "move 1 A0-A1-A3")
    assert refusal(state, "back") == ("nothing_to_take_back", {})


def test_a_turn_that_is_over_cannot_be_taken_back() -> None:
    state = acts(position("", "", coins=9), "recruit 1 A0", "end")
    assert state.undo == ()


def test_a_step_that_was_taken_back_is_no_change_to_the_others() -> None:
    state = acts(position("A0:1", "", coins=9, phase=Phase.EXPANSION), "move 1 A0-A1", "back")
    assert not any(state.changed_at)


# Ordres permanents


def test_a_standing_order_is_kept_and_only_its_owner_sees_it() -> None:
    state, events = act(position("", ""), "order never")
    assert state.hidden[0].standing_order == "never"
    assert codes(events) == ["ordered"]
    assert events[0].to == {0}
    assert legal_texts(state) == [
        "end",
        "order ask",
        "order city",
        "order guard",
        "stand target",
        "stand peace",
    ]


def test_nobody_gives_orders_in_solo() -> None:
    state = position("", "", seats=1)
    assert legal_texts(state) == ["end"]
    assert refusal(state, "order never")[0] == "not_now"
