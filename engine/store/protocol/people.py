"""People, and their notes beside matches. SQL: `engine/store/sql/people.py`."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from engine.match.values import Person

__all__ = ["PersonStore"]


class PersonStore(Protocol):
    """People and their jottings: private notes beside a match."""

    async def person(self, person: int) -> Person | None:
        """Return the person, or `None` if nothing is stored."""
        ...

    async def people_of(self, persons: Collection[int]) -> list[Person]:
        """Return those of the persons of whom something is stored."""
        ...

    async def save_person(self, person: Person, before: Person | None = None) -> None:
        """Store the person. Raises `Conflict` if `before` is given and something else is stored."""
        ...

    async def jotting(self, person: int, match: int) -> str:
        """Return the person's note beside the match; empty if there is none."""
        ...

    async def save_jotting(self, person: int, match: int, text: str, now: datetime) -> None:
        """Replace the person's note beside the match; an empty text drops it."""
        ...
