"""Genesia's expansion turns: movement, its cost by Age, tolls, home lands, free movements."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engine.game import Seat
from engine.genesia.model import MAPS, Movement, Phase
from engine.genesia.movement import movements
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from tests.engine.genesia.genesia_games import game_from
from tests.engine.genesia.genesia_positions import (
    act,
    acts,
    board,
    event_inputs,
    lay_cards,
    legal_texts,
    position,
    refusal,
)


def expansion(*boards: str, **rest: Any) -> State:
    return position(*boards, phase=Phase.EXPANSION, **rest)


# The rulebook's examples


@pytest.mark.parametrize("age", [1, 2, 3])
def test_example_one_clan_to_the_next_region_costs_a_coin(age: int) -> None:
    state = acts(expansion("A0:1", "", coins=1, age=age), "move 1 A0-A1")
    assert state.public[0].coins == 0


@pytest.mark.parametrize(("age", "cost"), [(1, 4), (2, 4), (3, 2)])
def test_example_two_clans_over_two_regions(age: int, cost: int) -> None:
    state, events = act(expansion("A0:2", "", coins=10, age=age), "move 2 A0-A1-A3")
    assert board(state, 0) == "A3:2"
    assert state.public[0].coins == 10 - cost
    assert event_inputs(events, "moved") == {
        "people": 0,
        "clans": 2,
        "route": "A0-A1-A3",
        "coins": cost,
        "free": 0,
        "tolls": (),
    }


@pytest.mark.parametrize(("age", "cost", "toll"), [(1, 12, 3), (2, 12, 3), (3, 4, 1)])
def test_example_three_clans_over_four_regions_cross_a_rival(age: int, cost: int, toll: int) -> None:
    state = expansion("A0:3", "A3:1", coins=(15, 0), age=age)
    state, events = act(state, "move 3 A0-A1-A3-A6-A8")
    assert board(state, 0) == "A8:3"
    assert [public.coins for public in state.public] == [15 - cost - toll, toll]
    assert event_inputs(events, "moved")["coins"] == cost
    assert event_inputs(events, "moved")["tolls"] == ((1, toll),)


# Déplacement


def test_clans_may_leave_a_stack_and_join_another() -> None:
    state = acts(expansion("A0:5 A1:1", "", coins=3), "move 3 A0-A1")
    assert board(state, 0) == "A0:2 A1:4"


def test_clans_may_end_in_an_own_city() -> None:
    assert board(acts(expansion("A0:1 A1:0+", "", coins=3), "move 1 A0-A1"), 0) == "A1:1+"


def test_arrows_across_water_join_regions_both_ways() -> None:
    here, there = next(
        (region, other) for region, others in enumerate(MAPS[2].ferries) for other in sorted(others)
    )
    codes = [MAPS[2].regions[region].code for region in (here, there)]
    state = acts(expansion(f"{codes[0]}:1", "", coins=2), f"move 1 {codes[0]}-{codes[1]}")
    assert board(acts(state, f"move 1 {codes[1]}-{codes[0]}"), 0) == f"{codes[0]}:1"


def test_clans_may_not_end_among_rivals() -> None:
    state = expansion("A0:1", "A1:1 A3:0+", coins=9)
    for route in ("A0-A1", "A0-A2-A4-A3"):
        end = route[-2:]
        assert refusal(state, f"move 1 {route}") == ("ends_among_rivals", {"region": end})


@pytest.mark.parametrize("rival", ["A1:1", "A1:0+", "A1:4+"])
def test_crossing_a_rivals_clans_or_city_costs_a_toll_for_each_clan(rival: str) -> None:
    state, _ = act(expansion("A0:2", rival, coins=9), "move 2 A0-A1-A3")
    assert [public.coins for public in state.public] == [9 - 4 - 2, 9 + 2]


def test_every_rival_crossed_is_paid() -> None:
    state = expansion("A0:1", "A1:1 A6:1", "A3:1", coins=9)
    state, events = act(state, "move 1 A0-A1-A3-A6-A8")
    assert event_inputs(events, "moved")["tolls"] == ((1, 2), (2, 1))
    assert [public.coins for public in state.public] == [9 - 4 - 3, 11, 10]


def test_own_regions_are_crossed_without_toll() -> None:
    state = acts(expansion("A0:1 A1:1+", "", coins=9), "move 1 A0-A1-A3")
    assert state.public[0].coins == 7


# Terres natales


def test_home_lands_cost_no_toll() -> None:
    state = acts(expansion("B1:2", "B0:3+", coins=9), "move 1 B1-B0-B2")
    assert [public.coins for public in state.public] == [7, 9]


@pytest.mark.parametrize("holds", ["B0:3", "B0:0+"])
def test_no_movement_ends_in_a_home_land_where_a_rival_is(holds: str) -> None:
    """ "Certaines cartes font gagner des Clans … directement dans la Terre natale d'un adversaire." """
    for own in ("B1:2", "B1:2 B0:1"):
        state = expansion(own, holds, coins=9)
        assert refusal(state, "move 1 B1-B0") == ("ends_among_rivals", {"region": "B0"})
        assert "move 1 B1-B0" not in legal_texts(state)
    third = expansion("C1:2", "", f"{holds.replace('B', 'C')}", coins=9)
    assert refusal(third, "move 1 C1-C0")[0] == "ends_among_rivals"


def test_an_empty_home_land_and_the_own_one_are_open() -> None:
    assert board(acts(expansion("B1:2", "B4:1", coins=9), "move 1 B1-B0"), 0) == "B0:1 B1:1"
    assert board(acts(expansion("A1:2", "A0:1", coins=9), "move 1 A1-A0"), 0) == "A0:1 A1:1"


# Refusals


@pytest.mark.parametrize(
    ("text", "code", "inputs"),
    [
        ("move 1 A0-A9", "not_adjacent", {"region": "A0", "other": "A9"}),
        ("move 1 A0-A1-A0", "route_twice", {"region": "A0"}),
        ("move 3 A0-A1", "no_clans", {"region": "A0", "clans": 2}),
        ("move 0 A0-A1", "at_least_one", {}),
        ("move 0 A4-A1", "at_least_one", {}),
        ("move 1 A4-A1", "no_clans", {"region": "A4", "clans": 0}),
        ("move 1 A0-Z1", "unknown_region", {"region": "Z1"}),
        ("move 2 A0-A1-A3", "coins", {"cost": 4, "coins": 3}),
        ("move 1 A0-A2-A5-A7", "toll", {"cost": 3, "toll": 1, "coins": 3}),
    ],
)
def test_movements_against_the_rules_are_refused(text: str, code: str, inputs: dict[str, Any]) -> None:
    assert refusal(expansion("A0:2", "A5:1", coins=3), text) == (code, inputs)


# Free movements and passage


def test_free_movements_pay_steps_first_and_never_tolls() -> None:
    state, events = act(expansion("A0:2", "A1:1", coins=9, free_moves=3), "move 2 A0-A1-A3")
    assert (event_inputs(events, "moved")["coins"], event_inputs(events, "moved")["free"]) == (1, 3)
    assert (state.public[0].coins, state.public[0].free_moves) == (9 - 1 - 2, 0)


def test_in_the_third_age_a_free_movement_moves_a_stack() -> None:
    state = acts(expansion("A0:8", "", age=3, free_moves=3), "move 8 A0-A1-A3")
    assert state.public[0].free_moves == 1


def test_free_movements_may_be_parted_and_are_gone_after_the_turn() -> None:
    state = acts(expansion("A0:3", "", free_moves=4), "move 1 A0-A1", "move 2 A0-A2", "end")
    assert state.public[0].free_moves == 0


def test_passage_frees_from_tolls_until_the_end_of_the_turn() -> None:
    state = expansion("A0:2", "A1:1", coins=9, passage=True)
    state = acts(state, "move 1 A0-A1-A3")
    assert [public.coins for public in state.public] == [7, 9]
    assert refusal(state, "move 1 A0-A1")[0] == "ends_among_rivals"
    assert not acts(state, "end").public[0].passage


def test_movements_gained_in_growth_are_there_in_expansion() -> None:
    with lay_cards({3: "0 | 0 | growth expansion: moves 2"}):
        state = acts(position("A0:1", "", hands=[[3]]), "card 3", "end", "end", "move 1 A0-A1-A3")
        assert state.public[0].free_moves == 0


# The list of movements


def test_the_list_has_the_cheapest_route_for_every_end_and_number() -> None:
    state = expansion("A0:2", "A1:1", coins=4)
    moves = [text for text in legal_texts(state) if text.startswith("move")]
    assert "move 2 A0-A2" in moves
    assert "move 2 A0-A2-A4" in moves
    assert "move 1 A0-A2-A4-A3" in moves
    assert "move 1 A0-A1-A3" not in moves
    assert len(moves) == len({(text.split()[1], text[-2:]) for text in moves})


def test_a_toll_is_paid_where_the_way_round_costs_more() -> None:
    state = expansion("A0:1", "A2:1", "A1:1", coins=3)
    moves = {text[-2:]: text for text in legal_texts(state) if text.startswith("move")}
    assert moves == {
        "A3": "move 1 A0-A1-A3",
        "A4": "move 1 A0-A1-A4",
        "A5": "move 1 A0-A2-A5",
    }


def test_with_free_movements_the_way_round_is_cheaper() -> None:
    state = expansion("A0:1", "A1:1", coins=3, free_moves=3)
    moves = {text[-2:]: text for text in legal_texts(state) if text.startswith("move")}
    assert moves["A3"] == "move 1 A0-A2-A4-A3"


def _every_route(state: State, source: str, clans: int, most: int) -> dict[str, tuple[int, int, int]]:
    """Return, by end, the fewest coins, then tolls and steps, of all routes, found by trying every one."""
    board = MAPS[state.seats]
    best: dict[str, tuple[int, int, int]] = {}
    routes: list[tuple[str, ...]] = [(source,)]
    while routes:
        route = routes.pop()
        for near in board.near[board.indices[route[-1]]]:
            code = board.regions[near].code
            if code in route or len(route) > most:
                continue
            longer = (*route, code)
            routes.append(longer)
            try:
                cost = movements.check_movement(state, 0, Movement(clans, longer))
            except Exception:
                continue
            offer = (cost.total, cost.toll, len(longer) - 1)
            best[code] = min(best.get(code, offer), offer)
    return best


@pytest.mark.parametrize(("age", "free", "clans"), list(product((1, 3), (0, 4), (1, 2))))
def test_the_list_agrees_with_trying_every_route(age: int, free: int, clans: int) -> None:
    state = expansion("A0:2 B4:1", "A1:1 A5:1+ A6:2", "A4:1 A8:1", coins=6, age=age, free_moves=free)
    found: dict[str, tuple[int, int, int]] = {}
    for march in movements.affordable_movements(state, 0):
        if march.route[0] == "A0" and march.clans == clans:
            cost = movements.check_movement(state, 0, march)
            found[march.route[-1]] = (cost.total, cost.toll, len(march.route) - 1)
    assert found == _every_route(state, "A0", clans, 10)


# Règles pour 1 joueur


def test_example_in_solo_one_people_pays_the_other_for_crossing_its_regions() -> None:
    state = expansion("A0:3", "A3:1", coins=(15, 2), seats=1)
    state, events = act(state, "move 3 A0-A1-A3-A6-A8")
    assert board(state, 0) == "A8:3"
    assert event_inputs(events, "moved")["tolls"] == ((1, 3),)
    assert [public.coins for public in state.public] == [15 - 12 - 3, 2 + 3]
    state = acts(expansion("A3:1", "A0:2", coins=(0, 9), seats=1, order="BA"), "move 1 A0-A1-A3-A6")
    assert [public.coins for public in state.public] == [1, 9 - 3 - 1], "the other way round too"


def test_in_solo_too_no_clan_stays_among_those_of_the_other_people() -> None:
    state = expansion("A0:1", "A1:1", coins=9, seats=1)
    assert refusal(state, "move 1 A0-A1") == ("ends_among_rivals", {"region": "A1"})


def test_changes_since_the_last_turn_stay_marked_during_the_own_turn() -> None:
    """A spectator sees the same marks as the people in turn."""
    seen = 0
    before: State | None = None
    for state, _, move in game_from(4, seed=3):
        if before is not None and before.phase is state.phase is Phase.EXPANSION:
            (earlier,), (now,) = GENESIA.pending(before), GENESIA.pending(state)
            marked = GENESIA.view(state, now).changed
            assert GENESIA.view(state, None).changed == marked
            if earlier == now and str(move) != "back":
                assert GENESIA.view(before, now).changed <= marked, "a step wipes nothing out"
                seen += bool(GENESIA.view(before, now).changed)
        before = state
    assert seen > 3


def test_marks_do_not_show_which_people_has_sealed_a_choice() -> None:
    """A sealed choice changes no mark in the views of others."""
    tried = 0
    before: State | None = None
    for state, seat, _ in game_from(4, seed=2):
        if before is not None and before.phase is state.phase and state.phase in (Phase.DRAFT, Phase.STANCE):
            others = [None, *(Seat(each) for each in range(4) if each != seat)]
            if GENESIA.pending(before) != GENESIA.pending(state) and set(GENESIA.pending(state)) < set(
                GENESIA.pending(before)
            ):
                for other in others:
                    assert GENESIA.view(state, other).changed == GENESIA.view(before, other).changed
                    tried += 1
        before = state
    assert tried > 20
