"""How the automatic player plays alone: it shares the map out between its two peoples."""

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


def marched(state: State) -> tuple[State, list[str]]:
    """After the turn of the people whose it is, as `Greedy` plays it; and what it did."""
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
    state = acted(last_turn("A0:2 A1:1 A2:1", board.replace("A", "B"), coins=(0, coins)))
    after, steps = marched(state)
    assert totals(after)[1] > totals(state)[1], steps


def test_no_movement_of_a_march_goes_through_a_region_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where the search is so narrow that a way to and fro is all it has left."""
    monkeypatch.setattr("engine.genesia.players.alone._BEAM_WIDTH", 4)
    continents = [f"A{number}:1" for number in range(10)] + [f"B{number}:1" for number in (1, 2, 4, 6, 7)]
    own = " ".join(["B0:0+", *continents, "G11:1 G12:1 G13:1"])
    for coins in range(2, 16):
        marched(last_turn("A0:1+ B0:3+ B9:1 G0:1 G15:1 G16:1", own, coins=(11, coins), order="BA"))


def test_no_movement_of_a_march_comes_back_to_the_empty_home_land_it_set_out_from() -> None:
    """Recruits set out from there, nobody stays: a clan may be left there, but not by that movement."""
    own = "B1:2 B2:2 B3:3 B4:1 B5:1 B6:2 B7:1 B8:1 B9:1"
    state = last_turn("A4:1 A6:1 A7:1 A8:1 G10:1 G19:1", own, coins=(3, 23), order="BA")
    after, steps = marched(state)
    assert totals(after)[1] > totals(state)[1], steps


def acted(state: State) -> State:
    """The first people's turn is over."""
    (seat,) = GENESIA.pending(state)
    return GENESIA.play(state, seat, End(), chance())[0]


def test_a_stack_leaves_one_clan_in_every_region_it_comes_through() -> None:
    state = last_turn("B8:1", "A8:1 G19:8", coins=(0, 7))
    after, steps = marched(acted(state))
    assert sum(region > 0 for region in after.public[1].clans) == 2 + 7, steps
    assert totals(after)[1] - totals(state)[1] >= 6 * 12


def test_coins_that_a_card_counts_are_spent_alone() -> None:
    """Each of them takes a region; the card would have paid a point."""
    state = last_turn("A0:1", "B0:1 G10:9", coins=(0, 8), hands=[(), (68,)])
    after, steps = marched(acted(state))
    assert str(Discard(68)) in steps
    assert after.public[1].coins <= 4
    assert totals(after)[1] - totals(state)[1] >= 8 * 12


def test_who_goes_first_leaves_the_weaker_people_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much as it can use: it comes out better than after a march that takes all it can."""
    state = last_turn("A0:6 A8:6 G9:5", "B0:9 B8:3 G21:5", coins=(30, 30))
    shared = totals(marched(marched(state)[0])[0])
    monkeypatch.setattr("engine.genesia.players.alone._CONTESTED_SHARES", (1.0,))
    monkeypatch.setattr("engine.genesia.players.alone._SPENDING_SHARES", (1.0,))
    assert min(shared) > min(totals(marched(marched(state)[0])[0]))


def test_the_weaker_people_passes_a_hundred_points_now_and_then() -> None:
    scores = [
        playout(GENESIA, OPEN, 1, ["greedy"], match_seed(21, number)).result.scores[0][0]
        for number in range(10)
    ]
    assert 1 <= sum(score >= 100 for score in scores) <= 9, scores
