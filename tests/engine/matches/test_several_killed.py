"""Three processes on one database: one is killed, and one stopped for longer than it counts as alive."""

# ruff: noqa: ASYNC110 - what is waited for happens in other processes

from __future__ import annotations

import asyncio
import signal
import sys
from collections import Counter
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from engine.match.clock import PACES
from engine.matches import Limits, Matches, Status, Venue
from engine.record import read, verify
from engine.store.postgres import PostgresStore
from harness.postgres import database
from tests.engine.auction import AUCTION, AuctionOptions
from tests.engine.matches.one_of_several import PERSONS, World

pytestmark = pytest.mark.waits

ROOT = Path(__file__).resolve().parents[3]
MATCHES = 4
GOES_ON = 45.0
"""Seconds after which the work of a stopped process has been taken over: some ten on an idle machine, and a
minute or more where it is taken only when its leases end."""


class One:
    """A process, and its output."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.told: list[list[str]] = []
        self.reading = asyncio.create_task(self._read())

    @classmethod
    async def begun(cls, url: str, path: Path, numbers: list[int]) -> One:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.engine.matches.one_of_several", url, path, *map(str, numbers)),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return cls(process)

    def go(self) -> None:
        """Let it begin."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.told.append(line.decode().split())

    async def has_told(self, what: str, times: int = 1) -> None:
        while sum(words[1] == what for words in self.told) < times and not self.reading.done():
            await asyncio.sleep(0.01)

    async def ended(self) -> int:
        await self.reading
        return await self.process.wait()


@pytest.mark.timeout(240)
async def test_one_is_killed_and_one_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "said"
    world = World(path)
    async with database() as url:
        async with await PostgresStore.open(url) as store:
            matches = Matches(
                store, {"auction": AUCTION}, store.now, limits=Limits(steps=timedelta(), hold=timedelta())
            )
            numbers = [await opened(matches, 100 * each) for each in range(1, MATCHES + 1)]
            await matches.close()
        killed, stopped, third = [await One.begun(url, path, numbers) for _ in range(3)]
        # One that comes late would find everything played.
        for one in (killed, stopped, third):
            await one.has_told("is")
        for one in (killed, stopped, third):
            one.go()
        for one in (killed, stopped, third):
            await one.has_told("ack", 5)
        # Killed where what was just said is not noted yet.
        await one_more_is_said(world, killed)
        killed.process.send_signal(signal.SIGKILL)
        stopped.process.send_signal(signal.SIGSTOP)
        holder = int(stopped.told[0][2])
        async with await PostgresStore.open(url, looking=True) as store:
            while await store._read("SELECT 1 FROM processes WHERE id = ?", (holder,)):  # pyright: ignore[reportPrivateUsage]
                await asyncio.sleep(0.05)
        stopped.process.send_signal(signal.SIGCONT)
        new = await One.begun(url, path, numbers)
        new.go()
        assert [await one.ended() for one in (stopped, third, new)] == [0, 0, 0]
        assert await killed.ended() == -signal.SIGKILL
        told = [words for one in (killed, stopped, third, new) for words in one.told]

        async with await PostgresStore.open(url) as store:
            matches = Matches(store, {"auction": AUCTION}, store.now)
            acts = [(float(words[0]), int(words[2])) for words in told if words[1] == "ack"]
            for match in numbers:
                assert (await matches.loader.get(match)).status is Status.OVER
                verify(read(await matches.queries.record(match)), AUCTION)
                entries, clicks = await store.entries(match), await store.clicks(match)
                for words in told:
                    if words[1] == "ack" and int(words[2]) == match:
                        click, number, text = int(words[3]), int(words[4]), " ".join(words[5:])
                        assert clicks[click, "play"] == number, "no acknowledged move is lost"
                        assert entries[number].text == text
                made = [number for number in clicks.values() if number is not None]
                assert len(made) == len(set(made)), "none is made twice"
            names = {"killed": killed, "stopped": stopped, "third": third, "new": new}
            names = {one.process.pid: name for name, one in names.items()}
            sent, passed_on = world.sent, {(each.notice, each.process) for each in world.passed_on}
            times_sent = Counter(each.notice for each in sent)
            doubled = [(names[each.process], each) for each in sent if times_sent[each.notice] > 1]
            taken_back = [(name, each) for name, each in doubled if (each.notice, each.process) in passed_on]
            assert len(doubled) == 2 * len(taken_back), f"each call is said once: {doubled}"
            # Stopped after it had noted that it begins, it says that one thing when it goes on.
            assert [name for name, _ in taken_back] in ([], ["stopped"]), doubled
            assert await store.next_lane() is None
            assert await store.next_timer(store.now()) is None
            await matches.close()
        times = sorted(at for at, _ in acts)
        assert max(late - soon for soon, late in pairwise(times)) < GOES_ON


async def one_more_is_said(world: World, one: One) -> None:
    """Wait until the process says something."""
    before = len(world.sent)
    while all(each.process != one.process.pid for each in world.sent[before:]):
        assert not one.reading.done()
        await asyncio.sleep(0.001)


async def opened(matches: Matches, click: int) -> int:
    place = Venue(5, 6, "en")
    table = await matches.lobbies.open(
        "auction", AuctionOptions(40), 3, PERSONS[0], "Ann", place, click, pace=PACES["day"]
    )
    await matches.lobbies.join(table.id, PERSONS[1], "Bob", click + 1)
    await matches.lobbies.add_player(table.id, PERSONS[0], "steady", click + 2)
    await matches.lobbies.start(table.id, PERSONS[0], click + 3)
    return table.id
