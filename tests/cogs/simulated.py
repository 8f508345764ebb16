"""The tests' own verbs over simcord, a model of Discord written by strangers.

The bot's loops stand still here: `Town.settle` turns them until nothing is left to do; nothing is waited for.
"""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from discord import app_commands

from bot import Longtable
from cogs.answering.answers import words
from cogs.answering.controls import Control
from cogs.services.renewals import Renewals
from engine.game import Refusal
from engine.games import GAMES
from engine.matches import Limits, Matches
from engine.store import Store

__all__ = [
    "Calendar",
    "Still",
    "Town",
    "announced",
    "controls",
    "parts",
    "remember_announced",
    "said",
    "still_bot",
]


class Still(Longtable):
    """The bot without its loops."""

    def loops(self) -> dict[str, Any]:
        return {}


class StillRenewals(Renewals):
    """What would show answers anew, kept until a test runs it."""

    def __init__(self) -> None:
        super().__init__()
        self.works: dict[int | None, Callable[[], Awaitable[object]]] = {}

    def begin(self, match: int, message: int | None, work: Callable[[], Awaitable[object]]) -> None:
        assert message is not None
        self.works[message] = work

    def stop(self, message: int) -> None:
        self.works.pop(message, None)

    async def run(self) -> None:
        """Show anew what waits for that: what it waits for has happened."""
        works, self.works = self.works, {}
        for work in works.values():
            await work()


class Calendar:
    """The machine's clock, days ahead."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


def still_bot(store: Store, calendar: Calendar | None = None) -> Still:
    """A bot on this store."""
    limits = Limits(steps=timedelta(), hold=timedelta(), private_robots=timedelta())
    return Still(Matches(store, GAMES, calendar or Calendar(), limits=limits))


_ANNOUNCED: list[tuple[str, dict[Any, Any]]] = []


async def announced(env: Any, bot: Still) -> None:
    """Discord knows the commands, as after an earlier start, once a bot of these tests has told it."""
    for digest, commands in _ANNOUNCED:
        await bot.matches.posts.save_note("commands", digest)
        env.backend.commands[None] = dict(commands)


async def remember_announced(env: Any, bot: Still) -> None:
    """Let the next bots know the commands that this one has sent to Discord."""
    digest = await bot.matches.posts.note("commands")
    if digest is not None:
        _ANNOUNCED[:] = [(digest, env.backend.commands[None])]


class Town:
    """A server with people, and the bot in it."""

    def __init__(self, env: Any, bot: Still, store: Store, calendar: Calendar | None = None) -> None:
        self.env = env
        self.calendar = calendar or Calendar()
        self.bot = bot
        self.renewals = bot.services.renewals = StillRenewals()
        self.store = store
        self.guild = env.create_guild()
        self.square = self.guild.create_text_channel("games")
        self._clicks = itertools.count(1)
        names = ("ada", "basile", "chloe", "dan")
        self.users = [env.create_user(name) for name in names]
        self.people = [self.guild.add_member(user) for user in self.users]

    async def restart(self) -> None:
        """Another bot on the same database, in the same world."""
        self.bot = still_bot(self.store, self.calendar)
        await self.env.restart_bot(self.bot)

    async def settle(self) -> None:
        """Let automatic players move and the courier carry until all is quiet."""
        while True:
            moved = await self.bot.matches.timers.run_due_timers()
            fresh, due = await self.bot.matches.outbox.next_lanes(8, 8)
            for lane in (*fresh, *due):
                await self.bot.courier.say(lane.match)
            if not moved and not fresh and not due:
                return

    async def live(self, time: timedelta, step: timedelta = timedelta(hours=6)) -> None:
        """Let the time pass, some hours at once."""
        until = self.calendar.ahead + time
        while self.calendar.ahead < until:
            self.calendar.ahead = min(until, self.calendar.ahead + step)
            await self.settle()

    def told(self, words: str) -> list[Any]:
        """Return the thread's messages with these words."""
        return [each for each in self.thread.history() if words in said(each)]

    def got(self, person: Any, words: str = "") -> list[Any]:
        """Return somebody's direct messages with these words."""
        user = next(each for each in self.users if each.id == person.id)
        return [each for each in user.dm_channel.history() if words in said(each)]

    async def open(self, people: int, game: str = "genial", **options: Any) -> discord.Message:
        """A table opened by the first person and joined by the next ones; its lobby message."""
        await self.people[0].slash(self.square, f"{game} new", **options)
        await self.settle()
        for person in self.people[1:people]:
            await person.click(self.lobby, custom_id=controls(self.lobby, "join")[0])
            await self.settle()
        return self.lobby

    async def seat_robots(self, robots: int, kind: str = "steady") -> None:
        """The host seats automatic players, one after the other."""
        control = Control.parse(controls(self.lobby, "change")[0])
        assert control is not None
        for _ in range(robots):
            seat = self.bot.matches.lobbies.add_player
            await seat(control.match, self.people[0].id, kind, next(self._clicks))
            await self.settle()

    async def old_message(self, *items: Any) -> discord.Message:
        """A message with these controls, as an older bot wrote it."""
        channel = self.bot.get_partial_messageable(self.square.id, guild_id=self.guild.id)
        return await channel.send(view=words("old").row(*items).layout())

    async def sit_down(self, person: Any, match: int = 1) -> Any:
        """Somebody sits down by the list of open tables; the answer."""
        page = (await person.slash(self.square, "tables")).response
        way = next(each for each in controls(page, "join") if each.startswith(f"lt:{match}:"))
        return (await person.click(page, custom_id=way)).response

    async def start(self) -> Any:
        """Start the table; its thread."""
        if found := controls(self.lobby, "start"):
            await self.people[0].click(self.lobby, custom_id=found[0])
            await self.settle()
        return self.thread

    @property
    def lobby(self) -> discord.Message:
        shown = ("fairness", "change")
        history = [each for each in reversed(self.square.history()) if not controls(each, "detail")]
        return next(each for each in history if any(controls(each, verb) for verb in shown))

    @property
    def thread(self) -> Any:
        return self.square.threads[-1]

    @property
    def turn(self) -> discord.Message:
        """The newest public message of the thread."""
        return self.thread.history()[-1]

    def mover(self) -> Any:
        """Return the person whom the newest message calls."""
        return next(each for each in self.people if f"<@{each.id}>" in said(self.turn))

    def refusals(self) -> list[str]:
        """Codes of what was refused so far; anything else that a command raised fails the test."""
        codes: list[str] = []
        for error in self.env.errors:
            cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
            if isinstance(cause, app_commands.CommandNotFound):
                cause = Refusal("unknown_command")
            assert isinstance(cause, Refusal), cause
            codes.append(cause.code)
        return codes


def _walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components", []))
        yield from _walk([component["accessory"]] if "accessory" in component else [])


def parts(message: Any) -> list[dict[str, Any]]:
    """Every component of a message or an answer, in order."""
    raw = [each if isinstance(each, dict) else each.to_dict() for each in message.components]
    return list(_walk(raw))


def said(message: Any) -> str:
    """All text of a message or an answer."""
    composed = [each["content"] for each in parts(message) if each["type"] == 10]
    return "\n".join([*filter(None, (message.content,)), *composed])


def controls(message: Any, verb: str) -> list[str]:
    """The ``custom_id`` of every enabled button and menu that means this."""
    found = [each["custom_id"] for each in parts(message) if "custom_id" in each and not each.get("disabled")]
    return [each for each in found if (control := Control.parse(each)) and control.verb == verb]
