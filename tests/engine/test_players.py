"""The automatic players of Génial: `greedy` beats `random`, and some of its choices."""

from __future__ import annotations

from engine.chance import SeededChance
from engine.genial import GENIAL
from engine.genial.model import GenialOptions, Swap
from engine.selfplay import match_seed, playout
from tests.engine.genial.genial_tables import play, table


def test_greedy_beats_random_in_at_least_95_of_100_games() -> None:
    won = 0
    for number in range(100):
        names = ["steady", "random"] if number % 2 else ["random", "steady"]
        result = playout(GENIAL, GenialOptions(), 2, names, match_seed(95, number)).result
        mine = names.index("steady")
        won += result.ranks[mine] == 1 and result.ranks[1 - mine] == 2
    assert won >= 95


def test_greedy_scores_for_its_lowest_marker() -> None:
    state = table(
        ["RB RB RB RB RB RB", "RR"],
        {"F8": "B", "F9": "B", "C4": "R"},
        tracks=[(0, 4, 4, 4, 4, 4), (0,) * 6],
    )
    greedy = GENIAL.players["steady"]
    move = greedy.choose(
        GENIAL.view(state, state.to_move),
        GENIAL.moves(state, state.to_move),
        lambda chance: state,
        SeededChance(b"steady", 0),
    )
    after, _ = play(state, str(move))
    assert after.tracks[0][0] > 0


def test_greedy_swaps_a_rack_without_its_lowest_colour() -> None:
    state = table(["BO OO YY GG BB PP", "RR"], tracks=[(0, 5, 5, 5, 5, 5), (0,) * 6])
    state, _ = play(state, "BO E4 E5")
    greedy = GENIAL.players["steady"]
    view, moves = GENIAL.view(state, state.to_move), GENIAL.moves(state, state.to_move)
    assert greedy.choose(view, moves, lambda chance: state, SeededChance(b"steady", 0)) == Swap()
