"""Random faults during whole matches: ``python -m soak.faults [--matches N] [--seed S] [--minutes M]``.

Five tables at once, one of each game. Meanwhile Discord errs, limits, hangs, loses answers and lines; inboxes
close, messages and threads are deleted, permissions are taken away, the database is locked by another
program or cannot grow. Every press must be answered in time, every turn called once, every match end.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp

from bot import Longtable
from harness.playing import with_emojis
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import People, Refused
from soak.life import Life, mortal
from soak.playing import FORMS, Bout
from soak.reading import FileReading
from soak.tracing import Watching
from soak.trial import BROKEN, Trial, bold, count_logs, describe_error, finish, trial_options

__all__ = ["Storm"]

PRESSED = 3.0
"""Seconds that Discord waits for an answer."""
LATE = 1.0
"""Seconds after which a press, of a bot whose loop is free, has been held up by the line."""
UNKNOWN_CHANNEL = 10003
PAUSE = 1.5
"""Seconds between two faults, on average, while all tables are in play: the fewer, the rarer."""
LASTING = 15.0
"""Seconds after which a fault that met no request is over: else they pile up where little is asked for."""
LONGEST_MATCH = 240.0
REST = 90.0
LONGEST_PUT_OFF = 240.0
"""Seconds. A fault lasts for seconds: nothing is put off for longer because of some."""
ROUTES = (
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("GET", "/channels/*/messages*"),
    ("DELETE", "/channels/*/messages/*"),
    ("POST", "/channels/*/messages/*/threads"),
    ("POST", "/users/@me/channels"),
    ("*", "/channels/*"),
)
"""Answers to presses are left alone: whether those come is what is looked at."""


class Storm(Trial):
    """Matches during random faults."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.faults: Counter[str] = Counter()
        self.loud: Counter[str] = Counter()
        """Errors and tracebacks in the bot's log."""
        self._dice = random.Random(f"{seed} faults")
        self._calm: asyncio.Event = asyncio.Event()
        self._spoilt: set[int] = set()
        self._recent: deque[tuple[float, str]] = deque(maxlen=6)
        """The last faults, and when they began."""
        self._lag: deque[tuple[float, float]] = deque(maxlen=200)
        """Times, and the seconds that the bot's loop took for nothing at all: a busy machine is slow.
        """
        self.unmet: list[str] = []
        """Descriptions of presses without an answer, with the faults and delays of that time."""
        self._reached: dict[str, float] = {}
        """Interactions that the bot heard of, and after how many seconds.

        It was cut off when the others were sent, and hears late what was sent before it is back.
        """

    async def run(self, games: list[str], pause: float = PAUSE, within: float = float("inf")) -> None:
        """Play one match for each name in `games`, five at a time, in faults all the while."""
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder, mortal(), count_logs(self.loud, describe_error):
            reading = FileReading(Path(folder) / "longtable.db")
            async with Sandbox(first_response=PRESSED) as box, People(box.url) as people:
                with_emojis(box)
                self.people, self.reading = people, reading
                self.life = Life(box, reading.database, lambda name: False)  # pyright: ignore[reportArgumentType]
                await self.life.start()
                try:
                    await people.bot_online()
                    await self.life.ask(self._listen)
                    self._watching = Watching(people)
                    self._bouts: dict[str, Bout] = {}
                    bad = asyncio.create_task(self._weather(pause))
                    feeling = asyncio.create_task(self._feel())
                    queue = list(games)
                    await asyncio.gather(*(self._table(queue, began + within) for _ in FORMS))
                    for task in (bad, feeling):
                        task.cancel()
                        with contextlib.suppress(asyncio.CancelledError):
                            await task
                    await self._look()
                finally:
                    await self.life.end()
        self.seconds += time.monotonic() - began

    # Playing

    async def _table(self, queue: list[str], until_: float) -> None:
        while time.monotonic() < until_:
            free = next((game for game in queue if game not in self._bouts), None)
            if free is None:
                return
            queue.remove(free)
            dice = random.Random(self._dice.random())
            bout = self._bouts[free] = Bout(self.people, self.reading, free, dice, ahead=0.2, twice=0.1)
            await self._match(bout)
            del self._bouts[free]

    async def _match(self, bout: Bout) -> None:
        began = time.monotonic()
        while not bout.has_ended:
            if time.monotonic() - began > LONGEST_MATCH:
                self.wrong.append(
                    f"match {bout.match} ({bout.game}) has not ended after {LONGEST_MATCH:.0f} s"
                )
                break
            begun = time.monotonic()
            try:
                await self.people.bot_online()
                await asyncio.wait_for(bout.step(), 60)
            except BROKEN as error:
                self.counts[f"again: {type(error).__name__}: {str(error)[:60]}"] += 1
                bout.thread = ""
                await asyncio.sleep(0.05)
            while bout.unanswered:
                press = bout.unanswered.pop()
                if await self._nowhere(press):
                    self.counts["presses whose thread was deleted before the answer came"] += 1
                    continue
                reached = self._reached.get(press, float("inf")) - self._lagged(begun) < LATE
                what = "presses without an answer" if reached else "presses that could not reach the bot"
                self.counts[what] += 1
                if reached:
                    self.unmet.append(self._going_on(bout, begun))
            self._watching.listen()
        bout.compare(None)
        self.collect(bout)
        self.counts["ended"] += bout.has_ended
        took = time.monotonic() - began
        print(f"{bout.game}: {len(bout.seen)} entries, {took:.0f} s", file=sys.stderr, flush=True)

    async def _nowhere(self, press: str) -> bool:
        """Return true if the bot has answered, and Discord said that the channel is gone."""
        answer = f"/interactions/{press}/"
        return any(
            each["path"].startswith(answer) and each["code"] == UNKNOWN_CHANNEL
            for each in await self.people.requests()
        )

    async def _listen(self, bot: Longtable) -> None:
        """Note what reaches the bot, from when its small pictures are there."""

        async def note_interaction(interaction: Any) -> None:
            late = datetime.now(UTC) - interaction.created_at
            self._reached.setdefault(str(interaction.id), late.total_seconds())

        bot.add_listener(note_interaction, "on_interaction")
        await bot.icons_known()

    async def _feel(self) -> None:
        """Note how busy the machine is."""
        while True:
            began = time.monotonic()
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self.life.ask(lambda bot: asyncio.sleep(0)), LASTING)
            self._lag.append((began, time.monotonic() - began))
            await asyncio.sleep(0.1)

    def _lagged(self, since: float) -> float:
        """Return the seconds that the bot's loop took at most, since then, for nothing at all."""
        return max((lag for at, lag in self._lag if at + lag > since), default=0.0)

    def _going_on(self, bout: Bout, begun: float) -> str:
        now = time.monotonic()
        lag = self._lagged(begun)
        faults = ", ".join(f"{name} {now - at:.1f} s ago" for at, name in self._recent)
        return (
            f"match {bout.match} ({bout.game}), a step of {now - begun:.1f} s in which the bot's loop took"
            f" up to {lag:.1f} s for nothing; faults: {faults}; its last answers: {', '.join(bout.last)}"
        )

    # The weather

    async def _weather(self, pause: float) -> None:
        kinds: dict[str, tuple[int, Callable[[], Awaitable[None]]]] = {
            "5xx": (6, self._errs),
            "429, short": (4, self._limits),
            "429, long": (1, self._limits_long),
            "hangs": (2, self._hangs),
            "answer lost": (6, self._loses),
            "line cut": (4, self._cuts),
            "gateway": (2, self._gateway),
            "inbox closed": (2, self._closes),
            "message deleted": (2, self._deletes),
            "thread deleted": (1, self._deletes_thread),
            "permissions taken": (1, self._denies),
            "database locked": (2, self._locks),
            "disk full": (2, self._fills),
        }
        names, weights = list(kinds), [kinds[name][0] for name in kinds]
        while True:
            # One table alone would be met by the faults of all, and put off by each of them for longer.
            tables = max(1, len(self._bouts))
            await asyncio.sleep(self._dice.expovariate(tables / (pause * len(FORMS))))
            (name,) = self._dice.choices(names, weights)
            self._recent.append((time.monotonic(), name))
            try:
                await asyncio.shield(asyncio.ensure_future(kinds[name][1]()))
                self.faults[name] += 1
            except (LookupError, Refused, TimeoutError):
                continue  # nothing there to spoil

    async def _fault(self, times: int = 1, **do: object) -> None:
        method, path = self._dice.choice(ROUTES)
        match = {"path": path} if method == "*" else {"method": method, "path": path}
        fault = {"match": match, "times": times, "seconds": LASTING, "do": do}
        await self.people.ask("POST", "/faults", fault)

    async def _errs(self) -> None:
        await self._fault(self._dice.randrange(1, 4), status=self._dice.choice((500, 502, 503, 504)))

    async def _limits(self) -> None:
        await self._fault(status=429, retry_after=self._dice.uniform(0.05, 0.5))

    async def _limits_long(self) -> None:
        await self._fault(status=429, retry_after=self._dice.uniform(4.0, 12.0))

    async def _hangs(self) -> None:
        await self._fault(delay=self._dice.uniform(2.0, 12.0))

    async def _loses(self) -> None:
        do = self._dice.choice(({"status": 503}, {"drop": True}))
        await self._fault(**do, after=True)

    async def _cuts(self) -> None:
        await self._fault(drop=True)

    async def _gateway(self) -> None:
        await self.people.gateway_fault(self._dice.choice(("drop", "reconnect", "invalid_session")))
        await self.people.bot_online()

    async def _closes(self) -> None:
        person = self._dice.choice(list(self.people))
        await person.set(inbox="closed")
        asyncio.get_running_loop().call_later(self._dice.uniform(1, 5), self._later, person.set(inbox="open"))

    def _later(self, work: Awaitable[None]) -> None:
        async def finish_work() -> None:
            with contextlib.suppress(Refused, aiohttp.ClientError, RuntimeError):
                await work

        self._tasks = {*getattr(self, "_tasks", ()), asyncio.ensure_future(finish_work())}

    async def _deletes(self) -> None:
        bout = self._dice.choice(list(self._bouts.values()))
        messages = await self.people["ada"].messages(bout.thread or "none")
        message = self._dice.choice(messages[-3:])
        self._spoil(bout)
        await self.people["ada"].delete(message)

    async def _deletes_thread(self) -> None:
        bout = self._dice.choice([each for each in self._bouts.values() if each.thread])
        self._spoil(bout)
        await self.people["ada"].delete_channel(bout.thread)

    async def _denies(self) -> None:
        channel = await self.people["ada"].place("games")
        denied = self._dice.choice(
            ("SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "ATTACH_FILES", "VIEW_CHANNEL")
        )
        for bout in self._bouts.values():
            self._spoil(bout)
        await self.people.deny(channel, denied)
        await asyncio.sleep(self._dice.uniform(0.5, 3.0))
        await self.people.deny(channel)

    def _spoil(self, bout: Bout) -> None:
        """Allow that calls of the match are said again: something of it is gone."""
        if bout.match is not None:
            self._spoilt.add(bout.match)

    async def _locks(self) -> None:
        seconds = self._dice.choice((0.2, 1.0, 4.0, 7.0))

        def hold() -> None:
            with contextlib.closing(sqlite3.connect(self.reading.database, timeout=5.0)) as other:
                other.isolation_level = None
                other.execute("BEGIN IMMEDIATE")
                time.sleep(seconds)
                other.execute("ROLLBACK")

        with contextlib.suppress(sqlite3.Error):
            await asyncio.to_thread(hold)

    async def _fills(self) -> None:
        self.life.fill()
        await asyncio.sleep(self._dice.uniform(0.1, 2.0))
        self.life.unfill()

    # Looking back

    async def _look(self) -> None:
        await self.people.ask("DELETE", "/faults")
        await self.people.deny(await self.people["ada"].place("games"))
        for person in self.people:
            await person.set(inbox="open")
        # What has failed often is tried again late: each has its time, and then as long as all others.
        rest = min(self.reading.put_off(), LONGEST_PUT_OFF) + REST
        try:
            await until(self._all_said, rest, 0.05)
        except TimeoutError:
            self.wrong.append(f"{self.reading.unsaid()} notices wait {rest:.0f} s after the last fault")
        games = await self.people["ada"].place("games")
        await self.look_back(self.people, self.reading, self._watching, [games], self._spoilt)

    async def _all_said(self) -> bool:
        """Those who could be told nowhere need not wait for their ten minutes to be over."""
        for match in self.reading.untold():
            self.counts["told ten minutes earlier"] += 1
            await self.life.ask(lambda bot, match=match: bot.matches.outbox.hurry(match))
        return not self.reading.unsaid()

    @property
    def unanswered_count(self) -> int:
        """Presses that reached the bot and got no answer in time."""
        return self.counts["presses without an answer"]

    @property
    def sound(self) -> bool:
        trace = self.trace
        return not (self.wrong or self.orphans or trace.missing or trace.again or self.unanswered_count)

    def rows(self) -> dict[str, object]:
        """Return the figures by their names.

        A match in which something was deleted or forbidden is not searched for calls that were said twice.
        """
        deleted = "presses whose thread was deleted before the answer came"
        return {
            "matches that ended": self.counts["ended"],
            "moves": self.counts["moves"],
            "faults": self.faults.total(),
            "presses without an answer within 3 s": self.unanswered_count,
            "presses while the gateway was cut": self.counts["presses that could not reach the bot"],
            deleted: self.counts[deleted],
            **self.call_rows(),
        }

    def details(self) -> list[str]:
        """Return a line for each press without an answer, kind of fault, and kind of error in the log."""
        return [
            *bold(self.unmet, "without an answer: "),
            *(f"\n{count} × {name}" for name, count in self.faults.most_common()),
            *(f"\n{count} × {line}" for line, count in self.loud.most_common(30)),
        ]


def main() -> int:
    """Run it and print what came of it."""
    parser = trial_options("faults", "Random faults.")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds between two faults, on average")
    parser.add_argument("--minutes", type=float, default=120.0, help="begin no match after so many")
    chosen = parser.parse_args()
    logging.getLogger().addHandler(logging.NullHandler())
    games = [list(FORMS)[number % len(FORMS)] for number in range(chosen.matches)]
    storm = Storm(chosen.seed)
    asyncio.run(storm.run(games, chosen.pause, 60 * chosen.minutes))
    return finish(storm, chosen.result)


if __name__ == "__main__":
    sys.exit(main())
