"""Wishes to hear of a table that opens. SQL: `engine/store/sql/wishes.py`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

__all__ = ["WISH_LASTS", "Wish", "WishStore"]

WISH_LASTS = timedelta(days=30)
"""Time after which a wish ends by itself."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A person's wish to be told once when a table of a game opens in a server."""

    id: int
    guild: int
    person: int
    game: str
    pace: str
    """The pace of the table, as `Pace.read` takes it; empty for any."""
    at: datetime
    """The instant at which the person made it."""
    is_listed: bool = False
    """It is told in the list of the person's matches, and by no message."""
    match: int | None = None
    """The table that has opened, where it was told in that list; `None` for a wish that waits."""


class WishStore(Protocol):
    """Wishes. Each ends once it was told (`Said.wishes`), or by its person, or by time."""

    async def add_wish(self, person: int, guild: int, game: str, pace: str, now: datetime, most: int) -> bool:
        """Add a wish, unless the person has `most` of them already; return whether it is there.

        The same wish that is there already counts from now on, and waits again.
        """
        ...

    async def wishes_of(self, person: int, since: datetime) -> list[Wish]:
        """Return the person's wishes that were made since then, oldest first."""
        ...

    async def wishes_for(self, guild: int, game: str, pace: str, since: datetime) -> list[Wish]:
        """Return the waiting wishes made since then that a table of that game and pace there fulfils."""
        ...

    async def claim_wishes(self, person: int, wishes: Collection[int], notice: int) -> list[int]:
        """Reserve the telling of these wishes for this notice; return those of which nobody else tells.

        A wish that another notice has claimed is that one's as long as it is in the outbox.
        """
        ...

    async def list_wish(self, person: int, wish: int, *, listed: bool) -> None:
        """Tell of the person's wish in the list of matches alone, or by a message."""
        ...

    async def end_wishes(self, person: int, wishes: Collection[int]) -> int:
        """Delete these wishes of the person; return how many there were."""
        ...
