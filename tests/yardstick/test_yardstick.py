"""The frozen players still play whole legal games, and the same ones as at 8b60440."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from engine.chance import SeededChance
from engine.game import AnyGame, Player, Seat
from engine.games import GAMES
from tests.yardstick.frozen import PLAYERS, expert

GREEDY = {
    "genial": (3, "bace5dd17f7c94c8"),
    "genesis": (3, "07fbab17eda5d9fa"),
    "genesis_life": (2, "9fb4beb5c6887d0c"),
    "familienbande": (3, "90150c5ee437fc64"),
    "genesia": (3, "11d251772f2d49cc"),
}
"""Seats, and the digest of the moves of a game of `greedy` in all of them, taken at 8b60440."""
HERE = Path(__file__).parent


def moves(game: AnyGame, players: list[Player]) -> Iterator[str]:
    """Play a game to its end; yield the moves, each of which was legal."""
    chance, own = SeededChance(b"yardstick" * 3, 0), SeededChance(b"own chance" * 3, 0)
    state = game.setup(game.Options(), len(players), chance)
    number = 0
    while pending := game.pending(state):
        number += 1
        seat: Seat = pending[0]
        legal = game.moves(state, seat)
        imagine = partial(game.redeal, state, seat)
        move = players[seat].choose(game.view(state, seat), legal, imagine, own)
        text = str(game.parse(state, seat, str(move)))
        yield f"{seat} {text}"
        state, _ = game.play(state, seat, move, SeededChance(b"yardstick" * 3, number))
    assert game.result(state) is not None


@pytest.mark.parametrize("key", GREEDY)
def test_a_frozen_greedy_plays_the_game_that_it_played(key: str) -> None:
    seats, digest = GREEDY[key]
    played = "\n".join(moves(GAMES[key], [PLAYERS[key]["greedy"]] * seats))
    assert hashlib.sha256(played.encode()).hexdigest()[:16] == digest


def test_the_frozen_expert_plays_a_whole_game() -> None:
    """How long it thinks depends on the machine, so which moves it finds does too."""
    quick = expert(worlds=1, seconds=0.02)
    greedy = PLAYERS["genesia"]["greedy"]
    assert len([*moves(GAMES["genesia"], [quick, greedy])]) > 60


def test_the_frozen_players_import_nothing_of_todays() -> None:
    """Otherwise a change of today's would move what it is measured against."""
    for path in HERE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and path.name != Path(__file__).name:
                assert not node.module.startswith("engine.genesia.players"), path
                assert not node.module.endswith((".greedy", ".evaluation", ".players")), path
