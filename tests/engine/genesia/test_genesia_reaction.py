"""Genesia's reactions: the question, the effects of cards, standing orders, the short clock."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.game import IllegalMove, Seat
from engine.genesia.combat import attack_phase
from engine.genesia.model import GenesiaOptions, Pass, Phase, Reactions, StandingOrder
from engine.genesia.state import State
from tests.engine.genesia.genesia_fights import (
    COINS,
    DEAR_HOLD,
    GROWTH,
    HOLD,
    REINFORCE,
    RIPOSTE,
    SAVE,
    SHIELD,
    STRIKE,
    act,
    acts,
    board,
    codes,
    event_inputs,
    laid_cards,
    legal_texts,
    war,
)


@pytest.fixture(autouse=True)
def _cards() -> Iterator[None]:
    with laid_cards():
        yield


def attack_on(
    *hand: int, target: str = "A4:2", order: StandingOrder = StandingOrder.ASK, coins: int = 0
) -> State:
    """Return a state in which four clans attack the second people, which holds these cards."""
    state = war("A1:4", target, hands=[[], hand], rests=[StandingOrder.ASK, order], coins=coins)
    return acts(state, "assault A1-A4")


@pytest.mark.parametrize("card", [SHIELD, GROWTH, COINS, DEAR_HOLD])
def test_a_defender_with_any_card_is_asked(card: int) -> None:
    state = attack_on(card)
    assert (state.phase, attack_phase.pending(state)) == (Phase.REACTION, (1,))
    assert "pass" in legal_texts(state, 1)


def test_a_defender_without_cards_is_not_asked() -> None:
    assert attack_on().phase is Phase.LOSSES


def test_a_shield_ends_the_assault_and_the_attackers_turn() -> None:
    state, events = act(attack_on(SHIELD), 1, f"card {SHIELD}")
    assert (board(state, 0), board(state, 1)) == ("A1:4", "A4:2")
    assert event_inputs(events, "shielded") == {"people": 1, "rival": 0, "target": "A4"}
    assert (state.phase, state.attack_round and state.attack_round.number) == (Phase.STANCE, 2)


def test_hold_and_riposte_change_who_falls() -> None:
    state = acts(attack_on(HOLD, RIPOSTE), f"card {HOLD}", f"card {RIPOSTE}", "lose 2")
    assert (board(state, 0), board(state, 1)) == ("A1:1", "A4:1")


def test_one_defence_card_may_follow_another_until_the_defender_passes() -> None:
    state = acts(attack_on(HOLD, RIPOSTE, GROWTH), f"card {HOLD}")
    assert (state.phase, attack_phase.pending(state)) == (Phase.REACTION, (1,))
    state, events = act(state, 1, "pass")
    assert (state.phase, codes(events)) == (Phase.LOSSES, [])


def test_the_last_card_ends_the_reaction_by_itself() -> None:
    assert acts(attack_on(HOLD), f"card {HOLD}").phase is Phase.LOSSES


def test_everybody_sees_that_no_card_was_played() -> None:
    _, events = act(attack_on(GROWTH), 1, "pass")
    assert [(event.code, event.to, event.inputs) for event in events] == [
        ("genesia.no_reaction", None, {"people": 1})
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"card {GROWTH}", "wrong_phase"),
        (f"card {STRIKE}", "not_in_hand"),
        (f"card {DEAR_HOLD}", "unaffordable"),
        (f"discard {GROWTH}", "not_now"),
        ("lose 1", "not_now"),
        ("assault A4-A1", "not_now"),
        ("peace", "chosen"),
    ],
)
def test_moves_that_are_no_reaction_are_refused(text: str, code: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        act(attack_on(GROWTH, DEAR_HOLD), 1, text)
    assert raised.value.code == f"genesia.{code}"


def test_a_defence_card_costs_its_coins() -> None:
    state = acts(attack_on(DEAR_HOLD, coins=6), f"card {DEAR_HOLD}")
    assert state.public[1].coins == 1


def test_clans_that_a_defence_card_brings_defend_at_once() -> None:
    state = acts(attack_on(REINFORCE, target="A4:2+"), f"card {REINFORCE} A4")
    assert legal_texts(state, 0)[-1] == "lose 4"
    state = acts(state, "lose 3")
    assert (board(state, 0), board(state, 1)) == ("A1:1", "A4:1+")


# Standing orders


def order_answer(state: State) -> str | None:
    """Return the text of the move that the house makes for the defender by its order, if any."""
    answer = attack_phase.standing_move(state, Seat(1))
    return None if answer is None else str(answer)


@pytest.mark.parametrize("order", StandingOrder)
@pytest.mark.parametrize("target", ["A4:2", "A4:2+"])
def test_the_question_is_the_same_with_an_order(order: StandingOrder, target: str) -> None:
    state = attack_on(SHIELD, target=target, order=order)
    assert (state.phase, attack_phase.pending(state)) == (Phase.REACTION, (1,))
    assert attack_phase.standing_move(state, Seat(0)) is None


def test_the_order_never_plays_no_card() -> None:
    assert order_answer(attack_on(SHIELD, order=StandingOrder.NEVER)) == "pass"
    assert order_answer(attack_on(SHIELD, target="A4:2+", order=StandingOrder.NEVER)) == "pass"


def test_the_order_city_plays_the_best_card() -> None:
    assert (
        order_answer(attack_on(RIPOSTE, HOLD, SHIELD, target="A4:2+", order=StandingOrder.CITY))
        == f"card {SHIELD}"
    )
    assert order_answer(attack_on(RIPOSTE, HOLD, target="A4:2+", order=StandingOrder.CITY)) == f"card {HOLD}"


def test_the_order_city_plays_the_lowest_affordable_number_of_the_best_kind() -> None:
    assert (
        order_answer(attack_on(DEAR_HOLD, HOLD, target="A4:2+", order=StandingOrder.CITY, coins=9))
        == f"card {HOLD}"
    )
    state = attack_on(DEAR_HOLD, RIPOSTE, target="A4:2+", order=StandingOrder.CITY, coins=4)
    assert order_answer(state) == f"card {RIPOSTE}"


def test_the_order_city_plays_one_card() -> None:
    state = attack_on(RIPOSTE, HOLD, target="A4:2+", order=StandingOrder.CITY)
    assert order_answer(acts(state, f"card {HOLD}")) == "pass"


@pytest.mark.parametrize("card", [GROWTH, SAVE])
def test_the_order_city_passes_without_a_card_that_defends(card: int) -> None:
    assert order_answer(attack_on(card, target="A4:2+", order=StandingOrder.CITY)) == "pass"


def test_the_order_city_asks_if_no_city_could_be_lost() -> None:
    assert order_answer(attack_on(SHIELD, order=StandingOrder.CITY)) is None


@pytest.mark.parametrize("order", StandingOrder)
def test_the_house_answers_for_a_hand_without_a_playable_card(order: StandingOrder) -> None:
    """None of its cards defends, or it can pay for none; the defender is asked all the same."""
    for hand in ((GROWTH,), (COINS, GROWTH), (DEAR_HOLD,)):
        state = attack_on(*hand, order=order, coins=4)
        assert (state.phase, attack_phase.pending(state)) == (Phase.REACTION, (1,))
        assert order_answer(state) == "pass"
    assert order_answer(attack_on(DEAR_HOLD, coins=5)) is None


def test_after_its_last_defence_card_the_house_answers_too() -> None:
    state = attack_on(HOLD, GROWTH)
    assert order_answer(state) is None
    state = acts(state, f"card {HOLD}")
    assert (state.phase, order_answer(state)) == (Phase.REACTION, "pass")


SWIFT = GenesiaOptions(objectives=False, reactions=Reactions.SWIFT)


@pytest.mark.parametrize(
    ("hand", "order", "phase"),
    [
        ((GROWTH,), StandingOrder.ASK, Phase.LOSSES),
        ((HOLD,), StandingOrder.NEVER, Phase.LOSSES),
        ((HOLD,), StandingOrder.ASK, Phase.REACTION),
    ],
)
def test_at_a_swift_table_the_house_answers_at_once(
    hand: tuple[int, ...], order: StandingOrder, phase: Phase
) -> None:
    state = war("A1:4", "A4:2", hands=[[], hand], rests=[StandingOrder.ASK, order], options=SWIFT)
    assert acts(state, "assault A1-A4").phase is phase


def test_at_a_swift_table_a_shield_ends_the_assault_too() -> None:
    state = war("A1:4", "A4:2", hands=[[], [SHIELD]], options=SWIFT)
    state = acts(state, "assault A1-A4", f"card {SHIELD}")
    assert (state.phase, board(state, 1)) == (Phase.STANCE, "A4:2")


def test_at_a_swift_table_the_best_card_is_played_at_once_for_a_city() -> None:
    rests = [StandingOrder.ASK, StandingOrder.CITY]
    state = war("A1:4", "A4:2+", hands=[[], [HOLD, RIPOSTE]], rests=rests, options=SWIFT)
    state, events = act(state, 0, "assault A1-A4")
    assert (state.phase, event_inputs(events, "played")["card"]) == (Phase.LOSSES, HOLD)


def test_without_an_order_the_defender_is_asked() -> None:
    assert order_answer(attack_on(SHIELD, target="A4:2+")) is None


@pytest.mark.parametrize(
    ("order", "target", "answer"),
    [
        ("never", "A4:2", "pass"),
        ("city", "A4:2", None),
        ("city", "A4:2+", f"card {SHIELD}"),
        ("guard", "A4:2", "pass"),
        ("guard", "A4:2+", f"card {SHIELD}"),
    ],
)
def test_an_order_given_when_attacked_answers(order: str, target: str, answer: str | None) -> None:
    state = acts(attack_on(SHIELD, target=target), f"order {order}")
    assert (state.phase, state.hidden[1].standing_order, order_answer(state)) == (
        Phase.REACTION,
        StandingOrder(order),
        answer,
    )


def test_only_its_owner_sees_an_order() -> None:
    _, events = act(attack_on(SHIELD), 1, "order city")
    (ordered,) = events
    assert (ordered.code, ordered.to) == ("genesia.ordered", frozenset((Seat(1),)))
    assert ordered.inputs == {"people": 1, "rest": "city"}


def test_only_the_defender_reacts() -> None:
    state = attack_on(SHIELD)
    assert attack_phase.moves(state, 0) == ()


# The short clock


def test_a_defender_out_of_time_plays_no_card() -> None:
    state = attack_on(SHIELD)
    assert attack_phase.defaults(state, Seat(1)).timeout == Pass()
    assert attack_phase.defaults(state, Seat(0)).timeout is None


def test_no_other_question_lapses() -> None:
    state = war("A1:4", "A4:2", hands=[[], [SHIELD]])
    assert attack_phase.defaults(state, Seat(0)).timeout is None
    assert attack_phase.defaults(acts(state, "assault A1-A4", "pass"), Seat(0)).timeout is None
