"""Whole matches through the sandbox: scripted people, the real bot, real HTTP and WebSocket.

Everything is read as a person would read it. Controls are told by their ``custom_id``, so that the same
script plays in every language.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any

from bot import Longtable
from cogs.answering.controls import without_mark
from cogs.delivery.emojis import Wanted, wanted_by
from cogs.face.registry import load_faces
from cogs.gateway.endpoints import point_at
from cogs.gateway.sessions import ALONE, Shards
from cogs.text.text import text_for
from engine.games import ROWS, Registered, Row
from engine.matches import Limits, Matches
from engine.record import Record, read
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from harness.trial import trial_of
from render.cards.robots import EMOJIS as ROBOTS
from sandbox import Sandbox
from sandbox.people import Answer, Message, People, Person

__all__ = [
    "AT_ONCE",
    "DESCRIPTION",
    "PLAYED",
    "WITHIN",
    "Table",
    "command_of",
    "control",
    "controls",
    "in_full",
    "open_panel",
    "opened_table",
    "rung",
    "running",
    "with_emojis",
]

DESCRIPTION = Path(__file__).parents[2] / "shared" / "discord-openapi.json"
WITHIN = 60.0
"""Seconds after which a test gives up. It measures nothing: a busy machine may need twenty to start a bot."""
AT_ONCE = Limits(steps=timedelta(), hold=timedelta())
"""Limits with which events are shown at once, step by step."""


def command_of(game: str) -> str:
    """A game's command in English: ``genesis-life``."""
    return text_for("en").plain(f"command.{game}")


PLAYED = [row for row in ROWS if text_for("en").knows(f"command.{row.key}")]
"""The games that have a command: one that is being written has none yet."""
TAPS: dict[str, int] = {command_of(row.key): trial_of(row.key).taps for row in PLAYED}
"""Taps from the panel to the move, at most, by the game's command."""


@contextlib.asynccontextmanager
async def running(
    box: Sandbox,
    database: Path | str,
    limits: Limits = AT_ONCE,
    rows: Sequence[Row] = ROWS,
    shards: Shards = ALONE,
) -> AsyncIterator[Longtable]:
    """The real bot in this event loop, logged in at the sandbox; `database` is a file, or an address."""
    point_at(box.api_url, box.gateway_url, box.cdn_url)
    if isinstance(database, Path):
        store, clock = await SqliteStore.open(database), partial(datetime.now, UTC)
    else:
        store = await PostgresStore.open(database)
        clock = store.now
    try:
        matches = Matches(store, Registered(rows), clock, limits=limits)
        async with Longtable(matches, rows=rows, shards=shards) as bot:
            task = asyncio.create_task(bot.start(box.token))
            try:
                yield bot
            finally:
                await bot.close()
                await task
    finally:
        await store.close()


@cache
def _emojis(rows: tuple[Row, ...]) -> Sequence[Wanted]:
    return wanted_by(load_faces(rows).values(), ROBOTS)


def with_emojis(box: Sandbox, rows: Sequence[Row] = ROWS) -> None:
    """The application has the emojis of these games already, as after the first hours of a bot."""
    with box.world.storage.together():
        for each in _emojis(tuple(rows)):
            box.world.add_emoji(each.full, "image/png", each.data)


def control(custom_id: str) -> tuple[str, ...]:
    """match, asked, seat, verb, argument; without the mark of what was sent unasked."""
    return tuple(without_mark(custom_id).split(":", 5)[1:])


def controls(message: Message, verb: str) -> list[str]:
    """The ``custom_id`` of every button and menu with that verb, in order."""
    every = [each.custom_id for each in (*message.buttons, *message.selects) if not each.disabled]
    return [each for each in every if each.startswith("lt:") and control(each)[3] == verb]


def rung(thread: str, *people: Person) -> list[str]:
    """The messages of the thread that have rung these people.

    Before it began the host may have been rung in the channel: the table was full.
    """
    return [message for person in people for channel, message in person.pings if channel == thread]


@dataclass
class Table:
    """A running match as its players see it."""

    people: Sequence[Person]
    match: str
    thread: str
    told: list[Message] = field(default_factory=list)
    """Every message of the thread, as it was first seen."""
    pings: int = 0
    game: str = "genial"

    def person(self, message: Message) -> Person:
        """Return the one person whom the turn's message calls."""
        called = re.findall(r"<@!?(\d+)>", message.text)
        assert len(called) == 1, message.text
        return next(each for each in self.people if each.id == called[0])

    async def next(self) -> Message:
        """The thread's newest message after the last one seen, when it asks somebody or ends the match.

        Whoever is asked again after the own move is asked by the same message, with another button.
        """
        last = self.told[-1] if self.told else None

        def is_next(message: Message) -> bool:
            if last is not None and message.id == last.id:
                return bool(asked := controls(message, "play")) and asked != controls(last, "play")
            is_new = last is None or int(message.id) > int(last.id)
            return is_new and bool(controls(message, "play") or controls(message, "rematch"))

        message = await self.people[0].sees(is_next, self.thread, within=WITHIN)
        self.told.append(message)
        return message

    @staticmethod
    def over(message: Message) -> bool:
        return bool(controls(message, "rematch"))

    async def asking(self, *asked: str) -> list[Message]:
        """The thread's messages, once these alone have the table's controls: earlier ones lose theirs."""

        async def look() -> list[Message] | None:
            thread = await self.people[0].messages(self.thread, 500)
            return thread if [each.id for each in thread if controls(each, "play")] == [*asked] else None

        return await self.people[0].wait_for(look, WITHIN)

    async def type_a_move(self, person: Person) -> Answer:
        """Play the best suggestion, by a typed command in the thread."""
        offers = await person.complete(f"{self.game} play", "move", "", channel=self.thread)
        assert offers, f"{person} was offered nothing"
        return await person.command(f"{self.game} play", move=offers[0][1], channel=self.thread)

    async def tap_a_move(self, person: Person, turn: Message) -> Answer:
        """Play by tapping: open the panel, a tile, the best place."""
        opened = await person.press(turn, controls(turn, "play")[0])
        panel = await self.shown(person, opened)
        return await self.tap_through(person, panel)

    async def tap_through(self, person: Person, panel: Message) -> Answer:
        """Tap from a private panel to the move, with as few taps as the game allows."""
        for _ in range(TAPS[self.game]):
            # A list of places, not the one of areas beside them.
            lists = [(each, panel.select(each).options[0][1]) for each in controls(panel, "pick")]
            if picks := [each for each, value in lists if not value.startswith(">-")]:
                value = panel.select(picks[0]).options[0][1]
                answer = await person.choose(panel, value, menu=picks[0])
                if value.startswith("="):
                    return answer
            else:
                steps, goes = controls(panel, "menu"), (*controls(panel, "go"), *controls(panel, "sure"))
                first = next(each.custom_id for each in panel.buttons if each.custom_id in (*steps, *goes))
                answer = await person.press(panel, first)
                if first in goes:
                    return answer
            panel = await self.shown(person, answer)
        raise AssertionError(f"so many taps led to {panel!r}")

    @staticmethod
    async def shown(person: Person, answer: Answer) -> Message:
        """The message an answer leads to, deferred or not."""
        assert answer.state in {"answered", "updated", "deferred"}, answer
        if answer.state == "deferred":
            return await person.final_message(answer, WITHIN)
        assert answer.message is not None
        return answer.message

    async def settle(self, person: Person, answer: Answer | Message) -> None:
        """Answer what the mover is asked next (bonus tile, swap) until another one's turn."""
        message = answer if isinstance(answer, Message) else await self.shown(person, answer)
        while controls(message, "menu") or controls(message, "pick") or controls(message, "go"):
            message = await self.shown(person, await self.tap_through(person, message))

    async def play_out(self, taps: bool) -> Message:
        """Play to the end, every seat by a person; returns the last message."""
        while not self.over(turn := await self.next()):
            person = self.person(turn)
            answer = await (self.tap_a_move(person, turn) if taps else self.type_a_move(person))
            await self.settle(person, answer)
        return turn

    async def detail(self, end: Message) -> Message:
        """The private page of details behind the last message."""
        person = self.people[0]
        return await self.shown(person, await person.press(end, controls(end, "detail")[0]))

    async def record(self, end: Message) -> Record:
        """The match's record, from the file on the page of details behind its last message."""
        detail = await self.detail(end)
        names = [name for name, _ in detail.files]
        number = next(index for index, name in enumerate(names) if name.endswith(".txt"))
        return read((await self.people[0].file(detail, number)).decode())


async def in_full(person: Person, answering: Awaitable[Answer]) -> Answer:
    """The answer with what it says in the end, where it was deferred."""
    answer = await answering
    if answer.state != "deferred":
        return answer
    return replace(answer, state="answered", message=await person.final_message(answer, WITHIN))


async def opened_table(
    people: People,
    names: Sequence[str],
    players: str | None,
    channel: str = "games",
    game: str = "genial",
    robots: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Table:
    """A table opened by the first, joined by the others and by automatic players, and started.

    `options` of the command ``new`` stand in for `players`, where there are more or others.
    """
    seated = [people[name] for name in names]
    host = seated[0]
    since = len(host.frames)
    before = max((int(message.id) for message in await host.messages(channel)), default=0)
    given = options if options is not None else {"players": players} if players else {}
    answer = await host.command(f"{game} new", dict(given), channel=channel)
    assert answer.state in {"answered", "deferred"}, answer
    free = "join" if len(seated) + robots > 1 else "start"
    # An older table may still show its buttons.
    table = await host.sees(
        lambda message: int(message.id) > before and bool(controls(message, free)), channel, within=WITHIN
    )
    for person in seated[1:]:
        await person.press(table, controls(table, "join")[0])
    if robots:
        await seat_robots(host, table, robots)
    ready = await host.sees(
        lambda message: message.id == table.id and bool(controls(message, "start")),
        channel,
        within=WITHIN,
    )
    await host.press(ready, controls(ready, "start")[0])
    opened = await host.event(
        lambda frame: frame["type"] == "channel_create" and frame["channel"]["type"] in (10, 11),
        since=since,
        within=WITHIN,
    )
    thread = opened["channel"]["id"]
    turn = await host.sees(lambda message: bool(controls(message, "play")), thread, within=WITHIN)
    return Table(seated, control(controls(turn, "play")[0])[0], thread, game=game)


async def get_up(person: Person, table: Message, **given: Any) -> Answer:
    """Somebody who sits at a table with free seats leaves it, by what **Join** answers them."""
    shown = await in_full(person, person.press(table, controls(table, "join")[0]))
    assert shown.message is not None
    return await person.press(shown.message, controls(shown.message, "leave")[0], **given)


async def seat_robots(host: Person, table: Message, robots: int, kind: str = "steady") -> Answer:
    """The host lets so many automatic players sit down, by the form; its answer."""
    form = await host.press(table, controls(table, "change")[0])
    (field,) = (each.custom_id for each in form.fields if each.custom_id.startswith("robots="))
    return await host.submit(form, {field: ",".join([kind] * robots)})


async def open_panel(bot: Longtable, table: Table, person: Person) -> Message:
    """The panel by direct message, once it shows the question that is open."""
    question = (await bot.matches.queries.situation(int(table.match), int(person.id))).question_number

    def open_(message: Message) -> bool:
        return any(control(each)[1] == str(question) for each in controls(message, "menu"))

    return await person.sees(open_, "dm", within=WITHIN)
