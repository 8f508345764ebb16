"""From nothing to the first move, and whole matches at private tables, by presses of buttons alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot import Longtable
from engine.matches import Status
from engine.matches.play.thinking import Thinking
from engine.robots.choosing import Thought
from harness.playing import PLAYED, TAPS, WITHIN, Table, command_of, control, controls
from sandbox.people import Message, People, Person

GAMES = [row.key for row in PLAYED]
CHOICES = ("pick", "menu", "go")
TURNS = 400
"""Moves after which a match counts as one without end."""


def choices(page: Message) -> list[str]:
    """Return the controls of the first step of a choice."""
    return [each for verb in CHOICES for each in controls(page, verb)]


async def press(person: Person, page: Message, custom_id: str) -> Message:
    return await Table.shown(person, await person.press(page, custom_id))


async def begun(person: Person, game: str, channel: str, locale: str) -> tuple[Message, int]:
    """Begin a match against a robot; return its panel and the number of taps, the command's included."""
    await person.set(locale=locale)
    command = "jouer" if locale == "fr" else "play"
    page = await Table.shown(person, await person.command(command, channel=channel))
    taps = 1
    for custom_id in (f"lt:0:0:-:door:{game}", f"lt:0:0:-:robot:{game}|steady"):
        page, taps = await press(person, page, custom_id), taps + 1
    return page, taps


async def looked_again(person: Person, page: Message) -> Message:
    """Press the button for it until the robots have moved."""
    for _ in range(TURNS):
        if not controls(page, "panel") or controls(page, "again"):
            return page
        page = await press(person, page, controls(page, "panel")[0])
    raise AssertionError("the robots do not move")


async def move(person: Person, game: str, page: Message) -> Message:
    """Make the first move that is offered, with the taps that a game may need."""
    for _ in range(TAPS[command_of(game)]):
        lists = [(each, page.select(each).options[0][1]) for each in controls(page, "pick")]
        if picks := [each for each, value in lists if not value.startswith(">-")]:
            value = page.select(picks[0]).options[0][1]
            page = await Table.shown(person, await person.choose(page, value, menu=picks[0]))
            if value.startswith("="):
                return page
            continue
        goes, steps = [*controls(page, "go"), *controls(page, "sure")], controls(page, "menu")
        first = next(each.custom_id for each in page.buttons if each.custom_id in (*goes, *steps))
        page = await press(person, page, first)
        if first in goes:
            return page
    raise AssertionError(f"so many taps led to {page!r}")


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("locale", ["en-US", "fr"])
@pytest.mark.parametrize("game", GAMES)
async def test_three_taps_to_the_first_choice(people: People, bot: Longtable, game: str, locale: str) -> None:
    ada = people["ada"]
    page, taps = await begun(ada, game, "games", locale)
    page = await looked_again(ada, page)
    assert taps == 3
    assert choices(page), page
    assert page.private


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_match_by_presses_alone(people: People, bot: Longtable, game: str) -> None:
    ada, basile = people["ada"], people["basile"]
    page, _ = await begun(ada, game, "dm" if game == "genial" else "games", "fr")
    for _ in range(TURNS):
        page = await looked_again(ada, page)
        if controls(page, "again"):
            break
        page = await move(ada, game, page)
    assert controls(page, "again"), page.text
    assert (await bot.matches.loader.get(1)).status is Status.OVER
    assert [each for person in (ada, basile) for each in person.pings] == []
    assert [each for each in await ada.direct_messages() if not each.private] == []
    assert await ada.threads() == []
    again = await press(ada, page, controls(page, "again")[0])
    again = await looked_again(ada, again)
    assert choices(again)
    assert control(choices(again)[0])[0] == "2"


@pytest.mark.usefixtures("quiet")
async def test_a_panel_is_shown_anew_once_slow_robots_are_done(
    people: People, bot: Longtable, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, done, think = people["ada"], asyncio.Event(), Thinking.move

    async def slow(self: Thinking, *given: Any) -> Thought:
        await done.wait()
        return await think(self, *given)

    page, _ = await begun(ada, "genesis", "games", "en-US")
    monkeypatch.setattr(Thinking, "move", slow)
    page = await move(ada, "genesis", page)
    assert "The robots are thinking" in page.text
    assert not choices(page)
    looked = await press(ada, page, controls(page, "panel")[0])
    assert "The robots are thinking" in looked.text
    done.set()

    async def renewed() -> Message | None:
        again = await ada.again(page)
        return again if choices(again) else None

    shown = await ada.wait_for(renewed, WITHIN)
    assert "The robots are thinking" not in shown.text


@pytest.mark.usefixtures("quiet")
async def test_the_bot_needs_no_permission_in_the_channel(people: People, bot: Longtable) -> None:
    ada = people["ada"]
    needed = ("SEND_MESSAGES", "CREATE_PUBLIC_THREADS", "SEND_MESSAGES_IN_THREADS", "ATTACH_FILES")
    await people.deny(await ada.place("games"), *needed)
    page, _ = await begun(ada, "genial", "games", "en-US")
    assert choices(await looked_again(ada, page))
    page = await Table.shown(ada, await ada.command("play", channel="games"))
    page = await press(ada, page, "lt:0:0:-:door:genial")
    refused = await Table.shown(ada, await ada.press(page, "lt:0:0:-:anybody:genial"))
    assert "lack" in refused.text or "permission" in refused.text.lower(), refused.text
