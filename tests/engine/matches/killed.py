"""Bots without Discord that play a match, report what they do, and die by SIGKILL at a given step.

Each input line is the life of one bot: ``GAME DATABASE STEP [CLICK SEAT ASKED TEXT]``, with tabs between the
fields. ``GAME+hold`` holds moves for a moment, at ``GAME+plan`` people plan. Steps are counted before and
after every statement that the store sends to SQLite; step 0 never comes. The optional fields are a click that
Discord delivers again. Short clocks run out at once. Output lines: ``try CLICK SEAT ASKED TEXT``, with the
number of the seat's question, ``ack CLICK NUMBER``, ``held CLICK``, ``planned CLICK``, ``say ID INTENT PERSON
KIND SEAT NUMBER`` before a notice is noted as sent, ``end``; and after its death ``dead CODE``, negative for
a signal.

A bot is a fork of a process that has imported all modules, because importing takes longer than its life.
"""

from __future__ import annotations

import asyncio
import functools
import os
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from engine.match.clock import PACES
from engine.matches import HeldAnswer, Limits, Matches, Status, Venue
from engine.store import CallOutcome, Said
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION, AuctionOptions
from tests.engine.bazaar import BAZAAR, BazaarOptions

ANN, BOB = 1, 2
LONGEST = 60
"""Seconds that a bot may live: one that hangs dies by SIGALRM, and is reported as dead."""
GAMES = {"auction": (AUCTION, AuctionOptions(9)), "bazaar": (BAZAAR, BazaarOptions(4))}
"""Games that are played, with their options."""


def die_at(step: int) -> None:
    """Let the process kill itself at that step."""
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1
        if steps == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(statement: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            count()
            result = statement(*args)
            count()
            return result

        return run

    class Counted(sqlite3.Connection):
        execute = counted(sqlite3.Connection.execute)
        executemany = counted(sqlite3.Connection.executemany)

    sqlite3.connect = functools.partial(sqlite3.connect, factory=Counted)


def tell(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def deliver(matches: Matches, match: int, click: int, seat: int, asked: int, text: str) -> None:
    tell("try", click, seat, asked, text)
    played = await matches.held_moves.submit(match, (ANN, BOB)[seat], text, asked, click)
    if isinstance(played, HeldAnswer):
        tell("held", click)
    else:
        tell("ack", click, played.entry.number)


async def say(matches: Matches) -> None:
    while any(lanes := await matches.outbox.next_lanes(3, 3)):
        for match in {lane.match for lane in (*lanes[0], *lanes[1])}:
            for one in await matches.outbox.notices((match,)):
                await matches.outbox.note_begun(one, "begun")
                if one.kind == "turn" and one.person is not None and one.seat is not None:
                    await matches.seat_clocks.note_delivered(match, one.seat, one.number)
                tell("say", one.id, one.begun or "new", one.person, one.kind, one.seat, one.number)
                await matches.outbox.note_said(Said(one, outcomes={one.id: CallOutcome.RUNG}))
            await matches.outbox.release_lanes((match,))


async def play(key: str, path: Path, again: list[str]) -> None:
    key, _, how = key.partition("+")
    game, options = GAMES[key]
    async with await SqliteStore.open(path) as store:
        moment = timedelta(milliseconds=1)
        hold = moment if how == "hold" else timedelta()
        limits = Limits(reaction=timedelta(), order=timedelta(), hold=hold, plan=moment)
        matches = Matches(store, {key: game}, lambda: datetime.now(UTC), limits=limits)
        await matches.timekeeper.beat()
        place, pace = Venue(5, 6, "en"), PACES["day"]
        table = await matches.lobbies.open(key, options, 3, ANN, "Ann", place, 1, pace=pace)
        await matches.lobbies.join(table.id, BOB, "Bob", 2)
        await matches.lobbies.add_player(table.id, ANN, "steady", 3)
        await matches.lobbies.start(table.id, ANN, 4)
        if again:
            await deliver(matches, table.id, int(again[0]), int(again[1]), int(again[2]), " ".join(again[3:]))
        while (await matches.loader.get(table.id)).status is Status.RUNNING:
            await matches.timers.run_due_timers()
            for seat, person in enumerate((ANN, BOB)):
                now = await matches.queries.situation(table.id, person)
                if how == "plan" and now.may_plan and now.plan is None:
                    click = 100_000 + 10 * now.match.entries + seat
                    await matches.plans.plan(table.id, person, ("end", "buy")[now.match.entries % 2], click)
                    tell("planned", click)
                if now.held is not None:
                    continue
                if (
                    now.seat in now.pending
                    and now.question_entry is not None
                    and now.question_number is not None
                ):
                    text = str(now.moves[(11 * now.question_entry + seat) % len(now.moves)])
                    await deliver(
                        matches,
                        table.id,
                        1000 + 10 * now.question_entry + seat,
                        seat,
                        now.question_number,
                        text,
                    )
            await say(matches)
        await say(matches)
        await matches.close()
    tell("end")


def live(key: str, path: str, step: str, *again: str) -> None:
    """Live a bot's life, in a process of its own."""
    child = os.fork()
    if not child:
        code = 1
        try:
            signal.alarm(LONGEST)
            die_at(int(step))
            asyncio.run(play(key, Path(path), list(again)))
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    tell("dead", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


if __name__ == "__main__":
    for line in sys.stdin:
        live(*line.rstrip("\n").split("\t"))
