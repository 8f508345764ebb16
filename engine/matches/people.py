"""What is remembered of people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.match import Person
from engine.matches import seating
from engine.matches.locks import Locks
from engine.store import Store

__all__ = ["People"]


class People:
    """Remembers things of people for the outside world."""

    def __init__(self, store: Store, locks: Locks) -> None:
        self._store = store
        self._locks = locks

    async def person(self, person: int) -> Person:
        """What is remembered of the person; defaults for somebody unknown."""
        return await self._store.person(person) or Person(person)

    async def remember(self, person: int, **changes: Any) -> Person:
        """Remember something of the person: fields of `Person`."""
        if isinstance(changes.get("name"), str):
            changes["name"] = seating.clean(changes["name"])

        async def work() -> Person:
            known = await self._store.person(person)
            wanted = replace(known or Person(person), **changes)
            if wanted != known:
                await self._store.save_person(wanted)
            return wanted

        return await self._locks.alone(("person", person), work)
