"""Play the games in ``tests/records`` anew: ``python -m tests.kept KEY`` plays those of one game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from engine.chance import SeededChance, commitment, match_key, rekeyed
from engine.game import AnyGame, Seat
from engine.games import GAMES, ROWS
from engine.record import Line, Record, undo_text, write
from engine.selfplay import match_seed
from harness.trial import KeptMatch, trial_of

FOLDER = Path(__file__).with_name("records")
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


KEPT: Sequence[KeptMatch] = [kept for row in ROWS for kept in trial_of(row.key).kept]

LABELS = {"r": "random", "g": "steady"}


def played(kept: KeptMatch, game: AnyGame) -> Record:
    """The game, whose choices that are sealed but may still be changed are changed now and then."""
    seats, seed = len(kept.players), match_seed(7, kept.seed)
    clicks = tuple(range(1, seats + 2))
    key = match_key(seed, clicks)
    own = SeededChance(match_seed(8, kept.seed), 0)
    chance = SeededChance(key, 0)
    state = game.setup(kept.options, seats, chance)
    lines: list[Line] = []
    states: list[Any] = []

    def note(kind: str, seat: Seat | None, text: str, drawn: tuple[int, ...] = ()) -> None:
        at = BEGAN + timedelta(seconds=len(lines))
        lines.append(Line(len(lines), kind, seat, text, drawn, at, game.hash(state)))
        states.append(state)

    note("start", None, "", chance.draws)
    while pending := game.pending(state):
        number = len(lines)
        if number == kept.left:
            note("seat", Seat(0), "resigned")
            continue
        if number in kept.restored:
            fresh = match_seed(9, number).hex()
            key = rekeyed(key, fresh)
            note("fresh", None, fresh)
            continue
        if number in kept.moderated:
            state = states[number - 4]
            note("host", None, f"undo to {number - 4}")
            continue
        if number in kept.undone:
            mover, to = lines[-1].seat, number - 4
            others = [each for each in range(seats) if each != mover]
            state = states[to]
            note("undo", mover, undo_text(to, others))
            continue
        sealed = [
            Seat(each) for each in range(seats) if each not in pending and len(game.moves(state, Seat(each)))
        ]
        changing = bool(sealed) and not own.below(3)
        seat = own.choice(sealed) if changing else pending[0]
        move = _chosen(game, "r" if changing else kept.players[seat], state, seat, own)
        for each in game.steps(move):
            chance = SeededChance(key, len(lines))
            state, _ = game.play(state, seat, each, chance)
            note("move", seat, str(each), chance.draws)
    return Record(
        game=game.key,
        rules=game.rules,
        options=msgspec.to_builtins(kept.options),
        seats=tuple(
            # Only persons take back and resign.
            f"person {seat + 1}" if kept.undone or kept.left else LABELS.get(who, f"person {seat + 1}")
            for seat, who in enumerate(kept.players)
        ),
        commitment=commitment(seed),
        clicks=clicks,
        seed=seed,
        lines=tuple(lines),
    )


def _chosen(game: AnyGame, who: str, state: Any, seat: Seat, own: SeededChance) -> Any:
    moves = game.moves(state, seat)
    standing = game.defaults(state, seat).ordered
    if standing is not None and own.below(2):
        return standing
    done_without = [move for move in moves if str(move) in ("keep", "pass")]
    if done_without and (who == "d" or (who == "p" and own.below(8))) and not (who == "d" and own.below(2)):
        return done_without[0]
    player = game.players["random" if who in "rp" else "steady"]
    return player.choose(
        game.view(state, seat), moves, lambda imagined: game.redeal(state, seat, imagined), own
    )


def main(keys: Sequence[str]) -> None:
    """Play those of these games, or all of them, and write them."""
    for path in FOLDER.glob("*.txt"):
        if not keys or path.name.partition("-")[0] in keys:
            path.unlink()
    for kept in (each for each in KEPT if not keys or each.key in keys):
        (FOLDER / f"{kept.name}.txt").write_text(write(played(kept, GAMES[kept.key])), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
