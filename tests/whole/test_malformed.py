"""Events that Discord would never send: dropped in one line of the log, and the bot stays."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
import yarl

from bot import Longtable
from sandbox import Sandbox
from sandbox.gateway import Session
from sandbox.people import People
from soak.malformed import DEEP, Malformed
from tests.whole.watching import loud

DROPPED = "is dropped"


def an_interaction(box: Sandbox, kind: int, **data: Any) -> dict[str, Any]:
    """Return the event that Discord sends when somebody does something."""
    guild = box.world.bots_guilds[0]
    person = box.world.people[0]["id"]
    channel = next(each for each in box.world.channels.values() if each["type"] == 0)
    return {
        "id": "5",
        "application_id": box.world.meta["application_id"],
        "type": kind,
        "token": "x",
        "version": 1,
        "guild_id": guild["id"],
        "channel": box.world.show_channel(channel),
        "attachment_size_limit": 1,
        "member": {**box.world.show_member(guild, person), "permissions": "0"},
        "data": data,
    }


def a_press(box: Sandbox, **message: Any) -> dict[str, Any]:
    """A press of a button on a message."""
    pressed = an_interaction(box, 3, custom_id="lt:1:0:0:go:", component_type=2)
    button = {"type": 2, "style": 1, "label": "x", "custom_id": "lt:1:0:0:go:"}
    world = box.world
    return {
        **pressed,
        "message": {
            "id": "6",
            "channel_id": pressed["channel"]["id"],
            "author": world.show_user(world.bot["id"]),
            "content": "",
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": 0,
            "components": [{"type": 1, "components": [button]}],
            **message,
        },
    }


Made = Callable[[Sandbox], Any]
EVENTS: dict[str, Made] = {
    "a press without component_type": lambda box: (
        "INTERACTION_CREATE",
        an_interaction(box, 3, custom_id="x"),
    ),
    "a custom_id that is a list": lambda box: (
        "INTERACTION_CREATE",
        an_interaction(box, 3, custom_id=["x"], component_type=2),
    ),
    "a form without components": lambda box: ("INTERACTION_CREATE", an_interaction(box, 5, custom_id="x")),
    "an interaction without an id": lambda box: ("INTERACTION_CREATE", {"type": 2}),
    "a server without an id": lambda box: ("GUILD_CREATE", {"name": "x"}),
    "a channel of no kind": lambda box: (
        "CHANNEL_CREATE",
        {"id": "7", "guild_id": box.world.bots_guilds[0]["id"]},
    ),
    "a thread that is a list": lambda box: ("THREAD_CREATE", []),
    "a resumption of nothing": lambda box: ("RESUMED", None),
    "a name that is a list": lambda box: (["x"], {}),
}
FRAMES: dict[str, str] = {
    "no JSON": "{",
    "a list": "[]",
    "a number": "9" * 5000,
    "a hundred thousand lists": DEEP,
    "nothing known of it": '{"op": 10, "d": null}',
}
UNHEARD: dict[str, Made] = {
    "a command without data": lambda box: ("INTERACTION_CREATE", {**an_interaction(box, 2), "data": None}),
    "a command of nobody": lambda box: ("INTERACTION_CREATE", {**an_interaction(box, 2), "member": None}),
    "suggestions for nothing": lambda box: ("INTERACTION_CREATE", an_interaction(box, 4)),
    "a button without a custom_id": lambda box: (
        "INTERACTION_CREATE",
        a_press(box, components=[{"type": 2}]),
    ),
    "flags that are a text": lambda box: ("INTERACTION_CREATE", a_press(box, flags="x")),
    "a custom_id that is none": lambda box: (
        "INTERACTION_CREATE",
        a_press(box, components=[{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": True}]}]),
    ),
    "a context menu of nothing": lambda box: ("INTERACTION_CREATE", a_menu(box, {})),
    "a context menu without its message": lambda box: ("INTERACTION_CREATE", a_menu(box, {"messages": {}})),
    "a context menu of a list": lambda box: ("INTERACTION_CREATE", a_menu(box, {"messages": ["6"]})),
    "a context menu of a message that is none": lambda box: (
        "INTERACTION_CREATE",
        a_menu(box, {"messages": {"6": {}}}),
    ),
    "a context menu of another kind": lambda box: (
        "INTERACTION_CREATE",
        {**a_menu(box, {"users": {"6": {}}}), "type": 4},
    ),
}
"""Events that the library's parsers take, and stumble over afterwards."""


def a_menu(box: Sandbox, resolved: Any) -> dict[str, Any]:
    """A command of a context menu on message 6, with what was `resolved`."""
    return an_interaction(box, 2, id="9", name="Watch this match", type=3, target_id="6", resolved=resolved)


async def answers(people: People) -> bool:
    """Return true if the bot answers a command."""
    return (await people["ada"].command("turns", channel="games")).state == "answered"


async def back(people: People, mark: int) -> None:
    """The bot is seen to go, and to come again."""
    await people["ada"].event(lambda frame: frame == {"type": "bot", "online": False}, since=mark)
    await people["ada"].event(lambda frame: frame == {"type": "bot", "online": True}, since=mark)


@pytest.mark.parametrize("name", EVENTS)
async def test_an_event_that_cannot_be_read(
    box: Sandbox, bot: Longtable, people: People, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    event, data = EVENTS[name](box)
    for session in box.gateway.sessions.values():
        session.dispatch(event, data)
    assert await answers(people)
    assert [each.message for each in caplog.records if DROPPED in each.message]
    assert [each for each in caplog.records if each.exc_info and each.levelno > logging.DEBUG] == []


@pytest.mark.parametrize("name", FRAMES)
async def test_a_frame_that_is_none(
    box: Sandbox, bot: Longtable, people: People, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    box.gateway.utter(FRAMES[name])
    assert await answers(people)
    (line,) = [each.message for each in caplog.records if DROPPED in each.message]
    assert len(line) < 400
    assert "\n" not in line


@pytest.mark.parametrize("name", UNHEARD)
async def test_an_event_over_which_the_library_would_stumble_later(
    box: Sandbox, bot: Longtable, people: People, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    event, data = UNHEARD[name](box)
    for session in box.gateway.sessions.values():
        session.dispatch(event, data)
    assert await answers(people)
    assert [each for each in loud(caplog) if "Traceback" in str(each)] == []
    assert [each for each in caplog.records if each.exc_info and each.levelno > logging.DEBUG] == []


async def test_a_number_from_which_nothing_can_be_resumed(
    box: Sandbox, bot: Longtable, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session is begun anew, and the bot does not ask for the old one again and again."""
    monkeypatch.setattr("cogs.gateway.sessions.SPACE", 0.05)
    for number in (10**9, -1, "x", [1]):
        mark = len(people["ada"].frames)
        box.gateway.utter(json.dumps({"op": 0, "s": number, "t": "NOTHING", "d": {}}))
        assert await answers(people)
        await box.gateway.trouble("drop")
        await back(people, mark)
        assert await answers(people)


async def test_what_cannot_be_unpacked(box: Sandbox, bot: Longtable, people: People) -> None:
    """All that follows on that line cannot be either: the session is resumed on another one."""
    mark, session = len(people["ada"].frames), next(iter(box.gateway.sessions))
    connection = box.gateway.sessions[session].connection
    assert connection is not None
    await connection.socket.send_bytes(b"nothing that was ever packed\x00\x00\xff\xff")
    await back(people, mark)
    assert await answers(people)
    assert list(box.gateway.sessions) == [session]


async def test_an_address_to_resume_at_that_is_none(box: Sandbox, bot: Longtable, people: People) -> None:
    """Discord's own is asked instead, and resumes the session."""
    mark, session = len(people["ada"].frames), next(iter(box.gateway.sessions))
    bot.sessions.sockets[0].gateway = yarl.URL("nowhere")
    await box.gateway.trouble("drop")
    await back(people, mark)
    assert await answers(people)
    assert list(box.gateway.sessions) == [session]


@pytest.mark.parametrize("damage", ["user", "session_id", "resume_gateway_url"])
async def test_a_beginning_that_cannot_be_read(
    box: Sandbox, bot: Longtable, people: People, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """A new session is begun after a moment."""
    monkeypatch.setattr("cogs.gateway.sessions.SPACE", 0.05)
    dispatch, damaged = Session.dispatch, []

    def without(self: Session, event: str, data: Any) -> None:
        if event == "READY" and not damaged:
            damaged.append(event)
            data = {name: value for name, value in data.items() if name != damage}
        dispatch(self, event, data)

    monkeypatch.setattr(Session, "dispatch", without)
    await box.gateway.trouble("invalid_session")
    await bot.wait_for("shard_connect", timeout=20)
    assert damaged
    assert await answers(people)


async def test_hostile_events() -> None:
    hostile = Malformed(seed=1)
    await hostile.events(300)
    assert hostile.sound, hostile.report()
    assert hostile.counts["dropped"] > 100
