"""Whole games played by automatic players among themselves."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from engine.chance import Chance, SeededChance, commitment, match_key
from engine.game import AnyGame, Options, Player, Result, Seat
from engine.record import Line, Record

__all__ = ["Playout", "match_seed", "playout"]

_BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Playout:
    """A game played to its end."""

    result: Result
    moves: int
    seconds: float
    """Time for rules and players, without the writing of the record."""
    record: Record | None


def match_seed(seed: int, number: int) -> bytes:
    """Return the 32-byte seed of game `number` in a run with that seed."""
    return hashlib.sha256(f"longtable/1/selfplay:{seed}:{number}".encode()).digest()


def playout(
    game: AnyGame,
    options: Options,
    seats: int,
    names: Sequence[str],
    seed: bytes,
    record: bool = False,
) -> Playout:
    """Play one game between the automatic players `names`, one a seat.

    With equal arguments the game is the same. The players' own chance is apart from the match's.
    """
    players = [game.players[name] for name in names]
    clicks = tuple(range(1, seats + 2))
    key = match_key(seed, clicks)
    lines: list[Line] = []
    writing = 0.0

    def note(kind: str, seat: Seat | None, text: str, chance: Chance) -> None:
        at = _BEGAN + timedelta(seconds=len(lines))
        lines.append(Line(len(lines), kind, seat, text, chance.draws, at, game.hash(state)))

    began = time.perf_counter()
    chance = SeededChance(key, 0)
    state = game.setup(options, seats, chance)
    if record:
        note("start", None, "", chance)
    moves = 0
    while pending := game.pending(state):
        seat = pending[0]
        move = _chosen(game, players[seat], state, seat, SeededChance(_own(key), moves + 1))
        for each in game.steps(move):
            moves += 1
            chance = SeededChance(key, moves)
            state, _ = game.play(state, seat, each, chance)
            if record:
                paused = time.perf_counter()
                note("move", seat, str(each), chance)
                writing += time.perf_counter() - paused
    seconds = time.perf_counter() - began - writing
    result = game.result(state)
    assert result is not None, "nobody is to move, so there is a result"
    written = Record(
        game=game.key,
        rules=game.rules,
        options=msgspec.to_builtins(options),
        seats=tuple(names),
        commitment=commitment(seed),
        clicks=clicks,
        seed=seed,
        lines=tuple(lines),
    )
    return Playout(result, moves, seconds, written if record else None)


def _own(key: bytes) -> bytes:
    return hashlib.sha256(key + b"players").digest()


def _chosen(game: AnyGame, player: Player, state: Any, seat: Seat, chance: Chance) -> Any:
    return player.choose(
        game.view(state, seat),
        game.moves(state, seat),
        lambda imagined: game.redeal(state, seat, imagined),
        chance,
    )
