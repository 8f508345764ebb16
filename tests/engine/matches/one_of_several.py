"""One of several processes on a PostgreSQL database, run with its address and the numbers of matches.

It handles timers, sends notices, and presses for both persons of each match, with the same clicks as the
other processes. It begins when a line is written to it, and prints the moves that were acknowledged.

A file that all of them append to stands for Discord: the notices that were sent are in it.
"""

# ruff: noqa: ASYNC110 - what is waited for happens in other processes

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engine.game import Refusal
from engine.matches import Limits, Matches, Notice, Status
from engine.store import CallOutcome, Said, StoreError
from engine.store.postgres import PostgresStore
from tests.engine.auction import AUCTION

PERSONS = (1, 2)
PAUSE = 0.02
"""Seconds between two looks, so that moves are left when one process is killed."""


def tell(*words: object) -> None:
    os.write(1, (" ".join(map(str, (time.monotonic(), *words))) + "\n").encode())


class Sent(NamedTuple):
    """A message in the world outside."""

    notice: int
    nonce: str
    process: int
    """The one that sent it."""
    at: float


class World:
    """What the processes have said, in that order. Nothing that was said can be unsaid."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._passed_on = path.with_suffix(".passed")

    def send(self, notice: Notice) -> None:
        """Say it, even if it was said before."""
        self._append(self._path, notice)

    def note_passed_on(self, notice: Notice) -> None:
        """Note that another process had the lane when this one had said the notice.

        The courier would take its message back then, once it sees that the other one has said it too.
        """
        self._append(self._passed_on, notice)

    @property
    def sent(self) -> list[Sent]:
        """All messages."""
        return self._all(self._path)

    @property
    def passed_on(self) -> list[Sent]:
        """What was said by a process that had the lane no more."""
        return self._all(self._passed_on)

    def _append(self, path: Path, notice: Notice) -> None:
        line = f"{notice.id} {notice.nonce} {os.getpid()} {time.monotonic()}\n".encode()
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(file, line)  # at once, so that one that is killed has written all of it or nothing
        finally:
            os.close(file)

    def _all(self, path: Path) -> list[Sent]:
        rows = [line.split() for line in path.read_text().splitlines()] if path.exists() else []
        return [Sent(int(notice), nonce, int(process), float(at)) for notice, nonce, process, at in rows]


async def say(matches: Matches, world: World) -> None:
    """Send as the courier does: it notes that it begins, and looks for what an earlier try has sent."""
    while True:
        with contextlib.suppress(Refusal):
            lanes = await matches.outbox.next_lanes(9, 9)
            for match in {lane.match for lane in (*lanes[0], *lanes[1])}:
                matches.store.look_anew()
                for one in await matches.outbox.notices((match,)):
                    if not await say_one(matches, world, one):
                        break
                await matches.outbox.release_lanes((match,))
        await matches.outbox.wait_for_lanes()


async def say_one(matches: Matches, world: World, one: Notice) -> bool:
    """Send it, unless that was done; return false if another process has the lane."""
    if not one.begun_in or all(each.nonce != one.nonce for each in world.sent):
        if not await matches.outbox.note_begun(one, "begun"):
            return False
        world.send(one)
    said = Said(one, outcomes={one.id: CallOutcome.RUNG})
    while True:
        with contextlib.suppress(StoreError):
            if await matches.outbox.note_said(said, partial(world.note_passed_on, one)):
                return True
            world.note_passed_on(one)
            return False
        await asyncio.sleep(PAUSE)


async def press(matches: Matches, numbers: list[int]) -> None:
    left = list(numbers)
    while left:
        for match in list(left):
            if (await matches.loader.get(match)).status is not Status.RUNNING:
                left.remove(match)
                continue
            for seat, person in enumerate(PERSONS):
                now = await matches.queries.situation(match, person)
                if (
                    now.seat in now.pending
                    and now.question_entry is not None
                    and now.question_number is not None
                ):
                    text = str(now.moves[(11 * now.question_entry + seat) % len(now.moves)])
                    click = 10_000 * match + 10 * now.question_entry + seat
                    with contextlib.suppress(Refusal):  # another process was faster
                        played = await matches.moves.play(match, person, text, now.question_number, click)
                        tell("ack", match, click, played.entry.number, played.entry.text)
            await asyncio.sleep(PAUSE)


async def run(url: str, world: World, numbers: list[int]) -> None:
    async with await PostgresStore.open(url) as store:
        tell("is", store.holder)
        await asyncio.to_thread(sys.stdin.readline)
        matches = Matches(
            store, {"auction": AUCTION}, store.now, limits=Limits(steps=timedelta(), hold=timedelta())
        )
        others = [asyncio.create_task(matches.timers.run()), asyncio.create_task(say(matches, world))]
        while True:
            try:
                await press(matches, numbers)
                break
            except Refusal as refusal:
                tell("refused", refusal.code)
                await asyncio.sleep(0.2)
        while await store.next_lane() is not None:
            await asyncio.sleep(PAUSE)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await matches.close()
    tell("end")


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], World(Path(sys.argv[2])), [int(each) for each in sys.argv[3:]]))
