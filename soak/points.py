"""Death at every step of whole matches: ``python -m soak.points [--games …] [--from P] [--passes N]``.

A step is before or after a commit, or before or after a request to Discord. Each pass plays a whole match, in
which the bot dies at the p-th step after every single thing that a person does (open, join, start, each
move), as long as there are so many; now and then it dies once more while it recovers. Where nothing came of
what was done, the next try is left alone. Passes go on until none finds a p-th step: then it has died at
each. The service is rebuilt in this process, on the same file; the sandbox stays.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import People, Refused
from soak.life import Life, mortal
from soak.playing import FORMS, Bout, Unmoved
from soak.reading import FileReading, Kept
from soak.tracing import Trace, Watching, inboxes, orphans, traced

__all__ = ["Passed", "one_pass"]

QUIET = 30.0
"""Seconds after which something that should have been said is missing."""
STEPS = 2000
"""Things done in one match, at most."""
AGAIN = 0.25
"""How often the bot dies once more while it recovers."""


@dataclass
class Passed:
    """What came of one match, or of several."""

    deaths: int = 0
    acts: int = 0
    moves: int = 0
    longest: int = 0
    """Most steps after one thing done."""
    where: Counter[str] = field(default_factory=Counter[str])
    """Deaths by the step's name."""
    trace: Trace = field(default_factory=Trace)
    wrong: list[str] = field(default_factory=list[str])
    orphans: list[str] = field(default_factory=list[str])
    seconds: float = 0.0

    def add(self, other: Passed) -> None:
        self.deaths += other.deaths
        self.acts += other.acts
        self.moves += other.moves
        self.longest = max(self.longest, other.longest)
        self.where.update(other.where)
        self.trace.add(other.trace)
        self.wrong += other.wrong
        self.orphans += other.orphans
        self.seconds += other.seconds

    @property
    def sound(self) -> bool:
        return not (self.wrong or self.orphans or self.trace.missing)


class Fate:
    """Counts the steps of one act; death comes at the one it was told."""

    def __init__(self, at: int, dice: random.Random) -> None:
        self.at = at
        self.dice = dice
        self.steps = 0
        self.paused = True
        self.next: int | None = None
        self.name = ""

    def begin(self, spared: bool) -> None:
        self.steps, self.next, self.paused = 0, None if spared else self.at, False

    def recover(self) -> None:
        self.next = self.steps + self.dice.randrange(1, 24) if self.dice.random() < AGAIN else None

    def step(self, name: str) -> bool:
        if self.paused:
            return False
        self.steps += 1
        if self.steps != self.next:
            return False
        self.name, self.next = name, None
        return True

    async def toggle(self) -> None:
        self.paused = not self.paused


class House:
    """The bot's lives, one after the other."""

    def __init__(self, box: Sandbox, people: People, reading: FileReading, fate: Fate) -> None:
        self.box = box
        self.people = people
        self.reading = reading
        self.fate = fate
        self._buried: list[Life] = []

    async def begin(self) -> None:
        self.life = Life(self.box, self.reading.database, self.fate.step)  # pyright: ignore[reportArgumentType]
        starting = asyncio.ensure_future(self.life.start())
        died = asyncio.ensure_future(self.life.died.wait())
        await asyncio.wait({starting, died}, return_when=asyncio.FIRST_COMPLETED)
        died.cancel()
        if self.life.dead:
            starting.cancel()  # or it is already: who dies early never tells that it has begun
        else:
            starting.result()

    async def rise(self) -> None:
        """Bury the dead and begin anew, as often as it takes."""
        while self.life.dead:
            await self.life.buried()
            self._buried.append(self.life)
            await until(self._offline, QUIET, 0.002)
            self.fate.recover()
            await self.begin()
            await until(self._settled, QUIET)

    async def _offline(self) -> bool:
        return not (await self.people.ask("GET", "/people"))["bot"]["online"]

    async def _settled(self) -> bool:
        return self.life.dead or not await self._offline()

    async def end(self) -> None:
        self.fate.paused = True
        await self.life.end()
        for life in self._buried:
            await life.end()


async def one_pass(game: str, at: int, seed: int = 1, limit: int = STEPS) -> Passed:
    """A whole match in which the bot dies at step `at` of everything that is done; 0 is never."""
    began = time.perf_counter()
    passed = Passed()
    async with _house(Fate(at, random.Random(f"{seed} {game} {at}"))) as house:
        fate, people, reading = house.fate, house.people, house.reading
        watching = Watching(people)
        dice = random.Random(f"{seed} {game} {at} moves")
        bout = Bout(people, reading, game, dice, twice=0.1, suggesting=fate.toggle)
        spared = False
        while not bout.ended and passed.acts < limit:
            passed.acts += 1
            before, deaths = _reached(bout), passed.deaths
            fate.begin(spared)
            await _act(house, bout, passed)
            await _quiet(house, bout, passed)
            passed.longest = max(passed.longest, fate.steps)
            fate.paused = True
            # Where death undoes all that is done, the match would never go on.
            spared = passed.deaths > deaths and _reached(bout) == before
            watching.listen()
            bout.compare(None)
            if bout.thread:
                passed.orphans += [
                    f"{game}, step {at} ({fate.name}), act {passed.acts}: {each}"
                    for each in await orphans(people, reading, [bout.thread])
                ]
            if passed.orphans or passed.wrong or bout.wrong:
                break
        await _sum_up(house, bout, watching, passed)
        if limit == STEPS and not bout.ended:
            passed.wrong.append(f"{game}, step {at}: not over after {limit} acts")
    passed.seconds = time.perf_counter() - began
    return passed


def _reached(bout: Bout) -> tuple[Kept | None, int]:
    """How far the match has come."""
    bout.compare(None)
    return bout.kept(), len(bout.seen)


@contextlib.asynccontextmanager
async def _house(fate: Fate) -> AsyncIterator[House]:
    with tempfile.TemporaryDirectory() as folder, mortal():
        async with Sandbox(first_response=5.0) as box, People(box.url) as people:
            house = House(box, people, FileReading(Path(folder) / "longtable.db"), fate)
            await house.begin()
            try:
                await people.bot_online(QUIET)
                await house.life.ask(lambda bot: bot.icons_known())
                yield house
            finally:
                await house.end()


async def _act(house: House, bout: Bout, passed: Passed) -> None:
    """One thing that a person does, unless the bot dies under it."""
    doing = asyncio.ensure_future(bout.step())
    died = asyncio.ensure_future(house.life.died.wait())
    await asyncio.wait({doing, died}, return_when=asyncio.FIRST_COMPLETED)
    died.cancel()
    if not doing.done():
        doing.cancel()
    try:
        await doing
    except (asyncio.CancelledError, Unmoved, TimeoutError, Refused, aiohttp.ClientError) as error:
        if not house.life.dead:
            passed.wrong.append(f"{bout.game}, step {house.fate.at}, act {passed.acts}: stuck: {error!r}")
    if not house.life.dead:
        passed.wrong += [f"{bout.game}, step {house.fate.at}: refused: {each}" for each in bout.refusals]
    bout.refusals.clear()
    if bout.counts.pop("uncalled", 0) and not house.life.dead:
        passed.wrong.append(f"{bout.game}, step {house.fate.at}, act {passed.acts}: somebody was not called")
    if house.life.dead:
        bout.forget()
        _note(house, passed)
        house.fate.paused = False
        await house.rise()


def _note(house: House, passed: Passed) -> None:
    passed.deaths += 1
    passed.where[house.fate.name] += 1


async def _quiet(house: House, bout: Bout, passed: Passed) -> None:
    """Return once all is said and nothing is asked of an automatic player."""
    until = time.monotonic() + QUIET
    calm = 0
    while calm < 3:
        if house.life.dead:
            _note(house, passed)
            await house.rise()
            until, calm = time.monotonic() + QUIET, 0
        if time.monotonic() > until:
            passed.wrong.append(f"{bout.game}, step {house.fate.at}: not all is said after {QUIET:.0f} s")
            return
        kept = bout.kept()
        idle = not house.reading.unsaid() and not house.life.under_way
        settled = kept is None or kept.ended or not kept.persons or bool(kept.awaited) or not kept.pending
        calm = calm + 1 if idle and settled else 0
        await asyncio.sleep(0.005)


async def _sum_up(house: House, bout: Bout, watching: Watching, passed: Passed) -> None:
    passed.wrong += bout.wrong
    passed.moves = bout.counts["moves"]
    kept = bout.kept()
    if kept is None or not bout.thread:
        return
    direct = await inboxes(house.people)
    await watching.look([bout.thread])
    places = [bout.thread, await bout.host.place(bout.channel)]
    passed.orphans += await orphans(house.people, house.reading, places)
    passed.trace.add(traced(kept, house.reading, watching, bout.thread, direct))


# The command


def main() -> int:
    """Run the passes and print a table."""
    parser = argparse.ArgumentParser(prog="python -m soak.points", description="Death at every step.")
    parser.add_argument("--games", nargs="*", default=list(FORMS), choices=list(FORMS), metavar="GAME")
    parser.add_argument("--from", dest="first", type=int, default=1, help="first step to die at")
    parser.add_argument("--passes", type=int, default=400, help="passes a game, at most")
    parser.add_argument("--stride", type=int, default=1, help="every so many steps only")
    parser.add_argument("--acts", type=int, default=STEPS, help="things done in one match, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after so many")
    chosen = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    until = time.monotonic() + 60 * chosen.minutes
    sound = True
    print(
        "| game | passes | moves | deaths | calls | shown | answered before | missing | wrong | orphans | s |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for game in chosen.games:
        total, passes = Passed(), 0
        for at in range(chosen.first, chosen.first + chosen.passes * chosen.stride, chosen.stride):
            if time.monotonic() > until:
                print(f"{game}: out of time before step {at}", file=sys.stderr)
                break
            passed = await one_pass(game, at, chosen.seed, chosen.acts)
            total.add(passed)
            passes += 1
            print(
                f"{game}: step {at}: {passed.deaths} deaths, {passed.acts} acts, {passed.moves} moves,"
                f" {len(passed.trace.shown)} of {passed.trace.calls} calls shown, {passed.seconds:.0f} s",
                file=sys.stderr,
                flush=True,
            )
            for each in (*passed.wrong, *passed.orphans, *passed.trace.missing):
                print(f"  {each}", file=sys.stderr, flush=True)
            if not passed.deaths:
                break
        trace = total.trace
        print(
            f"| {game} | {passes} | {total.moves} | {total.deaths} | {trace.calls} | {len(trace.shown)}"
            f" | {len(trace.answered) + len(trace.closed)} | {len(trace.missing)} | {len(total.wrong)}"
            f" | {len(total.orphans)} | {total.seconds:.0f} |",
            flush=True,
        )
        for name, count in sorted(total.where.items()):
            print(f"  {count:6} {name}", file=sys.stderr)
        sound = sound and total.sound
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
