"""``kill -9`` at random instants: ``python -m soak.kills [--kills N] [--seed S] [--folder F]``.

Bot and sandbox are processes of their own. Five tables are played at once, one of each game, and begun
anew when they end; people move by typing and by tapping, called or not. Now and then the sandbox is killed
too, and now and then the bot once more while it starts. At the end everything is let come to rest, and every
match is held against what people saw. With ``--folder`` what was begun there goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness.processes import held_port
from sandbox.people import People
from soak.playing import FORMS, Bout, Unmoved
from soak.processes import Bots, World
from soak.reading import FileReading
from soak.tracing import Watching
from soak.trial import BROKEN, Trial, all_said, finish, last_traceback_lines, trial_options

__all__ = ["Soak", "Tally"]

REST = 60.0
"""Seconds in which everything comes to rest after the last kill."""
PATIENCE = 30.0
WORLD_TOO = 0.06
"""The probability that the sandbox is killed too."""
AT_START = 0.15
"""The probability that the bot is killed before it is online again."""
LONGEST = 2.5
"""Seconds between two kills, at most."""


@dataclass
class Tally:
    """The counts so far, kept in the folder."""

    kills: int = 0
    worlds: int = 0
    """Kills of the sandbox."""
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter[str])
    wrong: list[str] = field(default_factory=list[str])
    called: dict[tuple[str, int], str] = field(default_factory=dict[tuple[str, int], str])
    starts: list[float] = field(default_factory=list[float])

    @classmethod
    def read(cls, file: Path) -> Tally:
        if not file.exists():
            return cls()
        raw = json.loads(file.read_text())
        called = {(message, person): channel for message, person, channel in raw.pop("called")}
        return cls(**{**raw, "counts": Counter(raw["counts"]), "called": called})

    def write(self, file: Path) -> None:
        raw: dict[str, Any] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        raw["called"] = [(*key, channel) for key, channel in self.called.items()]
        file.write_text(json.dumps(raw))


class Soak(Trial):
    """One run in a folder."""

    def __init__(self, folder: Path, port: int, seed: int, games: tuple[str, ...] = tuple(FORMS)) -> None:
        """`port` is the sandbox's."""
        super().__init__()
        self.folder = folder
        self.world = World(folder, port)
        self.bots = Bots(folder, self.world)
        self.reading = FileReading(self.bots.database)
        self.tally = Tally.read(folder / "tally.json")
        self.counts, self.wrong = self.tally.counts, self.tally.wrong
        self._dice = random.Random(f"{seed} {self.tally.kills}")
        self._games = games
        self._up = asyncio.Event()
        self._struck = asyncio.Event()
        self._stopping = False

    async def run(self, kills: int, until: float = float("inf"), moves: int = 0) -> None:
        """Kill so often, and until so many moves are made, then come to rest and look.

        At the time `until` (monotonic) it comes to rest in any case.
        """
        began = time.monotonic()
        await self.world.start()
        async with contextlib.AsyncExitStack() as stack:
            await self._pages(stack)
            self._watching = Watching(self.people)
            self._watching.called = self.tally.called
            await self._begin()
            self._bouts = {game: self._bout(game) for game in self._games}
            players = [asyncio.create_task(self._played(game), name=game) for game in self._games]
            try:
                while time.monotonic() < until and (self.tally.kills < kills or self.counts["moves"] < moves):
                    await self._strike()
                self._stopping = True
                await asyncio.wait_for(asyncio.gather(*players), REST)
                await all_said(self.reading, REST)
                await self._look()
            finally:
                for task in players:
                    task.cancel()
                self.tally.seconds += time.monotonic() - began
                self.seconds = self.tally.seconds
                self.tally.write(self.folder / "tally.json")
                await self.bots.close()
                await self._stack.aclose()
                await self.world.kill()

    async def _pages(self, stack: contextlib.AsyncExitStack) -> None:
        self._stack = stack
        self.people = await stack.enter_async_context(People(self.world.url))

    async def _begin(self) -> None:
        began = time.monotonic()
        await self.bots.start()
        await self.people.bot_online(PATIENCE)
        self.tally.starts.append(round(time.monotonic() - began, 2))
        self._struck = asyncio.Event()
        self._up.set()

    # Killing

    async def _strike(self) -> None:
        await asyncio.sleep(self._dice.uniform(0.0, LONGEST))
        self._up.clear()
        world_too = self._dice.random() < WORLD_TOO
        bot_too = not world_too or self._dice.random() < 0.5
        if bot_too:
            self.bots.kill()
            self.tally.kills += 1
        if world_too:
            await self.world.kill()
            self.tally.worlds += 1
        self._struck.set()
        self._watching.listen()
        if world_too:
            await self._another_world()
        if bot_too:
            await self.bots.wait_until_gone(self.people)
            for bout in self._bouts.values():
                bout.forget()
            if self._dice.random() < AT_START:
                await self.bots.start()
                await asyncio.sleep(self._dice.uniform(0.0, 1.0))
                self.bots.kill()
                self.tally.kills += 1
                await self.bots.wait_until_gone(self.people)
            await self._begin()
        else:
            await self.people.bot_online(PATIENCE)
            self._struck = asyncio.Event()
            self._up.set()

    async def _another_world(self) -> None:
        await self._stack.aclose()
        await self.world.start()
        await self._pages(contextlib.AsyncExitStack())
        self._watching.renew(self.people)
        for bout in self._bouts.values():
            bout.people = self.people

    # Playing

    def _bout(self, game: str) -> Bout:
        bout = Bout(
            self.people,
            self.reading,
            game,
            random.Random(self._dice.random()),
            ahead=0.15,
            twice=0.1,
        )
        known = None if bout.before is None else self.reading.match(bout.before)
        if known is not None and not known.has_ended:
            bout.match, bout.seen = known.id, self.reading.log(known.id)
        return bout

    async def _played(self, game: str) -> None:
        """Play table after table of a game."""
        while not self._stopping:
            await self._up.wait()
            struck, bout = self._struck, self._bouts[game]
            doing = asyncio.ensure_future(bout.step())
            waiting = asyncio.ensure_future(struck.wait())
            await asyncio.wait({doing, waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not doing.done():
                doing.cancel()
            try:
                await doing
            except asyncio.CancelledError:
                if not struck.is_set():
                    raise
            except Unmoved as unmoved:
                self.counts[f"unmoved {re.sub('[0-9]+', '*', str(unmoved))}"] += 1
            except Exception as error:
                if self._up.is_set() and not struck.is_set():
                    if not isinstance(error, BROKEN):
                        self.wrong.append(f"{game}: the trial itself: {error!r}")
                    self.counts[f"broken: {type(error).__name__}"] += 1
                await asyncio.sleep(0.05)
            if not struck.is_set():
                self.counts["unanswered"] += len(bout.unanswered)
            bout.compare(None)
            bout.unanswered.clear()
            self.collect(bout)
            if bout.has_ended:
                self.counts["ended"] += 1
                self._bouts[game] = self._bout(game)

    # Looking back

    async def _look(self) -> None:
        games = await next(iter(self.people)).place("games")
        await self.look_back(self.people, self.reading, self._watching, [games])
        for row in self.reading.rows("PRAGMA integrity_check"):
            if row[0] != "ok":
                self.wrong.append(f"database: {row[0]}")

    @property
    def tracebacks(self) -> Counter[str]:
        """Last lines of the tracebacks in the bot's log."""
        return last_traceback_lines(self.bots.read_log())

    def rows(self) -> dict[str, object]:
        """Return the figures by their names."""
        starts = sorted(self.tally.starts)
        return {
            "kills of the bot": self.tally.kills,
            "kills of the sandbox": self.tally.worlds,
            "moves": self.counts["moves"],
            "matches that ended": self.counts["ended"],
            **self.call_rows(),
            "clicks without an answer while the bot lived": self.counts["unanswered"],
            "tracebacks in the log": self.tracebacks.total(),
            "a start, median": f"{starts[len(starts) // 2] if starts else 0:.2f} s",
        }

    def details(self) -> list[str]:
        """Return a line for each call that was closed before it was shown, and each kind of traceback."""
        calls = (*self.trace.answered, *self.trace.closed)
        return [
            *(f"\nNever shown: match {_traced(call)}" for call in calls),
            *(f"\n{count} × `{line}`" for line, count in self.tracebacks.most_common()),
        ]


def _traced(call: Any) -> str:
    waited = (call.ended_at - call.at).total_seconds()
    own = "the person's own" if call.answered else "another"
    return (
        f"{call.match}, seat {call.seat}, asked by entry {call.entry},"
        f" closed {waited:.2f} s later by {own} entry {call.ended}"
    )


@contextlib.asynccontextmanager
async def soak(folder: Path | None, seed: int) -> AsyncIterator[Soak]:
    """A run in that folder, or in one that is removed afterwards."""
    with held_port() as port:
        if folder is not None:
            await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
            yield Soak(folder, port, seed)
            return
        with tempfile.TemporaryDirectory() as made:
            yield Soak(Path(made), port, seed)


async def _run(chosen: argparse.Namespace) -> int:
    async with soak(chosen.folder, chosen.seed) as run:
        await run.run(chosen.kills, time.monotonic() + 60 * chosen.minutes)
        return finish(run, chosen.result)


def main() -> int:
    """Run it and print what came of it."""
    parser = trial_options("kills", "kill -9 at random instants.")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=120.0, help="stop killing after so many")
    parser.add_argument("--folder", type=Path, help="where everything is kept, to go on later")
    return asyncio.run(_run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
