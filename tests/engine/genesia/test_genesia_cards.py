"""Genesia's cards: each effect, the phases and places in which cards may be played, and copies."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import Seat
from engine.genesia.cards import modes
from engine.genesia.model import CARDS, GenesiaOptions, Kind, Phase, Timing
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
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

ME = "A1:2 A4:1+ A6:0+"


def with_card_40(cost: str, me: str = ME, rival: str = "", **rest: Any) -> State:
    """Return a people with card 40 in hand, which the test has put into the box at this cost."""
    assert CARDS[40].cost == int(cost)
    return position(me, rival, **{"age": 2, "hands": [[40]], "coins": 5, **rest})


# Effects of cards


@pytest.mark.parametrize(
    ("says", "text", "after"),
    [
        ("clans 2 at home", "card 40", "A0:2 A1:2 A4:1+ A6:0+"),
        ("clans 1 at cities", "card 40", "A1:2 A4:2+ A6:1+"),
        ("clans 2 at city", "card 40 A6", "A1:2 A4:1+ A6:2+"),
        ("clans 2 at own", "card 40 A1", "A1:4 A4:1+ A6:0+"),
        ("clans 1 at frontier", "card 40 A8", "A1:2 A4:1+ A6:0+ A8:1"),
        ("clans 3 at rival", "card 40 B0", "A1:2 A4:1+ A6:0+ B0:3"),
        ("city at own", "card 40 A1", "A1:2+ A4:1+ A6:0+"),
        ("city at home", "card 40", "A0:0+ A1:2 A4:1+ A6:0+"),
        ("city at rival", "card 40 B0", "A1:2 A4:1+ A6:0+ B0:0+"),
        ("clans 1 per 2 cities max 4 at home", "card 40", "A0:1 A1:2 A4:1+ A6:0+"),
        ("clans 2 per 1 regions max 5 at home", "card 40", "A0:5 A1:2 A4:1+ A6:0+"),
    ],
)
def test_clans_and_cities_come_where_the_card_says(says: str, text: str, after: str) -> None:
    with lay_cards({40: f"0 | 0 | growth: {says}"}):
        state = with_card_40("0")
        assert [move for move in legal_texts(state) if move.startswith("card")].count(text) == 1
        assert board(acts(state, text), 0) == after


@pytest.mark.parametrize(
    ("says", "places"),
    [
        ("clans 1 at city", "A4 A6"),
        ("clans 1 at own", "A1 A4 A6"),
        ("clans 1 at frontier", "A2 A3 A8"),
        ("clans 1 at rival", "B0"),
        ("city at own", "A1"),
        ("city at rival", "B0"),
    ],
)
def test_only_places_that_fit_are_offered(says: str, places: str) -> None:
    with lay_cards({40: f"0 | 0 | growth: {says}"}):
        state = with_card_40("0", rival="A5:1 A7:0+")
        assert [move[8:] for move in legal_texts(state) if move.startswith("card")] == places.split()
        assert refusal(state, "card 40 G0") == ("wrong_place", {"card": 40, "region": "G0"})
        assert refusal(state, "card 40") == ("where", {"card": 40})


def test_a_frontier_is_next_to_a_region_held_and_never_a_home_land() -> None:
    with lay_cards({40: "0 | 0 | growth: clans 1 at frontier"}):
        state = with_card_40("0", me="A1:1")
        assert [move[8:] for move in legal_texts(state) if move.startswith("card")] == ["A2", "A3", "A4"]


def test_coins_come_from_the_bank_and_may_be_counted() -> None:
    with lay_cards({40: "0 | 0 | growth: coins 2 per 1 cities max 3"}):
        state, events = act(with_card_40("0"), "card 40")
        assert state.public[0].coins == 8
        assert event_inputs(events, "gained_coins") == {"people": 0, "coins": 3}


def test_movements_price_and_passage_last_as_they_say() -> None:
    with lay_cards({40: "0 | 0 | growth: moves 3, price 1, passage"}):
        state = acts(with_card_40("0"), "card 40")
        public = state.public[0]
        assert (public.free_moves, public.price, public.passage) == (3, 1, True)
        state = acts(state, "recruit 5 A0", "end", "end")
        assert state.public[0].coins == 0
        public = acts(state, "end").public[0]
        assert (public.free_moves, public.price, public.passage) == (0, 1, False)


def test_tribute_is_paid_by_every_rival_that_can() -> None:
    with lay_cards({40: "0 | 0 | growth: tribute 2"}):
        state = position("", "", "", "", age=2, hands=[[40], [], [], []], coins=(1, 5, 1, 0))
        state, events = act(state, "card 40")
        assert [public.coins for public in state.public] == [4, 3, 0, 0]
        paid = [event.inputs for event in events if event.code == "genesia.tribute"]
        assert paid == [{"people": 0, "rival": 1, "coins": 2}, {"people": 0, "rival": 2, "coins": 1}]


def test_a_leap_takes_up_to_so_many_clans_of_one_region_over_everything() -> None:
    with lay_cards({40: "0 | 0 | expansion: leap 2 within 3"}):
        state = with_card_40("0", me="A0:3", rival="A1:1 A2:1", phase=Phase.EXPANSION)
        state, events = act(state, "card 40 A0-A6")
        assert board(state, 0) == "A0:1 A6:2"
        assert state.public[0].coins == 5
        assert event_inputs(events, "leapt") == {"people": 0, "clans": 2, "start": "A0", "at": "A6"}


def test_fewer_clans_than_the_card_allows_may_leap() -> None:
    with lay_cards({40: "0 | 0 | expansion: leap 3 within 3"}):
        state = with_card_40("0", me="A0:5 A4:2", phase=Phase.EXPANSION)
        after, events = act(state, "card 40 A0-A6 x1")
        assert board(after, 0) == "A0:4 A4:2 A6:1"
        assert event_inputs(events, "leapt") == {"people": 0, "clans": 1, "start": "A0", "at": "A6"}
        assert board(acts(state, "card 40 A0-A6 x3"), 0) == board(acts(state, "card 40 A0-A6"), 0)
        leaps = [move[8:] for move in legal_texts(state) if move.startswith("card") and "-A6" in move]
        assert leaps == ["A0-A6", "A0-A6 x2", "A0-A6 x1", "A4-A6", "A4-A6 x1"]
        for text in leaps:
            acts(state, f"card 40 {text}")


def test_no_more_clans_leap_than_the_card_allows_and_the_region_has() -> None:
    with lay_cards({40: "0 | 0 | expansion: leap 3 within 3", 41: "0 | 0 | expansion: clans 1 at own"}):
        state = with_card_40("0", me="A0:5 A4:2", phase=Phase.EXPANSION, hands=[[40, 41]])
        most = {"card": 40, "region": "A0", "most": 3}
        assert refusal(state, "card 40 A0-A6 x4") == ("leap_range", most)
        assert refusal(state, "card 40 A4-A6 x3") == ("leap_range", {"card": 40, "region": "A4", "most": 2})
        assert refusal(state, "card 40 A0-A6 x0") == ("at_least_one", {})
        assert refusal(state, "card 41 A0 x1") == ("no_leap", {"card": 41})
        assert refusal(state, "card 40 A0 x1")[0] == "where"


def test_fewer_clans_may_leap_by_a_copied_leap_too() -> None:
    with lay_cards({37: COPY, 61: "0 | 0 | expansion: leap 3 within 3"}):
        played = [(61, 0, Timing.EXPANSION)]
        state = position("", "B0:4", age=3, phase=Phase.EXPANSION, turn=1, hands=[[], [37]], played=played)
        assert board(acts(state, "card 37 copy 61 B0-B6 x2"), 1) == "B0:2 B6:2"
        assert "card 37 copy 61 B0-B6 x2" in legal_texts(state)


def test_a_leap_ends_where_a_movement_may_end_and_not_too_far() -> None:
    with lay_cards({40: "0 | 0 | expansion: leap 2 within 2"}):
        state = with_card_40("0", me="A0:1 A4:2", rival="A1:1", phase=Phase.EXPANSION)
        leaps = [move[8:] for move in legal_texts(state) if move.startswith("card")]
        assert [leap for leap in leaps if leap.startswith("A0")] == ["A0-A2", "A0-A3", "A0-A4", "A0-A5"]
        assert refusal(state, "card 40 A0-A6")[0] == "wrong_place"
        assert refusal(state, "card 40 A0-A1")[0] == "wrong_place"
        assert refusal(state, "card 40 A4")[0] == "where"


def test_several_effects_are_done_one_after_the_other() -> None:
    with lay_cards({40: "0 | 0 | growth: coins 1, clans 2 at home"}):
        _, events = act(with_card_40("0"), "card 40")
        assert codes(events) == ["played", "gained_coins", "gained_clans"]


def test_progress_counts_for_this_age_alone() -> None:
    with lay_cards({40: "0 | 0 | end: progress 1 per 2 cities max 6"}):
        state = acts(with_card_40("0", phase=Phase.END, hands=[[40], [41]]), "card 40", "end", "end")
        assert state.public[0].bonus == 1
        assert state.public[0].inventions == ()


# The limits of the supply


def test_clans_beyond_thirty_are_not_gained() -> None:
    with lay_cards({40: "0 | 0 | growth: clans 3 at home"}):
        state, events = act(with_card_40("0", me="A1:29"), "card 40")
        assert board(state, 0) == "A0:1 A1:29"
        assert event_inputs(events, "gained_clans") == {"people": 0, "clans": 1, "wanted": 3, "at": "A0"}


def test_a_twenty_first_city_is_not_built() -> None:
    places = [*[f"A{n}" for n in range(1, 10)], *[f"G{n}" for n in range(11)]]
    full = " ".join(f"{code}:0+" for code in places)
    with lay_cards({40: "0 | 0 | growth: city at own"}):
        state, events = act(with_card_40("0", me=f"A0:1 {full}"), "card 40 A0")
        assert state.public[0].cities.bit_count() == 20
        assert codes(events) == ["played", "unbuilt"]
        assert event_inputs(events, "unbuilt") == {"people": 0, "at": "A0", "why": "supply"}


def test_no_second_city_is_built_at_home() -> None:
    with lay_cards({40: "0 | 0 | growth: city at home"}):
        state, events = act(with_card_40("0", me="A0:1+"), "card 40")
        assert board(state, 0) == "A0:1+"
        assert event_inputs(events, "unbuilt") == {"people": 0, "at": "A0", "why": "standing"}


def test_too_few_clans_for_all_cities_go_where_the_regions_are_worth_most() -> None:
    with lay_cards({40: "0 | 0 | growth: clans 2 at cities"}):
        state, events = act(with_card_40("0", me="A0:26+ A1:0+ A3:1+ A4:0+ A6:0+"), "card 40")
        assert board(state, 0) == "A0:26+ A1:0+ A3:2+ A4:0+ A6:2+"
        gained = [(e.inputs["at"], e.inputs["clans"]) for e in events if e.code == "genesia.gained_clans"]
        assert gained == [("A0", 0), ("A1", 0), ("A3", 1), ("A4", 0), ("A6", 2)]


def test_a_card_may_be_played_though_it_gives_nothing() -> None:
    with lay_cards({40: "0 | 0 | growth: clans 1 at cities"}):
        assert codes(act(with_card_40("0", me="A1:1"), "card 40")[1]) == ["played"]


def test_a_card_that_needs_a_place_is_refused_without_one() -> None:
    with lay_cards({40: "0 | 0 | growth: clans 1 at city"}):
        state = with_card_40("0", me="A1:1")
        assert refusal(state, "card 40 A1") == ("no_place", {"card": 40})
        assert not [move for move in legal_texts(state) if move.startswith("card")]


# Coût, inventions, phases


def test_a_card_is_paid_for_when_it_is_played() -> None:
    with lay_cards({40: "3 | 0 | growth: coins 1"}):
        assert acts(with_card_40("3"), "card 40").public[0].coins == 3
        state = with_card_40("3", coins=2)
        assert refusal(state, "card 40") == ("unaffordable", {"card": 40, "cost": 3, "coins": 2})
        assert "card 40" not in legal_texts(state)


def test_an_invention_stays_in_front_of_its_owner() -> None:
    with lay_cards({40: "0 | 2 | growth: coins 1"}):
        state = acts(with_card_40("0"), "card 40")
        assert state.public[0].inventions == (40,)
        assert state.hidden[0].hand == 0


def test_a_card_is_played_in_its_phase_only() -> None:
    with lay_cards({40: "0 | 0 | expansion: moves 1"}):
        state = with_card_40("0")
        assert refusal(state, "card 40") == ("wrong_phase", {"card": 40, "phase": "growth"})
        assert "card 40" in legal_texts(replace(state, phase=Phase.EXPANSION))


def test_a_card_with_four_icons_is_played_in_any_phase() -> None:
    with lay_cards({40: "0 | 0 | growth expansion attack end: coins 6"}):
        for phase in (Phase.GROWTH, Phase.EXPANSION, Phase.END):
            state = acts(with_card_40("0", phase=phase, hands=[[40, 41], [42]]), "card 40")
            assert GENESIA.view(state, Seat(0)).coins[0] == 11


def test_each_mode_of_a_card_has_its_own_phase() -> None:
    with lay_cards({40: "0 | 0 | growth: coins 1 / expansion: moves 4"}):
        assert acts(with_card_40("0"), "card 40").public[0].free_moves == 0
        assert acts(with_card_40("0", phase=Phase.EXPANSION), "card 40").public[0].free_moves == 4


def test_cards_not_in_hand_or_not_in_the_box_are_refused() -> None:
    state = position("", "", hands=[[3], [4]])
    assert refusal(state, "card 4") == ("not_in_hand", {"card": 4})
    assert refusal(state, "card 91") == ("unknown_card", {"card": 91})


def test_a_card_without_a_place_takes_none() -> None:
    with lay_cards({}):
        assert refusal(with_card_40("0"), "card 40 A1") == ("no_where", {"card": 40})
        assert refusal(with_card_40("0"), "card 40 Z1") == ("unknown_region", {"region": "Z1"})


def test_intentions_are_declared_in_growth_and_lie_open() -> None:
    with lay_cards({61: "0 | 0 | intent: force 2"}):
        state = acts(position("", "", age=3, hands=[[61]]), "card 61")
        assert state.public[0].intents == (61,)
        later = position("", "", age=3, phase=Phase.EXPANSION, hands=[[61]])
        assert refusal(later, "card 61")[0] == "wrong_phase"


def test_modifiers_add_up_and_the_longest_range_counts() -> None:
    with lay_cards({61: "0 | 0 | intent: force 2, range 2", 62: "0 | 0 | intent: force 1, range 3"}):
        assert modes.modifier((61, 62), Timing.INTENT, Kind.FORCE) == 3
        assert modes.modifier((61, 62), Timing.INTENT, Kind.RANGE) == 3
        assert modes.modifier((61, 62), Timing.ATTACK, Kind.FORCE) == 0


# Copying

COPY = "0 | 0 | copy: copy"


def before_a_copy(timing: Timing = Timing.GROWTH, **rest: Any) -> State:
    """Return a state in which the second people may copy, with card 37, card 40 of the first."""
    given: dict[str, Any] = {"age": 2, "hands": [[], [37]], "turn": 1, "played": [(40, 0, timing)], **rest}
    return position("A1:2", "B1:2", **given)


def test_a_copy_does_what_an_opponents_card_did_for_the_one_who_copies() -> None:
    with lay_cards({37: COPY, 40: "5 | 0 | growth: clans 2 at home"}):
        state = before_a_copy()
        assert "card 37 copy 40" in legal_texts(state)
        state, events = act(state, "card 37 copy 40")
        assert board(state, 1) == "B0:2 B1:2"
        assert (event_inputs(events, "played")["card"], event_inputs(events, "played")["copied"]) == (37, 40)


def test_a_copy_costs_what_the_copying_card_costs() -> None:
    with lay_cards({37: "2 | 0 | copy: copy", 40: "5 | 0 | growth: coins 1"}):
        assert acts(before_a_copy(coins=2), "card 37 copy 40").public[1].coins == 1


def test_a_copy_asks_for_the_copied_cards_place() -> None:
    with lay_cards({37: COPY, 40: "0 | 0 | growth: clans 2 at own"}):
        state = before_a_copy()
        assert refusal(state, "card 37 copy 40")[0] == "where"
        assert board(acts(state, "card 37 copy 40 B1"), 1) == "B1:4"


def test_a_copied_invention_pays_both() -> None:
    with lay_cards({37: COPY, 40: "0 | 3 | growth: coins 1"}):
        assert acts(before_a_copy(inventions=()), "card 37 copy 40").public[1].inventions == (40,)


def test_a_copied_intent_works_for_the_copier_too() -> None:
    with lay_cards({37: COPY, 61: "0 | 0 | intent: force 1"}):
        state = position("", "", age=3, turn=1, hands=[[], [37]], played=[(61, 0, Timing.INTENT)])
        assert acts(state, "card 37 copy 61").public[1].intents == (61,)


def test_copying_must_say_what_is_copied() -> None:
    with lay_cards({37: COPY}):
        assert refusal(before_a_copy(), "card 37") == ("copy_what", {"card": 37})
        assert refusal(before_a_copy(), "card 37 copy 41") == ("not_copyable", {"card": 41})
        ordinary = before_a_copy(hands=[[], [38]])
        assert refusal(ordinary, "card 38 copy 40") == ("copies_nothing", {"card": 38})


def test_own_cards_are_not_copied() -> None:
    with lay_cards({37: COPY}):
        assert refusal(before_a_copy(played=[(40, 1, Timing.GROWTH)]), "card 37 copy 40")[0] == "not_copyable"


def test_the_mode_that_was_played_is_copied() -> None:
    with lay_cards({37: COPY, 40: "0 | 0 | growth: coins 1 / expansion: coins 9"}):
        state = before_a_copy(Timing.GROWTH, phase=Phase.EXPANSION)
        assert acts(state, "card 37 copy 40").public[1].coins == 1


def test_a_card_may_be_copied_until_the_end_of_the_copiers_next_turn() -> None:
    with lay_cards({37: COPY}):
        state = position("", "", age=2, hands=[[40], [37]])
        state = acts(state, "card 40", "end", "end", "end")
        assert state.phase is Phase.EXPANSION
        assert refusal(state, "card 37 copy 40", 1)[0] == "not_copyable"
        first = position("", "", age=2, hands=[[37], [40]])
        first = acts(first, "end", "card 40", "end")
        assert "card 37 copy 40" in legal_texts(first)


def test_an_intention_may_be_copied_by_those_earlier_in_the_turn_order_when_they_expand() -> None:
    """ "Until the end of their holder's next turn": the first to grow has its next turn in expansion."""
    with lay_cards({37: COPY, 61: "0 | 0 | intent: force 1"}):
        state = acts(position("A1:2", "A3:1", age=3, hands=[[37], [61]]), "end", "card 61", "end")
        assert state.phase is Phase.EXPANSION
        copied = acts(state, "card 37 copy 61")
        assert [public.intents for public in copied.public] == [(61,), (61,)]
        late = acts(state, "end", "end", "war")
        assert late.phase is Phase.ASSAULT
        assert refusal(late, "card 37 copy 61") == ("not_copyable", {"card": 61})


def test_a_card_of_the_end_of_the_age_may_be_copied_in_that_end() -> None:
    with lay_cards({37: COPY, 40: "0 | 0 | end: coins 5", 41: "0 | 0 | growth: coins 1 / end: progress 9"}):
        state = position("", "", age=2, turn=1, phase=Phase.EXPANSION, hands=[[40, 41], [37]])
        state = acts(state, "end")
        assert state.phase is Phase.END
        state = acts(state, "card 40", "end")
        state, events = act(acts(state, "card 37 copy 40"), "end", 1)
        assert state.public[1].coins == 5
        copied = [each.inputs for each in events if each.code == "genesia.played"][1]
        assert (copied["card"], copied["timing"]) == (37, "end"), "as the original was played"


def test_by_option_a_card_may_be_copied_until_the_end_of_the_age() -> None:
    with lay_cards({37: COPY}):
        options = GenesiaOptions(objectives=False, copy_timing="age")  # type: ignore[arg-type]
        state = position("", "", age=2, hands=[[40], [37]], options=options)
        state = acts(state, "card 40", "end", "end", "end")
        assert "card 37 copy 40" in legal_texts(state, 1)


def test_a_copy_of_a_copy_names_the_original() -> None:
    with lay_cards({37: COPY, 38: COPY}):
        state = position("", "", "", age=2, hands=[[40], [37], [38]])
        state = acts(state, "card 40", "end", "card 37 copy 40", "end")
        assert [move for move in legal_texts(state) if move.startswith("card")] == ["card 38 copy 40"]


@pytest.mark.parametrize("timing", [Timing.DEFENCE, Timing.END, Timing.ATTACK])
def test_defence_end_and_attack_cards_are_not_copied_in_expansion(timing: Timing) -> None:
    with lay_cards({37: COPY, 61: f"0 | 0 | {timing}: {'shield' if timing == 'defence' else 'coins 1'}"}):
        state = position(
            "", "", age=3, turn=1, phase=Phase.EXPANSION, hands=[[], [37]], played=[(61, 0, timing)]
        )
        assert refusal(state, "card 37 copy 61")[0] == "not_copyable"
