"""Languages and themes: known at once, written in the background, nothing lost at the end."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

import cogs.services.people
from cogs.services.people import People
from engine.matches import Person
from engine.store import Busy


class Book:
    """Remembers people once `unlocked`."""

    def __init__(self) -> None:
        self.people = self
        self.written: dict[int, Person] = {}
        self.writes: list[dict[str, Any]] = []
        self.unlocked = asyncio.Event()
        self.wrote = asyncio.Event()
        self.busy = 0

    async def person(self, person: int) -> Person:
        return self.written.get(person, Person(person))

    async def remember(self, person: int, **changes: Any) -> Person:
        await self.unlocked.wait()
        if self.busy:
            self.busy -= 1
            raise Busy("store_busy", path="")
        self.writes.append(changes)
        self.wrote.set()
        known = {each: getattr(await self.person(person), each) for each in ("locale", "theme", "dm_closed")}
        self.written[person] = Person(person, **{**known, **changes})
        return self.written[person]


@pytest.fixture
def book() -> Book:
    return Book()


@pytest.fixture
def people(book: Book) -> People:
    return People(cast(Any, book))


async def test_nobody_waits_for_what_is_written(book: Book, people: People) -> None:
    assert (await people.notice(1, locale="fr")).locale == "fr"
    assert (await people.get(1)).locale == "fr"
    assert book.written == {}
    book.unlocked.set()
    await people.close()
    assert book.written[1].locale == "fr"


async def test_what_changes_often_is_written_once(book: Book, people: People) -> None:
    await people.notice(2, locale="fr")
    await asyncio.sleep(0)  # this one is being written
    for locale in ("en", "fr", "en"):
        await people.notice(1, locale=locale)
    await people.notice(1, theme="light")
    book.unlocked.set()
    await people.close()
    assert book.writes == [{"locale": "fr"}, {"locale": "en", "theme": "light"}]
    await people.notice(1, locale="en")
    assert len(book.writes) == 2


async def test_a_busy_store_is_tried_again(
    book: Book, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cogs.services.people, "AGAIN_SECONDS", 0)
    book.busy = 3
    book.unlocked.set()
    await people.notice(1, locale="fr")
    await book.wrote.wait()
    await people.close()
    assert book.written[1].locale == "fr"


async def test_what_was_written_later_is_not_overwritten(book: Book, people: People) -> None:
    """A closed inbox, found out after its owner was last seen, stays closed."""
    book.unlocked.set()
    await people.remember(1, dm_closed=True)
    book.unlocked.clear()
    await people.notice(2, locale="fr")
    await asyncio.sleep(0)
    await people.notice(1, dm_closed=False)
    closing = asyncio.create_task(people.remember(1, dm_closed=True))
    await asyncio.sleep(0)
    book.unlocked.set()
    await closing
    await people.close()
    assert (await people.get(1)).dm_closed
    assert book.written[1].dm_closed


async def test_memory_is_bounded(book: Book, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cogs.services.people, "KEPT", 3)
    monkeypatch.setattr(cogs.services.people, "UNWRITTEN", 3)
    for person in range(10):
        await people.notice(person, locale="fr")
    book.unlocked.set()
    await people.close()
    assert 3 <= len(book.written) <= 4
    assert (await people.get(9)).locale == "fr"
