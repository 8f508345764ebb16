"""The strength of robots: ``python -m tests.yardstick.tournament [--games N] [--check] [--write PAGE]``.

Each level plays the one below, and `greedy` of commit 8b60440 (`PLAYERS`), in every game and at each number
of seats that is asked for: one of the stronger kind, in each seat in turn, among others of the weaker kind.
Seeds are 1 to N. Every game that is over is written down at once, so that the command goes on where it was
stopped; it stops by itself after so many minutes. Printed are the shares of first places, shared ones in
parts, with Wilson's interval (95 %), and the processor seconds of a move.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine.chance import SeededChance, match_key
from engine.game import AnyGame, Player, Seat
from engine.games import GAMES
from engine.robots import compiled
from engine.robots.choosing import robot_key
from engine.robots.levels import LEVELS, levels_among
from engine.selfplay import match_seed
from tests.yardstick.frozen import PLAYERS

__all__ = ["Bout", "bouts", "interval", "main", "page"]

YARDSTICK = "greedy of 8b60440"
SEATS = (2, 4)
_CHECK_GAMES = 60


@dataclass(frozen=True)
class Bout:
    """A kind of player against another, in a game of so many seats."""

    game: str
    seats: int
    one: str
    others: str

    @property
    def key(self) -> str:
        """A key that changes with the players: results of older ones do not count."""
        return f"{self.game}|{self.seats}|{self._mark(self.one)}|{self._mark(self.others)}"

    def _mark(self, name: str) -> str:
        if name == YARDSTICK:
            return name
        player = GAMES[self.game].players[name]
        return f"{name}/{player.version}/{player.budget}"

    @property
    def even(self) -> float:
        """The share of first places among equals."""
        return 1 / self.seats


@dataclass(frozen=True)
class Outcome:
    """A game that is over."""

    share: float
    """The part of the first place that the one player has."""
    seconds: float
    """Processor seconds of a move of that player, on average."""


def bouts(sizes: Sequence[int] = SEATS) -> Iterator[Bout]:
    for key, game in GAMES.items():
        ladder = ["random", *levels_among(game.players)]
        for seats in sorted({*sizes} & {*game.seats(game.Options())}):
            for weaker, stronger in pairwise(ladder):
                yield Bout(key, seats, stronger, weaker)
            yield from (Bout(key, seats, level, YARDSTICK) for level in ladder[1:])


def player_of(game: AnyGame, name: str) -> Player:
    return PLAYERS[game.key]["greedy"] if name == YARDSTICK else game.players[name]


def played(bout: Bout, number: int) -> Outcome:
    """Play game `number` of a bout: positions and chance as at a table, each player with its own view."""
    game = GAMES[bout.game]
    mine = Seat(number % bout.seats)
    players = [player_of(game, bout.one if seat == mine else bout.others) for seat in range(bout.seats)]
    key = match_key(match_seed(number, 0), tuple(range(1, bout.seats + 2)))
    state, entry, moves, spent = game.setup(game.Options(), bout.seats, SeededChance(key, 0)), 0, 0, 0.0
    while pending := game.pending(state):
        seat = pending[0]
        began = time.thread_time()
        move: Any = players[seat].choose(
            game.view(state, seat),
            game.moves(state, seat),
            lambda dealt, state=state, seat=seat: game.redeal(state, seat, dealt),
            SeededChance(robot_key(key, entry, seat), 0),
        )
        if seat == mine:
            moves, spent = moves + 1, spent + time.thread_time() - began
        for each in game.steps(move):
            entry += 1
            state, _ = game.play(state, seat, each, SeededChance(key, entry))
    result = game.result(state)
    assert result is not None
    best = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
    return Outcome((mine in best) / len(best), spent / max(1, moves))


def interval(share: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval (95 %) of a share that was seen in so many games."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def page(results: Mapping[str, Sequence[Outcome]], sizes: Sequence[int] = SEATS) -> str:
    """Return the tables of all that was played, in Markdown."""
    lines = [
        "| game | seats | one | others | games | first places | interval | equal | s a move |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for bout in bouts(sizes):
        found = results.get(bout.key, ())
        if found:
            share = sum(each.share for each in found) / len(found)
            low, high = interval(share, len(found))
            seconds = sum(each.seconds for each in found) / len(found)
            lines.append(
                f"| {GAMES[bout.game].title} | {bout.seats} | {bout.one} | {bout.others} | {len(found)} |"
                f" {share:.1%} | {low:.1%}–{high:.1%} | {bout.even:.0%} | {seconds:.4f} |"
            )
    return "\n".join(lines) + "\n"


def read(file: Path) -> dict[str, dict[int, Outcome]]:
    """Return the outcomes that are written down, by bout and number. A last line cut short does not count."""
    found = defaultdict[str, dict[int, Outcome]](dict)
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                bout, number, share, seconds = json.loads(line)
            except ValueError:
                continue
            found[bout][number] = Outcome(share, seconds)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.yardstick.tournament", description=__doc__)
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument(
        "--check", action="store_true", help=f"{_CHECK_GAMES} games by two of everything, in 30 minutes"
    )
    parser.add_argument("--seats", type=int, nargs="+", default=list(SEATS))
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--results", type=Path, default=Path("tournament.jsonl"), metavar="FILE")
    parser.add_argument("--only", nargs="+", choices=sorted(GAMES), default=sorted(GAMES))
    parser.add_argument(
        "--levels", nargs="+", choices=LEVELS, default=list(LEVELS), help="the levels of the one player"
    )
    parser.add_argument(
        "--others",
        nargs="+",
        choices=["yardstick", "random", *LEVELS],
        default=["yardstick", "random", *LEVELS],
        help="the kinds of the other players",
    )
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help="put the tables into this page, below its mark"
    )
    given = parser.parse_args(arguments)
    if given.check:
        given.games, given.seats, given.minutes = _CHECK_GAMES, [2], 30.0
    there, ends = read(given.results), time.monotonic() + 60 * given.minutes
    others = [YARDSTICK if each == "yardstick" else each for each in given.others]
    chosen = [
        bout
        for bout in bouts(given.seats)
        if bout.game in given.only and bout.one in given.levels and bout.others in others
    ]
    with given.results.open("a", encoding="utf-8") as file:
        file.write("\n")  # a line may have been cut short
        for number in range(1, given.games + 1):
            for bout in chosen:
                if number not in there[bout.key] and time.monotonic() < ends:
                    outcome = there[bout.key][number] = played(bout, number)
                    file.write(json.dumps([bout.key, number, outcome.share, outcome.seconds]) + "\n")
                    file.flush()
    told = f"Compiled cores: {compiled.missing() or 'used'}.\n\n"
    told += page({key: list(each.values()) for key, each in there.items()}, given.seats)
    print(told)
    if given.write is not None:
        before, mark, _ = given.write.read_text(encoding="utf-8").partition(MARK)
        given.write.write_text(before + (mark or MARK) + told, encoding="utf-8")


MARK = "<!-- what follows is written by the tournament -->\n"

if __name__ == "__main__":
    main()
