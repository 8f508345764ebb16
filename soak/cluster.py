"""Whole matches on three bots and PostgreSQL: ``python -m soak.cluster``.

Sandbox, server and bots are processes of their own; the bots share four shards, and five tables are played at
once, one of each game, on servers of all shards. Meanwhile one bot after the other is killed without warning,
and another begun, or stopped for longer than its lease and woken, or told to end. Nobody must notice where
one is told to end, nor whoever plays on the others' shards; the dead one's answer again within half a minute.
At the end every record is held against the same clicks on SQLite, and every call against what people saw.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from cogs.gateway.sessions import shard_of
from engine.games import GAMES, rules_of
from engine.matches import Limits, Matches, Status, Venue
from engine.record import read, verify
from engine.store.postgres import PostgresStore
from engine.store.postgres.membership import LEASE
from engine.store.sqlite import SqliteStore
from harness.nursery import shared_nursery
from harness.playing import controls
from harness.processes import held_port
from harness.waiting import until
from sandbox.people import People, Person, Refused
from soak.playing import FORMS, KNOWN, Bout
from soak.processes import World, end_all, is_running, read_log
from soak.reading import ServerReading
from soak.server import Server
from soak.tracing import Watching
from soak.trial import BROKEN, Trial, all_said, bold, finish, last_traceback_lines, trial_options

__all__ = ["Cluster", "Fleet"]

BOTS = 3
SHARDS = 4
CROWD = 12
"""Further servers, so that there is one at least for every shard."""
TAKEN_OVER = 30.0
"""Seconds after which presses on a dead one's shards are answered again."""
TROUBLES = ("restarted", "killed", "silent", "replaced")
SENTENCE = 30.0
"""Seconds after which whoever pressed has a sentence, though the server does not answer."""
SILENT = 60.0
"""Seconds for which a silent server answers nothing."""
GOES_ON = 15.0
"""Seconds after which somebody else has what a dead one had taken: news, and what falls due."""
STARTS = 60.0
REST = 90.0


class Fleet:
    """Bots on one database, each a process."""

    def __init__(self, folder: Path, world: World, url: str) -> None:
        self.living: list[int] = []
        """Process ids by place."""
        self._log = folder / "bots.log"
        self._settings = {
            **world.settings,
            "LONGTABLE_DATABASE": url,
            "LONGTABLE_SHARDS": str(SHARDS),
        }

    async def open(self) -> None:
        """Start all bots."""
        self.living = [await self.start() for _ in range(BOTS)]

    async def start(self) -> int:
        """Start another bot and return its process id."""
        return (await shared_nursery().start(self._settings, self._log)).pid

    async def close(self) -> None:
        """End all bots politely."""
        await end_all(self.living)

    def read_log(self) -> str:
        """Return the log that all bots share."""
        return read_log(self._log)


@dataclass
class Outage:
    """The outage of a bot that was struck: its shards, and from when to when."""

    began: float
    shards: frozenset[int]
    ended: dict[int, float] = field(default_factory=dict[int, float])
    """Times at which somebody answered again, by shard."""


class Cluster(Trial):
    """One run."""

    def __init__(self, folder: Path, seed: int, matches: int, games: tuple[str, ...] = tuple(FORMS)) -> None:
        """Plan `matches` of each game; more are played as long as bots and server are struck."""
        super().__init__()
        self.folder = folder
        self.late: list[str] = []
        """Delays beyond those that a machine without other work may cause."""
        self.answering: list[float] = []
        """Seconds after a strike until each of its shards answered again."""
        self.going_on: list[float] = []
        """Seconds after a strike until nothing was left that the struck one had taken."""
        self.same = 0
        """Records that were the same on SQLite."""
        self._dice = random.Random(f"{seed} cluster")
        self._queue = [game for game in games for _ in range(matches)]
        self._games = games
        self._outages: list[Outage] = []
        self._striking = True
        self._trouble = ""
        """The server's trouble at present; empty for none."""
        self.sentences: list[float] = []
        """Seconds until a press had its sentence while the server was in trouble."""
        self.ending: list[float] = []
        """Seconds that a bot needed to hand on its shards and to end."""
        self.well_again: list[float] = []
        """Seconds after the server was back until every shard answered as before."""

    async def run(
        self,
        kills: int = 0,
        stops: int = 0,
        troubles: int = 0,
        upgrades: int = 0,
        minutes: float = float("inf"),
    ) -> None:
        """Play all matches; strike a bot, and the server, so often while they are played."""
        began = time.monotonic()
        async with contextlib.AsyncExitStack() as ends:
            self.server = Server(standby=True)
            await self.server.start()
            ends.push_async_callback(self.server.end)
            self.url = self.server.url
            self.world = World(self.folder, ends.enter_context(held_port()))
            await self.world.start()
            ends.push_async_callback(self.world.kill)
            self.people = await ends.enter_async_context(People(self.world.url))
            self.reading = ServerReading(self.url)
            ends.callback(self.reading.close)
            self._places = await self._spread()
            self.fleet = Fleet(self.folder, self.world, self.url)
            await self.fleet.open()
            ends.push_async_callback(self.fleet.close)
            await until(lambda: len(self._held()) == SHARDS, STARTS, 0.1)
            for shard in self._places:
                await self._answers(shard)
            self._watching = Watching(self.people)
            players = [asyncio.create_task(self._played(game), name=game) for game in self._games]
            kinds = [f"server {TROUBLES[number % len(TROUBLES)]}" for number in range(troubles)]
            kinds += ["kill"] * kills + ["stop"] * stops + ["upgrade"] * upgrades
            await self._strikes(kinds, players, began + 60 * minutes)
            self._striking = False
            if time.monotonic() > began + 60 * minutes:
                self._queue.clear()
            await asyncio.gather(*players)
            await all_said(self.reading, REST)
            await self._look()
        self.seconds = time.monotonic() - began

    async def _spread(self) -> dict[int, list[str]]:
        """Channels for tables, by shard."""
        await self.people.crowd(CROWD, *self.people)
        places: dict[int, list[str]] = {}
        for each in await next(iter(self.people)).channels():
            if each["guild_id"] and each["name"] == "games":
                places.setdefault(shard_of(int(each["guild_id"]), SHARDS), []).append(each["id"])
        assert sorted(places) == list(range(SHARDS))
        return places

    # Playing

    def _shard(self, channel: str) -> int:
        return next(shard for shard, channels in self._places.items() if channel in channels)

    async def _played(self, game: str) -> None:
        while self._striking or game in self._queue:
            if game in self._queue:
                self._queue.remove(game)
            channel = self._dice.choice(self._places[self._dice.randrange(SHARDS)])
            dice = random.Random(self._dice.random())
            bout: Bout | None = None
            while True:
                begun = time.monotonic()
                try:
                    if bout is None:
                        bout = Bout(self.people, self.reading, game, dice, channel, ahead=0.15, twice=0.1)
                    if bout.has_ended:
                        bout.compare(None)
                        break
                    await asyncio.wait_for(bout.step(), 60)
                except BROKEN as error:
                    self.counts[f"again: {type(error).__name__}: {str(error)[:50]}"] += 1
                    await asyncio.sleep(0.05)
                if bout is not None:
                    for _ in bout.unanswered:
                        self._unanswered(bout, self._shard(channel), begun)
                    bout.unanswered.clear()
                self._watching.listen()
            self.collect(bout)
            self.counts["ended"] += 1
            print(f"{game}: {len(bout.seen)} entries", file=sys.stderr, flush=True)

    def _unanswered(self, bout: Bout, shard: int, begun: float) -> None:
        now = time.monotonic()
        if any(
            shard in each.shards and each.began < now and begun < each.ended.get(shard, now)
            for each in self._outages
        ):
            self.counts["unanswered meanwhile"] += 1
            return
        self.counts["unanswered elsewhere"] += 1
        during = f" ({self._trouble})" if self._trouble else ""
        self.wrong.append(
            f"match {bout.match} ({bout.game}): a press on shard {shard}, which somebody served, was not"
            f" answered at {_now()}{during}"
        )

    # Striking

    def _held(self) -> dict[int, int]:
        """The processes' numbers, by the shards that they serve."""
        rows = self.reading.rows("SELECT id, holder FROM shards WHERE up > 0 AND holder IS NOT NULL")
        return {shard: int(holder) for shard, holder in rows}

    def _numbers(self) -> dict[int, int]:
        """The system's processes, by their numbers here."""
        rows = self.reading.rows("SELECT id, name FROM processes")
        return {number: int(name.split(":")[-2]) for number, name in rows}

    async def _strikes(self, kinds: list[str], players: list[asyncio.Task[None]], end: float) -> None:
        self._dice.shuffle(kinds)
        for kind in kinds:
            await asyncio.sleep(self._dice.uniform(0.0, 2.0))
            if time.monotonic() > end or any(player.done() for player in players):
                break
            print(f"{_now()} {kind}", file=sys.stderr, flush=True)
            if kind.startswith("server "):
                await self._trouble_with(kind)
            elif kind == "upgrade":
                await self._upgrade()
            else:
                await self._strike(kind)

    async def _trouble_with(self, kind: str) -> None:
        """Let something happen to the server; every press is answered in words meanwhile."""
        self.counts[kind] += 1
        self._trouble = kind
        doing = {
            "server killed": self.server.kill,
            "server restarted": self.server.restart,
            "server silent": self.server.silence,
            "server replaced": functools.partial(self.server.lose, hangs=self._dice.random() < 0.5),
        }[kind]
        over, pressed = asyncio.Event(), len(self.sentences)
        pressing = asyncio.gather(*(self._press_on(kind, person, over) for person in self.people))
        await doing(SILENT if kind == "server silent" else self._dice.uniform(0.0, 5.0))
        back = time.monotonic()
        await until(self._all_served, STARTS, 0.2)
        for shard in self._places:
            await self._answers(shard)
        self.well_again.append(time.monotonic() - back)
        if kind == "server replaced":
            await self._back_again()
        over.set()
        await pressing
        if len(self.sentences) == pressed:
            self.wrong.append(f"nobody has pressed anything: {kind}")
        self._trouble = ""

    async def _back_again(self) -> None:
        """The server that was replaced comes back for a while; then it follows the other."""
        await self.server.find_again()
        await asyncio.sleep(self._dice.uniform(2.0, 10.0))
        await self.server.replace()

    async def _press_on(self, kind: str, person: Person, over: asyncio.Event) -> None:
        """Type and tap whatever there is, everywhere: each press gets a sentence, if not its answer."""
        typed: list[tuple[str, dict[str, Any]]] = [("turns", {}), ("tables", {})]
        typed += [(f"{form.command} play", {"move": "nothing"}) for form in FORMS.values()]
        while not over.is_set():
            began = time.monotonic()
            buttons = [
                (message, each)
                for thread in (await person.threads())[-3:]
                for message in await person.messages(thread["id"], 10)
                for each in controls(message, "play")
            ]
            with contextlib.suppress(Refused):  # the button has gone meanwhile
                if buttons and self._dice.random() < 0.5:
                    what = "a button"
                    answer = await person.press(*self._dice.choice(buttons))
                else:
                    what, options = self._dice.choice(typed)
                    channel = self._dice.choice(self._places[self._dice.randrange(SHARDS)])
                    answer = await person.command(what, options, channel=channel)
                if answer.state == "deferred":
                    with contextlib.suppress(TimeoutError):
                        said = await person.final_message(answer, SENTENCE)
                        answer = replace(answer, state="answered", message=said)
                took = time.monotonic() - began
                self.sentences.append(took)
                self.counts[f"{kind}: {answer.text[:50]}"] += 1
                self.counts["buttons pressed while the server was in trouble"] += what == "a button"
                if answer.state not in KNOWN:
                    self.wrong.append(
                        f"{what} had no answer ({answer.state}) in {took:.1f} s at {_now()}: {kind}"
                    )
            await asyncio.sleep(0.3)

    def _all_served(self) -> bool:
        try:
            return len(self._numbers()) == BOTS and len(self._held()) == SHARDS
        except ConnectionError:
            return False

    async def _upgrade(self) -> None:
        """Tell one to end and begin another, one way round or the other: no press is lost."""
        place, first = self._dice.randrange(BOTS), self._dice.random() < 0.5
        process, began = self.fleet.living[place], time.monotonic()
        if first:
            self.fleet.living[place] = await self.fleet.start()
            await until(lambda: len(self._numbers()) > BOTS, STARTS, 0.1)
        os.kill(process, signal.SIGTERM)
        await until(lambda: not is_running(process), STARTS, 0.1)
        self.ending.append(time.monotonic() - began)
        self.counts["upgrade"] += 1
        if not first:
            self.fleet.living[place] = await self.fleet.start()
        await until(self._all_served, STARTS, 0.1)

    async def _strike(self, kind: str) -> None:
        place = self._dice.randrange(BOTS)
        process = self.fleet.living[place]
        number = next((number for number, each in self._numbers().items() if each == process), 0)
        shards = frozenset(shard for shard, holder in self._held().items() if holder == number)
        outage = Outage(time.monotonic(), shards)
        self._outages.append(outage)
        os.kill(process, signal.SIGKILL if kind == "kill" else signal.SIGSTOP)
        self.counts[kind] += 1
        looking = [asyncio.create_task(self._answered_again(outage, shard, number)) for shard in shards]
        looking.append(asyncio.create_task(self._gone_on(outage, number)))
        if kind == "kill":
            await asyncio.sleep(self._dice.uniform(0.0, 5.0))
            self.fleet.living[place] = await self.fleet.start()
        else:
            await asyncio.sleep(LEASE + self._dice.uniform(1.0, 8.0))
            os.kill(process, signal.SIGCONT)
        await asyncio.gather(*looking)
        await until(self._all_served, STARTS, 0.1)

    async def _answered_again(self, outage: Outage, shard: int, number: int) -> None:
        """Note when a press there is answered by somebody else."""
        with contextlib.suppress(TimeoutError):
            await until(lambda: self._held().get(shard, number) != number, 2 * TAKEN_OVER, 0.1)
            await self._answers(shard)
        outage.ended[shard] = time.monotonic()
        after = outage.ended[shard] - outage.began
        self.answering.append(after)
        if after > TAKEN_OVER:
            self.late.append(f"shard {shard} answered again {after:.1f} s after its bot was struck")

    async def _gone_on(self, outage: Outage, number: int) -> None:
        """Note when nothing is left that the struck one had taken."""

        def nothing() -> bool:
            lanes = self.reading.rows("SELECT 1 FROM matches WHERE sayer = ? LIMIT 1", str(number))
            timers = self.reading.rows("SELECT 1 FROM timers WHERE taker = ? LIMIT 1", str(number))
            return not lanes and not timers

        with contextlib.suppress(TimeoutError):
            await until(lambda: number not in self._numbers() and nothing(), 2 * GOES_ON, 0.1)
        after = time.monotonic() - outage.began
        self.going_on.append(after)
        if after > GOES_ON:
            self.late.append(f"what a struck bot had taken was free after {after:.1f} s")

    async def _answers(self, shard: int) -> None:
        """Return once a press there is answered."""
        person = self._dice.choice(list(self.people))

        async def look() -> bool:
            with contextlib.suppress(Refused):
                answer = await person.command("turns", channel=self._places[shard][0])
                return answer.state in ("answered", "deferred")
            return False

        await until(look, STARTS, 0.05)

    # Looking back

    async def _look(self) -> None:
        channels = [channel for channels in self._places.values() for channel in channels]
        await self.look_back(self.people, self.reading, self._watching, channels)
        await self._hold_against_sqlite()
        if self.same < self.counts["ended"]:
            self.wrong.append(f"of {self.counts['ended']} matches {self.same} are the same on SQLite")

    async def _hold_against_sqlite(self) -> None:
        """The same clicks on SQLite lead to the same draws, positions and ends."""
        async with await PostgresStore.open(self.url, looking=True) as store:
            matches = Matches(store, GAMES, store.now)
            for (match,) in self.reading.rows("SELECT id FROM matches WHERE status = 'over' ORDER BY id"):
                record = await matches.queries.record(match)
                kept = self.reading.match(match)
                assert kept is not None
                rules = rules_of(kept.game, kept.rules)
                assert rules is not None
                verify(read(record), rules)
                again = await replay_on_sqlite(
                    record, self.folder / f"{match}.db", [each or 0 for each in kept.persons]
                )
                if again == _told(record):
                    self.same += 1
                else:
                    self.wrong.append(f"match {match} ({kept.game}) is another one on SQLite")
            await matches.close()

    @property
    def tracebacks(self) -> Counter[str]:
        """Last lines of the tracebacks in the bots' logs."""
        return last_traceback_lines(self.fleet.read_log())

    @property
    def sound(self) -> bool:
        """Return true if all held.

        A bot that is stopped may have a message on the way, which another one has sent by then: so many calls
        may be said twice.
        """
        trace = self.trace
        twice = len(trace.again) > self.counts["stop"]
        return not (self.wrong or self.late or self.orphans or trace.missing or twice or self.tracebacks)

    def _troubles(self) -> str:
        return ", ".join(str(self.counts[f"server {kind}"]) for kind in TROUBLES)

    def rows(self) -> dict[str, object]:
        """Return the figures by their names."""
        counts = self.counts
        return {
            "bots, shards": f"{BOTS}, {SHARDS}",
            "matches that ended": counts["ended"],
            "with the same record on SQLite": self.same,
            "moves": counts["moves"],
            "killed": counts["kill"],
            "stopped beyond the lease, and woken": counts["stop"],
            "told to end, and another begun": counts["upgrade"],
            "seconds until it had handed on its shards, and ended": _spread_of(self.ending),
            "seconds until a struck bot's shard answered again": _spread_of(self.answering),
            "seconds until nothing was left that it had taken": _spread_of(self.going_on),
            "presses on its shards meanwhile, without an answer": counts["unanswered meanwhile"],
            "presses elsewhere without an answer": counts["unanswered elsewhere"],
            "the server restarted, killed, silent for a minute, replaced": self._troubles(),
            "presses meanwhile, beside those of the matches": len(self.sentences),
            "seconds until each had a sentence": _spread_of(self.sentences),
            "seconds until all shards answered again, from its return": _spread_of(self.well_again),
            **self.call_rows(),
            "tracebacks in the logs": self.tracebacks.total(),
        }

    def details(self) -> list[str]:
        """Return a line for each thing that came late, and each kind of traceback."""
        return [
            *bold(self.late),
            *(f"\n{count} × `{line}`" for line, count in self.tracebacks.most_common()),
        ]


def _now() -> str:
    """Return the time of day as the bots' logs have it."""
    return f"{datetime.now(UTC):%H:%M:%S}"


def _spread_of(seconds: list[float]) -> str:
    if not seconds:
        return "–"
    ordered = sorted(seconds)
    return f"median {ordered[len(ordered) // 2]:.1f}, at most {ordered[-1]:.1f}"


def _told(record: str) -> list[tuple[Any, ...]]:
    """Return the parts of a record that depend on clicks and moves alone, not on who or what answered."""
    return [(each.kind, each.seat, each.text, each.drawn, each.hash) for each in read(record).lines]


async def replay_on_sqlite(record: str, file: Path, persons: list[int]) -> list[tuple[Any, ...]]:
    """Open, fill, begin and play the match by the same clicks on SQLite; return what its record then has."""
    told_ = read(record)
    clock = iter(told_.lines)
    now = next(clock).at
    assert told_.seed is not None
    seed: bytes = told_.seed
    async with await SqliteStore.open(file) as store:
        limits = Limits(steps=timedelta(), hold=timedelta())
        matches = Matches(store, GAMES, lambda: now, limits=limits, seed=lambda: seed)
        options = msgspec.convert(told_.options, GAMES[told_.game].Options)
        host, *others = persons
        first, *clicks = told_.clicks
        table = await matches.lobbies.open(
            told_.game, options, len(persons), host, "one", Venue(1, 2, "en"), first
        )
        for person, click in zip(others, clicks, strict=False):
            await matches.lobbies.join(table.id, person, "another", click)
        await matches.lobbies.start(table.id, host, told_.clicks[-1])
        for number, entry in enumerate(told_.lines[1:], 1):
            now = entry.at
            assert entry.seat is not None
            if (await matches.loader.get(table.id)).status is not Status.RUNNING:
                break
            if len(await store.entries(table.id)) <= number:
                await matches.moves.play(table.id, persons[entry.seat], entry.text, None, number)
        again = _told(await matches.queries.record(table.id))
        await matches.close()
    return again


async def _run(chosen: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="longtable-cluster-") as made:
        folder = chosen.folder or Path(made)
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        run = Cluster(folder, chosen.seed, chosen.matches)
        await run.run(chosen.kills, chosen.stops, chosen.troubles, chosen.upgrades, chosen.minutes)
        return finish(run, chosen.result)


def main() -> int:
    """Run it and print what came of it."""
    parser = trial_options("cluster", "Whole matches on three bots, of which one after the other dies.")
    parser.add_argument(
        "--matches", type=int, default=10, help="of each game, and more until the strikes are done"
    )
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--stops", type=int, default=0)
    parser.add_argument("--troubles", type=int, default=0, help="of the server")
    parser.add_argument("--upgrades", type=int, default=0, help="bots that are told to end, for another each")
    parser.add_argument("--folder", type=Path, help="where logs are kept")
    parser.add_argument("--minutes", type=float, default=120.0, help="strike and begin no more after so many")
    return asyncio.run(_run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
