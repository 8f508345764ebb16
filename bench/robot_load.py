"""Measure robots that think beside play.

``python -m bench.robot_load [--minutes M] [--moves N] [--games GAME …]``. People play alone against robots,
so that no pause is made before a robot moves, and ask many moves of robots in a minute. By turns robots
think in workers (`expert`) and do not (`steady`): printed are how long their moves took from the person's
move on, and how much longer people's own moves took while workers thought. Everything goes through the
service and a SQLite file; Discord and pictures are not part of it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.games import GAMES
from engine.matches import Limits, Matches, Status
from engine.matches.core.steady_clock import SteadyClock
from engine.robots import compiled
from engine.store.sqlite import SqliteStore

__all__ = ["Play", "Seen", "main", "told"]

MOVES = 200
"""Moves of robots that are asked in a minute."""
LATE, PART = 5.0, 0.95
"""The seconds within which this part of the robots' moves is to be made."""
SLOWER = 1.1
"""The ratio that people's own moves may take while workers think."""
_TABLES = 20
"""Matches that are played at once."""
_PHASE = 15.0
"""Seconds until the robots of the other kind are asked."""
_PATIENCE = timedelta(seconds=60)
_LEVELS = ("steady", "expert")


@dataclass
class Seen:
    """The times that were seen with robots of one level."""

    own: list[float] = field(default_factory=list[float])
    """Seconds until a person's move was entered."""
    robots: list[float] = field(default_factory=list[float])
    """Seconds from then on until the robots had moved."""
    lost: int = 0
    """Moves of robots that never came."""
    seconds: float = 0.0
    """Seconds in which moves were asked."""


class Play:
    """The matches that are played, and the times that were seen."""

    def __init__(self, matches: Matches, games: Sequence[str], per_minute: float) -> None:
        self.matches, self.games, self.apart = matches, games, 60 / per_minute
        self.seen = {level: Seen() for level in _LEVELS}
        self.tables: dict[str, list[tuple[int, int]]] = {level: [] for level in _LEVELS}
        self.clicks = self.persons = 0
        self.dice = random.Random(1)

    def click(self) -> int:
        self.clicks += 1
        return self.clicks

    async def table(self, level: str) -> tuple[int, int]:
        """Return a match that nobody moves in now, and its person."""
        if self.tables[level]:
            return self.tables[level].pop(0)
        self.persons += 1
        game = self.games[self.persons % len(self.games)]
        opened = await self.matches.lobbies.open_private(
            game, GAMES[game].Options(), 2, self.persons, "P", "en", self.click(), level
        )
        await self.matches.queries.wait_for_robots(opened.id, self.persons, _PATIENCE)
        return opened.id, self.persons

    async def ask(self, level: str) -> None:
        """Make a person's move, and wait until the robots have moved."""
        seen, queries = self.seen[level], self.matches.queries
        match, person = await self.table(level)
        situation = await queries.situation(match, person)
        if situation.match.status is not Status.RUNNING or not situation.moves:
            return
        move = situation.moves[self.dice.randrange(len(situation.moves))]
        began = time.perf_counter()
        await self.matches.held_moves.submit(
            match, person, str(move), situation.question_number, self.click()
        )
        entered = time.perf_counter()
        came = await queries.wait_for_robots(match, person, _PATIENCE)
        seen.own.append(entered - began)
        seen.robots.append(time.perf_counter() - entered)
        seen.lost += not came
        if came:
            self.tables[level].append((match, person))

    async def run(self, minutes: float) -> None:
        """Ask moves of robots, by turns of either level, for so many minutes in all."""
        running = asyncio.create_task(self.matches.timers.run())
        try:
            for level in _LEVELS:
                self.tables[level] = [await self.table(level) for _ in range(_TABLES)]
            ends, number = time.perf_counter() + 60 * minutes, 0
            while time.perf_counter() < ends:
                level = _LEVELS[number % len(_LEVELS)]
                number += 1
                await self.phase(level)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await self.matches.close()

    async def phase(self, level: str) -> None:
        began, asked = time.perf_counter(), list[asyncio.Task[None]]()
        while (now := time.perf_counter()) < began + _PHASE:
            asked.append(asyncio.create_task(self.ask(level)))
            await asyncio.sleep(max(0.0, began + self.apart * len(asked) - now))
        await asyncio.gather(*asked)
        self.seen[level].seconds += time.perf_counter() - began


def told(seen: Seen, quiet: Seen) -> tuple[str, bool]:
    """Return what is said of the times, and whether they are as wanted."""
    within = sum(each <= LATE for each in seen.robots) / max(1, len(seen.robots))
    ratio = statistics.median(seen.own) / statistics.median(quiet.own)
    ordered = sorted(seen.robots)
    lines = [
        f"{len(seen.robots)} robots' answers, {60 * len(seen.robots) / seen.seconds:.0f} a minute,"
        f" {seen.lost} lost:",
        f"  {within:.1%} within {LATE:g} s (wanted {PART:.0%}); 95 of 100 within"
        f" {ordered[int(len(ordered) * PART)]:.2f} s, median {statistics.median(ordered):.2f} s",
        f"people's own moves: {1000 * statistics.median(seen.own):.1f} ms (median of {len(seen.own)}) while"
        f" workers think, {1000 * statistics.median(quiet.own):.1f} ms (of {len(quiet.own)}) otherwise:"
        f" {ratio:.2f} times (wanted {SLOWER:g})",
    ]
    return "\n".join(lines), within >= PART and ratio <= SLOWER and not seen.lost


async def measure(minutes: float, moves: float, games: Sequence[str]) -> bool:
    """Print the figures; return whether they are as wanted."""
    print(
        f"compiled cores: {compiled.missing() or 'used'}; {os.cpu_count()} processors,"
        f" load {os.getloadavg()[0]:.1f}"
    )
    with tempfile.TemporaryDirectory() as folder:
        async with await SqliteStore.open(Path(folder) / "longtable.db") as store:
            limits = Limits(hold=timedelta(), thinking=_PATIENCE)
            matches = Matches(store, GAMES, SteadyClock(lambda: datetime.now(UTC)), limits=limits)
            play = Play(matches, games, moves)
            await play.run(minutes)
    text, good = told(play.seen["expert"], play.seen["steady"])
    print(text)
    return good


def main() -> None:
    """Print the figures."""
    usual = [key for key, game in GAMES.items() if "expert" in game.players and key != "genesia"]
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("--minutes", type=float, default=4.0)
    given.add_argument("--moves", type=float, default=MOVES)
    given.add_argument("--games", nargs="+", default=usual, choices=sorted(GAMES))
    chosen = given.parse_args()
    if not asyncio.run(measure(chosen.minutes, chosen.moves, chosen.games)):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
