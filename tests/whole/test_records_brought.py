"""A record is given as a file, watched in private, and comes back with every press."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import Longtable
from engine.matches.guest_records import GuestRecords
from harness.playing import controls, in_full
from sandbox.people import File, Message, People, Person

pytestmark = pytest.mark.usefixtures("quiet")
RECORDS = Path(__file__).parents[1] / "records"


async def given(person: Person, name: str, body: bytes) -> Message:
    answer = await in_full(person, person.command("match replay", {"record": File(name, body)}))
    assert answer.message is not None
    return answer.message


async def press(person: Person, page: Message, action: str) -> Message:
    return await pressed(
        person, page, next(each for each in controls(page, "recordto") if each[:-32].endswith(action))
    )


async def pressed(person: Person, page: Message, way: str) -> Message:
    answer = await in_full(person, person.press(page, way))
    assert answer.message is not None
    return answer.message


async def test_a_record_is_watched(people: People, bot: Longtable) -> None:
    ada, body = people["ada"], (RECORDS / "familienbande-2.txt").read_bytes()
    page = await given(ada, "old match.txt", body)
    assert page.private
    assert "a record · step 1 of" in page.text
    assert "Verified" in page.text
    assert page.text.count("saw:") == 0, "hands of five cards are long, and nobody has moved"
    page = await press(ada, page, "h")
    assert page.text.count("saw:") == 2
    for action in ("n", "t", "x"):
        page = await press(ada, page, action)
        assert page.text.count("saw:") == 2, "they stay"
    assert "```" in page.text
    page = await press(ada, page, "h")
    assert page.text.count("saw:") == 1, "of who moved"
    (log,) = controls(page, "recordlog")
    page = await pressed(ada, page, log)
    assert "a record · the newest turns" in page.text
    (player,) = [each for each in controls(page, "recordlog") if each[:-32].endswith("p")]
    answer = await in_full(ada, ada.choose(page, "1", menu=player))
    assert answer.message is not None
    page = answer.message
    assert "record.txt" in [name for name, _ in page.files]
    page = await press(ada, page, "a")
    assert "a record · step" in page.text
    bot.matches.guest_records = GuestRecords()  # as after a start of the bot
    page = await press(ada, page, "l")
    assert "won" in page.text
    names = [name for name, _ in page.files]
    assert await ada.file(page, names.index("record.txt")) == body
    (menu,) = [each for each in controls(page, "recordto") if each[:-32].endswith("v")]
    answer = await in_full(ada, ada.choose(page, "w", menu=menu))
    assert answer.message is not None
    assert "saw:" not in answer.message.text


async def test_what_is_no_record_is_told(people: People) -> None:
    ada, body = people["ada"], (RECORDS / "familienbande-2.txt").read_bytes()
    assert "no record of a match" in (await given(ada, "x.txt", b"\xff\x00hello")).text
    assert "too large" in (await given(ada, "x.txt", b"x" * (256 * 1024 + 1))).text
    assert "damaged" in (await given(ada, "x.txt", body[: len(body) // 2])).text
    other = body.replace(b"entries: ", b"entries: 0", 1)
    lines = other.split(b"\n")
    lines[-5] = lines[-5][:-3] + b"1"
    assert "record" in (await given(ada, "x.txt", b"\n".join(lines))).text
