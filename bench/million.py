"""A million running matches in one file, against a hundred: ``python -m bench.million [MATCHES] [--file F]``.

A move (by the service, on a match that is not in memory), the bot's start, its memory, and the list of a
person who sits at 200 of them. The file has 2.2 GB with a million; it is removed, except where it was named.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from bench.copies import all_said, copy_match, now, one_match, room_for
from bench.world import world
from engine.games import GAMES
from engine.matches import Matches
from engine.store.sqlite import SqliteStore

MATCHES = 1_000_000
FEW = 100
ENTRIES = 10
MOVES = 300
SEATED_AT = 200
LISTS = 21
BYTES_EACH = 2_400


async def _moves(few: Path, many: Path, count: int, seed: int) -> tuple[list[float], list[float]]:
    """Seconds of moves on matches nobody has looked at, in turn on either file."""
    dice, times = random.Random(seed), ([], [])
    async with await SqliteStore.open(few) as small, await SqliteStore.open(many) as large:
        services = [Matches(store, GAMES, now) for store in (small, large)]
        chosen = dice.sample(range(FEW + 2, count), MOVES)
        for number in range(MOVES):
            for service, match, spent in zip(
                services, (1 + number % FEW, chosen[number]), times, strict=True
            ):
                service.loader.cache.forget(match)
                person, text = await _first(service, match)
                service.loader.cache.forget(match)
                began = time.perf_counter()
                await service.moves.play(match, person, text, None, 5_000_000 + number)
                spent.append(time.perf_counter() - began)
        for service in services:
            await all_said(service)  # the bots that start on these files have nothing to catch up on
            await service.close()
    return times


async def _first(service: Matches, match: int) -> tuple[int, str]:
    for person in (await service.loader.get(match)).persons:
        asked = await service.queries.situation(match, person)
        if asked.seat in asked.pending:
            return person, str(asked.moves[0])
    raise AssertionError(f"match {match} waits for nobody")


async def _bot(path: Path) -> tuple[float, float, float, float]:
    """Seconds to be online, MB then, MB after the lists, and the list's median of seconds."""
    async with world("bot.py", database=path) as its:
        rest = its.memory
        ada = its.people["ada"]
        with closing(sqlite3.connect(path, timeout=30)) as connection, connection:
            connection.execute(
                "UPDATE seats SET person = ? WHERE match BETWEEN 2 AND ? AND seat = 0",
                (int(ada.id), SEATED_AT + 1),
            )
        spent: list[float] = []
        for _ in range(LISTS):
            began = time.perf_counter()
            answer = await ada.command("turns")
            if answer.state == "deferred":
                await ada.final_message(answer)
            spent.append(time.perf_counter() - began)
        return its.seconds, rest, its.memory, statistics.median(spent)


def measure(folder: Path, count: int, file: Path | None) -> None:
    """Make the files, measure, print."""
    few, many = folder / "few.db", file or folder / "many.db"
    asyncio.run(one_match(few, ENTRIES))
    began = time.perf_counter()
    if not many.exists():
        room_for(many, count * BYTES_EACH)
        asyncio.run(one_match(many, ENTRIES))
        copy_match(many, count)
    copy_match(few, FEW + SEATED_AT)
    made, size = time.perf_counter() - began, many.stat().st_size / 1e9
    print(f"{count} running matches of {ENTRIES} entries: {size:.2f} GB, made in {made:.0f} s", flush=True)
    with_few, with_many = asyncio.run(_moves(few, many, count, 1))
    a, b = statistics.median(with_few) * 1000, statistics.median(with_many) * 1000
    print(f"a move: {a:.2f} ms with few, {b:.2f} ms: {b / a:.2f} times (to reach: 1.15)", flush=True)
    small, large = asyncio.run(_bot(few)), asyncio.run(_bot(many))
    print(f"start: {small[0]:.2f} s, {large[0]:.2f} s: {large[0] - small[0]:+.2f} s (to reach: +1)")
    print(f"memory: {small[1]:.0f} MB, {large[1]:.0f} MB; after the lists {small[2]:.0f}, {large[2]:.0f} MB")
    lists = f"{small[3] * 1000:.0f} ms with few others, {large[3] * 1000:.0f} ms"
    print(f"the list of a person at {SEATED_AT} matches: {lists} (to reach: 100)")


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.million", description="Very many matches.")
    parser.add_argument("matches", nargs="?", type=int, default=MATCHES)
    parser.add_argument("--file", type=Path, help="where the large file is made, and left (it is used again)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            measure(Path(folder), chosen.matches, chosen.file)
        except OSError as error:
            print(error, file=sys.stderr)
            return os.EX_IOERR
    return 0


if __name__ == "__main__":
    sys.exit(main())
