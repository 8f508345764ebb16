"""Genesia's `expert`: whole turns, legal moves, a bounded time, no use of secrets.

A last test shows that no robot at a table gives orders.
"""

from __future__ import annotations

from functools import partial

import pytest

from engine.chance import Chance, SeededChance
from engine.game import Event, Seat
from engine.genesia.model import (
    Campaign,
    ChooseStance,
    End,
    GenesiaOptions,
    GiveOrder,
    GiveWarOrder,
    Line,
    Move,
    Phase,
    Stance,
)
from engine.genesia.players.expert import Expert
from engine.genesia.players.greedy import Greedy
from engine.genesia.players.styles import ORDER_GIVER
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from tests.engine.genesia.genesia_games import first


def choose(expert: Expert, state: State, seat: int, chance: Chance) -> Move:
    mover = Seat(seat)
    imagine = partial(GENESIA.redeal, state, mover)
    return expert.choose(GENESIA.view(state, mover), GENESIA.moves(state, mover), imagine, chance)


def test_a_whole_game_of_legal_moves_against_greedy() -> None:
    expert, greedy = Expert(lambda: GENESIA, worlds=1), GENESIA.players["steady"]
    state = GENESIA.setup(GenesiaOptions(), 2, SeededChance(b"expert", 0))
    lines: list[Line] = []
    phases: set[Phase] = set()
    entry = 0
    while pending := GENESIA.pending(state):
        entry += 1
        seat, chance = pending[0], SeededChance(b"expert", entry)
        move = GENESIA.defaults(state, seat).ordered
        if move is None and seat == 0:
            move = choose(expert, state, seat, chance)
            assert GENESIA.parse(state, seat, str(move)) == move
            phases.add(state.phase)
            lines += [move] if isinstance(move, Line) else []
        elif move is None:
            imagine = partial(GENESIA.redeal, state, seat)
            move = greedy.choose(GENESIA.view(state, seat), GENESIA.moves(state, seat), imagine, chance)
        state, _ = GENESIA.play(state, seat, move, chance)
    assert GENESIA.result(state) is not None
    assert phases > {Phase.OBJECTIVE, Phase.DRAFT, Phase.GROWTH, Phase.EXPANSION, Phase.STANCE}
    assert lines, "a turn is one line"
    assert all(each.steps[-1] == End() or len(each.steps) == 12 for each in lines)


@pytest.mark.parametrize("phase", [Phase.GROWTH, Phase.STANCE])
def test_it_makes_the_same_move_in_states_that_it_cannot_tell_apart(phase: Phase) -> None:
    state = first(phase, seats=2)
    seat = GENESIA.pending(state)[0]
    expert = Expert(lambda: GENESIA, worlds=1)
    twins = [state, *(GENESIA.redeal(state, seat, SeededChance(b"twin", each)) for each in range(4))]
    assert len({GENESIA.position(each) for each in twins}) > 1
    assert len({choose(expert, each, seat, SeededChance(b"own", 1)) for each in twins}) == 1


def test_it_plans_one_turn_and_tries_none_if_the_time_is_over() -> None:
    state = first(Phase.EXPANSION, seats=3)
    seat = GENESIA.pending(state)[0]
    dealt: list[State] = []

    def imagine(chance: Chance) -> State:
        dealt.append(GENESIA.redeal(state, seat, chance))
        return dealt[-1]

    given = GENESIA.view(state, seat), GENESIA.moves(state, seat), imagine
    hurried = Expert(lambda: GENESIA, worlds=50, seconds=0.0).choose(*given, SeededChance(b"own", 1))
    assert len(dealt) == 1, "the state of the only plan for which there was time"
    after, _ = GENESIA.play(state, seat, hurried, SeededChance(b"own", 2))
    assert GENESIA.pending(after) != (seat,)


def test_every_redealt_state_serves_all_plans_tried_on_it() -> None:
    state = first(Phase.EXPANSION, age=3, seats=2)
    seat = GENESIA.pending(state)[0]
    dealt: list[State] = []
    tried: list[State] = []

    def imagine(chance: Chance) -> State:
        dealt.append(GENESIA.redeal(state, seat, chance))
        return dealt[-1]

    class Watched(type(GENESIA)):
        def play(
            self, state: State, seat: Seat, move: Move, chance: Chance
        ) -> tuple[State, tuple[Event, ...]]:
            if isinstance(move, Line) and any(state is each for each in dealt):
                tried.append(state)
            return super().play(state, seat, move, chance)

    given = GENESIA.view(state, seat), GENESIA.moves(state, seat), imagine, SeededChance(b"own", 1)
    Expert(Watched, worlds=3).choose(*given)
    first_, second, third = [sum(each is table for each in tried) for table in dealt]
    assert first_ > second > third >= 2
    assert second == (first_ + 1) // 2


def test_it_plays_a_solo_game_to_the_end() -> None:
    state = GENESIA.setup(GenesiaOptions(), 1, SeededChance(b"alone", 0))
    expert = Expert(lambda: GENESIA, worlds=1)
    entry = 0
    while GENESIA.pending(state):
        entry += 1
        move = choose(expert, state, 0, SeededChance(b"own", entry))
        state, _ = GENESIA.play(state, Seat(0), move, SeededChance(b"alone", entry))
    assert GENESIA.result(state) is not None


@pytest.mark.parametrize("orders", [False, True])
def test_a_robot_gives_no_orders_that_would_outlive_an_absence(orders: bool) -> None:
    player: Greedy = ORDER_GIVER if orders else GENESIA.players["steady"]  # type: ignore[assignment]
    state = GENESIA.setup(GenesiaOptions(), 4, SeededChance(b"orders", 0))
    given: set[Move] = set()
    entry = 0
    while pending := GENESIA.pending(state):
        entry += 1
        seat, chance = pending[0], SeededChance(b"orders", entry)
        imagine = partial(GENESIA.redeal, state, seat)
        move = GENESIA.defaults(state, seat).ordered
        if move is None:
            move = player.choose(GENESIA.view(state, seat), GENESIA.moves(state, seat), imagine, chance)
            if isinstance(move, Campaign | GiveOrder | GiveWarOrder) or move == ChooseStance(Stance.TRUCE):
                given.add(move)
        state, _ = GENESIA.play(state, seat, move, chance)
    assert bool(given) is orders
