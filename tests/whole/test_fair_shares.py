"""One person asks for everything at once: the others are answered between."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from bot import Longtable
from cogs.answering.fair_limiter import REQUESTER
from cogs.face.drawing import Drawing
from cogs.services.services import Services
from harness.playing import WITHIN, controls, opened_table
from harness.waiting import until
from render.kit.canvas import Picture
from sandbox.people import Answer, Message, People, Person
from tests.whole.watching import LOCALES, sentence

pytestmark = pytest.mark.usefixtures("quiet")


class Easel:
    """Draws when it is allowed to; it writes down for whom."""

    def __init__(self, services: Services) -> None:
        self._draw = services.draw
        self.allowed = threading.Event()
        self.drawn: list[int | None] = []
        self._wanted = set[int | None]()
        self._news = asyncio.Event()

    async def wanted_by(self, *people: int | None) -> None:
        """Return when pictures have been asked for by all of these; the table itself is `None`."""
        async with asyncio.timeout(WITHIN):
            while not self._wanted >= set(people):
                self._news.clear()
                await self._news.wait()

    async def draw(self, drawing: Drawing) -> Picture:
        asking = REQUESTER.get()
        self._wanted.add(asking)
        self._news.set()

        def slowly() -> Picture:
            self.allowed.wait(WITHIN * 5)
            self.drawn.append(asking)
            return drawing.draw()

        return await self._draw(replace(drawing, draw=slowly))


async def _final(person: Person, answer: Answer) -> Message:
    if answer.state == "deferred":
        return await person.final_message(answer, WITHIN * 5)
    assert answer.message is not None
    return answer.message


async def test_fifty_boards_delay_nobody_elses(
    people: People, bot: Longtable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    mover = table.person(turn)
    other = next(each for each in table.people if each is not mover)
    dan = people["dan"]
    offers = await mover.complete("genial play", "move", "", channel=table.thread)
    easel = Easel(bot.services)
    monkeypatch.setattr(bot.services, "draw", easel.draw)
    monkeypatch.setattr("cogs.answering.answers.PATIENCE", 0)
    boards = [
        dan.command("match board", channel=table.thread, locale=LOCALES[number % 2]) for number in range(50)
    ]
    begun = await asyncio.gather(*boards)
    # Deferred or not, those that are refused have an answer while nothing can be drawn yet.
    coming = [asyncio.create_task(_final(dan, answer)) for answer in begun]
    refused: list[Message] = []
    while len(refused) < 40:
        await asyncio.wait([each for each in coming if not each.done()], return_when=asyncio.FIRST_COMPLETED)
        refused = [each.result() for each in coming if each.done()]
    assert len(refused) == 40, "two under way, eight that wait"
    assert {message.text for message in refused} == {sentence(locale, "one_moment") for locale in LOCALES}
    # The move itself needs no picture; the next player's call does, and so does somebody else's board.
    await table.settle(mover, await mover.command("genial play", move=offers[0][1], channel=table.thread))
    asked = await other.command("match board", channel=table.thread)
    await easel.wanted_by(int(other.id), None)
    easel.allowed.set()
    await other.final_message(asked, WITHIN)
    await table.next()
    await asyncio.gather(*coming)
    order = easel.drawn
    assert order.count(int(dan.id)) == 10
    for waiting in (int(other.id), None):
        before = order[: order.index(waiting)]
        # The two that were under way, and one in his turn; a thread may be late in telling that it has begun.
        assert before.count(int(dan.id)) <= 5, "half of his were to come"


async def test_only_the_newest_keystroke_counts(
    people: People, bot: Longtable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    mover = table.person(turn)
    think, typed, begun, go = bot.services.think, list[str](), asyncio.Event(), asyncio.Event()

    async def slow(work: Any, *given: Any, **kind: Any) -> Any:
        if isinstance(given[-1], str):
            typed.append(given[-1])
            begun.set()
        if given[-1] == "R":
            await go.wait()
        return await think(work, *given, **kind)

    monkeypatch.setattr(bot.services, "think", slow)
    first = asyncio.create_task(mover.complete("genial play", "move", "R", channel=table.thread))
    await begun.wait()
    assert bot.guard.typing == 1
    await mover.complete("genial play", "move", "RB", channel=table.thread)
    assert typed == ["R", "RB"]
    assert not first.done()
    await until(lambda: bot.guard.typing == 0)  # the older one has been dropped
    go.set()
    first.cancel()


async def test_suggestions_that_would_come_too_late_are_none(
    people: People, bot: Longtable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They cannot be deferred: an empty list is an answer in time."""
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    mover, never = table.person(turn), asyncio.Event()

    async def stuck(*_: Any, **__: Any) -> None:
        await never.wait()

    monkeypatch.setattr("cogs.gateway.interaction_guard.LATEST", 0.05)
    monkeypatch.setattr(bot.services, "think", stuck)
    assert await mover.complete("genial play", "move", "", channel=table.thread) == []
    assert controls(turn, "play")
