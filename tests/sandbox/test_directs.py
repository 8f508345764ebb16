"""Direct messages that Discord refuses, each with its own code."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.people import People, Person, Refused

Json = dict[str, Any]


class Door:
    """The bot's door for direct messages, without a client."""

    def __init__(self, box: Sandbox, session: aiohttp.ClientSession) -> None:
        self.box = box
        self.session = session

    async def _post(self, path: str, body: Json) -> tuple[int, Json]:
        async with self.session.post(self.box.api_url + path, json=body) as response:
            answer = await response.json() if response.content_type == "application/json" else {}
            return response.status, answer

    async def open(self, person: Person) -> tuple[int, Any]:
        """Open a direct channel. Return the status, and the error code or the channel."""
        status, answer = await self._post("/users/@me/channels", {"recipient_id": person.id})
        return status, answer.get("code") or answer.get("id")

    async def write(self, channel: str) -> tuple[int, int | None]:
        """Write in a direct channel. Return the status and the error code."""
        status, answer = await self._post(f"/channels/{channel}/messages", {"content": "x"})
        return status, answer.get("code")


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def box(clock: Clock) -> AsyncIterator[Sandbox]:
    async with Sandbox(clock=clock) as sandbox:
        sandbox.directs.limit = (3, 60.0)
        yield sandbox


@pytest.fixture
async def door(box: Sandbox) -> AsyncIterator[Door]:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session:
        yield Door(box, session)


async def test_a_closed_inbox_and_a_person_who_has_left_are_told_apart(
    people: People, basile: Person, door: Door
) -> None:
    _, channel = await door.open(basile)
    assert await door.write(channel) == (200, None)
    await basile.set(inbox="closed")
    assert await door.write(channel) == (403, 50007)
    await people.leave(basile)
    assert await door.write(channel) == (403, 50278)
    assert (await door.open(basile))[0] == 200, "the channel can be opened all the same"
    await basile.set(inbox="open")
    assert await door.write(channel) == (403, 50278)
    await people.join(basile)
    assert await door.write(channel) == (200, None)


async def test_channels_that_are_opened_too_fast(
    ada: Person, basile: Person, door: Door, clock: Clock
) -> None:
    opened = [await door.open(person) for person in (ada, basile, ada)]
    assert [status for status, _ in opened] == [200] * 3
    assert await door.open(basile) == (403, 40003)
    assert await door.write(opened[0][1]) == (200, None), "those that are open can be written in"
    clock.now += 60
    assert (await door.open(basile))[0] == 200
    door.box.directs.limit = None
    assert [(await door.open(ada))[0] for _ in range(9)] == [200] * 9


async def test_a_bot_in_quarantine_writes_to_nobody_new(
    people: People, ada: Person, basile: Person, door: Door
) -> None:
    _, known = await door.open(ada)
    _, other = await door.open(basile)
    assert await door.write(known) == (200, None)
    await people.quarantine()
    assert await door.write(known) == (200, None)
    assert await door.open(ada) == (200, known)
    assert await door.write(other) == (403, 20026)
    assert await door.open(basile) == (403, 20026)
    games = await ada.place("games")
    assert await door.write(games) == (200, None)
    await people.quarantine(on=False)
    assert await door.write(other) == (200, None)
    with pytest.raises(Refused, match="quarantined or not"):
        await people.ask("PATCH", "/bot", {"quarantined": "yes"})


@pytest.mark.parametrize(("fault", "code"), [({"code": 20026}, 20026), ({"code": 40003}, 40003)])
async def test_a_code_can_be_planned(people: People, ada: Person, door: Door, fault: Json, code: int) -> None:
    await people.fault("POST", "/users/@me/channels", **fault)
    assert await door.open(ada) == (403, code)


async def test_a_refusal_may_have_no_body_at_all(people: People, ada: Person, door: Door) -> None:
    games = await ada.place("games")
    await people.fault("POST", "/channels/*/messages", status=403, text="")
    url = f"{door.box.api_url}/channels/{games}/messages"
    async with door.session.post(url, json={"content": "x"}) as response:
        assert (response.status, await response.read()) == (403, b"")
    await people.fault("POST", "/channels/*/messages", status=403, text="<html>blocked</html>")
    async with door.session.post(url, json={"content": "x"}) as response:
        assert (response.status, await response.text()) == (403, "<html>blocked</html>")
    with pytest.raises(Refused, match="text"):
        await people.fault("POST", "*", status=403, text=7)
