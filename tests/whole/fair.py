"""The bazaar of `tests.engine.bazaar` on Discord: its face, and a bot that has it beside the project's games.

The bot's loops stand still: `Fair.settle` turns them until nothing is left to do. Time passes when told to.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
import struct
import zlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from bot import Longtable
from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.face.face import Face, Hand
from cogs.face.menus import Choice, Menu
from cogs.face.suggestions import Suggestion
from cogs.gateway.endpoints import point_at
from cogs.text.text import Markup, Text
from engine.game import Event, Result, Seat
from engine.games import GAMES
from engine.matches import Matches, Venue
from engine.store.sqlite import SqliteStore
from harness.playing import AT_ONCE, WITHIN, control, controls, in_full, rung, seat_robots
from render.kit.canvas import Picture
from sandbox import Sandbox
from sandbox.people import Message, People, Person
from tests.engine.bazaar import BAZAAR, BazaarOptions, View

__all__ = ["FACE", "Fair", "Stall", "Time", "at_the_fair", "mentioned", "opened"]


class BazaarFace(Face):
    """The face of the bazaar, as far as the bot needs it; its sentences are in no catalogue."""

    def options(self, text: Text, options: Any, size: int) -> Markup:
        return Markup("A bazaar")

    def question(self, ctx: Context, view: View) -> Markup:
        return Markup(f"Day {view.day}: {view.phase}?")

    def task(self, ctx: Context, view: View) -> Markup:
        return Markup(f"day {view.day}, {view.phase}")

    def board(self, ctx: Context, view: View, since: Seat | None) -> Drawing:
        alt = f"Goods {view.goods}, {view.phase}"
        return Drawing(partial(_square, alt), alt)

    def board_text(self, ctx: Context, view: View) -> str:
        return f"{view.goods}"

    def hand(self, ctx: Context, view: View) -> Hand | None:
        return Hand(Markup(f"Guards: {view.guarded}. Stalls: {view.picks}."))

    def narrate(self, ctx: Context, event: Event) -> Markup | None:
        who = "" if event.seat is None else ctx.names[event.seat]
        return ctx.text("name", who=f"{who} {event.code.removeprefix('bazaar.')} {dict(event.inputs)}")

    def menu(self, ctx: Context, view: View, moves: Sequence[Any], path: tuple[str, ...], page: int) -> Menu:
        board = self.board(ctx, view, view.seat)
        return Menu(
            prompt=Markup(f"{self.question(ctx, view)} {self.hand(ctx, view).words}"),  # pyright: ignore[reportOptionalMemberAccess]
            choices=tuple(Choice(str(move), str(move), final=True) for move in moves),
            drawing=board,
        )

    def suggest(self, ctx: Context, view: View, moves: Sequence[Any], typed: str) -> list[Suggestion]:
        return []

    def rules(self, text: Text, options: Any, size: int) -> Sequence[Markup]:
        return ()

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        return Markup(f"{result.scores[seat]}")


def _square(words: str) -> Picture:
    """A small picture that is different for different words."""
    colour = hashlib.sha256(words.encode()).digest()[:3]

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    rows = (b"\0" + colour * 4) * 4
    header = struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0)
    png = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
    return Picture(png, 4, 4)


FACE = BazaarFace(BAZAAR)


class Time:
    """The real time, and as much more as has been told."""

    def __init__(self) -> None:
        self.more = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.more


class Fair(Longtable):
    """The bot without its loops, with the bazaar among its games."""

    def __init__(self, matches: Matches) -> None:
        super().__init__(matches)
        self.services.faces["bazaar"] = FACE

    def loops(self) -> dict[str, Any]:
        return {}

    async def settle(self) -> None:
        """Let what is due happen and the courier carry until all is quiet."""
        while True:
            moved = await self.matches.timers.run_due_timers()
            fresh, due = await self.matches.outbox.next_lanes(8, 8)
            for lane in (*fresh, *due):
                await self.courier.say(lane.match)
            if not moved and not fresh and not due:
                return


@contextlib.asynccontextmanager
async def at_the_fair(box: Sandbox, database: Path, time: Time) -> AsyncIterator[Fair]:
    """The bot, logged in at the sandbox."""
    point_at(box.api_url, box.gateway_url, box.cdn_url)
    store = await SqliteStore.open(database)
    try:
        matches = Matches(store, {**GAMES, "bazaar": BAZAAR}, time, limits=AT_ONCE)
        async with Fair(matches) as bot:
            task = asyncio.create_task(bot.start(box.token))
            try:
                yield bot
            finally:
                await bot.close()
                await task
    finally:
        await store.close()


@dataclass
class Stall:
    """A running match of the bazaar, its thread, and what its players see."""

    bot: Fair
    people: People
    match: int
    names: tuple[str, ...]
    thread: str

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    async def messages(self) -> list[Message]:
        """Return the bot's public messages in the thread, as somebody without a seat sees them."""
        every = await self.people["dan"].messages(self.thread, 200)
        return [each for each in every if each.raw["type"] == 0 and not each.private]

    async def turn(self) -> Message:
        """The newest of them."""
        return (await self.messages())[-1]

    async def as_sent(self) -> list[Any]:
        """All of them to the last byte."""
        return [message.raw for message in await self.messages()]

    async def panel(self, name: str) -> Message:
        """The newest private panel by direct message."""
        return (await self[name].direct_messages())[-1]

    async def opened(self, name: str) -> Message:
        """The private panel behind the thread's button."""
        turn = await self.turn()
        answer = await in_full(self[name], self[name].press(turn, controls(turn, "play")[0]))
        assert answer.message is not None, answer
        return answer.message

    async def play(self, name: str, move: str, panel: Message | None = None) -> Message:
        """Tap the move in a panel, the one by direct message unless another is given; what it shows then."""
        panel = panel or await self.panel(name)
        go = next(each for each in controls(panel, "go") if control(each)[4] == move)
        answer = await in_full(self[name], self[name].press(panel, go))
        await self.bot.settle()
        assert answer.message is not None, answer
        return answer.message

    async def pings(self, name: str) -> list[str]:
        """The thread's messages that have pinged this person, once everything has arrived."""
        person = self[name]
        said = await person.say("…", "table-talk")
        await person.event(lambda frame: (frame.get("message") or {}).get("id") == said.id)
        return rung(self.thread, person)


async def opened(
    bot: Fair, people: People, *names: str, robots: int = 0, language: str = "en", days: int = 2
) -> Stall:
    """A match of these people, in seat order, and of automatic players; everything is said."""
    guild = (await people.ask("GET", "/people"))["guilds"][0]["id"]
    channel = await people[names[0]].place("games")
    place = Venue(int(guild), int(channel), language)
    host = people[names[0]]
    size = len(names) + robots
    table = await bot.matches.lobbies.open(
        "bazaar", BazaarOptions(days=days), size, int(host.id), host.name, place, 1
    )
    await bot.settle()

    async def lobby(verb: str) -> Message:
        """The table's message, once it has that control: a press may be acknowledged before it is written."""
        async with asyncio.timeout(WITHIN):
            while True:
                await bot.settle()
                for message in reversed(await host.messages(channel)):
                    if controls(message, verb):
                        return message

    for name in names[1:]:
        joined = await lobby("join")
        await people[name].press(joined, controls(joined, "join")[0])
    if robots:
        await seat_robots(host, await lobby("change"), robots)
    full = await lobby("start")
    await host.press(full, controls(full, "start")[0])
    await bot.settle()
    (thread,) = [each["id"] for each in await host.threads()]
    return Stall(bot, people, table.id, names, thread)


def mentioned(message: Message) -> list[str]:
    """Ids of the people named in the message.

    While it asks them it is highlighted for whoever was rung, and from the first edit on for all of them.
    """
    named = re.findall(r"<@!?(\d+)>", message.text)
    if controls(message, "play"):
        highlighted = {each["id"] for each in message.raw["mentions"]}
        assert highlighted
        assert highlighted <= {*named}
        assert highlighted == {*named} or not message.edited
    return named
