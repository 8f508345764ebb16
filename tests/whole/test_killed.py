"""``kill -9`` between any two clicks, and in the middle of one: the match goes on, with its old buttons."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from harness.playing import WITHIN, Table, control, controls, opened_table, with_emojis
from harness.processes import Process, apart, held_port, together
from sandbox import Sandbox
from sandbox.people import Message, People, Person

TURNS = 3


@pytest.fixture
async def process(box: Sandbox, tmp_path: Path) -> AsyncIterator[Process]:
    with_emojis(box)
    running = apart(box, tmp_path)
    await running.start()
    yield running
    await running.end()
    said = running.said()
    assert "Traceback" not in said, said


async def killed(process: Process, people: People) -> None:
    """Kill the bot and start it again."""
    watcher = next(iter(people))
    since = len(watcher.frames)
    await process.kill()
    await watcher.event(lambda frame: frame["type"] == "bot" and not frame["online"], since=since)
    await process.start()
    await people.bot_online(WITHIN)


def asked_once(person: Person, thread: str) -> list[int]:
    """The entries at which the thread's messages asked; fails when a question came in two messages."""
    asked: dict[int, str] = {}
    for frame in person.frames:
        if frame["type"] != "message_create" or frame["channel_id"] != thread:
            continue
        message = Message(frame["message"])
        for custom_id in controls(message, "play"):
            number = int(control(custom_id)[1])
            assert asked.setdefault(number, message.id) == message.id, f"asked twice at entry {number}"
    return sorted(asked)


async def test_between_any_two_clicks(box: Sandbox, process: Process) -> None:
    async with People(box.url) as people:
        await people.bot_online(WITHIN)
        table = await opened_table(people, ("ada", "basile"), "2")
        for _ in range(TURNS):
            turn = await table.next()
            person = table.person(turn)
            await killed(process, people)
            panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
            await killed(process, people)
            panel = await table.shown(person, await person.press(panel, controls(panel, "menu")[0]))
            await killed(process, people)
            answer = await table.tap_through(person, panel)
            await table.settle(person, answer)
        assert len(asked_once(people["ada"], table.thread)) >= TURNS
        # Every private panel is still good, and says so, or good for the question that is open.
        turn = await table.next()
        for person in table.people:
            for message in await person.direct_messages():
                for custom_id in controls(message, "menu")[:1]:
                    await table.shown(person, await person.press(message, custom_id))


async def pressed_and_killed(
    process: Process, people: People, person: Person, panel: Message, delay: float
) -> None:
    """Play the best place, and kill the bot a moment after the click."""
    click = asyncio.create_task(person.press(panel, controls(panel, "go")[0]))
    await asyncio.wait({click}, timeout=delay)
    await killed(process, people)
    click.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await click


async def test_in_the_middle_of_a_click(box: Sandbox, process: Process) -> None:
    delays = random.Random(7)
    async with People(box.url) as people:
        await people.bot_online(WITHIN)
        table = await opened_table(people, ("ada", "basile"), "2")
        for _ in range(6):
            turn = await table.next()
            person = table.person(turn)
            asked = control(controls(turn, "play")[0])[1]
            panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
            panel = await table.shown(person, await person.press(panel, controls(panel, "menu")[0]))
            await pressed_and_killed(process, people, person, panel, delays.uniform(0.0, 0.03))
            # Whoever got no answer taps again. If the move had been played, it is not played twice.
            shown = await person.again(panel)
            if places := controls(shown, "go"):
                shown = await table.shown(person, await person.press(shown, places[0]))
            verbs = ("menu", "pick", "go")
            open_still = {control(each)[1] for verb in verbs for each in controls(shown, verb)}
            assert asked not in open_still, "the question is answered"
            await table.settle(person, shown)
        numbers = asked_once(people["ada"], table.thread)
        assert len(numbers) >= 6


@pytest.fixture
def port() -> Iterator[int]:
    with held_port() as held:
        yield held


async def test_sandbox_and_bot_together(port: int, tmp_path: Path) -> None:
    """The sandbox of ``make play`` keeps its world too: servers, messages, buttons."""
    process = together(port, tmp_path)
    url = f"http://127.0.0.1:{port}"
    await process.start(whole=True)
    assert url in await process.announced()
    async with People(url) as people:
        await people.bot_online(WITHIN)
        table = await opened_table(people, ("chloe", "dan"), "2", "salon")
        turn = await table.next()
        mover = table.person(turn).name
        before = [message.id for message in await people["chloe"].messages(table.thread)]
        await process.kill()
    await process.start(whole=True)
    assert url in await process.announced()
    async with People(url) as people:
        await people.bot_online(WITHIN)
        there = [message.id for message in await people["chloe"].messages(table.thread)]
        assert there[: len(before)] == before
        after = Table([people["chloe"], people["dan"]], table.match, table.thread)
        old = await after.next()
        assert old.id == turn.id
        await after.settle(people[mover], await after.tap_a_move(people[mover], old))
        assert (await after.next()).id != old.id
    assert await process.end() == 0, process.said()
