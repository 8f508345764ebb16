"""Death at every step of whole matches: ``python -m soak.points [--games …] [--from P] [--passes N]``.

A step is before or after a commit, or before or after a request to Discord. Each pass plays a whole match, in
which the bot dies at the p-th step after every single thing that a person does (open, join, start, each
move), as long as there are so many; now and then it dies once more while it recovers. Where nothing came of
what was done, the next try is left alone. Passes go on until none finds a p-th step: then it has died at
each. The service is rebuilt in this process, on the same file; the sandbox stays.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Iterator
from pathlib import Path

import aiohttp

from harness.playing import with_emojis
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import People, Refused
from soak.life import Life, mortal
from soak.passes import MAX_ACTS, Fate, Findings, Pass, pass_options, pass_steps, play_passes
from soak.playing import Bout, Unmoved
from soak.reading import FileReading, MatchRow
from soak.tracing import orphans

__all__ = ["BotLives", "one_pass"]

QUIET = 60.0
"""Seconds after which something that should have been said is missing."""


class BotLives:
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
            await self.life.wait_until_buried()
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
        self.fate.is_off = True
        await self.life.end()
        for life in self._buried:
            await life.end()


async def one_pass(game: str, at: int, seed: int = 1, limit: int = MAX_ACTS) -> Findings:
    """Play a whole match in which the bot dies at step `at` after every act; 0 is never."""
    return await _play(game, Fate(at, random.Random(f"{seed} {game} {at}")), seed, limit)


async def _play(game: str, fate: Fate, seed: int, limit: int) -> Findings:
    async with _bot_lives(fate) as lives:
        match = Pass(lives.people, lives.reading, game, fate, seed, limit)
        findings, bout, spared = match.findings, match.bout, False

        async def act() -> None:
            nonlocal spared
            before, strikes = _reached(bout), findings.strikes
            fate.begin(spared)
            await _act(lives, match)
            await _quiet(lives, match)
            findings.longest = max(findings.longest, fate.steps)
            fate.is_off = True
            # Where death undoes all that is done, the match would never go on.
            spared = findings.strikes > strikes and _reached(bout) == before
            if bout.thread:
                await _find_orphans(match, [bout.thread])

        await match.play(act, QUIET)
        if bout.thread:
            await _find_orphans(match, [bout.thread, await bout.host.place(bout.channel)])
        return findings


async def _find_orphans(match: Pass, channels: list[str]) -> None:
    found = await orphans(match.people, match.reading, channels)
    match.findings.orphans += [f"{match.place}: {each}" for each in found]


def _reached(bout: Bout) -> tuple[MatchRow | None, int]:
    """Return the match and the length of its log."""
    bout.compare(None)
    return bout.stored_match(), len(bout.seen)


@contextlib.asynccontextmanager
async def _bot_lives(fate: Fate) -> AsyncIterator[BotLives]:
    with tempfile.TemporaryDirectory() as folder, mortal():
        async with Sandbox(first_response=5.0) as box, People(box.url) as people:
            with_emojis(box)
            lives = BotLives(box, people, FileReading(Path(folder) / "longtable.db"), fate)
            await lives.begin()
            try:
                await people.bot_online(QUIET)
                await lives.life.ask(lambda bot: bot.icons_known())
                yield lives
            finally:
                await lives.end()


async def _act(lives: BotLives, match: Pass) -> None:
    """Let a person do one thing; if the bot dies meanwhile, start the next."""
    bout = match.bout
    doing = asyncio.ensure_future(bout.step())
    died = asyncio.ensure_future(lives.life.died.wait())
    await asyncio.wait({doing, died}, return_when=asyncio.FIRST_COMPLETED)
    died.cancel()
    if not doing.done():
        doing.cancel()
    try:
        await doing
    except (asyncio.CancelledError, Unmoved, TimeoutError, Refused, aiohttp.ClientError) as error:
        if not lives.life.dead:
            match.note_wrong(f"stuck: {error!r}")
    if not lives.life.dead:
        match.note_refusals()
    bout.refusals.clear()
    if bout.counts.pop("uncalled", 0) and not lives.life.dead:
        match.note_wrong("somebody was not called")
    if lives.life.dead:
        bout.forget()
        match.note_strike()
        lives.fate.is_off = False
        await lives.rise()


async def _quiet(lives: BotLives, match: Pass) -> None:
    """Return once all is said and nothing is asked of an automatic player."""
    until = time.monotonic() + QUIET
    calm = 0
    while calm < 3:
        if lives.life.dead:
            match.note_strike()
            await lives.rise()
            until, calm = time.monotonic() + QUIET, 0
        if time.monotonic() > until:
            match.note_wrong(f"not all is said after {QUIET:.0f} s")
            return
        calm = calm + 1 if match.is_settled() and not lives.life.under_way else 0
        await asyncio.sleep(0.005)


def main() -> int:
    """Play the passes and print a table."""
    chosen = pass_options("points", "Death at every step.").parse_args()

    def fates(game: str) -> Iterator[Fate]:
        for at in pass_steps(chosen):
            yield Fate(at, random.Random(f"{chosen.seed} {game} {at}"))

    def play(game: str, fate: Fate) -> Awaitable[Findings]:
        return _play(game, fate, chosen.seed, chosen.acts)

    return asyncio.run(play_passes(chosen, "deaths", fates, play))


if __name__ == "__main__":
    sys.exit(main())
