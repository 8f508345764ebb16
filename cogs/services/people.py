"""The settings and facts remembered of people: read from memory, written in the background."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from engine.matches import Matches, Person
from engine.store import StoreError

__all__ = ["People"]

log = logging.getLogger("longtable.people")

KEPT = 4096
"""People kept in memory, so that a press need not read them again."""
UNWRITTEN = 4096
"""People whose changes may wait to be written. Beyond it the changes that wait longest are given up."""
AGAIN_SECONDS = 5.0


class People:
    """The people that the bot knows: languages, themes, closed inboxes."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._known: OrderedDict[int, Person] = OrderedDict()
        self._unwritten: OrderedDict[int, dict[str, Any]] = OrderedDict()
        self._writing: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    async def get(self, person: int) -> Person:
        """Return the facts remembered of somebody, those that are still unwritten among them."""
        known = self._known.get(person)
        if known is None:
            known = self._keep(await self._matches.people.person(person))
        self._known.move_to_end(person)
        return known

    def cached_person(self, person: int) -> Person | None:
        """Return the facts remembered of somebody; `None` if they are not in memory."""
        return self._known.get(person)

    async def forget(self, person: int) -> None:
        """Forget somebody: in memory, among the changes to be written, and in the database."""
        self._unwritten.pop(person, None)
        if self._writing is not None:
            await self._writing  # it may be writing this person
        try:
            await self._matches.forgetting.forget(person)
        finally:
            self._known.pop(person, None)
            self._unwritten.pop(person, None)

    async def remember(self, person: int, **changes: Any) -> Person:
        """Change the facts remembered of somebody, and wait until they are written."""
        for key in changes:
            self._unwritten.get(person, {}).pop(key, None)
        known = await self.get(person)
        if all(getattr(known, key) == value for key, value in changes.items()):
            return known
        return self._keep(await self._matches.people.remember(person, **changes))

    async def notice(self, person: int, **changes: Any) -> Person:
        """Change the facts remembered of somebody. They are written in the background."""
        known = await self.get(person)
        new = {key: value for key, value in changes.items() if getattr(known, key) != value}
        if not new:
            return known
        self._unwritten.setdefault(person, {}).update(new)
        self._unwritten.move_to_end(person)
        while len(self._unwritten) > UNWRITTEN:
            self._unwritten.popitem(last=False)
        if self._writing is None and not self._closing.is_set():
            self._writing = asyncio.create_task(self._write(), name="people")
        return self._keep(known)

    async def close(self) -> None:
        """Write the changes that wait, if that is possible now."""
        self._closing.set()
        if self._writing is not None:
            await self._writing
        if self._unwritten:
            await self._write()

    def _keep(self, person: Person) -> Person:
        person = replace(person, **self._unwritten.get(person.id, {}))
        self._known[person.id] = person
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return person

    async def _write(self) -> None:
        try:
            while self._unwritten:
                person, changes = self._unwritten.popitem(last=False)
                try:
                    await self._matches.people.remember(person, **changes)
                except StoreError as error:
                    self._unwritten[person] = changes | self._unwritten.get(person, {})
                    log.warning(
                        "what is remembered of %d people has to wait: %s", len(self._unwritten), error
                    )
                    if await self._closed_before_long():
                        return
        finally:
            self._writing = None

    async def _closed_before_long(self) -> bool:
        try:
            async with asyncio.timeout(AGAIN_SECONDS):
                await self._closing.wait()
        except TimeoutError:
            return False
        return True
