"""Saturate one bot on one core: ``python -m bench.saturation [GAME ...] [--seconds N] [--tables N]``.

All games are played at once, at so many tables that the bot's core is never idle, by people who answer at
once. The bot has a core of its own; sandbox and people have the others. Discord's limits are off unless
``--per-second 50`` sets the one of all requests together. Printed are the requests a second that Discord
counts, the free answers beside them, how long people waited for an answer, and how busy bot and driver were:
where the bot had time left, or the driver none, the figures are not the bot's.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import uvloop

from bench.crowd import Crowd, Waits, crowd
from bench.turns import GAMES
from harness.counting import ANSWER, kind_of

SECONDS, WARM, TABLES = 300, 30, 60
WANTED, WITHIN = 50, 3.0
"""Requests a second to reach, and seconds within which 99 of 100 answers are to come."""
IDLE = 0.9
"""The share of its core below which the bot was not saturated, and above which the driver was."""

BUSY = 0.03
"""The share of the time for which other programs may keep the bot from its core without being told of."""


@dataclass
class Load:
    """The figures of a bot and of its driver over a stretch of time."""

    seconds: float
    kinds: Counter[str]
    turns: Counter[str]
    waits: Waits
    bot: float
    """The share of its core that the bot had."""
    driver: float
    """The share of a core that sandbox and people had."""
    memory: float
    """Resident memory of the bot at the end, in MB."""
    kept: float = 0.0
    """The share of the time for which other programs kept the bot from its core."""

    @property
    def requests(self) -> float:
        """Requests a second that Discord counts."""
        return (self.kinds.total() - self.kinds[ANSWER]) / self.seconds

    @property
    def a_turn(self) -> float:
        """Seconds of the bot's processor a turn."""
        return self.bot * self.seconds / max(self.turns.total(), 1)

    @property
    def is_reached(self) -> bool:
        """Return True if the bot does what is wanted."""
        return self.requests >= WANTED and Waits.percentiles(self.waits.first)[2] <= WITHIN

    def lines(self) -> Iterator[str]:
        """Yield the figures."""
        turns, answers = self.turns.total(), self.kinds[ANSWER]
        yield (
            f"{self.requests:.1f} requests a second that Discord counts (to reach: {WANTED}), and"
            f" {answers / self.seconds:.1f} free answers; {turns / self.seconds:.1f} turns a second"
        )
        for what, waits in (
            ("first answer", self.waits.first),
            ("the rest, where it came later", self.waits.rest),
        ):
            half, most, nearly = Waits.percentiles(waits)
            counted = f"median {half:.2f} s, 95 % within {most:.2f} s, 99 % within {nearly:.2f} s"
            yield f"{what}: {counted} ({len(waits)} answers)"
        yield f"{self.waits.late} first answers later than Discord waits ({WITHIN:.0f} s)"
        yield f"the bot had {self.bot:.0%} of its core, the driver {self.driver:.0%} of another"
        yield f"{1000 * self.a_turn:.1f} ms of the bot's processor a turn"
        yield ", ".join(f"{game} {count}" for game, count in sorted(self.turns.items())) + " turns"
        if self.kept > BUSY:
            yield f"**other programs** kept the bot from its core for {self.kept:.0%} of the time"
        if self.bot + self.kept < IDLE:
            yield f"**not saturated**: the bot had less than {IDLE:.0%}; more tables, or a faster driver"
        if self.driver > IDLE:
            yield f"**the driver was the bottleneck**: it had more than {IDLE:.0%} of its core"


class _Ledger:
    """Requests by kind since the last clearing, of a ledger that forgets."""

    def __init__(self, played: Crowd) -> None:
        self._box = played.box
        self._seen = 0
        self.kinds: Counter[str] = Counter()

    def read(self) -> None:
        """Count what came since the last reading."""
        fresh: list[tuple[str, str]] = []
        for each in reversed(self._box.ledger.requests):
            if each["number"] <= self._seen:
                break
            fresh.append((each["method"], each["path"]))
        if fresh:
            self._seen = self._box.ledger.requests[-1]["number"]
        self.kinds.update(kind_of(*each) for each in fresh)

    def clear(self) -> None:
        self.read()
        self.kinds.clear()


async def saturate(
    games: Sequence[str], seconds: float, warm: float, tables: int, core: int | None, per_second: int | None
) -> tuple[Load, Crowd]:
    """Play, and measure after the first `warm` seconds."""
    async with (
        crowd(servers=tables, core=core, per_second=per_second) as played,
        played.playing(games, tables),
    ):
        await asyncio.sleep(warm)
        ledger = _Ledger(played)
        ledger.clear()
        played.people.waits.clear()
        for each in (played.turns, played.refused, played.lost):
            each.clear()
        before, own, began = await played.bot.figures(), time.process_time(), time.perf_counter()
        while (left := began + seconds - time.perf_counter()) > 0:
            await asyncio.sleep(min(1.0, left))
            ledger.read()
        took = time.perf_counter() - began
        after = await played.bot.figures()
        busy = (after["processor"] - before["processor"]) / took
        load = Load(
            took,
            Counter(ledger.kinds),
            Counter(played.turns),
            Waits([*played.people.waits.first], [*played.people.waits.rest]),
            busy,
            (time.process_time() - own) / took,
            after["resident"],
            max(0.0, min(1 - busy, (after["kept"] - before["kept"]) / took)),
        )
    return load, played


def cores() -> tuple[int | None, set[int]]:
    """Return the core of the bot and those of the driver: `None` where there is one alone."""
    first, *others = sorted(os.sched_getaffinity(0))
    return (first, set(others)) if others else (None, {first})


def options(description: str | None, tables: int) -> argparse.ArgumentParser:
    """Return a parser with the options that say who plays what."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument(
        "--tables", type=int, default=tables, metavar="N", help=f"at once (default: {tables})"
    )
    return parser


def main(arguments: Sequence[str] = ()) -> int:
    """Print what a saturated bot does; 1 if it does less than is wanted."""
    parser = options(__doc__, TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--warm", type=float, default=WARM, metavar="SECONDS", help="not counted, at first")
    parser.add_argument(
        "--per-second", type=int, help="requests that Discord takes of one bot (default: any)"
    )
    given = parser.parse_args(list(arguments))
    core, others = cores()
    os.sched_setaffinity(0, others)
    load, played = uvloop.run(
        saturate(given.games or [*GAMES], given.seconds, given.warm, given.tables, core, given.per_second)
    )
    for line in load.lines():
        print(f"saturation: {line}")
    for what, count in played.refused.items():
        print(f"saturation: {count} times people had to look again: {what}")
    for lost in played.lost:
        print(f"saturation: a match was given up: {lost}")
    return 0 if load.is_reached else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
