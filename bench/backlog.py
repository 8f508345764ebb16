"""Very many notices for a dead channel, and everybody else: ``python -m bench.backlog [NOTICES]``.

Two bots, each a process of its own with a sandbox of its own. In one of them a channel answers nothing but
503, and 300,000 notices of 30,000 matches there are waiting. People play elsewhere, in turn at either bot:
the time to a move's answer and to the next player's call.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from bench.copies import copy_match
from bench.world import World, world
from harness.playing import Table, controls, opened_table
from harness.waiting import until
from sandbox.people import People
from soak.reading import FileReading

NOTICES = 300_000
EACH = 10
"""Notices of one match."""
MOVES = 200
TARGET = 1.1
LONGEST = 120.0
DEAD = "salon"


async def _bury(people: People, path: Path, notices: int) -> None:
    """A channel that answers nothing but errors, and what waits for it."""
    table = await opened_table(people, ("chloe", "dan"), "2", DEAD)
    turn = await table.next()
    reading = FileReading(path)
    await until(lambda: not reading.unsaid())
    for place in (table.thread, await people["chloe"].place(DEAD)):
        await people.fault("POST", f"/channels/{place}/*", times=1 << 30, status=503)
        await people.fault("PATCH", f"/channels/{place}/*", times=1 << 30, status=503)
    mover = table.person(turn)
    await table.type_a_move(mover)
    match = int(table.match)
    # What can be said in private was said; the call was tried in vain.
    await until(lambda: {row[0] > 0 for row in reading.rows("SELECT attempts FROM outbox")} == {True})
    with closing(sqlite3.connect(path, timeout=30)) as connection, connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(outbox)") if row[1] != "id"]
        names = ", ".join(columns)
        row = connection.execute(f"SELECT {names} FROM outbox LIMIT 1").fetchone()
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"INSERT INTO outbox ({names}) VALUES ({marks})", [row] * (EACH - 1))
    await asyncio.to_thread(copy_match, path, notices // EACH, match, strangers=False)
    with closing(sqlite3.connect(path, timeout=30)) as connection, connection:
        # Nobody has them in hand, and all are due: as after an outage.
        connection.execute("UPDATE outbox SET due = 0, attempts = 0 WHERE match > ?", (match,))
        connection.execute("UPDATE matches SET sayer = NULL, say_due = 0 WHERE id > ?", (match,))


async def timed_move(table: Table) -> tuple[float, float]:
    """One typed move that ends a turn; the seconds to its answer, and to the next player's call.

    Moves before it after which the mover is asked again (a bonus tile, a swap) call nobody: these are not
    timed.
    """
    while True:
        turn = await table.next()
        person = table.person(turn)
        offers = await person.complete("genial play", "move", "", channel=table.thread)
        began = time.perf_counter()
        answer = await person.command("genial play", move=offers[0][1], channel=table.thread)
        shown = await table.shown(person, answer)
        answered = time.perf_counter() - began
        if not any(controls(shown, verb) for verb in ("menu", "pick", "go", "sure")):
            break
        await table.settle(person, shown)
    await person.sees(
        lambda message: int(message.id) > int(turn.id) and bool(controls(message, "play")),
        table.thread,
        within=LONGEST,
    )
    return answered, time.perf_counter() - began


async def _compare(notices: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "longtable.db"
        async with world("bot.py") as calm, world("bot.py", database=path) as stuck:
            await _bury(stuck.people, path, notices)
            print(
                f"backlog: {FileReading(path).unsaid()} notices wait, {path.stat().st_size / 1e6:.0f} MB",
                flush=True,
            )
            found: dict[str, list[tuple[float, float]]] = {"calm": [], "stuck": []}
            tables: dict[str, Table] = {}
            worlds = [("calm", calm), ("stuck", stuck)]
            for number in range(MOVES):
                worlds.reverse()  # whoever comes second still hears the other one's bot work
                for name, its in worlds:
                    found[name].append(await _timed(tables, name, its, number))
            (tries,) = FileReading(path).rows("SELECT sum(attempts) FROM outbox")[0]
            print(f"backlog: {tries} tries at the dead channel until then")
    for what, which in (("an answer", 0), ("a call", 1)):
        a, b = (statistics.median(each[which] for each in found[name]) for name in ("calm", "stuck"))
        print(
            f"backlog: {what}: {a * 1000:.0f} ms without, {b * 1000:.0f} ms with:"
            f" {b / a:.2f} times (to reach: {TARGET})"
        )


async def _timed(tables: dict[str, Table], name: str, its: World, number: int) -> tuple[float, float]:
    if number % 20 == 0:
        tables[name] = await opened_table(its.people, ("ada", "basile"), "2")
    return await timed_move(tables[name])


def main() -> None:
    """Print both medians and their ratios."""
    asyncio.run(_compare(int(sys.argv[1]) if len(sys.argv) > 1 else NOTICES))


if __name__ == "__main__":
    main()
