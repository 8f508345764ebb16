"""The same answers from compiled cores and from plain Python: ``python -m tests.contracts.same_answers``.

Positions of games of weak robots are put to players that spend few play-outs, once as plain Python, once with
cores that were compiled before, and once with cores that are compiled into an empty folder. It needs `numba`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count, islice

from engine.chance import SeededChance
from engine.familienbande import outlook as familienbande
from engine.game import Player
from engine.games import GAMES
from engine.genesis import outlook as genesis
from engine.genial import outlook as genial
from engine.robots import compiled
from engine.robots.choosing import Position
from engine.robots.estimate import Thinker

_KEY = b"questions for the same answers.."
_PLAY_OUTS = 8
"""Play-outs of an answer: plain Python takes a hundredth of a second for one."""
OUTLOOKS = {"familienbande": familienbande.SWIFT, "genesis": genesis.SWIFT, "genial": genial.SWIFT}


def answers(key: str) -> Iterator[str]:
    """Yield the move of a player that thinks with the core, position after position."""
    game, outlook = GAMES[key], OUTLOOKS[key]
    steady = game.players["steady"]
    thinker: Player = Thinker(outlook, _PLAY_OUTS, plain=steady)
    sizes = sorted(game.seats(game.Options()))
    for number in count():
        seats = sizes[number % len(sizes)]
        state = game.setup(game.Options(), seats, SeededChance(_KEY, 1000 * number))
        for entry in count(1):
            pending = game.pending(state)
            if not pending:
                break
            seat = pending[0]
            asked = Position(game, state, seat, entry, _KEY).question()
            view, moves = game.view(asked.state, seat), game.moves(asked.state, seat)
            move = thinker.choose(
                view,
                moves,
                lambda dealt, state=asked.state, seat=seat: game.redeal(state, seat, dealt),
                SeededChance(asked.key, 0),
            )
            yield str(move)
            for each in game.steps(move):
                state, _ = game.play(state, seat, each, SeededChance(_KEY, 1000 * number + entry))


def _told(key: str, questions: int, **environment: str) -> list[str]:
    command = [
        sys.executable,
        "-m",
        "tests.contracts.same_answers",
        "--say",
        key,
        "--questions",
        str(questions),
    ]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.contracts.same_answers", description=__doc__)
    parser.add_argument("--questions", type=int, default=2000, metavar="N")
    parser.add_argument("--say", choices=sorted(OUTLOOKS), help="print the answers of this process alone")
    parser.add_argument("--only", nargs="+", choices=sorted(OUTLOOKS), default=sorted(OUTLOOKS))
    given = parser.parse_args(arguments)
    if given.say:
        sys.stdout.writelines(f"{each}\n" for each in islice(answers(given.say), given.questions))
        sys.stderr.write(f"compiled: {compiled.is_used()}\n")
        return 0
    if why := compiled.missing():
        sys.stderr.write(f"Nothing can be compared: {why}.\n")
        return 1
    differing = 0
    with tempfile.TemporaryDirectory() as empty:
        command = [sys.executable, "-m", "engine.robots.compiled"]
        subprocess.run(command, env={**os.environ, compiled.FOLDER: empty}, check=True)
        for key in given.only:
            plain = _told(key, given.questions, ROBOT_CORES_PLAIN="1")
            warm = _told(key, given.questions)
            cold = _told(key, given.questions, **{compiled.FOLDER: empty})
            wrong = sum(
                not one == other == third for one, other, third in zip(plain, warm, cold, strict=True)
            )
            sys.stdout.write(f"{key}: {len(plain)} questions, {wrong} answered differently\n")
            differing += wrong
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
