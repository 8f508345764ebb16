"""Memory of one bot over many turns: ``python -m bench.growth [GAME ...] [--turns N] [--servers N]``.

One process has many servers, on which all games are played by people who answer at once; each match is
another server's, with people of its own. Resident memory is printed every so many turns, and at the end how
much it has grown since the first quarter: what is loaded once is loaded by then. In short:
``--turns 600 --servers 100``.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import uvloop

from bench.crowd import Crowd, crowd
from bench.saturation import cores, options
from bench.turns import GAMES
from harness.waiting import until

TURNS, SERVERS, TABLES, POINTS = 20_000, 2_400, 40, 20
WANTED = 180.0
"""Resident memory to stay below, in MB."""
FLAT = 0.05
"""The share of its memory that a bot may have grown by since the first quarter of the turns."""

STUCK = 900.0
"""Seconds after which turns that do not come are given up."""


class Point(NamedTuple):
    """Resident memory after so many turns."""

    turns: int
    memory: float


def grown(points: Sequence[Point]) -> float:
    """Return the growth from the first quarter of the turns to the end, as a share of the memory then."""
    last = points[-1]
    first = next(each for each in points if each.turns >= last.turns / 4)
    return last.memory / first.memory - 1


def summary(points: Sequence[Point]) -> Iterator[str]:
    """Yield what the points come to."""
    most = max(each.memory for each in points)
    yield f"at most {most:.0f} MB (to reach: {WANTED:.0f})"
    yield f"{grown(points):+.1%} since a quarter of the turns (to reach: at most {FLAT:+.0%})"


def is_reached(points: Sequence[Point]) -> bool:
    return max(each.memory for each in points) <= WANTED and grown(points) <= FLAT


async def measure(
    games: Sequence[str], turns: int, servers: int, tables: int, core: int | None
) -> tuple[list[Point], Crowd]:
    """Play so many turns; the memory on the way."""
    async with crowd(servers=servers, core=core) as played:
        points = [Point(0, (await played.bot.figures())["resident"])]
        began = time.perf_counter()
        print(f"growth: online with {servers} servers: {points[0].memory:.0f} MB", flush=True)
        async with played.playing(games, tables):
            while points[-1].turns < turns:
                wanted = points[-1].turns + max(turns // POINTS, 1)
                await until(lambda wanted=wanted: played.turns.total() >= wanted, STUCK, 0.2)
                figures = await played.bot.figures()
                points.append(Point(played.turns.total(), figures["resident"]))
                print(
                    f"growth: {points[-1].turns} turns, {played.matches} matches,"
                    f" {time.perf_counter() - began:.0f} s: {points[-1].memory:.0f} MB",
                    flush=True,
                )
        return points, played


def main(arguments: Sequence[str] = ()) -> int:
    """Print the memory; 1 if it is more than is wanted, or grows."""
    parser = options(__doc__, TABLES)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--servers", type=int, default=SERVERS)
    given = parser.parse_args(list(arguments))
    core, others = cores()
    os.sched_setaffinity(0, others)
    servers = max(given.servers, given.tables)
    points, played = uvloop.run(measure(given.games or [*GAMES], given.turns, servers, given.tables, core))
    for line in summary(points):
        print(f"growth: {line}")
    print(
        "growth: " + ", ".join(f"{game} {count}" for game, count in sorted(played.turns.items())) + " turns"
    )
    for lost in played.lost[:10]:
        print(f"growth: a match was given up: {lost}")
    return 0 if is_reached(points) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
