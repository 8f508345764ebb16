"""Measure a move on SQLite and PostgreSQL, in one process or three: ``python -m bench.stores [--rounds N]``.

Matches of Génial for two are played without Discord, three at a time a process: by one process on either
store, and on PostgreSQL by three, of which each has matches of its own, as with shards, or makes every third
move of all: the worst that can be, for each then reads what the others have entered. The ways take turns,
round by round, and each round begins with another. Only the moves are counted, not the looks at what is
asked: moves a second, the processor time of the bots and of all processes of the server, round trips. Medians
over the rounds, and of their ratios.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import uvloop

from bench.turns import turn_about
from engine.games import GAMES
from engine.matches import Limits, Matches, Status, Venue
from engine.matches.core.steady_clock import SteadyClock
from engine.store.postgres import PostgresStore
from engine.store.sql.rows import Row
from engine.store.sql.statements import Connection
from engine.store.sqlite import SqliteStore
from harness.postgres import database, postmaster

T = TypeVar("T")

TABLES = 3
STEPS = 40
ROUNDS = 7
SEED = bytes(range(32))
PERSONS = (1, 2)
WAYS = ("SQLite", "PostgreSQL", "three processes, matches of their own", "three processes, by turns")
WANTED = 1.5
"""Times as much processor that a move on PostgreSQL may take, the server's included, as on SQLite."""
Asked = tuple[int, int, str, int | None]
"""A match, whom it asks, a move, and the number of the question."""


class _Counted:
    """A connection that counts what is asked of it."""

    def __init__(self, connection: Connection, trips: Counter[str]) -> None:
        self._connection = connection
        self._trips = trips

    async def execute_fetchall(self, sql: str, parameters: Iterable[Any] = (), /) -> Iterable[Row]:
        self._trips["in transactions"] += 1
        return await self._connection.execute_fetchall(sql, parameters)

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> Any:
        self._trips["in transactions"] += 1
        return await self._connection.executemany(sql, parameters)


class Counting(PostgresStore):
    """A store on a server that counts how often it waits for it."""

    trips: ClassVar[Counter[str]] = Counter()

    async def _read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        self.trips["reads"] += 1
        return await super()._read(sql, values)

    async def _at_once(self, sql: str, values: Sequence[Any]) -> list[Row]:
        self.trips["writes"] += 1
        return await super()._at_once(sql, values)

    async def _once(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        self.trips["in transactions"] += 2
        return await super()._once(lambda connection: work(_Counted(connection, self.trips)))


class Service:
    """The matches of one process, played as its parent says."""

    def __init__(self, matches: Matches, trips: Counter[str], number: int) -> None:
        self._matches = matches
        self._trips = trips
        self._clicks = 10**6 * (number + 1)

    async def open(self, tables: int) -> list[int]:
        """Begin so many matches; their numbers."""
        begun: list[int] = []
        for _ in range(tables):
            options = GAMES["genial"].Options()
            table = await self._matches.lobbies.open(
                "genial", options, 2, PERSONS[0], "Ann", Venue(5, 6, "en"), self._click()
            )
            await self._matches.lobbies.join(table.id, PERSONS[1], "Bob", self._click())
            await self._matches.lobbies.start(table.id, PERSONS[0], self._click())
            begun.append(table.id)
        return begun

    async def look(self, *tables: int) -> list[Asked]:
        """See what the matches ask."""
        asked: list[Asked] = []
        for table in tables:
            if (await self._matches.loader.get(table)).status is not Status.RUNNING:
                continue
            for person in PERSONS:
                seen = await self._matches.queries.situation(table, person)
                if seen.seat in seen.pending:
                    asked.append((table, person, str(seen.moves[0]), seen.question_number))
        return asked

    async def play(self, *asked: Asked) -> dict[str, Any]:
        """Make these moves; what they cost."""
        self._trips.clear()
        busy = time.process_time()
        await asyncio.gather(
            *(
                self._matches.moves.play(table, person, move, question, self._click())
                for table, person, move, question in asked
            )
        )
        processor = time.process_time() - busy
        return {"moves": len(asked), "processor": processor, "trips": self._trips.total()}

    def _click(self) -> int:
        self._clicks += 1
        return self._clicks


async def serve(address: str, number: int) -> None:
    """Do what the lines of the standard input say, and answer each with a line."""
    loop = asyncio.get_running_loop()
    limits = Limits(steps=timedelta(), hold=timedelta())
    async with AsyncExitStack() as opened:
        if address.startswith("postgresql:"):
            server = await opened.enter_async_context(await Counting.open(address))
            store, clock, trips = server, server.now, server.trips
        else:
            store = await opened.enter_async_context(await SqliteStore.open(Path(address)))
            clock, trips = SteadyClock(), Counter[str]()
        matches = Matches(store, GAMES, clock, limits=limits, seed=lambda: SEED)
        service = Service(matches, trips, number)
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            verb, *meant = json.loads(line)
            print(json.dumps(await getattr(service, verb)(*meant)), flush=True)
        await matches.close()


class Worker:
    """A process of its own that plays."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, address: str, number: int) -> Self:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "bench.stores", "--serve", address, str(number))
        return cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe))

    async def do(self, verb: str, *meant: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([verb, *meant]).encode() + b"\n")
        return json.loads(await self._process.stdout.readline())

    async def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a round's moves: seconds, and processor seconds of the bots and of the server."""

    moves: int
    seconds: float
    bots: float
    server: float
    trips: int

    @property
    def a_move(self) -> float:
        """Processor seconds of a move, the server's included."""
        return (self.bots + self.server) / self.moves

    @property
    def bots_a_move(self) -> float:
        """Processor seconds of a move in the bots alone."""
        return self.bots / self.moves


def processor(process: int | None) -> float:
    """Seconds that a process and all that it has started have had; 0 where there is none."""
    if process is None:
        return 0.0
    try:
        own = int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return 0.0
    return own + sum(processor(int(each)) for each in children)


async def play_round(workers: Sequence[Worker], turning: bool, server: int | None) -> Cost:
    """Play a round. With `turning` every move of a match is made by the next of the workers."""
    tables: list[int] = await workers[0].do("open", TABLES * len(workers))
    moves, trips, seconds, bots, busy = 0, 0, 0.0, 0.0, 0.0
    for step in range(STEPS):
        asked: list[list[Asked]] = [[] for _ in workers]
        for place, worker in enumerate(workers):  # whoever has moved last, and knows what is asked
            asked[(place + turning) % len(workers)] = await worker.do(
                "look",
                *(each for at, each in enumerate(tables) if (at + step * turning) % len(workers) == place),
            )
        before, began = processor(server), time.perf_counter()
        done = await asyncio.gather(
            *(worker.do("play", *share) for worker, share in zip(workers, asked, strict=True))
        )
        seconds += time.perf_counter() - began
        busy += processor(server) - before
        bots += sum(each["processor"] for each in done)
        moves += sum(each["moves"] for each in done)
        trips += sum(each["trips"] for each in done)
    return Cost(moves, seconds, bots, busy, trips)


@dataclass(frozen=True, slots=True)
class Medians:
    """The cost of a move in one way: medians over the rounds."""

    moves_a_second: float
    bot: float
    """Milliseconds of the bots' processor."""
    server: float
    """Milliseconds of the server's processor."""
    trips: float

    @classmethod
    def of(cls, costs: Sequence[Cost]) -> Medians:
        def median(of: Callable[[Cost], float]) -> float:
            return statistics.median(of(each) for each in costs)

        return cls(
            median(lambda each: each.moves / each.seconds),
            1000 * median(lambda each: each.bots_a_move),
            1000 * median(lambda each: each.server / each.moves),
            median(lambda each: each.trips / each.moves),
        )


@dataclass(frozen=True, slots=True)
class Times:
    """Two ways compared: the median of the rounds' ratios, and the least and the most of them."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, these: Iterable[float], those: Iterable[float]) -> Times:
        ratios = [one / other for one, other in zip(these, those, strict=True)]
        return cls(statistics.median(ratios), min(ratios), max(ratios))

    def __str__(self) -> str:
        return f"{self.median:.2f} times ({self.least:.2f} to {self.most:.2f})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The cost of moves in each of the `WAYS`, round by round."""

    costs: Mapping[str, Sequence[Cost]]

    @property
    def medians(self) -> Mapping[str, Medians]:
        """The medians of each way."""
        return {way: Medians.of(costs) for way, costs in self.costs.items()}

    @property
    def bot(self) -> Times:
        """The bot's processor on PostgreSQL, of SQLite's."""
        return Times.of(*([each.bots_a_move for each in self.costs[way]] for way in (WAYS[1], WAYS[0])))

    @property
    def whole(self) -> Times:
        """The processor on PostgreSQL, the server's included, of SQLite's."""
        return self._whole(WAYS[1], WAYS[0])

    @property
    def apart(self) -> Times:
        """Three processes with matches of their own, of one."""
        return self._whole(WAYS[2], WAYS[1])

    @property
    def turned(self) -> Times:
        """Three processes by turns, of one."""
        return self._whole(WAYS[3], WAYS[1])

    def _whole(self, these: str, those: str) -> Times:
        return Times.of(*([each.a_move for each in self.costs[way]] for way in (these, those)))


async def measure(rounds: int) -> Comparison:
    """Play so many rounds in each of the ways."""
    costs: dict[str, list[Cost]] = {way: [] for way in WAYS}
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        one, own, turns = [await opened.enter_async_context(database()) for _ in range(3)]
        addresses = (f"{folder}/matches.db", one, own, turns)
        server = await postmaster()
        workers: list[list[Worker]] = []
        for address, number in zip(addresses, (1, 1, 3, 3), strict=True):
            workers.append([await Worker.start(address, each) for each in range(number)])
            for worker in workers[-1]:
                opened.push_async_callback(worker.end)
        for number in range(rounds + 1):
            for each in turn_about(len(WAYS), number):
                way, turning = WAYS[each], each == 3
                costs[way].append(await play_round(workers[each], turning, server if each else None))
    # What is read and prepared once is no move's.
    return Comparison({way: found[1:] for way, found in costs.items()})


def print_costs(found: Comparison) -> None:
    """Print what a move costs in each of the ways, and the ratios."""
    for way, each in found.medians.items():
        print(
            f"stores: {way}: {each.moves_a_second:.0f} moves a second; processor a move {each.bot:.2f} ms in"
            f" the bot, {each.server:.2f} ms in the server; {each.trips:.2f} round trips a move"
        )
    print(f"stores: the bot's processor on PostgreSQL, of SQLite's: {found.bot}")
    print(f"stores: with the server's, of SQLite's: {found.whole}, to reach: at most {WANTED}")
    print(f"stores: three processes with matches of their own, of one: {found.apart}")
    print(f"stores: three processes by turns, of one: {found.turned}")


def main(arguments: Sequence[str] = ()) -> None:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.stores", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args(list(arguments))
    if given.serve:
        uvloop.run(serve(given.serve[0], int(given.serve[1])))
    else:
        print_costs(asyncio.run(measure(given.rounds)))


if __name__ == "__main__":
    main(sys.argv[1:])
