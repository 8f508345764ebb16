"""The automatic player in solo: it shares the map between its two peoples."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from engine.genesia.model import Discard, End, GenesiaOptions, Phase
from engine.genesia.players.greedy import Greedy
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from engine.selfplay import match_seed, playout
from tests.engine.genesia.genesia_positions import chance, position

OPEN = GenesiaOptions()


def play_turn(state: State) -> tuple[State, list[str]]:
    """Return the state after the turn of the people in turn as `Greedy` plays it, and its moves."""
    people, steps = state.order[state.turn], list[str]()
    while state.phase is Phase.EXPANSION and state.order[state.turn] == people:
        (seat,) = GENESIA.pending(state)
        move = Greedy().choose(
            GENESIA.view(state, seat),
            GENESIA.moves(state, seat),
            partial(GENESIA.redeal, state, seat),
            chance(len(steps)),
        )
        steps.append(str(move))
        state, _ = GENESIA.play(state, seat, move, chance(len(steps)))
    return state, steps


def last_turn(
    *boards: str, coins: tuple[int, int], order: str = "AB", hands: Sequence[Sequence[int]] = ()
) -> State:
    return position(
        *boards, age=3, phase=Phase.EXPANSION, coins=coins, order=order, hands=hands, seats=1, options=OPEN
    )


def totals(state: State) -> list[int]:
    return [sheet.total for sheet in GENESIA.view(state, None).sheets]


@pytest.mark.parametrize("coins", range(2, 40, 3))
@pytest.mark.parametrize(
    "board", ["A0:4 A1:1 A2:1 A4:1 A6:1 A8:2 G18:1", "A0:1+ A1:1+ A2:2 A3:1 A4:1+ A5:1", "A0:9"]
)
def test_every_march_may_be_made_and_takes_something(board: str, coins: int) -> None:
    state = end_turn(last_turn("A0:2 A1:1 A2:1", board.replace("A", "B"), coins=(0, coins)))
    after, steps = play_turn(state)
    assert totals(after)[1] > totals(state)[1], steps


def test_no_movement_of_a_march_goes_through_a_region_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a search so narrow that a way to and fro is all it has left finds none."""
    monkeypatch.setattr("engine.genesia.players.alone._BEAM_WIDTH", 4)
    continents = [f"A{number}:1" for number in range(10)] + [f"B{number}:1" for number in (1, 2, 4, 6, 7)]
    own = " ".join(["B0:0+", *continents, "G11:1 G12:1 G13:1"])
    for coins in range(2, 16):
        play_turn(last_turn("A0:1+ B0:3+ B9:1 G0:1 G15:1 G16:1", own, coins=(11, coins), order="BA"))


def test_no_movement_of_a_march_comes_back_to_the_empty_home_land_it_set_out_from() -> None:
    """Recruits set out from there, and no clan stays.

    A later movement may leave a clan there, the one that sets out may not.
    """
    own = "B1:2 B2:2 B3:3 B4:1 B5:1 B6:2 B7:1 B8:1 B9:1"
    state = last_turn("A4:1 A6:1 A7:1 A8:1 G10:1 G19:1", own, coins=(3, 23), order="BA")
    after, steps = play_turn(state)
    assert totals(after)[1] > totals(state)[1], steps


def end_turn(state: State) -> State:
    """Return the state after the people in turn has ended its turn."""
    (seat,) = GENESIA.pending(state)
    return GENESIA.play(state, seat, End(), chance())[0]


def test_a_stack_leaves_one_clan_in_every_region_it_comes_through() -> None:
    state = last_turn("B8:1", "A8:1 G19:8", coins=(0, 7))
    after, steps = play_turn(end_turn(state))
    assert sum(region > 0 for region in after.public[1].clans) == 2 + 7, steps
    assert totals(after)[1] - totals(state)[1] >= 6 * 12


def test_coins_that_a_card_counts_are_spent_in_solo() -> None:
    """Each coin takes a region; the card would have paid a point for it."""
    state = last_turn("A0:1", "B0:1 G10:9", coins=(0, 8), hands=[(), (68,)])
    after, steps = play_turn(end_turn(state))
    assert str(Discard(68)) in steps
    assert after.public[1].coins <= 4
    assert totals(after)[1] - totals(state)[1] >= 8 * 12


def test_the_first_people_leaves_the_weaker_people_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """The weaker total is higher than after marches that take everything they can."""
    state = last_turn("A0:6 A8:6 G9:5", "B0:9 B8:3 G21:5", coins=(30, 30))
    shared = totals(play_turn(play_turn(state)[0])[0])
    monkeypatch.setattr("engine.genesia.players.alone._CONTESTED_SHARES", (1.0,))
    monkeypatch.setattr("engine.genesia.players.alone._SPENDING_SHARES", (1.0,))
    assert min(shared) > min(totals(play_turn(play_turn(state)[0])[0]))


def test_the_weaker_people_passes_a_hundred_points_now_and_then() -> None:
    scores = [
        playout(GENESIA, OPEN, 1, ["steady"], match_seed(21, number)).result.scores[0][0]
        for number in range(10)
    ]
    assert 1 <= sum(score >= 100 for score in scores) <= 9, scores
