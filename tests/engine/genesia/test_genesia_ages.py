"""Genesia's ends of Ages: cities, last cards, progress, turn order; and the end of the match."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import Event, IllegalMove, Seat
from engine.genesia import scoring
from engine.genesia.model import End, Phase
from engine.genesia.phases import age_end
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from engine.kit.stages import events_in
from engine.match.plans import preview_plan
from tests.engine.genesia.genesia_positions import (
    act,
    acts,
    board,
    chance,
    codes,
    event_inputs,
    lay_cards,
    legal_texts,
    position,
    refusal,
)


def begin(state: State) -> tuple[State, tuple[Event, ...]]:
    """Return the state after the end of the Age has begun, and its events."""
    state, told = age_end.begin(state, chance())
    return state, events_in(told)


def begin_end(*boards: str, **rest: Any) -> State:
    return age_end.begin(position(*boards, **rest), chance())[0]


# 1 - Créez vos cités


def test_two_clans_in_a_region_build_a_city_there() -> None:
    state = begin_end("A0:2 A1:1 A3:4 A4:3+", "B1:2", hands=[[1], [2]])
    assert board(state, 0) == "A0:2+ A1:1 A3:4+ A4:3+"
    assert board(state, 1) == "B1:2+"


def test_each_people_has_an_event_for_its_cities() -> None:
    _, events = begin(position("A0:2 A3:4", "B1:1", hands=[[1], [2]]))
    assert [event.inputs for event in events] == [{"people": 0, "at": ("A0", "A3"), "missed": ()}]


def test_in_a_shared_home_land_each_people_counts_alone() -> None:
    state = begin_end("B0:2", "B0:1", "B0:2", hands=[[1], [2], [3]])
    assert [board(state, people) for people in range(3)] == ["B0:2+", "B0:1", "B0:2+"]


def test_twenty_cities_are_all_there_are() -> None:
    full = " ".join(f"G{n}:0+" for n in range(13)) + " " + " ".join(f"B{n}:0+" for n in range(1, 7))
    state, events = begin(position(f"A1:2 A2:2 {full}", "", hands=[[1], [2]]))
    assert board(state, 0).startswith("A1:2+ A2:2 B1")
    assert state.public[0].cities.bit_count() == 20
    assert event_inputs(events, "cities") == {"people": 0, "at": ("A1",), "missed": ("A2",)}


def test_the_last_cities_rise_where_the_regions_are_worth_most() -> None:
    full = " ".join(f"G{n}:0+" for n in range(13)) + " " + " ".join(f"B{n}:0+" for n in range(1, 6))
    before = position(f"A0:2 A1:2 A3:2 A4:2 A5:2 A6:2 {full}", "", hands=[[1], [2]])
    state, events = begin(before)
    assert board(state, 0).startswith("A0:2 A1:2 A3:2+ A4:2 A5:2 A6:2+ ")
    assert event_inputs(events, "cities") == {
        "people": 0,
        "at": ("A3", "A6"),
        "missed": ("A0", "A1", "A4", "A5"),
    }


def test_a_people_with_twenty_cities_learns_where_none_is_built() -> None:
    full = " ".join(f"G{n}:0+" for n in range(13)) + " " + " ".join(f"B{n}:0+" for n in range(1, 8))
    before = position(f"A1:2 A2:2 {full}", "", hands=[[1], [2]])
    state, events = begin(before)
    assert state.public == before.public
    assert event_inputs(events, "cities") == {"people": 0, "at": (), "missed": ("A1", "A2")}


# 2 - Jouez ou défaussez vos cartes


def test_all_peoples_with_cards_left_decide_at_once() -> None:
    state = begin_end("", "", "", hands=[[1], [], [2, 3]], order="CBA")
    assert age_end.pending(state) == (2, 0)
    assert legal_texts(state, 0) == ["discard 1", "end"]


def test_cards_left_in_hand_pay_four_coins_each_and_stay_unseen() -> None:
    state, events = act(begin_end("", "", hands=[[1, 2], []]), "end", 0)
    assert state.public[0].coins == 8
    assert event_inputs(events, "discarded") == {"people": 0, "cards": 2, "coins": 8}
    away = [event for event in events if event.code == "genesia.put_away"]
    assert [(event.inputs["card"], event.to) for event in away] == [(1, {0}), (2, {0})]
    assert state.hidden[0].discards == 0b110


def test_a_people_without_cards_ends_its_plays() -> None:
    state = acts(begin_end("", "", hands=[[1, 2], [3]]), "discard 1", "discard 2")
    assert legal_texts(state, 0) == ["back", "end"], "it may still be taken back"
    assert age_end.pending(acts(state, "end")) == (1,)


# "Simultanément": sealed, then in turn order, copies last

COPY_CARD = "0 | 0 | copy: copy"


def test_everything_is_sealed_until_the_last_has_finished() -> None:
    with lay_cards({1: "0 | 0 | end: coins 2", 3: "0 | 0 | end: coins 7"}):
        before = begin_end("", "", hands=[[1, 2], [3]])
        state, events = act(before, "card 1", 0)
        assert [(event.code, event.to) for event in events] == [("genesia.planned", {0})]
        assert [GENESIA.view(state, seat) for seat in (None, Seat(1))] == [
            GENESIA.view(replace(before, ply=state.ply), seat) for seat in (None, Seat(1))
        ]
        own = GENESIA.view(state, Seat(0))
        assert (own.hands[0], own.coins[0]) == ((2,), 2), "as it would be"
        state, _ = act(state, "end", 0)
        assert (age_end.pending(state), state.public[0].coins) == ((1,), 0)
        state, events = act(act(state, "card 3", 1)[0], "end", 1)
        assert [event.inputs["card"] for event in events if event.code == "genesia.played"] == [1, 3]
        assert [public.coins for public in state.public] == [6, 7]


def test_the_order_of_sealing_changes_nothing() -> None:
    """Steps are carried out in turn order, whichever people seals first."""
    with lay_cards({1: "0 | 0 | end: tribute 3", 2: "0 | 0 | end: tribute 3"}):
        finals = []
        for first in (0, 1):
            state = begin_end("", "", hands=[[1], [2]], coins=(2, 2), order="BA")
            for seat in (first, 1 - first):
                state, _ = act(act(state, f"card {seat + 1}", seat)[0], "end", seat)
            finals.append([public.coins for public in state.public])
        assert finals == [[3, 1]] * 2


def test_sealed_steps_can_be_changed_until_all_have_finished() -> None:
    with lay_cards({1: "0 | 0 | end: coins 2"}):
        state = acts(begin_end("", "", hands=[[1, 2], [3]]), "card 1", "back")
        assert (state.hidden[0].steps, legal_texts(state, 0)[0]) == ((), "card 1")
        assert refusal(state, "back", 0) == ("nothing_to_take_back", {})
        state = acts(state, "card 1", "end")
        assert age_end.pending(state) == (1,)
        assert legal_texts(state, 0) == ["discard 2", "back"]
        assert refusal(state, "end", 0)[0] == "not_now", "it has finished"
        changed = act(act(state, "back", 0)[0], "discard 2", 0)[0]
        assert age_end.pending(changed) == (1,), "it stays finished: nobody sees that it has changed anything"
        assert legal_texts(changed, 0) == ["card 1", "discard 1", "back"]
        played = act(act(changed, "card 1", 0)[0], "end", 1)[0]
        kept = act(changed, "end", 1)[0]
        assert [each.public[0].coins for each in (played, kept)] == [6, 8]


def test_a_people_that_has_finished_with_nothing_to_change_has_no_moves() -> None:
    state, _ = act(begin_end("", "", hands=[[1], [2]]), "end", 0)
    assert legal_texts(state, 0) == []


def test_copies_come_last_and_may_name_a_card_that_is_not_played_yet() -> None:
    with lay_cards({7: COPY_CARD, 12: "0 | 0 | end: coins 9"}):
        before = begin_end("", "", hands=[[7], [12]])
        assert "card 7 copy 12" in legal_texts(before, 0)
        state = acts(before, "card 7 copy 12", "end")
        assert age_end.pending(state) == (1,)
        played = acts(state, "card 12", "end")
        assert [public.coins for public in played.public] == [9, 9]
        kept, events = act(state, "end", 1)
        assert [public.coins for public in kept.public] == [4, 4], "not played: four coins for any card"
        assert event_inputs(events, "undone") == {"people": 0, "card": 7}


def test_a_card_that_can_no_longer_be_paid_for_brings_four_coins() -> None:
    with lay_cards({1: "0 | 0 | end: tribute 5", 2: "5 | 0 | end: progress 3"}):
        state = begin_end("", "", hands=[[1], [2]], coins=(0, 5))
        state, _ = act(act(state, "card 2", 1)[0], "end", 1)
        state, events = act(act(state, "card 1", 0)[0], "end", 0)
        assert event_inputs(events, "undone") == {"people": 1, "card": 2}
        assert [public.coins for public in state.public] == [5, 4]


def test_nobody_learns_which_cards_were_discarded_step_by_step() -> None:
    """One public event counts all discards, sealed ones and cards left in hand alike."""
    tellings = []
    for texts in (("discard 1", "discard 2", "end"), ("discard 1", "end"), ("end",)):
        state, events = begin_end("", "", hands=[[1, 2], []]), ()
        for text in texts:
            state, events = act(state, text, 0)
        tellings.append([(event.code, dict(event.inputs)) for event in events if event.to is None])
        assert state.public[0].coins == 8
    assert tellings[0] == tellings[1] == tellings[2]


def test_the_house_ends_the_plays_of_a_hand_without_a_playable_card() -> None:
    with lay_cards({1: "0 | 0 | end: coins 2"}):
        state = begin_end("", "", hands=[[1, 2], [3]])
        assert (GENESIA.defaults(state, Seat(0)).ordered, GENESIA.defaults(state, Seat(1)).ordered) == (
            None,
            End(),
        )
        assert GENESIA.pending(state) == (0, 1), "nobody can tell from the question"


def test_at_the_end_of_an_age_only_cards_with_that_icon_are_played() -> None:
    with lay_cards({1: "0 | 0 | end: coins 2", 2: "0 | 0 | growth: coins 2"}):
        state = begin_end("", "", hands=[[1, 2], [3]])
        assert legal_texts(state, 0) == ["card 1", "discard 1", "discard 2", "end"]
        assert refusal(state, "card 2", 0)[0] == "wrong_phase"


def test_in_solo_one_people_finishes_before_the_other() -> None:
    state = begin_end("", "", hands=[[1], [2]], seats=1, order="BA")
    assert legal_texts(state) == ["discard 2", "end"]
    assert legal_texts(acts(state, "end")) == ["discard 1", "end"]


def test_in_solo_a_people_without_cards_is_passed_over() -> None:
    assert legal_texts(begin_end("", "", hands=[[1], []], seats=1, order="BA")) == ["discard 1", "end"]


# 3 - Comptez vos points de progrès


def test_inventions_of_all_ages_pay_and_cards_of_the_age_once() -> None:
    with lay_cards(
        {1: "0 | 2 | growth: coins 1", 31: "0 | 3 | growth: coins 1", 32: "0 | 0 | end: progress 4"}
    ):
        state = begin_end("", "", age=2, hands=[[32], []], inventions=(1, 31))
        state, events = act(acts(state, "card 32"), "end")
        counted = [event.inputs for event in events if event.code == "genesia.counted"]
        assert counted[0] == {"people": 0, "age": 2, "cards": 4, "inventions": 5, "total": 9}
        assert state.public[0].progress == (0, 9)
        assert acts(state, "place 1").public[0].bonus == 0


def test_example_an_invention_of_the_first_age_pays_three_times() -> None:
    """«les cartes Invention de l'Âge I rapporteront donc 3 fois leurs points, une fois à chaque Âge»"""
    with lay_cards({1: "0 | 4 | growth: coins 1"}):
        state = acts(position("", "", hands=[[1], []]), "card 1")
        coins = state.public[0].coins
        while state.phase is not Phase.OVER:
            seat = GENESIA.pending(state)[0]
            chosen = GENESIA.moves(state, seat)
            calm = ("end", "peace", "place 1", "pass")
            state, _ = act(state, next((t for t in calm if t in map(str, chosen)), str(chosen[0])), seat)
        assert state.public[0].progress == (4, 4, 4)
        assert state.public[1].progress == (0, 0, 0)
        assert scoring.sheet(state, 0, True).total == 12
    assert coins == 1, "its effect comes once"


# 4 - Ordre de jeu pour l'Âge suivant


def with_progress(*points: int, order: str = "", **rest: Any) -> State:
    """Return the end of an Age in which the peoples have made this many points."""
    state = position(*[""] * len(points), order=order, **rest)
    public = tuple(replace(own, bonus=bonus) for own, bonus in zip(state.public, points, strict=True))
    return age_end.begin(replace(state, public=public), chance())[0]


def test_example_red_chooses_first_then_grey_then_black_and_green_takes_what_is_left() -> None:
    """Green, red, grey and black are the peoples 0 to 3, and play in this order."""
    state = with_progress(9, 1, 4, 4)
    assert state.phase is Phase.PLACE
    assert state.choosing == (1, 2, 3, 0)
    state = acts(state, "place 1", "place 4")
    state, events = act(state, "place 2")
    assert state.order == (1, 3, 0, 2)
    assert [e.inputs for e in events if e.code == "genesia.placed"] == [
        {"people": 3, "place": 2},
        {"people": 0, "place": 3},
    ]
    assert event_inputs(events, "order") == {"order": (1, 3, 0, 2)}


def test_ties_choose_in_the_order_of_this_age() -> None:
    assert with_progress(0, 0, 0, order="BCA").choosing == (1, 2, 0)


def test_only_the_progress_of_this_age_decides_the_order_of_choosing() -> None:
    state = position("", "", age=2, hands=[[1], []])
    public = (replace(state.public[0], bonus=3), replace(state.public[1], bonus=2, progress=(9,)))
    state, _ = age_end.begin(replace(state, public=public), chance())
    assert acts(state, "end").choosing == (1, 0)


def test_a_place_must_be_free_and_in_range() -> None:
    state = acts(with_progress(0, 1, 2), "place 2")
    assert legal_texts(state) == ["place 1", "place 3"]
    assert refusal(state, "place 2") == ("place_taken", {"place": 2})
    assert refusal(state, "place 4") == ("place_range", {"most": 3})


def test_the_first_free_place_of_several_is_taken() -> None:
    state = acts(with_progress(0, 1, 2, 3), "place 2")
    assert acts(state, "place 2 3 1").places == (None, 0, 1, None)
    assert refusal(state, "place 2") == ("place_taken", {"place": 2})
    assert refusal(state, "place 1 3 1") == ("place_twice", {"place": 1})
    assert refusal(state, "place 1 5") == ("place_range", {"most": 4})


def test_a_place_can_be_planned_by_peoples_that_choose_later_but_not_last() -> None:
    state = with_progress(0, 1, 2, 3)
    ahead = [GENESIA.anticipate(state, Seat(seat)) for seat in range(4)]
    assert [each is not None for each in ahead] == [False, True, True, False], "the last one has none"
    for seat, each in enumerate(ahead):
        if each is not None:
            assert GENESIA.pending(each) == (Seat(seat),)
            assert legal_texts(each, seat) == ["place 1", "place 2", "place 3", "place 4"]
            assert acts(each, "place 4").choosing, "nothing begins before its time"


def test_who_has_finished_an_age_may_plan_its_place_before_anybody_may_choose() -> None:
    state = position("", "", "", age=2, hands=[[1], [2], [3]])
    state, _ = age_end.begin(state, chance())
    assert GENESIA.anticipate(state, Seat(0)) is None, "its cards come first"
    state = acts(state, "end")
    ahead = GENESIA.anticipate(state, Seat(0))
    assert ahead is not None
    assert legal_texts(ahead, 0) == ["place 1", "place 2", "place 3"]
    assert preview_plan(GENESIA, ahead, Seat(0), "place 3 1 2").contingent
    last, _ = age_end.begin(position("", "", "", age=3, hands=[[1], [2], [3]]), chance())
    assert GENESIA.anticipate(acts(last, "end"), Seat(0)) is None, "no Age follows"


def test_a_plan_of_several_places_holds_whatever_others_take() -> None:
    state, third = with_progress(0, 1, 2, 3), Seat(2)
    ahead = GENESIA.anticipate(state, third)
    assert ahead is not None
    several, one = [preview_plan(GENESIA, ahead, third, text).digest for text in ("place 2 1 3", "place 2")]
    come = acts(state, "place 2", "place 4")
    assert preview_plan(GENESIA, come, third, "place 2 1 3").digest == several
    assert acts(come, "place 2 1 3").order == (2, 0, 3, 1)
    with pytest.raises(IllegalMove):
        preview_plan(GENESIA, come, third, "place 2")
    assert preview_plan(GENESIA, acts(state, "place 1", "place 4"), third, "place 2").digest != one


# From Age to Age


def test_coins_and_inventions_stay_and_everything_else_begins_anew() -> None:
    state = position(
        "A1:1",
        "",
        coins=3,
        inventions=(5,),
        intents=(61,),
        price=1,
        attacked=True,
        free_moves=2,
        hands=[[1], [2]],
    )
    state = acts(age_end.begin(state, chance())[0], "end", "end", "place 2")
    assert (state.age, state.phase) == (2, Phase.DRAFT)
    public = state.public[0]
    assert (public.coins, public.inventions) == (3 + 4 + 15, (5,))
    assert (public.intents, public.price, public.attacked, public.free_moves) == ((), 2, False, 0)
    assert state.played == ()
    assert all(hidden.discards == 0 for hidden in state.hidden)
    assert board(state, 0) == "A1:1"


def test_the_match_ends_after_the_third_age_and_everything_is_revealed() -> None:
    state, events = begin(position("A1:1", "B1:1 B2:1", age=3))
    assert state.phase is Phase.OVER
    assert state.result is not None
    assert state.result.ranks == (2, 1)
    assert codes(events) == ["counted", "counted", "scored", "scored", "won"]
    assert event_inputs(events, "won") == {"winners": (1,), "total": 2, "reason": "genesia.complete"}
