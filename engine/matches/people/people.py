"""Names, languages and notes of people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.game import Refusal
from engine.match import seating
from engine.match.values import Person
from engine.matches.core.changing import alone
from engine.matches.core.loader import Loader
from engine.matches.core.locks import Locks
from engine.store import Store

__all__ = ["MAX_NOTE_LENGTH", "People"]

MAX_NOTE_LENGTH = 1000
"""Characters of a note, at most."""


class People:
    """People's names, choices and notes, kept for the code that speaks to them."""

    def __init__(self, store: Store, locks: Locks, loader: Loader, now: Callable[[], datetime]) -> None:
        self._store = store
        self._loader = loader
        self._now = now
        self.locks = locks

    async def person(self, person: int) -> Person:
        """Return the person as kept; defaults for an unknown one."""
        return await self._store.person(person) or Person(person)

    @alone("person")
    async def remember(self, person: int, **changes: Any) -> Person:
        """Save fields of `Person`; return the person as it is then."""
        if isinstance(changes.get("name"), str):
            changes["name"] = seating.clean_name(changes["name"])
        known = await self._store.person(person)
        wanted = replace(known or Person(person), **changes)
        if wanted != known:
            await self._store.save_person(wanted, before=known or Person(person))
        return wanted

    async def jotting(self, match: int, person: int) -> str:
        """Return the person's note beside the match, which nobody else can see."""
        return await self._store.jotting(person, match)

    async def jot(self, match: int, person: int, text: str) -> str:
        """Save the person's note beside a match in which they sit, in place of an earlier one; return it.

        An empty text deletes it. Raises `Refusal` ``not_seated``, ``note_long``, ``no_match``.
        """
        text = "\n".join(line.rstrip() for line in text.replace("\r", "").strip().split("\n"))
        if len(text) > MAX_NOTE_LENGTH:
            raise Refusal("note_long", most=MAX_NOTE_LENGTH)
        if (await self._loader.get(match)).seat_of(person) is None:
            raise Refusal("not_seated", match=match)
        await self._store.save_jotting(person, match, text, self._now())
        return text
