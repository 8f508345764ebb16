"""One of several processes on a PostgreSQL database, run with its address and the numbers of matches.

It handles timers, sends notices, and presses for both persons of each match, with the same clicks as the
other processes. It begins when a line is written to it, and prints the moves that were acknowledged and the
notices that were sent.
"""

# ruff: noqa: ASYNC110 - what is waited for happens in other processes

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from datetime import timedelta

from engine.game import Refusal
from engine.matches import Limits, Matches, Status
from engine.store import CallOutcome, Said
from engine.store.postgres import PostgresStore
from tests.engine.auction import AUCTION

PERSONS = (1, 2)
PAUSE = 0.02
"""Seconds between two looks, so that moves are left when one process is killed."""


def tell(*words: object) -> None:
    os.write(1, (" ".join(map(str, (time.monotonic(), *words))) + "\n").encode())


async def say(matches: Matches) -> None:
    while True:
        with contextlib.suppress(Refusal):
            lanes = await matches.outbox.next_lanes(9, 9)
            for match in {lane.match for lane in (*lanes[0], *lanes[1])}:
                for one in await matches.outbox.notices((match,)):
                    if await matches.outbox.note_begun(one, "begun") and await matches.outbox.note_said(
                        Said(one, outcomes={one.id: CallOutcome.RUNG})
                    ):
                        tell("said", match, one.id)
                await matches.outbox.release_lanes((match,))
        await matches.outbox.wait_for_lanes()


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


async def run(url: str, numbers: list[int]) -> None:
    async with await PostgresStore.open(url) as store:
        tell("is", store.holder)
        await asyncio.to_thread(sys.stdin.readline)
        matches = Matches(
            store, {"auction": AUCTION}, store.now, limits=Limits(steps=timedelta(), hold=timedelta())
        )
        others = [asyncio.create_task(matches.timers.run()), asyncio.create_task(say(matches))]
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
    asyncio.run(run(sys.argv[1], [int(each) for each in sys.argv[2:]]))
