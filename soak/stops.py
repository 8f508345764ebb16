"""Standing still at every step of whole matches: ``python -m soak.stops [--games …] [--from P]``.

Two bots share a PostgreSQL server and two shards. A step is before or after a statement is sent to the
server, or before or after a request to Discord. Each pass plays a whole match, in which whichever bot takes
the p-th step after something that a person does stands still there, as under SIGSTOP: the other is left to
take over what it held, and people go on. Then it wakes, and does what it was about to do. With `--kinds` it
stands still where none has before: passes go on until one finds no statement and no request that is new.
Both bots run in this process, each in a thread of its own; leases are shorter, so that a pass takes minutes,
not hours.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import socket
import sys
import threading
import time
from asyncio import selector_events
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import Future
from typing import Any

import aiohttp

from bot import Longtable
from cogs.gateway import leases
from cogs.gateway.sessions import Shards
from engine.store.postgres import membership
from engine.store.sql import shards
from harness.playing import running, with_emojis
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import People
from soak.life import Address, route
from soak.passes import MAX_ACTS, Fate, Findings, Pass, pass_options, pass_steps, play_passes
from soak.playing import Unoffered
from soak.reading import ServerReading
from soak.server import Server
from soak.tracing import orphans
from soak.trial import BROKEN

__all__ = ["Novelty", "Statements", "one_pass", "quickly"]

SHARDS = 2
LEASE = 3.0
"""Seconds without a sign of life after which a bot is dead for the other."""
QUIET = 40.0
"""Seconds after which something that should have been said, or put away, is missing."""
PATIENCE = 20.0
"""Seconds in which the server answers the trial, which nothing happens to here: the machine may be slow."""
HEAD = 5
"""Bytes of a message to the server before what it says: its kind, and how long it is."""
MEANWHILE = 2
"""Things that people do while one of the bots stands still."""


_Transport: Any = vars(selector_events)["_SelectorSocketTransport"]


@contextlib.contextmanager
def quickly() -> Iterator[None]:
    """A bot is taken for dead after three seconds, and its shards are taken without waiting for a turn."""
    changed: list[tuple[Any, str, Any]] = [
        (membership, "BEAT", LEASE / 6),
        (membership, "LEASE", LEASE),
        (membership, "FENCE", 0.8 * LEASE),
        (membership, "_UNTIL", f"{membership._CLOCK} + {round(LEASE * 1_000_000)}"),  # pyright: ignore[reportPrivateUsage]
        (leases, "LOOK", 0.2),
        (leases, "OFFER", 1.0),
        (shards, "_APART", 100_000),
    ]
    before = [getattr(module, name) for module, name, _ in changed]
    for module, name, value in changed:
        setattr(module, name, value)
    try:
        yield
    finally:
        for (module, name, _), value in zip(changed, before, strict=True):
            setattr(module, name, value)


class Novelty(Fate):
    """One stands still at whatever was not stood still at before, while a table fills, or is played at."""

    def __init__(self, tried: set[tuple[bool, str]], number: int, dice: random.Random) -> None:
        super().__init__(number, dice)
        self.tried = tried
        self.playing = False

    def begin(self, spared: bool) -> None:
        super().begin(spared)
        self.next = None if spared else sys.maxsize

    def step(self, name: str) -> bool:
        new = (self.playing, name)
        if not self.is_off and self.next is not None and new not in self.tried:
            self.tried.add(new)
            self.next = self.steps + 1
        return super().step(name)


class _Loop(asyncio.SelectorEventLoop):
    """Takes a step before and after everything that it sends to the database."""

    def __init__(self, reach: Callable[[str], None]) -> None:
        super().__init__()
        self.reach = reach

    def _make_socket_transport(self, sock: socket.socket, *args: Any, **kwargs: Any) -> Any:
        kind = _Counted if sock.family == socket.AF_UNIX else _Transport
        return kind(self, sock, *args, **kwargs)


class _Counted(_Transport):
    _loop: _Loop

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._statements = Statements()
        super().__init__(*args, **kwargs)

    def write(self, data: Any) -> None:
        name = self._statements.name(bytes(data))
        self._loop.reach(f"before {name}")
        super().write(data)
        self._loop.reach(f"after {name}")


class Statements:
    """The statements sent over one connection to the server, read from its bytes."""

    def __init__(self) -> None:
        self._prepared: dict[bytes, str] = {}
        self._last = ""

    def name(self, sent: bytes) -> str:
        """The statement in what is sent at once; a commit is told by the last statement before it."""
        name = "what is no statement"
        while len(sent) >= HEAD and sent[:1].isalpha():
            kind, after = sent[:1], 1 + int.from_bytes(sent[1:HEAD], "big")
            body, sent = sent[HEAD:after], sent[after:]
            if kind == b"P":
                label, text, _ = body.split(b"\0", 2)
                self._prepared[label] = text.decode()
                name = "what prepares"
            elif kind == b"B":
                name = self._last = self._prepared.get(body.split(b"\0", 2)[1], "a statement")
            elif kind == b"Q":
                name = body.rstrip(b"\0").decode()
                name = f"{name} after {self._last}" if name.startswith("COMMIT") else name
        return name


class FreezableBot:
    """One of the bots, which can be frozen, as under SIGSTOP."""

    def __init__(self, address: Address, url: str, step: Callable[[str], bool]) -> None:
        self.frozen = asyncio.Event()
        """Set while the bot is frozen."""
        self.under_way = 0
        """Requests that were begun and have no answer yet."""
        self._address = address
        self._url = url
        self._step = step
        self._home = asyncio.get_running_loop()
        self._go = threading.Event()
        self._bot: Future[Longtable] = Future()
        self._ended: Future[None] = Future()
        self._main: asyncio.Task[Any] | None = None
        self.loop = _Loop(self._reach)
        self._thread = threading.Thread(target=self._live, name="bot", daemon=True)

    async def start(self) -> None:
        """Return once people can use it: two that load the same modules at once would disturb each other."""
        self._thread.start()
        bot = await asyncio.wrap_future(self._bot)
        await self._ask(bot.wait_until_ready())

    @property
    def number(self) -> str:
        """Its place among the processes; another one after it was taken for dead."""
        return self._bot.result().matches.store.holder

    def go(self) -> None:
        """Let it go on."""
        self.frozen.clear()
        self._go.set()

    async def end(self) -> None:
        self.go()
        if self._main is not None:
            self.loop.call_soon_threadsafe(self._main.cancel)
        await asyncio.to_thread(self._thread.join)
        self._ended.result()

    async def icons_known(self) -> None:
        await self._ask(self._bot.result().icons_known())

    async def _ask(self, work: Coroutine[Any, Any, Any]) -> None:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self.loop))

    # In its own thread

    def _reach(self, name: str) -> None:
        if self._step(name):
            self._go.clear()
            self._home.call_soon_threadsafe(self.frozen.set)
            self._go.wait()

    def _live(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._run())

    async def _run(self) -> None:
        self._main = asyncio.current_task()
        try:
            async with running(self._address, self._url, shards=Shards(SHARDS, None)) as bot:  # pyright: ignore[reportArgumentType]
                self._bot.set_result(bot)
                await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            self._ended.set_result(None)
        except BaseException as error:
            self._ended.set_exception(error)
            if not self._bot.done():
                self._bot.set_exception(error)


@contextlib.contextmanager
def _requests(bots: list[FreezableBot], api: str) -> Iterator[None]:
    """Each request of theirs is two steps."""
    request = aiohttp.ClientSession._request

    async def count_request(session: Any, method: str, url: Any, **kwargs: Any) -> Any:
        loop = asyncio.get_running_loop()
        bot = next((each for each in bots if each.loop is loop), None)
        if bot is None or not str(url).startswith(api):
            return await request(session, method, url, **kwargs)
        name = f"{method} {route(str(url).removeprefix(api))}"
        bot.loop.reach(f"before {name}")
        bot.under_way += 1
        try:
            return await request(session, method, url, **kwargs)
        finally:
            bot.under_way -= 1
            bot.loop.reach(f"after {name}")

    aiohttp.ClientSession._request = count_request  # pyright: ignore[reportAttributeAccessIssue]
    try:
        yield
    finally:
        aiohttp.ClientSession._request = request


class Pair:
    """The two bots, and what they share."""

    def __init__(
        self,
        bots: list[FreezableBot],
        people: People,
        reading: ServerReading,
        fate: Fate,
        turn: threading.Lock,
    ) -> None:
        """`turn` is the lock under which a bot counts its steps."""
        self.bots = bots
        self.people = people
        self.reading = reading
        self.fate = fate
        self._turn = turn

    def let_run(self) -> bool:
        """Let no bot be frozen from now on; return True if one is frozen."""
        with self._turn:
            stands, self.fate.is_off, self.fate.next = self.fate.next is None, True, None
            return stands

    async def first_frozen(self) -> FreezableBot:
        """Return the bot that is frozen first."""
        waiting = {asyncio.ensure_future(bot.frozen.wait()): bot for bot in self.bots}
        try:
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            return waiting[done.pop()]
        finally:
            for each in waiting:
                each.cancel()

    async def wait_until_taken_over(self, frozen: FreezableBot) -> None:
        """Return once the other one has all that this one had."""
        other = next(bot for bot in self.bots if bot is not frozen)
        await until(lambda: self._served() == [other.number] * SHARDS, QUIET, 0.05)

    async def together(self) -> None:
        """Return once both live, and each serves its share: then either may be the one that stands still."""

        def both() -> bool:
            there = {str(row[0]) for row in self.reading.rows("SELECT id FROM processes")}
            return there == {bot.number for bot in self.bots} == set(self._served())

        await until(both, QUIET, 0.05)

    def _served(self) -> list[str]:
        rows = self.reading.rows("SELECT holder FROM shards WHERE up > 0 AND holder IS NOT NULL")
        return [str(holder) for (holder,) in rows]


async def one_pass(
    game: str, fate: Fate, server: Server, seed: object = 1, limit: int = MAX_ACTS
) -> Findings:
    """Play a whole match in which a bot stands still after every act, at the step that `fate` says."""
    async with _pair(server, fate) as pair:
        match = Pass(pair.people, pair.reading, game, fate, seed, limit)

        async def act() -> None:
            if isinstance(fate, Novelty):
                fate.playing = bool(match.bout.seen)
            fate.begin(False)
            await _act(pair, match)
            await _quiet(pair, match)

        return await match.play(act, QUIET)


@contextlib.asynccontextmanager
async def _pair(server: Server, fate: Fate) -> AsyncIterator[Pair]:
    turn = threading.Lock()

    def step(name: str) -> bool:
        with turn:
            return fate.step(name)

    async with contextlib.AsyncExitStack() as ends:
        ends.enter_context(quickly())
        url = await ends.enter_async_context(server.database())
        box = await ends.enter_async_context(Sandbox(first_response=5.0))
        with_emojis(box)
        people = await ends.enter_async_context(People(box.url))
        reading = ServerReading(url, PATIENCE)
        ends.callback(reading.close)
        address = Address(box.api_url, box.gateway_url, box.cdn_url, box.token)
        bots = [FreezableBot(address, url, step) for _ in range(2)]
        ends.enter_context(_requests(bots, box.api_url))
        for bot in bots:
            await bot.start()
            ends.push_async_callback(bot.end)
        pair = Pair(bots, people, reading, fate, turn)
        await people.bot_online(QUIET)
        await pair.together()
        await bots[0].icons_known()
        yield pair
        fate.is_off = True


async def _act(pair: Pair, match: Pass) -> None:
    """Let a person do one thing until all is said; if a bot stands still meanwhile, go on with the other."""
    bout = match.bout
    doing = asyncio.ensure_future(_said(pair, match))
    freezing = asyncio.ensure_future(pair.first_frozen())
    await asyncio.wait({doing, freezing}, return_when=asyncio.FIRST_COMPLETED)
    # It may be the very last thing over which one stands still, and heard of a little later.
    if not pair.let_run():
        freezing.cancel()
        try:
            await doing
        except BROKEN as error:
            match.note_wrong(f"stuck: {error!r}")
        match.note_refusals()
        bout.refusals.clear()
        return
    stopped = await freezing
    match.note_strike()
    doing.cancel()
    with contextlib.suppress(asyncio.CancelledError, *BROKEN):
        await doing
    try:
        await pair.wait_until_taken_over(stopped)
        for _ in range(MEANWHILE):
            if not bout.has_ended:
                with contextlib.suppress(*BROKEN):
                    await bout.step()
    except TimeoutError:
        match.note_wrong("not taken over")
    finally:
        stopped.go()
    bout.refusals.clear()  # what was offered may have been played by the click that slept
    bout.counts.pop("uncalled", 0)


async def _said(pair: Pair, match: Pass) -> None:
    """Do one thing until all is said. Who is offered nothing types again: a busy machine is late at times."""
    until_ = time.monotonic() + QUIET
    while True:
        try:
            await match.bout.step()
            break
        except Unoffered:
            if time.monotonic() > until_:
                raise
    await until(lambda: _calm(pair, match), QUIET, 0.02)


async def _quiet(pair: Pair, match: Pass) -> None:
    """Return once all is said, what was said twice is put away, and nothing is asked of a robot."""
    try:
        await until(lambda: _calm(pair, match), QUIET, 0.02)
    except TimeoutError:
        match.note_wrong(f"not all is said after {QUIET:.0f} s")
        return
    if not match.bout.thread:
        return
    left: list[str] = []

    async def tidy() -> bool:
        left[:] = await orphans(pair.people, pair.reading, [match.bout.thread])
        return not left

    try:
        await until(tidy, QUIET, 0.1)
    except TimeoutError:
        match.findings.orphans += [f"{match.place}: {each}" for each in left]


def _calm(pair: Pair, match: Pass) -> bool:
    return match.is_settled() and not any(bot.under_way for bot in pair.bots)


def main() -> int:
    """Play the passes and print a table."""
    parser = pass_options("stops", "Standing still at every step.")
    parser.add_argument("--kinds", action="store_true", help="wherever none has stood still before")
    return asyncio.run(_run(parser.parse_args()))


async def _run(chosen: argparse.Namespace) -> int:
    def fates(game: str) -> Iterator[Fate]:
        tried = set[tuple[bool, str]]()
        for at in pass_steps(chosen):
            dice = random.Random(f"{chosen.seed} {game} {at}")
            yield Novelty(tried, at, dice) if chosen.kinds else Fate(at, dice)

    def play(game: str, fate: Fate) -> Coroutine[Any, Any, Findings]:
        return one_pass(game, fate, server, chosen.seed, chosen.acts)

    server = Server()
    await server.start()
    try:
        return await play_passes(chosen, "stops", fates, play)
    finally:
        await server.end()


if __name__ == "__main__":
    sys.exit(main())
