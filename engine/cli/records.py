"""``replay`` and ``verify``: record files, one after the other."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from engine import record
from engine.cli.words import Trouble, sentence
from engine.game import AnyGame, Refusal
from engine.games import rules_of

__all__ = ["replay", "verify"]


def replay(arguments: argparse.Namespace) -> int:
    """Print how each record ends."""

    def show(name: str, read: record.Record, game: AnyGame) -> None:
        state = None
        for step in record.steps(read, game):
            state = step.state
            if arguments.moves:
                seat = "" if step.line.seat is None else step.line.seat
                print(f"{step.line.number:4} {step.line.kind:5} {seat:2} {step.line.text}".rstrip())
        print(f"{name}: {game.title}, {len(read.seats)} seats, {len(read.lines) - 1} entries after the start")
        print(f"position {game.position(state)}")
        result = game.result(state)
        if result is None:
            print("not over yet")
            return
        for seat, label in enumerate(read.seats):
            scores = " ".join(map(str, result.scores[seat]))
            print(f"seat {seat} ({label}): rank {result.ranks[seat]}, scores {scores}")

    return _each(arguments.files, show)


def verify(arguments: argparse.Namespace) -> int:
    """Check each record."""

    def check(name: str, read: record.Record, game: AnyGame) -> None:
        record.verify(read, game)
        draws = sum(len(line.drawn) for line in read.lines)
        print(f"{name}: commitment, {draws} draws and {len(read.lines)} positions are right")

    return _each(arguments.files, check)


def _each(files: Iterable[str], act: Callable[[str, record.Record, AnyGame], None]) -> int:
    failed = 0
    for name in files:
        try:
            read = record.read(_text(name))
            game = rules_of(read.game, read.rules)
            if game is None:
                raise record.BadRecord("record_rules", game=read.game, rules=read.rules)
            act(name, read, game)
        except Refusal as refusal:
            print(f"{name}: {sentence(refusal)}", file=sys.stderr)
            failed = 1
        except Trouble as trouble:
            print(f"{name}: {trouble}", file=sys.stderr)
            failed = 1
    return failed


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise Trouble(f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise record.BadRecord("record_foreign") from None
