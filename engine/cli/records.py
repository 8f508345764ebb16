"""``replay`` and ``verify``: record files, one after the other."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from engine import record
from engine.cli.refusals import Trouble, sentence
from engine.game import AnyGame, Refusal
from engine.games import rules_of
from engine.robot_check import check_robots

__all__ = ["UNFINISHED", "replay", "verify"]

UNFINISHED = 3
"""Exit code of `verify` for records that are right as far as they go, of matches that are not over."""


def replay(arguments: argparse.Namespace) -> int:
    """Print how each record ends."""

    def show(name: str, read: record.Record, game: AnyGame) -> int:
        state = None
        for step in record.steps(read, game):
            state = step.state
            if arguments.moves:
                seat = "" if step.line.seat is None else step.line.seat
                print(f"{step.line.number:4} {step.line.kind:5} {seat:2} {step.line.text}".rstrip())
        print(f"{name}: {game.title}, {len(read.seats)} seats, {len(read.lines) - 1} entries after the start")
        print(f"position {game.position(state)}")
        result, last = record.final_ranking(read, game, state), read.lines[-1]
        if result is None:
            print("not over yet")
            return 0
        if last.kind == "end":
            print(f"ended: {last.text}")
        for seat, label in enumerate(read.seats):
            scores = " ".join(map(str, result.scores[seat]))
            points = "" if last.kind == "end" else f", scores {scores}"
            print(f"seat {seat} ({label}): rank {result.ranks[seat]}{points}")
        return 0

    return _each(arguments.files, show)


def verify(arguments: argparse.Namespace) -> int:
    """Check each record, and say of those that are right whether their match is over."""

    def check(name: str, read: record.Record, game: AnyGame) -> int:
        over = game.result(record.verify(read, game)) is not None or read.lines[-1].kind == "end"
        draws = sum(len(line.drawn) for line in read.lines)
        robots = ""
        if arguments.robots:
            chosen = check_robots(read, game)
            robots = f"; {chosen.checked} moves of robots come out as they stand there"
            if chosen.unchecked:
                robots += f", {chosen.unchecked} were not checked"
        right = f"commitment, {draws} draws and {len(read.lines)} positions are right{robots}"
        if over:
            print(f"{name}: {right}")
            return 0
        print(f"{name}: unfinished: {right}, but the match is not over after entry {len(read.lines) - 1}")
        return UNFINISHED

    return _each(arguments.files, check)


def _each(files: Iterable[str], act: Callable[[str, record.Record, AnyGame], int]) -> int:
    """The exit code: 1 as soon as something failed, otherwise the highest that `act` gave."""
    codes = [0]
    for name in files:
        try:
            read = record.read(_text(name))
            game = rules_of(read.game, read.rules)
            if game is None:
                raise record.BadRecord("record_rules", game=read.game, rules=read.rules)
            codes.append(act(name, read, game))
        except Refusal as refusal:
            print(f"{name}: {sentence(refusal)}", file=sys.stderr)
            codes.append(1)
        except Trouble as trouble:
            print(f"{name}: {trouble}", file=sys.stderr)
            codes.append(1)
    return 1 if 1 in codes else max(codes)


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise Trouble(f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise record.BadRecord("record_foreign") from None
