"""What is remembered of people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.game import Refusal
from engine.match import seating
from engine.match.values import Person
from engine.matches.core.loader import Loader
from engine.matches.core.locks import TRIES, Locks
from engine.store import Store

__all__ = ["JOTTING", "People"]

JOTTING = 1000
"""Characters of a note."""


class People:
    """Remembers things of people for the outside world."""

    def __init__(self, store: Store, locks: Locks, loader: Loader, now: Callable[[], datetime]) -> None:
        self._store = store
        self._loader = loader
        self._now = now
        self._locks = locks

    async def person(self, person: int) -> Person:
        """What is remembered of the person; defaults for somebody unknown."""
        return await self._store.person(person) or Person(person)

    async def remember(self, person: int, **changes: Any) -> Person:
        """Remember something of the person: fields of `Person`."""
        if isinstance(changes.get("name"), str):
            changes["name"] = seating.clean_name(changes["name"])

        async def work() -> Person:
            known = await self._store.person(person)
            wanted = replace(known or Person(person), **changes)
            if wanted != known:
                await self._store.save_person(wanted, before=known or Person(person))
            return wanted

        return await self._locks.alone(("person", person), work, again=TRIES)

    async def jotting(self, match: int, person: int) -> str:
        """What the person has noted beside the match, for nobody else to see."""
        return await self._store.jotting(person, match)

    async def jot(self, match: int, person: int, text: str) -> str:
        """Note something beside a match at which the person sits, in place of what was there; what is kept.

        An empty text drops it. Raises `Refusal` ``not_seated``, ``note_long``, ``no_match``.
        """
        text = "\n".join(line.rstrip() for line in text.replace("\r", "").strip().split("\n"))
        if len(text) > JOTTING:
            raise Refusal("note_long", most=JOTTING)
        if (await self._loader.get(match)).seat_of(person) is None:
            raise Refusal("not_seated", match=match)
        await self._store.save_jotting(person, match, text, self._now())
        return text
