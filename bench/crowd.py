"""Very many tables at one bot, played by people who sit in the sandbox's own process.

They play as `bench.turns` has it, and reach the people's door without a connection: a driver that asked over
HTTP would need more of the processor than the bot. The bot is a process of its own, and talks to the sandbox
as it does to Discord.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.turns import FORMS, GAMES, LONGEST, Play, StuckError
from bench.world import Bot, running_bot, settings_of
from harness.playing import opened_table
from harness.waiting import until
from sandbox import Sandbox, archive, founding, guilds, messages, people_door
from sandbox.errors import ApiError, UnusableError
from sandbox.people import Answer, Message, People, Person, Refused

__all__ = ["Crowd", "Insider", "Insiders", "Waits", "crowd"]

Json = dict[str, Any]
LOCALES = ("en-US", "fr")
FIRST_ANSWER = 3.0
"""Seconds after which Discord tells a person that the application did not respond."""
START = 60.0
"""Seconds that a bot may take until it is online with all its servers."""
FULL = 40
"""Turns for which a running table counts, where the next table's game is chosen."""
FAULTS = (StuckError, TimeoutError, Refused, AssertionError, LookupError)


class Insider(Person):
    """A person with an open page who needs no connection."""

    def __init__(self, people: Insiders, raw: Json) -> None:
        super().__init__(people, raw)
        self._box = people.box
        self._waits = people.waits
        self._queue: asyncio.Queue[Json] | None = None

    async def open(self) -> None:
        self._queue = self._box.audience.join(self.id)
        self._page = asyncio.create_task(self._hear_all(self._queue))

    async def close(self) -> None:
        await super().close()
        if self._queue is not None:
            self._box.audience.leave(self.id, self._queue)

    async def _hear_all(self, queue: asyncio.Queue[Json]) -> None:
        while True:
            frames = [await queue.get()]
            while not queue.empty():
                frames.append(queue.get_nowait())
            await self._hear(*frames)

    def _channel(self, place: str) -> Json:
        channel = self._box.world.channel(place)
        archive.doze(self._box, channel)
        self._box.world.demand(self.id, channel)
        return channel

    async def _maybe_place(self, channel: str | Message | None) -> str | None:
        if channel != "dm":
            return await super()._maybe_place(channel)
        found = self._box.world.direct(self.id, create=False)
        return found["id"] if found else None

    async def channels(self) -> list[Json]:
        world, audience = self._box.world, self._box.audience
        return [audience.row(each, self.id) for each in world.channels.values() if world.sees(self.id, each)]

    async def messages(self, channel: str | Message | None = None, limit: int = 50) -> list[Message]:
        place = self._channel(await self.place(channel))
        found = messages.history(self._box, place["id"], limit=limit, secret_for=self.id)
        return [Message(messages.show(self._box, each)) for each in reversed(found)]

    async def again(self, message: Message) -> Message:
        try:
            found = self._box.world.message(message.channel, message.id, secret=True)
        except ApiError:
            raise LookupError(f"{message!r} is gone") from None
        if found.get("_to") not in (None, self.id) or found.get("_dismissed"):
            raise LookupError(f"{message!r} is gone")
        return Message(messages.show(self._box, found))

    async def _interact(
        self, body: Json, channel: str, deliver: int, force: bool, locale: str | None
    ) -> Answer:
        body |= {"deliver": deliver, "force": force, **({"locale": locale} if locale else {})}
        began = time.perf_counter()
        try:
            asked = people_door.carry_out(
                self._box, self._box.world.person(self.id), self._channel(channel), body
            )
            told = await asked
        except (ApiError, UnusableError) as refusal:
            code = refusal.code if isinstance(refusal, ApiError) else None
            raise Refused(400, str(refusal), code) from None
        self._waits.note(time.perf_counter() - began)
        if told["state"] == "failed":  # they press again, as people do
            raise Refused(504, told["error"])
        return Answer(
            told["id"],
            told["state"],
            Message(told["message"]) if told.get("message") else None,
            {**told["modal"], "channel_id": channel} if told.get("modal") else None,
            told.get("choices") or [],
            told.get("error", ""),
        )

    async def final_message(self, answer: Answer, within: float = 60.0) -> Message:
        began = time.perf_counter()
        shown = await super().final_message(answer, within)
        self._waits.note_whole(time.perf_counter() - began)
        return shown


@dataclass
class Waits:
    """Seconds for which people waited."""

    first: list[float] = field(default_factory=list[float])
    """Seconds from each press, command or keystroke to the first answer, an acknowledgement among them."""
    rest: list[float] = field(default_factory=list[float])
    """Seconds from each acknowledgement to the page that was asked for."""

    def note(self, seconds: float) -> None:
        self.first.append(seconds)

    def note_whole(self, seconds: float) -> None:
        self.rest.append(seconds)

    def clear(self) -> None:
        self.first.clear()
        self.rest.clear()

    @property
    def late(self) -> int:
        """Answers that Discord would not have waited for."""
        return sum(each > FIRST_ANSWER for each in self.first)

    @staticmethod
    def percentiles(waits: Sequence[float]) -> tuple[float, float, float]:
        """Return the 50th, 95th and 99th percentile."""
        if len(waits) < 2:
            only = waits[0] if waits else 0.0
            return only, only, only
        parts = statistics.quantiles(waits, n=100, method="inclusive")
        return parts[49], parts[94], parts[98]


class Insiders(People):
    """The people of a sandbox in this process."""

    def __init__(self, box: Sandbox) -> None:
        super().__init__(box.url)
        self.box = box
        self.waits = Waits()
        self._numbers = itertools.count(1)

    async def __aenter__(self) -> Insiders:
        return self

    async def __aexit__(self, *_: object) -> None:
        for person in self:
            await person.close()

    async def sit_down(self, guild: str, count: int) -> list[str]:
        """Add so many people to a server; their names."""
        names: list[str] = []
        for _ in range(count):
            number = next(self._numbers)
            name, locale = f"person{number}", LOCALES[number % len(LOCALES)]
            raw = founding.create_person(self.box.world, name, f"Person {number}", locale, False)
            guilds.join(self.box, self.box.world.guild(guild), raw["id"])
            self._by_name[name] = Insider(self, people_door.show_person(self.box, raw))
            await self._by_name[name].open()
            names.append(name)
        return names

    async def leave_table(self, names: Sequence[str]) -> None:
        """Close the pages of these people, and forget all that they heard. They stay on their server."""
        for name in names:
            await self._by_name.pop(name).close()


@dataclass
class Crowd:
    """A bot with its servers, and tables that are played at it without a pause."""

    box: Sandbox
    people: Insiders
    bot: Bot
    servers: Sequence[str]
    turns: Counter[str] = field(default_factory=Counter[str])
    """Turns that were played, by game."""
    matches: int = 0
    lost: list[str] = field(default_factory=list[str])
    """Matches that did not go on, and why."""
    refused: Counter[str] = field(default_factory=Counter[str])
    """Sentences that people read when they had to look again, and how often."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    _running: Counter[str] = field(default_factory=Counter[str])
    _seeds: Iterator[int] = field(default_factory=itertools.count)

    def next_game(self, games: Sequence[str]) -> str:
        """Return the game of which least was played."""
        return min(games, key=lambda game: self.turns[game] + FULL * self._running[game])

    async def keep_playing(self, games: Sequence[str], servers: Sequence[str]) -> None:
        """Play one match after the other, by turns on these servers, until it `ended`."""
        for server in itertools.cycle(servers):
            if self.ended.is_set():
                return
            game, seed = self.next_game(games), next(self._seeds)
            names = await self.people.sit_down(server, GAMES[game])
            self._running[game] += 1
            try:
                await self._play(game, seed, server, names)
            except FAULTS as why:
                self.lost.append(f"{game}: {why!r:.300}")
            finally:
                self._running[game] -= 1
                await self.people.leave_table(names)

    async def _play(self, game: str, seed: int, server: str, names: Sequence[str]) -> None:
        channel = next(each["id"] for each in self.box.world.rooms(server) if each["type"] == 0)
        table = await opened_table(
            self.people, names, None, channel=channel, game=game, options=FORMS[game].new
        )
        play, played = Play(table, random.Random(seed)), 0
        try:
            while not self.ended.is_set() and (turns := await play.turn()):
                self.turns[game] += turns
                played += turns
                if played >= LONGEST.get(game, played + 1):
                    break
            self.matches += 1
        finally:
            self.refused += play.refused

    @asynccontextmanager
    async def playing(self, games: Sequence[str], tables: int) -> AsyncIterator[None]:
        """Keep so many tables going for as long as the block lasts, each on servers of its own."""
        tasks = [
            asyncio.create_task(self.keep_playing(games, self.servers[number::tables]))
            for number in range(tables)
        ]
        try:
            yield
        finally:
            self.ended.set()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in tasks:
            if not task.cancelled() and (fault := task.exception()):
                raise fault


@asynccontextmanager
async def crowd(
    program: str = "bot.py", *, servers: int = 1, core: int | None = None, per_second: int | None = None
) -> AsyncIterator[Crowd]:
    """Run a bot, on one core if that is named, with so many servers.

    `per_second` is the number of requests that Discord takes, `None` any.
    """
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        box = await opened.enter_async_context(Sandbox())
        box.rates.per_second = per_second
        people = await opened.enter_async_context(Insiders(box))
        owner = founding.create_person(box.world, "owner", "Owner", "en-US", False)
        found = guilds.open_crowd(box, servers, "Crowd", [owner["id"]], ["games"])
        settings = settings_of(box.url, box.token, program, Path(folder) / "longtable.db")
        bot = await opened.enter_async_context(running_bot(program, settings, core))
        await until(lambda: box.gateway.online, START)
        await _settled(box)
        yield Crowd(box, people, bot, [each["id"] for each in found])


async def _settled(box: Sandbox) -> None:
    """Return once the bot has done all that it does once: its commands, its emojis."""
    await until(lambda: any(each["path"].endswith("/emojis") for each in box.ledger.requests), START)
    counted = -1
    while counted != (newest := box.ledger.requests[-1]["number"]):
        counted = newest
        await asyncio.sleep(1.5)
