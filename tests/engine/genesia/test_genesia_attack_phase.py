"""Genesia's rounds of war or peace: the peoples that choose, secrets, the order of the assaults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from engine.chance import SeededChance
from engine.game import BadOptions, BadPosition, IllegalMove, NotYourTurn, Seat
from engine.genesia.combat import assault, attack_phase
from engine.genesia.model import ChooseStance, GenesiaOptions, Phase, Stance, StandingOrder, WarOrder
from engine.genesia.phases import setup
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from engine.kit.stages import events_in
from tests.engine.genesia.genesia_fights import (
    ALWAYS_HOLD,
    ALWAYS_SPARE,
    ALWAYS_STORM,
    COINS,
    FORCE,
    PRIZE,
    RAISE,
    SHIELD,
    act,
    acts,
    begin_attack,
    board,
    chance,
    choose_stances,
    codes,
    event_inputs,
    laid_cards,
    legal_texts,
    printed_cards,
    table,
    war,
)

PHASES_OF_PEACE = (Phase.END, Phase.OVER)


@pytest.fixture(autouse=True)
def _cards() -> Iterator[None]:
    with laid_cards():
        yield


def three(**rest: Any) -> State:
    """Return three peoples; the first and the third can attack the second, and the second the third."""
    return begin_attack("A1:5", "A4:3", "A7:2 A6:4", **rest)


def test_all_who_could_attack_choose_in_turn_order() -> None:
    """Attaque: "positionnez … votre tuile Guerre ou Paix … simultanément avec les autres joueurs"."""
    assert attack_phase.pending(three()) == (0, 1, 2)
    assert attack_phase.pending(three(order="CBA")) == (2, 1, 0)


def test_a_people_that_can_attack_nobody_gets_peace_without_a_choice() -> None:
    state = begin_attack("A1:2", "A4:1", "A7:1")
    assert attack_phase.pending(state) == (0,)
    assert (state.hidden[1].stance, state.hidden[2].stance) == (Stance.PEACE, Stance.PEACE)
    with pytest.raises(NotYourTurn):
        GENESIA.parse(state, Seat(2), "war")


@pytest.mark.parametrize("card", [COINS, SHIELD, FORCE, RAISE])
def test_the_holder_of_any_card_chooses_if_some_card_in_use_could_help(card: int) -> None:
    """Nobody knows which card it is: one that has not been seen yet in this Age brings clans home."""
    assert attack_phase.pending(begin_attack("A1:2", "A4:1", "A7:1", hands=[[], [], [card]])) == (0, 2)


def test_the_holder_of_a_card_does_not_choose_if_no_card_in_use_helps() -> None:
    """The two cards in use, 61 and 62, bring neither force nor reach nor clans in the attack phase."""
    with printed_cards(), pytest.MonkeyPatch.context() as box:
        box.setattr(assault, "cards_in_use", lambda *_: (61, 62))
        for card, asked in ((61, (0,)), (62, (0,))):
            assert attack_phase.pending(begin_attack("A1:2", "A4:1", "B0:1", hands=[[], [], [card]])) == asked


def test_a_people_that_an_assault_has_enabled_to_attack_chooses_in_the_next_round() -> None:
    state = begin_attack("A1:5", "A4:3", "A7:2")
    assert attack_phase.pending(state) == (0, 1)
    state = acts(choose_stances(state, 0), "assault A1-A4", "lose 3 enter 1")
    assert attack_phase.pending(state) == (2,), "one clan is left where three were"


def test_the_conditions_of_an_assault_are_checked_at_the_peoples_turn() -> None:
    """Cas particulier: "si à votre tour de jouer, vous ne respectez plus ces conditions, … vous passez"."""
    state = choose_stances(three(), 0, 2)
    state = acts(state, "assault A1-A4", "lose 3 enter 1")
    assert (state.phase, attack_phase.pending(state)) == (Phase.ASSAULT, (2,)), (
        "one clan is left where three were"
    )
    assert [each for each in legal_texts(state, 2) if "lose" not in each] == [
        "assault A6-A4",
        "assault A7-A4",
        "order never",
        "order city",
        "order guard",
        "stand target",
        "stand peace",
    ]


def test_a_people_without_clans_but_with_a_card_chooses_too() -> None:
    assert attack_phase.pending(begin_attack("A1:5", "A4:1", "", hands=[[], [], [SHIELD]])) == (0, 2)


def test_a_people_without_clans_and_cards_gets_peace_without_a_choice() -> None:
    state = begin_attack("A1:5", "A4:3", "A7:0+")
    assert attack_phase.pending(state) == (0, 1), "a city alone does not fight"
    assert state.hidden[2].stance is Stance.PEACE
    assert attack_phase.moves(state, 2) == ()


def test_there_is_peace_at_once_if_nobody_can_attack() -> None:
    state, told = attack_phase.begin(table("A1:2", "A4:2"), chance())
    events = events_in(told)
    assert state.phase in PHASES_OF_PEACE
    assert codes(events)[0] == "peace"


def test_solo_goes_straight_to_the_end_of_the_age() -> None:
    state, _ = attack_phase.begin(replace(table("A1:5", "A4:1"), seats=1), chance())
    assert state.phase in PHASES_OF_PEACE


def test_choices_are_sealed_until_the_last_one() -> None:
    state, events = act(three(), 0, "war")
    (sealed,) = events
    assert (sealed.code, sealed.to) == ("genesia.stood", frozenset((Seat(0),)))
    assert state.attack_round is not None
    assert state.attack_round.stances == (None, None, None)
    assert attack_phase.pending(state) == (1, 2)


def test_a_choice_can_be_changed_until_the_last_one_is_in() -> None:
    state = acts(three(), "war")
    assert legal_texts(state, 0)[:3] == ["war", "peace", "truce"]
    state, events = act(state, 0, "peace")
    assert event_inputs(events, "stood") == {"people": 0, "stand": "peace", "changed": True}
    state, _ = act(state, 2, "peace")
    state, events = act(state, 1, "war")
    assert event_inputs(events, "stood") == {"people": 1, "stand": "war", "changed": False}
    assert event_inputs(events, "stances") == {"war": (1,), "peace": (0, 2)}
    with pytest.raises(IllegalMove) as raised:
        act(state, 0, "war")
    assert raised.value.code == "genesia.chosen"
    assert attack_phase.moves(state, 0) == ()


def test_all_are_revealed_together() -> None:
    state = acts(three(order="CBA"), "peace", "war")
    _, events = act(state, 0, "truce")
    shown = next(event for event in events if event.code == "genesia.stances")
    assert (shown.to, shown.revealed) == (None, True)
    assert shown.inputs == {"war": (1,), "peace": (2, 0)}, "the table sees a truce as peace"


def test_peace_of_all_ends_the_attack_phase() -> None:
    state, events = act(acts(three(), "peace", "peace"), 2, "peace")
    assert codes(events)[:3] == ["stood", "stances", "peace"]
    assert state.phase in PHASES_OF_PEACE
    assert all(hidden.stance is None for hidden in state.hidden)


def test_assaults_are_made_in_turn_order_one_each() -> None:
    state = choose_stances(three(order="CBA"), 0, 1)
    assert attack_phase.pending(state) == (1,)
    state = acts(state, "assault A4-A7", "lose 1")
    assert attack_phase.pending(state) == (0,)
    state = acts(state, "assault A1-A4", "lose 1")
    assert (state.phase, state.attack_round and state.attack_round.number) == (Phase.STANCE, 2)


def test_a_people_that_chose_peace_makes_no_assault_even_when_attacked() -> None:
    state = acts(choose_stances(three(), 0), "assault A1-A4", "lose 1")
    assert (state.phase, attack_phase.pending(state)) == (Phase.STANCE, (0, 2))
    assert state.attack_round is not None
    assert state.attack_round.number == 2


def test_war_may_follow_peace() -> None:
    state = acts(choose_stances(begin_attack("A1:5", "A4:3", "A7:1"), 0), "assault A1-A4", "lose 1")
    state = choose_stances(state, 1)
    assert (state.phase, attack_phase.pending(state)) == (Phase.ASSAULT, (1,))


def test_one_people_alone_may_attack_round_after_round() -> None:
    state = war("A1:5", "A4:4")
    for _ in range(4):
        state = acts(state, "assault A1-A4", "lose 1")
        if state.phase is Phase.STANCE:
            state = choose_stances(state, 0)
    assert (board(state, 0), board(state, 1)) == ("A1:1", "")


def test_a_people_that_can_no_longer_attack_is_passed_over() -> None:
    state = acts(choose_stances(three(), 0, 1), "assault A1-A4")
    state, events = act(state, 0, "lose 3 enter 2")
    assert event_inputs(events, "passed") == {"people": 1}
    assert (state.phase, state.attack_round and state.attack_round.number) != (Phase.ASSAULT, 1)


def test_a_people_with_a_card_passes_by_its_own_move() -> None:
    state = choose_stances(three(hands=[[], [FORCE], []]), 0, 1)
    state = acts(state, "assault A1-A4", "pass", "lose 3 enter 2")
    assert (state.phase, attack_phase.pending(state)) == (Phase.ASSAULT, (1,))
    state, events = act(state, 1, "pass")
    assert codes(events)[0] == "passed"


def test_discarding_the_last_card_passes_too() -> None:
    state = choose_stances(begin_attack("A1:1", "A4:2", hands=[[FORCE], []]), 0)
    _, events = act(state, 0, f"discard {FORCE}")
    assert "passed" in codes(events)


# The Peace Prize


def test_the_owner_of_the_peace_prize_does_not_choose() -> None:
    state = three(hands=[[], [FORCE], []], intents=[[], [PRIZE], []])
    assert attack_phase.pending(state) == (0, 2)
    with pytest.raises(IllegalMove) as raised:
        attack_phase.check_pacifist(state, 1)
    assert raised.value.code == "genesia.pacifist"


# Truce: peace until attacked


def test_a_truce_answers_in_every_round() -> None:
    state = acts(begin_attack("A1:5 A6:1", "A4:3 A2:6", "A5:5 A7:1"), "war", "peace", "truce")
    state = acts(state, "assault A1-A4", "lose 1")
    assert attack_phase.pending(state) == (0, 1, 2), "nobody can tell from the question"
    assert attack_phase.standing_move(state, Seat(2)) == ChooseStance(Stance.TRUCE)
    assert attack_phase.standing_move(state, Seat(0)) is None
    sealed, _ = act(state, 2, "truce")
    assert attack_phase.pending(sealed) == (0, 1)
    assert attack_phase.standing_move(sealed, Seat(2)) is None
    state, _ = act(state, 2, "war")
    assert not state.hidden[2].truce, "it may still be called off"


def test_a_truce_ends_when_an_assault_costs_something() -> None:
    state = acts(begin_attack("A1:5", "A4:3", "A7:1"), "war", "truce")
    assert state.hidden[1].truce
    state = acts(state, "assault A1-A4", "lose 1")
    assert (state.hidden[1].truce, state.public[1].attacked) == (False, True)


def test_an_assault_that_costs_nobody_anything_breaks_no_truce() -> None:
    state = begin_attack("A1:5", "A4:3", "A7:1", intents=[[ALWAYS_SPARE], [ALWAYS_HOLD], []])
    state = acts(state, "war", "truce", "assault A1-A4", "lose 1")
    assert (state.hidden[1].truce, state.public[1].attacked) == (True, True)


def test_truces_of_all_peoples_make_peace() -> None:
    state = acts(three(), "truce", "truce", "truce")
    assert state.phase in PHASES_OF_PEACE


def at_war() -> State:
    """A position in which everybody is asked and can attack."""
    return begin_attack("A1:5 A6:1", "A4:3 A2:6", "A5:5 A7:1")


def test_a_truce_may_follow_a_list_of_assaults() -> None:
    state, _ = act(at_war(), 0, "campaign A1-A4 lose 1; truce")
    assert (state.hidden[0].truce_follows, state.hidden[0].stance) == (True, Stance.WAR)
    assert GENESIA.view(state, Seat(0)).stance is Stance.WAR
    assert GENESIA.view(state, Seat(0)).truce_follows
    state = choose_stances(state)
    assert house_answer(state, 0) == "assault A1-A4 lose 1"
    state, _ = act(state, 0, "assault A1-A4 lose 1")
    assert state.hidden[0].campaign == ()
    assert house_answer(state, 0) == "truce", "the list is over"
    assert GENESIA.view(state, Seat(0)).stance is Stance.TRUCE


def test_a_truce_behind_a_list_goes_with_it() -> None:
    state, _ = act(at_war(), 0, "campaign A1-A4 lose 1; A1-A4; truce")
    for text in ("campaign off", "peace", "campaign A1-A4 lose 1"):
        after, _ = act(state, 0, text)
        assert (after.hidden[0].truce, after.hidden[0].truce_follows) == (False, False), text


def test_a_truce_behind_a_list_begins_when_the_list_becomes_impossible() -> None:
    state, _ = act(at_war(), 0, "campaign A1-A4 lose 1; A1-A2; truce")
    state, _ = act(choose_stances(state), 0, "assault A1-A4 lose 1")
    own = state.hidden[0]
    assert (own.campaign, own.truce, own.truce_follows) == ((), True, False)


def test_an_assault_on_the_people_calls_off_the_truce_behind_its_list() -> None:
    state, _ = act(at_war(), 1, "campaign A2-A1; A2-A1; truce")
    state = choose_stances(act(state, 0, "war")[0])
    assert state.hidden[1].truce_follows
    state = acts(state, "assault A1-A4", "lose 1")
    assert not state.hidden[1].truce_follows


@pytest.mark.parametrize("listed", ["campaign A1-A4 lose 1", "campaign off"])
def test_a_list_of_assaults_leaves_a_truce_in_force(listed: str) -> None:
    """Logs from before a truce could follow a list must lead to the same positions."""
    state, _ = act(at_war(), 0, "truce")
    state, _ = act(state, 0, "campaign A1-A4 lose 2")
    state, _ = act(state, 0, listed)
    assert state.hidden[0].truce
    will = GENESIA.position(state).split()[7].split("/")[6:]
    written = "-" if listed == "campaign off" else "assault_A1-A4_lose_1"
    assert will == ["truce", "1", "ask", "ask", "-", written]


def test_a_position_tells_a_truce_that_follows_only_where_one_does() -> None:
    plain, _ = act(at_war(), 0, "campaign A1-A4 lose 1")
    state, _ = act(at_war(), 0, "campaign A1-A4 lose 1; truce")
    for after in (plain, state):
        assert GENESIA.read_position(GENESIA.position(after)) == after
    assert GENESIA.position(plain) == GENESIA.position(state).replace(";truce", "")
    with pytest.raises(BadPosition):
        GENESIA.read_position(GENESIA.position(state).replace("assault_A1-A4_lose_1;truce", "-;truce"))


def test_an_assault_named_with_war_is_made_soon_and_no_other_answer_is() -> None:
    """That it was named shows nothing of a hand. How soon a stance or a defender's answer comes could."""

    def soon(state: State) -> list[bool]:
        return [attack_phase.defaults(state, Seat(seat)).soon for seat in range(3)]

    state, _ = act(at_war(), 0, "campaign A1-A4 lose 1; A1-A4")
    sealed = choose_stances(state)
    assert soon(sealed) == [True, False, False]
    after, _ = act(sealed, 0, "assault A1-A4 lose 1")
    assert house_answer(after, 0) == "war"
    assert not any((*soon(state), *soon(after)))


# Orders about war, for the match


@pytest.mark.parametrize("order", ["stand ask", "stand target", "campaign off", "order never"])
def test_the_answer_of_an_order_depends_only_on_public_facts(order: str) -> None:
    """A watcher sees the same at two tables that look alike, with and without a secret truce."""
    plain = begin_attack("A1:5 A6:1", "A4:3 A2:6", "A5:5 A7:1")
    truce = replace(plain, hidden=(*plain.hidden[:2], replace(plain.hidden[2], truce=True)))
    assert attack_phase.standing_move(truce, Seat(2)) == ChooseStance(Stance.TRUCE)
    for state in (plain, truce):
        after, _ = act(state, 2, order)
        assert attack_phase.pending(after) == (0, 1, 2)


def house_answer(state: State, people: int) -> str | None:
    """Return the text of the move that the house makes for that people, if any."""
    answer = attack_phase.standing_move(state, Seat(people))
    return None if answer is None else str(answer)


def test_an_order_keeps_peace_until_there_is_a_target() -> None:
    state, events = act(begin_attack("A1:5", "A4:3", "A7:2", hands=[[], [], [SHIELD]]), 2, "stand target")
    assert event_inputs(events, "war_ordered") == {"people": 2, "rest": "target"}
    assert events[0].to == {2}
    assert attack_phase.pending(state) == (0, 1), "the order is also the answer"
    state = acts(choose_stances(state, 0), "assault A1-A4", "lose 1")
    assert attack_phase.pending(state) == (0, 2), "nobody can tell from the question"
    assert (house_answer(state, 2), house_answer(state, 0)) == ("peace", None)
    state = acts(choose_stances(state, 0), "assault A1-A4", "lose 2 enter 1")
    assert house_answer(state, 2) is None, "one clan is left where three were"


@pytest.mark.parametrize(
    ("card", "answer"), [(FORCE, None), (RAISE, None), (SHIELD, "peace"), (COINS, "peace")]
)
def test_the_house_chooses_peace_for_a_hand_that_helps_no_assault(card: int, answer: str | None) -> None:
    """The people is asked all the same, and the house answers after a delay, so the hand stays secret."""
    state = begin_attack("A1:2", "A4:1", "A7:1", hands=[[], [], [card]])
    assert attack_phase.pending(state) == (0, 2)
    assert house_answer(state, 2) == answer
    assert house_answer(state, 0) is None, "it can attack"


def test_a_card_that_helps_no_assault_may_still_pay_for_recruits() -> None:
    state = begin_attack(
        "A1:2",
        "A4:1",
        "A7:1",
        hands=[[], [], [SHIELD]],
        options=GenesiaOptions(objectives=False, attack_recruits=True),
    )
    assert house_answer(state, 2) is None, "its discard pays for clans"


def test_peace_in_every_round_survives_an_attack_and_the_age() -> None:
    state, _ = act(begin_attack("A1:9", "A4:5 A2:1", "A7:1"), 1, "stand peace")
    assert state.hidden[1].stance is Stance.PEACE
    for _ in range(2):
        state = acts(choose_stances(state, 0), "assault A1-A4", "lose 1")
        assert house_answer(state, 1) == "peace"
    assert house_answer(state, 1) == "peace"
    begun_anew, _ = setup.begin_age(state, 2, SeededChance(b"age", 1))
    assert begun_anew.hidden[1].war_order is WarOrder.PEACE
    assert begun_anew.hidden[0].war_order is WarOrder.ASK


def test_a_list_of_assaults_is_made_one_a_round_in_order() -> None:
    state = begin_attack("A1:9", "A4:3 A2:1", "A7:1")
    state, events = act(state, 0, "campaign A1-A4 lose 3 enter 3; A1-A2 lose 1, A4-A7")
    assert event_inputs(events, "campaign")["assaults"] == ("A1-A4 lose 3 enter 3", "A1-A2 lose 1", "A4-A7")
    assert events[0].to == {0}
    assert state.hidden[0].stance is Stance.WAR, "the list of assaults is also the answer"
    made: list[str] = []
    while True:
        for other in attack_phase.pending(state):
            if state.phase is Phase.STANCE and other:
                state, _ = act(state, other, "peace")
        answer = house_answer(state, 0)
        if answer is None:
            break
        made.append(answer)
        state, _ = act(state, 0, answer)
    assert made == [
        "assault A1-A4 lose 3 enter 3",
        *("war", "assault A1-A2 lose 1"),
        *("war", "assault A4-A7"),
    ]
    assert (state.phase, state.hidden[0].campaign) == (Phase.LOSSES, ())


def test_a_list_of_assaults_is_over_when_its_next_one_cannot_be_made() -> None:
    state, _ = act(begin_attack("A1:5", "A4:3", "A7:2 A6:6"), 0, "campaign A1-A4 lose 1; A1-A7")
    state, _ = act(state, 0, "war")
    state = acts(state, "peace", "peace")
    state, events = act(state, 0, "assault A1-A4 lose 1")
    assert event_inputs(events, "campaign_over") == {"people": 0, "assault": "A1-A7"}
    assert (state.phase, state.hidden[0].campaign, house_answer(state, 0)) == (Phase.STANCE, (), None)


def test_war_and_the_assault_are_one_message() -> None:
    state = begin_attack("A1:9", "A4:3 A2:1", "A7:2 A6:4")
    assert "assault A1-A4 lose 3 enter 3" in legal_texts(state, 0)
    state, events = act(state, 0, "assault A1-A4 lose 3 enter 3")
    assert {each.to for each in events} == {frozenset((Seat(0),))}, "it is sealed like bare war"
    assert (state.hidden[0].stance, attack_phase.pending(state)) == (Stance.WAR, (1, 2))
    state = acts(state, "peace", "peace")
    assert (state.phase, house_answer(state, 0)) == (Phase.ASSAULT, "assault A1-A4 lose 3 enter 3")
    state, _ = act(state, 0, "assault A1-A4 lose 3 enter 3")
    assert (board(state, 0), board(state, 1)) == ("A1:3 A4:3", "A2:1")


def test_an_assault_that_became_impossible_in_the_round_is_chosen_again() -> None:
    state = begin_attack("A1:5", "A4:3", "A7:5 A6:1")
    state, _ = act(state, 0, "assault A1-A4 lose 3 enter 1")
    state, _ = act(state, 2, "assault A7-A4 lose 3 enter 1")
    state, _ = act(state, 1, "peace")
    state, _ = act(state, 0, "assault A1-A4 lose 3 enter 1")
    assert (state.phase, house_answer(state, 2)) == (Phase.ASSAULT, None)
    assert "assault A7-A4 lose 1 enter 4" in legal_texts(state, 2)


@pytest.mark.parametrize("change", ["peace", "truce"])
def test_a_change_to_peace_drops_the_list_of_assaults(change: str) -> None:
    state, _ = act(begin_attack("A1:9", "A4:3", "A7:1"), 0, "assault A1-A4 lose 1")
    state, events = act(state, 0, change)
    assert state.hidden[0].campaign == ()
    assert event_inputs(events, "campaign") == {"people": 0, "assaults": (), "truce": False}
    assert state.hidden[0].stance is Stance(change)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("assault A1-A2", "no_rival"),
        ("assault A1-A7", "out_of_reach"),
        ("assault A1-A4 lose 9", "lose_range"),
    ],
)
def test_war_names_only_an_assault_that_could_be_made(text: str, code: str) -> None:
    before = begin_attack("A1:5", "A4:3", "A7:6")
    with pytest.raises(IllegalMove) as raised:
        act(before, 0, text)
    assert raised.value.code == f"genesia.{code}"


def test_a_list_is_taken_back_and_never_too_long() -> None:
    state, _ = act(begin_attack("A1:5", "A4:3", "A7:2"), 0, "campaign A1-A4 lose 1; A1-A4 lose 1")
    assert "campaign off" not in legal_texts(state, 0), "war was sealed, and peace is chosen"
    state, _ = act(acts(state, "peace"), 0, "assault A1-A4 lose 1")
    assert (state.phase, house_answer(state, 0)) == (Phase.STANCE, "war")
    assert "campaign off" in legal_texts(state, 0)
    state, _ = act(state, 0, "campaign off")
    assert (house_answer(state, 0), 0 in attack_phase.pending(state)) == (None, True)
    for text, code in (
        ("campaign " + "; ".join(["A1-A4"] * 7), "genesia.campaign_long"),
        ("campaign A1-Z9", "genesia.unknown_region"),
    ):
        with pytest.raises(IllegalMove) as raised:
            act(state, 0, text)
        assert raised.value.code == code


# Standing orders


def test_orders_are_given_while_war_and_peace_are_chosen_and_on_the_own_turn() -> None:
    state, events = act(three(), 0, "order never")
    assert (state.hidden[0].standing_order, attack_phase.pending(state)) == (StandingOrder.NEVER, (0, 1, 2))
    assert events[0].to == frozenset((Seat(0),))
    state = acts(choose_stances(state, 0), "order city")
    assert (state.hidden[0].standing_order, state.phase) == (StandingOrder.CITY, Phase.ASSAULT)


def test_an_order_does_not_answer_the_question_of_war_or_peace() -> None:
    state = acts(three(), "order never")
    assert attack_phase.pending(state) == (0, 1, 2)


@pytest.mark.parametrize("text", ["end", "back", "objective 3", "draft 61", "place 1", "pass", "lose 1"])
def test_other_moves_are_refused_while_war_and_peace_are_chosen(text: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        act(three(), 0, text)
    assert raised.value.code == "genesia.not_now"
    assert raised.value.inputs == {"what": text.split()[0], "phase": "stance"}


@pytest.mark.parametrize("weariness", [1, 3, 5])
def test_rounds_of_war_without_losses_end_the_attack_phase(weariness: int) -> None:
    options = GenesiaOptions(objectives=False, weariness=weariness)
    state = begin_attack("A1:1", "A4:1", hands=((FORCE,), ()), options=options)
    for _ in range(weariness - 1):
        state = acts(choose_stances(state, 0), "pass")
        assert state.phase is Phase.STANCE
    state = choose_stances(state, 0)
    _, events = act(state, 0, "pass")
    assert event_inputs(events, "weary") == {"rounds": weariness}
    state = acts(state, "pass")
    assert state.phase is Phase.END
    assert state.attack_round is not None
    assert set(state.attack_round.stances) == {Stance.PEACE}


def test_a_war_with_losses_is_never_cut_short() -> None:
    """ "La phase d'Attaque se termine lors du tour où tout le monde joue la tuile Paix." """
    state = begin_attack("A1:9", "A4:5", intents=[[ALWAYS_SPARE], [ALWAYS_HOLD]])
    calm = ["lose 1"] * (state.options.weariness - 1)
    for text in (*calm, "lose 2", *calm):
        state = acts(choose_stances(state, 0), "assault A1-A4", text)
    assert (state.phase, state.attack_round and state.attack_round.number) == (Phase.STANCE, 6)
    assert (board(state, 0), board(state, 1)) == ("A1:8", "A4:4")
    _, events = act(acts(choose_stances(state, 0), "assault A1-A4"), 0, "lose 1")
    assert "weary" in codes(events)


def test_weariness_is_from_1_to_30_rounds() -> None:
    for weariness in (0, 31):
        with pytest.raises(BadOptions) as raised:
            GENESIA.seats(GenesiaOptions(weariness=weariness))
        assert (raised.value.code, raised.value.inputs) == ("genesia.weariness", {"least": 1, "most": 30})


def test_a_city_that_changes_hands_is_a_loss() -> None:
    state = begin_attack("A1:9", "A4:0+ A2:0+", intents=[[ALWAYS_STORM], []])
    state = acts(choose_stances(state, 0), "assault A1-A4", "lose 0 siege")
    assert state.attack_round is not None
    assert (state.attack_round.number, state.attack_round.calm) == (2, 1)
    state = acts(choose_stances(state, 0), "assault A1-A2", "lose 0")
    assert state.attack_round is not None
    assert (state.attack_round.number, state.attack_round.calm) == (3, 2)
