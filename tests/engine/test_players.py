"""Automatic players: they play legally, see only what their seat sees, and greedy is the stronger."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.game import AnyGame, Player, Seat
from engine.games import GAMES
from engine.genial import GENIAL
from engine.genial.model import GenialOptions, Swap
from engine.selfplay import match_seed, playout
from tests.engine.genial_tables import played, table
from tests.engine.samples import SAMPLES, Sample


def chosen(game: AnyGame, player: Player, state: Any, seat: Seat, number: int) -> Any:
    return player.choose(
        game.view(state, seat),
        game.moves(state, seat),
        lambda chance: game.redeal(state, seat, chance),
        SeededChance(b"choice", number),
    )


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_every_player_chooses_a_legal_move_from_what_it_sees(sample: Sample) -> None:
    game = GAMES[sample.game]
    for name, player in game.players.items():
        state = game.setup(sample.options, sample.seats, SeededChance(b"players", 0))
        number = 0
        while pending := game.pending(state):
            seat = pending[0]
            number += 1

            move = chosen(game, player, state, seat, number)
            assert game.parse(state, seat, str(move)) == move
            if number % 9 == 0:
                twin = game.redeal(state, seat, SeededChance(b"twin", number))
                assert chosen(game, player, twin, seat, number) == move, name
            state, _ = game.play(state, seat, move, SeededChance(b"players", number))


def test_greedy_beats_random_in_at_least_95_of_100() -> None:
    won = 0
    for number in range(100):
        names = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        result = playout(GENIAL, GenialOptions(), 2, names, match_seed(95, number)).result
        mine = names.index("greedy")
        won += result.ranks[mine] == 1 and result.ranks[1 - mine] == 2
    assert won >= 95


def test_greedy_lifts_what_lies_lowest() -> None:
    state = table(
        ["RB RB RB RB RB RB", "RR"],
        {"F8": "B", "F9": "B", "C4": "R"},
        tracks=[(0, 4, 4, 4, 4, 4), (0,) * 6],
    )
    greedy = GENIAL.players["greedy"]
    move = greedy.choose(
        GENIAL.view(state, state.to_move),
        GENIAL.moves(state, state.to_move),
        lambda chance: state,
        SeededChance(b"greedy", 0),
    )
    after, _ = played(state, str(move))
    assert after.tracks[0][0] > 0


def test_greedy_swaps_a_rack_without_its_lowest_colour() -> None:
    state = table(["BO OO YY GG BB PP", "RR"], tracks=[(0, 5, 5, 5, 5, 5), (0,) * 6])
    state, _ = played(state, "BO E4 E5")
    greedy = GENIAL.players["greedy"]
    view, moves = GENIAL.view(state, state.to_move), GENIAL.moves(state, state.to_move)
    assert greedy.choose(view, moves, lambda chance: state, SeededChance(b"greedy", 0)) == Swap()
