"""What robots say of a position against what comes of it: ``python -m tests.yardstick.calibration GAME``.

Matches are played by `steady` in every seat. In each, a few questions are put to the level instead, which
says its share of the win and makes its move; what it said is set beside what became of the match. One match
in two makes the table from said to true shares, the other tests it: positions that the table has never seen.
Every match is written down at once, so that the command goes on where it was stopped; it stops by itself
after so many minutes. ``--write`` puts the table, of 2,000 matches at least, into
`engine/robots/calibration.json`, where hints read it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine.chance import SeededChance, match_key
from engine.game import AnyGame, Seat
from engine.games import GAMES
from engine.robots.choosing import Position
from engine.selfplay import match_seed
from tests.yardstick.tournament import interval

__all__ = ["Said", "binned", "main", "mapped", "positions"]

BIN = 500
"""Positions in a bin, at least."""
BINS = 10
MATCHES = 2000
"""Matches that a table needs, at least."""
EACH = 6
"""Questions of a match that are put to the level, at most."""
FILE = Path(__file__).parents[2] / "engine" / "robots" / "calibration.json"
_SEED = 320
"""The seed of the matches: no other trial uses it."""


class Said(NamedTuple):
    """A position."""

    said: float
    """The share of the win that the level said, of its move."""
    won: float
    """The part of the first place that came of it."""


def positions(game: AnyGame, seats: int, level: str, number: int) -> list[Said]:
    """Play match `number`, and return the positions in which the level was asked."""
    key, dice = match_key(match_seed(_SEED, number), range(1, seats + 2)), Random(number)
    state, entry = game.setup(game.Options(), seats, SeededChance(key, 0)), 0
    asked: list[tuple[Seat, float]] = []
    rate = dice.uniform(0.1, 0.3)
    while pending := game.pending(state):
        seat = pending[0]
        is_asked = len(asked) < EACH and dice.random() < rate
        question = Position(game, state, seat, entry, key)
        thought = (question.hint_question() if is_asked else question.question()).choose(
            level if is_asked else "steady"
        )
        if is_asked and thought.shares is not None:
            asked.append((seat, thought.shares.best))
        for each in game.steps(game.parse(state, seat, thought.text)):
            entry += 1
            state, _ = game.play(state, seat, each, SeededChance(key, entry))
    result = game.result(state)
    assert result is not None, "nobody is to move, so there is a result"
    best = [side for side in game.sides(game.Options(), seats) if result.ranks[next(iter(side))] == 1]
    won = {seat: 1 / len(best) for side in best for seat in side}
    return [Said(said, won.get(seat, 0.0)) for seat, said in asked]


def binned(found: Iterable[Said], least: int = BIN) -> list[tuple[float, float, int]]:
    """Return bins of equally many positions, by what was said: its mean, the true share, the positions."""
    ordered = sorted(found)
    count = max(1, min(BINS, len(ordered) // least))
    parts = [ordered[len(ordered) * at // count : len(ordered) * (at + 1) // count] for at in range(count)]
    return [
        (sum(each.said for each in part) / len(part), sum(each.won for each in part) / len(part), len(part))
        for part in parts
        if part
    ]


def mapped(table: Sequence[tuple[float, float, int]], said: float) -> float:
    """Return the true share of what was said, between the bins of the table in a straight line."""
    if said <= table[0][0]:
        return table[0][1]
    for (low, true_low, _), (high, true_high, _) in pairwise(table):
        if said <= high:
            return true_low + (said - low) / max(high - low, 1e-9) * (true_high - true_low)
    return table[-1][1]


def _told(bins: Sequence[tuple[float, float, int]]) -> str:
    lines = ["| positions | said | true | interval | apart |", "|---|---|---|---|---|"]
    for said, true, count in bins:
        low, high = interval(true, count)
        apart = 100 * (said - true)
        lines.append(f"| {count} | {said:.1%} | {true:.1%} | {low:.1%}–{high:.1%} | {apart:+.1f} |")
    return "\n".join(lines)


def read(file: Path, key: str) -> dict[int, list[Said]]:
    """Return the positions that are written down, by match. A last line cut short does not count."""
    found: dict[int, list[Said]] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            which, number, given = json.loads(line)
        except ValueError:
            continue
        if which == key:
            found[number] = [Said(*each) for each in given]
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, print, write."""
    parser = argparse.ArgumentParser(prog="python -m tests.yardstick.calibration", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--results", type=Path, default=Path("calibration.jsonl"), metavar="FILE")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    game = GAMES[given.game]
    player = game.players[given.level]
    key = f"{given.game}/{given.seats}/{given.level}/{player.version}"
    there, ends, number = read(given.results, key), time.monotonic() + 60 * given.minutes, 0
    with given.results.open("a", encoding="utf-8") as file:
        file.write("\n")  # a line may have been cut short
        while sum(map(len, there.values())) < given.positions and time.monotonic() < ends:
            number += 1
            if number not in there:
                there[number] = positions(game, given.seats, given.level, number)
                file.write(json.dumps([key, number, there[number]]) + "\n")
                file.flush()
    every = [each for found in there.values() for each in found]
    print(f"{key}: {len(every)} positions of {len(there)} matches")
    fitted = binned(each for number, found in there.items() if number % 2 for each in found)
    held_out = [each for number, found in there.items() if not number % 2 for each in found]
    if not fitted or not held_out:
        return
    print(f"as said:\n{_told(binned(every))}")
    print("by the table of odd matches, on even ones:")
    print(_told(binned(Said(mapped(fitted, each.said), each.won) for each in held_out)))
    if given.write and len(there) < MATCHES:
        parser.error(f"a table is made of {MATCHES} matches at least: there are {len(there)}")
    if given.write:
        tables: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        tables[key] = [
            {"said": round(said, 4), "true": round(true, 4), "positions": count}
            for said, true, count in binned(every)
        ]
        FILE.write_text(json.dumps(tables, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
