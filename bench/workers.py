"""Measure the processes in which robots think: ``python -m bench.workers [--kills N] [--store postgres]``.

Printed are the seconds from when a worker is begun until its first answer, the most memory that it had after
whole games of every level that thinks there, and what became of matches while workers were killed: moves lost
and moves made twice. The records of these matches are checked, and every robot's move is chosen again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.chance import SeededChance, match_key
from engine.games import GAMES
from engine.matches import Limits, Matches, Status
from engine.matches.core.steady_clock import SteadyClock
from engine.matches.play.workers import Workers
from engine.record import read, verify
from engine.robot_check import check_robots
from engine.robots.choosing import Position
from engine.robots.slots import Slots
from engine.robots.tasks import Task
from engine.selfplay import match_seed
from engine.store.postgres import PostgresStore
from engine.store.sql import SqlStore
from engine.store.sqlite import SqliteStore
from harness.postgres import database

__all__ = ["main"]

BEGUN = 7
"""Workers that are begun to see how long that takes."""
MEMORY, SECONDS = 200, 1.0
"""The MiB that a worker may have, and the seconds until its first answer."""
KILLS = 200
PATIENCE = 60.0
"""Seconds that a robot's move may take while workers are killed."""
_PERSON = 1
_AT_ONCE = 3
"""Matches that are played at once while workers are killed."""


def _children() -> list[int]:
    """Return the processes of workers that this one has begun."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError, ValueError):
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == os.getpid() and b"engine.thinker" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
    return found


def _peak(process: int) -> float:
    """Return the most MiB that a process has had."""
    lines = (Path("/proc") / str(process) / "status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _first_task() -> Task:
    game = GAMES["familienbande"]
    state = game.setup(game.Options(), 2, SeededChance(bytes(32), 0))
    position = Position(game, state, game.pending(state)[0], 0, bytes(32))
    return Task.of(position.question(), "random", PATIENCE)


async def begin(folder: Path) -> float:
    """Print how long it takes to begin a worker, and return the median in seconds."""
    task, took = _first_task(), list[float]()
    for _ in range(BEGUN):
        workers = Workers(Slots(folder))
        began = time.perf_counter()
        await workers.ask(task)
        took.append(time.perf_counter() - began)
        await workers.close()
    middle = statistics.median(took)
    print(f"begin: {middle:.2f} s (median of {BEGUN}; {min(took):.2f} to {max(took):.2f}); wanted {SECONDS}")
    return middle


async def memory(folder: Path) -> float:
    """Print the most memory of a worker that plays whole games at all levels, and return it in MiB."""
    workers, most = Workers(Slots(folder)), 0.0
    for number, game in enumerate(GAMES.values()):
        options = game.Options()
        for level in sorted(game.slow):
            seats = max(game.seats(options))
            key = match_key(match_seed(1, number), range(1, seats + 2))
            state, entry = game.setup(options, seats, SeededChance(key, 0)), 0
            while pending := game.pending(state):
                seat = pending[0]
                position = Position(game, state, seat, entry, key)
                chosen = level if seat == 0 else "steady"
                if chosen == level:
                    answer = await workers.ask(Task.of(position.question(), level, PATIENCE))
                    text = answer.thought().text
                    most = max(most, *map(_peak, _children()))
                else:
                    text = position.question().choose(chosen).text
                for step in game.steps(game.parse(state, seat, text)):
                    entry += 1
                    state, _ = game.play(state, seat, step, SeededChance(key, entry))
            print(f"  {game.key} {level}, {seats} seats: {most:.0f} MiB so far", flush=True)
    await workers.close()
    print(f"memory: {most:.0f} MiB at most; wanted {MEMORY}")
    return most


@contextlib.asynccontextmanager
async def _store(kind: str, folder: Path) -> AsyncIterator[SqlStore]:
    if kind == "postgres":
        async with database() as address, await PostgresStore.open(address) as store:
            yield store
    else:
        async with await SqliteStore.open(folder / "longtable.db") as store:
            yield store


class _Killing:
    """Matches against robots that think in workers, which are killed meanwhile."""

    def __init__(self, store: SqlStore, kills: int) -> None:
        limits = Limits(hold=timedelta(), thinking=timedelta(seconds=PATIENCE))
        clock = SteadyClock(lambda: datetime.now(UTC))
        self.matches = Matches(store, GAMES, clock, limits=limits)
        self.kills = kills
        self.killed = self.clicks = self.lost = self.doubled = 0
        self.checked = self.unchecked = 0
        self._dice = random.Random(1)

    def _click(self) -> int:
        self.clicks += 1
        return self.clicks

    async def kill(self) -> None:
        """Kill workers at any time, as often as wanted."""
        while self.killed < self.kills:
            await asyncio.sleep(self._dice.uniform(0.02, 0.6))
            for process in _children()[:1]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    self.killed += 1

    async def play(self, number: int) -> None:
        """Play matches against an expert until enough workers are killed, and the last one to its end."""
        while self.killed < self.kills:
            keys = [key for key, game in GAMES.items() if "expert" in game.players and key != "genesia"]
            game, person = keys[self._dice.randrange(len(keys))], _PERSON + number
            options = GAMES[game].Options()
            opened = await self.matches.lobbies.open_private(
                game, options, 2, person, "P", "en", self._click(), "expert"
            )
            await self._play(opened.id, person)

    async def _play(self, match: int, person: int) -> None:
        queries = self.matches.queries
        while True:
            if not await queries.wait_for_robots(match, person, timedelta(seconds=4 * PATIENCE)):
                self.lost += 1
                return
            situation = await queries.situation(match, person)
            if situation.match.status is not Status.RUNNING:
                break
            if situation.seat in situation.pending and situation.held is None:
                move = situation.moves[self._dice.randrange(len(situation.moves))]
                asked = situation.question_number
                await self.matches.held_moves.submit(match, person, str(move), asked, self._click())
        record = read(await queries.record(match))
        game = GAMES[record.game]
        verify(record, game)
        found = check_robots(record, game)
        self.checked += found.checked
        self.unchecked += found.unchecked
        asked_after = [(line.seat, line.made.after) for line in record.lines if line.made is not None]
        self.doubled += len(asked_after) - len(set(asked_after))

    async def run(self) -> None:
        running = asyncio.create_task(self.matches.timers.run())
        try:
            await asyncio.gather(self.kill(), *map(self.play, range(_AT_ONCE)))
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await self.matches.close()


async def kill(kind: str, kills: int, folder: Path) -> bool:
    """Print what became of matches while workers were killed; return whether all went well."""
    async with _store(kind, folder) as store:
        trial = _Killing(store, kills)
        await trial.run()
    print(
        f"{kind}: workers killed {trial.killed} times: {trial.lost} moves lost, {trial.doubled} doubled; "
        f"{trial.checked} robots' moves chosen again, all the same, {trial.unchecked} not checked"
    )
    return not trial.lost and not trial.doubled


async def measure(kills: int, kinds: list[str]) -> bool:
    """Print all figures; return whether they are as wanted."""
    with tempfile.TemporaryDirectory() as given:
        folder = Path(given)
        good = [await begin(folder / "slots") <= SECONDS, await memory(folder / "slots") <= MEMORY]
        good += [await kill(kind, kills, folder) for kind in kinds]
    return all(good)


def main() -> None:
    """Print the figures."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("--kills", type=int, default=KILLS)
    given.add_argument("--store", choices=["sqlite", "postgres"], action="append")
    chosen = given.parse_args()
    if not asyncio.run(measure(chosen.kills, chosen.store or ["sqlite", "postgres"])):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
