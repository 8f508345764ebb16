"""Memory and start-up of the bot with many running matches in the database, against an empty one.

``python -m bench.memory [MATCHES]``. Each figure is the median of several fresh processes.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from bench.copies import PERSON, copy_match, now, one_match
from bench.world import world
from engine.games import GAMES
from engine.matches import Matches, Status
from engine.store.sqlite import SqliteStore

MATCHES = 10_000
MOVES = 30
RUNS = 3
LOOKED_AT = 300


async def _service(path: Path) -> None:
    """Start as the bot does, and print memory then and after many matches were looked at."""
    before = time.perf_counter()
    async with await SqliteStore.open(path) as store:
        matches = Matches(store, GAMES, now)
        running = asyncio.create_task(matches.timers.run())
        await matches.outbox.next_lanes(16, 16)
        await asyncio.sleep(0)
        started = time.perf_counter() - before
        at_rest = _resident()
        for match in range(1, LOOKED_AT + 1):
            with suppress(Exception):
                await matches.queries.situation(match, PERSON)
        print(started, at_rest, _resident())
        running.cancel()
        await asyncio.wait([running])
        await matches.close()


def _resident() -> float:
    """Resident memory of this process in MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    raise OSError("no resident memory in /proc/self/status")


def _measured(path: Path) -> tuple[float, float, float]:
    """Seconds of start-up, MB at rest and MB after looking at matches: medians."""
    runs: list[list[float]] = []
    for _ in range(RUNS):
        command = [sys.executable, "-m", "bench.memory", "--service", str(path)]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        runs.append([float(word) for word in out.split()])
    started, at_rest, used = (statistics.median(column) for column in zip(*runs, strict=True))
    return started, at_rest, used


def main(count: int = MATCHES) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder) / "empty.db", Path(folder) / "full.db"
        asyncio.run(one_match(full, MOVES + 1))
        copy_match(full, count, strangers=False)
        asyncio.run(_opened(empty))
        found = asyncio.run(_running(full))
        size = full.stat().st_size / 1e6
        few, many = _measured(empty), _measured(full)
        few_bot, many_bot = asyncio.run(_bot(empty)), asyncio.run(_bot(full))
    print(f"database with {found} running matches of {MOVES + 1} entries: {size:.0f} MB")
    print(f"the bot's memory, empty: {few_bot[1]:.1f} MB; with the matches: {many_bot[1]:.1f} MB", end="")
    print(f" ({many_bot[1] - few_bot[1]:+.1f} MB, to reach: at most +20)")
    print(f"the bot online after, empty: {few_bot[0]:.2f} s; with the matches: {many_bot[0]:.2f} s", end="")
    print(f" ({many_bot[0] - few_bot[0]:+.2f} s, to reach: at most +1)")
    print(f"the service alone, empty: {few[1]:.1f} MB; with the matches: {many[1]:.1f} MB", end="")
    print(f" ({many[1] - few[1]:+.1f} MB)")
    print(
        f"its memory after {LOOKED_AT} of them were looked at: {many[2]:.1f} MB ({many[2] - few[1]:+.1f} MB)"
    )
    print(f"its start-up, empty: {few[0]:.3f} s; with the matches: {many[0]:.3f} s", end="")
    print(f" ({many[0] - few[0]:+.3f} s)")


async def _bot(path: Path) -> tuple[float, float]:
    """The real bot on that database: seconds until it is online and MB then, medians."""
    runs: list[tuple[float, float]] = []
    for _ in range(RUNS):
        async with world("bot.py", database=path) as running:
            runs.append((running.seconds, running.memory))
    seconds, memory = (statistics.median(column) for column in zip(*runs, strict=True))
    return seconds, memory


async def _opened(path: Path) -> None:
    await (await SqliteStore.open(path)).close()


async def _running(path: Path) -> int:
    async with await SqliteStore.open(path) as store:
        return await store.count([Status.RUNNING])


if __name__ == "__main__":
    if sys.argv[1:2] == ["--service"]:
        asyncio.run(_service(Path(sys.argv[2])))
    else:
        main(*map(int, sys.argv[1:]))
